//! The weights of the evaluation and the files that hold them.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::features;
use super::windows::{self, LineValues};
use crate::weights_file::{Tensor, Values, WeightsError, WeightsFile};

pub(super) const GAME: &str = "abalone";
/// There is one set of rules only.
pub(super) const RULE: &str = "";
pub(super) const KIND: &str = "linear";
/// Its tensors.
pub(super) const TENSORS: usize = 2;
/// The features of the whole board have weights in whole units of the evaluation.
const BOARD_STEPS: u32 = 1;

/// The file that the program was built with.
const BUILT_IN: &[u8] = include_bytes!("data/linear.weights");

/// The weights, arranged for the evaluation.
pub(super) struct Weights {
    /// Of the features of the whole board, in the order of [`features::NAMES`].
    pub(super) board: [i32; features::COUNT],
    /// Of the windows, in parts of a unit.
    pub(super) windows: Vec<i16>,
    /// What the windows make of every line.
    pub(super) lines: LineValues,
}

impl Weights {
    /// The weights that the program was built with.
    #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
    pub(super) fn built_in() -> Arc<Weights> {
        static WEIGHTS: Lazy<Arc<Weights>> =
            Lazy::new(|| Arc::new(Weights::from_file(&built_in_file()).expect("the built-in weights")));
        Arc::clone(&WEIGHTS)
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// When the file is damaged, or for another game or evaluation.
    pub(super) fn from_file(file: &WeightsFile) -> Result<Weights, WeightsError> {
        file.check(GAME, RULE, KIND)?;
        let [board, windows] = file.values([
            ("board", BOARD_STEPS, &[features::COUNT]),
            ("windows", windows::PARTS as u32, &[windows::COUNT]),
        ])?;
        let board = std::array::from_fn(|at| i32::from(board[at]));
        Ok(Weights { board, windows: windows.to_vec(), lines: LineValues::new(windows) })
    }
}

/// The file of the weights that the program was built with.
#[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
pub(super) fn built_in_file() -> WeightsFile {
    WeightsFile::from_bytes(BUILT_IN).expect("the built-in weights")
}

/// The file of weights, those of the board before those of the windows. What does not fit 16 bits is clamped.
pub(super) fn write(weights: &[i32], note: &str) -> Vec<u8> {
    let (board, windows) = weights.split_at(features::COUNT);
    let tensor = |name: &str, steps: u32, weights: &[i32]| Tensor {
        name: name.to_owned(),
        steps,
        shape: vec![weights.len() as u32],
        values: Values::I16(
            weights.iter().map(|&weight| weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16).collect(),
        ),
    };
    let tensors = vec![tensor("board", BOARD_STEPS, board), tensor("windows", windows::PARTS as u32, windows)];
    let [game, rule, kind, note] = [GAME, RULE, KIND, note].map(str::to_owned);
    WeightsFile { game, rule, kind, note, tensors }.to_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_file_comes_back_as_it_was_written() {
        let weights = Weights::built_in();
        let all: Vec<i32> = weights.board.into_iter().chain(weights.windows.iter().copied().map(i32::from)).collect();
        let note = built_in_file().note;
        assert_eq!(write(&all, &note), BUILT_IN);
    }

    #[test]
    fn no_built_in_line_value_is_clamped() {
        assert!(!Weights::built_in().lines.is_clamped());
    }
}
