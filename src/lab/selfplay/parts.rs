//! Parts of a self-play run: their games, and how they are joined to the file that one worker on one machine writes.

use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::SelfplayError;
use super::file::Records;
use super::play::Conditions;
use super::record::SelfplayGame;
use super::store::Store;
use crate::lab::parts::{Part, PartError, PartFile};

/// What decides a run of so many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartedRun {
    /// Under which conditions they are played.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// How many games there are.
    pub games: u32,
}

impl PartedRun {
    /// The numbers of the games of a part.
    pub fn numbers(&self, part: Part) -> Range<u32> {
        let range = part.range(u64::from(self.games));
        range.start as u32..range.end as u32
    }
}

/// Writes the games of a file to a new one, in the order of their numbers: several workers end them in another.
///
/// # Errors
/// When a file cannot be read or written.
pub fn put_in_order(from: &Path, to: &Path) -> Result<(), SelfplayError> {
    let mut records = Records::open(from)?;
    let conditions = records.conditions().clone();
    let mut games: Vec<SelfplayGame> = (&mut records).collect::<Result<_, _>>()?;
    games.sort_by_key(|game| game.number);
    let mut store = Store::open(to, conditions)?;
    games.iter().try_for_each(|game| store.add(game))?;
    store.flush()
}

/// Joins parts, given in their order, to a new file. Returns its games and positions.
///
/// # Errors
/// When a part does not hold exactly its own games, or a file cannot be read or written.
pub fn join<'a>(
    run: &PartedRun,
    files: impl Iterator<Item = &'a PartFile>,
    to: &Path,
) -> Result<(u64, u64), SelfplayError> {
    let mut store = Store::open(to, run.conditions.clone())?;
    for file in files {
        let mut expected = run.numbers(file.part());
        let foreign = |what: String| PartError::damaged(file.path(), format!("part {} {what}", file.part()));
        for game in Records::read(file.results()?, file.path())? {
            let game = game?;
            match expected.next() {
                Some(number) if number == game.number => store.add(&game)?,
                Some(number) => return Err(foreign(format!("has game {} in place of {number}", game.number)).into()),
                None => return Err(foreign(format!("has game {}, which is not its own", game.number)).into()),
            }
        }
        if let Some(number) = expected.next() {
            return Err(foreign(format!("lacks game {number}")).into());
        }
    }
    store.flush()?;
    Ok((store.games(), store.positions()))
}
