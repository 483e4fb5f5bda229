//! The commands that make the engine think, and what is said of the moves it chooses.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use fukumi_protocol::{Dialect, GoLimits, Reply};

use super::Session;
use super::pending::{ReplyKind, RunningSearch};
use crate::engine::options::{MULTI_PV, PONDER, THREADS};
use crate::engine::worker::{Job, WorkerState};
use crate::engine::{Change, MoveChoice, MoveStyle, Purpose, Report, Task};
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
    /// What is said of the moves that were chosen.
    say: fn(MoveChoice<String>) -> Reply,
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
        let play = matches!(purpose, Purpose::Best | Purpose::Defend | Purpose::Balance { .. });
        self.gomocup_think(change, purpose, lines, at, (play, ReplyKind::Move, moves))
    }

    fn gomocup_think(
        &mut self,
        change: Option<Change>,
        purpose: Purpose,
        lines: usize,
        at: Instant,
        (play, kind, say): (bool, ReplyKind, fn(MoveChoice<String>) -> Reply),
    ) -> io::Result<()> {
        if let Some(fault) = self.settings.fault() {
            return self.say(&Reply::Error(fault));
        }
        let level = self.settings.level().filter(|_| purpose == Purpose::Best);
        let task = Task { purpose, level, exclude: self.blocked.clone(), ..self.task(lines) };
        self.think(SearchJob { change, task, limits: self.settings.limits(), at, play, kind, say })
    }

    fn task(&self, multi_pv: usize) -> Task {
        Task {
            algorithm: self.settings.algorithm(),
            threads: self.settings.options.get(&THREADS),
            multi_pv,
            wire: match self.decoder.dialect() {
                Dialect::Ugi => MoveStyle::Bottom,
                Dialect::Gomocup | Dialect::Aep => MoveStyle::Pair,
            },
            text: self.settings.text_style(self.gui),
            ..Task::default()
        }
    }

    fn think(&mut self, job: SearchJob) -> io::Result<()> {
        let SearchJob { change, task, limits, at, play, kind, say } = job;
        let options = match self.settings.job_options(self.decoder.yixin_seen()) {
            Ok(options) => options,
            Err(why) => return self.say(&Reply::Error(why.to_string())),
        };
        let ctl = Arc::new(Control::new(&limits, at));
        let timed = limits.soft.is_some() || limits.hard.is_some();
        let search = RunningSearch::new(Arc::clone(&ctl), timed || limits.depth.is_some() || limits.nodes.is_some());
        let work = Box::new(move |state: &mut WorkerState, report: &mut dyn FnMut(Report)| {
            state.think(&task, &ctl, play, report, say)
        });
        self.send(Job { options, change, work }, kind, Some(search));
        if self.ended { self.end_unbounded() } else { Ok(()) }
    }

    /// UGI's `go`: the clock is that of the player to move.
    pub(super) fn go(&mut self, go: GoLimits, at: Instant) -> io::Result<()> {
        let (limits, ponder) = self.settings.go_limits(&go, self.to_move);
        let level = self.settings.level().filter(|_| !go.infinite);
        let lines = self.settings.options.get(&MULTI_PV);
        let task = Task { level, only: go.search_moves, ..self.task(lines) };
        self.think(SearchJob { change: None, task, limits, at, play: false, kind: ReplyKind::Move, say: moves })?;
        if let Some(search) = self.search() {
            search.hold = go.infinite || go.ponder;
            search.ponder = ponder;
            search.bounded &= !search.hold;
        }
        if self.ended { self.end_unbounded() } else { Ok(()) }
    }

    /// `SWAP2BOARD`: a `BOARD` follows that tells the colours, so the answer is not played.
    pub(super) fn swap2(&mut self, moves: Vec<String>, at: Instant) -> io::Result<()> {
        let purpose = match moves.len() {
            0 => Purpose::Propose,
            3 => Purpose::TakeSide { may_lay_two: true },
            5 => Purpose::TakeSide { may_lay_two: false },
            other => return self.say(&Reply::Error(format!("SWAP2BOARD: 0, 3 or 5 stones, not {other}"))),
        };
        self.move_of(Some(Change::Set { position: None, moves }), purpose, 1, at)
    }

    /// One step of a swap2 opening, on the position that is there.
    pub(super) fn swap2_step(&mut self, step: u8, at: Instant) -> io::Result<()> {
        let (purpose, say): (Purpose, fn(MoveChoice<String>) -> Reply) = match step {
            1 => (Purpose::Propose, |choice| stones(1, choice)),
            2 => (Purpose::TakeSide { may_lay_two: true }, |choice| side(1, choice)),
            _ => (Purpose::TakeSide { may_lay_two: false }, |choice| side(2, choice)),
        };
        self.gomocup_think(None, purpose, 1, at, (false, ReplyKind::Reply, say))
    }

    /// Thinks on in the opponent's time: what is found is kept in the table.
    pub(super) fn ponder(&mut self) -> io::Result<()> {
        let wanted = self.may_ponder && !self.ended && self.settings.options.get(&PONDER);
        self.may_ponder = false;
        if !wanted || self.pending.is_some() {
            return Ok(());
        }
        let (task, limits, at) = (self.task(1), Limits::default(), Instant::now());
        self.think(SearchJob { change: None, task, limits, at, play: false, kind: ReplyKind::Ponder, say: moves })
    }
}

/// A move, or moves, or a swap.
fn moves(choice: MoveChoice<String>) -> Reply {
    match choice {
        MoveChoice::Swap => Reply::Swap,
        MoveChoice::Moves(mut moves) if moves.len() == 1 => Reply::Best(moves.remove(0)),
        MoveChoice::Moves(moves) => Reply::Moves(moves),
    }
}

/// The stones that the engine lays in a swap2 opening, numbered from `first`.
fn stones(first: u8, choice: MoveChoice<String>) -> Reply {
    match choice {
        MoveChoice::Moves(moves) => Reply::Swap2Stones { first, moves },
        MoveChoice::Swap => Reply::Swap,
    }
}

/// The choice at this swap, told step by step.
fn side(chance: u8, choice: MoveChoice<String>) -> Reply {
    match choice {
        MoveChoice::Moves(moves) if moves.len() == 2 => Reply::Swap2Stones { first: 4, moves },
        choice => Reply::Swap2Choice { chance, swap: choice == MoveChoice::Swap },
    }
}
