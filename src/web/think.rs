//! One thing to think about, in as many turns as it takes: each turn searches anew on the table of the turns before.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::game::Game;
use super::pool::Job;
use super::session::Session;
use super::tables::Tables;
use crate::engine::clock::Budget;
use crate::engine::report::Throttle;
use crate::engine::{Answer, Engine, MoveStyle, Purpose, Rejected, Report, Step, Task};
use crate::search::{Control, Limits, Player, Score, Table};

/// An analysis ends after this much searching: a page that was left open must not heat the room.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(300);

/// Of the time for a move, the part after which no deeper search is begun; the search scales it by how settled it is.
const SOFT_PERCENT: u32 = 130;

/// The longest study of an opening, which cannot be interrupted and taken up again.
const LONGEST_STUDY: Duration = Duration::from_secs(1);

/// What thinking is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// A move to be played within the time.
    Move(Duration),
    /// Lines to look at, for as long as anyone looks.
    Analyse,
    /// A proposal or a choice of a swap opening.
    Opening(Purpose),
}

/// What is thought about, and what is known so far.
pub(super) struct Thought {
    game: Game,
    /// The text of the position.
    position: String,
    aim: Aim,
    /// How many lines are wanted.
    lines: usize,
    asked: Instant,
    session: Weak<Session>,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    turns: u32,
    spent: Duration,
    nodes: u64,
    news: Option<News>,
    result: Option<Result<Answer, Rejected>>,
}

/// What a page is told of a search. Chances and scores are the first player's.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct News {
    v: u32,
    /// What is thought about, and its place in the game.
    position: String,
    ply: usize,
    /// Is the search still going on?
    pub(super) running: bool,
    /// Is a move looked for that will be played?
    plays: bool,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    nps: u64,
    ms: u64,
    lines: Vec<NewsLine>,
    /// What else there is to say.
    pub(super) note: Option<String>,
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
struct NewsLine {
    depth: u32,
    /// Centi-units; none when the result is proven.
    value: Option<i32>,
    /// Plies to a proven end: positive when the first player wins.
    mate: Option<i32>,
    /// The first player's chances, in permille.
    chances: u32,
    steps: Vec<Step>,
}

impl News {
    /// The chances of the first player by the best line.
    pub(super) fn chances(&self) -> Option<u32> {
        self.lines.first().map(|line| line.chances)
    }

    pub(super) fn ply(&self) -> usize {
        self.ply
    }
}

impl Thought {
    pub(super) fn new(game: Game, aim: Aim, lines: usize, session: Weak<Session>) -> Thought {
        let position = game.engine().map(|engine| engine.position()).unwrap_or_default();
        Thought { game, position, aim, lines, asked: Instant::now(), session, progress: Mutex::default() }
    }

    pub(super) fn aim(&self) -> Aim {
        self.aim
    }

    /// Can it be stopped and taken up again in another turn?
    pub(super) fn is_interruptible(&self) -> bool {
        !matches!(self.aim, Aim::Opening(_))
    }

    /// The limits of the next turn, and how many there were.
    pub(super) fn limits(&self) -> (Limits, u32) {
        let progress = self.progress();
        let hard = self.limit().saturating_sub(progress.spent).max(Duration::from_millis(1));
        let soft = matches!(self.aim, Aim::Move(_)).then(|| hard * SOFT_PERCENT / 100);
        (Limits { soft, hard: Some(hard), ..Limits::default() }, progress.turns)
    }

    /// Its time is over; a turn that is still to come is as short as can be.
    pub(super) fn end_time(&self) {
        self.progress().spent = self.limit();
    }

    fn limit(&self) -> Duration {
        match self.aim {
            Aim::Move(time) => time,
            Aim::Analyse => LONGEST_ANALYSIS,
            Aim::Opening(_) => LONGEST_STUDY,
        }
    }

    /// Tells the session what came of it.
    pub(super) fn finish(&self, job: &Job) {
        let Some(session) = self.session.upgrade() else { return };
        let (news, result) = {
            let mut progress = self.progress();
            (progress.news.take(), progress.result.take())
        };
        let mut news = news.unwrap_or_else(|| self.silent());
        news.running = false;
        news.note = match &result {
            Some(Err(why)) => Some(why.to_string()),
            _ => None,
        };
        session.finished(job, news, result.and_then(Result::ok));
    }

    fn silent(&self) -> News {
        News {
            v: 1,
            position: self.position.clone(),
            ply: self.game.ply(),
            plays: self.aim != Aim::Analyse,
            ..News::default()
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches for one turn, and tells whether the thought is finished.
pub(super) fn turn(job: &Job, tables: &Tables, threads: usize, ctl: &Control) -> bool {
    let thought = &job.thought;
    let result = match tables.take(job.session, &thought.game) {
        Ok(owned) => {
            let search = || thought.search(job, &owned.table, threads, ctl);
            let result = catch_unwind(AssertUnwindSafe(search));
            tables.give(owned);
            result.unwrap_or_else(|_| Err(Rejected::Internal("the search failed".to_owned())))
        }
        Err(why) => Err(Rejected::Memory(why.to_string())),
    };
    let mut progress = thought.progress();
    progress.turns += 1;
    progress.spent += ctl.elapsed();
    progress.nodes += ctl.nodes();
    let late = matches!(thought.aim, Aim::Move(time) if thought.asked.elapsed() >= time);
    let done = result.is_err() || !ctl.stopped() || late || progress.spent >= thought.limit();
    progress.result = Some(result);
    done || !thought.is_interruptible()
}

impl Thought {
    fn search(&self, job: &Job, table: &Table, threads: usize, ctl: &Control) -> Result<Answer, Rejected> {
        let mut engine = self.game.engine()?;
        let viewer = self.game.engine()?;
        let purpose = match self.aim {
            Aim::Opening(purpose) => purpose,
            Aim::Move(_) | Aim::Analyse => Purpose::Best,
        };
        let hard = Some(self.limits().0.hard.unwrap_or(LONGEST_STUDY));
        let task = Task {
            purpose,
            threads,
            multi_pv: self.lines,
            budget: Budget { soft: hard, hard },
            wire: MoveStyle::Bottom,
            ..Task::default()
        };
        let mut throttle = Throttle::default();
        let result = engine.think(&task, table, ctl, &mut |report| {
            if let Some(report) = throttle.take(report) {
                self.tell(job, &*viewer, &report);
            }
        });
        if let Some(report) = throttle.last() {
            self.tell(job, &*viewer, &report);
        }
        result
    }

    /// Tells the page, unless an earlier turn knew better.
    fn tell(&self, job: &Job, viewer: &dyn Engine, report: &Report) {
        let mut progress = self.progress();
        if progress.news.as_ref().is_some_and(|news| news.depth > report.depth) {
            return;
        }
        let news = self.news(viewer, report, &progress);
        progress.news = Some(news.clone());
        drop(progress);
        if let Some(session) = self.session.upgrade().filter(|_| !job.is_cancelled()) {
            session.tell(job, &news);
        }
    }

    fn news(&self, viewer: &dyn Engine, report: &Report, progress: &Progress) -> News {
        let player = viewer.standing().to_move;
        let own = |value: i32| if player == Player::First { value } else { -value };
        let lines = report.analyses().into_iter().zip(&report.lines).map(|(analysis, line)| NewsLine {
            depth: line.depth,
            value: (!line.score.is_mate()).then(|| own(line.score.value())),
            mate: mate(line.score).map(own),
            chances: analysis.win_rate.map_or(500, |rate| if player == Player::First { rate } else { 1000 - rate }),
            steps: viewer.steps(&analysis.pv),
        });
        let nodes = progress.nodes + report.nodes;
        let elapsed = progress.spent + report.elapsed;
        News {
            running: true,
            depth: report.depth,
            seldepth: report.seldepth,
            nodes,
            nps: u64::try_from(u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1)).unwrap_or(u64::MAX),
            ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            lines: lines.collect(),
            ..self.silent()
        }
    }
}

/// Plies to the end, positive for a win of the side to move; a position that is lost already is at -0, told as -1.
fn mate(score: Score) -> Option<i32> {
    score.mate_distance().map(|plies| if score.is_win() { plies.abs().max(1) } else { -plies.abs().max(1) })
}
