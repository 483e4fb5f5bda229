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

/// The words that bash proposes after these, by the script itself.
#[cfg(target_os = "linux")]
fn proposed_by_bash(words: &[&str]) -> Vec<String> {
    let script = text(&["completions", "bash"]);
    let (last, at) = (words.last().expect("words"), words.len() - 1);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let asked = format!(
        "{script}\nCOMP_WORDS=({}); COMP_CWORD={at}; _fukumi fukumi '{last}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        quoted.join(" "),
        words[at - 1]
    );
    let output = Command::new("bash").args(["-c", &asked]).output().expect("bash");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn values_are_completed_too() {
    let rules = ["freestyle", "standard", "renju", "caro", "caro-five"];
    for command in ["analyze", "convert", "match", "show", "perft"] {
        assert_eq!(proposed_by_bash(&["fukumi", command, "--rule", ""]), rules, "{command}");
    }
    assert_eq!(proposed_by_bash(&["fukumi", "analyze", "--game", "a"]), ["abalone"]);
    assert_eq!(proposed_by_bash(&["fukumi", "--game", ""]), ["gomoku", "abalone", "capture"]);
    let (to, from) = (["fukumi", "convert", "--to", ""], ["fukumi", "convert", "--from", ""]);
    let names = |of: fn(&&&fukumi::files::Format) -> bool| -> Vec<String> {
        fukumi::files::FORMATS.iter().filter(of).map(|format| format.name.to_owned()).collect()
    };
    assert_eq!(proposed_by_bash(&to), names(|format| format.writes()));
    assert_eq!(proposed_by_bash(&from), names(|format| format.reads()));
    assert_eq!(proposed_by_bash(&["fukumi", "analyze", "--format", "s"]), ["sgf", "sav"]);
}

#[test]
fn a_rule_is_named_or_coded_and_anything_else_is_refused_with_the_choices() {
    for rule in ["renju", "RENJU", "4"] {
        assert!(text(&["show", "--rule", rule]).trim_end().ends_with(" b 4"), "{rule}");
    }
    let output = run(&["show", "--rule", "go"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert!(told.contains("'go'") && told.contains("freestyle, standard, renju"), "{told}");
}

/// The lines of a command's help that begin with the program, to be typed as they stand.
fn examples(command: &clap::Command) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = help.split("Examples:\n").nth(1).unwrap_or_default().lines().filter_map(|line| line.strip_prefix("  "));
    lines.filter(|line| line.split(" | ").any(|part| part.starts_with("fukumi"))).map(str::to_owned).collect()
}

#[test]
fn every_command_has_examples_that_can_be_parsed() {
    let program = fukumi::cli::Cli::command_line();
    let visible = program.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help");
    for command in visible.chain([&program]) {
        let name = command.get_name();
        let examples = examples(command);
        assert!(!examples.is_empty(), "{name}");
        for line in examples {
            let own = line.split(" | ").find(|part| part.starts_with("fukumi")).expect("the program");
            let words = shell_words::split(own.split(" > ").next().expect("a command")).expect("words");
            assert!(name == "fukumi" || words[1] == name, "{line}");
            let parsed = fukumi::cli::Cli::command_line().try_get_matches_from(&words);
            parsed.unwrap_or_else(|why| panic!("{line}: {why}"));
        }
    }
}

#[test]
fn there_is_a_page_for_the_program_and_for_each_tool() {
    let page = text(&["man"]);
    assert!(page.contains(".TH fukumi 1") && page.contains("analyze") && !page.contains("guard"), "{page}");
    let tool = text(&["man", "analyze"]);
    assert!(tool.contains(".TH fukumi-analyze 1") && tool.contains("jobs"), "{tool}");
    assert!(tool.contains(".SH EXAMPLES\n.nf\n") && tool.contains("fukumi analyze \\-\\-games game.psq"), "{tool}");
    let formats = text(&["man", "convert"]);
    assert!(formats.contains(".SH NOTES\n.nf\nFormats, read (r)") && !formats.contains("EXTRA"), "{formats}");
    assert!(!run(&["man", "nothing"]).status.success());
    let folder = Folder::new();
    text(&["man", "--out", &folder.file("man")]);
    assert!(folder.read("man/fukumi-analyze.1") == tool, "the same page");
    assert!(!folder.path("man/fukumi-guard.1").exists() && folder.path("man/fukumi-generate-capture.1").exists());
}
