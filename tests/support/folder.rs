//! A folder for the files of one test.

use tempfile::TempDir;

/// A folder of its own, gone at the end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    /// The path of a file in it, which need not exist.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a name in UTF-8").to_owned()
    }
}
