//! The rules under which positions are kept, as text: the game and the options that decide what a position is worth.

use super::error::DatabaseError;
use crate::engine::options::Options;
use crate::engine::registry::{Games, Identity};

/// The text of the rules that these options say.
pub(super) fn rules_text(options: &Options, identity: &Identity) -> String {
    let value = |name| options.value(name).map(|value| format!(" {name}={value}")).unwrap_or_default();
    let values: String = identity.options.iter().map(|row| value(row.name)).collect();
    options.game().name.to_owned() + &values
}

/// The rules of these options as text, as a space tells them.
///
/// # Errors
/// When no positions of that game are kept.
pub fn rules_of(options: &Options) -> Result<String, DatabaseError> {
    Ok(rules_text(options, &identity(options)?))
}

/// What tells the positions of the game apart.
pub(super) fn identity(options: &Options) -> Result<Identity, DatabaseError> {
    options.game().identity.ok_or_else(|| DatabaseError::NoSuchGame(options.game().name.to_owned()))
}

/// The options that a text of rules names.
///
/// # Errors
/// When there are no such rules.
pub fn options_of(games: Games, rules: &str) -> Result<Options, DatabaseError> {
    let bad = |why: String| DatabaseError::bad("rules", why);
    let mut words = rules.split(' ');
    let game = words.next().unwrap_or_default();
    let mut options = Options::of_game(games, game).map_err(|why| bad(why.to_string()))?;
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| bad(format!("'{word}' is no NAME=VALUE")))?;
        options.set(name, value).map_err(|why| bad(why.to_string()))?;
    }
    Ok(options)
}
