//! The trainer on synthetic games: it finds planted weights, stops in time, and refuses what is hopeless.

use fukumi::lab::fit::{
    Epoch, FitError, FitSettings, Fitted, Samples, Stop, expected_score, fit, is_held_out, loss_curve, quantise,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const WIDTH: usize = 120;
const SCALE: f64 = 200.0;

/// Weights in evaluation units, most of them between -100 and 100.
fn planted() -> Vec<f32> {
    (0..WIDTH).map(|feature| ((feature * 37) % 201) as f32 - 100.0).collect()
}

/// Positions of games, ten each, whose results are drawn from the planted model; a feature's value is -2, -1, 1 or 2.
fn synthetic(rows: u64, seed: u64) -> Samples {
    let mut random = Pcg64::seed_from_u64(seed);
    let planted = planted();
    let mut samples = Samples::new(WIDTH).unwrap();
    for row in 0..rows {
        let features: Vec<(u32, f32)> = (0..8)
            .map(|_| (random.random_range(0..WIDTH as u32), [-2.0, -1.0, 1.0, 2.0][random.random_range(0..4)]))
            .collect();
        let evaluation: f32 = features.iter().map(|&(feature, value)| planted[feature as usize] * value).sum();
        let won = random.random::<f64>() < expected_score(evaluation.into(), SCALE);
        samples.push(row / 10, f32::from(u8::from(won)), 0.0, features).unwrap();
    }
    samples
}

fn settings() -> FitSettings {
    FitSettings { scale: SCALE, batch: 2048, pull: 0.0, learning_rate: 0.02, epochs: 60, ..FitSettings::default() }
}

fn run(samples: &Samples, settings: &FitSettings) -> Result<Fitted, FitError> {
    fit(samples, &vec![0.0; samples.width()], settings, &mut |_| ())
}

/// The standard error of each weight, from Fisher's information at the planted weights; features are independent.
fn standard_errors(rows: u64) -> f64 {
    let mut random = Pcg64::seed_from_u64(99);
    let planted = planted();
    let mut slopes = 0.0;
    const DRAWS: usize = 20_000;
    for _ in 0..DRAWS {
        let evaluation: f32 = (0..8)
            .map(|_| planted[random.random_range(0..WIDTH)] * [-2.0, -1.0, 1.0, 2.0][random.random_range(0..4)])
            .sum();
        let expected = expected_score(evaluation.into(), SCALE);
        slopes += expected * (1.0 - expected) / DRAWS as f64;
    }
    // Eight draws a row, of a mean square of 2.5, hit a given feature with probability 8 / WIDTH.
    SCALE / (rows as f64 * 8.0 / WIDTH as f64 * 2.5 * slopes).sqrt()
}

#[test]
fn planted_weights_are_recovered_within_their_error() {
    let rows = 100_000;
    let samples = synthetic(rows, 1);
    let fitted = run(&samples, &settings()).unwrap();
    let error = standard_errors(fitted.training_rows as u64);
    let deviations: Vec<f64> =
        fitted.weights.iter().zip(planted()).map(|(found, truth)| f64::from(found - truth) / error).collect();
    let chi_square = deviations.iter().map(|deviation| deviation * deviation).sum::<f64>() / WIDTH as f64;
    let worst = deviations.iter().fold(0.0f64, |worst, deviation| worst.max(deviation.abs()));
    println!("error {error:.2}, mean square {chi_square:.2}, worst {worst:.2}, epochs {}", fitted.epochs.len());
    assert!(error < 10.0, "the samples are too few for a test: {error}");
    assert!((0.6..1.6).contains(&chi_square), "the mean squared deviation is {chi_square} instead of 1");
    assert!(worst < 4.5, "a weight is {worst} standard errors off");
    assert_eq!(fitted.learnt_features, WIDTH);
}

#[test]
fn fits_are_deterministic_whatever_the_threads() {
    let samples = synthetic(20_000, 2);
    let settings = FitSettings { epochs: 3, batch: 4096, ..settings() };
    let fitted = run(&samples, &settings).unwrap();
    assert_eq!(run(&samples, &settings).unwrap(), fitted);
    assert_eq!(run(&samples, &FitSettings { threads: 1, ..settings.clone() }).unwrap(), fitted);
    assert_ne!(run(&samples, &FitSettings { seed: 2, ..settings }).unwrap().weights, fitted.weights);
}

#[test]
fn few_games_are_not_learnt_by_heart() {
    // As many weights as games: without the held-out games the loss of the others would go on falling.
    let samples = synthetic(1500, 3);
    let settings = FitSettings { min_rows: 1, held_out: 0.3, batch: 256, epochs: 1000, ..settings() };
    let mut seen: Vec<Epoch> = Vec::new();
    let fitted = fit(&samples, &[0.0; WIDTH], &settings, &mut |epoch| seen.push(*epoch)).unwrap();
    assert_eq!(fitted.stop, Stop::NoGain);
    assert_eq!(seen, fitted.epochs);
    assert!(fitted.epochs.len() < 200, "{} epochs", fitted.epochs.len());
    let best = fitted.epochs.iter().min_by(|a, b| a.held_out_loss.total_cmp(&b.held_out_loss)).unwrap();
    assert_eq!(best.number, fitted.best_epoch);
    assert!(fitted.best_epoch + settings.patience < fitted.epochs.len(), "patience is kept");
    let last = fitted.epochs.last().unwrap();
    assert!(last.training_loss < last.held_out_loss, "over-fitting was tried: {last:?}");
    assert!(last.learning_rate < settings.learning_rate);
    assert_eq!(fitted.training_rows + fitted.held_out_rows, 1500);
}

#[test]
fn the_weights_returned_are_the_best_ones() {
    let samples = synthetic(1500, 3);
    let settings = FitSettings { min_rows: 1, held_out: 0.3, batch: 256, ..settings() };
    let fitted = run(&samples, &settings).unwrap();
    let best = fitted.epochs[fitted.best_epoch].held_out_loss;
    let rounded = quantise(&samples, &fitted.weights, &settings, 1.0).unwrap();
    assert!((rounded.loss_before - best).abs() < 1e-6, "{} {best}", rounded.loss_before);
    assert!((rounded.loss_after - best).abs() < 1e-3);
    let coarse = quantise(&samples, &fitted.weights, &settings, 0.01).unwrap();
    assert!(coarse.loss_after > rounded.loss_after + 1e-3, "{coarse:?}");
    let wanted: Vec<i32> = fitted.weights.iter().map(|weight| (weight * 0.01).round() as i32).collect();
    assert_eq!(coarse.weights, wanted);
}

#[test]
fn a_start_that_is_right_already_is_kept() {
    let samples = synthetic(3000, 4);
    let settings = FitSettings { learning_rate: 2.0, ..settings() };
    let fitted = fit(&samples, &planted(), &settings, &mut |_| ()).unwrap();
    assert_eq!(fitted.best_epoch, 0);
    assert_eq!(fitted.weights, planted());
}

#[test]
fn rare_features_stay_and_the_pull_holds() {
    let samples = synthetic(20_000, 5);
    let settings = FitSettings { min_rows: 400, epochs: 10, ..settings() };
    let rare = samples.width() as u32 - 1;
    let mut wider = Samples::new(WIDTH + 2).unwrap();
    // Two more features: one that never occurs, one that occurs in 300 rows and always wins.
    for row in 0..20_000u32 {
        let odd = if row < 300 { vec![(rare + 1, 1.0)] } else { vec![(row % 7, 1.0)] };
        wider.push(row.into(), if row < 300 { 1.0 } else { (row % 2) as f32 }, 0.0, odd).unwrap();
    }
    let mut start = vec![5.0; WIDTH + 2];
    start[WIDTH + 1] = -7.5;
    let fitted = fit(&wider, &start, &settings, &mut |_| ()).unwrap();
    assert_eq!(&fitted.weights[WIDTH..], &[5.0, -7.5]);
    assert_eq!(fitted.learnt_features, 7);

    let distance = |pull: f64| {
        let fitted = fit(&samples, &[10.0; WIDTH], &FitSettings { pull, ..settings.clone() }, &mut |_| ()).unwrap();
        fitted.weights.iter().map(|weight| f64::from((weight - 10.0).powi(2))).sum::<f64>().sqrt()
    };
    let (free, held) = (distance(0.0), distance(10.0));
    assert!(free > 300.0 && held < free / 20.0, "{free} {held}");
}

#[test]
fn hopeless_input_is_named() {
    let settings = FitSettings { min_rows: 1, ..settings() };
    let with = |rows: &[(u64, f32, f32)]| {
        let mut samples = Samples::new(1).unwrap();
        rows.iter().for_each(|&(game, target, value)| samples.push(game, target, 0.0, [(0, value)]).unwrap());
        run(&samples, &settings)
    };
    assert_eq!(with(&[]), Err(FitError::NoRows));
    let won: Vec<_> = (0..100).map(|game| (game, 1.0, 1.0)).collect();
    assert_eq!(with(&won), Err(FitError::OneClass(1.0)));
    assert_eq!(with(&[(3, 1.0, 1.0), (3, 0.0, 1.0)]), Err(FitError::EmptySide { games: 1, held_out: 0 }));
    let empty: Vec<_> = (0..100).map(|game| (game, (game % 2) as f32, 0.0)).collect();
    assert_eq!(with(&empty), Err(FitError::NoFeatures(1)));
    let huge: Vec<_> = (0..100).map(|game| (game, (game % 2) as f32, f32::MAX)).collect();
    assert!(matches!(with(&huge), Err(FitError::Diverged { .. })), "{:?}", with(&huge));

    let samples = synthetic(1000, 6);
    let refused = |start: &[f32], settings: &FitSettings| fit(&samples, start, settings, &mut |_| ()).unwrap_err();
    assert_eq!(refused(&[0.0; 3], &settings), FitError::StartLength { found: 3, expected: WIDTH });
    let mut start = [0.0; WIDTH];
    start[4] = f32::INFINITY;
    assert_eq!(refused(&start, &settings), FitError::StartValue { feature: 4, value: f32::INFINITY });
    let error = refused(&[0.0; WIDTH], &FitSettings { batch: 0, ..settings.clone() });
    assert_eq!(error.to_string(), "batch = 0: it must be at least 1");
    assert!(quantise(&samples, &start, &settings, 1.0).is_err());
    assert!(quantise(&samples, &[0.0; WIDTH], &settings, 0.0).is_err());
    assert!(quantise(&samples, &[0.0; 2], &settings, 1.0).is_err());
}

#[test]
fn the_split_is_by_game_and_the_curve_shows_every_epoch() {
    let samples = synthetic(2000, 7);
    let settings = FitSettings { min_rows: 1, epochs: 4, ..settings() };
    let fitted = run(&samples, &settings).unwrap();
    let held_out = (0..200).filter(|&game| is_held_out(game, settings.seed, settings.held_out)).count();
    assert_eq!(fitted.held_out_rows, 10 * held_out);
    let svg = loss_curve(&fitted.epochs).unwrap();
    assert!(svg.contains("held out") && svg.contains(&format!("after epoch {}", fitted.best_epoch)));
}
