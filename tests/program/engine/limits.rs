//! Promises that are measured: how soon a search can be stopped, and how much memory is held. The suite looks at a few stops;
//! `scripts/limits.sh` runs the long tests, which print what they find.

use std::thread::sleep;
use std::time::{Duration, Instant};

use fukumi::games::GAMES;
use fukumi::lab::arena::cpu_wait::CpuWait;

use crate::process::{Engine, is_move};

/// Stops a search without end again and again at odd moments; the times it took, in order of their length. Time that the machine
/// did not let the engine run is taken off: it is told by the second list, the same times with it.
fn stops(game: &str, threads: u32, count: usize) -> [Vec<Duration>; 2] {
    let mut engine = Engine::start();
    engine.send("ugi");
    while engine.reply() != "ugiok" {}
    engine.send(&format!("setoption name Game value {game}"));
    engine.send(&format!("setoption name Threads value {threads}"));
    let trials = GAMES.iter().find(|entry| entry.name == game).expect("a game of the registry").bench;
    let mut times = [Vec::new(), Vec::new()];
    for (number, trial) in trials.iter().cycle().take(count).enumerate() {
        trial.options.iter().for_each(|(name, value)| engine.send(&format!("setoption name {name} value {value}")));
        let position = trial.position.map_or("startpos".to_owned(), |text| format!("fen {text}"));
        engine.send(&format!("position {position} moves {}", trial.moves));
        // A rule that is played for the first time has tables to be made, which is no search.
        assert_eq!(engine.ask("isready"), "readyok");
        engine.send("go infinite");
        sleep(Duration::from_micros(number as u64 * 7_919 % 20_000));
        let before = CpuWait::so_far(engine.id());
        let asked = Instant::now();
        engine.send("stop");
        assert!(engine.reply().starts_with("bestmove "), "{}", engine.told());
        let took = asked.elapsed();
        let waited = CpuWait::so_far(engine.id()).zip(before).map(|(now, before)| now.since(&before));
        times[0].push(took.saturating_sub(waited.unwrap_or_default()));
        times[1].push(took);
        engine.forget();
    }
    times.iter_mut().for_each(|times| times.sort());
    times
}

#[test]
fn a_search_of_any_game_is_stopped_soon() {
    for game in ["gomoku", "abalone", "capture"] {
        for threads in [1, 2] {
            let [_, all] = stops(game, threads, 9);
            assert!(all[all.len() / 2] < Duration::from_millis(100), "{game}, {threads} threads: {all:?}");
        }
    }
}

#[test]
#[ignore = "a measurement of minutes: scripts/limits.sh"]
fn a_thousand_stops() {
    let count = std::env::var("FUKUMI_STOPS").map_or(1_000, |text| text.parse().expect("FUKUMI_STOPS is a number"));
    let mut failed = false;
    for game in ["gomoku", "abalone", "capture"] {
        for threads in [1, 2] {
            let [own, all] = stops(game, threads, count);
            let [median, worst] = [count / 2, count - 1];
            println!(
                "stop {game:8} threads {threads} stops {count} median {:?} worst {:?}, without waiting {:?} and {:?}",
                all[median], all[worst], own[median], own[worst]
            );
            let quiet = std::env::var_os("FUKUMI_QUIET").is_some();
            let judged = if quiet { &all } else { &own };
            // The threads that help are gone when the answer comes, and what they waited with them: on a busy machine their share
            // cannot be told.
            let told = threads == 1 || quiet;
            let late = judged[median] > Duration::from_millis(5) || judged[worst] > Duration::from_millis(20);
            failed |= told && late;
        }
    }
    assert!(!failed, "a median of more than 5 ms, or one stop of more than 20 ms");
}

#[test]
#[ignore = "a measurement that takes 1 GiB: scripts/limits.sh"]
fn first_moves_with_large_tables() {
    let limit = Duration::from_millis(200);
    for (mebibytes, rule) in [(64, 0), (350, 4), (1024, 1), (1024, 4)] {
        let mut engine = Engine::with(&[]);
        assert_eq!(engine.ask("START 15"), "OK");
        let before = CpuWait::so_far(engine.id());
        let asked = Instant::now();
        // All at once, as managers do where the opponent is quick.
        let hash = mebibytes * 3 / 4 * 1024;
        engine.bytes(
            format!(
                "INFO timeout_turn {}\nINFO rule {rule}\nINFO max_memory {}\nINFO hash_size {hash}\nTURN 7,7\n",
                limit.as_millis(),
                mebibytes << 20_u64
            )
            .as_bytes(),
        );
        assert!(is_move(&engine.reply()), "{}", engine.told());
        let took = asked.elapsed();
        let waited = CpuWait::so_far(engine.id()).zip(before).map(|(now, before)| now.since(&before));
        let own = took.saturating_sub(waited.unwrap_or_default());
        println!(
            "first move max_memory {mebibytes} MiB rule {rule}: {took:?} of {limit:?}, of it not waited for a processor {own:?}"
        );
        assert!(own <= limit, "{own:?}");
    }
}

#[test]
#[ignore = "a measurement that takes 2 GiB: scripts/limits.sh"]
fn memory_of_each_limit() {
    for mebibytes in [32, 80, 350, 2048_u64] {
        for (rule, size, threads) in [(0, 20, 1), (4, 15, 2)] {
            let mut engine = Engine::with(&[]);
            assert_eq!(engine.ask(&format!("START {size}")), "OK");
            for info in [
                format!("max_memory {}", mebibytes << 20),
                format!("rule {rule}"),
                format!("Threads {threads}"),
                // As much as there may be: unasked the table is never larger than 256 MiB.
                "hash_size 67108864".to_owned(),
                "timeout_turn 4000".to_owned(),
            ] {
                engine.send(&format!("INFO {info}"));
            }
            for turn in ["TURN 7,7", "TURN 3,3"] {
                assert!(is_move(&engine.ask(turn)), "{}", engine.told());
            }
            let peak = engine.peak_memory();
            let percent = peak * 100 / (mebibytes << 20);
            println!(
                "memory max_memory {mebibytes} MiB rule {rule} size {size} threads {threads}: peak {percent} %, {peak} bytes"
            );
            assert!(percent <= 85, "{percent} %");
        }
    }
}
