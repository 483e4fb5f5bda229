//! The network's correction of a position, computed from nothing: what the accumulators must equal.

use super::inputs::{self, Seen, View};
use super::kernels;
use super::weights::{Network, Row};
use super::{FEATURES, INPUTS};
use crate::network::Kernel;
use crate::search::Player;

/// The sums of a view.
pub fn sums(network: &Network, seen: &Seen, view: View) -> Row {
    let mut rows = inputs::Rows::default();
    for owner in Player::ALL {
        rows.add_marbles(view, owner, seen.marbles[owner.index()]);
        rows.add_lost(view, owner, seen.lost[owner.index()]);
    }
    let mut sums = Row::ZERO;
    kernels::update(Kernel::PLAIN, &mut sums, &network.rows, &[], rows.list());
    sums
}

/// The correction for the side to move, by the views of the side to move and of the other side.
#[inline]
pub fn correction(network: &Network, kernel: Kernel, views: [&Row; 2]) -> i32 {
    let mut inputs = [0; INPUTS];
    for (view, features) in views.into_iter().zip(inputs.as_chunks_mut::<FEATURES>().0) {
        kernels::features(kernel, view, features);
    }
    network.head.value(kernel, &inputs)
}

/// The correction for the side to move.
pub fn evaluate(network: &Network, seen: &Seen) -> i32 {
    let [own, other] = seen.views().map(|view| sums(network, seen, view));
    correction(network, Kernel::PLAIN, [&own, &other])
}
