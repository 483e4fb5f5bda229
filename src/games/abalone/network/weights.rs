//! The network's weights in whole numbers, and their file.
//!
//! Each side's view adds up the rows of what it sees and clips the sums to 0..=[`SUM_MAX`]. The product of each sum of the first half
//! with one of the second is a feature. The features of both views, that of the side to move first, feed two hidden layers and one
//! output.

use super::inputs::{MOST_ROWS, ROWS};
use super::{INPUTS, WIDTH};
use crate::network::head::{HIDDEN, HIDDEN_ONE, TOO_LARGE};
use crate::network::parts::{Shapes, shapes};
use crate::network::{Head, Parts};
use crate::weights_file::{WeightsError, WeightsFile};

/// The file of the network that the program was built with (docs/src/networks.md).
pub const BUILT_IN: &[u8] = include_bytes!("../data/abalone.network");

/// The sum that stands for 1; sums are clipped there.
pub const SUM_MAX: i16 = 255;
/// The feature that stands for 1.
pub const FEATURE_ONE: i32 = HIDDEN_ONE;
/// The largest number of a row, so that all rows of a view fit 16 bits.
pub const MAX_NUMBER: i16 = i16::MAX / MOST_ROWS as i16;

/// The numbers of something seen, or of a view. Aligned to cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

impl Row {
    /// All zero.
    pub const ZERO: Row = Row([0; WIDTH]);
}

/// Everything that was learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// By the number of what is seen (see [`super::inputs`]).
    pub rows: Box<[Row]>,
    /// From the features to the correction.
    pub head: Head,
}

impl Network {
    /// The network of its part of a file of weights (docs/src/weights.md).
    ///
    /// # Errors
    /// When it holds other tensors, or sums could overflow.
    pub fn from_file(file: &WeightsFile) -> Result<Network, WeightsError> {
        Network::new(&Parts::from_file(file, TENSORS)?)
    }

    /// The network of these numbers.
    ///
    /// # Errors
    /// When sums could overflow.
    pub fn new(parts: &Parts<i16>) -> Result<Network, WeightsError> {
        if parts.table.iter().any(|number| !(-MAX_NUMBER..=MAX_NUMBER).contains(number)) {
            return Err(TOO_LARGE);
        }
        let rows = parts.table.as_chunks().0.iter().map(|&numbers| Row(numbers)).collect();
        Ok(Network { rows, head: Head::new(&parts.head, FEATURE_ONE)? })
    }
}

/// The tensors of a file in their order.
pub const TENSORS: Shapes = shapes(("turned rows", SUM_MAX as u32, &[ROWS, WIDTH]), &[HIDDEN, INPUTS]);

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::games::abalone::weights as linear;
    use crate::network::head;
    use crate::network::parts::KIND;
    use crate::network::parts::tests::other_tensors_are_refused;

    /// Random weights of about the size of learnt ones.
    pub(in super::super) fn random_parts(seed: u64) -> Parts<i16> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let table = (0..ROWS * WIDTH).map(|_| random.random_range(-40..=50)).collect();
        Parts { table, head: head::tests::random_parts(&mut random, INPUTS) }
    }

    #[test]
    fn weights_come_back_from_their_file_and_from_no_other() {
        let parts = random_parts(1);
        let file = parts.to_file(TENSORS, linear::built_in_file(), "random");
        assert_eq!(file.check("abalone", "", KIND), Ok(()));
        let (base, read) = WeightsFile::from_bytes(&file.to_bytes()).unwrap().split(linear::TENSORS, linear::KIND);
        assert_eq!(base.tensors, linear::built_in_file().tensors);
        assert_eq!(Network::from_file(&read), Network::new(&parts));
        assert_eq!(read.tensors.len(), TENSORS.len());
        other_tensors_are_refused(&read, Network::from_file);
    }

    #[test]
    fn weights_whose_sums_could_overflow_are_refused() {
        let refused = |change: fn(&mut Parts<i16>)| {
            let mut parts = random_parts(2);
            change(&mut parts);
            assert_eq!(Network::new(&parts), Err(TOO_LARGE));
        };
        refused(|parts| parts.table[7] = MAX_NUMBER + 1);
        refused(|parts| parts.head.first.0[..INPUTS].fill(i16::MAX));
        refused(|parts| parts.head.output.1[0] = i32::MIN);
    }
}
