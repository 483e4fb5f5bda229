//! The judge: keeps the game by our own rules. Players only name moves; whether they are legal, and how the game stands, is
//! decided here.

use crate::engine::options::Options;
use crate::engine::{Change, Engine, MoveStyle, Rejected, Standing};
use crate::search::{Outcome, Player};

use super::opening::Opening;

/// A move in both protocol notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// As Gomocup has it: `7,7`.
    pub pair: String,
    /// As people and UGI have it: `h8`.
    pub text: String,
}

/// A game as the judge sees it.
pub struct Judge {
    rules: Box<dyn Engine>,
    options: Options,
    /// What games without an opening position begin with, where it is not what the game begins with by default.
    chosen_start: Option<String>,
    start: Option<String>,
    moves: Vec<Played>,
    opening: usize,
    foul: bool,
}

impl Judge {
    /// A judge of the game and the rules that the options choose, before the start position.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(options: Options) -> Result<Judge, Rejected> {
        let rules = (options.game().open)(&options)?;
        let usual = (options.game().open)(&Options::of_game(options.games(), options.game().name)?)?;
        let chosen_start = Some(rules.position()).filter(|start| *start != usual.position());
        Ok(Judge { rules, options, chosen_start, start: None, moves: Vec::new(), opening: 0, foul: false })
    }

    /// Begins a game with an opening.
    ///
    /// # Errors
    /// When a move of the opening cannot be played, its position cannot be set up, or it ends the game.
    pub fn begin(&mut self, opening: &Opening) -> Result<(), Rejected> {
        self.rules.apply(&Change::Set { position: opening.position.clone(), moves: Vec::new() })?;
        self.start.clone_from(&opening.position);
        self.moves.clear();
        self.foul = false;
        for text in &opening.moves {
            self.play(text)?;
        }
        self.opening = self.moves.len();
        if self.standing().outcome.is_some() { Err(Rejected::GameOver) } else { Ok(()) }
    }

    /// Plays a move, in either notation.
    ///
    /// # Errors
    /// When it is not legal; the game is unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), Rejected> {
        let played = Played {
            pair: self.rules.reformat(text, MoveStyle::Pair)?,
            text: self.rules.reformat(text, MoveStyle::Bottom)?,
        };
        self.rules.apply(&Change::Play(text.to_owned()))?;
        self.foul = self.lost_by_mover() && self.was_forbidden(&played)?;
        self.moves.push(played);
        Ok(())
    }

    fn lost_by_mover(&self) -> bool {
        let Standing { to_move, outcome } = self.standing();
        outcome == Some(Outcome::Win(to_move))
    }

    /// Was the move that has just been played a forbidden point? A game can also be lost on one's own move by a count.
    fn was_forbidden(&mut self, played: &Played) -> Result<bool, Rejected> {
        self.rules.apply(&Change::TakeBack(played.text.clone()))?;
        let forbidden = self.rules.forbidden(MoveStyle::Bottom);
        self.rules.apply(&Change::Play(played.text.clone()))?;
        Ok(forbidden.contains(&played.text))
    }

    /// The move in people's notation; `None` when it is not legal.
    pub fn spelt(&self, text: &str) -> Option<String> {
        self.rules.reformat(text, MoveStyle::Bottom).ok()
    }

    /// Whose turn it is, and how the game stands.
    pub fn standing(&self) -> Standing {
        self.rules.standing()
    }

    /// Has the last move lost the game for the one who made it, because it is forbidden?
    pub fn is_foul(&self) -> bool {
        self.foul
    }

    /// Who made a move of the game; the moves of the opening count from 0.
    pub fn mover_of(&self, index: usize) -> Player {
        let back = self.moves.len() - index;
        if back.is_multiple_of(2) { self.standing().to_move } else { self.standing().to_move.opponent() }
    }

    /// The position that the opening began with; `None` for the game's own.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The position that the moves begin with; `None` for what every engine takes for the game's start.
    pub fn unusual_start(&self) -> Option<&str> {
        self.start().or(self.chosen_start.as_deref())
    }

    /// The moves so far, those of the opening among them.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// How many of the moves are the opening's.
    pub fn opening(&self) -> usize {
        self.opening
    }

    /// The game and its rules.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A judge of Gomoku after these moves from the position, or from the empty board.
    pub(in super::super) fn gomoku_after(position: Option<&str>, moves: &str) -> Judge {
        let mut judge = Judge::new(Options::for_game("gomoku").unwrap()).unwrap();
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        judge.begin(&Opening { position: position.map(str::to_owned), moves, ..Opening::default() }).unwrap();
        judge
    }

    fn judge(rule: &str) -> Judge {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("Rule", rule).unwrap();
        Judge::new(options).unwrap()
    }

    fn opening(moves: &str) -> Opening {
        Opening { moves: moves.split_whitespace().map(str::to_owned).collect(), ..Opening::default() }
    }

    #[test]
    fn moves_are_known_in_both_spellings() {
        let mut judge = judge("freestyle");
        judge.begin(&opening("h8 i10")).unwrap();
        judge.play("0,0").unwrap();
        let pairs: Vec<_> = judge.moves().iter().map(|mv| (mv.pair.as_str(), mv.text.as_str())).collect();
        assert_eq!(pairs, [("7,7", "h8"), ("8,5", "i10"), ("0,0", "a15")]);
        assert_eq!(judge.opening(), 2);
        assert_eq!([judge.mover_of(0), judge.mover_of(1)], Player::ALL);
    }

    #[test]
    fn what_is_no_move_changes_nothing() {
        let mut judge = judge("freestyle");
        judge.begin(&opening("h8")).unwrap();
        for text in ["7,7", "h8", "15,0", "p1", "-1,3", "", "resign", "7", "7,7,7", "\u{1F600}"] {
            assert!(judge.play(text).is_err(), "{text}");
            assert_eq!(judge.moves().len(), 1);
        }
    }

    #[test]
    fn a_foul_is_told_from_a_win() {
        let mut judge = judge("renju");
        judge.begin(&opening("g8 a1 i8 a3 h9 a5 h7 a7")).unwrap();
        judge.play("h8").unwrap();
        assert!(judge.is_foul());
        judge.begin(&opening("g8 a1 i8 a3 j8 a5 k8 a7")).unwrap();
        judge.play("h8").unwrap();
        assert_eq!((judge.is_foul(), judge.standing().outcome), (false, Some(Outcome::Win(Player::First))));
    }

    #[test]
    fn an_opening_leaves_a_game_to_play() {
        let mut judge = judge("freestyle");
        assert_eq!(judge.begin(&opening("a1 b1 a2 b2 a3 b3 a4 b4 a5")), Err(Rejected::GameOver));
        assert!(matches!(judge.begin(&opening("a1 a1")), Err(Rejected::BadMove { .. })));
        assert!(judge.begin(&opening("a1 b1 a2 b2 a3 b3 a4 b4")).is_ok());
    }
}
