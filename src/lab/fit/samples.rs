//! Training rows in compressed sparse form: six bytes a feature, and no allocation per row.

use std::ops::Range;

/// The most features a model can have: an index takes two bytes.
pub const MAX_FEATURES: usize = 1 << 16;

/// Positions with their features, targets and games.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    width: usize,
    /// Where each row ends in `features` and `values`.
    ends: Vec<usize>,
    features: Vec<u16>,
    values: Vec<f32>,
    targets: Vec<f32>,
    /// What is added to each row's evaluation on the scale of the model.
    offsets: Vec<f32>,
    games: Vec<u64>,
}

/// Why a row, or a model, was refused. Nothing of a refused row is kept.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SampleError {
    /// The model is too wide.
    #[error("{0} features are more than {MAX_FEATURES}")]
    TooManyFeatures(usize),
    /// There is no room for another row.
    #[error("more than {} rows", u32::MAX)]
    TooManyRows,
    /// The target is not an expected score.
    #[error("the target {0} is not between 0 and 1")]
    Target(f32),
    /// The model has no such feature.
    #[error("there is no feature {feature}: they are numbered below {width}")]
    Feature {
        /// The number given.
        feature: u32,
        /// Features of the model.
        width: usize,
    },
    /// What is added to the evaluation is not a number.
    #[error("the offset {0} is not a finite number")]
    Offset(f32),
    /// The value of a feature is not a number.
    #[error("feature {feature} has the value {value}")]
    Value {
        /// The feature.
        feature: u32,
        /// Its value.
        value: f32,
    },
}

impl Samples {
    /// An empty set of rows for a model with `width` features, numbered from 0.
    ///
    /// # Errors
    /// When `width` exceeds [`MAX_FEATURES`].
    pub fn new(width: usize) -> Result<Samples, SampleError> {
        if width > MAX_FEATURES {
            return Err(SampleError::TooManyFeatures(width));
        }
        Ok(Samples { width, ..Samples::default() })
    }

    /// Adds a row: a position of the game `game`, its target in 0..=1, what something else than the features adds to its evaluation, in
    /// logits, and its features with their values. A feature may be listed more than once: its values add up. Zeros are not stored.
    ///
    /// # Errors
    /// When the target is out of range, a feature is not below the width, or a number is not finite.
    pub fn push(
        &mut self,
        game: u64,
        target: f32,
        offset: f32,
        features: impl IntoIterator<Item = (u32, f32)>,
    ) -> Result<(), SampleError> {
        if self.len() >= u32::MAX as usize {
            return Err(SampleError::TooManyRows);
        }
        if !(0.0..=1.0).contains(&target) {
            return Err(SampleError::Target(target));
        }
        if !offset.is_finite() {
            return Err(SampleError::Offset(offset));
        }
        let start = self.features.len();
        let added = features.into_iter().try_for_each(|(feature, value)| self.push_feature(feature, value));
        if let Err(error) = added {
            self.features.truncate(start);
            self.values.truncate(start);
            return Err(error);
        }
        self.ends.push(self.features.len());
        self.targets.push(target);
        self.offsets.push(offset);
        self.games.push(game);
        Ok(())
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of features of the model.
    pub fn width(&self) -> usize {
        self.width
    }

    fn push_feature(&mut self, feature: u32, value: f32) -> Result<(), SampleError> {
        let number = u16::try_from(feature).ok().filter(|&number| usize::from(number) < self.width);
        let number = number.ok_or(SampleError::Feature { feature, width: self.width })?;
        if !value.is_finite() {
            return Err(SampleError::Value { feature, value });
        }
        if value != 0.0 {
            self.features.push(number);
            self.values.push(value);
        }
        Ok(())
    }

    /// A row's features and their values.
    pub(super) fn row(&self, row: u32) -> (&[u16], &[f32]) {
        let range = self.range(row as usize);
        (&self.features[range.clone()], &self.values[range])
    }

    pub(super) fn target(&self, row: u32) -> f32 {
        self.targets[row as usize]
    }

    pub(super) fn offset(&self, row: u32) -> f32 {
        self.offsets[row as usize]
    }

    pub(super) fn targets(&self) -> &[f32] {
        &self.targets
    }

    pub(super) fn game(&self, row: u32) -> u64 {
        self.games[row as usize]
    }

    fn range(&self, row: usize) -> Range<usize> {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_without_their_zeros() {
        let mut samples = Samples::new(10).unwrap();
        samples.push(7, 1.0, 0.0, [(9, 0.5), (3, 0.0), (0, -2.0)]).unwrap();
        samples.push(8, 0.25, -0.5, []).unwrap();
        samples.push(8, 0.0, 0.0, [(1, 1.0)]).unwrap();
        assert_eq!(samples.row(0), (&[9u16, 0][..], &[0.5f32, -2.0][..]));
        assert_eq!(samples.row(1), (&[][..], &[][..]));
        assert_eq!(samples.row(2), (&[1u16][..], &[1.0f32][..]));
        assert_eq!((samples.len(), samples.game(0), samples.target(1), samples.offset(1)), (3, 7, 0.25, -0.5));
    }

    #[test]
    fn a_bad_row_is_refused_and_leaves_nothing() {
        let mut samples = Samples::new(10).unwrap();
        let error = samples.push(1, 1.0, 0.0, [(1, 1.0), (10, 1.0)]).unwrap_err();
        assert_eq!(error, SampleError::Feature { feature: 10, width: 10 });
        assert!(matches!(samples.push(1, 1.0, 0.0, [(70_001, 1.0)]), Err(SampleError::Feature { .. })));
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(matches!(samples.push(1, 1.0, 0.0, [(2, value)]), Err(SampleError::Value { feature: 2, .. })));
        }
        for target in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
            assert!(matches!(samples.push(1, target, 0.0, [(2, 1.0)]), Err(SampleError::Target(_))));
        }
        assert_eq!(samples.push(1, 1.0, f32::INFINITY, [(2, 1.0)]), Err(SampleError::Offset(f32::INFINITY)));
        assert!(samples.is_empty());
        samples.push(1, 1.0, 0.0, [(3, 1.0)]).unwrap();
        assert_eq!(samples.row(0), (&[3u16][..], &[1.0f32][..]));
        assert_eq!(Samples::new(70_000).unwrap_err(), SampleError::TooManyFeatures(70_000));
    }
}
