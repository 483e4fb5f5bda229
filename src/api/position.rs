//! A position of any game, with the moves that led to it.

use std::fmt;

use crate::engine::clock::TimeParams;
use crate::engine::options::{Options, Row};
use crate::engine::{Change, Engine, MoveStyle, Rejected};
use crate::games::GAMES;
use crate::search::{Outcome, Player};

/// A position of one of the games, with the moves that led to it. Moves are text, as people write them: `h8`, with rows counted from
/// the bottom.
///
/// ```
/// use fukumi::{Outcome, Player, Position};
///
/// let mut position = Position::with_rules("gomoku", &[("Rule", "renju")])?;
/// for mv in ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "a1"] {
///     position.play(mv)?;
/// }
/// assert_eq!(position.to_move(), Player::First);
/// position.play("l8")?;
/// assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
/// assert!(position.play("a2").is_err(), "the game is over");
/// # Ok::<(), fukumi::Rejected>(())
/// ```
pub struct Position {
    /// The options that the position's own text decides, and no others, differ from their defaults.
    options: Options,
    /// The text that the moves begin from; `None` for the start of the game.
    setup: Option<String>,
    moves: Vec<String>,
    board: Box<dyn Engine>,
}

impl Position {
    /// The names of the games.
    pub fn games() -> impl Iterator<Item = &'static str> {
        GAMES.iter().map(|game| game.name)
    }

    /// The start of a game: `gomoku`, `abalone` or `capture`.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(game: &str) -> Result<Position, Rejected> {
        Position::with_rules(game, &[])
    }

    /// The start of a game with these rules: pairs of one of the game's options, such as `Rule`, `BoardSize` or `Start`, and its value.
    ///
    /// # Errors
    /// When there is no such game, option or value.
    pub fn with_rules(game: &str, rules: &[(&str, &str)]) -> Result<Position, Rejected> {
        Position::open(rule_options(game, rules)?, None)
    }

    /// The position that a text describes, as [`Position::text`] writes it, with these rules besides: what the text tells, such as the
    /// rule and the size of the board, goes before them.
    ///
    /// ```
    /// let position = fukumi::Position::from_text("gomoku", "5/5/2b2/5/5 w 1", &[])?;
    /// assert_eq!(position.text(), "5/5/2b2/5/5 w 1");
    /// # Ok::<(), fukumi::Rejected>(())
    /// ```
    ///
    /// # Errors
    /// When it is no position of that game.
    pub fn from_text(game: &str, text: &str, rules: &[(&str, &str)]) -> Result<Position, Rejected> {
        let mut options = rule_options(game, rules)?;
        (options.game().read)(text, &mut options)?;
        Position::open(options, Some(text.to_owned()))
    }

    fn open(options: Options, setup: Option<String>) -> Result<Position, Rejected> {
        // Nothing is searched here, so the weights that are made soonest will do.
        let mut board = (options.game().open)(&options.without_eval_file().with_classical_evaluation())?;
        board.apply(&Change::Set { position: setup.clone(), moves: Vec::new() })?;
        Ok(Position { options, setup, moves: Vec::new(), board })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it is none here; the position is what it was then.
    pub fn play(&mut self, mv: &str) -> Result<(), Rejected> {
        let text = self.board.reformat(mv, MoveStyle::Bottom)?;
        self.board.apply(&Change::Play(text.clone()))?;
        self.moves.push(text);
        Ok(())
    }

    /// Takes the last move back and tells it; `None` when none was played.
    pub fn take_back(&mut self) -> Option<String> {
        let last = self.moves.last()?;
        self.board.apply(&Change::TakeBack(last.clone())).ok()?;
        self.moves.pop()
    }

    /// The moves played since the start of the game, or since the text that the position was read from.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The moves that can be played; none when the game is over. In Renju the [`Position::forbidden`] points are among them: who
    /// plays there loses.
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves(MoveStyle::Bottom)
    }

    /// The points that are forbidden to the side to move.
    pub fn forbidden(&self) -> Vec<String> {
        self.board.forbidden(MoveStyle::Bottom)
    }

    /// Who is to move: Black is first. A puzzle has one player, the first.
    pub fn to_move(&self) -> Player {
        self.board.standing().to_move
    }

    /// How the game ended; `None` while it goes on. A puzzle that is solved is won by the first player; one where Black cannot move before
    /// that has no outcome.
    pub fn outcome(&self) -> Option<Outcome> {
        self.board.standing().outcome
    }

    /// The position as text.
    pub fn text(&self) -> String {
        self.board.position()
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.options.game().name
    }

    /// The rules: the game's options with their values.
    pub fn rules(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        let value = |row: &Row| self.options.value(row.name).map_or_else(String::new, |value| value.to_string());
        self.options.game().options.iter().map(move |row| (row.name, value(row)))
    }

    /// How the time of a game is shared out here.
    pub(super) fn time_params(&self) -> &'static TimeParams {
        &self.options.game().time
    }

    /// These options with the position's game and rules.
    pub(super) fn options_of(&self, engine: &Options) -> Result<Options, Rejected> {
        let mut options = engine.clone();
        options.set("Game", self.game())?;
        self.rules().try_for_each(|(name, value)| options.set(name, &value))?;
        Ok(options)
    }

    /// What makes this position in an engine of its game.
    pub(super) fn change(&self) -> Change {
        Change::Set { position: self.setup.clone(), moves: self.moves.clone() }
    }
}

/// The game's options as the rules say, and all others at their defaults.
fn rule_options(game: &str, rules: &[(&str, &str)]) -> Result<Options, Rejected> {
    let mut options = Options::for_game(game)?;
    for (name, value) in rules {
        if !options.game().options.iter().any(|row| row.is_named(name)) {
            return Err(Rejected::UnknownOption((*name).to_owned()));
        }
        options.set(name, value)?;
    }
    Ok(options)
}

/// Is it the same game with the same rules, come to by the same moves from the same start?
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.options == other.options && self.setup == other.setup && self.moves == other.moves
    }
}

impl Eq for Position {}

impl Clone for Position {
    fn clone(&self) -> Position {
        let mut position = Position::open(self.options.clone(), self.setup.clone()).expect("it was opened like that");
        position.board.apply(&self.change()).expect("these moves were played");
        position.moves = self.moves.clone();
        position
    }
}

/// The board, drawn in lines of plain text.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.draw())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { setup, moves, .. } = self;
        f.debug_struct("Position").field("game", &self.game()).field("setup", setup).field("moves", moves).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_was_never_played() {
        for game in Position::games() {
            let start = Position::new(game).unwrap();
            let mut position = start.clone();
            for _ in 0..8 {
                let moves = position.legal_moves();
                position.play(&moves[moves.len() / 2]).unwrap();
            }
            let copy = position.clone();
            assert_eq!((&copy, copy.text()), (&position, position.text()));
            let texts = [&position, &copy].map(|position| position.moves().to_vec());
            assert_eq!(texts[0], texts[1]);
            while let Some(mv) = position.take_back() {
                assert_eq!(mv, copy.moves()[position.moves().len()]);
            }
            assert_eq!((&position, position.text()), (&start, start.text()), "{game}");
        }
    }

    #[test]
    fn a_text_is_read_back_with_its_rules() {
        let mut position = Position::with_rules("gomoku", &[("rule", "renju"), ("BoardSize", "17")]).unwrap();
        position.play("i9").unwrap();
        let read = Position::from_text("gomoku", &position.text(), &[]).unwrap();
        assert_eq!(read.rules().collect::<Vec<_>>(), position.rules().collect::<Vec<_>>());
        assert_eq!((read.text(), read.legal_moves()), (position.text(), position.legal_moves()));
        assert_eq!(read.moves(), [""; 0]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |result: Result<Position, Rejected>| result.unwrap_err().to_string();
        assert!(error(Position::new("chess")).contains("chess"));
        assert_eq!(error(Position::with_rules("gomoku", &[("Hash", "1")])), "unknown option Hash");
        assert!(error(Position::with_rules("gomoku", &[("BoardSize", "99")])).contains("5 to 22"));
        assert!(Position::from_text("gomoku", "x", &[]).is_err());
        let mut position = Position::new("gomoku").unwrap();
        position.play("h8").unwrap();
        assert!(position.play("h8").unwrap_err().to_string().contains("h8"));
        assert!(position.play("z99").unwrap_err().to_string().contains("15x15"));
        assert_eq!(position.moves(), ["h8"]);
    }
}
