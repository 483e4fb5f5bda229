//! `fukumi convert` as a process.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::folder::Folder;
use crate::support::samples::{folder, sample};

fn convert(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.arg("convert").args(arguments).env_remove("RUST_LOG").current_dir(folder());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // A program that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn converted(arguments: &[&str], input: &[u8]) -> String {
    let output = convert(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    text(&output.stdout)
}

#[test]
fn a_filter_from_one_format_to_another() {
    assert_eq!(converted(&["--to", "pos"], b"h8 h9 i10\n"), "h8h7i6\n");
    assert_eq!(converted(&["--from", "pos", "--to", "offset", "-"], b"h8i9"), "0,0, 1,1\n");
    assert_eq!(converted(&["--to", "moves", "old.sgf", "saved.psq"], b""), "h8 h7 i6\nh8 h9\n");
    assert_eq!(converted(&["--size", "20", "--to", "moves"], b"0,0, 1,1"), "k10 l9\n");
    let sgf = converted(&["--rule", "renju", "--to", "sgf", "tournament.psq"], b"");
    assert!(sgf.contains("SZ[20]") && sgf.contains("RU[renju]") && sgf.contains(";W[kj]C[171ms]"), "{sgf}");
    let abalone = converted(&["--to", "abp", "--game", "abalone", "--from", "moves", "abalone_moves.txt"], b"");
    assert!(abalone.starts_with("position abp 22011 ") && abalone.ends_with(" moves a1d4 i5f5 a2c4\n"), "{abalone}");
    let puzzle = converted(&["--to", "position", "puzzles.txt"], b"");
    assert_eq!(puzzle.lines().next(), Some("1D6/4D1DD/D2D4/2eA4 b"));
}

#[test]
fn what_is_left_out_is_told_on_stderr() {
    let output = convert(&["--to", "psq", "example.lib"], b"");
    assert!(output.status.success());
    let told = text(&output.stderr);
    assert_eq!(told, "game 1: left out, as psq cannot hold it: the rule, 1 move of variations\n");
    let output = convert(&["--to", "sgf", "everything.lib"], b"");
    assert!(text(&output.stderr).contains("everything.lib: game 1: left out: 2 nodes after a pass"), "{output:?}");
}

#[test]
fn files_are_written_whole_and_never_replaced_unasked() {
    let folder = Folder::new();
    let path = folder.path("games.sgf");
    let name = path.to_str().expect("a name");
    converted(&["saved.psq", "-o", name], b"");
    let first = fs::read(&path).expect("a file");
    assert!(first.starts_with(b"(;FF[4]GM[4]SZ[15]"));
    let output = convert(&["tournament.psq", "-o", name], b"");
    assert!(
        !output.status.success() && text(&output.stderr).contains("is there already; --force replaces it"),
        "{output:?}"
    );
    assert_eq!(fs::read(&path).expect("a file"), first);
    converted(&["tournament.psq", "--force", "-o", name], b"");
    assert_ne!(fs::read(&path).expect("a file"), first);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let other = folder.path("other");
        fs::write(&other, "").expect("a file");
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode(&path), mode(&other));
        fs::remove_file(other).expect("a file");
    }
    // What cannot be read leaves what is there.
    let before = fs::read(&path).expect("a file");
    assert!(!convert(&["--force", "-o", name], b"(;SZ[15];B[hh];W[hh])").status.success());
    assert_eq!(fs::read(&path).expect("a file"), before);
    assert_eq!(fs::read_dir(folder.root()).expect("a folder").count(), 1);
}

#[test]
fn a_folder_takes_each_game_as_a_file() {
    let folder = Folder::new();
    let name = folder.root().to_str().expect("a name");
    converted(&["--to", "psq", "-o", name, "cli.sgf"], b"");
    assert!(folder.read("game-1.psq").starts_with("Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n8,7,0\r\n9,9,31\r\n"));
    assert!(folder.read("game-2.psq").starts_with("Piskvorky 20x20, 0:0, 0\r\n20,20,0\r\n"));
}

#[test]
fn errors_name_the_file_the_place_and_the_field() {
    for (arguments, input, error) in [
        (&["--to", "sgf", "nowhere.psq"][..], "", "error: nowhere.psq: "),
        (
            &["--to", "sgf"],
            "\u{1}",
            "error: standard input: neither the name nor the content of the file tells its format",
        ),
        (&["--to", "pos"], "h8 h8", "error: standard input: line 1: game: move 2: h8 has been played already"),
        (
            &["--from", "sgf", "--to", "pos"],
            "(;;B[hh];W[hh])",
            "error: standard input: line 1: game 1: move 2: h8: the cell is occupied",
        ),
        (&["saved.psq"], "", "error: name the format to write: --to FORMAT"),
        (&["--to", "rif", "saved.psq"], "", "error: rif cannot be written"),
        (
            &["--to", "psq", "cli.sgf"],
            "",
            "error: psq holds one game a file, and there are 2: name a folder with --output",
        ),
        (&["--game", "abalone", "--to", "pos", "saved.psq"], "", "this format holds gomoku"),
        (&["--to", "sgf"], "\u{1f}\u{8b}", "neither the name nor the content"),
        (&["--size", "3", "--to", "pos"], "h8", "bad value '3' for BoardSize: 5 to 22"),
    ] {
        let output = convert(arguments, input.as_bytes());
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
        assert!(text(&output.stderr).contains(error), "{arguments:?}: {output:?}");
    }
}

#[test]
fn bad_games_may_be_skipped() {
    let output = convert(&["--to", "pos", "--from", "moves", "--skip-bad"], b"h8\nh8 h8\ni9\nh99\n");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), "h8\ni7\n"));
    let told = text(&output.stderr);
    assert!(told.contains("line 2") && told.contains("line 4") && told.lines().count() == 2, "{told}");
}

#[test]
fn help_lists_the_formats() {
    let help = converted(&["--help"], b"");
    for format in fukumi::files::FORMATS {
        assert!(help.contains(format.about), "{}", format.name);
    }
    assert!(sample("README.md").starts_with(b"# Files of other programs"));
}
