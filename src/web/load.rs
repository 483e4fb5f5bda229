//! Games as text, to be saved and loaded: the one place where the board in the browser reads and writes files. A further format
//! is a further reader in [`READERS`].

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::game::{Game, Spec};
use crate::engine::Rejected;
use crate::games::{GAMES, capture};

/// More games of one text than anyone chooses from.
const MOST_FOUND: usize = 200;

/// A game that a text holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Found {
    /// What it is called.
    pub(super) name: String,
    /// The game.
    pub(super) spec: Spec,
}

/// A reader of one format: `None` when the text is not in it at all.
type Reader = fn(&str, &Spec) -> Option<Result<Vec<Found>, Rejected>>;

/// The formats, the surest to recognise first.
const READERS: &[Reader] = &[read_own, read_puzzles, read_position];

/// Reads a text in any of the formats. `current` is the game on the board, whose options hold where the text names none.
///
/// # Errors
/// [`Rejected::BadPosition`] and others, saying what is wrong.
pub(super) fn read(text: &str, current: &Spec) -> Result<Vec<Found>, Rejected> {
    let nothing = || Err(Rejected::BadPosition("nothing to load: the text is empty".to_owned()));
    if text.trim().is_empty() {
        return nothing();
    }
    READERS.iter().find_map(|reader| reader(text, current)).unwrap_or_else(nothing)
}

/// Writes a game as [`read`] reads it: `game`, `option`, `position` and `moves`, a line each.
pub(super) fn write(spec: &Spec) -> String {
    let mut text = format!("game {}\n", spec.game);
    for (name, value) in &spec.options {
        let _ = writeln!(text, "option {name} {value}"); // writing to a String cannot fail
    }
    if let Some(position) = &spec.position {
        let _ = writeln!(text, "position {position}");
    }
    if !spec.moves.is_empty() {
        let _ = writeln!(text, "moves {}", spec.moves.join(" "));
    }
    text
}

/// Our own form.
fn read_own(text: &str, _current: &Spec) -> Option<Result<Vec<Found>, Rejected>> {
    let mut spec = Spec::default();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    spec.game = lines.next()?.strip_prefix("game ")?.trim().to_owned();
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "option" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                spec.options.insert(name.to_owned(), value.to_owned());
            }
            "position" => spec.position = Some(rest.to_owned()),
            "moves" => spec.moves.extend(rest.split_whitespace().map(str::to_owned)),
            other => {
                let other: String = other.chars().take(20).collect();
                let why = format!("'{other}': expected option, position or moves at the beginning of a line");
                return Some(Err(Rejected::BadPosition(why)));
            }
        }
    }
    Some(checked(spec).map(|found| vec![found]))
}

/// Files of capture puzzles: name, position and length, a line each.
fn read_puzzles(text: &str, _current: &Spec) -> Option<Result<Vec<Found>, Rejected>> {
    let is_board = |line: &str| line.matches('/').count() == 3;
    if !text.lines().any(is_board) {
        return None;
    }
    let listed = capture::puzzle_file::parse(text).into_iter().take(MOST_FOUND);
    let puzzle = |listed: capture::puzzle_file::Listed| {
        let spec = Spec {
            game: capture::ENTRY.name.to_owned(),
            options: BTreeMap::new(),
            position: Some(listed.position),
            moves: Vec::new(),
        };
        let length = listed.length.filter(|length| *length >= 0).map(|length| format!(" ({length} moves)"));
        checked(spec).map(|found| Found { name: listed.name + &length.unwrap_or_default(), ..found })
    };
    Some(listed.map(puzzle).collect())
}

/// The text of a position, with `moves` behind it or not; or `startpos moves`, or moves alone.
fn read_position(text: &str, current: &Spec) -> Option<Result<Vec<Found>, Rejected>> {
    let (position, moves) = text.split_once("moves").unwrap_or((text, ""));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let is_prefix = |word: &String| word == "position" || word == "fen";
    let position = words(position).into_iter().skip_while(is_prefix).collect::<Vec<_>>().join(" ");
    let of = |game: &str| Spec {
        game: game.to_owned(),
        options: if game == current.game { current.options.clone() } else { BTreeMap::new() },
        position: (!position.is_empty() && position != "startpos").then(|| position.clone()),
        moves: words(moves),
    };
    let other = GAMES.iter().map(|entry| entry.name).filter(|name| *name != current.game);
    let names = std::iter::once(current.game.as_str()).chain(other);
    let tried: Vec<_> = names.map(|name| checked(of(name))).collect();
    if let Some(found) = tried.iter().find_map(|found| found.as_ref().ok()) {
        return Some(Ok(vec![found.clone()]));
    }
    let bare = Spec { position: None, moves: words(&position), ..of(&current.game) };
    checked(bare).ok().map(|found| Ok(vec![found])).or_else(|| Some(tried.into_iter().next()?.map(|found| vec![found])))
}

fn checked(spec: Spec) -> Result<Found, Rejected> {
    let game = Game::new(&spec)?;
    Ok(Found { name: spec.game.clone(), spec: game.spec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn current(game: &str) -> Spec {
        Spec { game: game.to_owned(), ..Spec::default() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (game, moves) in [("gomoku", "h8 i9"), ("abalone", "a1b2"), ("capture", "")] {
            let spec = Spec { moves: moves.split_whitespace().map(str::to_owned).collect(), ..current(game) };
            let spec = Game::new(&spec).unwrap().spec();
            assert_eq!(read(&write(&spec), &current("gomoku")).unwrap()[0].spec, spec);
        }
    }

    #[test]
    fn positions_of_any_game_are_known() {
        for (text, game, moves) in [
            ("5/5/2b2/5/5 w 4 moves a1", "gomoku", 1),
            ("startpos moves h8 i9", "gomoku", 2),
            ("h8 i9 j10", "gomoku", 3),
            ("position fen ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0", "abalone", 0),
            ("2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b", "capture", 0),
        ] {
            let found = read(text, &current("gomoku")).unwrap();
            assert_eq!((found[0].spec.game.as_str(), found[0].spec.moves.len()), (game, moves), "{text}");
        }
    }

    #[test]
    fn a_file_of_puzzles_is_a_list() {
        let text = "one\nK7/8/8/7p b\n-1\ntwo\n8/8/8/K6k b\n7\n";
        let names: Vec<_> = read(text, &current("gomoku")).unwrap().into_iter().map(|found| found.name).collect();
        assert_eq!(names, ["one", "two (7 moves)"]);
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (text, why) in [
            ("  \n", "empty"),
            ("game chess", "chess"),
            ("game gomoku\nfoo bar", "'foo'"),
            ("game gomoku\nmoves h8 h8", "occupied"),
            ("game gomoku\noption Threads 5", "Threads"),
            ("hello world", ""),
            ("8/8/8/8x b", "'x'"),
        ] {
            let error = read(text, &current("gomoku")).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
