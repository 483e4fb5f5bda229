//! A game as text: its options, its start position, the moves played and those taken back. The rules come from an engine that
//! is opened whenever they are needed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::options::Options;
use crate::engine::{Change, Engine, MoveStyle, Rejected};

/// The longest game, in moves.
const MOST_MOVES: usize = 1000;

/// A game as a client describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameSpec {
    /// The name of the game.
    pub(super) game: String,
    /// Options of that game, by name.
    #[serde(default)]
    pub(super) options: BTreeMap<String, String>,
    /// The start position, when it is not the game's own.
    #[serde(default)]
    pub(super) position: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub(super) moves: Vec<String>,
}

/// A game, and the current position in it.
#[derive(Clone, Debug)]
pub(super) struct Game {
    options: Options,
    start: Option<String>,
    line: Vec<String>,
    ply: usize,
}

impl Game {
    /// The game at the end of its moves.
    ///
    /// # Errors
    /// [`Rejected`] when there is no such game, option, position or move.
    pub(super) fn new(spec: &GameSpec) -> Result<Game, Rejected> {
        let mut options = Options::for_game(&spec.game)?;
        for (name, value) in &spec.options {
            if !options.game().options.iter().any(|row| row.name.eq_ignore_ascii_case(name)) {
                return Err(Rejected::UnknownOption(name.clone()));
            }
            options.set(name, value)?;
        }
        if let Some(text) = &spec.position {
            (options.game().read)(text, &mut options)?;
        }
        check_length(spec.moves.len())?;
        let mut game = Game { options, start: spec.position.clone(), line: Vec::new(), ply: 0 };
        let mut engine = game.engine()?;
        for text in &spec.moves {
            let text = engine.reformat(text, MoveStyle::Bottom)?;
            engine.apply(&Change::Play(text.clone()))?;
            game.line.push(text);
        }
        game.ply = game.line.len();
        Ok(game)
    }

    /// A description from which [`Game::new`] makes this game again.
    pub(super) fn spec(&self) -> GameSpec {
        let rows = self.options.game().options;
        let value = |name: &str| self.options.value(name).map(|value| value.to_string());
        GameSpec {
            game: self.options.game().name.to_owned(),
            options: rows.iter().filter_map(|row| Some((row.name.to_owned(), value(row.name)?))).collect(),
            position: self.start.clone(),
            moves: self.line.clone(),
        }
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// All the moves, including those taken back.
    pub(super) fn line(&self) -> &[String] {
        &self.line
    }

    /// How many of them are played.
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// An engine in the current position.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only: the moves were legal when they were taken.
    pub(super) fn engine(&self) -> Result<Box<dyn Engine>, Rejected> {
        let mut engine = (self.options.game().open)(&self.options)?;
        let moves = self.line[..self.ply].to_vec();
        engine.apply(&Change::Set { position: self.start.clone(), moves })?;
        Ok(engine)
    }

    /// Plays a move. Moves taken back are dropped unless the first of them is the same.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when it is not legal, or the game is too long.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Rejected> {
        let text = self.engine()?.reformat(text, MoveStyle::Bottom)?;
        check_length(self.ply + 1)?;
        if self.line.get(self.ply) != Some(&text) {
            self.line.truncate(self.ply);
            self.line.push(text);
        }
        self.ply += 1;
        Ok(())
    }

    /// Goes to a ply of the game, or to its last.
    pub(super) fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.line.len());
    }
}

fn check_length(moves: usize) -> Result<(), Rejected> {
    if moves > MOST_MOVES {
        return Err(Rejected::Unsupported(format!("length of a game: more than {MOST_MOVES} moves")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str, moves: &[&str]) -> Result<Game, Rejected> {
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        Game::new(&GameSpec { game: name.to_owned(), moves, ..GameSpec::default() })
    }

    #[test]
    fn moves_taken_back_are_kept_until_another_is_played() {
        let mut game = game("gomoku", &["h8", "7,6", "i9"]).unwrap();
        assert_eq!(game.line(), ["h8", "h9", "i9"]);
        game.go_to(1);
        game.play("h9").unwrap();
        assert_eq!((game.ply(), game.line().len()), (2, 3));
        game.go_to(1);
        game.play("j10").unwrap();
        assert_eq!((game.ply(), game.line().len()), (2, 2));
        assert!(game.play("j10").is_err());
    }

    #[test]
    fn a_spec_makes_the_game_again() {
        let position = Some("5/5/2b2/5/5 w 4".to_owned());
        let spec =
            GameSpec { game: "gomoku".to_owned(), position, moves: vec!["a1".to_owned()], ..GameSpec::default() };
        let game = Game::new(&spec).unwrap();
        let again = Game::new(&game.spec()).unwrap();
        assert_eq!(again.spec(), game.spec());
        assert_eq!(again.engine().unwrap().position(), "5/5/2b2/5/w4 b 4");
    }

    #[test]
    fn engine_options_are_not_for_clients() {
        let options = BTreeMap::from([("Hash".to_owned(), "65536".to_owned())]);
        let spec = GameSpec { game: "gomoku".to_owned(), options, ..GameSpec::default() };
        assert!(matches!(Game::new(&spec), Err(Rejected::UnknownOption(_))));
    }
}
