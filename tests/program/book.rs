//! `fukumi book`, the option `Book`, and `--database` of other commands.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::Value;

use crate::process::Engine;
use crate::support::folder::Folder;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(arguments).env_remove("RUST_LOG").output().expect("the program runs")
}

fn done(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The text form without the times.
fn content(book: &str) -> Vec<Value> {
    let lines = done(&["db", "export", book, "--to", "lines", "-o", "-"]);
    let bare = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        line.as_object_mut().expect("an object").remove("time");
        line
    };
    lines.lines().map(bare).collect()
}

fn build(book: &str, more: &[&str]) -> String {
    done(&[&["book", "build", book, "--nodes", "1000"], more].concat())
}

#[test]
fn a_book_goes_on_where_it_was_and_is_the_same_then() {
    let folder = Folder::new();
    let (whole, parts) = (folder.file("whole.db"), folder.file("parts.db"));
    let renju = ["--rule", "renju", "--roots", "renju"];
    let told = build(&whole, &[&renju[..], &["--positions", "60"]].concat());
    assert!(told.contains("60 positions") && told.contains("26 roots"), "{told}");
    for positions in ["30", "45", "60"] {
        build(&parts, &[&renju[..], &["--positions", positions]].concat());
    }
    assert_eq!(content(&whole), content(&parts));
    // Several at a time are another book, but the same one each time.
    let two = |name: &str| {
        let path = folder.file(name);
        build(&path, &["--roots", "swap2,position", "--positions", "130", "--jobs", "2"]);
        content(&path)
    };
    assert_eq!(two("one.db"), two("two.db"));
}

#[test]
fn a_book_tells_its_moves_and_plays_one_of_the_equal_ones() {
    let folder = Folder::new();
    let book = folder.file("book.db");
    build(&book, &["--moves", "h8", "--positions", "40"]);
    let told: Value = serde_json::from_str(&done(&["book", "probe", &book, "--moves", "h8", "--json"])).expect("JSON");
    let moves = told["moves"].as_array().expect("moves");
    let equal: BTreeSet<&str> =
        moves.iter().filter(|row| row["plays"] == true).map(|row| row["move"].as_str().expect("a move")).collect();
    assert!(!equal.is_empty() && moves[0]["plays"] == true, "{told}");
    assert!(done(&["book", "probe", &book, "--moves", "h8"]).starts_with("* "));
    assert_eq!(done(&["book", "probe", &book, "--moves", "a1"]), "the book has no move here\n");
    let mut engine = ugi();
    engine.send(&format!("setoption name Database value {book}"));
    let mut played = |wish: &str| played(&mut engine, wish, "position startpos moves h8");
    assert!(played("setoption name Book value false").1 > 0, "off unless asked for");
    let played: Vec<_> = (0..12).map(|_| played("setoption name Book value true")).collect();
    assert!(played.iter().all(|(mv, infos)| equal.contains(mv.as_str()) && *infos == 0), "{played:?} of {equal:?}");
}

fn ugi() -> Engine {
    let mut engine = Engine::start();
    engine.send("ugi");
    while engine.reply() != "ugiok" {}
    engine
}

/// The move that is played after a wish, and how many lines of a search come before it.
fn played(engine: &mut Engine, wish: &str, position: &str) -> (String, usize) {
    engine.send(wish);
    engine.send(position);
    engine.send("go nodes 500");
    let mut infos = 0;
    loop {
        let line = engine.line_within(crate::process::PATIENCE).expect("an answer");
        match line.strip_prefix("bestmove ") {
            Some(mv) => return (mv.to_owned(), infos),
            None => infos += usize::from(line.contains(" nodes ")),
        }
    }
}

#[test]
fn the_built_in_book_is_played_where_no_database_knows_the_position() {
    let equal = |arguments: &[&str]| -> BTreeSet<String> {
        let told = done(&[&["book", "probe"], arguments].concat());
        told.lines().filter_map(|line| Some(line.strip_prefix("* ")?.split(' ').next()?.to_owned())).collect()
    };
    let first = equal(&[]);
    let start = "position startpos";
    let mut engine = ugi();
    assert!(played(&mut engine, "isready", start).1 > 0, "off unless asked for");
    let (mv, infos) = played(&mut engine, "setoption name Book value true", start);
    assert!(first.contains(&mv) && infos == 0, "{mv} of {first:?}");
    engine.send("setoption name Rule value renju");
    let renju = equal(&["--rule", "renju", "--moves", "h8 i9 i8"]);
    let (mv, infos) = played(&mut engine, "isready", "position startpos moves h8 i9 i8");
    assert!(renju.contains(&mv) && infos == 0, "{mv} of {renju:?}");
    let (_, infos) = played(&mut engine, "setoption name Rule value caro", start);
    assert!(infos > 0, "there is no book of that rule");
    // What the person's own database says of a position comes first, also when it leaves the choice to a search.
    let folder = Folder::new();
    let own = folder.file("own.db");
    let text = "{\"format\":\"fukumi database\",\"v\":1}\n{\"rules\":\"gomoku Rule=freestyle BoardSize=15\",\"position\":\"15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b\",\"comment\":\"mine\"}\n";
    let lines = folder.write("own.jsonl", text.as_bytes());
    done(&["db", "import", &own, lines.to_str().expect("a name")]);
    engine.send("setoption name Rule value freestyle");
    assert!(played(&mut engine, &format!("setoption name Database value {own}"), start).1 > 0);
    let (mv, infos) = played(&mut engine, "setoption name Database value <empty>", start);
    assert!(first.contains(&mv) && infos == 0, "{mv} of {first:?}");
    // Gomocup managers ask by INFO.
    let mut gomocup = Engine::start();
    assert_eq!(gomocup.ask("START 15"), "OK");
    gomocup.send("INFO Book 1");
    let at = gomocup.ask("BEGIN");
    assert_eq!(at, "7,7");
}

#[test]
fn books_that_cannot_be_are_refused() {
    let folder = Folder::new();
    let book = folder.file("book.db");
    assert!(refused(&["book", "probe", &book]).contains("no such database"));
    assert!(refused(&["book", "build", &book, "--roots", "renju", "--size", "8"]).contains("rows"));
    assert!(refused(&["book", "build", &book, "--game", "abalone", "--roots", "swap2"]).contains("no such openings"));
    assert!(refused(&["book", "build", &book, "--game", "capture"]).contains("kept in no database"));
    assert!(refused(&["book", "build", &book, "--nodes", "5"]).contains("--nodes"));
    let text = folder.write("text.db", b"h8");
    assert!(refused(&["book", "build", text.to_str().expect("a name")]).contains("no database"));
    assert!(refused(&["book", "probe", "--rule", "caro"]).contains("no positions of these rules"));
}

#[test]
fn an_analysis_fills_a_database() {
    let folder = Folder::new();
    let (book, game) = (folder.file("found.db"), folder.write("game.txt", b"h8 i9 j8\n"));
    let game = game.to_str().expect("a name");
    let plain = done(&["analyze", game, "--nodes", "60000", "--lines", "2"]);
    assert_eq!(done(&["analyze", game, "--nodes", "60000", "--lines", "2", "--database", &book]), plain);
    let known = done(&["db", "query", &book, "--moves", "h8 i9 j8"]);
    assert_eq!(known.lines().filter(|line| line.contains("depth")).count(), 3, "{known}");
}
