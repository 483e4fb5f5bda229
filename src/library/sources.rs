//! The kinds of files that are imported, and how each is read.

mod analysis;
mod games;
mod line_reader;
#[cfg(feature = "cli")]
mod matches;
mod table;

use std::fs::File;
use std::path::Path;

use anyhow::{Result, ensure};
use serde_json::Value as Json;

use super::sink::{Sink, Spaces};
use crate::database::lines::{Header, Line, VERSION};
use crate::database::yxdb::{self, Reader};
#[cfg(feature = "cli")]
use crate::engine::options::Options;
use crate::files::Hint;
use line_reader::{LineReader, each_line};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A database of Rapfi or Yixin-Board.
    Yxdb,
    /// The text form of a database.
    Lines,
    /// The table of positions that `YXDBTOTXT` writes here; Rapfi's has the same header and other keys.
    Table,
    /// Results of `analyze --json`.
    Analysis,
    /// The records of a match, which a page knows nothing of.
    #[cfg(feature = "cli")]
    Match,
    /// Games, in any format.
    Games,
}

/// The kind of a file that begins like this; games when the user names their format.
pub(crate) fn kind(start: &[u8], is_named: bool) -> Kind {
    let first = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let json: Option<Json> = serde_json::from_slice(first).ok();
    let has = |name: &str| json.as_ref().is_some_and(|line| line.get(name).is_some());
    // A first line may be longer than what is looked at.
    let begins = |text: &[u8]| start.starts_with(text);
    match () {
        () if is_named => Kind::Games,
        () if yxdb::is_likely(start) => Kind::Yxdb,
        () if has("format") && json.as_ref().is_some_and(|line| line["format"] == Header::FORMAT) => Kind::Lines,
        () if first.trim_ascii_end() == crate::library::table::HEADER.as_bytes() => Kind::Table,
        () if has("terms") => Kind::Analysis,
        #[cfg(feature = "cli")]
        () if (has("opening") && has("reason")) || begins(b"{\"v\":1,\"game\":") => Kind::Match,
        () if begins(b"{\"v\":1,\"n\":") => Kind::Analysis,
        () => Kind::Games,
    }
}

/// How many steps a file takes, where that is known before.
#[cfg(feature = "cli")]
pub(crate) fn steps(kind: Kind, path: &Path) -> Result<Option<u64>> {
    match kind {
        Kind::Yxdb => Ok(Some(Reader::new(File::open(path)?, None)?.announced().into())),
        _ => Ok(None),
    }
}

/// Reads a file into the sink.
pub(crate) fn read(kind: Kind, path: &Path, hint: &Hint, sink: &mut Sink<'_>) -> Result<()> {
    match kind {
        Kind::Yxdb => yxdb(path, hint, sink),
        Kind::Lines => each_line(path, sink, &mut Lines::default()),
        Kind::Table => each_line(path, sink, &mut table::Rows::default()),
        Kind::Analysis => each_line(path, sink, &mut analysis::Analysis::default()),
        #[cfg(feature = "cli")]
        Kind::Match => each_line(path, sink, &mut matches::Matches::new(&options(hint)?)?),
        Kind::Games => games::read(path, hint, sink),
    }
}

/// The rules that the user names.
#[cfg(feature = "cli")]
fn options(hint: &Hint) -> Result<Options> {
    let mut options = Options::for_game(hint.game.as_deref().unwrap_or("gomoku"))?;
    for (name, value) in &hint.options {
        options.set(name, value)?;
    }
    if let Some(size) = hint.size {
        options.set("BoardSize", &size.to_string())?;
    }
    if let Some(rule) = &hint.rule {
        options.set("Rule", rule)?;
    }
    Ok(options)
}

fn yxdb(path: &Path, hint: &Hint, sink: &mut Sink<'_>) -> Result<()> {
    let mut reader = Reader::new(File::open(path)?, hint.encoding)?;
    reader.pass_over(sink.before())?;
    let mut spaces = Spaces::default();
    while let Some(entry) = reader.next() {
        match entry {
            Ok(entry) => {
                let rule = yxdb::RULES[usize::from(entry.rule)];
                let space = spaces.get(&format!("gomoku Rule={rule} BoardSize={}", entry.size))?;
                sink.add(&space, &entry.stones, entry.record)?;
            }
            Err(fault) => sink.fault(fault.into())?,
        }
        sink.done(reader.read_so_far())?;
    }
    Ok(())
}

/// The text form of a database.
#[derive(Default)]
struct Lines {
    spaces: Spaces,
    seen_header: bool,
}

impl LineReader for Lines {
    fn line(&mut self, text: &str, sink: &mut Sink<'_>) -> Result<()> {
        if !self.seen_header {
            let header: Header = serde_json::from_str(text)?;
            ensure!(header.v <= VERSION, "version {} of the text form, this program knows {VERSION}", header.v);
            self.seen_header = true;
            return Ok(());
        }
        let line: Line = serde_json::from_str(text)?;
        let space = self.spaces.get(&line.rules)?;
        let stones = space.parse(&line.position)?;
        let record = line.record(&space)?;
        sink.add(&space, &stones, record)
    }

    fn is_header(&self, number: u64) -> bool {
        number == 1
    }
}
