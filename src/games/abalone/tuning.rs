//! The evaluation as features times weights, for `fukumi tune`, and the source file that it writes.

use super::board::Abalone;
use super::evaluator::AbaloneEvaluator;
use super::features::{self, NAMES};
use super::weights::WEIGHTS;
use crate::search::{Feature, Linear, WeightGroup};

/// The smallest and the largest weight.
const RANGE: (i32, i32) = (-4_000, 4_000);

impl Linear<Abalone> for AbaloneEvaluator {
    fn weights(&self) -> Vec<WeightGroup> {
        let group =
            |(name, &value): (&str, &i32)| WeightGroup { name: name.to_owned(), values: vec![value], range: RANGE };
        NAMES.into_iter().zip(&WEIGHTS).map(group).collect()
    }

    fn features(&mut self, pos: &Abalone, out: &mut Vec<Feature>) {
        // Marbles lost are listed once for each side.
        let mut values = [0.0; NAMES.len()];
        features::features(pos).into_iter().for_each(|(index, value)| values[index] += value);
        let present = (0..).zip(values).filter(|&(_, value)| value != 0.0);
        out.extend(present.map(|(index, value)| (index, value as f32)));
    }

    fn source(&self, weights: &[i32], note: &str) -> String {
        let mut lines =
            vec!["//! The weights of Abalone's evaluation, written by `fukumi tune`.".to_owned(), "//!".to_owned()];
        lines.extend(note.lines().map(|line| format!("//! {line}").trim_end().to_owned()));
        lines.extend(["", "use super::features::COUNT;", ""].map(str::to_owned));
        lines.push(
            "/// What each feature is worth, in 300ths of a logit of winning; named in [`super::features::NAMES`]."
                .to_owned(),
        );
        lines.push("pub(super) const WEIGHTS: [i32; COUNT] = [".to_owned());
        lines.extend(weights.iter().zip(NAMES).map(|(weight, name)| format!("    {weight}, // {name}")));
        lines.extend(["];", ""].map(str::to_owned));
        lines.join("\n")
    }
}
