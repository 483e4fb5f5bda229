//! The settings of a fit, and why it can fail.

/// The settings of a fit. Rates and the pull are on the scale of the model, where a weight of [`FitSettings::scale`] is 1.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSettings {
    /// The seed of the split and of the order of the rows.
    pub seed: u64,
    /// Evaluation units in one unit of the natural logistic scale.
    pub scale: f64,
    /// The share of the games that is held out, more than 0 and less than 1.
    pub held_out: f64,
    /// Rows in a mini-batch.
    pub batch: usize,
    /// The most passes over the rows.
    pub epochs: usize,
    /// The fit stops after so many epochs in a row without a gain on the held-out games; each of them halves the learning rate.
    pub patience: usize,
    /// The first learning rate: about the longest step that a weight takes in a batch.
    pub learning_rate: f64,
    /// The pull towards the start: the mean loss grows by `pull / 2` times the sum of the squared distances. It is a normal prior
    /// around the start, with the variance `1 / (pull rows)`.
    pub pull: f64,
    /// A feature that occurs in fewer training rows than this keeps its weight.
    pub min_rows: u32,
    /// Threads, at most 4. The result does not depend on their number.
    pub threads: usize,
}

impl Default for FitSettings {
    fn default() -> Self {
        FitSettings {
            seed: 1,
            scale: 400.0,
            held_out: 0.1,
            batch: 16_384,
            epochs: 100,
            patience: 4,
            learning_rate: 0.01,
            pull: 1e-7,
            min_rows: 50,
            threads: 2,
        }
    }
}

/// Why there is no fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// There are no samples.
    #[error("there are no positions")]
    NoRows,
    /// One side of the split is empty.
    #[error(
        "of {games} games, {held_out} are held out: both sides need some; take more games, or another share or seed"
    )]
    EmptySide {
        /// Games in all.
        games: usize,
        /// Games held out.
        held_out: usize,
    },
    /// All targets are the same: weights that grow without limit would explain them.
    #[error("all positions have the target {0}: nothing tells good from bad")]
    OneClass(f32),
    /// No feature occurs often enough.
    #[error("no feature is in {0} positions or more")]
    NoFeatures(u32),
    /// The start has more or fewer weights than the model has features.
    #[error("{found} weights to start from, for {expected} features")]
    StartLength {
        /// Weights given.
        found: usize,
        /// Features of the model.
        expected: usize,
    },
    /// A weight of the start is not a number.
    #[error("weight {feature} starts at {value}")]
    StartValue {
        /// The feature.
        feature: usize,
        /// Its weight.
        value: f32,
    },
    /// A setting is out of range.
    #[error("{name} = {value}: it must be {range}")]
    Setting {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What it may be.
        range: &'static str,
    },
    /// The loss is no longer a number: the values, the weights or the learning rate are too large.
    #[error("the loss is {loss} after epoch {epoch}: are values or the learning rate too large?")]
    Diverged {
        /// The epoch, 0 before the first.
        epoch: usize,
        /// What was found.
        loss: f64,
    },
}

impl FitSettings {
    /// Whether everything is in range.
    ///
    /// # Errors
    /// Names the first setting that is not.
    pub fn check(&self) -> Result<(), FitError> {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let rules = [
            ("scale", self.scale, positive(self.scale), "more than 0"),
            ("held_out", self.held_out, 0.0 < self.held_out && self.held_out < 1.0, "more than 0 and less than 1"),
            ("batch", self.batch as f64, self.batch > 0, "at least 1"),
            ("epochs", self.epochs as f64, self.epochs > 0, "at least 1"),
            ("patience", self.patience as f64, self.patience > 0, "at least 1"),
            ("learning_rate", self.learning_rate, positive(self.learning_rate), "more than 0"),
            ("pull", self.pull, self.pull >= 0.0 && self.pull.is_finite(), "0 or more"),
            ("threads", self.threads as f64, (1..=super::logistic::SHARDS).contains(&self.threads), "1 to 4"),
        ];
        match rules.into_iter().find(|&(_, _, fine, _)| !fine) {
            Some((name, value, _, range)) => Err(FitError::Setting { name, value, range }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_out_of_range_are_named() {
        assert_eq!(FitSettings::default().check(), Ok(()));
        let refused = |change: fn(&mut FitSettings)| {
            let mut settings = FitSettings::default();
            change(&mut settings);
            match settings.check() {
                Err(FitError::Setting { name, .. }) => name,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(refused(|settings| settings.scale = f64::NAN), "scale");
        assert_eq!(refused(|settings| settings.held_out = 1.0), "held_out");
        assert_eq!(refused(|settings| settings.batch = 0), "batch");
        assert_eq!(refused(|settings| settings.learning_rate = f64::INFINITY), "learning_rate");
        assert_eq!(refused(|settings| settings.pull = -1.0), "pull");
        assert_eq!(refused(|settings| settings.threads = 5), "threads");
        assert_eq!(refused(|settings| settings.patience = 0), "patience");
        assert_eq!(refused(|settings| settings.epochs = 0), "epochs");
    }
}
