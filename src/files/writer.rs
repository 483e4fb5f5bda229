//! Files, written game by game.

use super::error::FileError;
use super::format::{Format, Writer};
use super::losses::Losses;
use super::record::GameRecord;

/// A file that has been written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format cannot hold, in lines for a person.
    pub left_out: Vec<String>,
}

/// Writes games into one file, or into several.
pub struct FileWriter {
    format: &'static Format,
    write: Writer,
    file: Vec<u8>,
    games_in_file: usize,
    /// Games that were to be written, those that could not be among them.
    tried: usize,
    written: usize,
    losses: Losses,
}

impl FileWriter {
    /// A writer of files in this format.
    ///
    /// # Errors
    /// [`FileError::OneWay`] when the format can only be read.
    pub fn new(format: &'static Format) -> Result<FileWriter, FileError> {
        let write = format.write.ok_or(FileError::OneWay { format: format.name, what: "written" })?;
        let (file, losses) = (Vec::new(), Losses::default());
        Ok(FileWriter { format, write, file, games_in_file: 0, tried: 0, written: 0, losses })
    }

    /// Adds a game to the file.
    ///
    /// # Errors
    /// [`FileError::CannotHold`], naming the game by its number among those added; the file is what it was.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), FileError> {
        self.tried += 1;
        let (game, format, before) = (self.tried, self.format, self.file.len());
        self.append(record).map_err(|why| {
            self.file.truncate(before);
            FileError::CannotHold { game, format: format.name, why }
        })?;
        self.games_in_file += 1;
        self.written += 1;
        self.losses.add(record, game, format);
        Ok(())
    }

    fn append(&mut self, record: &GameRecord) -> Result<(), String> {
        let games = self.format.games;
        if self.games_in_file > 0 && !self.format.many {
            return Err("holds one game a file".to_owned());
        }
        if !games.is_empty() && !games.contains(&record.game()) {
            return Err(format!("does not hold {}", record.game()));
        }
        (self.write)(record, &mut self.file)
    }

    /// The file with the games added since the last one was taken.
    pub fn take_file(&mut self) -> Vec<u8> {
        self.games_in_file = 0;
        std::mem::take(&mut self.file)
    }

    /// How many games have been written.
    pub fn written(&self) -> usize {
        self.written
    }

    /// What the format could not hold of all the games, in lines for a person.
    pub fn left_out(&self) -> Vec<String> {
        self.losses.lines(self.format, self.written)
    }
}

/// Writes games as one file.
///
/// # Errors
/// When the format cannot be written, holds one game only, or cannot hold one of these.
pub fn write(games: &[GameRecord], format: &'static Format) -> Result<Written, FileError> {
    let mut writer = FileWriter::new(format)?;
    games.iter().try_for_each(|record| writer.add(record))?;
    Ok(Written { bytes: writer.take_file(), left_out: writer.left_out() })
}
