//! What the worker found, told to the manager.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use fukumi_protocol::{Query, QueryAnswer, Realtime, Reply};

use super::{Busy, Session, Then, Thinking};
use crate::engine::worker::Done;
use crate::engine::{Answer, Rejected, Report, Standing};
use crate::search::{Outcome, Player};

impl<W: Write> Session<W> {
    /// The search has come one step further.
    pub(super) fn report(&mut self, report: Report) -> io::Result<()> {
        let Some(Busy { then, thinking: Some(thinking), .. }) = &mut self.busy else { return Ok(()) };
        if *then == Then::Ponder {
            return Ok(());
        }
        let first = thinking.last.is_none();
        thinking.last = Some(report.clone());
        match thinking.throttle.take(report) {
            Some(report) => self.tell(&report, first),
            None => Ok(()),
        }
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
    pub(super) fn finished(&mut self, result: Result<Done, Rejected>) -> io::Result<()> {
        if let Some(thinking) = self.thinking().filter(|thinking| thinking.hold) {
            thinking.held = Some(result);
            return Ok(());
        }
        let Some(busy) = self.busy.take() else { return Ok(()) };
        if busy.then == Then::Prepared {
            return Ok(());
        }
        self.idle_since = Instant::now();
        if let Then::Go(go, at) = &busy.then {
            return match result {
                Ok(Done::Standing(standing)) => self.go(go, *at, standing.to_move),
                Ok(_) => Ok(()),
                Err(why) => self.say(&Reply::NoMove(why.to_string())),
            };
        }
        if busy.then == Then::Ponder {
            return Ok(());
        }
        if let Some(mut thinking) = busy.thinking {
            if busy.then == Then::Move {
                self.settings.moved(thinking.ctl.elapsed());
            }
            self.sum_up(&mut thinking)?;
        }
        match result {
            Ok(done) => self.answer(done, busy.then),
            Err(Rejected::GameOver) if busy.then == Then::Move => {
                self.say(&Reply::NoMove(Rejected::GameOver.to_string()))
            }
            Err(why) if busy.then == Then::Move && self.speaks_ugi() => self.say(&Reply::NoMove(why.to_string())),
            Err(why) => self.say(&Reply::Error(why.to_string())),
        }
    }

    /// The last report of a search that was worth any.
    fn sum_up(&mut self, thinking: &mut Thinking) -> io::Result<()> {
        let Some(last) = thinking.last.take() else { return Ok(()) };
        let short = thinking.ctl.elapsed() < Duration::from_millis(1);
        if let Some(kept) = thinking.throttle.last().filter(|_| self.speaks_ugi() || !short) {
            self.tell(&kept, false)?;
        }
        let whole = Report { elapsed: thinking.ctl.elapsed(), nodes: last.nodes.max(thinking.ctl.nodes()), ..last };
        match whole.analyses().into_iter().next() {
            Some(analysis) if !short => self.say(&Reply::Summary(analysis)),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, done: Done, then: Then) -> io::Result<()> {
        match (then, done) {
            (Then::Ok, _) => self.say(&Reply::Ok),
            (Then::Start, _) => {
                self.started = true;
                self.unprepared = true;
                self.say(&Reply::Ok)
            }
            (Then::Echo(mv), _) => self.say(&Reply::Best(mv)),
            (Then::Move, Done::Found(answer)) => {
                self.may_ponder = !self.speaks_ugi();
                self.say(&match answer {
                    Answer::Swap => Reply::Swap,
                    Answer::Moves(mut moves) if moves.len() == 1 => Reply::Best(moves.remove(0)),
                    Answer::Moves(moves) => Reply::Moves(moves),
                })
            }
            (Then::SwapStones, Done::Found(Answer::Moves(moves))) => self.say(&Reply::Swap2Stones { first: 1, moves }),
            (Then::SwapChoice(chance), Done::Found(answer)) => self.say(&match answer {
                Answer::Moves(moves) if moves.len() == 2 => Reply::Swap2Stones { first: 4, moves },
                answer => Reply::Swap2Choice { chance, swap: answer == Answer::Swap },
            }),
            (Then::Forbidden, Done::Forbidden(points)) => {
                self.say(&Reply::Forbid(points.iter().filter_map(|point| pair(point)).collect()))
            }
            (Then::Shown, Done::Shown(drawing, text)) => {
                self.say(&Reply::Drawing(format!("{}\n{text}", drawing.trim_end())))
            }
            (Then::Query(query), Done::Standing(standing)) => self.say(&Reply::Response(respond(query, standing))),
            (Then::HashUsage, Done::HashUsage(permille, bytes)) => {
                let (percent, rest) = (permille / 10, permille % 10);
                self.say(&Reply::Message(format!("Hash usage {percent}.{rest} % of {} MiB", bytes >> 20)))
            }
            _ => Ok(()),
        }
    }
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
