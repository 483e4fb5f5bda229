//! Parts of runs as processes: done in any order and joined, they are the bytes of one machine.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::folder::Folder;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("fukumi runs")
}

fn done(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refused(arguments: &[&str], said: &str) {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && errors.contains(said), "{arguments:?}: {errors}");
}

/// Does parts of a run, each into its file, in this order.
fn do_parts(folder: &Folder, run: &[&str], parts: &[&str]) -> Vec<String> {
    let file = |part: &&str| folder.file(&format!("{}.part", part.replace('/', "-")));
    let files: Vec<String> = parts.iter().map(file).collect();
    for (part, file) in parts.iter().zip(&files) {
        done(&[run, &["--part", part, "--out", file]].concat());
    }
    files
}

fn merge(files: &[String], more: &[&str]) -> Output {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(&[&["merge"], &files[..], more].concat())
}

fn merged(files: &[String], out: &str) -> Vec<u8> {
    let output = merge(files, &["--out", out]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    if fs::metadata(out).expect("a result").is_file() { fs::read(out).expect("bytes") } else { Vec::new() }
}

const SELFPLAY: [&str; 9] = ["selfplay", "--games", "21", "--nodes", "60", "--option", "BoardSize=9", "--seed", "4"];

#[test]
fn parts_of_self_play_are_the_file_of_one_machine() {
    let folder = Folder::new();
    let one = folder.file("one.fsp");
    done(&[&SELFPLAY[..], &["--out", &one]].concat());
    let some = do_parts(&folder, &[&SELFPLAY[..], &["--workers", "3"]].concat(), &["4/4", "2/4", "1/4"]);
    let out = folder.file("joined.fsp");
    let lacking = merge(&some, &["--out", &out]);
    assert!(String::from_utf8_lossy(&lacking.stderr).contains("of 4 parts these are missing: 3"));
    assert!(!folder.path("joined.fsp").exists());
    assert!(merge(&some, &["--out", &out, "--partial"]).status.success());
    assert!(
        String::from_utf8_lossy(&merge(&some, &["--out", &out, "--partial"]).stderr).contains("--force replaces it")
    );
    let last = do_parts(&folder, &SELFPLAY, &["3/4"]);
    let all = [some.clone(), last, some[..1].to_vec(), vec![folder.root().display().to_string()]].concat();
    assert_eq!(merged(&all, &folder.file("all.fsp")), fs::read(&one).expect("bytes"));
    assert_eq!(fs::read_dir(folder.root()).expect("a folder").count(), 7, "nothing is left behind");
}

#[test]
fn parts_of_other_runs_are_refused() {
    let folder = Folder::new();
    let first = do_parts(&folder, &SELFPLAY, &["1/3"]).remove(0);
    let other = folder.file("other");
    let seed = [&SELFPLAY[..7], &["--seed", "5", "--part", "2/3", "--out", &other]].concat();
    done(&seed);
    let out = folder.file("out");
    refused(&["merge", &first, &other, "--out", &out], "seed is 5 there, 4 in");
    refused(&[&SELFPLAY[..], &["--part", "2/3", "--out", &first]].concat(), "holds part 1/3 already");
    refused(&[&SELFPLAY[..7], &["--seed", "6", "--part", "2/3", "--out", &other]].concat(), "seed is 5 there, 6 in");
    refused(&["selfplay", "--positions", "9", "--part", "1/2", "--out", &out], "cannot be used with");
    refused(&[&SELFPLAY[..], &["--part", "4/3", "--out", &out]].concat(), "K from 1 to N");
    refused(&["merge", &folder.file("nowhere"), "--out", &out], "nowhere");
    let mut bytes = fs::read(&first).expect("bytes");
    let at = bytes.len() - 3;
    bytes[at] ^= 1;
    fs::write(&other, bytes).expect("a file");
    refused(&["merge", &other, "--out", &out], "damaged");
    assert!(!folder.path("out").exists());
}

#[test]
fn a_part_that_is_killed_goes_on_with_its_games() {
    let folder = Folder::new();
    let arguments = ["selfplay", "--games", "60", "--nodes", "400", "--option", "BoardSize=9"];
    let out = folder.file("p");
    let part = [&arguments[..], &["--part", "1/1", "--out", &out]].concat();
    let mut child = command(&part).spawn().expect("fukumi runs");
    let work = folder.path("p.work/games.fsp");
    let give_up = Instant::now() + Duration::from_secs(60);
    while fs::metadata(&work).map_or(0, |found| found.len()) < 2_000 && child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < give_up, "nothing is written");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(work.exists(), "the kill came too late to prove anything");
    done(&part);
    let one = folder.file("one.fsp");
    done(&[&arguments[..], &["--out", &one]].concat());
    assert_eq!(merged(&[out], &folder.file("joined")), fs::read(one).expect("bytes"));
    assert!(!folder.path("p.work").exists());
}

#[test]
fn parts_of_an_analysis_are_the_file_of_one_machine() {
    let folder = Folder::new();
    let lines = "# openings\nh8 i9\nh8 h8\n\nh8 i9 j10\n0,0, 1,1\nh8\nh8 g7 f6\n";
    let input = folder.write("input.txt", lines.as_bytes()).display().to_string();
    let arguments = ["analyze", &input, "--nodes", "300", "--json"];
    let one = folder.file("one");
    assert_eq!(run(&[&arguments[..], &["--out", &one]].concat()).status.code(), Some(1), "a line is no position");
    let files: Vec<String> = ["3/4", "1/4", "2/4", "4/4"]
        .iter()
        .map(|part| {
            let file = folder.file(&format!("{}.part", &part[..1]));
            let output = run(&[&arguments[..], &["--part", part, "--out", &file]].concat());
            assert_eq!(output.status.code(), Some(i32::from(*part == "2/4")), "{part}");
            file
        })
        .collect();
    let out = folder.file("joined");
    let output = merge(&files, &["--out", &out]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read(&out).expect("bytes"), fs::read(&one).expect("bytes"));
    fs::write(&input, lines.replace("0,0", "1,0")).expect("a file");
    let other = folder.file("other");
    done(&[&arguments[..], &["--part", "1/4", "--out", &other]].concat());
    refused(&["merge", &files[0], &other, "--out", &folder.file("no")], "crc32 is");
}

#[test]
fn a_plan_tells_how_many_positions_each_part_studies() {
    let folder = Folder::new();
    let input = folder.write("input.txt", b"h8 i9 j10\nh8\nh8 h8\nh8 g7 f6 e5\n").display().to_string();
    let plan = |more: &[&str]| done(&[&["analyze", &input, "--json"], more].concat());
    // A game has one position more than moves, and a line that is no game one answer.
    assert_eq!(plan(&["--games", "--plan", "4"]), "4\n2\n1\n5\n");
    assert_eq!(plan(&["--games", "--plan", "2"]), "6\n6\n");
    assert_eq!(plan(&["--games", "--plan", "5"]), "0\n4\n2\n1\n5\n");
    assert_eq!(plan(&["--plan", "2"]), "2\n2\n");
    refused(&["analyze", &input, "--plan", "0"], "0 is not in 1..");
    refused(&["analyze", &input, "--plan", "2", "--part", "1/2"], "cannot be used with");
    refused(&["analyze", "no such file", "--plan", "2"], "cannot open no such file");
}

const KNOBS: &str = "futility_base 20\nkiller_bonus 300\n";

#[test]
fn parts_of_a_tuning_give_the_same_journal_in_any_order() {
    let folder = Folder::new();
    let knobs = folder.write("knobs", KNOBS.as_bytes()).display().to_string();
    let journal = folder.file("journal");
    let arguments =
        |lag| ["tune-search", &knobs, "--pairs", "12", "--nodes", "60", "--journal", &journal, "--lag", lag];
    let early = folder.file("early");
    refused(
        &[&arguments("2")[..], &["--part", "3/6", "--out", &early]].concat(),
        "part 3/6 begins with the values after part 1, ",
    );
    let mut files = do_parts(&folder, &arguments("2"), &["2/6", "1/6"]);
    for part in ["3/6", "4/6", "5/6", "6/6"] {
        assert!(merge(&files, &["--out", &journal, "--partial", "--force"]).status.success());
        files.splice(0..0, do_parts(&folder, &arguments("2"), &[part]));
    }
    let last = merged(&files, &folder.file("last"));
    assert_eq!(String::from_utf8_lossy(&last).lines().count(), 6);
    assert!(String::from_utf8_lossy(&last).starts_with(&folder.read("journal")), "what was there stays as it was");

    // With parts of a pair each, one after the other, it is what one worker does on its own.
    let folder = Folder::new();
    let (one, journal) = (folder.file("one"), folder.file("journal"));
    let plain = ["tune-search", &knobs, "--pairs", "3", "--nodes", "60", "--journal"];
    done(&[&plain[..], &[&one]].concat());
    let mut files = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        files.extend(do_parts(&folder, &[&plain[..], &[&journal]].concat(), &[part]));
        assert!(merge(&files, &["--out", &journal, "--partial", "--force"]).status.success());
    }
    let last = |name: &str| folder.read(name).lines().last().map(str::to_owned);
    assert_eq!(last("journal"), last("one"));
}

#[test]
fn parts_of_slopes_and_comparisons_add_up() {
    let folder = Folder::new();
    let knobs = folder.write("knobs", b"lmp_base 12 13\naspiration_width 1\n").display().to_string();
    for purpose in ["--slopes", "--compare"] {
        let arguments = ["tune-search", &knobs, "--pairs", "5", "--nodes", "200", purpose];
        let one = done(&arguments);
        let folder = Folder::new();
        let files = do_parts(&folder, &arguments, &["2/2", "1/2"]);
        assert_eq!(String::from_utf8(merged(&files, &folder.file("out"))).expect("text"), one);
    }
}

#[cfg(unix)]
mod matches {
    use super::*;

    fn arguments(more: &[&str]) -> Vec<String> {
        let engine = |name: &str, nodes: u32| {
            format!("name={name} cmd='{} --hash 1' nodes={nodes} fresh=true", env!("CARGO_BIN_EXE_fukumi"))
        };
        let engines = [engine("A", 150), engine("B", 20)];
        let mut all = vec!["match".to_owned()];
        all.extend(engines.into_iter().flat_map(|engine| ["--engine".to_owned(), engine]));
        all.extend(
            ["--openings=random", "--seed=2", "--size=9", "--moves-only"]
                .into_iter()
                .chain(more.iter().copied())
                .map(str::to_owned),
        );
        all
    }

    fn whole(folder: &Folder, name: &str) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(folder.path(name)).expect("a folder");
        let mut files: Vec<_> = entries
            .map(|entry| {
                let entry = entry.expect("a file");
                (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("bytes"))
            })
            .collect();
        files.sort();
        files
    }

    fn compare(folder: &Folder, more: &[&str], parts: &[&str]) {
        let all = arguments(more);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let out = folder.file("one");
        done(&[&all[..], &["--out", &out]].concat());
        let files = do_parts(folder, &[&all[..], &["--concurrency", "2"]].concat(), parts);
        merged(&files, &folder.file("joined"));
        assert_eq!(whole(folder, "one").len(), 4);
        assert!(whole(folder, "one") == whole(folder, "joined"), "{:?}", folder.root());
    }

    #[test]
    fn parts_of_a_match_are_the_folder_of_one_machine() {
        compare(&Folder::new(), &["--games=10"], &["3/3", "1/3", "2/3"]);
    }

    #[test]
    fn a_test_decided_by_the_first_parts_needs_no_later_ones() {
        let folder = Folder::new();
        // A is far stronger: some ten pairs decide.
        let more = ["--games=80", "--sprt=elo0=0,elo1=200"];
        compare(&folder, &more, &["2/4", "1/4"]);
        let result: serde_json::Value = serde_json::from_str(&folder.read("joined/result.json")).expect("JSON");
        assert!(result["complete"] == true && result["games"].as_u64() < Some(40), "{result}");
    }

    #[test]
    fn a_file_that_engines_name_may_lie_elsewhere() {
        let folder = Folder::new();
        let out = folder.file("out");
        let located = format!("--located=engine={}", env!("CARGO_BIN_EXE_fukumi"));
        let engines = ["--engine=name=A cmd=engine nodes=9", "--engine=name=B cmd=engine nodes=9"];
        let common = ["--games=2", "--max-plies=6", "--openings=random", "--out", &out];
        done(&[&["match"], &engines[..], &common[..], &[&located]].concat());
        assert!(!folder.read("out/run.json").contains(env!("CARGO_BIN_EXE_fukumi")));
        refused(&[&["match"], &engines[..], &common[..], &["--located=engine"]].concat(), "expected WORD=PATH");
    }

    #[test]
    fn moves_alone_are_recorded_of_games_that_nothing_else_decides() {
        let all = arguments(&["--games=2", "--tc=5"]);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        refused(&all, "not by the clock");
        let all = arguments(&["--games=2", "--adjudicate-win=score=500"]);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        refused(&all, "not ended by what engines tell");
    }
}
