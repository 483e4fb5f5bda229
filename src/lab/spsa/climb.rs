//! The method: trials drawn around where the climb stands, and what their results teach.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::knobs::Knob;
use crate::search::Params;

/// The gains shrink with the number of the trial to these powers (Spall 1998).
const STEP_POWER: f64 = 0.101;
const RATE_POWER: f64 = 0.602;

/// So large a part of the trials goes by before the rate of learning begins to shrink in earnest.
const STABILITY: f64 = 0.1;

/// Where a climb stands.
#[derive(Clone, Debug)]
pub struct Climb {
    knobs: Vec<Knob>,
    base: Params,
    /// Trials of the whole climb, and those that were learnt from.
    trials: u32,
    learnt: u32,
    /// How far a won pair moves a number at the end, in steps.
    rate: f64,
    seed: u64,
}

/// Two sets of numbers that are to play against each other.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its number, from 0.
    pub number: u32,
    /// The first set.
    pub up: Params,
    /// The second.
    pub down: Params,
    /// For each knob, how far the first set was moved from where the climb stood.
    moved: Vec<f64>,
}

impl Trial {
    /// For each knob, whether the first set has it moved up: the second has it moved down then, and the other way round.
    pub fn ups(&self) -> impl Iterator<Item = bool> {
        self.moved.iter().map(|&moved| moved > 0.0)
    }
}

impl Climb {
    /// A climb from the knobs' values, over so many trials; all other numbers are those of `base`.
    pub fn new(knobs: Vec<Knob>, base: Params, trials: u32, rate: f64, seed: u64) -> Climb {
        Climb { knobs, base, trials, learnt: 0, rate, seed }
    }

    /// Goes on where another climb stood after so many trials.
    pub fn resume(&mut self, learnt: u32, values: &[f64]) {
        self.learnt = learnt;
        for (knob, &value) in self.knobs.iter_mut().zip(values) {
            knob.value = value.clamp(knob.low, knob.high);
        }
    }

    /// The numbers as they stand.
    pub fn knobs(&self) -> &[Knob] {
        &self.knobs
    }

    /// How many trials were learnt from.
    pub fn learnt(&self) -> u32 {
        self.learnt
    }

    /// The trial of that number, around where the climb stands now. Fractions are played by chance: 6.3 is 6 in seven trials of ten.
    pub fn trial(&self, number: u32) -> Trial {
        let mut random = Pcg64::seed_from_u64(self.seed ^ (u64::from(number) << 32));
        let (mut up, mut down) = (self.base.clone(), self.base.clone());
        let mut moved = Vec::with_capacity(self.knobs.len());
        for knob in &self.knobs {
            let way = if random.random::<bool>() { self.step(knob, number) } else { -self.step(knob, number) };
            for (params, value) in [(&mut up, knob.value + way), (&mut down, knob.value - way)] {
                let whole = whole(value.clamp(knob.low, knob.high), &mut random);
                params.set(knob.name, whole);
            }
            moved.push(way);
        }
        Trial { number, up, down, moved }
    }

    /// Learns from a trial: `balance` is what the first set won more than the second, -2 to 2 points.
    pub fn learn(&mut self, trial: &Trial, balance: f64) {
        let (trials, number) = (f64::from(self.trials), f64::from(trial.number) + 1.0);
        let stability = STABILITY * trials;
        let fading = ((trials + stability) / (number + stability)).powf(RATE_POWER);
        for (knob, moved) in self.knobs.iter_mut().zip(&trial.moved) {
            let gain = self.rate * fading * knob.step * knob.step / moved;
            knob.value = (knob.value + gain * balance).clamp(knob.low, knob.high);
        }
        self.learnt += 1;
    }

    /// The numbers as they stand, rounded.
    pub fn params(&self) -> Params {
        let mut params = self.base.clone();
        for knob in &self.knobs {
            params.set(knob.name, knob.value.round() as i32);
        }
        params
    }

    fn step(&self, knob: &Knob, number: u32) -> f64 {
        knob.step * (f64::from(self.trials) / (f64::from(number) + 1.0)).powf(STEP_POWER).max(1.0)
    }
}

/// One of the two whole numbers beside the value, in the long run equal to it.
fn whole(value: f64, random: &mut impl Rng) -> i32 {
    (value + random.random::<f64>()).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::spsa::read_knobs;

    /// A game whose result is the better the nearer the numbers are to a summit.
    fn climb(trials: u32, seed: u64) -> Climb {
        let knobs = read_knobs("futility_base 20\nreduce_base 60", &Params::default()).unwrap();
        let mut climb = Climb::new(knobs, Params::default(), trials, 0.05, seed);
        let mut random = Pcg64::seed_from_u64(seed);
        let height = |params: &Params| {
            let far = |value: i32, summit: f64, step: f64| ((f64::from(value) - summit) / step).powi(2);
            -far(params.futility_base, 220.0, 20.0) - far(params.reduce_base, 700.0, 60.0)
        };
        for number in 0..trials {
            let trial = climb.trial(number);
            let chance = 1.0 / (1.0 + (0.15 * (height(&trial.down) - height(&trial.up))).exp());
            let points: i32 = (0..2).map(|_| if random.random::<f64>() < chance { 1 } else { -1 }).sum();
            climb.learn(&trial, f64::from(points));
        }
        climb
    }

    #[test]
    fn it_finds_the_summit_of_a_noisy_hill() {
        for seed in 1..=3 {
            let params = climb(4_000, seed).params();
            assert!((190..=250).contains(&params.futility_base), "{}", params.futility_base);
            assert!((600..=800).contains(&params.reduce_base), "{}", params.reduce_base);
        }
    }

    #[test]
    fn a_trial_depends_on_its_number_and_where_the_climb_stands() {
        let one = climb(50, 1);
        let again = climb(50, 1);
        assert_eq!(one.knobs(), again.knobs());
        assert_eq!(one.trial(7).up, again.trial(7).up);
        assert_ne!(one.trial(7).moved, one.trial(8).moved);
        let mut resumed = Climb::new(again.knobs().to_vec(), Params::default(), 50, 0.05, 1);
        resumed.resume(50, &one.knobs().iter().map(|knob| knob.value).collect::<Vec<_>>());
        assert_eq!((resumed.trial(50).up, resumed.learnt()), (one.trial(50).up, 50));
    }

    #[test]
    fn numbers_stay_in_their_ranges() {
        let knobs = read_knobs("lmp_base 4 1", &Params::default()).unwrap();
        let mut climb = Climb::new(knobs, Params::default(), 100, 1.0, 1);
        for number in 0..100 {
            let trial = climb.trial(number);
            assert!(trial.up.lmp_base >= 1 && trial.down.lmp_base >= 1);
            climb.learn(&trial, if trial.up.lmp_base < trial.down.lmp_base { 2.0 } else { -2.0 });
        }
        assert_eq!(climb.params().lmp_base, 1);
    }
}
