//! The one-shot commands. Their output formats are fixed: scripts rely on them.

pub mod analyze;
pub mod arena;
pub mod bench;
pub mod book;
pub mod completions;
pub mod convert;
pub mod db;
pub mod doctor;
pub(crate) mod examples;
pub mod generate;
pub mod man;
pub mod match_records;
pub mod merge;
mod part;
pub mod perft;
mod position;
pub mod records;
pub mod selfplay;
#[cfg(feature = "web")]
pub mod serve;
pub mod show;
pub mod solve;
pub mod train;
pub mod tune;
pub mod tune_search;
pub(crate) mod values;
pub mod version;

use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::engine::options::Options;

/// Sets options of the game itself from `NAME=VALUE`, as `--option` has them.
fn set_game_options(options: &mut Options, pairs: &[String]) -> Result<()> {
    pairs.iter().try_for_each(|pair| {
        let (name, value) = pair.split_once('=').with_context(|| format!("--option {pair}: expected NAME=VALUE"))?;
        set_game_option(options, &format!("--option {pair}"), name.trim(), value)
    })
}

/// Sets an option of the game itself, for an argument that is named when it makes no sense.
fn set_game_option(options: &mut Options, argument: &str, name: &str, value: &str) -> Result<()> {
    let game = options.game();
    let own = game.options.iter().any(|row| row.name.eq_ignore_ascii_case(name));
    ensure!(own, "{argument}: {} has no option {name}", game.name);
    Ok(options.set(name, value)?)
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|why| why.to_string())
}
