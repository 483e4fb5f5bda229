//! The sample files of tests/data/files.

use std::path::{Path, PathBuf};

/// Where they are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/files")
}

/// The bytes of one.
pub(crate) fn sample(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).expect("a sample")
}
