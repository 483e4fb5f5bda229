//! A file of results that an interrupted analysis goes on with.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::input::{Asked, Questions};
use super::result::{Status, Terms};

/// What a line of the file must tell to be known again.
#[derive(Deserialize)]
struct Kept {
    n: u64,
    input: String,
    terms: Terms,
    status: Status,
}

/// Opens a file of results for more of them, and cuts off a last line that was not finished. The questions that the file answers
/// are taken from the input and handed to `answered`. Also tells whether any of these answers is an error.
///
/// # Errors
/// When the file cannot be used, or holds answers to other questions or on other terms.
pub(super) fn resume(
    path: &Path,
    terms: &Terms,
    questions: &mut Questions<'_>,
    answered: &mut dyn FnMut(&Asked),
) -> Result<(File, bool)> {
    let shown = path.display();
    // Not opened for appending: some systems do not let such a file be cut.
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = file.with_context(|| format!("cannot open {shown}"))?;
    // A device can be read without end.
    ensure!(file.metadata().is_ok_and(|found| found.is_file()), "{shown} is no file that can be gone on with");
    let length = whole_lines(&mut file).with_context(|| format!("cannot read {shown}"))?;
    file.set_len(length).with_context(|| format!("cannot cut {shown}"))?;
    file.seek(SeekFrom::Start(0))?;
    let mut any_invalid = false;
    for (line, number) in BufReader::new(&mut file).lines().zip(1_u64..) {
        let line = line.with_context(|| format!("cannot read {shown}"))?;
        let kept: Kept =
            serde_json::from_str(&line).with_context(|| format!("{shown}, line {number}: no result of analyze"))?;
        ensure!(kept.terms == *terms, "{shown}, line {number}: analysed on other terms: game, limits or lines differ");
        let Some(asked) = questions.next().transpose()? else {
            bail!("{shown}, line {number}: the input asks for no more than {} results", number - 1)
        };
        ensure!(
            kept.n == asked.number && kept.input == asked.input,
            "{shown}, line {number}: answers another question than the input asks there"
        );
        answered(&asked);
        any_invalid |= kept.status == Status::Invalid;
    }
    file.seek(SeekFrom::End(0))?;
    Ok((file, any_invalid))
}

/// The bytes up to the last line feed.
fn whole_lines(file: &mut File) -> std::io::Result<u64> {
    let (mut read, mut whole) = (0, 0);
    let mut chunk = vec![0; 1 << 16];
    file.seek(SeekFrom::Start(0))?;
    loop {
        let count = file.read(&mut chunk)?;
        if count == 0 {
            return Ok(whole);
        }
        if let Some(at) = chunk[..count].iter().rposition(|&byte| byte == b'\n') {
            whole = read + at as u64 + 1;
        }
        read += count as u64;
    }
}
