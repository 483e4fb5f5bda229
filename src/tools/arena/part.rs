//! A part of a match, played into one file.

use std::path::Path;

use anyhow::{Context, Result};

use super::{Match, status};
use crate::engine::registry::Games;
use crate::lab::arena::parts;
use crate::lab::arena::record::MatchGameRecord;
use crate::lab::arena::results::Results;
use crate::lab::arena::settings::MatchSettings;
use crate::lab::parts::{Command, Part};
use crate::tools::part::{PartToDo, run_of};

impl Match {
    /// Plays a part into one file, and tells the exit status; there are no results when the file holds it already.
    pub(super) fn play_part(
        &self,
        part: Part,
        out: &Path,
        games: Games,
        settings: &MatchSettings,
    ) -> Result<(Option<Results>, u8)> {
        let common = parts::settings_of_parts(settings);
        let to_do = PartToDo::new(part, run_of(Command::Match, settings.moves_only, &common)?, out);
        if let Some(status) = to_do.done()? {
            return Ok((None, status));
        }
        let folder = to_do.work()?.join("match");
        let results = self.play(games, settings, Some(&folder), Some(part))?;
        if results.complete() {
            let ordered = folder.join("ordered.jsonl");
            parts::put_in_order(played_in(&folder)?, &ordered)?;
            to_do.finish(status(&results), &ordered)?;
        }
        let status = status(&results);
        Ok((Some(results), status))
    }
}

/// The records of the finished games in a folder.
fn played_in(folder: &Path) -> Result<Vec<MatchGameRecord>> {
    let path = folder.join("games.jsonl");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}
