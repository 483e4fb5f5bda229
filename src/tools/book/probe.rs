//! `book probe`: the moves that a book knows in a position.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::json;

use crate::database::shipped_book;
use crate::engine::book::{self, BookMove};
use crate::engine::win_rate;
use crate::library::open as open_library;
use crate::tools::position::PositionArgs;

/// Tells the moves that a book knows the value of, the best first. Those marked by * are as good as the best: one of them is played.
#[derive(Debug, Args)]
pub(super) struct Probe {
    /// The book; the built-in one when none is named.
    database: Option<PathBuf>,
    /// As JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
}

impl Probe {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let options = self.position.options()?;
        let positions = match &self.database {
            Some(path) => {
                let library = open_library(path, true).map_err(|why| anyhow!("{}: {why}", path.display()))?;
                library.positions(&options)?
            }
            None => {
                shipped_book(&options).ok_or_else(|| anyhow!("the built-in book has no positions of these rules"))?
            }
        };
        let moves = book::moves(self.position.open()?.as_mut(), positions.as_ref())?;
        if self.json {
            let row = |known: &BookMove| {
                let mate = known.score.mate_distance();
                json!({
                    "move": known.text, "score": mate.is_none().then(|| known.score.value()), "mate": mate,
                    "win_rate": win_rate(known.score), "depth": known.depth, "plays": known.is_equal,
                })
            };
            let rows: Vec<_> = moves.iter().map(row).collect();
            return Ok(writeln!(out, "{}", json!({ "v": 1, "moves": rows }))?);
        }
        if moves.is_empty() {
            writeln!(out, "the book has no move here")?;
        }
        for known in &moves {
            let sign = if known.is_equal { '*' } else { ' ' };
            let value = match known.score.mate_distance() {
                Some(plies) if plies > 0 => format!("won in {plies}"),
                Some(plies) => format!("lost in {}", -plies),
                None => format!("{:+} depth {}", known.score.value(), known.depth),
            };
            writeln!(out, "{sign} {:<6} {value}", known.text)?;
        }
        Ok(())
    }
}
