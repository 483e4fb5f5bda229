//! A short run of every target: its corpus, and mutations of it from a fixed seed.

use fukumi_fuzz::{TARGETS, Tally, Target};

/// The longest input of the short run, in bytes.
const LONGEST: usize = 4096;

fn short_run(name: &str) {
    let target = Target::named(name).expect("a target of that name");
    let corpus = target.corpus();
    let mut tally = Tally::new(target);
    corpus.iter().for_each(|input| tally.execute(input));
    let mut last = corpus[0].clone();
    for seed in 0..target.short {
        // Now and then a mutation of a mutation instead of a good input.
        let from = if seed % 4 == 0 { &last } else { &corpus[seed as usize % corpus.len()] };
        last = target.mutate(from, &corpus, seed, LONGEST);
        tally.execute(&last);
    }
    println!("{}", tally.line());
}

/// A single test, since the cost of an execution is measured for the whole process.
#[test]
fn every_target_survives_a_short_run() {
    TARGETS.iter().for_each(|target| short_run(target.name));
}
