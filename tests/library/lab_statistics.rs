//! The statistics of matches keep their promises on simulated engines of known strength: error rates of the sequential test,
//! coverage of error bars.

use fukumi::lab::stats::{
    CrossTable, Decision, Estimate, Pentanomial, Points, Sprt, Trinomial, elo_of_score, score_of_elo,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Two engines. A game's result is the strength, the opening's favour and luck on the logistic scale, where a draw takes the
/// middle; so games of a pair depend on each other, as they do in life.
#[derive(Clone, Copy)]
struct Model {
    /// Advantage of the first engine, in Elo of a fair opening.
    strength: f64,
    /// Half the width of what ends in a draw, in Elo.
    draw: f64,
    /// The largest advantage that an opening gives the side that begins, in Elo.
    bias: f64,
}

impl Model {
    const QUIET: Model = Model { strength: 0.0, draw: 100.0, bias: 0.0 };
    const SHARP: Model = Model { strength: 0.0, draw: 20.0, bias: 400.0 };
    const DRAWN: Model = Model { strength: 0.0, draw: 250.0, bias: 200.0 };

    fn game(&self, advantage: f64, random: &mut impl Rng) -> Points {
        let luck: f64 = random.random();
        if luck < score_of_elo(advantage - self.draw) {
            Points::Win
        } else if luck < score_of_elo(advantage + self.draw) {
            Points::Draw
        } else {
            Points::Loss
        }
    }

    fn pair(&self, random: &mut impl Rng) -> [Points; 2] {
        let favour = self.bias * random.random_range(-1.0..=1.0);
        [self.game(self.strength + favour, random), self.game(self.strength - favour, random)]
    }

    /// The expected score: the mean over the openings, on a fine grid.
    fn score(&self) -> f64 {
        let game = |advantage| (score_of_elo(advantage - self.draw) + score_of_elo(advantage + self.draw)) / 2.0;
        let openings = (0..1000).map(|step| self.bias * (f64::from(step) + 0.5) / 1000.0);
        openings.map(|favour| game(self.strength + favour) + game(self.strength - favour)).sum::<f64>() / 2000.0
    }

    /// The same games between engines whose expected score is that of `elo`.
    fn with_elo(self, elo: f64) -> Model {
        let (mut low, mut high) = (-4000.0, 4000.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if (Model { strength: middle, ..self }).score() < score_of_elo(elo) { low = middle } else { high = middle }
        }
        Model { strength: low, ..self }
    }
}

/// How many of `tests` sequential tests of such engines come to a decision.
fn count_decisions(model: Model, sprt: Sprt, wanted: Decision, tests: u32, random: &mut Pcg64) -> u32 {
    let run = |random: &mut Pcg64| {
        let mut pairs = Pentanomial::default();
        loop {
            let [first, second] = model.pair(random);
            pairs.add(first, second);
            match sprt.decision(&pairs) {
                Decision::Continue => assert!(pairs.total() < 200_000, "a test without end"),
                decision => return decision,
            }
        }
    };
    (0..tests).map(|_| u32::from(run(random) == wanted)).sum()
}

/// Two standard errors above the rate that a test promises, of 1,000.
fn most_errors(rate: f64) -> u32 {
    (1000.0 * rate + 2.0 * (1000.0 * rate * (1.0 - rate)).sqrt()) as u32
}

#[test]
fn sequential_tests_err_no_more_often_than_stated() {
    let mut random = Pcg64::seed_from_u64(20);
    for (model, elo0, elo1, alpha, beta) in [
        (Model::QUIET, 0.0, 25.0, 0.05, 0.05),
        (Model::SHARP, 0.0, 25.0, 0.05, 0.1),
        (Model::DRAWN, -15.0, 5.0, 0.1, 0.05),
        (Model::SHARP, 0.0, 100.0, 0.05, 0.05),
    ] {
        let sprt = Sprt::new(elo0, elo1, alpha, beta).unwrap();
        let accepted = count_decisions(model.with_elo(elo0), sprt, Decision::AcceptH1, 1000, &mut random);
        let missed = count_decisions(model.with_elo(elo1), sprt, Decision::AcceptH0, 1000, &mut random);
        println!("{elo0} {elo1}: alpha {alpha}, {accepted} of 1000; beta {beta}, {missed} of 1000");
        assert!(accepted <= most_errors(alpha), "elo0 = {elo0} true: elo1 = {elo1} accepted {accepted} times");
        assert!(missed <= most_errors(beta), "elo1 = {elo1} true: elo0 = {elo0} accepted {missed} times");
        assert!(accepted + missed > 20, "a test that never errs was not tried");
    }
}

/// How often error bars hold the truth, in 0..=1.
fn coverage(model: Model, pairs: u32, random: &mut Pcg64) -> f64 {
    const MATCHES: u32 = 2000;
    let truth = elo_of_score(model.score());
    let holds = |random: &mut Pcg64| {
        let mut tally = Pentanomial::default();
        for _ in 0..pairs {
            let [first, second] = model.pair(random);
            tally.add(first, second);
        }
        let estimate = Estimate::of(&tally);
        estimate.elo_low <= truth && truth <= estimate.elo_high
    };
    f64::from((0..MATCHES).map(|_| u32::from(holds(random))).sum::<u32>()) / f64::from(MATCHES)
}

#[test]
fn error_bars_of_pairs_cover_the_truth() {
    let mut random = Pcg64::seed_from_u64(21);
    for model in [Model::QUIET, Model::SHARP, Model::DRAWN] {
        for elo in [0.0, -10.0, 60.0, 200.0, -400.0] {
            for pairs in [50, 100, 500] {
                let coverage = coverage(model.with_elo(elo), pairs, &mut random);
                println!("draw {} bias {} elo {elo} pairs {pairs}: {coverage}", model.draw, model.bias);
                assert!((0.93..=0.97).contains(&coverage), "{coverage} at {elo} Elo in {pairs} pairs");
            }
        }
    }
}

#[test]
fn error_bars_of_single_games_cover_the_truth() {
    let mut random = Pcg64::seed_from_u64(22);
    for elo in [0.0, 150.0] {
        let model = Model::QUIET.with_elo(elo);
        let holds = |random: &mut Pcg64| {
            let mut games = Trinomial::default();
            (0..100).for_each(|_| games.add(model.game(model.strength, random)));
            let estimate = Estimate::of(&games);
            estimate.elo_low <= elo && elo <= estimate.elo_high
        };
        let held = (0..4000).filter(|_| holds(&mut random)).count();
        assert!((3720..=3880).contains(&held), "{held} of 4000 at {elo} Elo");
    }
}

#[test]
fn error_bars_of_a_round_robin_cover_the_truth() {
    let planted = [150.0, 60.0, 0.0, -10.0, -200.0];
    let mut random = Pcg64::seed_from_u64(23);
    let mut held = 0;
    let couples = (0..planted.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let models = couples.map(|(i, j)| (i, j, Model::SHARP.with_elo(planted[i] - planted[j]))).collect::<Vec<_>>();
    for _ in 0..400 {
        let mut table = CrossTable::new(planted.map(|elo| elo.to_string()).to_vec());
        for (i, j, model) in &models {
            for _ in 0..50 {
                let [first, second] = model.pair(&mut random);
                table.add_pair(*i, *j, first, second);
            }
        }
        held +=
            table.ratings().lines.iter().filter(|line| (line.elo - planted[line.engine]).abs() < line.error).count();
    }
    assert!((1860..=1940).contains(&held), "{held} of 2000");
}
