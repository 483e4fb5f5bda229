//! The steps of a Soosõrv-8 opening over the wire: each comes with all its stones, and the engine says what comes next.

use std::io::{self, Write};

use fukumi_protocol::{Reply, Soosorv, SoosorvReply};
use web_time::Instant;

use super::Session;
use super::opening::stones;
use super::pending::ReplyKind;
use crate::engine::opening::{Action, Decision, OpeningDialog, OpeningRule};
use crate::engine::worker::{OnBoard, WorkerState};
use crate::engine::{Change, Rejected, Task};
use crate::search::Control;

/// What has been done in the dialog before a step.
#[derive(Default)]
struct Before {
    stones: Vec<String>,
    /// Is the choice of colours after the stones behind us as well? Which it was changes nothing for the rest.
    chosen: bool,
    number: Option<u8>,
    offered: Vec<String>,
}

impl<W: Write> Session<W> {
    /// One step; the stones that it comes with are the position from then on.
    pub(super) fn soosorv(&mut self, step: Soosorv, at: Instant) -> io::Result<()> {
        let swap = |chance| move |decision: Decision| SoosorvReply::Swap { chance, swap: is_swap(&decision) };
        match step {
            Soosorv::Open => {
                self.soosorv_step(Before::default(), |decision| SoosorvReply::Stones(stones(&decision)), at)
            }
            Soosorv::SwapAtThree(stones) => self.soosorv_step(Before { stones, ..Before::default() }, swap(1), at),
            Soosorv::Fourth(stones) => self.soosorv_fourth(Before { stones, chosen: true, ..Before::default() }, at),
            Soosorv::SwapAtFour { stones, fifths } => {
                self.soosorv_step(Before { stones, number: Some(fifths), ..Before::default() }, swap(2), at)
            }
            Soosorv::Offer { stones: four, fifths } => {
                let before = Before { stones: four, chosen: true, number: Some(fifths), ..Before::default() };
                self.soosorv_step(before, |decision| SoosorvReply::Fifths(stones(&decision)), at)
            }
            Soosorv::Pick { stones: four, fifths } => {
                let number = u8::try_from(fifths.len()).ok();
                let before = Before { stones: four, chosen: true, number, offered: fifths };
                if number == Some(1) {
                    return self.soosorv_only_fifth(before, at);
                }
                self.soosorv_step(before, |decision| SoosorvReply::Fifth(stones(&decision).concat()), at)
            }
        }
    }

    fn soosorv_step(
        &mut self,
        before: Before,
        reply: impl FnOnce(Decision) -> SoosorvReply + Send + 'static,
        at: Instant,
    ) -> io::Result<()> {
        let change = Some(Change::Set { position: None, moves: before.stones.clone() });
        let dialog = move |board: &OnBoard| dialog(&before, board.size);
        self.decide(change, dialog, ReplyKind::Reply, |decision| Reply::Soosorv(reply(decision)), at)
    }

    /// One fifth alone is picked by being offered, if it may be.
    fn soosorv_only_fifth(&mut self, before: Before, at: Instant) -> io::Result<()> {
        let change = Some(Change::Set { position: None, moves: before.stones.clone() });
        self.run_search(change, self.settings.limits(), at, ReplyKind::Reply, move |state, _, _| {
            dialog(&before, state.on_board()?.size)?;
            Ok(Some(Reply::Soosorv(SoosorvReply::Fifth(before.offered.concat()))))
        })
    }

    /// The fourth stone in half of the time, and then the number of fifths.
    fn soosorv_fourth(&mut self, before: Before, at: Instant) -> io::Result<()> {
        if let Some(fault) = self.settings.fault() {
            return self.say(&Reply::Error(fault));
        }
        let change = Some(Change::Set { position: None, moves: before.stones.clone() });
        let task = self.task(1);
        self.run_search(change, self.settings.limits(), at, ReplyKind::Reply, move |state, ctl, _| {
            fourth(state, &before, &task, ctl).map(|reply| Some(Reply::Soosorv(reply)))
        })
    }
}

fn fourth(state: &mut WorkerState, before: &Before, task: &Task, ctl: &Control) -> Result<SoosorvReply, Rejected> {
    let mut dialog = dialog(before, state.on_board()?.size)?;
    let (soft, hard) = ctl.time_limits();
    ctl.set_time(hard.map(|hard| hard / 2), hard);
    let stone = state.decide(&dialog, task, ctl)?;
    ctl.set_time(soft, hard);
    let mv = stones(&stone).concat();
    stone.actions.iter().try_for_each(|&action| dialog.act(action)).map_err(|why| rejected(&why))?;
    state.game()?.apply(Change::Play(mv.clone()))?;
    let number = state.decide(&dialog, task, ctl)?;
    match number.actions.first() {
        Some(&Action::Number(fifths)) => Ok(SoosorvReply::Fourth { mv, fifths }),
        _ => Err(Rejected::Internal("no number of fifths".to_owned())),
    }
}

/// The dialog that has come to a step.
fn dialog(before: &Before, size: usize) -> Result<OpeningDialog, Rejected> {
    let point = |text: &String| match text.parse() {
        Ok(point) => Ok(Action::Point(point)),
        Err(_) => Err(Rejected::bad_move(text, "not a point")),
    };
    let mut actions: Vec<Action> = before.stones.iter().map(point).collect::<Result<_, _>>()?;
    if let Some(number) = before.number {
        actions.insert(3, Action::Keep);
        actions.push(Action::Number(number));
    }
    if before.chosen {
        actions.push(Action::Keep);
    }
    for text in &before.offered {
        actions.push(point(text)?);
    }
    OpeningDialog::after(OpeningRule::Soosorv, size, &actions).map_err(|why| rejected(&why))
}

fn rejected(why: &dyn std::fmt::Display) -> Rejected {
    Rejected::Unsupported(format!("Soosorv opening: {why}"))
}

fn is_swap(decision: &Decision) -> bool {
    decision.actions.first() == Some(&Action::Swap)
}
