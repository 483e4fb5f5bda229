//! The commands that make the engine think, and what is said of the moves it chooses.

use std::io::{self, Write};
use std::sync::Arc;

use fukumi_protocol::{Dialect, GoLimits, Reply};
use web_time::Instant;

use super::Session;
use super::pending::{ReplyKind, RunningSearch};
use crate::engine::options::{MULTI_PV, PONDER};
use crate::engine::worker::{Job, JobResult, WorkerState};
use crate::engine::{Change, MoveStyle, Purpose, Report, Task};
use crate::search::{Control, Limits};

/// What is to be thought about, within which limits, and what comes of it.
struct SearchJob {
    change: Option<Change>,
    task: Task,
    limits: Limits,
    /// When the command came.
    at: Instant,
    /// Are the moves found played as well? A manager takes the engine's word as its move.
    play: bool,
    kind: ReplyKind,
}

impl<W: Write> Session<W> {
    /// Thinks of the engine's own move, after this change.
    pub(super) fn move_now(&mut self, change: Option<Change>, at: Instant) -> io::Result<()> {
        let lines = self.settings.options.get(&MULTI_PV);
        self.move_of(change, Purpose::Best, lines, at)
    }

    /// Thinks of a move by the clocks of `INFO`, and tells it as a move.
    pub(super) fn move_of(
        &mut self,
        change: Option<Change>,
        purpose: Purpose,
        lines: usize,
        at: Instant,
    ) -> io::Result<()> {
        if let Some(fault) = self.settings.fault() {
            return self.say(&Reply::Error(fault));
        }
        let level = self.settings.level().filter(|_| purpose == Purpose::Best);
        let task = Task {
            purpose,
            level,
            exclude: self.blocked.moves.clone(),
            exclude_lines: self.blocked.lines.clone(),
            from_book: purpose == Purpose::Best && self.blocked.moves.is_empty() && self.blocked.lines.is_empty(),
            ..self.task(lines)
        };
        let limits = self.settings.limits();
        self.think(SearchJob { change, task, limits, at, play: true, kind: ReplyKind::Move })
    }

    /// What is thought about by the settings, with so many lines.
    pub(super) fn task(&self, multi_pv: usize) -> Task {
        Task {
            algorithm: self.settings.algorithm(),
            threads: self.settings.threads(),
            multi_pv,
            wire: match self.decoder.dialect() {
                _ if self.talks_to_person => MoveStyle::Bottom,
                Dialect::Ugi => MoveStyle::Bottom,
                Dialect::Gomocup | Dialect::Aep => MoveStyle::Pair,
            },
            text: self.settings.text_style(self.gui),
            ..Task::default()
        }
    }

    fn think(&mut self, job: SearchJob) -> io::Result<()> {
        let SearchJob { change, task, limits, at, play, kind } = job;
        self.run_search(change, limits, at, kind, move |state, ctl, report| state.think(&task, ctl, play, report, said))
    }

    /// Has the worker search for something, after this change.
    pub(super) fn run_search(
        &mut self,
        change: Option<Change>,
        limits: Limits,
        at: Instant,
        kind: ReplyKind,
        work: impl FnOnce(&mut WorkerState, &Control, &mut dyn FnMut(Report)) -> JobResult + Send + 'static,
    ) -> io::Result<()> {
        let options = match self.settings.job_options(self.decoder.yixin_seen()) {
            Ok(options) => options,
            Err(why) => return self.say(&Reply::Error(why.to_string())),
        };
        self.absent_threads()?;
        let ctl = Arc::new(Control::new(&limits, at));
        let timed = limits.soft.is_some() || limits.hard.is_some();
        let search = RunningSearch::new(Arc::clone(&ctl), timed || limits.depth.is_some() || limits.nodes.is_some());
        let work = Box::new(move |state: &mut WorkerState, report: &mut dyn FnMut(Report)| work(state, &ctl, report));
        self.send(Job { options, change, work }, kind, Some(search));
        if self.ended { self.end_unbounded() } else { Ok(()) }
    }

    /// UGI's `go`: the clock is that of the player to move.
    pub(super) fn go(&mut self, go: GoLimits, at: Instant) -> io::Result<()> {
        let (limits, ponder) = self.settings.go_limits(&go, self.to_move);
        let level = self.settings.level().filter(|_| !go.infinite);
        let lines = self.settings.options.get(&MULTI_PV);
        let from_book = !go.infinite && !go.ponder && go.search_moves.is_empty();
        let task = Task { level, only: go.search_moves, from_book, ..self.task(lines) };
        self.think(SearchJob { change: None, task, limits, at, play: false, kind: ReplyKind::Move })?;
        if let Some(search) = self.search() {
            search.hold = go.infinite || go.ponder;
            search.ponder = ponder;
            search.bounded &= !search.hold;
        }
        if self.ended { self.end_unbounded() } else { Ok(()) }
    }

    /// Thinks on in the opponent's time: what is found is kept in the table.
    pub(super) fn ponder(&mut self) -> io::Result<()> {
        let wanted = self.may_ponder && !self.ended && self.settings.options.get(&PONDER);
        self.may_ponder = false;
        if !wanted || self.pending.is_some() {
            return Ok(());
        }
        let (task, limits, at) = (self.task(1), Limits::default(), Instant::now());
        self.think(SearchJob { change: None, task, limits, at, play: false, kind: ReplyKind::Ponder })
    }
}

/// A move, or moves.
fn said(mut moves: Vec<String>) -> Reply {
    if moves.len() == 1 { Reply::Best(moves.remove(0)) } else { Reply::Moves(moves) }
}
