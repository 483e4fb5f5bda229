//! A search in as many turns as it takes. Each turn starts the search again with the transposition table of the earlier turns.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use web_time::Instant;

use super::game::Game;
use super::judging::{self, STUDY_TIME};
use super::notebook::Notebook;
use super::opening;
use super::search_update::{Allowance, Answer, SearchGoal, SearchUpdate, UpdateLine};
use super::tables::TablePool;
use crate::engine::opening::OpeningDialog;
use crate::engine::report::{News, effort};
use crate::engine::{Engine, Library, MoveStyle, Rejected, Report, Task, relay};
use crate::lab::study::Study;
use crate::search::{Control, Limits, Player, Score, Table};

/// An analysis ends after this much searching, so that a page left open does not search for ever.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(300);

/// The time for a decision in an opening, which cannot be interrupted and resumed.
const OPENING_TIME: Duration = Duration::from_millis(1500);

/// What to search, and for which session.
pub struct SearchJob {
    /// The session's number.
    pub session: u64,
    /// Search time that the session has used, in microseconds.
    pub used: Arc<AtomicU64>,
    /// What to search, and what is known so far.
    pub task: SearchTask,
    cancelled: AtomicBool,
    ctl: Mutex<Option<Arc<Control>>>,
}

impl SearchJob {
    pub(super) fn new(session: u64, used: Arc<AtomicU64>, task: SearchTask) -> Arc<SearchJob> {
        Arc::new(SearchJob { session, used, task, cancelled: AtomicBool::new(false), ctl: Mutex::new(None) })
    }

    /// The result is not wanted any more. What was found is kept at once: who looks next may do so before another turn comes.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
        if let Some(ctl) = &*self.ctl() {
            ctl.stop();
        }
        self.task.keep();
    }

    /// The answer is wanted now, with what is known so far.
    pub(super) fn hurry(&self) {
        self.task.end_time();
        if let Some(ctl) = &*self.ctl() {
            ctl.stop();
        }
    }

    /// Tells how far the search has come, where it has found nothing new for a while.
    pub fn tell_effort(&self, ctl: &Control) {
        self.task.go_on(self, ctl);
    }

    /// Is the result not wanted any more?
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// From now on the job is searched under this control.
    pub fn begin_turn(&self, ctl: Arc<Control>) {
        *self.ctl() = Some(ctl);
    }

    fn ctl(&self) -> MutexGuard<'_, Option<Arc<Control>>> {
        self.ctl.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who searches, for all sessions.
pub trait Searchers: Send + Sync {
    /// Queues a job. Its listener hears what it finds, and when it is done.
    fn add(&self, job: Arc<SearchJob>);
    /// A session is over.
    fn forget(&self, session: u64);
    /// The database that searches ask and fill; none where there is none.
    fn library(&self) -> Option<Arc<dyn Library>> {
        None
    }
}

/// Who is told of a search: the session that asked for it.
pub(super) trait Listener: Send + Sync {
    /// The search knows more than before.
    fn updated(&self, job: &SearchJob, update: &SearchUpdate);
    /// The next position of the line has been studied.
    fn studied(&self, job: &SearchJob, study: Study);
    /// The search is over; `answer` is `None` when it failed.
    fn finished(&self, job: &SearchJob, update: SearchUpdate, answer: Option<Answer>);
}

/// What to search, and what is known so far.
pub struct SearchTask {
    game: Game,
    /// The opening that is played, if one is.
    dialog: Option<OpeningDialog>,
    /// The position as text.
    position: String,
    goal: SearchGoal,
    /// How many lines to report.
    lines: usize,
    asked: Instant,
    listener: Weak<dyn Listener>,
    notebook: Option<Notebook>,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    turns: u32,
    spent: Duration,
    nodes: u64,
    news: Option<SearchUpdate>,
    /// The value of the best line in `news`.
    score: Option<Score>,
    result: Option<Result<Answer, Rejected>>,
}

impl SearchTask {
    pub(super) fn new(
        game: Game,
        dialog: Option<OpeningDialog>,
        goal: SearchGoal,
        lines: usize,
        listener: Weak<dyn Listener>,
    ) -> SearchTask {
        let position = game.engine().map(|engine| engine.position()).unwrap_or_default();
        SearchTask {
            game,
            dialog,
            position,
            goal,
            lines,
            asked: Instant::now(),
            listener,
            notebook: None,
            progress: Mutex::default(),
        }
    }

    /// The same with a database.
    pub(super) fn with(self, notebook: Option<Notebook>) -> SearchTask {
        SearchTask { notebook, ..self }
    }

    pub(super) fn goal(&self) -> SearchGoal {
        self.goal
    }

    /// Can it be stopped and resumed in another turn?
    pub fn is_interruptible(&self) -> bool {
        !matches!(self.goal, SearchGoal::Opening)
    }

    /// Does it take a whole turn, however many others wait?
    pub fn keeps_its_turn(&self) -> bool {
        matches!(self.goal, SearchGoal::Opening | SearchGoal::Judge)
    }

    /// The limits of the next turn, and how many turns there were before.
    pub fn limits(&self) -> (Limits, u32) {
        let progress = self.progress();
        let left = |limit: Duration| limit.saturating_sub(progress.spent).max(Duration::from_millis(1));
        let hard = Some(left(self.limit()));
        let limits = match self.goal {
            SearchGoal::Move(allowance) => Limits {
                soft: Some(left(allowance.soft)),
                hard,
                nodes: allowance.node_limit().map(|nodes| nodes.saturating_sub(progress.nodes).max(1)),
                ..Limits::default()
            },
            SearchGoal::Analyse | SearchGoal::Judge | SearchGoal::Opening => Limits { hard, ..Limits::default() },
        };
        (limits, progress.turns)
    }

    /// Ends its time; a turn still to come is as short as possible, or none where there is an answer.
    pub(super) fn end_time(&self) {
        self.progress().spent = self.limit();
    }

    /// Is its time over, and is there an answer of an earlier turn? Then it was hurried between two turns.
    fn is_answered(&self) -> bool {
        let progress = self.progress();
        progress.spent >= self.limit() && matches!(progress.result, Some(Ok(_)))
    }

    fn limit(&self) -> Duration {
        match self.goal {
            SearchGoal::Move(allowance) => allowance.hard,
            SearchGoal::Analyse => LONGEST_ANALYSIS,
            SearchGoal::Judge => STUDY_TIME,
            SearchGoal::Opening => OPENING_TIME,
        }
    }

    /// Keeps what was found, and gives the result to the listener.
    pub fn finish(&self, job: &SearchJob) {
        self.keep();
        let Some(listener) = self.listener.upgrade() else { return };
        let (news, result) = {
            let mut progress = self.progress();
            (progress.news.take(), progress.result.take())
        };
        let mut news = news.unwrap_or_else(|| self.empty_update());
        news.running = false;
        news.note = match &result {
            Some(Err(why)) => Some(why.to_string()),
            _ => None,
        };
        listener.finished(job, news, result.and_then(Result::ok));
    }

    /// Writes what was found and is to be kept.
    fn keep(&self) {
        if let Some(notebook) = &self.notebook {
            notebook.write(&self.game);
        }
    }

    fn empty_update(&self) -> SearchUpdate {
        SearchUpdate {
            v: 1,
            position: self.position.clone(),
            ply: self.game.ply(),
            plays: self.goal != SearchGoal::Analyse,
            ..SearchUpdate::default()
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches for one turn; true when the search is finished.
pub fn turn(job: &SearchJob, tables: &TablePool, threads: usize, ctl: &Control) -> bool {
    let task = &job.task;
    if task.goal == SearchGoal::Judge {
        return judge(job, tables, threads, ctl);
    }
    if task.is_answered() {
        return true;
    }
    let result = with_table(job, tables, |table| task.search(job, table, threads, ctl));
    let mut progress = task.progress();
    progress.turns += 1;
    progress.spent += ctl.elapsed();
    progress.nodes += ctl.nodes();
    let is_past = |allowance: Allowance| {
        task.asked.elapsed() >= allowance.hard || allowance.node_limit().is_some_and(|nodes| progress.nodes >= nodes)
    };
    let over = matches!(task.goal, SearchGoal::Move(allowance) if is_past(allowance));
    let used_up = over || progress.spent >= task.limit();
    let ended = if task.is_interruptible() { !ctl.stopped() } else { !ctl.is_called_back() };
    let done = result.is_err() || used_up || ended;
    progress.result = Some(result);
    done
}

/// Searches with the session's table. A search that fails does not take its thread with it.
fn with_table<T>(
    job: &SearchJob,
    tables: &TablePool,
    search: impl FnOnce(&Table) -> Result<T, Rejected>,
) -> Result<T, Rejected> {
    let owned = tables.lend(job.session, &job.task.game).map_err(|why| Rejected::Memory(why.to_string()))?;
    let result = catch_unwind(AssertUnwindSafe(|| search(&owned.table)));
    tables.take_back(owned);
    result.unwrap_or_else(|_| Err(Rejected::Internal("the search failed".to_owned())))
}

/// Studies the next position of the game, one a turn; true when there is no other. A study that was called back is begun again.
fn judge(job: &SearchJob, tables: &TablePool, threads: usize, ctl: &Control) -> bool {
    let task = &job.task;
    let ply = task.progress().turns as usize;
    let studied = with_table(job, tables, |table| judging::study(&task.game, ply, table, threads, ctl));
    if ctl.is_called_back() && !job.is_cancelled() {
        return false;
    }
    task.progress().turns += 1;
    match studied {
        Ok(_) if job.is_cancelled() => true,
        Ok(study) => {
            if let Some(listener) = task.listener.upgrade() {
                listener.studied(job, study);
            }
            ply >= task.game.ply()
        }
        Err(why) => {
            task.progress().result = Some(Err(why));
            true
        }
    }
}

impl SearchTask {
    fn search(&self, job: &SearchJob, table: &Table, threads: usize, ctl: &Control) -> Result<Answer, Rejected> {
        let mut engine = self.game.engine()?;
        let viewer = self.game.engine()?;
        let level = if let SearchGoal::Move(allowance) = self.goal { allowance.level } else { None };
        let task = Task { threads, multi_pv: self.lines, level, wire: MoveStyle::Bottom, ..Task::default() };
        if let (SearchGoal::Opening, Some(dialog)) = (self.goal, &self.dialog) {
            return opening::decide(dialog, &mut *engine, &task, (table, ctl)).map(Answer::Decision);
        }
        let tell = move |news| match news {
            News::Report(report) => self.report(job, &*viewer, ctl, &report),
            News::Effort => self.go_on(job, ctl),
        };
        if let Some(notebook) = &self.notebook {
            engine.use_database(Some(notebook.database()));
        }
        let moves = relay::tell_in_time(ctl, tell, |report| engine.think(&task, table, ctl, report))?;
        if let Some(notebook) = &self.notebook {
            notebook.write_if_due(&self.game);
        }
        Ok(Answer::Moves(engine.write_moves(&moves, MoveStyle::Bottom)))
    }

    /// Sends an update. What an earlier turn found stays when that turn got deeper, unless this one has proven a faster win.
    fn report(&self, job: &SearchJob, viewer: &dyn Engine, ctl: &Control, report: &Report) {
        let score = report.lines.first().map(|line| line.score);
        let mut progress = self.progress();
        let is_faster_win = score.is_some_and(Score::is_win) && score > progress.score;
        if !is_faster_win && progress.news.as_ref().is_some_and(|news| news.depth > report.depth) {
            drop(progress);
            return self.go_on(job, ctl);
        }
        let news = self.news(viewer, report, &progress);
        (progress.news, progress.score) = (Some(news.clone()), score);
        drop(progress);
        if let Some(notebook) = &self.notebook {
            notebook.hear(&self.game, report);
        }
        self.send(job, &news);
    }

    /// Sends what is known already, with the nodes and the time it has taken by now.
    fn go_on(&self, job: &SearchJob, ctl: &Control) {
        let mut progress = self.progress();
        let effort = effort(progress.nodes + ctl.nodes(), progress.spent + ctl.elapsed());
        let news = progress.news.get_or_insert_with(|| self.empty_update());
        (news.running, news.nodes, news.nps, news.ms) = (true, effort.nodes, effort.nps, effort.time_ms);
        let news = news.clone();
        drop(progress);
        self.send(job, &news);
    }

    fn send(&self, job: &SearchJob, news: &SearchUpdate) {
        if let Some(listener) = self.listener.upgrade().filter(|_| !job.is_cancelled()) {
            listener.updated(job, news);
        }
    }

    fn news(&self, viewer: &dyn Engine, report: &Report, progress: &Progress) -> SearchUpdate {
        let player = viewer.standing().to_move;
        let own = |value: i32| if player == Player::First { value } else { -value };
        let lines = report.analyses().into_iter().zip(&report.lines).map(|(analysis, line)| UpdateLine {
            depth: line.depth,
            value: (!line.score.is_mate()).then(|| own(line.score.value())),
            mate: mate(line.score).map(own),
            chances: analysis.win_rate.map_or(500, |rate| if player == Player::First { rate } else { 1000 - rate }),
            steps: viewer.steps(&analysis.pv),
        });
        let effort = effort(progress.nodes + report.nodes, progress.spent + report.elapsed);
        SearchUpdate {
            running: true,
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: effort.nodes,
            nps: effort.nps,
            ms: effort.time_ms,
            lines: lines.collect(),
            ..self.empty_update()
        }
    }
}

/// Plies to the end, positive when the side to move wins. A position already lost is 0 plies from its end and reported as -1.
fn mate(score: Score) -> Option<i32> {
    score.mate_distance().map(|plies| if score.is_win() { plies.abs().max(1) } else { -plies.abs().max(1) })
}
