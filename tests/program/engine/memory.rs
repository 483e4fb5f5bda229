//! `INFO max_memory`: the process stays below 85 % of it, whatever it searches.

use crate::process::{Engine, PATIENCE, is_move};

const PERCENT: u64 = 85;

/// Searches quiet positions, which no proof cuts short, for long enough to touch a small table everywhere; tells the peak.
fn peak(arguments: &[&str], size: u32, infos: &[&str]) -> u64 {
    let mut engine = Engine::with(arguments);
    assert_eq!(engine.ask(&format!("START {size}")), "OK");
    infos.iter().for_each(|info| engine.send(&format!("INFO {info}")));
    engine.send("INFO timeout_turn 1500");
    assert!(is_move(&engine.ask("TURN 7,7")), "{}", engine.told());
    engine.send("INFO timeout_turn 300");
    assert!(is_move(&engine.ask("TURN 3,3")), "{}", engine.told());
    engine.peak_memory()
}

fn stays_below(limit: u64, size: u32, infos: &[&str]) {
    let memory = format!("max_memory {limit}");
    let infos: Vec<&str> = infos.iter().copied().chain([memory.as_str()]).collect();
    let peak = peak(&[], size, &infos);
    assert!(peak * 100 <= limit * PERCENT, "{peak} of {limit} bytes with {infos:?}");
}

#[test]
fn little_memory_is_enough() {
    stays_below(32 << 20, 20, &["rule 0"]);
}

#[test]
fn the_memory_of_a_common_limit_is_not_exceeded() {
    stays_below(83_886_080, 15, &["rule 4"]);
}

#[test]
fn threads_and_a_large_table_asked_for_do_not_exceed_it_either() {
    stays_below(64 << 20, 15, &["Threads 3", "hash_size 1048576"]);
}

#[test]
fn an_open_database_has_room_within_the_limit() {
    let limit = 64 << 20;
    let peak = peak(&["--database", "study.db"], 15, &[&format!("max_memory {limit}")]);
    // The caches of a new database are empty.
    let caches = 8 << 20;
    assert!((peak + caches) * 100 <= limit * PERCENT, "{peak} of {limit} bytes and {caches}");
}

#[test]
fn memory_is_taken_before_the_first_move_when_it_is_known_how_much_there_is() {
    let mut engine = Engine::with(&[]);
    assert_eq!(engine.ask("START 15"), "OK");
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(engine.peak_memory() < 40 << 20, "nobody has said how much may be taken: {}", engine.peak_memory());
    let limit = 100 << 20;
    engine.send(&format!("INFO max_memory {limit}"));
    let asked = std::time::Instant::now();
    while engine.peak_memory() < 60 << 20 {
        assert!(asked.elapsed() < PATIENCE, "{}", engine.peak_memory());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    engine.send("INFO timeout_turn 100");
    assert!(is_move(&engine.ask("TURN 7,7")), "{}", engine.told());
    assert!(engine.peak_memory() * 100 <= limit * PERCENT, "{}", engine.peak_memory());
}
