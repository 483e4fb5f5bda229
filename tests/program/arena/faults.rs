//! Bad engines: each loses its games for the right reason, and nobody else loses any.

use super::engines::{command, engine, gomocup, good, run, told, ugi};
use crate::support::folder::Folder;

/// A bad engine: its name, its script, what its games are lost for, and a part of what is told about it.
type Bad<'a> = (&'a str, String, &'a str, &'a str);

const TERMS: &[&str] = &[
    "--tournament=gauntlet",
    "--games=2",
    "--concurrency=2",
    "--move-time=200ms",
    "--tolerance=50ms",
    "--grace=800ms",
    "--silence=2s",
    "--max-plies=40",
];

/// Lets a good engine play the bad ones and another good one.
fn check(protocol: &str, bad: &[Bad<'_>]) {
    let folder = Folder::new();
    let mut engines = vec![good("good"), good("other")];
    for (name, script, ..) in bad {
        let script = folder.script(name, script);
        engines.push(engine(name, &script, protocol));
    }
    let output = run(&folder, &engines, TERMS);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let records = folder.records();
    assert_eq!(records.len(), 2 * (bad.len() + 1), "{}", told(&output));
    for record in &records {
        let players = [record["black"].as_str().unwrap(), record["white"].as_str().unwrap()];
        let (reason, guilty) = (record["reason"].as_str().unwrap(), record["guilty"].as_str());
        let opponent = *players.iter().find(|name| **name != "good").unwrap();
        if opponent == "other" {
            assert!(["win", "draw", "ply-cap"].contains(&reason) && guilty.is_none(), "{record}");
            continue;
        }
        let (_, _, expected, part) = bad.iter().find(|(name, ..)| *name == opponent).unwrap();
        assert_eq!((reason, guilty), (*expected, Some(opponent)), "{record}");
        assert!(record["detail"].as_str().unwrap_or_default().contains(part), "{record}");
        let winner = if players[0] == "good" { "black" } else { "white" };
        assert_eq!(record["result"], winner, "{record}");
    }
    let result = folder.result();
    assert_eq!(result["engines"][0]["faults"], serde_json::json!({}), "{result}");
}

#[test]
fn bad_gomocup_engines_lose_for_the_right_reason() {
    check(
        "protocol=gomocup",
        &[
            ("silent", gomocup(":"), "silence", "no line"),
            ("talker", gomocup("echo MESSAGE thinking"), "hang", "'MESSAGE thinking'"),
            ("late", gomocup("sleep 0.4; echo 0,0"), "time", "ms late"),
            ("dying", gomocup("echo it hurts >&2; exit 3"), "crash", "exit status: 3; stderr: it hurts"),
            ("killed", gomocup("kill -9 $$"), "crash", "signal: 9"),
            ("garbage", gomocup("echo I resign"), "garbage", "'I resign'"),
            ("almost", gomocup("echo 7,7,1"), "garbage", "'7,7,1'"),
            ("off-board", gomocup("echo 99,99"), "illegal-move", "99,99"),
            ("flood", gomocup("exec yes MESSAGE again"), "flood", "lines"),
            ("endless", gomocup("exec tr '\\0' x < /dev/zero"), "flood", "without end"),
        ],
    );
}

#[test]
fn bad_ugi_engines_lose_for_the_right_reason() {
    check(
        "protocol=ugi",
        &[
            ("silent", ugi(":"), "silence", "no line"),
            ("talker", ugi("echo info depth 1"), "hang", "'info depth 1'"),
            ("late", ugi("sleep 0.4; echo bestmove a1"), "time", "ms late"),
            ("dying", ugi("exit 1"), "crash", "exit status: 1"),
            ("garbage", ugi("echo resign"), "garbage", "'resign'"),
            ("moveless", ugi("echo bestmove none"), "garbage", "'bestmove none'"),
            ("off-board", ugi("echo bestmove z99"), "illegal-move", "z99"),
        ],
    );
}

#[test]
fn a_foul_loses_for_black_alone() {
    let folder = Folder::new();
    // Black's h8 would make two threes.
    let openings = folder.write("openings.txt", b"g8 a1 i8 a3 h9 a5 h7 a7\n");
    let fouls = folder.script("fouls", &gomocup("echo 7,7"));
    let engines = [engine("fouls", &fouls, "move-time=20s"), good("good")];
    let openings = openings.display().to_string();
    let terms = ["--games=2", "--rule=renju", "--openings", &openings, "--openings-format=moves"];
    let output = run(&folder, &engines, &terms);
    let records = folder.records();
    assert_eq!((&records[0]["reason"], &records[0]["guilty"]), (&"foul".into(), &"fouls".into()), "{}", told(&output));
    // White may play there, but not twice.
    assert_eq!((&records[1]["reason"], &records[1]["guilty"]), (&"illegal-move".into(), &"fouls".into()));
    assert_eq!(records[1]["moves"][1]["move"], "h8");
}

/// What an engine says that never starts, and what the error tells of it.
const NEVER_START: &[(&str, &str, &str)] = &[
    ("gomocup", "read -r line; echo ERROR no such board; cat > /dev/null", "no such board"),
    // The pause lets a process that another game starts meanwhile close its copy of the pipe.
    ("gomocup", "read -r line; exec 0<&-; sleep 0.2; echo OK; sleep 5", "input"),
    ("gomocup", "cat > /dev/null", "OK to START 15"),
    ("gomocup", "echo it hurts >&2; exit 3", "exit status: 3; stderr: it hurts"),
    ("ugi", "while read -r line; do echo what?; done", "'what?'"),
];

#[test]
fn an_engine_that_never_starts_ends_the_match_without_a_game() {
    let refused = |engine: String, part: &str| {
        let folder = Folder::new();
        let sprt = "--sprt=elo0=0,elo1=50";
        let terms = ["--games=20", "--start-failures=2", "--silence=1s", "--concurrency=2", sprt];
        let output = run(&folder, &[good("good"), engine], &terms);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(error.contains("bad cannot be started, tried 2 times: ") && error.contains(part), "{}", told(&output));
        assert!(error.starts_with("error: ") && output.stdout.is_empty(), "{}", told(&output));
        assert_eq!(folder.records().len(), 0);
        let result = folder.result();
        assert_eq!((&result["games"], &result["sprt"]["llr"]), (&0.into(), &0.0.into()), "{result}");
    };
    refused("name=bad cmd=/nowhere/at/all move-time=1".to_owned(), "/nowhere/at/all");
    for (protocol, script, part) in NEVER_START {
        let folder = Folder::new();
        let script = folder.script("bad", script);
        refused(engine("bad", &script, &format!("protocol={protocol} move-time=1")), part);
    }
}

#[test]
fn an_engine_that_starts_at_the_second_attempt_loses_nothing() {
    let folder = Folder::new();
    let mark = folder.path("mark");
    let stumble = format!("if [ ! -e {0} ]; then touch {0}; exit 1; fi", mark.display());
    let script = folder.script("late", &format!("{stumble}\nexec {} --hash 1", env!("CARGO_BIN_EXE_fukumi")));
    let engines = [good("good"), engine("late", &script, "nodes=60 move-time=20s")];
    let output = run(&folder, &engines, &["--games=2", "--max-plies=10"]);
    assert_eq!((output.status.code(), folder.records().len()), (Some(0), 2), "{}", told(&output));
    assert_eq!(folder.result()["engines"][1]["faults"], serde_json::json!({}));
}

#[test]
fn two_copies_of_one_engine_get_numbers() {
    let folder = Folder::new();
    let output = run(&folder, &[good("A"), good("A")], &["--games=2", "--max-plies=10"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let record = &folder.records()[0];
    assert_eq!((&record["black"], &record["white"]), (&"A 1".into(), &"A 2".into()));
    assert!(String::from_utf8_lossy(&output.stdout).contains("A 1 against A 2: Elo"), "{}", told(&output));
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let folder = Folder::new();
    let bad = folder.script("bad", &gomocup("echo 99,99"));
    let engines = [good("good"), engine("bad", &bad, "move-time=5s")];
    let output = run(&folder, &engines, &["--games=2000", "--sprt=elo0=0,elo1=50", "--concurrency=2"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let result = folder.result();
    assert_eq!(result["sprt"]["decision"], "accept_h1", "{result}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("SPRT: H1 accepted: LLR "), "{}", told(&output));
    let games = result["games"].as_u64().unwrap();
    assert!((4..400).contains(&games), "{games}");
    assert_eq!(result["complete"], true);
    assert_eq!(folder.records().len() as u64, games);
}

/// Not even a match that is killed leaves a process behind, were it one that takes no notice of anything.
#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_a_killed_match() {
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    let id = folder.path("id");
    let body = format!("echo $$ > {}.new; mv {0}.new {0}; trap '' HUP TERM PIPE; sleep 100; sleep 100", id.display());
    let stubborn = folder.script("stubborn", &body);
    let engines = [engine("stubborn", &stubborn, "move-time=60s"), good("good")];
    let mut running = command(&folder, &engines, &["--games=2"]).spawn().expect("fukumi runs");
    let wait = |what: &str, done: &dyn Fn() -> bool| {
        let give_up = Instant::now() + Duration::from_secs(20);
        while !done() {
            assert!(Instant::now() < give_up, "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait("the engine starts", &|| id.exists());
    let process = std::path::PathBuf::from(format!("/proc/{}", folder.read("id").trim()));
    assert!(process.exists());
    running.kill().and_then(|()| running.wait()).expect("killed");
    wait("the engine ends", &|| {
        // A process that nobody has reaped yet is as good as gone.
        std::fs::read_to_string(process.join("stat")).map_or(true, |stat| stat.contains(") Z "))
    });
}
