//! Games as text, to be saved and loaded. This is the only place where the browser board reads and writes files; the formats of
//! other programs are read and written by [`crate::files`].

use std::collections::BTreeMap;

use serde::Serialize;

use super::game::{Game, GameSpec, MOST_NODES};
use crate::engine::Rejected;
use crate::engine::registry::Games;
use crate::files::line::LineForm;
use crate::files::{self, FileError, Format, GameRecord, Hint, Tag, Tree};
use crate::games::capture;

/// The longest file that can be loaded, in bytes. One is to be read at a time: that may take a hundred times its size.
pub const LONGEST_FILE: usize = 256 << 10;

/// The most games listed from one file.
const MOST_FOUND: usize = 200;

/// A game read from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct LoadedGame {
    /// Its name.
    pub(super) name: String,
    /// The game.
    pub(super) spec: GameSpec,
    /// What of it is too much for the page, for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left_out: Option<String>,
}

/// Reads a file of any format, or typed text. `current` is the game on the board, whose
/// options apply where the text gives none.
///
/// # Errors
/// [`Rejected::BadPosition`] and others, which say what is wrong.
pub(super) fn read(
    bytes: &[u8],
    name: Option<&str>,
    current: &GameSpec,
    games: Games,
) -> Result<Vec<LoadedGame>, Rejected> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.is_empty() {
        return Err(Rejected::BadPosition("nothing to load: the text is empty".to_owned()));
    }
    // A puzzle with a mistake is not detected as one.
    let broken = || text.lines().any(is_puzzle).then(|| Format::named("puzzles").ok()).flatten();
    let format = Format::detect(bytes, name).or_else(broken);
    if let Some(format) = format.filter(|format| format.line().is_none()) {
        return read_games(bytes, format, name, current, games);
    }
    read_position(text, current, games).map(|found| vec![found]).or_else(|why| match format {
        Some(format) => read_games(bytes, format, name, current, games).map_err(|error| {
            let is_position = format.line() == Some(LineForm::Position) && !text.contains('\n');
            if is_position { why } else { error }
        }),
        None => Err(why),
    })
}

fn is_puzzle(line: &str) -> bool {
    line.matches('/').count() == 3
}

/// Writes a game as [`read`] reads it: `game`, `option`, `position`, `tag` and `moves`, a line each.
pub(super) fn write(spec: &GameSpec) -> String {
    let moves = spec.tree.clone().unwrap_or_else(|| spec.moves.join(" "));
    files::own_text(&spec.game, &spec.options, spec.position.as_deref(), &spec.tags, &moves)
}

/// A game as a file of another program.
#[derive(Debug, Serialize)]
pub struct SavedGame {
    v: u32,
    text: String,
    /// What the format cannot hold, for a person.
    left_out: Vec<String>,
}

/// Writes a game in a format that is text.
///
/// # Errors
/// [`Rejected::Unsupported`] when there is no such format, or it cannot hold the game.
pub(super) fn save(game: &Game, format: &str) -> Result<SavedGame, Rejected> {
    let refused = |why: String| Rejected::Unsupported(format!("format: {why}"));
    let format = Format::named(format).map_err(|why| refused(why.to_string()))?;
    let written = files::write(&[game.record()], format).map_err(|why| refused(why.to_string()))?;
    let text = String::from_utf8(written.bytes).map_err(|_| refused(format!("{} is no text", format.name)))?;
    Ok(SavedGame { v: 1, text, left_out: written.left_out })
}

/// Reads a file that is more than a position.
fn read_games(
    bytes: &[u8],
    format: &'static Format,
    name: Option<&str>,
    current: &GameSpec,
    games: Games,
) -> Result<Vec<LoadedGame>, Rejected> {
    let holds_current = format.games.contains(&current.game.as_str());
    let options = current.options.iter().filter(|_| holds_current);
    let hint = Hint {
        format: Some(format),
        name: name.map(str::to_owned),
        options: options.map(|(name, value)| (name.clone(), value.clone())).collect(),
        ..Hint::default()
    };
    let bad = |why: FileError| Rejected::BadPosition(why.to_string());
    let all = files::parse(bytes, &hint, games).map_err(bad)?.into_iter().take(MOST_FOUND).zip(1..);
    all.map(|(game, number)| found(&game.map_err(bad)?.record, number)).collect()
}

fn found(record: &GameRecord, number: usize) -> Result<LoadedGame, Rejected> {
    let in_file = |why: Rejected| Rejected::BadPosition(format!("game {number}: {why}"));
    let (spec, left_out) = as_much_as_fits(record).map_err(in_file)?;
    let players = || Some(format!("{} - {}", record.tag(Tag::Black)?, record.tag(Tag::White)?));
    let name = record.tag(Tag::Name).map(str::to_owned).or_else(players).unwrap_or_else(|| format!("Game {number}"));
    let length = record.tag(Tag::Length).filter(|length| !length.starts_with('-'));
    let length = length.map(|length| format!(" ({length} moves)")).unwrap_or_default();
    Ok(LoadedGame { name: name + &length, spec, left_out })
}

/// A game with its variations, or where those are too many its main line alone, and what is left out then.
fn as_much_as_fits(record: &GameRecord) -> Result<(GameSpec, Option<String>), Rejected> {
    let beside = record.tree.len() - 1 - record.tree.main_line().len();
    if record.tree.len() <= MOST_NODES {
        return Ok((Game::of_record(record.clone())?.spec(), None));
    }
    let main = GameRecord { tree: Tree::from_moves(record.moves()), ..record.clone() };
    Ok((
        Game::of_record(main)?.spec(),
        Some(format!("{beside} moves of variations: the page holds {MOST_NODES} in all")),
    ))
}

/// Reads a position with or without `moves` after it, `startpos moves`, or moves alone, with variations if there are any.
fn read_position(text: &str, current: &GameSpec, games: Games) -> Result<LoadedGame, Rejected> {
    let (position, moves) = text.split_once("moves").unwrap_or((text, ""));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let is_prefix = |word: &String| word == "position" || word == "fen";
    let position = words(position).into_iter().skip_while(is_prefix).collect::<Vec<_>>().join(" ");
    let of = |game: &str| GameSpec {
        game: game.to_owned(),
        options: if game == current.game { current.options.clone() } else { BTreeMap::new() },
        position: (!position.is_empty() && position != "startpos").then(|| position.clone()),
        moves: words(moves),
        ..GameSpec::default()
    };
    let has_more = text.contains(['(', '{', '[']);
    let tree = has_more.then(|| text.to_owned());
    let moves = if has_more { Vec::new() } else { words(&position) };
    let bare = GameSpec { position: None, moves, tree, ..of(&current.game) };
    let other = games.iter().map(|entry| entry.name).filter(|name| *name != current.game);
    let checked = |spec| checked(spec, games);
    let as_position = checked(of(if is_puzzle(&position) { capture::ENTRY.name } else { &current.game }));
    as_position.or_else(|why| {
        let mut others = other.map(of).chain([bare]).map(checked);
        others.find_map(Result::ok).ok_or(why)
    })
}

fn checked(spec: GameSpec, games: Games) -> Result<LoadedGame, Rejected> {
    let game = Game::new(&spec, games)?;
    Ok(LoadedGame { name: spec.game.clone(), spec: game.spec(), left_out: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn read(text: &str, current: &GameSpec) -> Result<Vec<LoadedGame>, Rejected> {
        super::read(text.as_bytes(), None, current, GAMES)
    }

    fn current(game: &str) -> GameSpec {
        GameSpec { game: game.to_owned(), ..GameSpec::default() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (game, moves) in [("gomoku", "h8 i9"), ("abalone", "a1b2"), ("capture", "")] {
            let spec = GameSpec { moves: moves.split_whitespace().map(str::to_owned).collect(), ..current(game) };
            let spec = Game::new(&spec, GAMES).unwrap().spec();
            assert_eq!(read(&write(&spec), &current("gomoku")).unwrap()[0].spec, spec);
        }
    }

    #[test]
    fn variations_comments_labels_and_names_come_back_from_every_text() {
        let tree = "h8 i9 {a comment} (g9 [h10:A] i7) j10";
        let text = format!("game gomoku\ntag Black Sakata\nmoves {tree}\n");
        let spec = read(&text, &current("abalone")).unwrap().remove(0).spec;
        assert_eq!((spec.tree.as_deref(), spec.moves.join(" ").as_str()), (Some(tree), "h8 i9 j10"));
        assert_eq!(read(&write(&spec), &current("gomoku")).unwrap()[0].spec, spec);
        let game = Game::new(&spec, GAMES).unwrap();
        let sgf = save(&game, "sgf").unwrap();
        assert!(sgf.left_out.is_empty() && sgf.text.contains("PB[Sakata]"), "{sgf:?}");
        assert_eq!(read(&sgf.text, &current("gomoku")).unwrap()[0].spec, spec);
        let psq = save(&game, "psq").unwrap();
        assert!(psq.left_out.concat().contains("variations"), "{psq:?}");
        assert_eq!(read(&psq.text, &current("gomoku")).unwrap()[0].spec.moves, spec.moves);
        assert_eq!(read(tree, &current("gomoku")).unwrap()[0].spec.tree.as_deref(), Some(tree), "moves alone");
        assert!(save(&game, "nonsense").is_err() && save(&game, "lib").is_err());
    }

    #[test]
    fn of_a_tree_that_is_too_large_the_main_line_is_taken_and_the_rest_told() {
        let beside: String = (0..MOST_NODES).map(|_| "(;W[aa])").collect();
        let found = read(&format!("(;GM[4]SZ[15];B[hh](;W[ii]){beside})"), &current("gomoku")).unwrap().remove(0);
        assert_eq!((found.spec.moves.join(" "), found.spec.tree), ("h8 i7".to_owned(), None));
        assert!(found.left_out.unwrap().contains("3000 moves of variations"));
    }

    #[test]
    fn positions_of_any_game_are_known() {
        for (text, game, moves) in [
            ("5/5/2b2/5/5 w 4 moves a1", "gomoku", 1),
            ("startpos moves h8 i9", "gomoku", 2),
            ("h8 i9 j10", "gomoku", 3),
            ("h8i9j10", "gomoku", 3),
            ("position fen ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0", "abalone", 0),
            ("2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b", "capture", 0),
        ] {
            let found = read(text, &current("gomoku")).unwrap();
            assert_eq!((found[0].spec.game.as_str(), found[0].spec.moves.len()), (game, moves), "{text}");
        }
    }

    #[test]
    fn rows_count_from_the_bottom_however_moves_are_pasted() {
        for text in ["a1 h8", "a1h8", "startpos moves a1 h8", "position startpos moves a1 h8"] {
            assert_eq!(read(text, &current("gomoku")).unwrap()[0].spec.moves, ["a1", "h8"], "{text}");
        }
    }

    #[test]
    fn a_file_of_puzzles_is_a_list() {
        let text = "one\nK7/8/8/7p b\n-1\ntwo\n8/8/8/K6k b\n7\n";
        let names: Vec<_> = read(text, &current("gomoku")).unwrap().into_iter().map(|found| found.name).collect();
        assert_eq!(names, ["one", "two (7 moves)"]);
    }

    fn sample(name: &str) -> Vec<LoadedGame> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/files/");
        let bytes = std::fs::read(folder.to_owned() + name).unwrap();
        super::read(&bytes, Some(name), &current("gomoku"), GAMES).unwrap_or_else(|why| panic!("{name}: {why}"))
    }

    #[test]
    fn files_of_other_programs_are_read() {
        for (name, game, moves) in [
            ("cli.sgf", "gomoku", "h8 h9 i7 j6"),
            ("variations.sgf", "gomoku", "i7 a15 a14"),
            ("tournament.psq", "gomoku", "k10 k11 l11"),
            ("2003051702.rec", "gomoku", "k10 k11"),
            ("board.sav", "gomoku", "h8 i9 a1"),
            ("position.pos", "gomoku", "h8 i9 a1"),
            ("example.lib", "gomoku", "h8 i9"),
            ("oldest.lib", "gomoku", "h8 i9"),
            ("rows.apf", "abalone", ""),
            ("puzzles.txt", "capture", ""),
        ] {
            let found = sample(name);
            assert_eq!((found[0].spec.game.as_str(), found[0].spec.moves.join(" ").as_str()), (game, moves), "{name}");
        }
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/files")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(["README.md", "abalone_moves.txt"].contains(&name.as_str()) || !sample(&name).is_empty());
        }
        assert_eq!(sample("tournament.psq")[0].name, "pbrain-hello2.exe - pbrain-hello.exe");
        let rules: Vec<_> = sample("cli.sgf").into_iter().map(|found| found.spec.options["Rule"].clone()).collect();
        assert_eq!(rules, ["renju", "standard"]);
    }

    #[test]
    fn the_rules_on_the_board_hold_where_a_file_has_none() {
        let options =
            BTreeMap::from([("Rule".to_owned(), "caro".to_owned()), ("BoardSize".to_owned(), "17".to_owned())]);
        let current = GameSpec { options, ..current("gomoku") };
        let found = read("0,0, 1,-1\n0,1, 1,1\n", &current).unwrap();
        assert_eq!(found[1].spec.moves, ["i8", "j8"]);
        assert_eq!(
            (found.len(), &*found[1].spec.options["Rule"], &*found[1].spec.options["BoardSize"]),
            (2, "caro", "17")
        );
        assert_eq!(read("(;GM[4]SZ[15]RU[Renju];B[hh])", &current).unwrap()[0].spec.options["Rule"], "renju");
        assert_eq!(
            read("position abp 22011 222111 0220110 00000000 000000000 00000000 0110220 111222 11022", &current)
                .unwrap()[0]
                .spec
                .game,
            "abalone"
        );
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
            ("(;GM[4]SZ[15];B[hh];W[hh])", "game 1: "),
            ("h8z99", "move 2: z99 is off the 15x15 board"),
            ("0,0, 1,-1\n0,0, 0,0\n", "line 2"),
        ] {
            let error = read(text, &current("gomoku")).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
