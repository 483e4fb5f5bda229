//! One page's session: commands change what is played, the engine is asked as is wished, and whoever listens is told.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::game::{Game, Spec};
use super::play::{Command, Play};
use super::pool::{Job, Pool};
use super::state::State;
use super::think::{Aim, News, Thought};
use crate::engine::{Answer, Rejected, Threat};
use crate::search::{Control, Limits};

/// A look for threats ends after this.
const THREAT_NODES: u64 = 200_000;
const THREAT_TIME: Duration = Duration::from_millis(300);

/// What a page is told while there is nothing to tell; an event without data would not reach it.
const NOTHING: &str = "null";

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
    play: Play,
    version: u64,
    job: Option<Arc<Job>>,
    asked: Instant,
}

impl Session {
    /// A session with a game; the engine plays nobody yet.
    ///
    /// # Errors
    /// When there is no such game.
    pub(super) fn new(id: String, number: u64, pool: Arc<Pool>, spec: &Spec) -> Result<Arc<Session>, Rejected> {
        let play = Play::new(Game::new(spec)?);
        let inner = Inner { play, version: 0, job: None, asked: Instant::now() };
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
        inner.play.obey(command)?;
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
            inner.play.game.engine()?
        };
        let limits = Limits { hard: Some(THREAT_TIME), ..Limits::default() };
        Ok(engine.threats(THREAT_NODES, &Control::new(&limits, Instant::now())))
    }

    /// What the game is made of.
    pub(super) fn spec(&self) -> Spec {
        self.lock().play.game.spec()
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
            inner.play.judge(news);
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
        inner.play.judge(&news);
        self.send(&news);
        let failed = news.note.is_some();
        let changed = answer.is_some_and(|answer| inner.play.take(job.thought.aim(), answer));
        if changed {
            self.think_again(&mut inner);
        } else if failed {
            inner.play.wait();
        }
        if let Err(why) = self.publish(&mut inner) {
            log::error!("session {}: {why}", self.number);
        }
    }

    /// Asks the engine for what is wanted in the position as it is.
    fn think_again(&self, inner: &mut Inner) {
        inner.cancel();
        let listened = self.state.receiver_count() > 0;
        let Some(aim) = inner.play.aim().filter(|aim| *aim != Aim::Analyse || listened) else {
            self.news.send_replace(NOTHING.into());
            return;
        };
        let lines = if aim == Aim::Analyse { inner.play.wishes.lines } else { 1 };
        let thought = Thought::new(inner.play.game.clone(), aim, lines, self.itself.clone());
        let job = Job::new(self.number, Arc::clone(&self.used), thought);
        inner.job = Some(Arc::clone(&job));
        self.news.send_replace(NOTHING.into());
        self.pool.add(job);
    }

    fn publish(&self, inner: &mut Inner) -> Result<Arc<str>, Rejected> {
        inner.version += 1;
        inner.play.fit_chances();
        let state = to_json(&State::new(&self.id, inner.version, &inner.play)?)?;
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
    fn is_at(&self, job: &Job) -> bool {
        self.job.as_ref().is_some_and(|own| std::ptr::eq(Arc::as_ptr(own), job))
    }

    fn cancel(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel();
        }
    }
}
