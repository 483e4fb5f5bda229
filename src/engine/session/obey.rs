//! Commands, made into jobs for the worker or answered from what the session knows.

use std::io::{self, Write};
use std::path::Path;

use fukumi_protocol::{Command, Owner as WireOwner, Query, QueryAnswer, Reply, Setting, Start, Stone, TableFile};
use web_time::Instant;

use super::Session;
use super::handshake::about;
use super::pending::{PendingReply, ReplyKind, RunningSearch};
use crate::engine::eval_file::EVAL_FILE;
use crate::engine::options::DATABASE_READ_ONLY;
use crate::engine::worker::{Job, JobResult, Work, WorkerState, then_say};
use crate::engine::{Change, MoveStyle, Owner, Purpose, Rejected, Report, Standing};
use crate::search::{Outcome, Player};

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
            Command::NewGame | Command::HashClear => self.ask(|state| state.forget().map(|()| None)),
            Command::Start { width, height } => self.start(width, height),
            Command::Restart => {
                self.settings.new_game();
                self.change(Change::Clear, Some(Reply::Ok))
            }
            Command::About => self.say(&Reply::About(about())),
            Command::Begin => self.move_now(None, at),
            Command::Turn(mv) => self.move_now(Some(Change::Play(mv)), at),
            Command::Play(mv) => self.change(Change::Play(mv.clone()), Some(Reply::Best(mv))),
            Command::TakeBack(mv) => self.change(Change::TakeBack(mv), Some(Reply::Ok)),
            Command::Board { stones, think: true } => self.move_now(Some(laid(stones, true)), at),
            Command::Board { stones, think: false } => self.change(laid(stones, false), None),
            Command::Swap2(moves) => self.swap2(moves, at),
            Command::Position { start, moves } => {
                let position = match start {
                    Start::StartPos => None,
                    Start::Fen(text) => Some(text),
                };
                self.change(Change::Set { position, moves }, None)
            }
            Command::Go(limits) => self.go(limits, at),
            Command::NBest(lines) => self.move_of(None, Purpose::Best, lines as usize, at),
            Command::SearchDefend => self.move_of(None, Purpose::Defend, 1, at),
            Command::Balance { moves, value } => {
                self.move_of(None, Purpose::Balance { moves: moves.into(), value }, 1, at)
            }
            Command::Swap2Step(step) => self.swap2_step(step, at),
            Command::SetOption { name, value } => match self.set_option(&name, value.as_deref().unwrap_or_default()) {
                Ok(()) => Ok(()),
                Err(why) => self.say(&Reply::Error(why.to_string())),
            },
            Command::Info(Setting::Absent { key, value }) => self.absent_key(key, value),
            Command::Info(setting) => self.info(setting),
            Command::Block(moves) => {
                self.blocked.moves.extend(moves);
                Ok(())
            }
            Command::BlockUndo(moves) => {
                self.blocked.moves.retain(|blocked| !moves.contains(blocked));
                Ok(())
            }
            Command::BlockReset => {
                self.blocked.moves.clear();
                Ok(())
            }
            Command::BlockPath(line) => self.block_line(line),
            Command::BlockPathUndo(line) => {
                self.unblock_line(&line);
                Ok(())
            }
            Command::BlockPathReset => {
                self.blocked.lines.clear();
                Ok(())
            }
            Command::Database(request) => self.database_request(&request),
            Command::DatabaseFile { work, path } => self.database_file(work, path),
            Command::DatabaseSave => self.save_database(),
            Command::DatabaseCheck => self.check_database(),
            Command::DatabaseFix => self.fix_database(),
            Command::Absent(absent) => self.absent(absent),
            Command::Soosorv(step) => self.soosorv(step, at),
            Command::HashUsage => self.ask(|state| {
                let (permille, bytes) = state.hash_usage();
                let (percent, rest) = (permille / 10, permille % 10);
                Ok(Some(Reply::Message(format!("Hash usage {percent}.{rest} % of {} MiB", bytes >> 20))))
            }),
            Command::TableFile { work, path } => self.ask(move |state| {
                let count = state.keep_table(work, Path::new(&path))?;
                let done = match work {
                    TableFile::Save => "written to",
                    TableFile::Load => "read from",
                };
                Ok(Some(Reply::Message(format!("{count} entries of the transposition table {done} {path}"))))
            }),
            Command::ShowInfo => self.show_info(),
            Command::ShowForbid => self.ask(|state| {
                let points = state.game()?.engine.forbidden(MoveStyle::Pair);
                Ok(Some(Reply::Forbid(points.iter().filter_map(|point| pair(point)).collect())))
            }),
            Command::Query(query) => {
                self.ask(move |state| Ok(Some(Reply::Response(respond(query, state.game()?.engine.standing())))))
            }
            Command::Show => self.ask(|state| {
                let engine = &state.game()?.engine;
                Ok(Some(Reply::Drawing(format!("{}\n{}", engine.draw().trim_end(), engine.position()))))
            }),
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
                | Command::Soosorv(_)
        );
        moves && !self.started && !self.speaks_ugi()
    }

    /// Has the worker make a change, and says this when it is made.
    fn change(&mut self, change: Change, reply: Option<Reply>) -> io::Result<()> {
        self.job(Some(change), then_say(reply), ReplyKind::Reply);
        Ok(())
    }

    /// Has the worker answer a question.
    pub(super) fn ask(
        &mut self,
        answer: impl FnOnce(&mut WorkerState) -> JobResult + Send + 'static,
    ) -> io::Result<()> {
        self.job(None, Box::new(move |state, _| answer(state)), ReplyKind::Reply);
        Ok(())
    }

    fn job(&mut self, change: Option<Change>, work: Work, kind: ReplyKind) {
        // A game can be started with limits that a later INFO will mend.
        let options = self.settings.job_options(self.decoder.yixin_seen());
        let options = options.unwrap_or_else(|_| self.settings.options.clone());
        self.send(Job { options, change, work }, kind, None);
    }

    /// Gives the worker a job.
    pub(super) fn send(&mut self, job: Job, kind: ReplyKind, search: Option<RunningSearch>) {
        if self.jobs.send(job).is_err() {
            log::error!("the worker is gone");
            self.ended = true;
            return;
        }
        self.pending = Some(PendingReply { kind, search });
    }

    fn start(&mut self, width: u32, height: u32) -> io::Result<()> {
        if width != height {
            return self.say(&Reply::Error(format!("unsupported size {width}x{height}: only square boards")));
        }
        let board_size = self.settings.options.game().wire.board_size;
        match board_size.map_or(Ok(()), |row| self.settings.set_option(row.name, &width.to_string())) {
            Ok(()) => {
                self.settings.new_game();
                self.job(Some(Change::Clear), then_say(Some(Reply::Ok)), ReplyKind::Start);
                Ok(())
            }
            Err(Rejected::BadValue { allowed, .. }) => {
                self.say(&Reply::Error(format!("unsupported size {width}: {allowed}")))
            }
            Err(why) => self.say(&Reply::Error(why.to_string())),
        }
    }

    /// Obeys an `INFO` line. It has no answer, but silence about an option would leave a match with the wrong weights or rules. A key
    /// that is none of ours is for another engine.
    pub(super) fn info(&mut self, setting: Setting) -> io::Result<()> {
        if let Setting::UseDatabase(on) = setting {
            return self.use_database(on);
        }
        if let Setting::DatabaseReadOnly(on) = setting {
            return self.option_or_message(DATABASE_READ_ONLY.row.name, if on { "true" } else { "false" });
        }
        if let Setting::Malformed { key: "usedatabase" | "database_readonly", error } = setting {
            // No move depends on it.
            return self.say(&Reply::Message(error.to_string()));
        }
        let Setting::Other { name, value } = setting else {
            self.unprepared |= needs_preparation(&setting);
            self.settings.info(setting);
            return Ok(());
        };
        self.option_or_message(&name, &value)
    }

    /// Sets an option for a client that awaits no answer.
    pub(super) fn option_or_message(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.set_option(name, value) {
            Ok(()) => Ok(()),
            Err(why @ Rejected::UnknownOption(_)) => {
                log::info!("INFO: {why}");
                Ok(())
            }
            Err(why) => self.say(&Reply::Message(why.to_string())),
        }
    }

    /// Sets an option. A file of weights that the game cannot use is refused, and the weights stay as they were.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Rejected> {
        let before = self.settings.options.clone();
        self.settings.set_option(name, value)?;
        if name.eq_ignore_ascii_case(EVAL_FILE) {
            let options = self.settings.job_options(self.decoder.yixin_seen())?;
            (options.game().open)(&options).inspect_err(|_| self.settings.options = before)?;
        }
        self.unprepared = true;
        Ok(())
    }

    /// Nothing waits: what was set is made ready for the next move, so that its clock does not pay. Memory is taken ahead only
    /// when it is known how much there is.
    pub(super) fn prepare(&mut self) {
        if self.pending.is_some() || self.ended || !self.started || !std::mem::take(&mut self.unprepared) {
            return;
        }
        if let Ok(options) = self.settings.job_options(self.decoder.yixin_seen()) {
            let grow = self.settings.is_memory_known();
            let work = Box::new(move |state: &mut WorkerState, _: &mut dyn FnMut(Report)| {
                state.prepare(grow);
                Ok(None)
            });
            self.send(Job { options, change: None, work }, ReplyKind::Prepare, None);
        }
    }
}

/// Does the game or the table depend on it?
fn needs_preparation(setting: &Setting) -> bool {
    let memory = matches!(setting, Setting::MaxMemory(_) | Setting::HashSizeKib(_) | Setting::Threads(_));
    memory || matches!(setting, Setting::Rule(_))
}

fn laid(stones: Vec<Stone>, engine_moves: bool) -> Change {
    let owner = |owner| match owner {
        WireOwner::Engine => Owner::Engine,
        WireOwner::Opponent => Owner::Opponent,
        WireOwner::Dead => Owner::Dead,
    };
    Change::Stones { stones: stones.into_iter().map(|stone| (stone.mv, owner(stone.owner))).collect(), engine_moves }
}

/// A point of the wire as two numbers.
fn pair(point: &str) -> Option<(u8, u8)> {
    let (x, y) = point.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

fn respond(query: Query, standing: Standing) -> QueryAnswer {
    match query {
        Query::P1Turn => QueryAnswer::Bool(standing.to_move == Player::First),
        Query::GameOver => QueryAnswer::Bool(standing.outcome.is_some()),
        Query::Result => match standing.outcome {
            Some(Outcome::Win(Player::First)) => QueryAnswer::P1Win,
            Some(Outcome::Win(Player::Second)) => QueryAnswer::P2Win,
            Some(Outcome::Draw) => QueryAnswer::Draw,
            None => QueryAnswer::None,
        },
    }
}
