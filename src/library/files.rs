//! Work on a whole database with a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail, ensure};
use fukumi_protocol::DatabaseFile;

use super::OpenFile;
use super::now;
use super::sink::{Sink, Terms};
use super::sources::{self, Kind};
use super::{copies, table, tree};
use crate::database::walk::Walker;
use crate::database::{Access, Store, yxdb};
use crate::engine::options::Options;
use crate::files::{FileWriter, Format, Hint};
use crate::whole_file;

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
            let snapshot = file.store.snapshot()?;
            let mut count = 0;
            whole_file::write_with(path, true, |out| {
                count = table::write(&snapshot, only.as_deref(), out)?;
                Ok(())
            })?;
            Ok(format!("Wrote {count} records."))
        }
        DatabaseFile::FromText => import(file, options, path, &[Kind::Table, Kind::Lines]),
        DatabaseFile::Positions => to_positions(file, options, path),
        DatabaseFile::FromLibrary => import(file, options, path, &[Kind::Yxdb, Kind::Games]),
        DatabaseFile::ToLibrary => to_library(file, options, path),
        DatabaseFile::Split => split(file, options, path, position),
        DatabaseFile::Merge => merge(file, options, path),
    }
}

/// Takes over a file of one of these kinds; tells what was done.
fn import(file: &OpenFile, options: &Options, path: &Path, kinds: &[Kind]) -> Result<String> {
    let mut start = Vec::new();
    File::open(path)?.take(1 << 16).read_to_end(&mut start)?;
    let kind = sources::kind(&start, false);
    ensure!(kinds.contains(&kind), "{} is not of that kind", path.display());
    Ok(format!("Imported {} records into the database.", read(file, options, path, kind)?))
}

/// Takes over a file; tells how many records.
fn read(file: &OpenFile, options: &Options, path: &Path, kind: Kind) -> Result<u64> {
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
    sources::read(kind, path, &hint, &mut sink)?;
    Ok(sink.finish()?.written)
}

/// Writes every position under these rules that stones laid in turns make, a line of moves for each.
fn to_positions(file: &OpenFile, options: &Options, path: &Path) -> Result<String> {
    let space = file.space(options)?;
    let mut walker = Walker::new(options)?;
    let snapshot = file.store.snapshot()?;
    let positions = snapshot.positions(space.rules())?;
    let (mut count, mut left_out) = (0_u64, 0_u64);
    whole_file::write_with(path, true, |out| {
        for entry in positions.iter() {
            let stones = space.stones(&entry?.0.0)?;
            match walker.moves_to(&space, &stones)? {
                Some(moves) if !moves.is_empty() => {
                    writeln!(out, "{}", moves.concat())?;
                    count += 1;
                }
                // The empty board is no line.
                Some(_) => {}
                None => left_out += 1,
            }
        }
        Ok(())
    })?;
    let rest = if left_out == 0 { String::new() } else { format!(" {left_out} cannot be laid in turns.") };
    Ok(format!("Wrote {count} positions.{rest}"))
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
    let count = copies::split(&file.store, &space, &mut Walker::new(options)?, stones, path)?;
    Ok(format!("Wrote {count} records into the new database."))
}

fn merge(file: &OpenFile, options: &Options, path: &Path) -> Result<String> {
    let count = match Store::open(path, Access::ReadOnly) {
        Ok(other) => copies::copy(&other, &file.store, crate::database::Merge::Better)?,
        Err(why) => {
            let mut start = Vec::new();
            File::open(path)?.take(16).read_to_end(&mut start)?;
            if !yxdb::is_likely(&start) {
                return Err(why.into());
            }
            read(file, options, path, Kind::Yxdb)?
        }
    };
    Ok(format!("Merged {count} records into the database."))
}

/// Looks at every page and every record.
pub(super) fn check(file: &OpenFile) -> Result<()> {
    match copies::check(&file.store)? {
        (_, 0) => Ok(()),
        (count, bad) => bail!("{bad} of {count} positions are damaged; YXDBFIX saves the others"),
    }
}

/// Saves what can be read of a damaged file into a new one beside it. The damaged one stays as it is: other programs may have it open.
pub(super) fn fix(file: &OpenFile) -> Result<String> {
    if check(file).is_ok() {
        return Ok("the database is undamaged: nothing to fix".to_owned());
    }
    let mut name = file.store.path().as_os_str().to_owned();
    name.push(".fixed");
    let (saved, lost) = copies::repair(&file.store, Path::new(&name))?;
    Ok(format!("Saved {saved} records, {lost} lost: YXSETDATABASE {} opens them", name.display()))
}
