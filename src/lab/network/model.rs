//! The network's weights in floating point, as they are learnt.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::adam::Moments;
use crate::games::gomoku::network::line_codes::{Reach, line_codes};
use crate::games::gomoku::network::weights::{CELL_ONE, Parts, SUM_ONE, WEIGHT_BITS};
use crate::games::gomoku::network::{HIDDEN, INPUTS, WIDTH};

/// The largest weight of a dense layer.
const MAX_WEIGHT: f32 = 16.0;
/// The largest number of a row of one table.
pub(super) const MAX_NUMBER: f32 = 8.0;

/// All weights. Dense layers are stored input by input.
#[derive(Clone, Debug)]
pub struct Model {
    /// The tables, the longest reach first; the dense layers and their biases.
    pub lists: [Vec<f32>; LISTS],
}

/// The places of the lists.
pub(super) const FIRST: usize = 2;
const FIRST_BIAS: usize = 3;
const SECOND: usize = 4;
const SECOND_BIAS: usize = 5;
const OUTPUT: usize = 6;
const OUTPUT_BIAS: usize = 7;
pub(super) const LISTS: usize = 8;

impl Model {
    /// Small random weights.
    pub fn random(random: &mut Pcg64) -> Model {
        let mut list = |count: usize, low: f32, high: f32| -> Vec<f32> {
            (0..count).map(|_| random.random_range(low..=high)).collect()
        };
        let wide = |inputs: usize| (3.0 / inputs as f32).sqrt();
        let mut lists = [
            vec![0.0; Reach::Four.lines() * WIDTH],
            list(Reach::Three.lines() * WIDTH, -0.1, 0.2),
            list(INPUTS * HIDDEN, -wide(INPUTS), wide(INPUTS)),
            list(HIDDEN, 0.0, 0.5),
            list(HIDDEN * HIDDEN, -wide(HIDDEN), wide(HIDDEN)),
            list(HIDDEN, 0.0, 0.3),
            list(HIDDEN, -0.1, 0.1),
            vec![0.0; 1],
        ];
        // Cells far from every stone begin in the middle of what is not clipped.
        lists[1][..WIDTH].iter_mut().for_each(|number| *number = number.abs() / 2.0);
        Model { lists }
    }

    /// The weights in whole numbers.
    pub fn to_parts(&self) -> Parts {
        let shorts = |list: usize, one: f32| -> Vec<i16> {
            self.lists[list].iter().map(|weight| (weight * one).round() as i16).collect()
        };
        let unit_by_unit = |list: usize, units: usize| -> Vec<i16> {
            let weights = shorts(list, (1 << WEIGHT_BITS) as f32);
            let inputs = weights.len() / units;
            (0..units)
                .flat_map(|unit| (0..inputs).map(move |input| (input, unit)))
                .map(|(i, u)| weights[i * units + u])
                .collect()
        };
        let bias = |list: usize| self.lists[list].iter().map(|bias| (bias * SUM_ONE as f32).round() as i32).collect();
        Parts {
            table: self.table(),
            first: (unit_by_unit(FIRST, HIDDEN), bias(FIRST_BIAS)),
            second: (unit_by_unit(SECOND, HIDDEN), bias(SECOND_BIAS)),
            output: (shorts(OUTPUT, (1 << WEIGHT_BITS) as f32), bias(OUTPUT_BIAS)),
        }
    }

    /// The rows of all lines: what both tables say of each.
    fn table(&self) -> Vec<i16> {
        let number = |list: usize, at: usize| (self.lists[list][at] * f32::from(CELL_ONE)).round() as i16;
        let row = |code: usize| {
            let shorter = line_codes().seen_within(code as u32, Reach::Three) as usize;
            (0..WIDTH).map(move |at| number(0, code * WIDTH + at) + number(1, shorter * WIDTH + at))
        };
        (0..Reach::Four.lines()).flat_map(row).collect()
    }

    /// Moves towards other weights by a share of the way.
    pub fn approach(&mut self, other: &Model, share: f32) {
        for (mine, theirs) in self.lists.iter_mut().zip(&other.lists) {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += share * (theirs - *mine);
            }
        }
    }

    /// Keeps weights within what whole numbers hold.
    pub(super) fn clamp_dense(&mut self) {
        for list in [FIRST, SECOND, OUTPUT] {
            self.lists[list].iter_mut().for_each(|weight| *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT));
        }
    }
}

/// The moments of all weights.
pub struct Optimiser {
    /// As [`Model::lists`].
    pub moments: [Moments; LISTS],
}

impl Optimiser {
    /// For a model that has not moved yet.
    pub fn new(model: &Model) -> Optimiser {
        Optimiser { moments: std::array::from_fn(|list| Moments::new(model.lists[list].len())) }
    }
}
