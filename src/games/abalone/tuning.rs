//! The evaluation as features times weights, for `fukumi tune`, and the source file that it writes.

use super::board::Abalone;
use super::features::{self, NAMES};
use super::model::AbaloneModel;
use super::weights::{WEIGHTS, WINDOWS};
use super::windows::Kind;
use crate::search::{Feature, Linear, WeightGroup};

/// The smallest and the largest weight of a feature of the whole board.
const RANGE: (i32, i32) = (-4_000, 4_000);
/// The same of a window: six of them, the most that a line has, fit the word that holds a line's worth.
const WINDOW_RANGE: (i32, i32) = (-5_000, 5_000);
/// Weights of windows in a line of the source: a power of three keeps like contents below each other.
const COLUMNS: usize = 27;

impl Linear<Abalone> for AbaloneModel {
    fn weights(&self) -> Vec<WeightGroup> {
        let group =
            |(name, &value): (&str, &i32)| WeightGroup { name: name.to_owned(), values: vec![value], range: RANGE };
        let mut groups: Vec<_> = NAMES.into_iter().zip(&WEIGHTS).map(group).collect();
        let mut windows = WINDOWS.iter().copied().map(i32::from);
        for kind in Kind::all() {
            let values = windows.by_ref().take(kind.count()).collect();
            groups.push(WeightGroup { name: name(kind), values, range: WINDOW_RANGE });
        }
        groups
    }

    fn features(&self, pos: &Abalone, out: &mut Vec<Feature>) {
        let from = out.len();
        out.extend(features::features(pos).into_iter().map(|(index, value)| (index as u32, value as f32)));
        // What counts several times is listed once.
        out[from..].sort_unstable_by_key(|&(index, _)| index);
        out.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
    }

    fn source(&self, weights: &[i32], note: &str) -> String {
        let (board, windows) = weights.split_at(NAMES.len());
        let mut lines =
            vec!["//! The weights of Abalone's evaluation, written by `fukumi tune`.".to_owned(), "//!".to_owned()];
        lines.extend(note.lines().map(|line| format!("//! {line}").trim_end().to_owned()));
        lines.extend(["", "use super::{features, windows};", ""].map(str::to_owned));
        lines.push(
            "/// What each feature is worth, in 300ths of a logit of winning; named in [`super::features::NAMES`]."
                .to_owned(),
        );
        lines.push("pub(super) const WEIGHTS: [i32; features::COUNT] = [".to_owned());
        lines.extend(board.iter().zip(NAMES).map(|(weight, name)| format!("    {weight}, // {name}")));
        lines.extend(
            ["];", "", "/// What each window is worth, in parts of that; see [`super::windows`]."].map(str::to_owned),
        );
        lines.push("pub(super) static WINDOWS: [i16; windows::COUNT] = [".to_owned());
        let mut rest = windows;
        for kind in Kind::all() {
            let (of_kind, others) = rest.split_at(kind.count());
            lines.push(format!("    // {}", name(kind)));
            lines.extend(
                of_kind
                    .chunks(COLUMNS)
                    .map(|row| format!("    {},", row.iter().map(i32::to_string).collect::<Vec<_>>().join(", "))),
            );
            rest = others;
        }
        lines.extend(["];", ""].map(str::to_owned));
        lines.join("\n")
    }
}

/// What a kind of windows is called.
fn name(kind: Kind) -> String {
    match kind.start {
        None => format!("line-{}-edge", kind.distance),
        Some(start) => format!("line-{}-from-{start}", kind.distance),
    }
}
