//! The game on one page: who plays which side, and what a command or a search result does to it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::game::{Game, GameSpec};
use super::search_update::{SearchGoal, SearchUpdate};
use super::swap2::{Choice, Next, Swap2};
use crate::engine::{MoveChoice, Piece, Rejected};
use crate::search::Player;

/// The limits of a page's settings: milliseconds for a move, and lines.
const LONGEST_MOVE: u64 = 60_000;
const MOST_LINES: usize = 10;

/// A command from the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Command {
    /// Start a game.
    Game {
        /// The game.
        spec: GameSpec,
        /// Which sides the engine plays; unchanged when missing.
        #[serde(default)]
        engine: Option<[bool; 2]>,
        /// Set when the game begins with swap2: does the engine propose?
        #[serde(default)]
        swap2: Option<bool>,
    },
    /// Play a move.
    Play {
        /// The move.
        text: String,
    },
    /// Go to a position of the game.
    Goto {
        /// The number of moves before it.
        ply: usize,
    },
    /// Go back to where the player was last to move.
    Undo,
    /// Go one move forward.
    Redo,
    /// Change the settings; what is missing stays.
    #[serde(rename = "wish")]
    Set {
        /// Does the engine play Black, does it play White?
        engine: Option<[bool; 2]>,
        /// Milliseconds for a move.
        ms: Option<u64>,
        /// How many lines an analysis shows.
        lines: Option<usize>,
        /// Is the position analysed?
        analyse: Option<bool>,
    },
    /// The engine moves now, whoever's turn it is.
    Go,
    /// Stop the search; a move being searched for is played at once.
    Stop,
    /// Choose a colour, or two more stones, in the swap2 opening.
    Choose {
        /// The choice.
        choice: Choice,
    },
    /// Set up a position.
    Setup {
        /// The pieces on the board.
        pieces: Vec<Piece>,
        /// 0 or 1.
        to_move: usize,
    },
}

/// How the engine plays and analyses for this page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlaySettings {
    /// Does the engine play Black, does it play White?
    pub(super) engine: [bool; 2],
    /// Milliseconds for a move.
    pub(super) ms: u64,
    /// How many lines an analysis shows.
    pub(super) lines: usize,
    /// Is the position analysed while the engine is not to move?
    pub(super) analyse: bool,
}

/// A game being played.
pub(super) struct Play {
    pub(super) game: Game,
    pub(super) settings: PlaySettings,
    pub(super) swap2: Option<Swap2>,
    /// The first player's chances after each number of moves, in permille, where a search has judged them.
    pub(super) chances: Vec<Option<u32>>,
    /// The player went to another position: the engine does not move there by itself.
    browsing: bool,
}

impl Play {
    /// A game in which the engine plays nobody yet.
    pub(super) fn new(game: Game) -> Play {
        let settings = PlaySettings { engine: [false; 2], ms: 1000, lines: 1, analyse: false };
        Play { game, settings, swap2: None, chances: Vec::new(), browsing: true }
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// [`Rejected`]; nothing has changed then.
    pub(super) fn obey(&mut self, command: Command) -> Result<(), Rejected> {
        match command {
            Command::Game { spec, engine, swap2 } => self.begin(Game::new(&spec)?, engine, swap2)?,
            Command::Play { text } => self.play(&text)?,
            Command::Goto { ply } => self.go_to(ply)?,
            Command::Undo => self.undo()?,
            Command::Redo => self.go_to(self.game.ply() + 1)?,
            Command::Set { engine, ms, lines, analyse } => self.change_settings(engine, ms, lines, analyse),
            Command::Go => self.go(),
            Command::Stop => self.settings.analyse = false,
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
        self.settings.engine = if swap2.is_some() { [false; 2] } else { engine.unwrap_or(self.settings.engine) };
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

    /// Takes back a move; against the engine, the player's last move and the reply to it.
    fn undo(&mut self) -> Result<(), Rejected> {
        let own_turn = |game: &Game, engine: [bool; 2]| {
            let engine_moves = game.engine().map(|found| engine[found.standing().to_move.index()]);
            !engine_moves.unwrap_or(false)
        };
        let mut ply = self.game.ply().saturating_sub(1);
        self.go_to(ply)?;
        let engine = self.settings.engine;
        while ply > 0 && engine[0] != engine[1] && !own_turn(&self.game, engine) {
            ply -= 1;
            self.go_to(ply)?;
        }
        Ok(())
    }

    fn change_settings(
        &mut self,
        engine: Option<[bool; 2]>,
        ms: Option<u64>,
        lines: Option<usize>,
        analyse: Option<bool>,
    ) {
        if let Some(engine) = engine.filter(|_| self.swap2.is_none()) {
            self.settings.engine = engine;
            self.browsing = false;
        }
        self.settings.ms = ms.unwrap_or(self.settings.ms).clamp(1, LONGEST_MOVE);
        self.settings.lines = lines.unwrap_or(self.settings.lines).clamp(1, MOST_LINES);
        self.settings.analyse = analyse.unwrap_or(self.settings.analyse);
    }

    /// The engine takes the side to move; if it played the other side, the player takes that.
    fn go(&mut self) {
        let Ok(engine) = self.game.engine() else { return };
        let side = engine.standing().to_move.index();
        if self.swap2.is_none() && self.settings.engine != [true; 2] {
            self.settings.engine = [side == 0, side == 1];
        }
        self.browsing = false;
    }

    fn choose(&mut self, choice: Choice) -> Result<(), Rejected> {
        let next = self.swap2.filter(|stage| !stage.is_engines()).and_then(|stage| stage.choose(choice));
        match next {
            Some(Next::Stage(stage)) => self.swap2 = Some(stage),
            Some(Next::Settled(engine)) => (self.swap2, self.settings.engine) = (None, engine),
            None => return Err(Rejected::Unsupported("choice: there is none to be made now".to_owned())),
        }
        Ok(())
    }

    fn set_up(&mut self, pieces: &[Piece], to_move: usize) -> Result<(), Rejected> {
        let bad_side = || Rejected::BadPosition(format!("side to move {to_move}: expected 0 or 1"));
        let to_move = *Player::ALL.get(to_move).ok_or_else(bad_side)?;
        let position = self.game.engine()?.arrange(pieces, to_move)?;
        let spec = GameSpec { position: Some(position), moves: Vec::new(), ..self.game.spec() };
        self.begin(Game::new(&spec)?, Some([false; 2]), None)
    }

    /// What the engine should search for in this position.
    pub(super) fn goal(&self) -> Option<SearchGoal> {
        let standing = self.game.engine().ok()?.standing();
        if standing.outcome.is_some() {
            return None;
        }
        let analyse = self.settings.analyse.then_some(SearchGoal::Analyse);
        if let Some(stage) = self.swap2 {
            return if stage.is_engines() { Some(SearchGoal::Opening(stage.purpose())) } else { None };
        }
        let moves = self.settings.engine[standing.to_move.index()] && !self.browsing;
        if moves { Some(SearchGoal::Move(Duration::from_millis(self.settings.ms))) } else { analyse }
    }

    /// Applies the result of a search; true when the position or the swap2 stage has changed.
    pub(super) fn take(&mut self, goal: SearchGoal, answer: MoveChoice<String>) -> bool {
        match (goal, answer) {
            (SearchGoal::Analyse, _) => return false,
            (SearchGoal::Opening(_), MoveChoice::Swap) => self.settle(Choice::Black),
            (_, MoveChoice::Swap) => return false,
            (SearchGoal::Opening(_), MoveChoice::Moves(moves)) => {
                if self.swap2.is_some_and(|stage| !stage.lays()) {
                    self.settle(if moves.len() == 2 { Choice::Two } else { Choice::White });
                }
                self.play_all(&moves);
            }
            (SearchGoal::Move(_), MoveChoice::Moves(moves)) => self.play_all(&moves),
        }
        true
    }

    /// Makes the engine's swap2 choice.
    fn settle(&mut self, choice: Choice) {
        match self.swap2.and_then(|stage| stage.choose(choice)) {
            Some(Next::Stage(stage)) => self.swap2 = Some(stage),
            Some(Next::Settled(engine)) => (self.swap2, self.settings.engine) = (None, engine),
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

    /// Stops the engine from moving by itself until it is asked again.
    pub(super) fn wait(&mut self) {
        self.browsing = true;
    }

    /// Makes room for the chances at every move.
    pub(super) fn fit_chances(&mut self) {
        self.chances.resize(self.game.line().len() + 1, None);
    }

    /// Records the chances that a search reports, for the chart.
    pub(super) fn record_chances(&mut self, news: &SearchUpdate) {
        if let (Some(chances), Some(place)) = (news.chances(), self.chances.get_mut(news.ply())) {
            *place = Some(chances);
        }
    }
}
