//! The long run: libFuzzer on one target, named by the environment variable `FUKUMI_FUZZ_TARGET`. `scripts/fuzz.sh` calls it.
#![no_main]

use std::env;
use std::sync::{LazyLock, Mutex, PoisonError};

use fukumi_fuzz::{TARGETS, Tally, Target};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = env::var("FUKUMI_FUZZ_TARGET").unwrap_or_default();
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    Target::named(&name).unwrap_or_else(|| panic!("FUKUMI_FUZZ_TARGET: expected one of {names:?}, not '{name}'"))
});
static TALLY: LazyLock<Mutex<Tally>> = LazyLock::new(|| Mutex::new(Tally::new(*TARGET)));
static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| TARGET.corpus());

fuzz_target!(|data: &[u8]| {
    let mut tally = TALLY.lock().unwrap_or_else(PoisonError::into_inner);
    tally.execute(data);
    if tally.is_due() {
        println!("{}", tally.line());
    }
});

// Half of the mutations know lines and words; the others are libFuzzer's own, which follow the comparisons it has seen.
fuzz_mutator!(|data: &mut [u8], size: usize, longest: usize, seed: u32| {
    if seed.is_multiple_of(2) {
        return fuzzer_mutate(data, size, longest);
    }
    let changed = TARGET.mutate(&data[..size], &SEEDS, seed.into(), longest);
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
});
