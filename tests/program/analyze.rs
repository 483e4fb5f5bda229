//! `analyze` as a process: results in input order whatever the jobs, errors in their place, files gone on with.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::support::folder::Folder;

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.arg("analyze").args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(arguments);
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // A program that refuses its arguments does not read.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let is_told = output.stderr.starts_with(b"error: ") && output.stdout.is_empty() && !output.status.success();
    assert!(output.stderr.is_empty() || is_told, "{arguments:?}: {output:?}");
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What a run says of itself that goes wrong, on standard error.
fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn results(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    let output = run(&[&["--json"], arguments].concat(), input);
    text(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn result(arguments: &[&str], input: &str) -> Value {
    let mut all = results(arguments, input);
    assert_eq!(all.len(), 1, "{input}");
    all.remove(0)
}

/// Positions of many kinds, and two lines that are none.
fn mixed() -> String {
    let mut lines = vec!["# openings".to_owned(), String::new()];
    for (x, y) in (0..12).map(|at| (at * 5 % 7, at * 3 % 5)) {
        let column = |at: i32| char::from(b'e' + at as u8);
        lines.push(format!("h8 i9 {}{} {}{}", column(x), y + 2, column(y), x % 6 + 10));
    }
    lines.insert(4, "h8 h8".to_owned());
    lines.insert(9, "5/5/2b2/5/5 w 4 moves a1 c9".to_owned());
    lines.push("7/7/7/3b3/7/7/7 w 4 moves c3 c4".to_owned());
    lines.join("\n")
}

#[test]
fn results_come_in_input_order_and_jobs_change_no_byte() {
    let one = run(&["--nodes", "600", "--json", "--lines", "2"], mixed());
    assert_eq!(one.status.code(), Some(1), "two lines are no positions");
    for jobs in ["2", "5"] {
        let more = run(&["--nodes", "600", "--json", "--lines", "2", "--jobs", jobs], mixed());
        assert_eq!((text(&more), more.status), (text(&one), one.status), "{jobs} jobs");
    }
    let found = results(&["--nodes", "600", "--lines", "2"], mixed());
    assert_eq!(found.len(), 15);
    for (at, result) in found.iter().enumerate() {
        assert_eq!((&result["v"], &result["n"]), (&Value::from(1), &Value::from(at + 1)));
    }
    let errors: Vec<_> = found.iter().filter_map(|result| result["error"].as_str()).collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].contains("move 2: h8 has been played already") && errors[1].contains("c9"), "{errors:?}");
    assert_eq!((&found[2]["status"], &found[2]["line"]), (&Value::from("invalid"), &Value::from(5)));
    let last = &found[14];
    assert_eq!(last["position"], "7/7/7/2bb3/2w4/7/7 w 4", "a text names its own rule and size");
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(last["best"], last["lines"][0]["moves"][0]);
}

#[test]
fn a_result_does_not_depend_on_what_was_analysed_before() {
    let lines: Vec<String> = mixed().lines().map(str::to_owned).collect();
    let backwards: Vec<&str> = lines.iter().rev().map(String::as_str).collect();
    let essence = |result: &Value| (result["input"].clone(), result["lines"].clone(), result["nodes"].clone());
    let forward: Vec<_> = results(&["--nodes", "600"], mixed()).iter().map(essence).collect();
    let mut back: Vec<_> = results(&["--nodes", "600"], backwards.join("\n")).iter().map(essence).collect();
    back.reverse();
    assert_eq!(forward, back);
}

#[test]
fn a_line_is_answered_before_the_next_one_comes() {
    let mut child = start(&["--json", "--nodes", "300", "--jobs", "2"]);
    let mut pipe = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for moves in ["h8", "h8 i9", "nonsense", "h8 i9 j10"] {
        writeln!(pipe, "{moves}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.contains(&format!("\"input\":\"{moves}\"")), "{line}");
    }
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn wins_and_forbidden_points_are_told() {
    let won = result(&["--nodes", "3000"], "h8 a1 h9 a3 h10 a5");
    assert_eq!((&won["mate"], &won["win_in"], &won["win_rate"]), (&3.into(), &2.into(), &1000.into()));
    let shown = text(&run(&["--nodes", "3000"], "h8 a1 h9 a3 h10 a5\n"));
    assert!(shown.contains("black wins in 2 moves (3 plies)") && shown.contains("10 . . . . . . . X"), "{shown}");
    let lost = result(&["--nodes", "3000"], "h8 a1 h9 a3 h10 a5 h11");
    assert_eq!((&lost["mate"], &lost["win_in"], &lost["win_rate"]), (&(-2).into(), &1.into(), &0.into()));
    let over = result(&["--nodes", "3000"], "h8 a1 h9 a3 h10 a5 h11 a7 h12");
    assert_eq!((&over["status"], &over["outcome"], &over["best"]), (&"over".into(), &"black".into(), &Value::Null));
    let renju = result(&["--rule", "renju", "--nodes", "500"], "h8 a1 h9 a3 g7 o1 f7 o3");
    assert_eq!(renju["forbidden"], Value::from(vec!["h7"]));
}

#[test]
fn a_win_by_threats_is_proven_by_its_whole_tree() {
    let three = "h8 a1 h9 a3 h10 a5";
    let found = result(&["--nodes", "500", "--prove"], three);
    let proof = &found["proof"];
    assert_eq!((&proof["verdict"], &proof["plies"], &found["mate"]), (&"win".into(), &3.into(), &3.into()));
    assert_eq!(found["lines"][0]["moves"].as_array().map(Vec::len), Some(3), "the line goes on to its end: {found}");
    assert!(proof["tree"]["otherwise"]["move"].is_string() || proof["tree"]["replies"].is_array(), "{proof}");
    assert_eq!(result(&["--nodes", "500", "--prove=5000"], "h8")["proof"]["verdict"], "nowin");
    let shown = text(&run(&["--nodes", "500", "--prove"], three));
    assert!(shown.contains("proof: a win by threats in at most 3 plies"), "{shown}");
    assert!(errors(&run(&["--game", "capture", "--prove"], "")).contains("proofs in this game"));
}

#[test]
fn a_win_by_ejections_is_proven_in_abalone() {
    let text = "1bbww/b1b1bb/w6/8/b8/w7/6w/4bw/b1w1b b 0 5";
    let found = result(&["--game", "abalone", "--nodes", "500", "--prove"], text);
    let proof = &found["proof"];
    assert_eq!(
        (&proof["verdict"], &proof["plies"], &proof["tree"]["move"]),
        (&"win".into(), &5.into(), &"h4i5".into())
    );
    let standard = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0";
    assert_eq!(result(&["--game", "abalone", "--nodes", "500", "--prove"], standard)["proof"]["verdict"], "nowin");
}

#[test]
fn a_game_is_judged_move_by_move() {
    // Black has an open three and plays elsewhere; White does not see it either, then Black wins.
    let folder = Folder::new();
    let chart = folder.file("chart.svg");
    let game = "h8 a1 h9 a3 h10 a5 o15 a8 h11 h12 h7";
    let arguments = ["--games", "--nodes", "2000", "--chart", &chart];
    let found = result(&arguments, game);
    assert_eq!((&found["status"], &found["outcome"]), (&"ok".into(), &"black".into()));
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 11);
    assert_eq!(found["chances"].as_array().map(Vec::len), Some(12));
    let seventh = &moves[6];
    assert_eq!(
        (&seventh["move"], &seventh["player"], &seventh["before"]["mate"]),
        (&"o15".into(), &"black".into(), &3.into())
    );
    assert_eq!((&moves[10]["best"], &moves[10]["after"]["mate"]), (&"h7".into(), &0.into()));
    let sixth = &moves[5];
    let stops = ["h7", "h11"].map(Into::into).contains(&sixth["best"]);
    assert!(stops && sixth["after"]["mate"] == -3, "it had to stop the three: {sixth}");
    // White's stones are so poor that Black is nearly sure to win all the same.
    let win_rate = |when: &str| seventh[when]["win_rate"].as_u64().unwrap();
    let lost = win_rate("before") - win_rate("after");
    assert!(lost > 0 && seventh["chance_lost"] == lost, "{seventh}");
    assert_eq!((&seventh["mark"], &seventh["turning"]), (&"missed".into(), &false.into()));
    let svg = fs::read_to_string(&chart).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("black won"), "{svg}");

    // From a won four on White's side Black lets a five be made instead of making its own.
    let thrown = "h8 a1 h9 a2 h10 a3 h11 a4 o15 a5";
    let found = result(&arguments, thrown);
    let last_turn = found["turning_points"].as_array().and_then(|points| points.last());
    assert_eq!((&found["outcome"], last_turn), (&"white".into(), Some(&Value::from(9))), "{found}");
    assert!(fs::read_to_string(&chart).unwrap().contains("9 o15"));

    let two = format!("{game}\n{game}\n");
    let one_job = run(&[&arguments[..], &["--json"]].concat(), &two);
    let jobs = run(&[&arguments[..], &["--json", "--jobs", "3"]].concat(), &two);
    assert_eq!(text(&one_job), text(&jobs));
    assert_eq!(fs::read_to_string(folder.file("chart-2.svg")).unwrap(), svg);

    let bad = result(&arguments[..3], "h8 a1 h9 a16");
    assert!(bad["error"].as_str().unwrap().contains("a16"), "{bad}");
}

#[test]
fn records_of_matches_are_games_too() {
    let record = r#"{"v":1,"opening":{"moves":["h8"],"number":1},"moves":[{"move":"i9","ms":1.5}],"result":"black"}"#;
    let found = result(&["--games", "--nodes", "300"], record);
    let moves: Vec<_> = found["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["h8", "i9"]);
    assert!(result(&["--nodes", "300"], "{\"moves\":7}")["error"].as_str().unwrap().contains("no record of a game"));
}

#[test]
fn the_other_games_are_analysed_as_well() {
    let abalone = result(&["--game", "abalone", "--nodes", "2000"], "a1b2 i5h5");
    assert_eq!((&abalone["to_move"], &abalone["status"]), (&"black".into(), &"ok".into()));
    let game = result(&["--game", "abalone", "--nodes", "500", "--games", "--option", "Start=standard"], "a1b2 i5h5");
    assert!(game["start"].as_str().unwrap().starts_with("wwwww/"), "{game}");
    let puzzle = "EAp-04\n3P4/5D2/1c6/4N3 b\n4\n";
    let solved = result(&["--game", "capture"], puzzle);
    assert_eq!((&solved["name"], &solved["mate"], &solved["best"]), (&"EAp-04".into(), &4.into(), &"e4d4".into()));
    let detour = result(&["--game", "capture", "--games"], "3P4/5D2/1c6/4N3 b moves e4e3 e3e4 e4d4");
    let delays: Vec<_> = detour["moves"].as_array().unwrap().iter().map(|mv| mv["delay"].as_u64()).collect();
    assert_eq!(delays.iter().flatten().sum::<u64>(), 2, "{detour}");
    assert_eq!(detour["chances"], Value::from(vec![1000; 4]));
    let hopeless = result(&["--game", "capture"], "8/8/7p/K7 b");
    assert_eq!((&hopeless["status"], &hopeless["best"]), (&"unsolvable".into(), &Value::Null));
}

fn sample(name: &str) -> String {
    format!("{}/tests/data/files/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn files_of_other_programs_are_read_as_convert_reads_them() {
    for (file, games, first) in [
        ("cli.sgf", 2, "h8 h9 i7 j6"),
        ("variations.sgf", 1, "i7 a15 a14"),
        ("tournament.psq", 1, "k10 k11 l11"),
        ("2003051702.rec", 1, "k10 k11"),
        ("board.sav", 1, "h8 i9 a1"),
        ("position.pos", 1, "h8 i9 a1"),
        ("example.lib", 1, "h8 i9"),
        ("oldest.lib", 1, "h8 i9"),
    ] {
        let found = results(&["--nodes", "50", &sample(file)], "");
        assert_eq!(found.len(), games, "{file}");
        assert!(found[0]["input"].as_str().unwrap().ends_with(&format!(" moves {first}")), "{file}: {}", found[0]);
        assert!(found.iter().all(|result| result["error"].is_null()), "{file}: {found:?}");
    }
    let named = &results(&["--nodes", "50", &sample("tournament.psq")], "")[0]["name"];
    assert_eq!(named, "pbrain-hello2.exe - pbrain-hello.exe");
    let judged = result(&["--nodes", "50", "--games", &sample("saved.psq")], "");
    assert_eq!(judged["moves"].as_array().map(Vec::len), Some(2), "{judged}");
    let renju = results(&["--nodes", "50"], fs::read(sample("cli.sgf")).unwrap());
    assert!(renju[0]["position"].as_str().unwrap().ends_with(" 4"), "the rule is the file's: {}", renju[0]);
    let ruled = results(&["--nodes", "50", "--rule", "standard"], fs::read(sample("cli.sgf")).unwrap());
    assert!(ruled[0]["position"].as_str().unwrap().ends_with(" 1"), "or the user's: {}", ruled[0]);
    let top = result(&["--nodes", "50", "--format", "pos"], "h8i6");
    assert_eq!(top["lines"], result(&["--nodes", "50", "--format", "yixin"], "h8i10")["lines"]);
}

#[test]
fn what_is_wrong_in_a_file_is_told_in_its_place() {
    let two = "(;GM[4]SZ[15];B[hh];W[hh])\n(;GM[4]SZ[15];B[hh];W[ii])";
    let output = run(&["--nodes", "50", "--json"], two);
    let found: Vec<Value> = text(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(output.status.code(), Some(1));
    assert!(found[0]["error"].as_str().unwrap().contains("game 1: move 2: h8: the cell is occupied"), "{found:?}");
    assert_eq!((&found[1]["status"], &found[1]["n"]), (&"ok".into(), &2.into()));
    let rows = results(&["--nodes", "50", &sample("rows.apf"), "--format", "apf"], "");
    assert!(rows.iter().all(|row| row["error"].is_string()), "positions of another game: {rows:?}");
    for (arguments, why) in [
        (vec!["--format", "lib"], "neither that of RenLib"),
        (vec!["--game", "abalone", &sample("cli.sgf")], "this format holds gomoku"),
    ] {
        let refused = String::from_utf8(run(&arguments, "no library").stdout).expect("text");
        assert!(refused.contains(why), "{arguments:?}: {refused}");
    }
}

#[test]
fn an_interrupted_file_is_gone_on_with() {
    let folder = Folder::new();
    let (input, out) = (folder.file("in.txt"), folder.file("out.jsonl"));
    fs::write(&input, mixed()).unwrap();
    let arguments = [input.as_str(), "--nodes", "300", "--json", "--out", &out];
    assert_eq!(run(&arguments, "").status.code(), Some(1));
    let whole = fs::read(&out).unwrap();
    assert_eq!(whole, run(&[&input, "--nodes", "300", "--json"], "").stdout);
    let ends: Vec<usize> = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    for length in [0, 1, ends[0] - 1, ends[0], ends[3] + 40, ends[13], whole.len()] {
        fs::write(&out, &whole[..length]).unwrap();
        let again = run(&arguments, "");
        assert_eq!(again.status.code(), Some(1), "an error told earlier counts");
        assert!(again.stdout.is_empty(), "{again:?}");
        assert!(fs::read(&out).unwrap() == whole, "cut at {length}");
    }
    for (other, why) in [
        (vec![input.as_str(), "--nodes", "301", "--json", "--out", &out], "other terms"),
        (vec!["-", "--nodes", "300", "--json", "--out", &out], "no more than 0 results"),
        (vec![&input, "--nodes", "300", "--json", "--format", "pos", "--rule", "renju", "--out", &out], "other terms"),
    ] {
        let refused = run(&other, "");
        assert!(!refused.status.success() && errors(&refused).contains(why), "{refused:?}");
        assert!(fs::read(&out).unwrap() == whole);
    }
    fs::write(&input, mixed().replacen("h8 i9", "h8 i8", 1)).unwrap();
    assert!(errors(&run(&arguments, "")).contains("answers another question"));
    fs::write(&out, "{}\n").unwrap();
    assert!(errors(&run(&arguments, "")).contains("line 1: no result of analyze"));
}

#[test]
fn bytes_of_any_kind_are_answered_line_by_line() {
    let mut state = 1_u64;
    let mut noise = Vec::new();
    for _ in 0..4_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let byte = (state >> 56) as u8;
        // Mostly signs that positions are made of.
        noise.push(if byte < 200 { b"h8b/wi,9 51{}\"-\n moves"[usize::from(byte) % 22] } else { byte });
    }
    for game in ["gomoku", "abalone", "capture"] {
        let found = results(&["--game", game, "--nodes", "1", "--jobs", "3"], &noise);
        assert!(found.len() > 20, "{game}");
        assert!(found.iter().filter(|result| result["error"].is_string()).count() > 10, "{game}");
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for (arguments, why) in [
        (vec!["--game", "chess"], "chess"),
        (vec!["--rule", "x"], "invalid value 'x' for '--rule <RULE>'"),
        (vec!["--size", "99"], "5 to 22"),
        (vec!["--game", "abalone", "--rule", "renju"], "--rule: abalone has no option Rule"),
        (vec!["/no/such/file"], "cannot open /no/such/file"),
    ] {
        let refused = run(&arguments, "");
        assert!(!refused.status.success() && errors(&refused).contains(why), "{refused:?}");
    }
}
