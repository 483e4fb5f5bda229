//! Openings over the wire: the dialog is made anew of what the manager has laid, and the engine says what comes next in it.

use std::io::{self, Write};

use fukumi_protocol::Reply;
use web_time::Instant;

use super::Session;
use super::pending::ReplyKind;
use crate::engine::opening::{Action, Decision, Extra, OpeningDialog, OpeningRule, Point};
use crate::engine::worker::{OnBoard, WorkerState};
use crate::engine::{Change, Rejected};

/// The stones that lie before each step of swap2.
const SWAP2_STONES: [usize; 3] = [0, 3, 5];

impl<W: Write> Session<W> {
    /// `SWAP2BOARD`: a `BOARD` follows that tells the colours, so the answer is not played.
    pub(super) fn swap2(&mut self, moves: Vec<String>, at: Instant) -> io::Result<()> {
        let count = moves.len();
        let change = Some(Change::Set { position: None, moves });
        self.decide(change, move |board| swap2(board, count), ReplyKind::Move, swap2_moves, at)
    }

    /// One step of a swap2 opening, on the position that is there.
    pub(super) fn swap2_step(&mut self, step: u8, at: Instant) -> io::Result<()> {
        let count = SWAP2_STONES[usize::from(step.clamp(1, 3)) - 1];
        let reply = move |decision| swap2_step_reply(step, decision);
        self.decide(None, move |board| swap2(board, count), ReplyKind::Reply, reply, at)
    }

    /// Has the engine decide what it does next in the dialog of an opening, by the clocks of `INFO`. The dialog must have come to
    /// the stones on the board.
    pub(super) fn decide(
        &mut self,
        change: Option<Change>,
        dialog: impl FnOnce(&OnBoard) -> Result<OpeningDialog, Rejected> + Send + 'static,
        kind: ReplyKind,
        reply: impl FnOnce(Decision) -> Reply + Send + 'static,
        at: Instant,
    ) -> io::Result<()> {
        if let Some(fault) = self.settings.fault() {
            return self.say(&Reply::Error(fault));
        }
        let task = self.task(1);
        self.run_search(change, self.settings.limits(), at, kind, move |state: &mut WorkerState, ctl, _| {
            let dialog = dialog(&state.on_board()?)?;
            Ok(Some(reply(state.decide(&dialog, &task, ctl)?)))
        })
    }
}

/// A swap2 opening that has come to the stones on the board, of which so many are expected.
fn swap2(board: &OnBoard, expected: usize) -> Result<OpeningDialog, Rejected> {
    let stones = &board.stones;
    if stones.len() != expected {
        let found = stones.len();
        return Err(Rejected::Unsupported(format!("swap2 opening: {expected} stones laid in turns, not {found}")));
    }
    let mut actions: Vec<Action> = stones.iter().copied().map(Action::Point).collect();
    if expected == 5 {
        actions.insert(3, Action::Extra(Extra::LayTwo));
    }
    let dialog = OpeningDialog::after(OpeningRule::Swap2, board.size, &actions);
    dialog.map_err(|why| Rejected::Unsupported(format!("swap2 opening: {why}")))
}

/// What is said at `SWAP2BOARD`: moves, of which one goes on with the colours as they are, or a swap.
fn swap2_moves(decision: Decision) -> Reply {
    match decision.actions.first() {
        Some(Action::Swap) => Reply::Swap,
        Some(Action::Keep) => decision.best.map_or(Reply::Swap, |best| Reply::Best(best.to_string())),
        _ => Reply::Moves(stones(&decision)),
    }
}

/// The same, told step by step.
fn swap2_step_reply(step: u8, decision: Decision) -> Reply {
    let choice = |swap| Reply::Swap2Choice { chance: step.saturating_sub(1), swap };
    match decision.actions.first() {
        Some(Action::Swap) => choice(true),
        Some(Action::Keep) => choice(false),
        Some(Action::Extra(_)) => Reply::Swap2Stones { first: 4, moves: stones(&decision) },
        _ => Reply::Swap2Stones { first: 1, moves: stones(&decision) },
    }
}

/// The points of a decision as the wire has them.
pub(super) fn stones(decision: &Decision) -> Vec<String> {
    let point = |action: &Action| match action {
        Action::Point(point) => Some(Point::to_string(point)),
        _ => None,
    };
    decision.actions.iter().filter_map(point).collect()
}
