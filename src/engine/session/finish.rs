//! What the worker found, told to the manager.

use std::io::{self, Write};
use std::time::Duration;

use fukumi_protocol::{Realtime, Reply};
use web_time::Instant;

use super::Session;
use super::pending::{PendingReply, ReplyKind, RunningSearch};
use crate::engine::report::{News, effort};
use crate::engine::worker::JobResult;
use crate::engine::{Rejected, Report};

impl<W: Write> Session<W> {
    /// The search has come one step further.
    pub(super) fn report(&mut self, report: Report) {
        if let Some(search) = self.watched_search() {
            search.last = Some(report.clone());
            search.throttle.keep(report);
        }
    }

    /// Tells what is due of the search under way.
    pub(super) fn tell_news(&mut self) -> io::Result<()> {
        let Some(search) = self.watched_search() else { return Ok(()) };
        match search.news() {
            Some(News::Report(report)) => {
                let first = !std::mem::replace(&mut search.reported, true);
                self.tell(&report, first)
            }
            Some(News::Effort) => {
                let effort = effort(search.ctl.nodes(), search.elapsed());
                if self.settings.is_watched() { self.say(&Reply::Effort(effort)) } else { Ok(()) }
            }
            None => Ok(()),
        }
    }

    /// The search under way, unless it is in the opponent's time: of that nothing is told.
    fn watched_search(&mut self) -> Option<&mut RunningSearch> {
        self.pending.as_mut().filter(|pending| pending.kind != ReplyKind::Ponder)?.search.as_mut()
    }

    fn tell(&mut self, report: &Report, first: bool) -> io::Result<()> {
        if first {
            self.say(&Reply::Realtime(Realtime::Refresh))?;
        }
        for analysis in report.analyses() {
            self.say(&Reply::Analysis(analysis))?;
        }
        match report.lines.first().and_then(|line| line.pv.first()) {
            Some(best) => self.say(&Reply::Realtime(Realtime::Best(best.wire.clone()))),
            None => Ok(()),
        }
    }

    /// The worker has done its job. The session is ready for the next command before the answer is out.
    pub(super) fn finished(&mut self, result: JobResult) -> io::Result<()> {
        if let Some(search) = self.search().filter(|search| search.hold) {
            (search.held, search.took) = (Some(result), Some(search.ctl.elapsed()));
            return Ok(());
        }
        let Some(PendingReply { kind, search }) = self.pending.take() else { return Ok(()) };
        if kind == ReplyKind::Prepare {
            return Ok(());
        }
        self.idle_since = Instant::now();
        if kind == ReplyKind::Ponder {
            return Ok(());
        }
        if let Some(mut search) = search {
            if kind == ReplyKind::Move {
                self.settings.moved(search.elapsed());
            }
            self.sum_up(&mut search)?;
        }
        match result {
            Ok(reply) => self.succeeded(kind, reply),
            Err(why) => self.failed(kind, &why),
        }
    }

    fn succeeded(&mut self, kind: ReplyKind, reply: Option<Reply>) -> io::Result<()> {
        if kind == ReplyKind::Start {
            (self.started, self.unprepared) = (true, true);
        }
        if kind == ReplyKind::Move {
            self.may_ponder = !self.speaks_ugi();
        }
        reply.map_or(Ok(()), |reply| self.say(&reply))
    }

    /// Who asked for a move is told that there is none; in UGI that is so whatever the reason.
    fn failed(&mut self, kind: ReplyKind, why: &Rejected) -> io::Result<()> {
        let no_move = kind == ReplyKind::Move && (self.speaks_ugi() || *why == Rejected::GameOver);
        self.say(&if no_move { Reply::NoMove(why.to_string()) } else { Reply::Error(why.to_string()) })
    }

    /// The last report of a search that was worth any.
    fn sum_up(&mut self, search: &mut RunningSearch) -> io::Result<()> {
        let Some(last) = search.last.take() else { return Ok(()) };
        let short = search.elapsed() < Duration::from_millis(1);
        if let Some(kept) = search.throttle.last().filter(|_| self.speaks_ugi() || !short) {
            self.tell(&kept, !search.reported)?;
        }
        let whole = Report { elapsed: search.elapsed(), nodes: last.nodes.max(search.ctl.nodes()), ..last };
        match whole.analyses().into_iter().next() {
            Some(analysis) if !short => self.say(&Reply::Summary(analysis)),
            _ => Ok(()),
        }
    }
}
