//! `solve` and `generate` as processes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use fukumi::games::capture::referee;
use serde_json::Value;

use crate::support::capture_oracle as oracle;
use crate::support::puzzles;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(arguments).env_remove("RUST_LOG");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A program that refuses its arguments does not read.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn results(output: &Output) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

const FIELDS: [&str; 15] = [
    "v",
    "name",
    "position",
    "status",
    "length",
    "lower_bound",
    "moves",
    "algorithm",
    "bound",
    "expanded",
    "heuristic_calls",
    "table_hits",
    "time_us",
    "memory_bytes",
    "error",
];

#[test]
fn results_come_in_input_order_with_the_fixed_fields() {
    let path = puzzles::path("classic.txt");
    let output = run(&["solve", &path.to_string_lossy(), "--format", "jsonl", "--threads", "3"], b"");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let found = results(&output);
    let expected = puzzles::read("classic");
    assert_eq!(found.len(), expected.len());
    for (result, known) in found.iter().zip(&expected) {
        for field in FIELDS {
            assert!(result.get(field).is_some(), "{field} is missing: {result}");
        }
        assert_eq!((&result["v"], &result["error"]), (&Value::from(1), &Value::Null));
        assert_eq!(
            (result["name"].as_str(), result["position"].as_str()),
            (Some(&*known.name), Some(&*known.position))
        );
        assert_eq!(
            (result["status"].as_str(), result["length"].as_u64()),
            (Some("solved"), known.length.map(u64::from))
        );
        let moves: Vec<&str> = result["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(referee::replay(&known.position, &moves), Ok(()));
    }
}

#[test]
fn the_exit_status_tells_whether_everything_is_proven() {
    let unsolvable = run(&["solve", "--position", "Kp6/8/8/8 b", "--format", "jsonl"], b"");
    assert!(unsolvable.status.success());
    let result = &results(&unsolvable)[0];
    assert_eq!((result["status"].as_str(), &result["length"]), (Some("unsolvable"), &Value::Null));

    let stopped = run(&["solve", "--time", "0", "--format", "jsonl"], b"8/1p6/8/6K1 b\nA\nK6c/8/8/8 b\n");
    assert_eq!(stopped.status.code(), Some(1));
    assert_eq!(results(&stopped)[1]["status"].as_str(), Some("unknown"));
    assert_eq!(results(&stopped)[1]["lower_bound"].as_u64(), Some(7));

    let invalid = run(&["solve"], b"A\n8/8/8 b\n3\n");
    assert_eq!(invalid.status.code(), Some(1));
    assert_eq!(text(&invalid), "A: invalid: 3 ranks, not 4, at character 6\n");
    assert!(run(&["solve"], b"").status.success(), "no puzzle is no failure");
}

#[test]
fn every_option_is_taken_and_explained() {
    let position = "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b";
    for bound in ["auto", "reds", "estimate1", "estimate2", "estimate2-source", "spanning", "cover", "pairs"] {
        let output = run(&["solve", "--position", position, "--bound", bound, "--explain", "--format", "jsonl"], b"");
        let result = &results(&output)[0];
        assert_eq!(result["length"].as_u64(), Some(16), "{bound}");
        assert!(!result["explanation"].as_array().unwrap().is_empty(), "{bound}");
    }
    let explained = run(&["solve", "--position", position, "--explain"], b"");
    assert!(text(&explained).contains("\n    A* with bound"), "{}", text(&explained));
    let record = ["solve", "--position", position, "--algorithm", "ida", "--bound", "estimate2", "--memory", "16"];
    let calls = |more: &[&str]| {
        let arguments = [&record[..], &["--distances", "source", "--format", "jsonl"], more].concat();
        results(&run(&arguments, b""))[0].clone()
    };
    let (with, without) = (calls(&[]), calls(&["--no-record", "--time", "1"]));
    assert_eq!(with["length"].as_u64(), Some(16));
    assert!(with["table_hits"].as_u64() > Some(0) && without["table_hits"].as_u64() == Some(0));
    assert_eq!(without["status"].as_str(), Some("unknown"), "without the record it takes a thousand times as long");
    for wrong in [
        &["--algorithm", "magic"][..],
        &["--bound", "best"],
        &["--memory", "0"],
        &["--time", "-1"],
        &["--time", "soon"],
        &["--threads", "0"],
        &["/nonexistent/puzzles"],
    ] {
        let output = run(&[&["solve"], wrong].concat(), b"");
        assert!(!output.status.success(), "{wrong:?}");
        assert!(output.stdout.len() + output.stderr.len() > 0, "{wrong:?}: nothing is said");
    }
    let refused = run(&["solve", "--no-cannons", "--position", "C1D1p3/8/8/8 b"], b"");
    assert!(text(&refused).contains("'C' at character 1: black cannons"), "{}", text(&refused));
}

/// Does the text describe a board, by a look of its own?
fn is_position(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [board, "b"] = words[..] else { return false };
    let width = |cell: char| if cell.is_ascii_digit() { cell as usize - '0' as usize } else { 1 };
    let ranks: Vec<&str> = board.split('/').collect();
    board.chars().all(|cell| "/12345678KAERNCPkaerncpD".contains(cell))
        && ranks.len() == 4
        && ranks.iter().all(|rank| rank.chars().map(width).sum::<usize>() == 8)
}

#[test]
fn a_thousand_malformed_positions_are_told_what_is_wrong() {
    let mut random = Pcg64::seed_from_u64(9);
    let letters: Vec<char> = "KAERNCPDkaerncpdxz0123456789/ bwB-,.\u{0}\u{e9}\u{1f600}".chars().collect();
    let mut inputs = Vec::new();
    while inputs.len() < 1_000 {
        let mut cells: Vec<char> = oracle::write(&oracle::random_board(&mut random)).chars().collect();
        for _ in 0..=random.random_range(0..3) {
            let at = random.random_range(0..cells.len());
            match random.random_range(0..3) {
                0 => cells[at] = *letters.choose(&mut random).unwrap(),
                1 => cells.insert(at, *letters.choose(&mut random).unwrap()),
                _ => drop(cells.remove(at)),
            }
        }
        let text: String = cells.into_iter().collect();
        if !is_position(&text) && text.contains('/') && text.trim() == text {
            inputs.push(text);
        }
    }
    let file: String = inputs.iter().enumerate().map(|(nth, text)| format!("n{nth}\n{text}\n")).collect();
    let output = run(&["solve", "--format", "jsonl"], file.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let found = results(&output);
    assert_eq!(found.len(), inputs.len());
    for (result, input) in found.iter().zip(&inputs) {
        assert_eq!(result["status"].as_str(), Some("invalid"), "{input}");
        let error = result["error"].as_str().unwrap_or_default();
        assert!(error.contains("at character "), "{input}: {error}");
    }
}

#[test]
fn any_bytes_are_survived() {
    let mut random = Pcg64::seed_from_u64(11);
    for length in [1, 100, 10_000] {
        let bytes: Vec<u8> = (0..length).map(|_| random.random::<u8>()).collect();
        let output = run(&["solve", "--time", "1"], &bytes);
        assert!(output.status.code().is_some() && output.stderr.is_empty(), "{output:?}");
    }
    let long = "K".repeat(1_000_000) + "/";
    assert!(text(&run(&["solve"], long.as_bytes())).contains("more than 8 squares"));
}

#[test]
fn generated_puzzles_are_solved_as_they_say() {
    let arguments =
        ["generate", "capture", "--count", "4", "--seed", "3", "--unique", "--min-length", "9", "--max-length", "14"];
    let output = run(&arguments, b"");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(text(&run(&arguments, b"")), text(&output), "a seed gives the same puzzles again");
    let solved = run(&["solve", "--format", "jsonl"], &output.stdout);
    let found = results(&solved);
    assert_eq!((solved.status.code(), found.len()), (Some(0), 4));
    for result in found {
        assert_eq!(result["expected"], result["length"]);
        assert!((9..=14).contains(&result["length"].as_u64().unwrap()));
    }
    for wrong in [
        &["--ducks", "30"][..],
        &["--count", "0"],
        &["--min-length", "9", "--max-length", "8"],
        &["--min-length", "900", "--max-length", "901", "--tries", "3"],
    ] {
        let output = run(&[&["generate", "capture"], wrong].concat(), b"");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && told.starts_with("error: ") && output.stdout.is_empty(),
            "{wrong:?}: {output:?}"
        );
    }
}
