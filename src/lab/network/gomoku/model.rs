//! The Gomoku network's own lists of weights: the rows of lines and of lines seen less far, of which the file holds the sum. Each list is
//! one table, or one for each colour.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::gradient::ROW_LISTS;
use crate::games::gomoku::network::line_codes::{Reach, line_codes};
use crate::games::gomoku::network::weights::{CELL_ONE, LINES};
use crate::games::gomoku::network::{INPUTS, WIDTH};
use crate::lab::network::head;
use crate::lab::network::model::Model;
use crate::network::Parts;

/// Small random weights with so many tables, all alike.
pub(super) fn first_weights(random: &mut Pcg64, tables: usize) -> Model {
    let whole = vec![0.0; LINES * WIDTH];
    let count = Reach::Three.lines() * WIDTH;
    let mut inner: Vec<f32> = (0..count).map(|_| random.random_range(-0.1..=0.2)).collect();
    // Cells far from every stone begin in the middle of what is not clipped.
    inner[..WIDTH].iter_mut().for_each(|number| *number = number.abs() / 2.0);
    let lists = [whole, inner].map(|list| list.repeat(tables));
    Model { lists: lists.into_iter().chain(head::first_weights(random, INPUTS)).collect() }
}

/// How many tables a model has.
pub(super) fn tables(model: &Model) -> usize {
    model.lists[0].len() / (LINES * WIDTH)
}

/// The number of a row in the list of that reach, by its number in the list of the longest.
#[inline]
pub(super) fn seen_within(number: u32, reach: Reach) -> u32 {
    let (table, code) = (number / LINES as u32, number % LINES as u32);
    table * reach.lines() as u32 + u32::from(line_codes().seen_within(code as u16, reach))
}

/// The weights in whole numbers.
pub(super) fn parts(model: &Model) -> Parts<i8> {
    Parts { table: table(model), head: head::parts(&model.lists[ROW_LISTS..]) }
}

/// The weights of which these are the whole numbers, with so many tables: two begin alike where there is one. Those of shorter lines are
/// left at nothing.
pub(super) fn model(parts: &Parts<i8>, tables: usize) -> Model {
    let whole: Vec<f32> = parts.table.iter().map(|&number| f32::from(number) / f32::from(CELL_ONE)).collect();
    let tables = tables.max(whole.len() / (LINES * WIDTH));
    let whole = whole.into_iter().cycle().take(tables * LINES * WIDTH).collect();
    let inner = vec![0.0; tables * Reach::Three.lines() * WIDTH];
    Model { lists: [whole, inner].into_iter().chain(head::lists(&parts.head)).collect() }
}

/// The numbers of a row are multiples of this: finer ones learn no more, as measured in standard, and make a file a fifth larger when it is
/// packed.
const ROW_STEP: i8 = 2;

/// The whole number of a row that is nearest to a weight.
#[inline]
pub(super) fn whole_number(weight: f32) -> f32 {
    let (step, most) = (f32::from(ROW_STEP), f32::from(i8::MAX / ROW_STEP));
    (weight * f32::from(CELL_ONE) / step).round().clamp(-most, most) * step
}

/// The rows of all lines: what both lists say of each.
fn table(model: &Model) -> Vec<i8> {
    let row = |line: usize| {
        let shorter = seen_within(line as u32, Reach::Three) as usize;
        let sum = move |at: usize| model.lists[0][line * WIDTH + at] + model.lists[1][shorter * WIDTH + at];
        (0..WIDTH).map(move |at| whole_number(sum(at)) as i8)
    };
    (0..tables(model) * LINES).flat_map(row).collect()
}
