//! What is wrong with a command line or a list of openings is named, and the exit status says so.

use super::engines::{good, run, told};
use crate::support::folder::Folder;

fn refused(engines: &[String], more: &[&str], part: &str) {
    let folder = Folder::new();
    let output = run(&folder, engines, more);
    assert_eq!(output.status.code(), Some(2), "{part}: {}", told(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{part}: {}", told(&output));
    assert!(!folder.path("out").exists(), "{part}: nothing is begun");
}

#[test]
fn settings_without_sense_are_named() {
    let two = [good("A"), good("B")];
    for (more, part) in [
        (&["--games=3"][..], "even"),
        (&["--rule=go"], "invalid value 'go' for '--rule <RULE>'"),
        (&["--size=99"], "BoardSize"),
        (&["--game=chess"], "invalid value 'chess' for '--game <GAME>'"),
        (&["--game-option=Threads=2"], "gomoku has no option Threads"),
        (&["--tc=never"], "tc 'never'"),
        (&["--memory=much"], "--memory 'much'"),
        (&["--sprt=elo0=5,elo1=0"], "elo0 must be less than elo1"),
        (&["--sprt=gamma=5"], "'gamma': expected one of elo0"),
        (&["--adjudicate-win=score=0"], "--adjudicate-win"),
        (&["--concurrency=0"], "concurrency"),
        (&["--start-failures=0"], "--start-failures"),
        (&["--openings=/nowhere/at/all"], "/nowhere/at/all"),
        (&["--opening-nodes=9"], "are for --openings random"),
        (&["--openings=random", "--opening-plies=9-4"], "expected MIN-MAX, at most 100"),
        (&["--openings=random", "--opening-tolerance=-1"], "--opening-tolerance"),
        (&["--openings=random", "--opening-nodes=0"], "--opening-nodes"),
        (&["--each=cmd"], "--each 'cmd': expected key=value"),
    ] {
        refused(&two, more, part);
    }
    refused(&two[..1], &[], "two engines at least");
    refused(&["cmd=x".to_owned(), "cmd=y".to_owned()], &[], "nothing limits its thinking");
    refused(&[good("A"), "cmd=x speed=9".to_owned()], &[], "'speed': expected one of name");
}

#[test]
fn random_openings_are_those_that_are_asked_for() {
    let folder = Folder::new();
    let asked = ["--openings=random", "--opening-plies=6", "--opening-tolerance=90", "--opening-nodes=3000"];
    let output = run(&folder, &[good("A"), good("B")], &[&asked[..], &["--games=4", "--max-plies=8"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let openings: Vec<_> = folder.records().into_iter().map(|game| game["opening"]["moves"].clone()).collect();
    assert!(openings.iter().all(|moves| moves.as_array().unwrap().len() == 6), "{openings:?}");
    assert!(openings[0] == openings[1] && openings[2] == openings[3] && openings[0] != openings[2], "{openings:?}");
}

#[test]
fn random_openings_are_judged_by_as_many_nodes_as_a_move_gets() {
    for (nodes, judged) in [(60, 2_000), (4_000, 4_000)] {
        let folder = Folder::new();
        let engine = |name: &str| good(name).replace("nodes=60", &format!("nodes={nodes}"));
        let output = run(&folder, &[good("A"), engine("B")], &["--openings=random", "--games=2", "--max-plies=10"]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let settings: serde_json::Value = serde_json::from_str(&folder.read("out/run.json")).expect("JSON");
        assert_eq!(settings["book"]["random"]["nodes"], judged, "{}", settings["book"]);
    }
}

#[test]
fn a_bad_line_of_openings_is_named() {
    for (text, format, part) in [
        (&b"h8\n\nh8 i9\nh8 h8\n"[..], "auto", "line 4: move 2: h8 has been played already"),
        (b"h8\nz99\n", "pos", "line 2: move 1: z99 is off the 15x15 board"),
        (b"0,0, 1,1\n0,0,1\n", "auto", "line 2: 3 numbers, expected pairs"),
        (b"0,0\n0,0, 8,0\n", "offset", "line 2: move 2: offset 8 is off the 15x15 board"),
        (b"15/15 b 0\n", "auto", "line 1: board: 2 rows"),
        (b"5/5/5/5/5 b 0\n", "position", "line 1: of another rule or size"),
        (b"h8i8\na1b1a2b2a3b3a4b4a5\n", "auto", "line 2: the game is over"),
        (b"h8\n\xFF\xFE\n", "auto", "line 2: is no text"),
        (b"\n\n", "auto", "holds no openings"),
    ] {
        let folder = Folder::new();
        let file = folder.write("list.txt", text);
        let (path, format) = (file.display().to_string(), format!("--openings-format={format}"));
        refused(&[good("A"), good("B")], &["--openings", &path, &format], part);
    }
}
