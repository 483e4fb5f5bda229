//! `fukumi db` as a process.

use std::fs;
use std::process::{Command, Output};

use crate::support::folder::Folder;
use crate::support::samples::folder;

/// Runs it in the folder of sample files.
fn db(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.arg("db").args(arguments).env_remove("RUST_LOG").current_dir(folder());
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn done(arguments: &[&str]) -> String {
    let output = db(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    text(&output.stdout)
}

fn refused(arguments: &[&str]) -> String {
    let output = db(arguments);
    assert!(!output.status.success(), "{arguments:?}: {output:?}");
    text(&output.stderr)
}

/// A game with comments, texts on points, variations, and a position that is reached in two ways.
const TREE: &[u8] =
    "(;GM[4]SZ[15]C[start];B[hh]C[Grüße\n2];W[ig]LB[ff:A][aa:●](;B[if];W[jj];B[jk])(;B[jk];W[jj]C[x];B[if]))"
        .as_bytes();

/// The text form, without where the records came from, when, and in how many games: other formats do not tell.
fn content(database: &str) -> Vec<String> {
    let lines = done(&["export", database, "--to", "lines", "-o", "-"]);
    let bare = |line: &str| {
        let mut line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let fields = line.as_object_mut().expect("an object");
        fields.retain(|name, _| !["source", "time", "games"].contains(&name.as_str()));
        line.to_string()
    };
    lines.lines().map(bare).collect()
}

#[test]
fn libraries_come_back_from_the_database() {
    let folder = Folder::new();
    let (first, second) = (folder.file("first.db"), folder.file("second.db"));
    let library = folder.file("out.lib");
    let tree = folder.write("tree.sgf", TREE);
    let tree = tree.to_str().expect("a name");
    for (sample, rule) in [("everything.lib", "renju"), (tree, "freestyle"), ("example.lib", "renju")] {
        for path in [&first, &second, &library] {
            let _ = fs::remove_file(path); // the first time there is none
        }
        done(&["import", &first, sample]);
        done(&["export", &first, "--to", "lib", "--rule", rule, "-o", &library]);
        done(&["import", &second, &library, "--rule", rule]);
        assert_eq!(content(&first), content(&second), "{sample}");
        assert!(content(&first).len() > 2, "{sample}");
    }
}

#[test]
fn yxdb_comes_back_from_the_database() {
    let folder = Folder::new();
    let (first, second) = (folder.file("first.db"), folder.file("second.db"));
    let tree = folder.write("tree.sgf", TREE);
    done(&["import", &first, "everything.lib", tree.to_str().expect("a name")]);
    for (format, name) in [("yxdb", "packed"), ("yxdb-raw", "raw")] {
        let path = folder.file(name);
        done(&["export", &first, "--to", format, "-o", &path]);
        let _ = fs::remove_file(&second);
        done(&["import", &second, &path]);
        // Marks and texts alone have no `Unset` there: what has a text is looked at.
        let unlabelled =
            |lines: Vec<String>| lines.iter().map(|line| line.replace("\"label\":\"\",", "")).collect::<Vec<_>>();
        assert_eq!(unlabelled(content(&second)), unlabelled(content(&first)), "{format}");
    }
}

#[test]
fn the_text_form_comes_back_and_names_what_is_wrong_with_it() {
    let folder = Folder::new();
    let (first, second, lines) = (folder.file("first.db"), folder.file("second.db"), folder.file("out.jsonl"));
    done(&["import", &first, "everything.lib"]);
    done(&["import", &first, "abalone_moves.txt", "--game", "abalone", "--from", "moves"]);
    done(&["export", &first, "--to", "lines", "-o", &lines]);
    done(&["import", &second, &lines]);
    let text_of = |database: &str| done(&["export", database, "--to", "lines", "-o", "-"]);
    assert_eq!(text_of(&first), text_of(&second));
    assert!(done(&["stat", &second]).contains("abalone: 4 positions"));
    let header = "{\"format\":\"fukumi database\",\"v\":1}\n";
    let line = "{\"rules\":\"gomoku Rule=freestyle BoardSize=15\",\"position\":\"15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w\"}\n";
    for (text, why) in [
        ("{\"format\":\"fukumi database\",\"v\":2}\n".to_owned(), "line 1: version 2"),
        (format!("{header}{line}nonsense\n"), "line 3: expected"),
        (header.to_owned() + &line.replace("7b7", "7b8"), "line 2: position: a row that does not fit"),
        (header.to_owned() + &line.replace("freestyle", "free"), "line 2: rules: bad value 'free'"),
        (header.to_owned() + &line.replace("}\n", ",\"best\":\"z9\"}\n"), "line 2: best: 'z9' is no move"),
        (header.to_owned() + &line.replace("}\n", ",\"value\":{\"won\":1}}\n"), "line 2: unknown variant"),
    ] {
        let path = folder.write("bad.jsonl", text.as_bytes());
        let path = path.to_str().expect("a name");
        let told = refused(&["import", &second, path]);
        assert!(told.contains(why), "{why}: {told}");
        let output = db(&["import", &second, path, "--skip-bad"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
    }
}

#[test]
fn a_query_tells_the_position_however_it_is_turned() {
    let folder = Folder::new();
    let database = folder.file("study.db");
    let lines = folder.write(
        "in.sgf",
        b"(;GM[4]SZ[15]C[start];B[hh]C[centre]LB[ig:A];W[ig]C[diagonal](;B[if]C[two])(;B[hg]C[other]))",
    );
    done(&["import", &database, lines.to_str().expect("a name"), "--source", "by hand"]);
    for moves in ["h8 i9", "h8 g9", "h8 g7", "h8 i7"] {
        let told = done(&["query", &database, "--moves", moves]);
        assert!(told.contains("diagonal") && told.contains("from by hand"), "{moves}: {told}");
        assert_eq!(told.lines().filter(|line| line.contains("two") || line.contains("other")).count(), 2, "{told}");
    }
    assert!(done(&["query", &database, "--moves", "h8"]).contains("on i9: A"));
    assert!(done(&["query", &database, "--moves", "a1"]).contains("not known"));
    assert_eq!(done(&["query", &database, "--moves", "h8 g7", "--json"]).lines().count(), 3);
    let split = folder.file("split.db");
    assert_eq!(done(&["split", &database, "-o", &split, "--moves", "h8 i9"]), "3 positions\n");
    let merged = folder.file("merged.db");
    done(&["merge", &merged, &split, &database]);
    assert_eq!(content(&merged), content(&database));
    assert_eq!(done(&["check", &merged]), "5 positions, 0 bad\n");
    assert!(done(&["compact", &merged]).contains("bytes"));
    let saved = folder.file("saved.db");
    assert_eq!(done(&["repair", &merged, "-o", &saved]), "5 positions saved, 0 lost\n");
    assert_eq!(content(&saved), content(&database));
}

#[test]
fn analyses_and_matches_are_taken_over() {
    let folder = Folder::new();
    let (database, results) = (folder.file("study.db"), folder.file("results.jsonl"));
    let moves = folder.write("moves.txt", b"h8 h9\nh8 a1 i8 a3 j8 a5 k8\n");
    let analyze = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
        let output = command.arg("analyze").arg(&moves).args(arguments).output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
    };
    analyze(&["--nodes", "300", "--json", "--out", &results]);
    done(&["import", &database, &results]);
    let told = done(&["query", &database, "--moves", "h8 h9"]);
    assert!(told.contains("depth") && told.contains("best"), "{told}");
    let told = done(&["query", &database, "--moves", "h8 a1 i8 a3 j8 a5 k8"]);
    assert!(told.contains("lost in 2"), "an open four: {told}");
    let games = folder.file("games.jsonl");
    analyze(&["--games", "--nodes", "100", "--json", "--out", &games]);
    done(&["import", &database, &games]);
    assert!(done(&["query", &database, "--moves", "h8"]).contains("depth"), "a position of a game");
    // A proven result comes up: White to move before k8 is lost only by one of its moves, Black's is won.
    let told = done(&["minimax", &database]);
    assert!(told.contains("proven"), "{told}");
    assert!(done(&["query", &database, "--moves", "h8 a1 i8 a3 j8 a5"]).contains("won in 3"));
    let game = r#"{"v":1,"game":1,"pair":1,"black":"a","white":"b","opening":{"moves":["h8"]},"first":"white","moves":[{"move":"h9","ms":1.0,"score":7,"depth":4}],"result":"draw","reason":"agreed-draw","guilty":null,"took_ms":1.0}"#;
    let path = folder.write("match.jsonl", format!("{game}\n").as_bytes());
    done(&["import", &database, path.to_str().expect("a name"), "--rule", "renju"]);
    let told = done(&["query", &database, "--rule", "renju", "--moves", "h8"]);
    assert!(told.contains("+7 depth 4 best h9") && told.contains("from match: b"), "{told}");
}

#[test]
fn what_is_no_database_is_named() {
    let folder = Folder::new();
    let database = folder.file("study.db");
    assert!(refused(&["stat", &database]).contains("study.db: there is no such database"));
    done(&["create", &database]);
    assert!(refused(&["create", &database]).contains("study.db: is there already"));
    assert!(refused(&["stat", "example.lib"]).contains("example.lib: no database of fukumi"));
    assert!(refused(&["import", &database, "nowhere.lib"]).contains("nowhere.lib"));
    assert!(
        refused(&["export", &database, "--to", "yxdb", "-o", &folder.file("x")])
            .contains("no position that yxdb can hold")
    );
    assert!(refused(&["export", &database, "--to", "nonsense", "-o", "-"]).contains("lines, yxdb, yxdb-raw"));
    assert!(refused(&["minimax", &database]).contains("there is no position"));
    assert!(refused(&["query", &database, "--game", "capture"]).contains("capture are kept in no database"));
}

#[test]
fn an_import_that_was_killed_goes_on() {
    let folder = Folder::new();
    let (whole, cut, file) = (folder.file("whole.db"), folder.file("cut.db"), folder.file("many.jsonl"));
    let mut lines = "{\"format\":\"fukumi database\",\"v\":1}\n".to_owned();
    for number in 0..60_000_u32 {
        let position = format!("ww13/b14/{}/{}{} b", row(number & 0x1FF), row(number >> 9), "/15".repeat(11));
        lines += &format!("{{\"rules\":\"gomoku Rule=freestyle BoardSize=15\",\"position\":\"{position}\"}}\n");
    }
    fs::write(&file, lines).expect("a file");
    done(&["import", &whole, &file]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    let mut child = child.args(["db", "import", &cut, &file]).spawn().expect("the program runs");
    // The file grows when the first batch is written; most of the work is to be done then, or has just been.
    let size = || -> u64 {
        [cut.clone(), format!("{cut}-wal")].iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum()
    };
    let mut empty: u64 = 0;
    while child.try_wait().expect("a state").is_none() && (empty == 0 || size() <= empty) {
        empty = if empty == 0 { size() } else { empty };
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let _ = child.kill(); // it may be done
    child.wait().expect("an end");
    let told = done(&["import", &cut, &file]);
    assert!(told.contains("records"), "{told}");
    assert_eq!(content(&cut), content(&whole));
}

/// A row of 15 cells with black stones where the bits are.
fn row(bits: u32) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for cell in 0..15 {
        if bits >> cell & 1 == 0 {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &std::mem::take(&mut run).to_string();
        }
        text.push('b');
    }
    if run > 0 { text + &run.to_string() } else { text }
}
