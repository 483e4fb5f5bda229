//! `db export`: a database for other programs, or as text.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::open::open;
use super::root::Root;
use crate::database::lines::{Header, Line};
use crate::database::yxdb::{self, Entry, Writer};
use crate::database::{Access, Snapshot};
use crate::files::{FORMATS, FileWriter, Format};
use crate::library::sink::Spaces;
use crate::library::tree;
use crate::progress::{End, Progress};
use crate::tools::position::PositionArgs;
use crate::whole_file;

/// Writes a database for another program, or as text. `lines` and `yxdb` take all positions, formats of games the tree from the
/// position that is named.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The database.
    database: PathBuf,
    /// lines (JSON, one position a line), yxdb (LZ4), yxdb-raw, lib, sgf, or another format of `fukumi convert`.
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// The file to write; `-` for standard output.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace a file that is there.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    position: PositionArgs,
}

impl Export {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let store = open(&self.database, Access::ReadOnly)?;
        let snapshot = store.snapshot()?;
        let mut told = Vec::new();
        let mut fill = |file: &mut dyn Write| {
            match self.to.as_str() {
                "lines" => lines(&snapshot, file)?,
                "yxdb" => told = to_yxdb(&snapshot, file, true)?,
                "yxdb-raw" => told = to_yxdb(&snapshot, file, false)?,
                name => told = self.to_games(&snapshot, name, file)?,
            }
            Ok(())
        };
        if self.output == Path::new("-") {
            fill(out)?;
            return Ok(out.flush()?);
        }
        whole_file::write_with(&self.output, self.force, fill)?;
        told.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }

    fn to_games(&self, snapshot: &Snapshot, name: &str, file: &mut dyn Write) -> Result<Vec<String>> {
        let names = || FORMATS.iter().filter(|format| format.writes()).map(|format| format.name).collect::<Vec<_>>();
        let format = Format::named(name).ok().filter(|format| format.writes());
        let format = format.with_context(|| format!("--to {name}: lines, yxdb, yxdb-raw, {}", names().join(", ")))?;
        let root = Root::named(&self.position)?;
        let positions = snapshot.positions(root.space.rules())?;
        root.ensure_known(&positions)?;
        let Root { options, space, stones } = root;
        let game = tree::game(&options, &space, &positions, stones, self.position.start(), &self.position.line())?;
        let mut writer = FileWriter::new(format)?;
        writer.add(&game)?;
        file.write_all(&writer.take_file())?;
        Ok(writer.left_out())
    }
}

fn lines(snapshot: &Snapshot, file: &mut dyn Write) -> Result<()> {
    writeln!(file, "{}", serde_json::to_string(&Header::new())?)?;
    let mut spaces = Spaces::default();
    for found in snapshot.rules()? {
        let space = spaces.get(&found.rules)?;
        let progress = Progress::new("positions", End::After(found.positions));
        for entry in snapshot.positions(&found.rules)?.iter() {
            let (key, record) = entry?;
            let line = Line::new(&space, space.text(&space.stones(&key.0)?), record);
            writeln!(file, "{}", serde_json::to_string(&line)?)?;
            progress.step();
        }
    }
    Ok(())
}

/// The rule and size of rules that such a file knows.
fn known_to_yxdb(rules: &str) -> Option<(u8, u8)> {
    let rest = rules.strip_prefix("gomoku Rule=")?;
    let (rule, size) = rest.split_once(" BoardSize=")?;
    let rule = yxdb::RULES.iter().position(|known| *known == rule)?;
    Some((u8::try_from(rule).ok()?, size.parse().ok()?))
}

/// Writes all positions that such a file can hold; tells what it cannot.
fn to_yxdb(snapshot: &Snapshot, file: &mut dyn Write, packed: bool) -> Result<Vec<String>> {
    let (mut count, mut told, mut spaces) = (0, Vec::new(), Spaces::default());
    let all = snapshot.rules()?;
    for found in &all {
        if known_to_yxdb(&found.rules).is_none() {
            told.push(format!("left out, as yxdb cannot hold it: {} positions of {}", found.positions, found.rules));
            continue;
        }
        let space = spaces.get(&found.rules)?;
        let mut held = 0;
        for entry in snapshot.positions(&found.rules)?.iter() {
            held += u64::from(yxdb::holds(&space.stones(&entry?.0.0)?));
        }
        if held < found.positions {
            let what = "positions of other numbers of stones than yxdb can hold";
            told.push(format!("left out: {} {what}, of {}", found.positions - held, found.rules));
        }
        count += held;
    }
    if count == 0 {
        bail!("there is no position that yxdb can hold");
    }
    let mut writer = Writer::new(file, count, packed)?;
    let progress = Progress::new("positions", End::After(count));
    for found in &all {
        let Some((rule, size)) = known_to_yxdb(&found.rules) else { continue };
        let space = spaces.get(&found.rules)?;
        for entry in snapshot.positions(&found.rules)?.iter() {
            let (key, record) = entry?;
            let stones = space.stones(&key.0)?;
            if yxdb::holds(&stones) {
                let (stones, record) = yxdb::least(&space, size, &stones, &record);
                writer.add(&Entry { rule, size, stones, record })?;
                progress.step();
            }
        }
    }
    writer.finish()?;
    Ok(told)
}
