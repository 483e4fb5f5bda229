//! `doctor`, `completions`, `man` and `--version` as processes.

use crate::support::folder::Folder;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).output().expect("the program runs")
}

fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Also holds the signature that `--version` tells against the search, as one of the doctor's tests.
#[test]
fn the_doctor_finds_nothing_wrong() {
    let told = text(&["doctor"]);
    for name in ["processor ", "features ", "threads ", "memory ", "cgroup "] {
        assert!(told.lines().any(|line| line.starts_with(name)), "{name}: {told}");
    }
    for game in ["gomoku", "renju", "abalone", "capture", "bench", "memory", "threads"] {
        assert!(told.lines().any(|line| line.starts_with(&format!("ok      {game}: "))), "{game}: {told}");
    }
    assert!(!told.contains("FAILED") && told.trim_end().ends_with("tests passed"), "{told}");
    assert!(!text(&["doctor", "--no-tests"]).contains("ok  "));
}

#[test]
fn the_version_tells_the_signature_and_the_rules() {
    let short = text(&["-V"]);
    assert_eq!(short, format!("fukumi {}\n", env!("CARGO_PKG_VERSION")));
    let long = text(&["--version"]);
    let signature = include_str!("../../src/tools/bench/signature.txt");
    assert!(long.starts_with(&short) && long.lines().any(|line| line == signature.trim()), "{long}");
    assert!(long.contains("freestyle, standard, renju, caro, caro-five"), "{long}");
}

#[test]
fn every_shell_completes_the_tools() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&["completions", shell]);
        for word in ["analyze", "selfplay", "--jobs", "--json"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(!run(&["completions", "command.com"]).status.success());
}

#[test]
fn there_is_a_page_for_the_program_and_for_each_tool() {
    let page = text(&["man"]);
    assert!(page.contains(".TH fukumi 1") && page.contains("analyze") && !page.contains("guard"), "{page}");
    let tool = text(&["man", "analyze"]);
    assert!(tool.contains(".TH fukumi-analyze 1") && tool.contains("jobs"), "{tool}");
    assert!(!run(&["man", "nothing"]).status.success());
    let folder = Folder::new();
    text(&["man", "--out", &folder.file("man")]);
    assert!(folder.read("man/fukumi-analyze.1") == tool, "the same page");
    assert!(!folder.path("man/fukumi-guard.1").exists());
}
