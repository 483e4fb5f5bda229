//! The network's correction of a position, computed from nothing: what the accumulators must equal.

use super::inputs::{self, Seen};
use super::weights::{Network, Row};
use super::{FEATURES, INPUTS};
use crate::games::abalone::cell::each;
use crate::network::Kernel;
use crate::search::Player;

/// The sums of a player's view, without the clocks.
pub fn view(network: &Network, seen: &Seen, viewer: Player) -> Row {
    let mut sums = Row::ZERO;
    for owner in Player::ALL {
        each(seen.marbles[owner.index()]).for_each(|cell| sums.add(&network.rows[inputs::marble(viewer, owner, cell)]));
        sums.add(&network.rows[inputs::lost(viewer, owner, seen.lost[owner.index()])]);
    }
    sums
}

/// The correction for the side to move, by the views of the side to move and of the other side.
#[inline]
pub fn correction(network: &Network, kernel: Kernel, seen: &Seen, views: [&Row; 2]) -> i32 {
    let [quiet, left] = seen.clocks().map(|row| &network.rows[row]);
    let mut features = [0; INPUTS];
    for (view, features) in views.into_iter().zip(features.as_chunks_mut::<FEATURES>().0) {
        let mut sums = *view;
        sums.add(quiet);
        sums.add(left);
        sums.features(features);
    }
    network.head.value(kernel, &features)
}

/// The correction for the side to move.
pub fn evaluate(network: &Network, seen: &Seen) -> i32 {
    let [own, other] = [seen.to_move, seen.to_move.opponent()].map(|viewer| view(network, seen, viewer));
    correction(network, Kernel::PLAIN, seen, [&own, &other])
}
