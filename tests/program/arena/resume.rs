//! Matches that are killed, interrupted and gone on with.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::process::Child;
use std::time::{Duration, Instant};

use super::engines::{command, good, run, told};
use crate::support::folder::Folder;

const GAMES: usize = 60;
const KILLS: usize = 10;

fn terms() -> Vec<String> {
    let games = format!("--games={GAMES}");
    [games.as_str(), "--concurrency=2", "--max-plies=12", "--openings=random", "--seed=3"].map(str::to_owned).to_vec()
}

fn start(folder: &Folder, more: &[&str]) -> Child {
    let terms = terms();
    let all: Vec<&str> = terms.iter().map(String::as_str).chain(more.iter().copied()).collect();
    command(folder, &[good("A"), good("B")], &all).spawn().expect("fukumi runs")
}

fn finished(folder: &Folder) -> usize {
    fs::read(folder.path("out/games.jsonl")).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

/// Waits until so many games are finished, or the match is over.
fn await_games(folder: &Folder, running: &mut Child, games: usize) {
    let give_up = Instant::now() + Duration::from_secs(60);
    while finished(folder) < games && running.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < give_up, "{games} games are not finished");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_match_killed_ten_times_plays_every_game_once() {
    let folder = Folder::new();
    for kill in 1..=KILLS {
        let mut running = start(&folder, &[]);
        await_games(&folder, &mut running, kill * 4);
        running.kill().expect("it runs");
        running.wait().expect("it ends");
        if kill % 3 == 0 {
            // The line of a game that was being written.
            let mut file = File::options().append(true).open(folder.path("out/games.jsonl")).expect("records");
            file.write_all(b"{\"v\":1,\"game\":1,\"bla").expect("written");
        }
    }
    assert!(finished(&folder) < GAMES, "the kills came too late to prove anything");
    let output = start(&folder, &[]).wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let records = folder.records();
    let numbers: BTreeSet<u64> = records.iter().map(|record| record["game"].as_u64().expect("a number")).collect();
    assert_eq!(records.len(), GAMES);
    assert!(numbers.into_iter().eq(1..=GAMES as u64));
    let result = folder.result();
    assert_eq!((&result["complete"], &result["games"]), (&true.into(), &GAMES.into()));
    assert_eq!(folder.read("out/games.sgf").matches("(;FF[4]GM[4]").count(), GAMES);
    for pair in 1..=GAMES as u64 / 2 {
        let mut of_pair = records.iter().filter(|record| record["pair"] == pair);
        let (first, second) = (of_pair.next().expect("a game"), of_pair.next().expect("a game"));
        assert_eq!((&first["opening"], &first["black"]), (&second["opening"], &second["white"]));
    }
    // All is played: another start plays nothing more, and more games go on from there.
    let again = start(&folder, &[]).wait_with_output().expect("it ends");
    assert_eq!((again.status.code(), finished(&folder)), (Some(0), GAMES), "{}", told(&again));
}

#[test]
fn an_interrupted_match_tells_what_it_has() {
    let folder = Folder::new();
    let mut running = start(&folder, &[]);
    await_games(&folder, &mut running, 5);
    let id = rustix::process::Pid::from_child(&running);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert_eq!(folder.result()["complete"], false);
    assert_eq!(folder.result()["games"], finished(&folder));
}

#[test]
fn a_match_goes_on_with_its_own_settings_only() {
    let folder = Folder::new();
    let engines = [good("A"), good("B")];
    let output = run(&folder, &engines, &["--games=2", "--max-plies=10"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    for (more, part) in [
        (vec!["--games=2", "--max-plies=11"], "adjudication.max_plies: 10 there, 11 now"),
        (vec!["--games=2", "--max-plies=10", "--seed=2"], "seed: 1 there, 2 now"),
        (vec!["--games=2", "--max-plies=10", "--rule=renju"], "options[0][1]: \"freestyle\" there, \"renju\" now"),
        (vec!["--games=2", "--max-plies=10", "--openings=random"], "book"),
        (vec!["--games=2", "--max-plies=10", "--move-time=9"], "limits"),
    ] {
        let engines = [good("A"), format!("name=B cmd='{} --hash 1' nodes=60", env!("CARGO_BIN_EXE_fukumi"))];
        let engines = if part == "limits" { engines } else { [good("A"), good("B")] };
        let output = run(&folder, &engines, &more);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{part}: {}", told(&output));
    }
    // More games may be asked for, and more of them played at a time.
    let output = run(&folder, &engines, &["--games=4", "--max-plies=10", "--concurrency=2"]);
    assert_eq!((output.status.code(), folder.records().len()), (Some(0), 4), "{}", told(&output));
}

#[test]
fn a_folder_that_is_none_of_ours_is_left_alone() {
    let engines = [good("A"), good("B")];
    let record = "{\"v\":1,\"game\":1,\"pair\":1,\"black\":\"A\",\"white\":\"C\",\"opening\":{\"moves\":[]},\"first\":\"black\",\
                  \"moves\":[],\"result\":\"draw\",\"reason\":\"draw\",\"guilty\":null,\"took_ms\":1.0}\n";
    let good_run = Folder::new();
    run(&good_run, &engines, &["--games=2", "--max-plies=10"]);
    let settings = good_run.read("out/run.json");
    let twice = good_run.read("out/games.jsonl").lines().next().expect("a game").to_owned() + "\n";
    for (run_json, games, part) in [
        (None, "{}\n", "run.json: is missing"),
        (Some("{"), "", "run.json: EOF"),
        (Some(settings.as_str()), "{}\n", "games.jsonl: line 1: missing field"),
        (Some(settings.as_str()), record, "line 1: game 1 is A against B, not A against C"),
        (Some(settings.as_str()), &(twice.clone() + &twice), "line 2: game 1 stands there twice"),
        (Some(settings.as_str()), &twice.replace("\"game\":1", "\"game\":77"), "line 1: there is no game 77"),
    ] {
        let folder = Folder::new();
        fs::create_dir(folder.path("out")).expect("a folder");
        run_json.into_iter().for_each(|text| drop(folder.write("out/run.json", text.as_bytes())));
        folder.write("out/games.jsonl", games.as_bytes());
        let output = run(&folder, &engines, &["--games=2", "--max-plies=10"]);
        assert_eq!(output.status.code(), Some(2), "{part}: {}", told(&output));
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{part}: {}", told(&output));
        assert_eq!(folder.read("out/games.jsonl"), games);
    }
}
