//! The rows of the tables of lines that take part in a batch.

use crate::games::gomoku::network::WIDTH;
use crate::games::gomoku::network::line_codes::Reach;
use crate::search::Player;

/// The numbers of a line or a cell.
pub(super) type Row = [f32; WIDTH];

/// The rows of a table that take part in a batch, and their gradients.
pub(super) struct Rows {
    /// The place in the lists below of every row, or `ABSENT`.
    places: Vec<u32>,
    pub(super) numbers: Vec<u32>,
    pub(super) values: Vec<Row>,
    pub(super) gradients: Vec<Row>,
}

const ABSENT: u32 = u32::MAX;

impl Rows {
    /// For as many tables as there are colours.
    pub(super) fn new(reach: Reach) -> Rows {
        Rows {
            places: vec![ABSENT; Player::ALL.len() * reach.lines()],
            numbers: vec![],
            values: vec![],
            gradients: vec![],
        }
    }

    /// The place of a row, which is computed when it is new.
    #[inline]
    pub(super) fn place(&mut self, number: u32, value: impl FnOnce() -> Row) -> u32 {
        let place = self.places[number as usize];
        if place != ABSENT {
            return place;
        }
        let place = self.numbers.len() as u32;
        self.places[number as usize] = place;
        self.numbers.push(number);
        self.values.push(value());
        self.gradients.push([0.0; WIDTH]);
        place
    }

    /// The sum of four rows.
    #[inline]
    pub(super) fn sum(&self, places: [u32; 4]) -> Row {
        let values = places.map(|place| &self.values[place as usize]);
        let mut sum = [0.0; WIDTH];
        for at in 0..WIDTH {
            sum[at] = values[0][at] + values[1][at] + values[2][at] + values[3][at];
        }
        sum
    }

    /// Adds the slopes of their sum to the gradients of four rows.
    #[inline]
    pub(super) fn add_slopes(&mut self, places: [u32; 4], slopes: &Row) {
        for place in places {
            let gradient = &mut self.gradients[place as usize];
            for at in 0..WIDTH {
                gradient[at] += slopes[at];
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.numbers.iter().for_each(|&number| self.places[number as usize] = ABSENT);
        self.numbers.clear();
        self.values.clear();
        self.gradients.clear();
    }
}
