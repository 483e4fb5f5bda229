//! The fast run: mutations of good inputs, and of those in a folder, thrown at one target for some seconds.
//! `throw TARGET SECONDS [FOLDER [FAILED]]`; `scripts/fuzz.sh` calls it. An input that fails is left in the folder `FAILED`.

use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fukumi_fuzz::{TARGETS, Tally, Target, inputs_of};

/// No input is longer, in bytes.
const LONGEST: usize = 4096;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let target = arguments.first().and_then(|name| Target::named(name));
    let seconds = arguments.get(1).and_then(|text| text.parse().ok());
    let (Some(target), Some(seconds)) = (target, seconds) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        println!("throw TARGET SECONDS [FOLDER [FAILED]], with a target of {names:?}");
        return ExitCode::FAILURE;
    };
    let mut inputs = target.corpus();
    inputs.extend(arguments.get(2).map_or(Vec::new(), |folder| inputs_of(Path::new(folder))));
    let failed = arguments.get(3).map_or_else(env::temp_dir, PathBuf::from);
    throw(target, &inputs, Duration::from_secs(seconds), &failed)
}

fn throw(target: &'static Target, inputs: &[Vec<u8>], time: Duration, failed: &Path) -> ExitCode {
    let begun = Instant::now();
    let mut tally = Tally::new(target);
    // Every run throws others.
    let mut seed = RandomState::new().hash_one(target.name);
    while begun.elapsed() < time {
        seed = seed.wrapping_add(1);
        let input = target.mutate(&inputs[seed as usize % inputs.len()], inputs, seed, LONGEST);
        if catch_unwind(AssertUnwindSafe(|| tally.execute(&input))).is_err() {
            let path = failed.join(format!("{}-{seed:x}", target.name));
            println!("{}\n{} failed: {:?}", tally.line(), path.display(), fs::write(&path, &input));
            return ExitCode::FAILURE;
        }
    }
    println!("{}", tally.line());
    ExitCode::SUCCESS
}
