//! Adam (D. P. Kingma, J. Ba, 2015) on rows: a row that took no part in a batch keeps its weights and its moments.

/// Decay of the mean gradient and of the mean squared gradient: the paper's values.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;

/// The moments of a list of weights.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    mean: Vec<f32>,
    square: Vec<f32>,
}

/// The length of a step, with the correction for moments that began at nothing.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    rate: f32,
    mean_share: f32,
    square_share: f32,
    damping: f32,
}

impl Pace {
    /// The pace of a step, numbered from 1, at a learning rate. Weights with gradients far below the damping hardly move.
    pub fn new(rate: f32, damping: f32, step: u64) -> Pace {
        let share = |decay: f32| 1.0 - f64::from(decay).powf(step as f64) as f32;
        Pace { rate, mean_share: share(FIRST_DECAY), square_share: share(SECOND_DECAY), damping }
    }
}

impl Moments {
    /// Moments of so many weights.
    pub fn new(count: usize) -> Moments {
        Moments { mean: vec![0.0; count], square: vec![0.0; count] }
    }

    /// Moves the weights from `first` on against their gradient.
    pub fn step(&mut self, weights: &mut [f32], first: usize, gradient: &[f32], pace: Pace) {
        let range = first..first + gradient.len();
        let moments = self.mean[range.clone()].iter_mut().zip(&mut self.square[range.clone()]);
        for ((weight, &slope), (mean, square)) in weights[range].iter_mut().zip(gradient).zip(moments) {
            *mean = FIRST_DECAY * *mean + (1.0 - FIRST_DECAY) * slope;
            *square = SECOND_DECAY * *square + (1.0 - SECOND_DECAY) * slope * slope;
            *weight -= pace.rate * (*mean / pace.mean_share) / ((*square / pace.square_share).sqrt() + pace.damping);
        }
    }

    /// Both lists, to be saved and restored.
    pub fn lists(&mut self) -> [&mut Vec<f32>; 2] {
        [&mut self.mean, &mut self.square]
    }
}
