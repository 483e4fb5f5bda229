//! The weights of the linear evaluation and the files that hold them.
//!
//! A rule set gets weights of its own once a fit to its games has won a match; until then it uses those of freestyle.

use crate::games::gomoku::patterns::multiset;
use crate::games::gomoku::rules::code::RuleCode;
use crate::games::gomoku::threats::kinds;
use crate::weights_file::{Tensor, Values, WeightsError, WeightsFile};

/// So many steps make one unit of the evaluation, a 300th of a logit of winning. Three hundred empty cells of a board of 20x20 look
/// alike, so that half a step in the weight of one is five units in the value.
pub(super) const STEPS: i32 = 32;

/// The weights of one side: tempo, threats, cells when to move, cells when waiting.
pub(super) const SIDE: usize = 1 + kinds::MASKS + 2 * multiset::COUNT;

/// The weights that one colour's positions are judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// For being to move.
    pub(super) tempo: i16,
    /// For the threats on the board when the colour is to move, by [`kinds::mask`].
    pub(super) threats: Vec<i16>,
    /// For an empty cell when the colour is to move, by the [`multiset::number`] of the shapes its stone would make.
    pub(super) moving: Vec<i16>,
    /// For such a cell when the opponent is to move.
    pub(super) waiting: Vec<i16>,
}

/// What the files hold, in their order, and how many values a side.
const TENSORS: [(&str, usize); 4] = [
    ("tempo", 1),
    ("threats", kinds::MASKS),
    ("cells when to move", multiset::COUNT),
    ("cells when waiting", multiset::COUNT),
];
const GAME: &str = "gomoku";
/// The kind of evaluation that such a file is for.
pub(in crate::games::gomoku) const KIND: &str = "linear";
/// How many tensors it holds.
pub(in crate::games::gomoku) const TENSOR_COUNT: usize = TENSORS.len();

/// The rule set whose weights a rule set uses.
pub(in crate::games::gomoku) fn source_rule(rule: RuleCode) -> RuleCode {
    if rule == RuleCode::Renju { RuleCode::Renju } else { RuleCode::Freestyle }
}

/// One side where both colours play by the same rules, else Black's and White's.
fn side_count(rule: RuleCode) -> usize {
    if rule == RuleCode::Renju { 2 } else { 1 }
}

/// The file that the program was built with for a rule set.
fn built_in(rule: RuleCode) -> &'static [u8] {
    match source_rule(rule) {
        RuleCode::Renju => include_bytes!("data/renju.weights"),
        _ => include_bytes!("data/freestyle.weights"),
    }
}

/// The same, read.
#[expect(clippy::expect_used, reason = "the files are part of the program, and a test reads them")]
pub(in crate::games::gomoku) fn built_in_file(rule: RuleCode) -> WeightsFile {
    WeightsFile::from_bytes(built_in(rule)).expect("the files are part of the program, and a test reads them")
}

/// Reads the weights for a rule set, which may be those of the rule set whose weights it uses unless it has its own.
///
/// # Errors
/// When the file is for another game, rule or evaluation.
pub(super) fn read(file: &WeightsFile, rule: RuleCode) -> Result<Vec<Side>, WeightsError> {
    if file.check(GAME, source_rule(rule).name(), KIND).is_err() {
        file.check(GAME, rule.name(), KIND)?;
    }
    let sides = side_count(rule);
    let shapes = TENSORS.map(|(_, count)| if count == 1 { vec![sides] } else { vec![sides, count] });
    let [tempo, threats, moving, waiting] =
        file.values(std::array::from_fn::<_, 4, _>(|at| (TENSORS[at].0, STEPS as u32, shapes[at].as_slice())))?;
    let part = |values: &[i16], side: usize| values[side * values.len() / sides..][..values.len() / sides].to_vec();
    let side = |at: usize| Side {
        tempo: tempo[at],
        threats: part(threats, at),
        moving: part(moving, at),
        waiting: part(waiting, at),
    };
    Ok((0..sides).map(side).collect())
}

/// The file of weights in steps, side by side, each as [`SIDE`] says. What does not fit 16 bits is clamped.
pub(super) fn write(rule: RuleCode, weights: &[i32], note: &str) -> Vec<u8> {
    let sides = weights.chunks_exact(SIDE);
    let mut first = 0;
    let tensors = TENSORS.map(|(name, count)| {
        let of_side = |side: &[i32]| side[first..first + count].to_vec();
        let values = Values::I16(sides.clone().flat_map(of_side).map(clamped).collect());
        first += count;
        let mut shape = vec![sides.len() as u32];
        shape.extend((count > 1).then_some(count as u32));
        Tensor { name: name.to_owned(), steps: STEPS as u32, shape, values }
    });
    let [game, rule, kind, note] = [GAME, rule.name(), KIND, note].map(str::to_owned);
    WeightsFile { game, rule, kind, note, tensors: tensors.into() }.to_bytes()
}

fn clamped(weight: i32) -> i16 {
    weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8], rule: RuleCode) -> Result<Vec<Side>, WeightsError> {
        read(&WeightsFile::from_bytes(bytes)?, rule)
    }

    #[test]
    fn built_in_files_come_back_as_they_were_written() {
        for rule in RuleCode::ALL {
            let sides = read_bytes(built_in(rule), rule).expect("the built-in weights");
            let flat = |side: &Side| {
                [vec![side.tempo], side.threats.clone(), side.moving.clone(), side.waiting.clone()].concat()
            };
            let weights: Vec<i32> = sides.iter().flat_map(flat).map(i32::from).collect();
            let note = WeightsFile::from_bytes(built_in(rule)).expect("a file").note;
            assert_eq!(write(source_rule(rule), &weights, &note), built_in(rule), "{}", rule.name());
            assert_eq!(read_bytes(&write(rule, &weights, &note), rule), Ok(sides));
        }
    }

    #[test]
    fn weights_of_another_rule_are_refused() {
        let error = read_bytes(built_in(RuleCode::Renju), RuleCode::Caro).expect_err("renju's weights");
        assert_eq!(error.to_string(), "the file is for rule 'renju', not 'caro'");
        assert!(read_bytes(built_in(RuleCode::Freestyle), RuleCode::Renju).is_err());
    }
}
