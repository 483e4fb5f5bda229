//! Commands, made into jobs for the worker or answered from what the session knows.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use fukumi_protocol::{
    About, Command, Dialect, EngineOption, GoLimits, Handshake, OptionKind, Owner as WireOwner, Reply, Setting, Start,
    Stone,
};

use super::{Busy, Session, Then, Thinking};
use crate::engine::clock::Budget;
use crate::engine::options::{HASH, Kind, MULTI_PV, Options, PONDER, Row, THREADS};
use crate::engine::report::Throttle;
use crate::engine::settings::processors;
use crate::engine::worker::{Ask, Job};
use crate::engine::{Change, MoveStyle, Owner, Purpose, Rejected, Task};
use crate::search::{Control, Limits, Player};

const NO_GAME: &str = "no game started";

impl<W: Write> Session<W> {
    /// Obeys a command; nothing is with the worker.
    pub(super) fn obey(&mut self, command: Command, at: Instant) -> io::Result<()> {
        if self.needs_game(&command) {
            return self.say(&Reply::Error(NO_GAME.to_owned()));
        }
        self.may_ponder = false;
        match command {
            Command::Handshake(handshake) => self.shake_hands(handshake),
            Command::IsReady => self.say(&Reply::ReadyOk),
            Command::NewGame | Command::HashClear => self.job(None, Ask::Forget, Then::Nothing),
            Command::Start { width, height } => self.start(width, height),
            Command::Restart => {
                self.settings.new_game();
                self.job(Some(Change::Clear), Ask::Done, Then::Ok)
            }
            Command::About => self.say(&Reply::About(about())),
            Command::Begin => self.move_now(None, at),
            Command::Turn(mv) => self.move_now(Some(Change::Play(mv)), at),
            Command::Play(mv) => self.job(Some(Change::Play(mv.clone())), Ask::Done, Then::Echo(mv)),
            Command::TakeBack(mv) => self.job(Some(Change::TakeBack(mv)), Ask::Done, Then::Ok),
            Command::Board { stones, think: true } => self.move_now(Some(laid(stones, true)), at),
            Command::Board { stones, think: false } => self.job(Some(laid(stones, false)), Ask::Done, Then::Nothing),
            Command::Swap2(moves) => self.swap2(moves, at),
            Command::Position { start, moves } => {
                let position = match start {
                    Start::StartPos => None,
                    Start::Fen(text) => Some(text),
                };
                self.job(Some(Change::Set { position, moves }), Ask::Done, Then::Nothing)
            }
            Command::Go(limits) => self.job(None, Ask::Standing, Then::Go(Box::new(limits), at)),
            Command::NBest(lines) => self.gomocup_think(None, Purpose::Best, lines as usize, Then::Move, at),
            Command::SearchDefend => self.gomocup_think(None, Purpose::Defend, 1, Then::Move, at),
            Command::Balance { moves, value } => {
                let purpose = Purpose::Balance { moves: moves.into(), value };
                self.gomocup_think(None, purpose, 1, Then::Move, at)
            }
            Command::Swap2Step(step) => self.swap2_step(step, at),
            Command::SetOption { name, value } => {
                match self.settings.set_option(&name, value.as_deref().unwrap_or_default()) {
                    Ok(()) => Ok(()),
                    Err(why) => self.say(&Reply::Error(why.to_string())),
                }
            }
            Command::Info(setting) => {
                self.set(setting);
                Ok(())
            }
            Command::Block(moves) => {
                self.blocked.extend(moves);
                Ok(())
            }
            Command::BlockUndo(moves) => {
                self.blocked.retain(|blocked| !moves.contains(blocked));
                Ok(())
            }
            Command::BlockReset => {
                self.blocked.clear();
                Ok(())
            }
            Command::HashUsage => self.job(None, Ask::HashUsage, Then::HashUsage),
            Command::ShowInfo => self.show_info(),
            Command::ShowForbid => self.job(None, Ask::Forbidden(MoveStyle::Pair), Then::Forbidden),
            Command::Query(query) => self.job(None, Ask::Standing, Then::Query(query)),
            Command::Show => self.job(None, Ask::Show, Then::Shown),
            // Nothing is being searched.
            Command::Stop | Command::PonderHit | Command::Quit => Ok(()),
        }
    }

    fn needs_game(&self, command: &Command) -> bool {
        let moves = matches!(
            command,
            Command::Restart
                | Command::Begin
                | Command::Turn(_)
                | Command::Play(_)
                | Command::TakeBack(_)
                | Command::Board { .. }
                | Command::Swap2(_)
                | Command::NBest(_)
                | Command::SearchDefend
                | Command::Balance { .. }
                | Command::Swap2Step(_)
        );
        moves && !self.started && !self.speaks_ugi()
    }

    /// Gives the worker a job; the options may be impossible, which is told where an answer is expected.
    fn job(&mut self, change: Option<Change>, ask: Ask, then: Then) -> io::Result<()> {
        let options = match self.settings.job_options(self.decoder.yixin_seen()) {
            Ok(options) => options,
            Err(why) if matches!(ask, Ask::Think { .. }) => return self.say(&Reply::Error(why.to_string())),
            // A game can be started with limits that a later INFO will mend.
            Err(_) => self.settings.options.clone(),
        };
        self.send(Job { options, change, ask }, then, None);
        Ok(())
    }

    fn send(&mut self, job: Job, then: Then, thinking: Option<Thinking>) {
        if self.jobs.send(job).is_err() {
            log::error!("the worker is gone");
            self.ended = true;
            return;
        }
        self.busy = Some(Busy { then, thinking });
    }

    fn shake_hands(&mut self, handshake: Handshake) -> io::Result<()> {
        let about = about();
        self.say(&Reply::Id { name: format!("{} {}", about.name, about.version), author: about.author })?;
        if handshake != Handshake::Aep {
            for option in listed_options(&self.settings.options) {
                self.say(&Reply::Option(option))?;
            }
        }
        self.say(&Reply::HandshakeOk(handshake))
    }

    fn show_info(&mut self) -> io::Result<()> {
        self.gui = true;
        let max_hash_log2_kib = (largest(&HASH.row).max(1) as u64 * 1024).ilog2();
        self.say(&Reply::Limits { max_threads: processors(), max_hash_log2_kib })?;
        self.say(&Reply::Message(format!("{} {}", about().name, about().version)))
    }

    fn start(&mut self, width: u32, height: u32) -> io::Result<()> {
        if width != height {
            return self.say(&Reply::Error(format!("unsupported size {width}x{height}: only square boards")));
        }
        let board_size = self.settings.options.game().wire.board_size;
        match board_size.map_or(Ok(()), |row| self.settings.set_option(row.name, &width.to_string())) {
            Ok(()) => {
                self.settings.new_game();
                self.job(Some(Change::Clear), Ask::Done, Then::Start)
            }
            Err(Rejected::BadValue { allowed, .. }) => {
                self.say(&Reply::Error(format!("unsupported size {width}: {allowed}")))
            }
            Err(why) => self.say(&Reply::Error(why.to_string())),
        }
    }

    fn move_now(&mut self, change: Option<Change>, at: Instant) -> io::Result<()> {
        let lines = self.settings.options.get(&MULTI_PV);
        self.gomocup_think(change, Purpose::Best, lines, Then::Move, at)
    }

    /// Thinks by the clocks of `INFO`.
    fn gomocup_think(
        &mut self,
        change: Option<Change>,
        purpose: Purpose,
        lines: usize,
        then: Then,
        at: Instant,
    ) -> io::Result<()> {
        if let Some(fault) = self.settings.fault() {
            return self.say(&Reply::Error(fault));
        }
        let (limits, budget) = self.settings.limits();
        let level = self.settings.level().filter(|_| purpose == Purpose::Best);
        let task = Task { purpose, budget, level, exclude: self.blocked.clone(), ..self.task(lines) };
        let play = then == Then::Move && matches!(purpose, Purpose::Best | Purpose::Defend | Purpose::Balance { .. });
        self.think(change, task, (limits, at), play, then)
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

    fn think(
        &mut self,
        change: Option<Change>,
        task: Task,
        (limits, at): (Limits, Instant),
        play: bool,
        then: Then,
    ) -> io::Result<()> {
        let options = match self.settings.job_options(self.decoder.yixin_seen()) {
            Ok(options) => options,
            Err(why) => return self.say(&Reply::Error(why.to_string())),
        };
        let ctl = Arc::new(Control::new(&limits, at));
        let thinking = Thinking {
            ctl: Arc::clone(&ctl),
            bounded: task.budget.is_bounded() || limits.depth.is_some() || limits.nodes.is_some(),
            hold: false,
            ponder: None,
            held: None,
            throttle: Throttle::default(),
            last: None,
        };
        self.send(Job { options, change, ask: Ask::Think { task: Box::new(task), ctl, play } }, then, Some(thinking));
        if self.ended { self.end_unbounded() } else { Ok(()) }
    }

    /// UGI's `go`, once it is known whose clock runs.
    pub(super) fn go(&mut self, go: &GoLimits, at: Instant, to_move: Player) -> io::Result<()> {
        let (limits, budget) = self.settings.go_limits(go, to_move);
        let lines = self.settings.options.get(&MULTI_PV);
        let level = self.settings.level().filter(|_| !go.infinite);
        let task = Task { budget, level, only: go.search_moves.clone(), ..self.task(lines) };
        self.think(None, task, (limits, at), false, Then::Move)?;
        if let Some(thinking) = self.thinking() {
            thinking.hold = go.infinite || go.ponder;
            thinking.ponder = go.ponder.then_some(budget);
            thinking.bounded &= !go.infinite && !go.ponder;
        }
        if self.ended { self.end_unbounded() } else { Ok(()) }
    }

    fn swap2(&mut self, moves: Vec<String>, at: Instant) -> io::Result<()> {
        let purpose = match moves.len() {
            0 => Purpose::Propose,
            3 => Purpose::TakeSide { may_lay_two: true },
            5 => Purpose::TakeSide { may_lay_two: false },
            other => return self.say(&Reply::Error(format!("SWAP2BOARD: 0, 3 or 5 stones, not {other}"))),
        };
        // A BOARD follows that tells the colours: the answer is not played.
        self.gomocup_think(Some(Change::Set { position: None, moves }), purpose, 1, Then::Move, at)
    }

    fn swap2_step(&mut self, step: u8, at: Instant) -> io::Result<()> {
        let (purpose, then) = match step {
            1 => (Purpose::Propose, Then::SwapStones),
            2 => (Purpose::TakeSide { may_lay_two: true }, Then::SwapChoice(1)),
            _ => (Purpose::TakeSide { may_lay_two: false }, Then::SwapChoice(2)),
        };
        self.gomocup_think(None, purpose, 1, then, at)
    }

    /// Obeys an `INFO` line.
    pub(super) fn set(&mut self, setting: Setting) {
        self.unprepared |= needs_preparation(&setting);
        self.settings.info(setting);
    }

    /// Nothing waits: what was set is made ready for the next move, so that its clock does not pay. Memory is taken ahead only
    /// when it is known how much there is.
    pub(super) fn prepare(&mut self) {
        if self.busy.is_some() || self.ended || !self.started || !std::mem::take(&mut self.unprepared) {
            return;
        }
        if let Ok(options) = self.settings.job_options(self.decoder.yixin_seen()) {
            let ask = Ask::Prepare { grow: self.settings.is_memory_known() };
            self.send(Job { options, change: None, ask }, Then::Prepared, None);
        }
    }

    /// Thinks on in the opponent's time: what is found is kept in the table.
    pub(super) fn ponder(&mut self) -> io::Result<()> {
        let wanted = self.may_ponder && !self.ended && self.settings.options.get(&PONDER);
        self.may_ponder = false;
        if !wanted || self.busy.is_some() {
            return Ok(());
        }
        let task = Task { budget: Budget::default(), ..self.task(1) };
        self.think(None, task, (Limits::default(), Instant::now()), false, Then::Ponder)
    }
}

/// Does the game or the table depend on it?
fn needs_preparation(setting: &Setting) -> bool {
    let memory = matches!(setting, Setting::MaxMemory(_) | Setting::HashSizeKib(_) | Setting::Threads(_));
    memory || matches!(setting, Setting::Rule(_) | Setting::Other { .. })
}

/// What `ABOUT` and the handshakes tell.
fn about() -> About {
    About {
        name: "fukumi".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        author: env!("CARGO_PKG_AUTHORS").to_owned(),
        country: String::new(),
        www: String::new(),
        email: String::new(),
    }
}

fn laid(stones: Vec<Stone>, engine_moves: bool) -> Change {
    let owner = |owner| match owner {
        WireOwner::Engine => Owner::Engine,
        WireOwner::Opponent => Owner::Opponent,
        WireOwner::Dead => Owner::Dead,
    };
    Change::Stones { stones: stones.into_iter().map(|stone| (stone.mv, owner(stone.owner))).collect(), engine_moves }
}

/// Every option as a handshake lists it.
fn listed_options(options: &Options) -> Vec<EngineOption> {
    let games: Vec<String> = options.game_names().into_iter().map(str::to_owned).collect();
    let default = games.first().cloned().unwrap_or_default();
    let game = EngineOption { name: "Game".to_owned(), kind: OptionKind::Combo { default, choices: games } };
    std::iter::once(game).chain(options.each().map(listed)).collect()
}

/// The largest value of a number.
fn largest(row: &Row) -> i64 {
    if let Kind::Spin { max, .. } = row.kind { max } else { 1 }
}

fn listed(row: &Row) -> EngineOption {
    let kind = match row.kind {
        Kind::Check { default } => OptionKind::Check { default },
        Kind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
        Kind::Choice { default, words } => OptionKind::Combo {
            default: default.to_owned(),
            choices: words.iter().map(|(word, _)| (*word).to_owned()).collect(),
        },
    };
    EngineOption { name: row.name.to_owned(), kind }
}
