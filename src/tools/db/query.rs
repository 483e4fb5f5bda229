//! `db query`: what is known about a position and those after it.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::open::open;
use super::root::Root;
use crate::database::lines::Line;
use crate::database::walk::Walker;
use crate::database::{Access, Bound, Label, Record, Space, Stones, Value};
use crate::library::tree;
use crate::tools::position::PositionArgs;

/// Shows what is known about a position, and about every known position that a move leads to.
#[derive(Debug, Args)]
pub(super) struct Query {
    /// The database.
    database: PathBuf,
    /// As JSON, a position a line: the one asked for, if it is known, then the others.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
}

impl Query {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let store = open(&self.database, Access::ReadOnly)?;
        let snapshot = store.snapshot()?;
        let Root { options, space, stones: here } = Root::named(&self.position)?;
        let positions = snapshot.positions(space.rules())?;
        let known = |stones: &Stones| -> Result<Option<Record>> {
            let placed = space.place(stones);
            Ok(positions.get(&placed.key)?.map(|record| space.from_kept(&placed, record)))
        };
        let children = tree::known_children(&space, &mut Walker::new(&options)?, &positions, &here)?;
        let record = known(&here)?;
        if self.json {
            let line = |out: &mut dyn Write, stones: &Stones, record| -> Result<()> {
                let line = Line::new(&space, space.text(stones), record);
                Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?)
            };
            record.into_iter().try_for_each(|record| line(out, &here, record))?;
            return children.iter().try_for_each(|child| {
                known(&child.stones)?.into_iter().try_for_each(|record| line(out, &child.stones, record))
            });
        }
        match &record {
            None => writeln!(out, "{}: not known", space.rules())?,
            Some(record) => show(out, &space, record)?,
        }
        for child in &children {
            let record = known(&child.stones)?.unwrap_or_default();
            let text = record.comment.lines().next().unwrap_or_default();
            writeln!(out, "{:<6} {}", child.text, format!("{}  {text}", summary(&space, &record)).trim_end())?;
        }
        Ok(())
    }
}

fn show(out: &mut impl Write, space: &Space, record: &Record) -> Result<()> {
    writeln!(out, "{}: {}", space.rules(), summary(space, record))?;
    for (cell, text) in &record.board_texts {
        writeln!(out, "  on {}: {text}", space.name(*cell).unwrap_or("?"))?;
    }
    record.comment.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
    if record.games > 0 {
        writeln!(out, "  in {} games", record.games)?;
    }
    if !record.source.is_empty() {
        writeln!(out, "  from {}", record.source)?;
    }
    Ok(())
}

/// Value, depth, mark and best move in a few words.
fn summary(space: &Space, record: &Record) -> String {
    let bound = match record.bound {
        Bound::None | Bound::Exact => "",
        Bound::Upper => "at most ",
        Bound::Lower => "at least ",
    };
    let value = match record.value {
        None => "no value".to_owned(),
        Some(Value::Score(score)) => format!("{bound}{score:+} depth {}", record.depth),
        Some(Value::Win(plies)) => format!("won in {plies}"),
        Some(Value::Loss(plies)) => format!("lost in {plies}"),
        Some(Value::Draw) => "drawn".to_owned(),
    };
    let label = match record.label {
        Label::Mark(byte) => format!(" [{}]", char::from(byte)),
        Label::Unset | Label::Open => String::new(),
    };
    let best = if record.best.is_empty() { String::new() } else { format!(" best {}", space.move_text(&record.best)) };
    value + &label + &best
}
