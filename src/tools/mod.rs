//! The one-shot commands. Their output formats are fixed: scripts rely on them.

pub mod arena;
pub mod bench;
pub mod convert;
pub mod generate;
pub mod perft;
pub mod records;
pub mod selfplay;
pub mod show;
pub mod solve;
pub mod tune;

use anyhow::Result;

use crate::cli::Place;
use crate::engine::options::Options;
use crate::engine::{Change, Engine};

/// The engine in the position that the command line names.
fn open(place: &Place) -> Result<Box<dyn Engine>> {
    let mut options = Options::for_game(&place.game)?;
    if let Some(rule) = &place.rule {
        options.set("Rule", rule)?;
    }
    if let Some(size) = place.size {
        options.set("BoardSize", &size.to_string())?;
    }
    if let Some(text) = &place.position {
        (options.game().read)(text, &mut options)?;
    }
    let mut engine = (options.game().open)(&options)?;
    let moves = place.moves.split_whitespace().map(str::to_owned).collect();
    engine.apply(&Change::Set { position: place.position.clone(), moves })?;
    Ok(engine)
}
