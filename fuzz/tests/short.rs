//! A short run of every target: its corpus, and mutations of it that are the same every time.

use fukumi_fuzz::{TARGETS, Tally, Target};

/// No input of the short run is longer, in bytes.
const LONGEST: usize = 4096;

fn short_run(name: &str) {
    let target = Target::named(name).expect("a target of that name");
    let corpus = target.corpus();
    let mut tally = Tally::new(target);
    corpus.iter().for_each(|input| tally.execute(input));
    let mut last = corpus[0].clone();
    for seed in 0..target.short {
        // Now and then a mutation of a mutation, and not of a good input.
        let from = if seed % 4 == 0 { &last } else { &corpus[seed as usize % corpus.len()] };
        last = target.mutate(from, &corpus, seed, LONGEST);
        tally.execute(&last);
    }
    println!("{}", tally.line());
}

/// One test, as what an execution costs is measured in the whole process.
#[test]
fn every_target_survives_a_short_run() {
    TARGETS.iter().for_each(|target| short_run(target.name));
}
