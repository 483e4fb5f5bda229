//! The position that a tool is given on its command line.

use anyhow::Result;
use clap::Args;

use super::values;
use crate::engine::options::Options;
use crate::engine::{Change, Engine};

/// A position, as the tools take it from the command line.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The game.
    #[arg(long, default_value = "gomoku", value_parser = values::game(), ignore_case = true)]
    game: String,
    /// The rules, by name or code.
    #[arg(long, value_parser = values::rule(), ignore_case = true)]
    rule: Option<String>,
    /// The size of the board.
    #[arg(long)]
    size: Option<u32>,
    /// The position text; the start position when there is none.
    #[arg(long)]
    position: Option<String>,
    /// Moves from the position, such as "h8 i9".
    #[arg(long, default_value = "")]
    moves: String,
}

impl PositionArgs {
    /// The engine in this position.
    ///
    /// # Errors
    /// When there is no such game, option, position or move.
    pub(super) fn open(&self) -> Result<Box<dyn Engine>> {
        let options = self.options()?;
        let mut engine = (options.game().open)(&options)?;
        let moves = self.moves.split_whitespace().map(str::to_owned).collect();
        engine.apply(&Change::Set { position: self.position.clone(), moves })?;
        Ok(engine)
    }

    /// The text that the position begins with; none for the start position.
    pub(super) fn start(&self) -> Option<String> {
        self.position.clone()
    }

    /// The moves from there.
    pub(super) fn line(&self) -> Vec<String> {
        self.moves.split_whitespace().map(str::to_owned).collect()
    }

    /// The options that decide its rules.
    ///
    /// # Errors
    /// When there is no such game, option or position.
    pub(super) fn options(&self) -> Result<Options> {
        let mut options = Options::for_game(&self.game)?;
        if let Some(rule) = &self.rule {
            options.set("Rule", rule)?;
        }
        if let Some(size) = self.size {
            options.set("BoardSize", &size.to_string())?;
        }
        if let Some(text) = &self.position {
            (options.game().read)(text, &mut options)?;
        }
        Ok(options)
    }
}
