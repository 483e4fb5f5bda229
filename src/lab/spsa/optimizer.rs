//! The SPSA iteration: perturbations around the current values, and the update that follows from their result.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::tuned_param::TunedParam;
use crate::search::ParamValues;

/// The gain sequences fall with the iteration to these powers (gamma and alpha in Spall 1998).
const STEP_POWER: f64 = 0.101;
const RATE_POWER: f64 = 0.602;

/// The stability constant (A in Spall 1998), as a share of the iterations.
const STABILITY: f64 = 0.1;

/// The state of an optimisation.
#[derive(Clone, Debug)]
pub struct Optimizer {
    tuned_params: Vec<TunedParam>,
    base: ParamValues,
    /// The planned number of iterations.
    planned: u32,
    /// The iterations done.
    iterations: u32,
    /// How far a won pair moves a parameter at the end, in steps.
    rate: f64,
    seed: u64,
}

/// Two opposite perturbations of the current values, which play a match of two games.
#[derive(Clone, Debug)]
pub struct Perturbation {
    /// The iteration, from 0.
    pub iteration: u32,
    /// The values moved by plus delta.
    pub plus: ParamValues,
    /// The values moved by minus delta.
    pub minus: ParamValues,
    /// For each parameter, how far `plus` was moved from the current value.
    delta: Vec<f64>,
}

impl Perturbation {
    /// For each parameter, whether `plus` has it moved up; `minus` has it moved the other way.
    pub fn plus_is_up(&self) -> impl Iterator<Item = bool> {
        self.delta.iter().map(|&delta| delta > 0.0)
    }
}

impl Optimizer {
    /// Starts from the values of the parameters and plans so many iterations; all other parameters are those of `base`.
    pub fn new(tuned_params: Vec<TunedParam>, base: ParamValues, planned: u32, rate: f64, seed: u64) -> Optimizer {
        Optimizer { tuned_params, base, planned, iterations: 0, rate, seed }
    }

    /// Resumes from the values reached after so many iterations.
    pub fn resume(&mut self, iterations: u32, values: &[f64]) {
        self.iterations = iterations;
        for (param, &value) in self.tuned_params.iter_mut().zip(values) {
            param.value = value.clamp(param.low, param.high);
        }
    }

    /// The parameters with their current values.
    pub fn tuned_params(&self) -> &[TunedParam] {
        &self.tuned_params
    }

    /// The iterations done.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// The perturbation of an iteration, around the current values. Fractions are rounded at random: 6.3 becomes 6 seven times in ten.
    pub fn perturbation(&self, iteration: u32) -> Perturbation {
        let mut random = Pcg64::seed_from_u64(self.seed ^ (u64::from(iteration) << 32));
        let (mut plus, mut minus) = (self.base.clone(), self.base.clone());
        let mut delta = Vec::with_capacity(self.tuned_params.len());
        for param in &self.tuned_params {
            let way = if random.random::<bool>() { self.step(param, iteration) } else { -self.step(param, iteration) };
            for (params, value) in [(&mut plus, param.value + way), (&mut minus, param.value - way)] {
                let whole = whole(value.clamp(param.low, param.high), &mut random);
                params.set(param.name, whole);
            }
            delta.push(way);
        }
        Perturbation { iteration, plus, minus, delta }
    }

    /// Updates the values: `score_difference` is the points of `plus` less those of `minus`, -2 to 2.
    pub fn update(&mut self, perturbation: &Perturbation, score_difference: f64) {
        let (planned, iteration) = (f64::from(self.planned), f64::from(perturbation.iteration) + 1.0);
        let stability = STABILITY * planned;
        let fading = ((planned + stability) / (iteration + stability)).powf(RATE_POWER);
        for (param, delta) in self.tuned_params.iter_mut().zip(&perturbation.delta) {
            let gain = self.rate * fading * param.step * param.step / delta;
            param.value = (param.value + gain * score_difference).clamp(param.low, param.high);
        }
        self.iterations += 1;
    }

    /// The current values, rounded.
    pub fn params(&self) -> ParamValues {
        let mut params = self.base.clone();
        for param in &self.tuned_params {
            params.set(param.name, param.value.round() as i32);
        }
        params
    }

    fn step(&self, param: &TunedParam, iteration: u32) -> f64 {
        param.step * (f64::from(self.planned) / (f64::from(iteration) + 1.0)).powf(STEP_POWER).max(1.0)
    }
}

/// Rounds up or down at random, so that the mean is the value.
fn whole(value: f64, random: &mut impl Rng) -> i32 {
    (value + random.random::<f64>()).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::spsa::read_tuned_params;
    use crate::search::Params;

    fn defaults() -> ParamValues {
        Params::default().values()
    }

    fn value(values: &ParamValues, name: &str) -> i32 {
        values.get(name).unwrap()
    }

    /// Optimises a noisy function whose maximum is known.
    fn optimizer(perturbations: u32, seed: u64) -> Optimizer {
        let tuned_params = read_tuned_params("futility_base 20 72\nreduce_base 60 620", &defaults()).unwrap();
        let mut optimizer = Optimizer::new(tuned_params, defaults(), perturbations, 0.05, seed);
        let mut random = Pcg64::seed_from_u64(seed);
        let height = |params: &ParamValues| {
            let far = |value: i32, maximum: f64, step: f64| ((f64::from(value) - maximum) / step).powi(2);
            -far(value(params, "futility_base"), 220.0, 20.0) - far(value(params, "reduce_base"), 700.0, 60.0)
        };
        for number in 0..perturbations {
            let perturbation = optimizer.perturbation(number);
            let chance = 1.0 / (1.0 + (0.15 * (height(&perturbation.minus) - height(&perturbation.plus))).exp());
            let points: i32 = (0..2).map(|_| if random.random::<f64>() < chance { 1 } else { -1 }).sum();
            optimizer.update(&perturbation, f64::from(points));
        }
        optimizer
    }

    #[test]
    fn it_finds_the_maximum_of_a_noisy_function() {
        for seed in 1..=3 {
            let params = optimizer(4_000, seed).params();
            let found = [value(&params, "futility_base"), value(&params, "reduce_base")];
            assert!((190..=250).contains(&found[0]) && (600..=800).contains(&found[1]), "{found:?}");
        }
    }

    #[test]
    fn a_perturbation_depends_on_its_iteration_and_the_current_values() {
        let one = optimizer(50, 1);
        let again = optimizer(50, 1);
        assert_eq!(one.tuned_params(), again.tuned_params());
        assert_eq!(one.perturbation(7).plus, again.perturbation(7).plus);
        assert_ne!(one.perturbation(7).delta, one.perturbation(8).delta);
        let mut resumed = Optimizer::new(again.tuned_params().to_vec(), defaults(), 50, 0.05, 1);
        resumed.resume(50, &one.tuned_params().iter().map(|param| param.value).collect::<Vec<_>>());
        assert_eq!((resumed.perturbation(50).plus, resumed.iterations()), (one.perturbation(50).plus, 50));
    }

    #[test]
    fn values_stay_in_their_ranges() {
        let tuned_params = read_tuned_params("lmp_base 4 1", &defaults()).unwrap();
        let mut optimizer = Optimizer::new(tuned_params, defaults(), 100, 1.0, 1);
        for number in 0..100 {
            let perturbation = optimizer.perturbation(number);
            let [plus, minus] = [&perturbation.plus, &perturbation.minus].map(|values| value(values, "lmp_base"));
            assert!(plus >= 1 && minus >= 1);
            optimizer.update(&perturbation, if plus < minus { 2.0 } else { -2.0 });
        }
        assert_eq!(value(&optimizer.params(), "lmp_base"), 1);
    }
}
