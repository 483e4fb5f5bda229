//! Our own text of a game, as the page in the browser saves it: `game`, `option`, `position`, `tag` and `moves`, each at the
//! beginning of a line. The moves have their variations, comments and labels with them ([`movetext`]).

use std::fmt::{self, Write as _};

use super::error::{FileError, Location, quote};
use super::format::{Contents, Format, OptionsHeld, Reading};
use super::movetext;
use super::record::{GameRecord, TAGS, Tag};
use super::source::{FileRules, FoundGame, Games, Source, decode, lines};
use super::tree::Tree;
use crate::engine::Rejected;
use crate::engine::options::{Options, Row};

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "fukumi",
    extensions: &["txt"],
    about: "our own text, as the page in the browser saves it; any game",
    games: &[],
    many: true,
    holds: Contents {
        variations: true,
        comments: true,
        labels: true,
        times: true,
        property: |_| false,
        tag: |_, _, _| true,
        options: OptionsHeld::All,
    },
    sniff: |bytes| lines(&decode(bytes, None)).next().is_some_and(|(_, line)| line.starts_with(GAME)),
    read: Some(Reading::Whole(read)),
    write: Some(write),
};

/// What a game begins with.
const GAME: &str = "game ";

/// The most moves of a game: more than fit on any board, and than a game of Abalone has.
const MOST_MOVES: usize = 100_000;

fn read(source: &Source<'_>) -> Games {
    let text = source.text();
    let mut games = Games::default();
    let mut game: Vec<(usize, &str)> = Vec::new();
    for (number, line) in lines(&text) {
        if line.starts_with(GAME) && !game.is_empty() && !push(&mut games, source, &std::mem::take(&mut game)) {
            return games;
        }
        game.push((number, line));
    }
    if !game.is_empty() {
        push(&mut games, source, &game);
    }
    games
}

/// Adds the game of these lines; false when there is room for no more.
fn push(games: &mut Games, source: &Source<'_>, game: &[(usize, &str)]) -> bool {
    let found = read_game(games, source, game);
    games.push(found)
}

fn read_game(games: &mut Games, source: &Source<'_>, game: &[(usize, &str)]) -> Result<FoundGame, FileError> {
    let Some((&(first, head), rest)) = game.split_first() else { return Err(FileError::Empty) };
    let location = Location::Line(first);
    let bad = |line, field, why: String| FileError::Bad { location: Location::Line(line), field, why };
    let name = head.strip_prefix(GAME).map(str::trim).ok_or_else(|| {
        bad(first, "game", format!("'{}': expected the word game and its name, such as game gomoku", quote(head)))
    })?;
    let told = FileRules { game: Some(name), ..FileRules::default() };
    let mut options = source.options(told).map_err(|why| bad(first, "game", why.to_string()))?;
    let (mut start, mut tags, mut tree) = (None, Vec::new(), Tree::new());
    for &(number, line) in rest {
        let (word, value) = line.split_once(' ').map_or((line, ""), |(word, value)| (word, value.trim()));
        match word {
            "option" => set_option(&mut options, value).map_err(|why| bad(number, "option", why.to_string()))?,
            "position" => {
                (options.game().read)(value, &mut options).map_err(|why| bad(number, "position", why.to_string()))?;
                start = Some(value.to_owned());
            }
            "tag" => tags.push(tag(value).map_err(|why| bad(number, "tag", why))?),
            "moves" => tree = movetext::parse(value, MOST_MOVES).map_err(|why| bad(number, "moves", why))?,
            other => {
                let why =
                    format!("'{}': expected option, position, tag or moves at the beginning of a line", quote(other));
                return Err(bad(number, "game", why));
            }
        }
    }
    if let Some(rule) = &source.hint.rule {
        options.set("Rule", rule).map_err(|why| bad(first, "rules", why.to_string()))?;
    }
    let mut record = GameRecord::new(games.share(options));
    (record.start, record.tree) = (start, tree);
    tags.into_iter().for_each(|(tag, text)| record.set_tag(tag, text));
    Ok(FoundGame { location, record })
}

/// Sets an option of the game itself; those of the engine are nothing that a file may decide.
fn set_option(options: &mut Options, text: &str) -> Result<(), Rejected> {
    let (name, value) = text.split_once(' ').unwrap_or((text, ""));
    let own = options.game().options.iter().any(|row| row.name.eq_ignore_ascii_case(name));
    if own { options.set(name, value.trim()) } else { Err(Rejected::UnknownOption(quote(name))) }
}

/// A tag and its value.
fn tag(text: &str) -> Result<(Tag, &str), String> {
    let (name, value) = text.split_once(' ').unwrap_or((text, ""));
    let known = TAGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map(|&(_, tag)| (tag, value)).ok_or_else(|| format!("there is no tag '{}'", quote(name)))
}

fn write(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    let value = |row: &Row| Some((row.name, record.rules.value(row.name)?.to_string()));
    let options = record.rules.game().options.iter().filter_map(|row| value(row));
    let tags = TAGS.iter().filter_map(|(name, tag)| Some((name, record.tag(*tag)?)));
    let moves = movetext::write(&record.tree);
    out.extend_from_slice(own_text(record.game(), options, record.start.as_deref(), tags, &moves).as_bytes());
    Ok(())
}

/// The text of a game with these options and tags, each a name and a value, and these moves, as [`movetext`] has them.
pub fn own_text(
    game: &str,
    options: impl IntoIterator<Item = (impl fmt::Display, impl fmt::Display)>,
    position: Option<&str>,
    tags: impl IntoIterator<Item = (impl fmt::Display, impl fmt::Display)>,
    moves: &str,
) -> String {
    let mut text = format!("{GAME}{game}\n");
    for (name, value) in options {
        let _ = writeln!(text, "option {name} {value}"); // writing to a String cannot fail
    }
    if let Some(position) = position {
        let _ = writeln!(text, "position {position}");
    }
    for (name, value) in tags {
        let _ = writeln!(text, "tag {name} {value}");
    }
    if !moves.is_empty() {
        let _ = writeln!(text, "moves {moves}");
    }
    text
}
