//! Engines for the tests, good and bad, and the process that lets them play.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::folder::Folder;

/// What a match leaves in its folder.
impl Folder {
    /// A shell script that is an engine.
    pub(crate) fn script(&self, name: &str, body: &str) -> PathBuf {
        let path = self.write(name, format!("#!/bin/sh\n{body}\n").as_bytes());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable");
        path
    }

    /// The records of the match in the folder `out`.
    pub(crate) fn records(&self) -> Vec<Value> {
        let lines = self.read("out/games.jsonl");
        lines.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
    }

    pub(crate) fn result(&self) -> Value {
        serde_json::from_str(&self.read("out/result.json")).expect("JSON")
    }
}

/// An engine that is good, quick and makes no faults: our own.
pub(crate) fn good(name: &str) -> String {
    format!("name={name} cmd='{} --hash 1' nodes=60 move-time=20s", env!("CARGO_BIN_EXE_fukumi"))
}

/// A Gomocup engine that consents to START and does this when a move is due.
pub(crate) fn gomocup(on_move: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in
           START*|RESTART*) echo OK;;
           BEGIN*|TURN*|DONE*) {on_move};;
           END*) exit 0;;
         esac; done"
    )
}

/// A UGI engine that shakes hands and does this when a move is due.
pub(crate) fn ugi(on_move: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in
           ugi*) if [ \"$line\" = ugi ]; then echo id name bad; echo ugiok; fi;;
           isready*) echo readyok;;
           go*) {on_move};;
           quit*) exit 0;;
         esac; done"
    )
}

pub(crate) fn engine(name: &str, script: &Path, more: &str) -> String {
    format!("name={name} cmd={} {more}", script.display())
}

/// `fukumi match` with these arguments, writing to the folder `out`.
pub(crate) fn command(folder: &Folder, engines: &[String], more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.arg("match").env_remove("RUST_LOG").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.args(engines.iter().flat_map(|engine| ["--engine", engine]));
    command.arg("--out").arg(folder.path("out")).args(more);
    command
}

pub(crate) fn run(folder: &Folder, engines: &[String], more: &[&str]) -> Output {
    command(folder, engines, more).output().expect("fukumi runs")
}

/// What a process said, for a failed assertion.
pub(crate) fn told(output: &Output) -> String {
    format!(
        "{}\n{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
