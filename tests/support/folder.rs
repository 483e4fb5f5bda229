//! A folder for the files of one test.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A temporary folder, deleted at the end of the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    /// Where the folder is.
    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in it, which need not exist.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// The same path as an argument of a command.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path(name).to_str().expect("a name in UTF-8").to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}
