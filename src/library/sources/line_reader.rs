//! Files of lines, read line by line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::library::sink::Sink;

/// Reads one kind of lines.
pub(super) trait LineReader {
    /// Adds what a line holds.
    fn line(&mut self, text: &str, sink: &mut Sink<'_>) -> Result<()>;
    /// Is the line needed to read the others?
    fn is_header(&self, _number: u64) -> bool {
        false
    }
}

/// The longest line that is read.
const LONGEST: u64 = 64 << 20;

pub(super) fn each_line(path: &Path, sink: &mut Sink<'_>, reader: &mut dyn LineReader) -> Result<()> {
    let mut file = BufReader::new(File::open(path)?);
    let before = sink.before();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if file.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let is_blank = bytes.trim_ascii().is_empty();
        if !is_blank && (number > before || reader.is_header(number)) {
            let whole = bytes.len() < LONGEST as usize;
            let text = std::str::from_utf8(&bytes).context("it is no UTF-8").and_then(|text| {
                ensure!(whole, "it is longer than {} MiB", LONGEST >> 20);
                Ok(text)
            });
            let read = text.and_then(|text| reader.line(text, sink)).with_context(|| format!("line {number}"));
            if let Err(fault) = read {
                sink.fault(fault)?;
            }
        }
        if number > before {
            sink.done(number)?;
        }
    }
    Ok(())
}
