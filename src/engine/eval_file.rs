//! The option `EvalFile`: a file of weights that an evaluation uses instead of those that the program was built with.

use std::fs;
use std::sync::Arc;

use super::Rejected;
use crate::weights_file::WeightsFile;

/// The name of the option.
pub const EVAL_FILE: &str = "EvalFile";

/// Files beyond this many bytes are not read: no evaluation is as large.
const LARGEST: u64 = 1 << 30;

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
        WeightsFile::from_bytes(&bytes).map_err(|why| refused(path, why.to_string()))?;
        Ok(Some(Arc::new(EvalFile { path: path.to_owned(), bytes })))
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
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
