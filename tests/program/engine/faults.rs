//! What the world does to an engine: managers that die, processes that are suspended, floods, disks that are full.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::process::{Engine, PATIENCE, is_move};
use crate::support::folder::Folder;

/// Input that ends in each state of a session, and what the last line that is no report begins with; nothing when none is due.
const STATES: &[(&str, &[u8], &str)] = &[
    ("nothing has been said", b"", ""),
    ("in the middle of a line", b"START 15\nINFO timeout_turn 30\nBEG", "UNKNOWN"),
    ("no line feed at the end", b"START 15\nINFO timeout_turn 30\nBEGIN", "7,7"),
    ("a game is started", b"START 15\n", "OK"),
    ("in the middle of a block", b"START 15\nBOARD\n7,7,1\n8,", "ERROR"),
    ("in the middle of a swap", b"START 15\nSWAP2BOARD\n7,7\n", "ERROR"),
    ("thinking", b"START 15\nINFO timeout_turn 200\nBOARD\n7,7,2\nDONE\n", ""),
    ("thinking, and more is waiting", b"START 15\nINFO timeout_turn 100\nBEGIN\nTURN 0,0\nABOUT\n", "name="),
    ("thinking in the opponent's time", b"START 15\nINFO Ponder true\nINFO timeout_turn 50\nBEGIN\n", "7,7"),
    ("ugi, nothing else", b"ugi\n", "ugiok"),
    ("a search without end", b"ugi\nposition startpos moves h8\ngo infinite\n", "bestmove"),
    ("waiting for ponderhit", b"ugi\nposition startpos moves h8\ngo ponder movetime 1000\n", "bestmove"),
    ("a search of Abalone without end", b"ugi\nsetoption name Game value abalone\ngo infinite\n", "bestmove"),
    (
        "a puzzle being solved",
        b"ugi\nsetoption name Game value capture\nposition fen 2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b\ngo infinite\n",
        "bestmove",
    ),
    ("aep, a search without end", b"aep\ngo infinite\n", "bestmove"),
];

#[test]
fn a_manager_that_dies_is_not_outlived_in_any_state() {
    for (state, input, last) in STATES {
        let mut engine = Engine::start();
        engine.bytes(input);
        let (rest, took) = engine.finish();
        let told = rest.iter().rfind(|line| !crate::process::is_report(line)).map_or("", String::as_str);
        assert!(told.starts_with(last), "{state}: {rest:?}");
        assert!(took < PATIENCE, "{state}: {took:?}");
    }
}

#[test]
fn a_manager_that_is_killed_while_the_engine_thinks_leaves_no_process_behind() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    use std::io::Write;
    input.write_all(b"ugi\nposition startpos moves h8\ngo infinite\n").expect("the engine reads");
    sleep(Duration::from_millis(50));
    // Both ends are closed at once, as when the manager is killed.
    drop((input, child.stdout.take()));
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// How often a process is suspended; `scripts/limits.sh` asks for ten thousand.
fn suspensions() -> u32 {
    let asked = std::env::var("FUKUMI_SUSPENSIONS").ok();
    asked.map_or(40, |text| text.parse().expect("FUKUMI_SUSPENSIONS is a number"))
}

#[test]
fn a_process_suspended_and_resumed_while_it_thinks_loses_no_move() {
    /// Suspensions of one search.
    const A_MOVE: u32 = 10;
    let mut engine = Engine::start();
    let process = Pid::from_raw(engine.id() as i32).expect("a process");
    let signal = |signal| kill_process(process, signal).expect("a living process");
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send("INFO timeout_turn 60");
    let mut longest = Duration::ZERO;
    for suspended in (0..suspensions()).step_by(A_MOVE as usize) {
        let asked = Instant::now();
        engine.send("BOARD 7,7,1 8,8,2 9,7,1 6,8,2 DONE");
        for pause in 0..A_MOVE {
            sleep(Duration::from_micros(u64::from(suspended / A_MOVE * 7 + pause * 31) % 1_500));
            signal(Signal::STOP);
            sleep(Duration::from_micros(u64::from(pause) * 150));
            signal(Signal::CONT);
        }
        assert!(is_move(&engine.reply()), "{}", engine.told());
        longest = longest.max(asked.elapsed());
        engine.forget();
    }
    assert!(engine.is_silent_for(Duration::from_millis(100)), "one answer a question");
    println!("{} suspensions, no move lost, the slowest of 60 ms after {longest:?}", suspensions());
}

#[test]
fn settings_sent_in_floods_while_it_thinks_make_no_move_late() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send("INFO timeout_turn 500");
    engine.send("TURN 7,7");
    let before = engine.peak_memory();
    let lines = "INFO time_left 100000\nINFO max_memory 83886080\nINFO game_type 1\nINFO nonsense 1\n".repeat(25_000);
    let asked = Instant::now();
    engine.bytes(lines.as_bytes());
    assert!(is_move(&engine.reply()), "{}", engine.told());
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    let grown = engine.peak_memory().saturating_sub(before);
    assert!(grown < 64 << 20, "{grown} bytes");
    assert!(is_move(&engine.ask("TURN 0,0")), "{}", engine.told());
}

/// A UGI engine that searches as it is told to.
fn searching(go: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("ugi");
    while engine.reply() != "ugiok" {}
    engine.send("position startpos moves h8");
    engine.send(go);
    engine
}

#[test]
fn commands_that_wait_are_bounded_and_those_left_out_are_told() {
    let mut engine = searching("go infinite");
    let line = format!("position startpos moves h8{}\n", " i9".repeat(10_000));
    engine.bytes(line.repeat(1_000).as_bytes());
    let told = engine.reply();
    assert!(told.contains("too many commands"), "{told}");
    let mut left_out = 1;
    engine.send("stop");
    loop {
        let told = engine.reply();
        if told.starts_with("bestmove") {
            break;
        }
        assert!(told.contains("too many commands"), "{told}");
        left_out += 1;
    }
    assert!(left_out > 500, "{left_out}");
    let peak = engine.peak_memory();
    assert!(peak < 128 << 20, "{peak} bytes");
    while !engine.ask("isready").starts_with("readyok") {}
}

#[test]
fn whole_files_of_commands_are_obeyed_to_the_last_line() {
    let mut engine = searching("go movetime 400");
    let query = format!("query gameover{}\n", " ".repeat(20_000));
    let count = 400;
    engine.bytes(query.repeat(count).as_bytes());
    assert!(engine.reply().starts_with("bestmove "), "{}", engine.told());
    assert_eq!(engine.reply(), "response false");
    let peak = engine.peak_memory();
    assert!(peak < 64 << 20, "{peak} bytes");
    let (rest, _) = engine.finish();
    assert_eq!(rest, vec!["response false"; count - 1]);
}

#[test]
fn a_command_that_is_rejected_is_told_though_the_end_is_right_behind_it() {
    for faulty in ["TURN 99,99", "TURN 7,7,7", "BOARD\n7,7,1\n7,7,2\nDONE"] {
        for _ in 0..10 {
            let mut engine = Engine::start();
            engine.bytes(format!("START 15\n{faulty}\nEND\n").as_bytes());
            assert_eq!(engine.reply(), "OK");
            let told = engine.reply_or_end();
            assert!(told.as_ref().is_some_and(|told| told.starts_with("ERROR")), "{faulty}: {told:?}");
            assert_eq!(engine.reply_or_end(), None);
        }
    }
}

#[test]
fn games_are_started_one_after_another_whatever_is_going_on() {
    let mut engine = Engine::start();
    engine.send("INFO timeout_turn 50");
    assert_eq!(engine.ask("START 15"), "OK");
    assert_eq!(engine.ask("START 15"), "OK");
    assert_eq!(engine.ask("START 20"), "OK");
    assert!(is_move(&engine.ask("TURN 19,19")));
    engine.bytes(b"TURN 0,0\nSTART 5\nSTART 9\n");
    assert!(is_move(&engine.reply()), "the old game is finished first");
    assert_eq!(engine.reply(), "OK");
    assert_eq!(engine.reply(), "OK");
    assert!(engine.ask("TURN 9,9").starts_with("ERROR"));
    assert!(is_move(&engine.ask("TURN 8,8")));
}

#[test]
fn a_table_that_is_too_large_for_a_limit_told_later_shrinks() {
    let mut engine = Engine::with(&["--hash", "64"]);
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send("INFO timeout_turn 100");
    engine.send("INFO max_memory 50331648");
    assert!(is_move(&engine.ask("TURN 7,7")), "{}", engine.told());
    let peak = engine.peak_memory();
    assert!(peak * 100 <= 85 * 50_331_648, "{peak} bytes");
    engine.send("INFO max_memory 1000");
    assert!(engine.ask("TURN 0,0").starts_with("ERROR"), "{}", engine.told());
    engine.send("INFO max_memory 0");
    assert!(is_move(&engine.ask("TURN 0,0")), "{}", engine.told());
}

/// A file that takes nothing, as one on a full disk, and one in a folder that is none.
const FULL: &str = "/dev/full";
const NO_PATH: &str = "/dev/null/file";

#[test]
fn a_log_that_cannot_be_written_costs_no_game() {
    let mut engine = Engine::with(&["--log", FULL]);
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send("INFO timeout_turn 50");
    assert!(is_move(&engine.ask("TURN 7,7")));
    engine.finish();
}

/// A folder with a file of games.
fn folder_with_games() -> Folder {
    let folder = Folder::new();
    std::fs::write(folder.file("games.txt"), "h8 i9 j10\n".repeat(40)).expect("a file");
    folder
}

#[test]
fn what_cannot_be_written_is_named() {
    let folder = folder_with_games();
    let games = folder.file("games.txt");
    let mine = [
        vec!["selfplay", "--option", "BoardSize=9", "--nodes", "20", "--games", "2", "--out"],
        vec!["analyze", &games, "--nodes", "50", "--json", "--out"],
        vec!["analyze", &games, "--games", "--nodes", "50", "--chart"],
        vec!["convert", &games, "--from", "moves", "--to", "sgf", "--force", "-o"],
        vec!["man", "--out"],
    ];
    for path in [FULL, NO_PATH] {
        for arguments in &mine {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
            let output = command.args(arguments).arg(path).output().expect("it runs");
            let told = String::from_utf8_lossy(&output.stdout);
            assert!(!output.status.success(), "{arguments:?}: {told}");
            let all = told.into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(all.contains(path), "{arguments:?}: {all}");
        }
    }
}

/// Runs a tool that may make no file longer than so many blocks of the shell's, as on a disk that fills up.
fn with_little_disk(blocks: u32, arguments: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_fukumi")]).args(arguments);
    command.output().expect("a shell runs")
}

/// No file of results is as long as this.
const ENOUGH: u32 = 1 << 16;

#[test]
fn what_a_full_disk_interrupts_is_gone_on_with() {
    let folder = folder_with_games();
    let (games, whole) = (folder.file("games.txt"), folder.file("whole"));
    let engine = format!("'cmd={}'", env!("CARGO_BIN_EXE_fukumi"));
    let [first, second] = ["A", "B"].map(|name| format!("{engine} name={name}"));
    let analyze: &[&str] = &["analyze", &games, "--nodes", "50", "--json"];
    let selfplay: &[&str] = &["selfplay", "--option", "BoardSize=9", "--nodes", "20", "--games", "70"];
    let duel: &[&str] =
        &["match", "--size", "6", "--nodes", "20", "--games", "8", "--engine", &first, "--engine", &second];
    for (arguments, results) in [(analyze, ""), (selfplay, ""), (duel, "games.jsonl")] {
        let tool = arguments[0];
        let torn = folder.file(tool);
        let out = |path: &str| arguments.iter().copied().chain(["--out", path]).map(str::to_owned).collect::<Vec<_>>();
        let run = |blocks, path: &str| {
            let arguments = out(path);
            with_little_disk(blocks, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let output = run(2, &torn);
        assert!(!output.status.success(), "{tool}: a disk that is full is told: {output:?}");
        let output = run(ENOUGH, &torn);
        assert!(output.status.success(), "{tool} goes on: {output:?}");
        assert!(run(ENOUGH, &whole).status.success());
        let lines =
            |path: &str| std::fs::read(Path::new(path).join(results)).or_else(|_| std::fs::read(path)).expect(tool);
        match tool {
            "match" => assert_eq!(lines(&torn).split(|&byte| byte == b'\n').count(), 9, "every game once"),
            "analyze" => assert_eq!(lines(&torn), lines(&whole), "{tool}"),
            _ => {
                let shown =
                    Command::new(env!("CARGO_BIN_EXE_fukumi")).args(["records", &torn]).output().expect("it runs");
                let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
                assert!(shown.contains("games     70"), "{shown}");
            }
        }
        std::fs::remove_file(&whole).or_else(|_| std::fs::remove_dir_all(&whole)).expect("it goes");
    }
}

#[test]
fn a_log_in_no_folder_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_fukumi")).args(["--log", NO_PATH]).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains(NO_PATH), "{told}");
}

/// What a search of a thousand nodes finds in a new game: the last score that it tells, and the move.
fn first_move(engine: &mut Engine) -> (String, String) {
    engine.send("uginewgame\nposition startpos\ngo nodes 1000");
    let mut score = String::new();
    loop {
        let line = engine.line_within(PATIENCE).expect("a line");
        if line.starts_with("bestmove") {
            return (score, line);
        }
        let told = line.split_once(" score ").and_then(|(_, rest)| rest.split_once(" nodes "));
        score = told.map_or(score, |(told, _)| told.to_owned());
    }
}

#[test]
fn weights_that_are_changed_or_deleted_while_a_game_runs_play_on_until_they_are_named_again() {
    let folder = Folder::new();
    let linear = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/abalone/data/linear.weights");
    let path = folder.write("own.weights", &std::fs::read(linear).expect("it is there"));
    let name_it = format!("setoption name EvalFile value {}", path.display());
    let mut engine = Engine::with(&["--protocol", "ugi"]);
    engine.send("setoption name Game value abalone");
    let built_in = first_move(&mut engine);
    engine.send(&name_it);
    let found = first_move(&mut engine);
    assert_ne!(found.0, built_in.0, "by these weights the network is not asked");
    engine.send("go infinite");
    std::fs::write(&path, b"something else").expect("it can be written");
    engine.send("stop");
    while !engine.reply().starts_with("bestmove") {}
    assert_eq!(first_move(&mut engine), found);
    engine.send(&name_it);
    assert!(engine.reply().ends_with("this is no file of weights"), "{}", engine.told());
    assert_eq!(first_move(&mut engine), found);
    std::fs::remove_file(&path).expect("it can be deleted");
    assert_eq!(first_move(&mut engine), found);
}
