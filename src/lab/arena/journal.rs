//! The folder of a match: its settings, a record of every finished game, the games in a readable form, and the result. If the
//! match is killed, the finished games are there, and the match can be resumed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::record::{MatchGameRecord, VERSION};
use super::schedule::Schedule;
use super::settings::MatchSettings;
use super::{ArenaError, sgf, text};
use crate::engine::options::Options;

/// The settings.
const SETTINGS: &str = "run.json";
/// The records.
const GAMES: &str = "games.jsonl";
/// The summary.
const RESULT: &str = "result.json";

/// The folder of a match that is being played. It is locked while this lives.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    games: File,
    show: File,
    rules: Options,
}

impl Journal {
    /// Opens a folder, new or left behind by the same match, and reads the games that have been finished.
    ///
    /// # Errors
    /// When another match uses the folder or has used it, or a file is damaged or cannot be written.
    pub fn open(
        folder: &Path,
        settings: &MatchSettings,
        rules: &Options,
    ) -> Result<(Journal, Vec<MatchGameRecord>), ArenaError> {
        fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
        let path = folder.join(GAMES);
        let games =
            File::options().read(true).append(true).create(true).open(&path).map_err(ArenaError::file(&path))?;
        lock(&games, folder)?;
        let is_empty = games.metadata().map_err(ArenaError::file(&path))?.len() == 0;
        keep_settings(folder, settings, is_empty)?;
        let records = read_games(&path, &games, settings)?;
        let show = write_show(folder, &records, rules)?;
        Ok((Journal { folder: folder.to_owned(), games, show, rules: rules.clone() }, records))
    }

    /// Writes a game that has ended.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn append(&mut self, record: &MatchGameRecord) -> Result<(), ArenaError> {
        let line = record.to_line().map_err(|why| ArenaError::Damaged { path: GAMES.into(), why })?;
        self.games.write_all(line.as_bytes()).map_err(ArenaError::file(&self.folder.join(GAMES)))?;
        let shown = shown(record, &self.rules);
        self.show.write_all(shown.as_bytes()).map_err(ArenaError::file(&self.folder.join(show_name(&self.rules))))
    }

    /// Writes the summary.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(&self, summary: &impl Serialize) -> Result<(), ArenaError> {
        write_json(&self.folder.join(RESULT), summary)
    }
}

/// The settings and the finished games of the match in a folder. Nothing is written there.
///
/// # Errors
/// When a file cannot be read or is damaged.
pub fn read(folder: &Path) -> Result<(MatchSettings, Vec<MatchGameRecord>), ArenaError> {
    let path = folder.join(SETTINGS);
    let settings = parse_settings(&path, &fs::read_to_string(&path).map_err(ArenaError::file(&path))?)?;
    let games = folder.join(GAMES);
    let bytes = fs::read(&games).map_err(ArenaError::file(&games))?;
    let records = parse_games(&games, &bytes[..whole_lines(&bytes)], &settings)?;
    Ok((settings, records))
}

/// Two matches in one folder would count each other's games.
fn lock(games: &File, folder: &Path) -> Result<(), ArenaError> {
    #[cfg(unix)]
    if rustix::fs::flock(games, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_err() {
        return Err(ArenaError::Settings(format!("{}: another match is being played there", folder.display())));
    }
    #[cfg(not(unix))]
    let _ = (games, folder);
    Ok(())
}

fn keep_settings(folder: &Path, settings: &MatchSettings, is_new: bool) -> Result<(), ArenaError> {
    let path = folder.join(SETTINGS);
    match fs::read_to_string(&path) {
        Ok(text) => {
            let earlier = parse_settings(&path, &text)?;
            if let Some([setting, was, is]) = settings.difference(&earlier) {
                return Err(ArenaError::Differs { folder: folder.to_owned(), setting, was, is });
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && is_new => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let why = format!("is missing, and {GAMES} holds games of an unknown match");
            return Err(ArenaError::Damaged { path, why });
        }
        Err(error) => return Err(ArenaError::file(&path)(error)),
    }
    write_json(&path, settings)
}

fn parse_settings(path: &Path, text: &str) -> Result<MatchSettings, ArenaError> {
    let damaged = |error: serde_json::Error| ArenaError::Damaged { path: path.to_owned(), why: error.to_string() };
    serde_json::from_str(text).map_err(damaged)
}

/// Reads the records. A last line without its end was torn when the match was killed, and is taken off.
fn read_games(path: &Path, mut file: &File, settings: &MatchSettings) -> Result<Vec<MatchGameRecord>, ArenaError> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).map_err(ArenaError::file(path))?;
    let whole = whole_lines(&bytes);
    if whole < bytes.len() {
        log::warn!("{}: the last line is torn; its game is played again", path.display());
        file.set_len(whole as u64).map_err(ArenaError::file(path))?;
    }
    parse_games(path, &bytes[..whole], settings)
}

/// The length of the lines that have their ends.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

fn parse_games(path: &Path, lines: &[u8], settings: &MatchSettings) -> Result<Vec<MatchGameRecord>, ArenaError> {
    let schedule = settings.schedule();
    let mut seen = BTreeSet::new();
    let mut records = Vec::new();
    for (index, line) in lines.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let damaged =
            |why: String| ArenaError::Damaged { path: path.to_owned(), why: format!("line {}: {why}", index + 1) };
        let record: MatchGameRecord = serde_json::from_slice(line).map_err(|error| damaged(error.to_string()))?;
        check_belongs(&record, settings, &schedule).map_err(&damaged)?;
        if !seen.insert(record.game) {
            return Err(damaged(format!("game {} stands there twice", record.game)));
        }
        records.push(record);
    }
    Ok(records)
}

/// Is it a game of this match?
///
/// # Errors
/// Says why not.
pub(super) fn check_belongs(
    record: &MatchGameRecord,
    settings: &MatchSettings,
    schedule: &Schedule,
) -> Result<(), String> {
    if record.v != VERSION {
        return Err(format!("version {}, expected {VERSION}", record.v));
    }
    let game = schedule.game(record.game).ok_or_else(|| format!("there is no game {} in this match", record.game))?;
    let players = [game.black, game.white].map(|engine| settings.engines[engine].name.as_str());
    if players == [record.black.as_str(), record.white.as_str()] {
        return Ok(());
    }
    let [black, white] = [&record.black, &record.white].map(|name| text::quote(name));
    Err(format!("game {} is {} against {}, not {black} against {white}", record.game, players[0], players[1]))
}

/// Games of Gomoku are shown as SGF, others as lists of moves.
fn show_name(rules: &Options) -> &'static str {
    if is_gomoku(rules) { "games.sgf" } else { "games.txt" }
}

fn is_gomoku(rules: &Options) -> bool {
    rules.game().name == "gomoku"
}

fn shown(record: &MatchGameRecord, rules: &Options) -> String {
    let sgf = is_gomoku(rules).then(|| sgf::game(record, rules).ok()).flatten();
    sgf.unwrap_or_else(|| record.to_string() + "\n")
}

/// Writes the games to look at anew: the match may have been killed between the two files.
fn write_show(folder: &Path, records: &[MatchGameRecord], rules: &Options) -> Result<File, ArenaError> {
    let path = folder.join(show_name(rules));
    let all: String = records.iter().map(|record| shown(record, rules)).collect();
    replace(&path, all.as_bytes())?;
    File::options().append(true).open(&path).map_err(ArenaError::file(&path))
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), ArenaError> {
    let damaged = |error: serde_json::Error| ArenaError::Damaged { path: path.to_owned(), why: error.to_string() };
    let text = serde_json::to_string_pretty(value).map_err(damaged)? + "\n";
    replace(path, text.as_bytes())
}

/// Replaces a file as a whole: whoever reads it, and whenever the match is killed, it is the old or the new one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), ArenaError> {
    let new = path.with_extension("new");
    fs::write(&new, bytes).and_then(|()| fs::rename(&new, path)).map_err(ArenaError::file(path))
}
