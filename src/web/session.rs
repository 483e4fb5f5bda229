//! One page's game: commands change it, the engine is asked as it wishes, and whoever listens is told.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::sync::watch;

use super::game::{Game, Spec};
use super::pool::{Job, Pool};
use super::state::{Parts, State, Wishes};
use super::swap2::{Choice, Next, Swap2};
use super::think::{Aim, News, Thought};
use crate::engine::{Answer, Piece, Rejected, Threat};
use crate::search::{Control, Limits, Player};

/// Limits of what a page may wish.
const LONGEST_MOVE: u64 = 60_000;
const MOST_LINES: usize = 10;

/// A look for threats ends after this.
const THREAT_NODES: u64 = 200_000;
const THREAT_TIME: Duration = Duration::from_millis(300);

/// What a page is told while there is nothing to tell; an event without data would not reach it.
const NOTHING: &str = "null";

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

/// A session. Locks are taken in the order session, pool; a search tells its news without holding the pool's.
pub(super) struct Session {
    pub(super) id: String,
    number: u64,
    pool: Arc<Pool>,
    itself: Weak<Session>,
    /// Searching time used, for the pool's turns.
    used: Arc<AtomicU64>,
    inner: Mutex<Inner>,
    state: watch::Sender<Arc<str>>,
    news: watch::Sender<Arc<str>>,
}

struct Inner {
    game: Game,
    version: u64,
    wishes: Wishes,
    swap2: Option<Swap2>,
    chances: Vec<Option<u32>>,
    job: Option<Arc<Job>>,
    /// A place was gone to: the engine does not move there by itself.
    browsing: bool,
    asked: Instant,
}

impl Session {
    /// A session with a game; the engine plays nobody yet.
    ///
    /// # Errors
    /// When there is no such game.
    pub(super) fn new(id: String, number: u64, pool: Arc<Pool>, spec: &Spec) -> Result<Arc<Session>, Rejected> {
        let inner = Inner {
            game: Game::new(spec)?,
            version: 0,
            wishes: Wishes { engine: [false; 2], ms: 1000, lines: 1, analyse: false },
            swap2: None,
            chances: Vec::new(),
            job: None,
            browsing: true,
            asked: Instant::now(),
        };
        let session = Arc::new_cyclic(|itself| Session {
            id,
            number,
            pool,
            itself: itself.clone(),
            used: Arc::default(),
            inner: Mutex::new(inner),
            state: watch::channel(NOTHING.into()).0,
            news: watch::channel(NOTHING.into()).0,
        });
        session.publish(&mut session.lock())?;
        Ok(session)
    }

    /// Obeys a command, and gives the state after it.
    ///
    /// # Errors
    /// [`Rejected`], and everything is as it was.
    pub(super) fn obey(&self, command: Command) -> Result<Arc<str>, Rejected> {
        let mut inner = self.lock();
        inner.asked = Instant::now();
        if let (Command::Stop, Some(job)) = (&command, &inner.job)
            && matches!(job.thought.aim(), Aim::Move(_))
        {
            job.hurry();
            return Ok(Arc::clone(&self.state.borrow()));
        }
        inner.obey(command)?;
        self.think_again(&mut inner);
        self.publish(&mut inner)
    }

    /// The state, for a page that comes back.
    pub(super) fn look(&self) -> Arc<str> {
        self.lock().asked = Instant::now();
        Arc::clone(&self.state.borrow())
    }

    /// The wins that either side threatens here.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only.
    pub(super) fn threats(&self) -> Result<Vec<Threat>, Rejected> {
        let mut engine = {
            let mut inner = self.lock();
            inner.asked = Instant::now();
            inner.game.engine()?
        };
        let limits = Limits { hard: Some(THREAT_TIME), ..Limits::default() };
        Ok(engine.threats(THREAT_NODES, &Control::new(&limits, Instant::now())))
    }

    /// What the game is made of.
    pub(super) fn spec(&self) -> Spec {
        self.lock().game.spec()
    }

    /// Listens to states and to news of searches; an analysis that nobody saw goes on now.
    pub(super) fn listen(&self) -> (watch::Receiver<Arc<str>>, watch::Receiver<Arc<str>>) {
        let mut listeners = (self.state.subscribe(), self.news.subscribe());
        listeners.0.mark_changed();
        listeners.1.mark_changed();
        let mut inner = self.lock();
        inner.asked = Instant::now();
        if inner.job.is_none() {
            self.think_again(&mut inner);
        }
        listeners
    }

    /// How long nobody has listened or asked; `None` while somebody listens.
    pub(super) fn unused(&self) -> Option<Duration> {
        (self.state.receiver_count() == 0).then(|| self.lock().asked.elapsed())
    }

    /// Ends an analysis that nobody looks at.
    pub(super) fn rest(&self) {
        let mut inner = self.lock();
        if inner.job.as_ref().is_some_and(|job| job.thought.aim() == Aim::Analyse) {
            inner.cancel();
        }
    }

    /// Ends everything.
    pub(super) fn close(&self) {
        self.lock().cancel();
        self.pool.forget(self.number);
    }

    /// News of a search, if it is still the one that is wanted.
    pub(super) fn tell(&self, job: &Job, news: &News) {
        let mut inner = self.lock();
        if inner.is_at(job) {
            inner.judge(news);
            self.send(news);
        }
    }

    /// A search is done: its move is played, and the next begins.
    pub(super) fn finished(&self, job: &Job, news: News, answer: Option<Answer>) {
        let mut inner = self.lock();
        if !inner.is_at(job) {
            return;
        }
        inner.job = None;
        inner.judge(&news);
        self.send(&news);
        let failed = news.note.is_some();
        let changed = answer.is_some_and(|answer| inner.take(job.thought.aim(), answer));
        if changed {
            self.think_again(&mut inner);
        } else if failed {
            inner.browsing = true;
        }
        if let Err(why) = self.publish(&mut inner) {
            log::error!("session {}: {why}", self.number);
        }
    }

    /// Asks the engine for what is wanted in the position as it is.
    fn think_again(&self, inner: &mut Inner) {
        inner.cancel();
        let listened = self.state.receiver_count() > 0;
        let Some(aim) = inner.aim().filter(|aim| *aim != Aim::Analyse || listened) else {
            self.news.send_replace(NOTHING.into());
            return;
        };
        let lines = if aim == Aim::Analyse { inner.wishes.lines } else { 1 };
        let thought = Thought::new(inner.game.clone(), aim, lines, self.itself.clone());
        let job = Job::new(self.number, Arc::clone(&self.used), thought);
        inner.job = Some(Arc::clone(&job));
        self.news.send_replace(NOTHING.into());
        self.pool.add(job);
    }

    fn publish(&self, inner: &mut Inner) -> Result<Arc<str>, Rejected> {
        inner.version += 1;
        inner.chances.resize(inner.game.line().len() + 1, None);
        let parts = Parts {
            id: &self.id,
            version: inner.version,
            wishes: &inner.wishes,
            swap2: inner.swap2,
            chances: &inner.chances,
        };
        let state = to_json(&State::new(&inner.game, parts)?)?;
        self.state.send_replace(Arc::clone(&state));
        Ok(state)
    }

    fn send(&self, news: &News) {
        match to_json(news) {
            Ok(text) => drop(self.news.send_replace(text)),
            Err(why) => log::error!("session {}: {why}", self.number),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn to_json(value: &impl serde::Serialize) -> Result<Arc<str>, Rejected> {
    let text = serde_json::to_string(value).map_err(|why| Rejected::Internal(why.to_string()))?;
    Ok(text.into())
}

impl Inner {
    fn obey(&mut self, command: Command) -> Result<(), Rejected> {
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
    fn aim(&self) -> Option<Aim> {
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
    fn take(&mut self, aim: Aim, answer: Answer) -> bool {
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
                self.browsing = true;
            }
        }
    }

    fn judge(&mut self, news: &News) {
        if let (Some(chances), Some(place)) = (news.chances(), self.chances.get_mut(news.ply())) {
            *place = Some(chances);
        }
    }

    fn is_at(&self, job: &Job) -> bool {
        self.job.as_ref().is_some_and(|own| std::ptr::eq(Arc::as_ptr(own), job))
    }

    fn cancel(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel();
        }
    }
}
