//! The option `EvalFile`: a file of weights that an evaluation uses instead of those that the program was built with.

use std::fs;
use std::sync::Arc;

use super::Rejected;
use crate::weights_file::{LARGEST, WeightsFile};

/// The name of the option.
pub const EVAL_FILE: &str = "EvalFile";

/// The file as it was when the option was set: whole and undamaged. Whether a game can use it is seen when the game is opened.
#[derive(Debug, PartialEq, Eq)]
pub struct EvalFile {
    path: String,
    bytes: Vec<u8>,
}

impl EvalFile {
    /// Reads the file; `None` for no path, which stands for the built-in weights.
    pub(super) fn read(path: &str) -> Result<Option<Arc<EvalFile>>, Rejected> {
        let path = path.trim();
        if path.is_empty() || path == "<empty>" {
            return Ok(None);
        }
        let bytes = read(path).map_err(|why| refused(path, why))?;
        EvalFile::from_bytes(path, bytes).map(|file| Some(Arc::new(file)))
    }

    /// The file of that name with these bytes.
    ///
    /// # Errors
    /// When they are not those of a file of weights.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<EvalFile, Rejected> {
        WeightsFile::from_bytes(&bytes).map_err(|why| refused(name, why.to_string()))?;
        Ok(EvalFile { path: name.to_owned(), bytes })
    }

    /// Its path, or the name that it came by.
    pub fn name(&self) -> &str {
        &self.path
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The checksum of the file, which tells it from others.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.bytes)
    }

    /// The error that the game cannot use the file.
    pub fn refused(&self, why: &impl ToString) -> Rejected {
        refused(&self.path, why.to_string())
    }
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    let about = fs::metadata(path).map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("it is not a file".to_owned());
    }
    if about.len() > LARGEST {
        return Err("it is larger than any file of weights".to_owned());
    }
    fs::read(path).map_err(|error| error.to_string())
}

fn refused(path: &str, why: String) -> Rejected {
    Rejected::BadValue { name: EVAL_FILE.to_owned(), text: path.to_owned(), allowed: why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;

    const RENJU: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/gomoku/evaluation/data/renju.weights");

    fn options(rule: &str) -> Options {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("Rule", rule).unwrap();
        options
    }

    #[test]
    fn a_file_that_fits_is_used_until_it_is_taken_back() {
        let mut options = options("renju");
        options.set("evalfile", RENJU).unwrap();
        assert!(options.eval_file().is_some());
        assert!((options.game().open)(&options).is_ok());
        assert!(!options.same_game(&options.without_eval_file()));
        options.set(EVAL_FILE, "<empty>").unwrap();
        assert!(options.eval_file().is_none());
    }

    #[cfg(feature = "cli")] // which has the crate tempfile
    #[test]
    fn a_missing_or_damaged_file_changes_nothing_and_is_named() {
        let mut options = options("renju");
        let before = options.clone();
        let folder = tempfile::tempdir().unwrap();
        let torn = folder.path().join("torn.weights");
        let bytes = fs::read(RENJU).unwrap();
        fs::write(&torn, &bytes[..bytes.len() - 1]).unwrap();
        let missing = folder.path().join("missing");
        for (path, why) in [(torn, "damaged"), (missing, "No such file"), (folder.path().to_owned(), "not a file")] {
            let path = path.to_str().unwrap();
            let error = options.set(EVAL_FILE, path).unwrap_err().to_string();
            assert!(error.contains(path) && error.contains(why) && error.contains(EVAL_FILE), "{error}");
            assert_eq!(options, before);
        }
    }

    #[test]
    fn a_file_for_another_rule_or_game_is_refused_when_the_game_is_opened() {
        for (mut options, wanted) in
            [(options("caro"), "rule 'renju'"), (Options::for_game("abalone").unwrap(), "game 'gomoku'")]
        {
            options.set(EVAL_FILE, RENJU).unwrap();
            let error = (options.game().open)(&options).err().map(|why| why.to_string()).unwrap_or_default();
            assert!(error.contains(wanted), "{error}");
            assert!((options.game().open)(&options.without_eval_file()).is_ok());
        }
    }
}
