//! Parts of a match: whole pairs of games, and how they are joined to the folder that one machine with one game at a time writes.

use std::fs;
use std::ops::Range;
use std::path::Path;

use super::ArenaError;
use super::journal::{Journal, check_belongs};
use super::record::MatchGameRecord;
use super::results::Results;
use super::settings::MatchSettings;
use crate::engine::registry::Games;
use crate::lab::parts::{Part, PartError, PartFile};

/// The numbers of the games of a part.
pub fn games_of(part: Part, settings: &MatchSettings) -> Range<u64> {
    let pairs = part.range(settings.schedule().games() / 2);
    pairs.start * 2 + 1..pairs.end * 2 + 1
}

/// The settings that decide the games: not how many are played at a time.
pub fn settings_of_parts(settings: &MatchSettings) -> MatchSettings {
    MatchSettings { concurrency: 1, located: Vec::new(), ..settings.clone() }
}

/// Writes records to a new file, in the order of the games: several at a time end in another.
///
/// # Errors
/// When the file cannot be written.
pub fn put_in_order(mut records: Vec<MatchGameRecord>, to: &Path) -> Result<(), ArenaError> {
    records.sort_by_key(|record| record.game);
    let mut text = String::new();
    for record in &records {
        text += &record.to_line().map_err(|why| ArenaError::Damaged { path: to.to_owned(), why })?;
    }
    fs::write(to, text).map_err(ArenaError::file(to))
}

/// Joins parts, given in their order, to a new folder. When the match has a test, games after its decision are left out, as one machine
/// would not have played them.
///
/// # Errors
/// When a part does not hold exactly its own games, or a file cannot be read or written.
pub fn join<'a>(
    settings: &MatchSettings,
    games: Games,
    files: impl Iterator<Item = &'a PartFile>,
    folder: &Path,
) -> Result<Results, ArenaError> {
    let rules = settings.rules(games)?;
    let (mut journal, _) = Journal::open(folder, settings, &rules)?;
    let mut results = Results::new(settings);
    for file in files {
        for record in records_of(file, settings)? {
            if results.complete() {
                break;
            }
            journal.append(&record)?;
            results.add(&record);
        }
    }
    journal.finish(&results.summary())?;
    Ok(results)
}

fn records_of(file: &PartFile, settings: &MatchSettings) -> Result<Vec<MatchGameRecord>, ArenaError> {
    let schedule = settings.schedule();
    let damaged = |why: String| PartError::damaged(file.path(), format!("part {}: {why}", file.part()));
    let mut records = Vec::new();
    for line in file.lines()? {
        let record: MatchGameRecord = serde_json::from_str(&line).map_err(|error| damaged(error.to_string()))?;
        check_belongs(&record, settings, &schedule).map_err(damaged)?;
        records.push(record);
    }
    let expected = games_of(file.part(), settings);
    if !records.iter().map(|record| record.game).eq(expected.clone()) {
        let what = format!("expected the games {} to {} in their order", expected.start, expected.end - 1);
        return Err(damaged(what).into());
    }
    Ok(records)
}
