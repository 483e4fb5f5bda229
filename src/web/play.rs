//! What is played on one page: a game, who plays what, and what follows from a command or from a search.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::game::{Game, Spec};
use super::swap2::{Choice, Next, Swap2};
use super::think::{Aim, News};
use crate::engine::{Answer, Piece, Rejected};
use crate::search::Player;

/// Limits of what a page may wish.
const LONGEST_MOVE: u64 = 60_000;
const MOST_LINES: usize = 10;

/// What a page asks of its session.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Command {
    /// Another game, or the same anew.
    Game {
        /// What is played.
        spec: Spec,
        /// Who plays what from now on; as before when it is missing.
        #[serde(default)]
        engine: Option<[bool; 2]>,
        /// Does it begin by swap2, and does the engine propose?
        #[serde(default)]
        swap2: Option<bool>,
    },
    /// A move.
    Play {
        /// The move.
        text: String,
    },
    /// To a place in the game.
    Goto {
        /// The number of moves before it.
        ply: usize,
    },
    /// Back to where the player was last to move.
    Undo,
    /// Forward again.
    Redo,
    /// What is wanted of the engine from now on.
    Wish {
        /// Does the engine play Black, does it play White?
        engine: Option<[bool; 2]>,
        /// Milliseconds for a move.
        ms: Option<u64>,
        /// How many lines an analysis shows.
        lines: Option<usize>,
        /// Is the position analysed?
        analyse: Option<bool>,
    },
    /// The engine is to move now, whoever's turn it is.
    Go,
    /// The search ends; a move that is looked for is played at once.
    Stop,
    /// A choice of the swap2 opening.
    Choose {
        /// The choice.
        choice: Choice,
    },
    /// The position is set up anew.
    Setup {
        /// What stands on the board.
        pieces: Vec<Piece>,
        /// 0 or 1.
        to_move: usize,
    },
}

/// What a page wants of the engine.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Wishes {
    /// Does the engine play Black, does it play White?
    pub(super) engine: [bool; 2],
    /// Milliseconds for a move.
    pub(super) ms: u64,
    /// How many lines an analysis shows.
    pub(super) lines: usize,
    /// Is the position analysed while nobody is to move?
    pub(super) analyse: bool,
}

/// A game being played.
pub(super) struct Play {
    pub(super) game: Game,
    pub(super) wishes: Wishes,
    pub(super) swap2: Option<Swap2>,
    /// The first player's chances after each number of moves, in permille, where a search has judged them.
    pub(super) chances: Vec<Option<u32>>,
    /// A place was gone to: the engine does not move there by itself.
    browsing: bool,
}

impl Play {
    /// A game in which the engine plays nobody yet.
    pub(super) fn new(game: Game) -> Play {
        let wishes = Wishes { engine: [false; 2], ms: 1000, lines: 1, analyse: false };
        Play { game, wishes, swap2: None, chances: Vec::new(), browsing: true }
    }

    /// Obeys a command.
    ///
    /// # Errors
    /// [`Rejected`], and everything is as it was.
    pub(super) fn obey(&mut self, command: Command) -> Result<(), Rejected> {
        match command {
            Command::Game { spec, engine, swap2 } => self.begin(Game::new(&spec)?, engine, swap2)?,
            Command::Play { text } => self.play(&text)?,
            Command::Goto { ply } => self.go_to(ply)?,
            Command::Undo => self.undo()?,
            Command::Redo => self.go_to(self.game.ply() + 1)?,
            Command::Wish { engine, ms, lines, analyse } => self.wish(engine, ms, lines, analyse),
            Command::Go => self.go(),
            Command::Stop => self.wishes.analyse = false,
            Command::Choose { choice } => self.choose(choice)?,
            Command::Setup { pieces, to_move } => self.set_up(&pieces, to_move)?,
        }
        Ok(())
    }

    fn begin(&mut self, game: Game, engine: Option<[bool; 2]>, swap2: Option<bool>) -> Result<(), Rejected> {
        let swap2 = swap2.map(|engine| Swap2::Propose { engine });
        if swap2.is_some() && (game.options().game().name != "gomoku" || !game.line().is_empty()) {
            return Err(Rejected::Unsupported("swap2 opening of this game".to_owned()));
        }
        self.wishes.engine = if swap2.is_some() { [false; 2] } else { engine.unwrap_or(self.wishes.engine) };
        (self.game, self.swap2, self.chances, self.browsing) = (game, swap2, Vec::new(), false);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Rejected> {
        if self.swap2.is_some_and(|stage| !stage.lays()) {
            return Err(Rejected::bad_move(text, "a colour is to be chosen first"));
        }
        let ply = self.game.ply();
        let follows = self.game.line().get(ply).is_some_and(|next| next == text);
        self.game.play(text)?;
        if !follows {
            self.chances.truncate(ply + 1);
        }
        self.swap2 = self.swap2.map(|stage| stage.after_stones(self.game.ply()));
        self.browsing = false;
        Ok(())
    }

    fn go_to(&mut self, ply: usize) -> Result<(), Rejected> {
        if self.swap2.is_some() {
            return Err(Rejected::Unsupported("move taken back during swap2".to_owned()));
        }
        self.game.go_to(ply);
        self.browsing = true;
        Ok(())
    }

    /// Against the engine the last move of one's own is taken back, and the answer to it.
    fn undo(&mut self) -> Result<(), Rejected> {
        let own_turn = |game: &Game, engine: [bool; 2]| {
            let engine_moves = game.engine().map(|found| engine[found.standing().to_move.index()]);
            !engine_moves.unwrap_or(false)
        };
        let mut ply = self.game.ply().saturating_sub(1);
        self.go_to(ply)?;
        let engine = self.wishes.engine;
        while ply > 0 && engine[0] != engine[1] && !own_turn(&self.game, engine) {
            ply -= 1;
            self.go_to(ply)?;
        }
        Ok(())
    }

    fn wish(&mut self, engine: Option<[bool; 2]>, ms: Option<u64>, lines: Option<usize>, analyse: Option<bool>) {
        if let Some(engine) = engine.filter(|_| self.swap2.is_none()) {
            self.wishes.engine = engine;
            self.browsing = false;
        }
        self.wishes.ms = ms.unwrap_or(self.wishes.ms).clamp(1, LONGEST_MOVE);
        self.wishes.lines = lines.unwrap_or(self.wishes.lines).clamp(1, MOST_LINES);
        self.wishes.analyse = analyse.unwrap_or(self.wishes.analyse);
    }

    /// The engine takes the side to move, and its own side back if it had the other alone.
    fn go(&mut self) {
        let Ok(engine) = self.game.engine() else { return };
        let side = engine.standing().to_move.index();
        if self.swap2.is_none() && self.wishes.engine != [true; 2] {
            self.wishes.engine = [side == 0, side == 1];
        }
        self.browsing = false;
    }

    fn choose(&mut self, choice: Choice) -> Result<(), Rejected> {
        let next = self.swap2.filter(|stage| !stage.is_engines()).and_then(|stage| stage.choose(choice));
        match next {
            Some(Next::Stage(stage)) => self.swap2 = Some(stage),
            Some(Next::Settled(engine)) => (self.swap2, self.wishes.engine) = (None, engine),
            None => return Err(Rejected::Unsupported("choice: there is none to be made now".to_owned())),
        }
        Ok(())
    }

    fn set_up(&mut self, pieces: &[Piece], to_move: usize) -> Result<(), Rejected> {
        let bad_side = || Rejected::BadPosition(format!("side to move {to_move}: expected 0 or 1"));
        let to_move = *Player::ALL.get(to_move).ok_or_else(bad_side)?;
        let position = self.game.engine()?.arrange(pieces, to_move)?;
        let spec = Spec { position: Some(position), moves: Vec::new(), ..self.game.spec() };
        self.begin(Game::new(&spec)?, Some([false; 2]), None)
    }

    /// What is wanted of the engine here.
    pub(super) fn aim(&self) -> Option<Aim> {
        let standing = self.game.engine().ok()?.standing();
        if standing.outcome.is_some() {
            return None;
        }
        let analyse = self.wishes.analyse.then_some(Aim::Analyse);
        if let Some(stage) = self.swap2 {
            return if stage.is_engines() { Some(Aim::Opening(stage.purpose())) } else { None };
        }
        let moves = self.wishes.engine[standing.to_move.index()] && !self.browsing;
        if moves { Some(Aim::Move(Duration::from_millis(self.wishes.ms))) } else { analyse }
    }

    /// Does what a search found. Is the position another now, or the conversation further?
    pub(super) fn take(&mut self, aim: Aim, answer: Answer) -> bool {
        match (aim, answer) {
            (Aim::Analyse, _) => return false,
            (Aim::Opening(_), Answer::Swap) => self.settle(Choice::Black),
            (_, Answer::Swap) => return false,
            (Aim::Opening(_), Answer::Moves(moves)) => {
                if self.swap2.is_some_and(|stage| !stage.lays()) {
                    self.settle(if moves.len() == 2 { Choice::Two } else { Choice::White });
                }
                self.play_all(&moves);
            }
            (Aim::Move(_), Answer::Moves(moves)) => self.play_all(&moves),
        }
        true
    }

    /// The engine's choice.
    fn settle(&mut self, choice: Choice) {
        match self.swap2.and_then(|stage| stage.choose(choice)) {
            Some(Next::Stage(stage)) => self.swap2 = Some(stage),
            Some(Next::Settled(engine)) => (self.swap2, self.wishes.engine) = (None, engine),
            None => {}
        }
    }

    fn play_all(&mut self, moves: &[String]) {
        for text in moves {
            if let Err(why) = self.play(text) {
                log::error!("the engine's move: {why}");
                self.wait();
            }
        }
    }

    /// The engine does not move by itself until it is asked again.
    pub(super) fn wait(&mut self) {
        self.browsing = true;
    }

    /// A place for the chances at every move there is.
    pub(super) fn fit_chances(&mut self) {
        self.chances.resize(self.game.line().len() + 1, None);
    }

    /// Notes what a search thinks of a position, for the chart.
    pub(super) fn judge(&mut self, news: &News) {
        if let (Some(chances), Some(place)) = (news.chances(), self.chances.get_mut(news.ply())) {
            *place = Some(chances);
        }
    }
}
