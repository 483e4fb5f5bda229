//! What `--version` tells: the version, the signature of the search, and the rules that are played.

use super::bench::SIGNATURE;
use crate::engine::options::{Kind, Row};
use crate::engine::registry::Games;

/// The long form, with these games; the first line alone is the short one.
pub fn long(games: Games) -> String {
    let games = games.iter().map(|game| {
        let rows: Vec<String> = game.options.iter().filter_map(|row| choices(row)).collect();
        format!("{}: {}", game.name, rows.join("; "))
    });
    let head = [env!("CARGO_PKG_VERSION").to_owned(), SIGNATURE.trim().to_owned()];
    let target = format!("built for {} on {}", std::env::consts::ARCH, std::env::consts::OS);
    head.into_iter().chain(games).chain([target]).collect::<Vec<_>>().join("\n")
}

/// The most words of an option that are listed; more are counted.
const LISTED: usize = 8;

/// What an option of a game leaves to choose; nothing for one that is only on or off.
fn choices(row: &Row) -> Option<String> {
    let values = match row.kind {
        Kind::Check { .. } => return None,
        Kind::Spin { min, max, .. } => format!("{min} to {max}"),
        Kind::Choice { words, .. } if words.len() <= LISTED => {
            words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
        }
        Kind::Choice { words, .. } => format!("{} values", words.len()),
    };
    Some(format!("{} {values}", row.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_game_has_a_line_with_its_rules() {
        let long = long(GAMES);
        let lines: Vec<&str> = long.lines().collect();
        assert_eq!(lines[0], env!("CARGO_PKG_VERSION"));
        assert!(lines[1].starts_with("Bench: gomoku="), "{lines:?}");
        assert_eq!(lines[2], "gomoku: Rule freestyle, standard, renju, caro, caro-five; BoardSize 5 to 22");
        assert_eq!(lines.len(), GAMES.len() + 3);
    }
}
