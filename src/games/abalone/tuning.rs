//! The evaluation as features times weights, for `fukumi tune`.

use super::board::Abalone;
use super::features::{self, NAMES};
use super::model::AbaloneModel;
use super::weights;
use super::windows::Kind;
use crate::search::{Feature, Linear, WeightGroup};

/// The smallest and the largest weight of a feature of the whole board.
const RANGE: (i32, i32) = (-4_000, 4_000);
/// The same of a window: six of them, the most that a line has, fit the word that holds a line's worth.
const WINDOW_RANGE: (i32, i32) = (-5_000, 5_000);

impl Linear<Abalone> for AbaloneModel {
    fn weights(&self) -> Vec<WeightGroup> {
        let group =
            |(name, &value): (&str, &i32)| WeightGroup { name: name.to_owned(), values: vec![value], range: RANGE };
        let mut groups: Vec<_> = NAMES.into_iter().zip(&self.weights.board).map(group).collect();
        let mut windows = self.weights.windows.iter().copied().map(i32::from);
        for kind in Kind::all() {
            let values = windows.by_ref().take(kind.count()).collect();
            groups.push(WeightGroup { name: name(kind), values, range: WINDOW_RANGE });
        }
        groups
    }

    fn features(&self, pos: &Abalone, out: &mut Vec<Feature>) {
        let from = out.len();
        let found = features::features(&self.weights.lines, pos);
        out.extend(found.into_iter().map(|(index, value)| (index as u32, value as f32)));
        // What counts several times is listed once.
        out[from..].sort_unstable_by_key(|&(index, _)| index);
        out.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
    }

    fn weights_file(&self, weights: &[i32], note: &str) -> Vec<u8> {
        weights::write(weights, note)
    }
}

/// What a kind of windows is called.
fn name(kind: Kind) -> String {
    match kind.start {
        None => format!("line-{}-edge", kind.distance),
        Some(start) => format!("line-{}-from-{start}", kind.distance),
    }
}
