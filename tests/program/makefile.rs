//! The `Makefile`, as OpenBench's worker calls it, with a stand-in for cargo: building the program anew would take minutes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::folder::Folder;

/// Leaves the program that is tested where cargo would, and notes what it was told.
const CARGO: &str = r#"
echo "$* $FUKUMI_EVALFILE" > "$CARGO_TARGET_DIR/told"
mkdir -p "$CARGO_TARGET_DIR/release"
cp "PROGRAM" "$CARGO_TARGET_DIR/release/fukumi"
"#;

/// Calls make with these variables; `None` where there is no make.
fn make(folder: &Folder, variables: &[&str]) -> Option<Output> {
    let cargo = folder.write("cargo", CARGO.replace("PROGRAM", env!("CARGO_BIN_EXE_fukumi")).as_bytes());
    let target = folder.path("target");
    fs::create_dir_all(&target).expect("a folder");
    let made = Command::new("make")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(variables)
        .args([format!("CARGO=sh {}", cargo.display()), format!("TARGET={}", target.display())])
        .env_remove("MAKEFLAGS")
        .output();
    made.inspect_err(|error| println!("not tested: make: {error}")).ok()
}

/// The last numbers before the words nodes and nps, which is what the worker looks for.
fn read_bench(told: &str) -> (Option<u64>, Option<u64>) {
    let words: Vec<&str> = told.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let before = |name: &str| {
        let pair = words.windows(2).rfind(|pair| pair[1].eq_ignore_ascii_case(name))?;
        pair[0].parse().ok()
    };
    (before("nodes"), before("nps"))
}

#[test]
fn make_leaves_a_program_whose_bench_the_worker_can_read() {
    let folder = Folder::new();
    let exe = folder.file("engine-a1b2c3");
    let Some(made) = make(&folder, &[&format!("EXE={exe}")]) else { return };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    assert_eq!(folder.read("target/told").trim(), "build --release --locked --bin fukumi");
    let bench = || {
        let told = Command::new(&exe).args(["bench", "--depth", "3"]).output().expect("the program runs");
        read_bench(&String::from_utf8(told.stdout).expect("text"))
    };
    let (nodes, nps) = bench();
    assert!(nodes.is_some_and(|nodes| nodes > 1000) && nps.is_some_and(|nps| nps > 0), "{nodes:?} nodes, {nps:?} nps");
    assert_eq!(bench().0, nodes);
}

#[test]
fn a_file_of_weights_is_named_by_its_whole_path_and_must_be_there() {
    let folder = Folder::new();
    let exe = format!("EXE={}", folder.file("engine"));
    let weights = "tests/data/freestyle.network.gz";
    let Some(made) = make(&folder, &[&exe, &format!("EVALFILE={weights}")]) else { return };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(weights);
    assert!(folder.read("target/told").trim().ends_with(&path.display().to_string()));
    let absent = make(&folder, &[&exe, "EVALFILE=no/such/file"]).expect("make is there");
    assert!(!absent.status.success());
    assert!(String::from_utf8_lossy(&absent.stderr).contains("EVALFILE=no/such/file: there is no such file"));
}
