//! The puzzle files of tests/data/capture.

use std::path::PathBuf;

/// A puzzle: its name, its position, and the length of its shortest solution; `None` when it has none.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) position: String,
    pub(crate) length: Option<u32>,
}

pub(crate) const ALL: [&str; 5] = ["rules", "classic", "puzzles", "unsolvable", "cannon_ext"];

pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/capture").join(name)
}

/// The puzzles of a file.
pub(crate) fn read(name: &str) -> Vec<Known> {
    let text = std::fs::read_to_string(path(&format!("{name}.txt"))).expect("a data file");
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let known = lines.chunks_exact(3).map(|three| Known {
        name: three[0].to_owned(),
        position: three[1].to_owned(),
        length: three[2].parse::<i32>().expect("a length").try_into().ok(),
    });
    known.collect()
}
