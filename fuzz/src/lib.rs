//! Hostile input for everything in fukumi that reads input: each [`Target`] takes any bytes, and nothing may panic, hang or use much
//! memory.
//!
//! The same targets are run in two ways. `tests/short.rs` replays the corpus and a number of seeded mutations in every run of the
//! test suite; `scripts/fuzz.sh` lets libFuzzer look for new paths, with the same mutations beside its own. Inputs that once
//! failed, or that found paths of their own, are kept in `corpus/`.

mod database;
mod face;
mod files;
mod measure;
mod mutate;
mod openings;
mod positions;
mod protocol;
mod session;
mod web;
mod weights;

use std::fs;
use std::path::Path;

pub use measure::Tally;

/// One way in for input.
#[derive(Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Runs on any bytes; panics when something is wrong.
    pub run: fn(&[u8]),
    /// Good inputs to start from.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words that have a meaning there.
    pub words: &'static [&'static str],
    /// Is every line read by itself, so that a few lines test as much as many?
    pub by_lines: bool,
    /// Executions of the short run.
    pub short: u64,
}

/// All of them.
pub static TARGETS: &[Target] = &[
    Target {
        name: "gomocup",
        run: protocol::gomocup,
        seeds: protocol::gomocup_seeds,
        words: protocol::GOMOCUP_WORDS,
        by_lines: true,
        short: 4_000,
    },
    Target {
        name: "ugi",
        run: protocol::ugi,
        seeds: protocol::ugi_seeds,
        words: protocol::UGI_WORDS,
        by_lines: true,
        short: 4_000,
    },
    Target {
        name: "aep",
        run: protocol::aep,
        seeds: protocol::ugi_seeds,
        words: protocol::UGI_WORDS,
        by_lines: true,
        short: 4_000,
    },
    Target {
        name: "replies",
        run: protocol::replies,
        seeds: protocol::reply_seeds,
        words: &[],
        by_lines: false,
        short: 1_000,
    },
    Target {
        name: "session",
        run: session::run,
        seeds: session::seeds,
        words: session::WORDS,
        by_lines: false,
        short: 30,
    },
    Target { name: "files", run: files::run, seeds: files::seeds, words: files::WORDS, by_lines: false, short: 1_500 },
    Target { name: "yxdb", run: database::run, seeds: database::seeds, words: &[], by_lines: false, short: 2_000 },
    Target {
        name: "records",
        run: database::run_lines,
        seeds: database::line_seeds,
        words: database::LINE_WORDS,
        by_lines: false,
        short: 1_000,
    },
    Target {
        name: "lists",
        run: files::run_lists,
        seeds: files::list_seeds,
        words: files::WORDS,
        by_lines: true,
        short: 1_000,
    },
    Target {
        name: "positions",
        run: positions::run,
        seeds: positions::seeds,
        words: positions::WORDS,
        by_lines: false,
        short: 1_500,
    },
    Target {
        name: "weights",
        run: weights::run,
        seeds: weights::seeds,
        words: weights::WORDS,
        by_lines: false,
        short: 2_000,
    },
    Target {
        name: "networks",
        run: weights::run_networks,
        seeds: weights::network_seeds,
        words: &[],
        by_lines: false,
        short: 10,
    },
    Target { name: "openings", run: openings::run, seeds: openings::seeds, words: &[], by_lines: false, short: 2_000 },
    Target { name: "face", run: face::run, seeds: face::seeds, words: face::WORDS, by_lines: false, short: 100 },
    Target { name: "web", run: web::run, seeds: web::seeds, words: web::WORDS, by_lines: false, short: 100 },
];

impl Target {
    /// A changed copy of an input, no longer than `longest`; `others` are inputs that pieces may be taken from.
    pub fn mutate(&self, data: &[u8], others: &[Vec<u8>], seed: u64, longest: usize) -> Vec<u8> {
        mutate::mutate(data, others, self.words, self.by_lines, seed, longest)
    }

    /// The target of that name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The good inputs, and those kept in the corpus.
    pub fn corpus(&self) -> Vec<Vec<u8>> {
        let mut inputs = (self.seeds)();
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(self.name);
        inputs.extend(inputs_of(&kept));
        inputs
    }
}

/// The files of a folder by their names; none when there is no such folder.
pub fn inputs_of(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.iter().filter_map(|path| fs::read(path).ok()).collect()
}
