//! The Gomoku network's own lists of weights: two tables of lines, of which the file holds the sum.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::gradient::TABLES;
use crate::games::gomoku::network::line_codes::{Reach, line_codes};
use crate::games::gomoku::network::weights::CELL_ONE;
use crate::games::gomoku::network::{INPUTS, WIDTH};
use crate::lab::network::head;
use crate::lab::network::model::Model;
use crate::network::Parts;

/// Small random weights.
pub(super) fn first_weights(random: &mut Pcg64) -> Model {
    let whole = vec![0.0; Reach::Four.lines() * WIDTH];
    let count = Reach::Three.lines() * WIDTH;
    let mut inner: Vec<f32> = (0..count).map(|_| random.random_range(-0.1..=0.2)).collect();
    // Cells far from every stone begin in the middle of what is not clipped.
    inner[..WIDTH].iter_mut().for_each(|number| *number = number.abs() / 2.0);
    Model { lists: [whole, inner].into_iter().chain(head::first_weights(random, INPUTS)).collect() }
}

/// The weights in whole numbers.
pub(super) fn parts(model: &Model) -> Parts {
    Parts { table: table(model), head: head::parts(&model.lists[TABLES..]) }
}

/// The weights of which these are the whole numbers. The table of shorter lines is left at nothing.
pub(super) fn model(parts: &Parts) -> Model {
    let whole = parts.table.iter().map(|&number| f32::from(number) / f32::from(CELL_ONE)).collect();
    let inner = vec![0.0; Reach::Three.lines() * WIDTH];
    Model { lists: [whole, inner].into_iter().chain(head::lists(&parts.head)).collect() }
}

/// The rows of all lines: what both tables say of each.
fn table(model: &Model) -> Vec<i16> {
    let number = |list: usize, at: usize| (model.lists[list][at] * f32::from(CELL_ONE)).round() as i16;
    let row = |code: usize| {
        let shorter = line_codes().seen_within(code as u32, Reach::Three) as usize;
        (0..WIDTH).map(move |at| number(0, code * WIDTH + at) + number(1, shorter * WIDTH + at))
    };
    (0..Reach::Four.lines()).flat_map(row).collect()
}
