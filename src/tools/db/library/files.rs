//! Work on a whole database with a file.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use fukumi_protocol::DatabaseFile;

use super::{OpenFile, shown};
use crate::database::walk::Walker;
use crate::database::{Access, Bound, Space, Store, yxdb};
use crate::engine::options::Options;
use crate::files::{FileWriter, Format, Hint};
use crate::tools::db::import::now;
use crate::tools::db::sink::{Sink, Spaces, Terms};
use crate::tools::db::sources::{self, Kind};
use crate::tools::db::{tree, upkeep};
use crate::tools::whole_file;

/// Does it, and tells what was done. A file that is written replaces the one that is there, as the GUI has asked before.
pub(super) fn work(
    file: &OpenFile,
    options: &Options,
    work: DatabaseFile,
    path: &Path,
    position: &str,
) -> Result<String> {
    match work {
        DatabaseFile::Open => bail!("is open already"),
        DatabaseFile::Text | DatabaseFile::TextOfAll => {
            let only = (work == DatabaseFile::Text).then(|| file.space(options)).transpose()?;
            let mut count = 0;
            whole_file::write_with(path, true, |out| {
                count = write_text(file, only.as_deref(), out)?;
                Ok(())
            })?;
            Ok(format!("Wrote {count} records."))
        }
        DatabaseFile::FromLibrary => {
            Ok(format!("Imported {} records into the database.", import(file, options, path)?))
        }
        DatabaseFile::ToLibrary => to_library(file, options, path),
        DatabaseFile::Split => split(file, options, path, position),
        DatabaseFile::Merge => merge(file, options, path),
    }
}

/// Takes over a file of games or a database of Rapfi.
fn import(file: &OpenFile, options: &Options, path: &Path) -> Result<u64> {
    let mut start = Vec::new();
    File::open(path)?.take(1 << 16).read_to_end(&mut start)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stop = AtomicBool::new(false);
    let terms = Terms {
        // Nothing is noted of it: what fails is done again from the beginning.
        import: String::new(),
        merge: crate::database::Merge::Better,
        source: name.clone(),
        time: now(),
        stop: &stop,
        skip_bad: false,
    };
    let hint = Hint {
        name: Some(name),
        game: Some(options.game().name.to_owned()),
        rule: options.value("Rule").map(|rule| rule.to_string()),
        size: options.board_size().and_then(|size| u32::try_from(size).ok()),
        ..Hint::default()
    };
    let mut sink = Sink::new(&file.store, terms, None)?;
    let kind = match sources::kind(&start, false) {
        Kind::Yxdb => Kind::Yxdb,
        _ => Kind::Games,
    };
    sources::read(kind, path, &hint, &mut sink)?;
    Ok(sink.finish()?.written)
}

fn to_library(file: &OpenFile, options: &Options, path: &Path) -> Result<String> {
    let space = file.space(options)?;
    let snapshot = file.store.snapshot()?;
    let positions = snapshot.positions(space.rules())?;
    let start = space.parse(&(options.game().open)(options)?.position())?;
    if !positions.contains(&space.place(&start).key)? {
        bail!("the empty board is not known under {}", space.rules());
    }
    let game = tree::game(options, &space, &positions, start, None, &[])?;
    let mut writer = FileWriter::new(Format::named("lib")?)?;
    writer.add(&game)?;
    let bytes = writer.take_file();
    whole_file::write_with(path, true, |out| Ok(out.write_all(&bytes)?))?;
    Ok(format!("Wrote {} moves.", game.tree.len().saturating_sub(1)))
}

fn split(file: &OpenFile, options: &Options, path: &Path, position: &str) -> Result<String> {
    let space = file.space(options)?;
    let stones = space.parse(position)?;
    let count = upkeep::split(&file.store, &space, &mut Walker::new(options)?, stones, path)?;
    Ok(format!("Wrote {count} records into the new database."))
}

fn merge(file: &OpenFile, options: &Options, path: &Path) -> Result<String> {
    let count = match Store::open(path, Access::ReadOnly) {
        Ok(other) => upkeep::copy(&other, &file.store, crate::database::Merge::Better)?,
        Err(why) => {
            let mut start = Vec::new();
            File::open(path)?.take(16).read_to_end(&mut start)?;
            if !yxdb::is_likely(&start) {
                return Err(why.into());
            }
            import(file, options, path)?
        }
    };
    Ok(format!("Merged {count} records into the database."))
}

/// Writes positions as lines of text with commas between.
fn write_text(file: &OpenFile, only: Option<&Space>, out: &mut dyn Write) -> Result<u64> {
    writeln!(out, "index,key,label,value,depth,bound,text")?;
    let snapshot = file.store.snapshot()?;
    let (mut spaces, mut count) = (Spaces::default(), 0);
    for found in snapshot.rules()?.iter().filter(|found| only.is_none_or(|only| only.rules() == found.rules)) {
        let space = spaces.get(&found.rules).with_context(|| found.rules.clone())?;
        for entry in snapshot.positions(&found.rules)?.iter() {
            let (key, record) = entry?;
            let label = shown::label(&record).map_or_else(|| "(none)".to_owned(), |mark| char::from(mark).to_string());
            let bound = match record.bound {
                Bound::None => "none",
                Bound::Upper => "upper",
                Bound::Lower => "lower",
                Bound::Exact => "exact",
            };
            let text = record.comment.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let position = space.text(&space.stones(&key.0)?);
            let value = yxdb::number_of(record.value);
            writeln!(out, "{count},{} {position},{label},{value},{},{bound},\"{text}\"", found.rules, record.depth)?;
            count += 1;
        }
    }
    Ok(count)
}
