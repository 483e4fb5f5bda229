//! `INFO max_memory`: the process stays below 85 % of it, whatever it searches.

use super::process::{Engine, is_move};

const PERCENT: u64 = 85;

/// Searches long enough for a small table to be touched everywhere, and tells the peak.
fn peak(size: u32, infos: &[&str]) -> u64 {
    let mut engine = Engine::with(&[]);
    assert_eq!(engine.ask(&format!("START {size}")), "OK");
    infos.iter().for_each(|info| engine.send(&format!("INFO {info}")));
    engine.send("INFO timeout_turn 1500");
    assert!(is_move(&engine.ask("BOARD 7,7,2 8,8,1 7,9,2 9,7,1 6,8,2 DONE")), "{}", engine.told());
    engine.send("INFO timeout_turn 300");
    assert!(is_move(&engine.ask("TURN 3,3")), "{}", engine.told());
    engine.peak_memory()
}

fn stays_below(limit: u64, size: u32, infos: &[&str]) {
    let memory = format!("max_memory {limit}");
    let infos: Vec<&str> = infos.iter().copied().chain([memory.as_str()]).collect();
    let peak = peak(size, &infos);
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
