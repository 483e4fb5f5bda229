//! The whole loop that teaches a network, as `scripts/generation.sh` runs it: from an empty folder, twice over.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::folder::Folder;

/// One small generation on a small board. The second is told nothing but the network of the first.
fn generation(folder: &str, more: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/generation.sh");
    let small = [
        "--size",
        "9",
        "--nodes",
        "40",
        "--match-games",
        "4",
        "--match-nodes",
        "100",
        "--workers",
        "2",
        "--passes",
        "1",
    ];
    let run = Command::new("bash")
        .arg(script)
        .arg(folder)
        .args(small)
        .args(more)
        .env("FUKUMI", env!("CARGO_BIN_EXE_fukumi"))
        .env_remove("RUST_LOG")
        .output()
        .expect("bash runs");
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{errors}");
    run
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_generation_plays_learns_and_is_matched_and_the_next_one_begins_with_it() {
    let folder = Folder::new();
    let (first, second) = (folder.file("first"), folder.file("second"));
    let told = said(&generation(&first, &["--positions", "20000"]));
    assert!(told.contains("positions to learn from") && told.contains("weights learnt"), "{told}");
    let network = format!("{first}/new.network");
    let learnt = fs::read(&network).expect("a network");
    assert_ne!(fs::read(format!("{first}/taught.network")).expect("a network"), learnt);
    assert!(fs::read_to_string(format!("{first}/loss.svg")).expect("a curve").contains("<svg"));
    assert_eq!(fs::read_to_string(format!("{first}/match/games.jsonl")).expect("games").lines().count(), 4);

    // The same command finds everything done.
    generation(&first, &["--positions", "20000"]);
    assert_eq!(fs::read(&network).expect("the network"), learnt);

    let games = format!("{first}/games.fsp");
    generation(&second, &["--positions", "2000", "--from", &network, "--data", &games, "--seed", "2"]);
    assert_ne!(fs::read(format!("{second}/new.network")).expect("a network"), learnt);

    // Games that one network played are not gone on with by another.
    let own = format!("{second}/games.fsp");
    let mut built_in = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    built_in.args(["selfplay", "--option", "BoardSize=9", "--nodes", "40", "--seed", "2", "--positions", "3000"]);
    built_in.args(["--opening-plies", "3-14", "--tolerance", "300", "--opening-nodes", "40"]);
    built_in.args(["--branch-plies", "24", "--out", &own]);
    let refused = built_in.output().expect("fukumi runs");
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && errors.contains("weights") && errors.contains("built-in"), "{errors}");
}
