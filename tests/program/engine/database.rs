//! A session that has a database: it is asked near the root, what is proven goes into it, and false claims are not believed.

use std::process::Command;

use crate::process::Engine;
use crate::support::folder::Folder;

fn db(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    let output = command.arg("db").args(arguments).env_remove("RUST_LOG").output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A database of these records of freestyle on 15x15, each as the fields after the rules.
fn database(folder: &Folder, records: &[&str]) -> String {
    let mut text = "{\"format\":\"fukumi database\",\"v\":1}\n".to_owned();
    for record in records {
        text += &format!("{{\"rules\":\"gomoku Rule=freestyle BoardSize=15\",{record}}}\n");
    }
    let lines = folder.write("lines.jsonl", text.as_bytes());
    let path = folder.file("study.db");
    db(&["import", &path, lines.to_str().expect("a name")]);
    path
}

fn with_database(path: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("ugi");
    while engine.reply() != "ugiok" {}
    engine.send(&format!("setoption name Database value {path}"));
    engine
}

/// The last `info` line with a score, and the move, of a search.
fn searched(engine: &mut Engine, position: &str, go: &str) -> (String, String) {
    engine.send(position);
    engine.send(go);
    let mut last = String::new();
    loop {
        let line = engine.line_within(crate::process::PATIENCE).expect("an answer");
        match line.strip_prefix("bestmove ") {
            Some(mv) => return (last, mv.to_owned()),
            None if line.contains(" score ") => last = line,
            None => {}
        }
    }
}

/// Waits until what was found is on the disk: the next job comes after it.
fn settle(engine: &mut Engine) {
    assert_eq!(engine.ask("query gameover"), "response false");
}

/// Black has three in a row in the open, and so a win by fours; White has scattered stones.
const WON: &str = "position startpos moves h8 a1 i8 a3 j8 c2";

#[test]
fn what_is_proven_is_kept_and_survives_a_restart() {
    let folder = Folder::new();
    let path = folder.file("new.db");
    let mut engine = with_database(&path);
    let (info, _) = searched(&mut engine, WON, "go nodes 2000");
    assert!(info.contains("score mate"), "{info}");
    settle(&mut engine);
    drop(engine);
    let told = db(&["query", &path, "--moves", "h8 a1 i8 a3 j8 c2"]);
    assert!(told.contains("won in") && told.contains("best") && told.contains("from fukumi"), "{told}");
    assert!(told.lines().any(|line| line.contains("lost in")), "the position after the move: {told}");
}

#[test]
fn nothing_is_written_to_a_database_that_is_only_read() {
    let folder = Folder::new();
    let path = folder.file("new.db");
    db(&["create", &path]);
    let mut engine = Engine::start();
    engine.send("ugi");
    while engine.reply() != "ugiok" {}
    engine.send("setoption name DatabaseReadOnly value true");
    engine.send(&format!("setoption name Database value {path}"));
    searched(&mut engine, WON, "go nodes 2000");
    settle(&mut engine);
    assert_eq!(db(&["stat", &path]).trim_end().split(' ').next(), Some("0"));
    // A file that is not there is not made either.
    let none = folder.file("none.db");
    let told = engine.ask(&format!("setoption name Database value {none}"));
    assert!(told.contains("none.db") && told.contains("no such database"), "{told}");
    let told = engine.ask(&format!("setoption name Database value {}", folder.root().display()));
    assert!(told.contains("it is no file"), "{told}");
    assert!(!std::path::Path::new(&none).exists());
}

/// An empty board but for the centre, White to move: nothing is won there.
const ONE_STONE: &str = "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w";

#[test]
fn a_false_win_is_not_believed() {
    let folder = Folder::new();
    let path = database(
        &folder,
        &[&format!("\"position\":\"{ONE_STONE}\",\"value\":{{\"win\":5}},\"bound\":\"exact\",\"depth\":40")],
    );
    let mut engine = with_database(&path);
    let (info, _) = searched(&mut engine, "position startpos moves h8", "go nodes 3000");
    assert!(!info.contains("mate"), "{info}");
    let (info, _) = searched(&mut engine, "position startpos", "go nodes 3000");
    assert!(!info.contains("mate"), "{info}");
}

#[test]
fn a_win_is_believed_when_the_end_of_its_line_is_proven() {
    // Two stones in a row: Black claims to win by a third, and no threat search says so. After White's weak reply there is a win by
    // fours.
    let rows = |black: &str| format!("15/15/15/15/15/15/15/7{black}/15/15/15/15/w14/15/w14");
    let claim = |side: char, black: &str, value: &str, best: &str| {
        format!(
            "\"position\":\"{} {side}\",\"value\":{value},\"bound\":\"exact\",\"depth\":9,\"best\":\"{best}\"",
            rows(black)
        )
    };
    let first = claim('b', "bb6", "{\"win\":5}", "j8");
    let second = claim('w', "bbb5", "{\"loss\":4}", "c2");
    let folder = Folder::new();
    let alone = database(&folder, &[&first]);
    let (info, _) = searched(&mut with_database(&alone), "position startpos moves h8 a1 i8 a3", "go nodes 60");
    assert!(!info.contains("mate"), "{info}");
    let folder = Folder::new();
    let whole = database(&folder, &[&first, &second]);
    let (info, mv) = searched(&mut with_database(&whole), "position startpos moves h8 a1 i8 a3", "go nodes 60");
    assert!(info.contains("score mate 3") && mv == "j8", "{info}");
}

#[test]
fn a_blocked_move_is_not_played_unless_there_is_no_other() {
    let folder = Folder::new();
    let blocked = "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w";
    let path = database(&folder, &[&format!("\"position\":\"{blocked}\",\"label\":\"x\"")]);
    let mut engine = with_database(&path);
    let mut plain = with_database("<empty>");
    let (_, free) = searched(&mut plain, "position startpos", "go depth 3");
    assert_eq!(free, "h8");
    let (_, mv) = searched(&mut engine, "position startpos", "go depth 3");
    assert_ne!(mv, "h8");
    let (_, mv) = searched(&mut engine, "position startpos", "go depth 3 searchmoves h8");
    assert_eq!(mv, "h8");
}

#[test]
fn the_best_move_that_is_known_is_searched_first() {
    let folder = Folder::new();
    let path = database(
        &folder,
        &[&format!(
            "\"position\":\"{ONE_STONE}\",\"value\":{{\"score\":30}},\"bound\":\"exact\",\"depth\":60,\"best\":\"i10\""
        )],
    );
    let mut engine = with_database(&path);
    // Stopped before anything was searched, it plays what is known.
    let (_, mv) = searched(&mut engine, "position startpos moves h8", "go nodes 1");
    assert_eq!(mv, "i10");
    // The same position, turned.
    let (_, mv) = searched(&mut engine, "position startpos moves h8", "go nodes 1");
    assert_eq!(mv, "i10");
}

/// Sends the lines and gives the replies up to one that ends with a word.
fn replies(engine: &mut Engine, lines: &[&str], last: &str) -> Vec<String> {
    lines.iter().for_each(|line| engine.send(line));
    let mut told = Vec::new();
    while told.last().is_none_or(|line: &String| !line.ends_with(last)) {
        told.push(engine.line_within(crate::process::PATIENCE).expect("an answer"));
    }
    told
}

const CENTRE: &[&str] = &["yxquerydatabaseone", "7,7", "done"];

#[test]
fn what_a_gui_has_edited_is_there_after_kill_9() {
    let folder = Folder::new();
    let path = folder.file("study file.db");
    let mut engine = Engine::start();
    engine.ask("START 15");
    replies(&mut engine, &["yxsetdatabase", &path], "LOAD DONE");
    replies(&mut engine, &["yxedittvddatabase 7 76 29990 20", "7,7", "done"], "l11");
    let process = engine.id().to_string();
    let killed = Command::new("kill").args(["-9", &process]).status().expect("a shell's kill");
    assert!(killed.success());
    let mut engine = Engine::start();
    engine.ask("START 15");
    replies(&mut engine, &["yxsetdatabase", &path], "LOAD DONE");
    assert_eq!(replies(&mut engine, CENTRE, "l11"), ["MESSAGE DATABASE ONE 108 29990 20 3 l11"]);
}

#[test]
fn libraries_parts_and_other_databases_come_and_go() {
    let folder = Folder::new();
    let mut engine = Engine::start();
    engine.ask("START 15");
    engine.send("INFO rule 4");
    replies(&mut engine, &["yxsetdatabase", &folder.file("first.db")], "LOAD DONE");
    let sample = crate::support::samples::folder().join("example.lib");
    let told = replies(&mut engine, &["yxlibtodb", sample.to_str().expect("a name")], "database.");
    assert!(told[0].starts_with("MESSAGE Imported ") && !told[0].contains(" 0 "), "{told:?}");
    let all = replies(&mut engine, &["yxquerydatabaseall done"], "DATABASE DONE");
    assert!(all.len() > 2, "{all:?}");
    for (command, name, end) in [
        ("yxdbtolib", "out.lib", "moves."),
        ("yxdbtotxt", "out.csv", "records."),
        ("yxdbtotxtall", "all.csv", "records."),
        ("yxdbsplit", "part.db", "new database."),
    ] {
        let told = replies(&mut engine, &[command, &folder.file(name)], end);
        assert!(told[0].starts_with("MESSAGE Wrote ") && !told[0].contains(" 0 "), "{told:?}");
    }
    let text = std::fs::read_to_string(folder.path("out.csv")).expect("a file");
    assert!(text.starts_with("index,key,label,value,depth,bound,text\n0,gomoku Rule=renju"), "{text:.200}");
    // What was written makes the same database again, however it comes.
    for (command, file) in [("yxdbmerge", "part.db"), ("yxlibtodb", "out.lib")] {
        replies(&mut engine, &["yxsetdatabase", &folder.file(&format!("{file}.new"))], "LOAD DONE");
        replies(&mut engine, &[command, &folder.file(file)], "database.");
        assert_eq!(replies(&mut engine, &["yxquerydatabaseall done"], "DATABASE DONE"), all, "{command}");
    }
    // A file that is there is not written over by a part.
    let told = engine.ask(&format!("yxdbsplit {}", folder.file("part.db")));
    assert!(told.starts_with("ERROR database: ") && told.contains("is there already"), "{told}");
}

#[test]
fn a_table_of_positions_comes_back_as_it_went() {
    let folder = Folder::new();
    let mut engine = Engine::start();
    engine.ask("START 15");
    replies(&mut engine, &["yxsetdatabase", &folder.file("first.db")], "LOAD DONE");
    replies(&mut engine, &["yxedittvddatabase 7 -1 -29994 12 7,7 done"], "w7");
    replies(&mut engine, &["yxedittvddatabase 7 120 25 3 7,7 8,8 done"], "x");
    replies(&mut engine, &["yxedittvddatabase 6 0 -40 9 7,7 9,9 done"], "%");
    engine.send(r#"yxedittextdatabase "one, \"two\""#);
    engine.send(r#"\\ three" 7,7 done"#);
    let known = |engine: &mut Engine| {
        let lines = [
            "yxquerydatabaseall done",
            "yxquerydatabaseall 7,7 done",
            "yxquerydatabasetext 7,7 done",
            CENTRE[0],
            "7,7 done",
        ];
        replies(engine, &lines, "12 3 w7")
    };
    let all = known(&mut engine);
    assert!(all.contains(&r#"MESSAGE DATABASE TEXT "one, \"two\""#.to_owned()) && all.len() > 8, "{all:?}");
    let table = folder.file("out.csv");
    replies(&mut engine, &["yxdbtotxt", &table], "records.");
    replies(&mut engine, &["yxsetdatabase", &folder.file("second.db")], "LOAD DONE");
    assert_eq!(
        replies(&mut engine, &["yxtxttodb", &table], "database."),
        ["MESSAGE Imported 3 records into the database."]
    );
    assert_eq!(known(&mut engine), all);
    replies(&mut engine, &["yxdbtotxtall", &folder.file("again.csv")], "records.");
    let text = |name| std::fs::read_to_string(folder.path(name)).expect("a file");
    assert_eq!(text("again.csv"), text("out.csv"));
    // What is no table is named, and nothing of it is kept.
    let bad = [
        ("7", "columns"),
        ("0,gomoku Rule=freestyle BoardSize=15 15/15 b,w,0,0,none,\"\"", "rows"),
        ("0,x,w,0,0,none,\"\"", "key"),
    ];
    for (line, why) in bad {
        std::fs::write(folder.path("bad.csv"), format!("{}\n{line}\n", text("out.csv").trim_end())).expect("a file");
        let told = engine.ask(&format!("yxtxttodb {}", folder.file("bad.csv")));
        assert!(told.starts_with("ERROR database: line 5: ") && told.contains(why), "{told}");
    }
    let told = engine.ask(&format!("yxtxttodb {}", folder.file("second.db")));
    assert!(told.starts_with("ERROR database: ") && told.ends_with("is not of that kind"), "{told}");
}

#[test]
fn positions_are_written_as_moves_that_can_be_played() {
    let folder = Folder::new();
    let mut engine = Engine::start();
    engine.ask("START 15");
    engine.send("INFO rule 4");
    replies(&mut engine, &["yxsetdatabase", &folder.file("first.db")], "LOAD DONE");
    // The last black stone wins, and lies first among the points of the board.
    let won = "3,0 0,9 4,0 2,9 5,0 4,9 6,0 6,9 2,0";
    for moves in ["", "7,7", "7,7 8,8 9,9", won] {
        replies(&mut engine, &[&format!("yxedittvddatabase 1 97 0 0 {moves} done")], " a");
    }
    let file = folder.file("out.pos");
    assert_eq!(replies(&mut engine, &["yxdbtopos", &file], "positions."), ["MESSAGE Wrote 3 positions."]);
    let text = std::fs::read_to_string(&file).expect("a file");
    let moves: Vec<usize> = text.lines().map(|line| line.matches(char::is_alphabetic).count()).collect();
    assert_eq!(moves.iter().sum::<usize>(), 13, "{text}");
    // They are read as three games: the empty board and every position on the way.
    replies(&mut engine, &["yxsetdatabase", &folder.file("second.db")], "LOAD DONE");
    let told = replies(&mut engine, &["yxlibtodb", &file], "database.");
    assert_eq!(told, ["MESSAGE Imported 16 records into the database."]);
}

#[test]
fn a_best_move_is_set_and_forgotten_by_hand() {
    let folder = Folder::new();
    let mut engine = Engine::start();
    engine.ask("START 15");
    let path = folder.file("first.db");
    replies(&mut engine, &["yxsetdatabase", &path], "LOAD DONE");
    let best = |engine: &mut Engine, line: &str| {
        engine.send(line);
        engine.send("yxsavedatabase");
        replies(engine, &["yxquerydatabaseone done"], "ONE 0 0 0 0");
        db(&["query", &path, "--moves", "h8", "--json"])
    };
    let told = best(&mut engine, "yxclearbestmovedatabase 7,7 8,8 done");
    assert!(!told.contains("\"best\""), "nothing is made known: {told}");
    let told = best(&mut engine, "yxsetbestmovedatabase 7,7 8,8 done");
    assert!(told.contains("\"best\":\"i7\""), "{told}");
    let told = best(&mut engine, "yxclearbestmovedatabase 7,7 9,9 done");
    assert!(!told.contains("\"best\":\"i7\""), "{told}");
}

#[test]
fn a_damaged_database_is_fixed_into_another_file() {
    let folder = Folder::new();
    let path = folder.file("first.db");
    let mut engine = Engine::start();
    engine.ask("START 15");
    replies(&mut engine, &["yxsetdatabase", &path], "LOAD DONE");
    let comment = "x".repeat(300);
    for cell in 0..150 {
        engine.send(&format!("yxedittextdatabase \"{comment}\" {},{} {},14 done", cell % 15, cell / 15, cell % 15));
    }
    engine.send("yxsavedatabase");
    let told = replies(&mut engine, &["yxdbfix"], "fix");
    assert_eq!(told, ["MESSAGE the database is undamaged: nothing to fix"]);
    replies(&mut engine, &["yxsetdatabase", &folder.file("other.db")], "LOAD DONE");
    let mut bytes = std::fs::read(&path).expect("a file");
    let last_page = bytes.len() - 4_096;
    bytes[last_page..].fill(0xA5);
    std::fs::write(&path, &bytes).expect("a file");
    replies(&mut engine, &["yxsetdatabase", &path], "LOAD DONE");
    assert!(engine.ask("yxdbcheck").starts_with("ERROR database: "));
    let told = replies(&mut engine, &["yxdbfix"], ".fixed opens them");
    assert!(told[0].starts_with("MESSAGE Saved ") && !told[0].contains(" 0 "), "{told:?}");
    assert_eq!(std::fs::read(&path).expect("a file"), bytes, "the damaged one stays");
    replies(&mut engine, &["yxsetdatabase", &format!("{path}.fixed")], "LOAD DONE");
    assert_eq!(replies(&mut engine, &["yxdbcheck"], "undamaged"), ["MESSAGE the database is undamaged"]);
    // What was saved before is not written over.
    replies(&mut engine, &["yxsetdatabase", &path], "LOAD DONE");
    assert!(engine.ask("yxdbfix").starts_with("ERROR database: "));
}

#[test]
fn the_default_database_lies_in_the_folder_of_the_client() {
    let folder = Folder::new();
    let mut engine = Engine::start();
    engine.send(&format!("INFO folder {}", folder.root().display()));
    engine.send("INFO usedatabase 1");
    engine.ask("START 15");
    replies(&mut engine, CENTRE, "ONE 0 0 0 0");
    assert!(folder.path("fukumi.db").exists() && !engine.folder().join("fukumi.db").exists());
}
