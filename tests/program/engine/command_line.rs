//! The command line and the one-shot tools.

use std::process::{Command, Output, Stdio};

use crate::process::Engine;
use crate::support::folder::Folder;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command.output().expect("the program runs")
}

fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn perft_prints_a_line_a_depth() {
    let lines = lines(&["perft", "--game", "gomoku", "--size", "5", "--rule", "4", "--depth", "3"]);
    let starts: Vec<&str> = lines.iter().filter_map(|line| line.split(" time ").next()).collect();
    let expected =
        ["depth 1 leaves 25 ejections 0", "depth 2 leaves 600 ejections 0", "depth 3 leaves 13800 ejections 0"];
    assert_eq!(starts, expected);
    assert!(lines.iter().all(|line| line.rsplit(' ').next().is_some_and(|time| time.parse::<f64>().is_ok())));
}

#[test]
fn perft_tells_ejections_counted_or_played() {
    let start = ["perft", "--game", "abalone", "--depth", "3"];
    for more in [&[][..], &["--play"]] {
        let lines = lines(&[&start[..], more].concat());
        assert!(lines[2].starts_with("depth 3 leaves 149322 ejections 518 time "), "{lines:?}");
    }
}

#[test]
fn show_draws_a_position_and_its_text() {
    let text = "b4/1w3/5/5/5 b 1";
    let shown = lines(&["show", "--position", text, "--moves", "e1"]);
    assert_eq!(shown[1], " 5 X . . . . 5");
    assert_eq!(shown[5], " 1 . . . . X 1");
    assert_eq!(shown.last().map(String::as_str), Some("b4/1w3/5/5/4b w 1"));
}

#[test]
fn bench_ends_with_the_signature_and_repeats_it() {
    let arguments = ["bench", "--depth", "2"];
    let first = lines(&arguments);
    assert!(first[0].starts_with("bench gomoku nodes "), "{first:?}");
    let fields: Vec<&str> = first[0].split(' ').collect();
    assert_eq!((fields[2], fields[4], fields[6]), ("nodes", "ms", "nps"));
    assert!(first.iter().any(|line| line.starts_with("bench capture nodes ")), "{first:?}");
    let [.., total, signature] = &first[..] else { panic!("{first:?}") };
    let sum: u64 = first
        .iter()
        .filter(|line| line.starts_with("bench "))
        .map(|line| line.split(' ').nth(3))
        .fold(0, |sum, nodes| sum + nodes.and_then(|nodes| nodes.parse::<u64>().ok()).expect("a number"));
    let words: Vec<&str> = total.split(' ').collect();
    assert!(words.len() == 4 && words[..2] == [sum.to_string().as_str(), "nodes"] && words[3] == "nps", "{total}");
    assert!(signature.starts_with(&format!("Bench: gomoku={} abalone=", fields[3])), "{signature}");
    assert_eq!(lines(&arguments).last(), first.last());
    lines(&["bench", "--depth", "2", "--search", "pvs"]);
}

#[test]
fn mistakes_are_told_and_exit_with_a_failure() {
    for arguments in [
        &["show", "--position", "nonsense"][..],
        &["show", "--size", "4"],
        &["perft", "--depth", "1", "--rule", "77"],
        &["perft", "--depth", "1", "--game", "chess"],
        &["--game", "chess"],
        &["--hash", "0"],
        &["--eval-file", "/nowhere/at/all"],
        &["analyze", "/nowhere/at/all"],
        &["bench", "--game", "chess"],
        &["convert", "--to", "sgf", "/nowhere/at/all"],
        &["generate", "capture", "--ducks", "30"],
        &["man", "nothing"],
        &["match", "--engine", "cmd=x"],
        &["records", "/nowhere/at/all"],
        &["selfplay", "--games", "1", "--out", "/nowhere/at/all"],
        &["solve", "/nowhere/at/all"],
        &["train", "--data", "/nowhere/at/all", "--out", "/nowhere/x"],
        &["tune", "--data", "/nowhere/at/all", "--out-weights", "/nowhere/x"],
        &["tune-search", "/nowhere/at/all", "--pairs", "1", "--slopes"],
        &["nonsense"],
    ] {
        let output = run(arguments);
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
        assert!(output.stderr.starts_with(b"error: "), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_protocol_can_be_forced_and_nothing_is_said_unasked() {
    let output = run(&[]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(Engine::with(&["--protocol", "ugi"]).ask("isready"), "readyok");
    assert_eq!(Engine::with(&["--protocol", "gomocup"]).ask("ugi"), "UNKNOWN ugi");
    assert_eq!(Engine::with(&["--protocol", "aep"]).ask("isready"), "readyok");
}

#[test]
fn a_log_holds_what_was_said() {
    let folder = Folder::new();
    let mut engine = Engine::with(&["--log", &folder.file("log.txt")]);
    assert_eq!(engine.ask("START 15"), "OK");
    engine.finish();
    let log = folder.read("log.txt");
    assert!(log.contains("< START 15") && log.contains("> OK"), "{log}");
}

#[test]
fn an_output_that_nobody_reads_ends_the_session_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    use std::io::Write;
    input.write_all(b"START 15\nABOUT\n").expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_reason_to_panic() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(["perft", "--size", "7", "--depth", "3"]).env_remove("RUST_LOG");
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}
