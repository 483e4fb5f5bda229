//! One page's session: carries out the page's commands, starts the searches they call for and publishes the results.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use web_time::Instant;

use tokio::sync::watch;

use super::command::Command;
use super::game::{Game, GameSpec};
use super::notebook::Notebook;
use super::play::Play;
use super::search_update::{Answer, SearchGoal, SearchUpdate};
use super::state::SessionState;
use super::think::{Listener, SearchJob, SearchTask, Searchers};
use crate::engine::eval_file::EvalFile;
use crate::engine::options::Options;
use crate::engine::registry::Games;
use crate::engine::{Change, Rejected, StoneRow, Threat, View};
use crate::lab::study::Study;
use crate::search::{Control, Limits};

/// The limits of a threat search.
const THREAT_NODES: u64 = 200_000;
const THREAT_TIME: Duration = Duration::from_millis(300);

/// The event data while there is nothing to report; an event without data would not reach the page.
const NO_DATA: &str = "null";

/// A session. Locks are taken in the order session, searchers; a search reports to its session without holding a lock
/// of the searchers.
pub struct PlaySession {
    /// Its name.
    pub id: String,
    number: u64,
    searchers: Arc<dyn Searchers>,
    itself: Weak<PlaySession>,
    /// Search time used, in microseconds, by which turns are given out.
    used: Arc<AtomicU64>,
    inner: Mutex<SessionInner>,
    state: watch::Sender<Arc<str>>,
    news: watch::Sender<Arc<str>>,
}

/// A position that is looked at without being played.
#[derive(serde::Serialize)]
pub struct LookedAt {
    v: u32,
    to_move: usize,
    view: View,
}

struct SessionInner {
    play: Play,
    version: u64,
    job: Option<Arc<SearchJob>>,
    asked: Instant,
}

impl PlaySession {
    /// A session with a game; the engine plays nobody yet.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(
        id: String,
        number: u64,
        searchers: Arc<dyn Searchers>,
        games: Games,
        spec: &GameSpec,
    ) -> Result<Arc<PlaySession>, Rejected> {
        let play = Play::new(Game::new(spec, games)?);
        let inner = SessionInner { play, version: 0, job: None, asked: Instant::now() };
        let session = Arc::new_cyclic(|itself| PlaySession {
            id,
            number,
            searchers,
            itself: itself.clone(),
            used: Arc::default(),
            inner: Mutex::new(inner),
            state: watch::channel(NO_DATA.into()).0,
            news: watch::channel(NO_DATA.into()).0,
        });
        session.publish(&mut session.lock())?;
        Ok(session)
    }

    /// Carries out a command and returns the state after it.
    ///
    /// # Errors
    /// [`Rejected`]; nothing has changed then.
    pub fn obey(&self, command: Command) -> Result<Arc<str>, Rejected> {
        let mut inner = self.lock();
        inner.asked = Instant::now();
        if let (Command::Stop, Some(job)) = (&command, &inner.job)
            && matches!(job.task.goal(), SearchGoal::Move(_))
        {
            job.hurry();
            return Ok(Arc::clone(&self.state.borrow()));
        }
        let judges_anew = matches!(command, Command::Judge);
        inner.play.obey(command)?;
        if judges_anew {
            inner.cancel();
        }
        self.restart_search(&mut inner);
        self.publish(&mut inner)
    }

    /// Uses these weights in its games, as far as they can use them, or with `None` those of the program; returns the state after it.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only.
    pub fn use_weights(&self, file: Option<Arc<EvalFile>>) -> Result<Arc<str>, Rejected> {
        let mut inner = self.lock();
        inner.play.use_weights(file)?;
        self.restart_search(&mut inner);
        self.publish(&mut inner)
    }

    /// The state, for a page that reloads.
    pub fn state(&self) -> Arc<str> {
        self.lock().asked = Instant::now();
        Arc::clone(&self.state.borrow())
    }

    /// The wins that either side threatens in this position, and the rows of stones that threaten something.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only.
    pub fn threats(&self) -> Result<(Vec<Threat>, Vec<StoneRow>), Rejected> {
        let mut engine = self.game().engine()?;
        let limits = Limits { hard: Some(THREAT_TIME), ..Limits::default() };
        let threats = engine.threats(THREAT_NODES, &Control::new(&limits, Instant::now()));
        Ok((threats, engine.rows()))
    }

    /// The position after some moves that follow so many of the game's, without playing them.
    ///
    /// # Errors
    /// [`Rejected`] when one of them is not legal.
    pub fn look_ahead(&self, ply: usize, moves: &[String]) -> Result<LookedAt, Rejected> {
        let mut engine = self.game().engine_at(ply)?;
        for text in moves {
            engine.apply(&Change::Play(text.clone()))?;
        }
        Ok(LookedAt { v: 1, to_move: engine.standing().to_move.index(), view: engine.view() })
    }

    /// The game, in use.
    pub fn game(&self) -> Game {
        let mut inner = self.lock();
        inner.asked = Instant::now();
        inner.play.game.clone()
    }

    /// The rules, the position on the board as text, and the moves that led there.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only.
    pub fn on_board(&self) -> Result<(Options, String, Vec<String>), Rejected> {
        let game = self.game();
        let mut moves = game.line();
        moves.truncate(game.ply());
        Ok((game.options().clone(), game.engine()?.position(), moves))
    }

    /// The game, its options and moves.
    pub fn spec(&self) -> GameSpec {
        self.lock().play.game.spec()
    }

    /// Subscribes to session states and search updates. An analysis paused while nobody listened goes on.
    pub fn listen(&self) -> (watch::Receiver<Arc<str>>, watch::Receiver<Arc<str>>) {
        let mut listeners = (self.state.subscribe(), self.news.subscribe());
        listeners.0.mark_changed();
        listeners.1.mark_changed();
        let mut inner = self.lock();
        inner.asked = Instant::now();
        if inner.job.is_none() {
            self.restart_search(&mut inner);
        }
        listeners
    }

    /// How long the session has been unused; `None` while somebody listens.
    pub fn unused(&self) -> Option<Duration> {
        (self.state.receiver_count() == 0).then(|| self.lock().asked.elapsed())
    }

    /// Pauses an analysis that nobody looks at.
    pub fn pause_analysis(&self) {
        let mut inner = self.lock();
        if inner.job.as_ref().is_some_and(|job| job.task.goal() == SearchGoal::Analyse) {
            inner.cancel();
        }
    }

    /// Ends the session and its searches.
    pub fn close(&self) {
        self.lock().cancel();
        self.searchers.forget(self.number);
    }

    /// Cancels the search and starts the one that the position and the settings call for. A game that is judged goes on being
    /// judged wherever the page looks, until the engine has to move.
    fn restart_search(&self, inner: &mut SessionInner) {
        let goal = inner.play.goal();
        let judging = |job: &Arc<SearchJob>| job.task.goal() == SearchGoal::Judge;
        if goal == Some(SearchGoal::Judge) && inner.job.as_ref().is_some_and(judging) {
            return;
        }
        if goal != Some(SearchGoal::Judge) {
            inner.play.end_judging();
        }
        inner.cancel();
        let listened = self.state.receiver_count() > 0;
        let Some(goal) = goal.filter(|goal| *goal != SearchGoal::Analyse || listened) else {
            self.news.send_replace(NO_DATA.into());
            return;
        };
        let lines = if goal == SearchGoal::Analyse { inner.play.settings.lines } else { 1 };
        let listener: Weak<dyn Listener> = self.itself.clone();
        let game = &inner.play.game;
        let moves = if goal == SearchGoal::Judge { game.line().len() } else { game.ply() };
        let dialog = inner.play.opening.as_ref().map(|opening| opening.dialog().clone());
        let keeps = inner.play.settings.keep && goal == SearchGoal::Analyse;
        let notebook = self.searchers.library().and_then(|library| Notebook::new(library.as_ref(), game, goal, keeps));
        let task = SearchTask::new(game.without_variations(moves), dialog, goal, lines, listener).with(notebook);
        let job = SearchJob::new(self.number, Arc::clone(&self.used), task);
        inner.job = Some(Arc::clone(&job));
        self.news.send_replace(NO_DATA.into());
        self.searchers.add(job);
    }

    fn publish(&self, inner: &mut SessionInner) -> Result<Arc<str>, Rejected> {
        inner.version += 1;
        let state = to_json(&SessionState::new(&self.id, inner.version, &inner.play)?)?;
        self.state.send_replace(Arc::clone(&state));
        Ok(state)
    }

    fn publish_or_log(&self, inner: &mut SessionInner) {
        if let Err(why) = self.publish(inner) {
            log::error!("session {}: {why}", self.number);
        }
    }

    fn send(&self, news: &SearchUpdate) {
        match to_json(news) {
            Ok(text) => drop(self.news.send_replace(text)),
            Err(why) => log::error!("session {}: {why}", self.number),
        }
    }

    fn lock(&self) -> MutexGuard<'_, SessionInner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for PlaySession {
    /// SearchUpdate of a search, if it is still the one that is wanted.
    fn updated(&self, job: &SearchJob, news: &SearchUpdate) {
        let mut inner = self.lock();
        if inner.is_current(job) {
            inner.play.record_chances(news);
            self.send(news);
        }
    }

    fn studied(&self, job: &SearchJob, study: Study) {
        let mut inner = self.lock();
        if inner.is_current(job) {
            inner.play.take_study(study);
            self.publish_or_log(&mut inner);
        }
    }

    /// Plays the move of the search and starts the next one.
    fn finished(&self, job: &SearchJob, news: SearchUpdate, answer: Option<Answer>) {
        let mut inner = self.lock();
        if !inner.is_current(job) {
            return;
        }
        inner.job = None;
        if job.task.goal() == SearchGoal::Judge {
            inner.play.end_judging();
            self.restart_search(&mut inner);
        } else {
            inner.play.record_chances(&news);
        }
        self.send(&news);
        let failed = news.note.is_some();
        let changed = answer.is_some_and(|answer| inner.play.take(job.task.goal(), &answer));
        if changed {
            self.restart_search(&mut inner);
        } else if failed {
            inner.play.wait();
        }
        self.publish_or_log(&mut inner);
    }
}

/// A name for a session: 128 random bits in hexadecimal. On a server knowing it is the permission to play.
///
/// # Errors
/// When the system provides no random numbers.
pub fn random_name() -> Result<String, getrandom::Error> {
    let bits = u128::from(getrandom::u64()?) << 64 | u128::from(getrandom::u64()?);
    Ok(format!("{bits:032x}"))
}

fn to_json(value: &impl serde::Serialize) -> Result<Arc<str>, Rejected> {
    let text = serde_json::to_string(value).map_err(|why| Rejected::Internal(why.to_string()))?;
    Ok(text.into())
}

impl SessionInner {
    fn is_current(&self, job: &SearchJob) -> bool {
        self.job.as_ref().is_some_and(|own| std::ptr::eq(Arc::as_ptr(own), job))
    }

    fn cancel(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel();
        }
    }
}
