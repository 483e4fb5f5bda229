//! Commands that concern a running search, or have nothing to do with it: they act at once.

use std::io::{self, Write};

use fukumi_protocol::{Command, Reply, Setting};
use web_time::Instant;

use super::Session;
use super::pending::{PendingReply, ReplyKind};

impl<W: Write> Session<W> {
    /// Must it be obeyed although a search is running?
    pub(super) fn is_urgent(&self, command: &Command) -> bool {
        let Some(search) = self.pending.as_ref().and_then(|pending| pending.search.as_ref()) else { return false };
        match command {
            // A file that is piped in may end right behind a command that is to be rejected, or behind a stop: what is said of
            // either is on its way.
            Command::Quit => search.begun && !search.ctl.stopped(),
            Command::Stop | Command::Info(_) | Command::IsReady | Command::PonderHit => true,
            // They come at any time, and the search has nothing to do with them.
            Command::Database(_) | Command::Absent(_) => true,
            _ => false,
        }
    }

    pub(super) fn obey_now(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Quit => self.quit_by = Some(Instant::now()),
            Command::IsReady => self.say(&Reply::ReadyOk)?,
            Command::Database(request) => self.database_request(&request)?,
            Command::Absent(absent) => self.absent(absent)?,
            Command::Info(Setting::Absent { key, value }) => self.absent_key(key, value)?,
            Command::Info(setting) => self.info_now(setting)?,
            Command::Stop => {
                if let Some(search) = self.search() {
                    search.ctl.stop();
                    search.hold = false;
                }
                self.release()?;
            }
            Command::PonderHit => {
                if let Some(search) = self.search() {
                    search.ponder_hit();
                }
                self.release()?;
            }
            _ => {}
        }
        Ok(())
    }

    /// A limit made smaller shortens the running search; one made larger is for the next.
    pub(super) fn info_now(&mut self, setting: Setting) -> io::Result<()> {
        let at_once = setting == Setting::TimeoutTurn(0);
        let timed = matches!(setting, Setting::TimeoutTurn(_) | Setting::TimeoutMatch(_) | Setting::TimeLeft(_));
        let before = self.settings.budget();
        self.info(setting)?;
        let budget = self.settings.budget().min(before);
        let pending = self.pending.as_mut().filter(|pending| pending.kind != ReplyKind::Ponder);
        let Some(search) = pending.and_then(|pending| pending.search.as_mut()) else { return Ok(()) };
        if at_once {
            search.ctl.stop();
        } else if timed && budget != before {
            search.ctl.set_time(budget.soft, budget.hard);
        }
        Ok(())
    }

    /// After the end of the input nobody can stop a search that does not end by itself.
    pub(super) fn end_unbounded(&mut self) -> io::Result<()> {
        if let Some(search) = self.search() {
            if !search.bounded {
                search.ctl.stop();
            }
            search.hold = false;
        }
        self.release()
    }

    /// Tells an answer that had to wait.
    pub(super) fn release(&mut self) -> io::Result<()> {
        match self.search().filter(|search| !search.hold).and_then(|search| search.held.take()) {
            Some(result) => self.finished(result),
            None => Ok(()),
        }
    }

    pub(super) fn stop_pondering(&mut self) {
        if let Some(PendingReply { kind: ReplyKind::Ponder, search: Some(search) }) = &self.pending {
            search.ctl.stop();
        }
    }
}
