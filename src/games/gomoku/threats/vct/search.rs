//! The recursion: the attacker's threats, and the replies that stop them.

use std::cmp::Reverse;
use std::sync::Arc;

use super::memory::{Fours, Known, Limits, Memory};
use super::win::{SHORTEST, Threat, Win};
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::{Cell, CellSet};
use crate::games::gomoku::threats::candidates::{candidates, five_defences, fours, is_playable};
use crate::games::gomoku::threats::defences::defences;
use crate::games::gomoku::threats::ordering::MoveOrder;
use crate::games::gomoku::threats::params;
use crate::games::gomoku::threats::vcf::Vcf;
use crate::search::{Control, ProofTree, Proved, Stopped};

/// The win by fours that a move threatens, and the replies that stop it.
type ThreatAndReplies = (ProofTree<Cell>, Vec<Cell>);

/// What one node came to.
pub(super) enum Verdict<T> {
    Win(T),
    NoWin,
    /// The limit ran out.
    Unknown,
}

/// One run of the recursion, within a limit of nodes.
pub(super) struct Search<'a> {
    pub(super) memory: &'a mut Memory,
    vcf: &'a mut Vcf,
    /// The nodes of `vcf` before this search.
    before: u64,
    /// Threats tried.
    threats: u64,
    limit: u64,
    ctl: &'a Control,
    /// Something was left out that larger limits would try.
    pub(super) beyond: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(memory: &'a mut Memory, vcf: &'a mut Vcf, limit: u64, ctl: &'a Control) -> Search<'a> {
        let before = vcf.nodes();
        Search { memory, vcf, before, threats: 0, limit, ctl, beyond: false }
    }

    /// Adds the threats tried to the nodes of `vcf`.
    pub(super) fn report_nodes(&mut self) {
        self.vcf.add_nodes(std::mem::take(&mut self.threats));
    }

    /// Iterative deepening: allows one threat more each time until there is a win.
    pub(super) fn deepen<R: Rule>(&mut self, board: &mut Gomoku<R>) -> Result<Verdict<Win>, Stopped> {
        while self.memory.root_search.threats <= params::VCT_THREATS {
            self.beyond = false;
            match self.attack(board, Limits { threats: self.memory.root_search.threats, ..Limits::NONE })? {
                Verdict::NoWin if self.beyond => self.memory.root_search.threats += 1,
                verdict => return Ok(verdict),
            }
        }
        Ok(Verdict::NoWin)
    }

    /// Looks for a win shorter than that many plies.
    pub(super) fn find_shorter<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        plies: usize,
    ) -> Result<Verdict<Win>, Stopped> {
        if plies <= SHORTEST {
            return Ok(Verdict::NoWin);
        }
        self.attack(board, Limits { plies: plies - 2, ..Limits::NONE })
    }

    /// Looks for shorter and shorter wins until there is none or the limit runs out.
    pub(super) fn shorten<R: Rule>(&mut self, board: &mut Gomoku<R>, mut best: Win) -> Proved<Cell> {
        while let Ok(Verdict::Win(win)) = self.find_shorter(board, best.plies()) {
            best = win;
        }
        best.tree(&mut { params::PROOF_SIZE }).map_or(Proved::Unknown, Proved::Win)
    }

    fn nodes(&self) -> u64 {
        self.threats + self.vcf.nodes() - self.before
    }

    /// The attacker is to move.
    fn attack<R: Rule>(&mut self, board: &mut Gomoku<R>, limits: Limits) -> Result<Verdict<Win>, Stopped> {
        if board.outcome().is_some() {
            return Ok(Verdict::NoWin);
        }
        let key = board.key();
        let known = self.memory.known.get(&key);
        if let Some(win) = known.and_then(|known| known.win.as_ref()).filter(|win| win.plies() <= limits.plies) {
            return Ok(Verdict::Win(win.clone()));
        }
        let mut known = known.cloned().unwrap_or_default();
        if let Some(failed) = known.failed.filter(|failed| failed.covers(limits)) {
            self.beyond |= failed != Limits::NONE;
            return Ok(Verdict::NoWin);
        }
        let beyond = std::mem::take(&mut self.beyond);
        let verdict = self.attack_anew(board, limits, &mut known.fours)?;
        match &verdict {
            Verdict::Win(win) => known.win = Some(win.clone()),
            Verdict::NoWin => known.failed = Some(if self.beyond { limits } else { Limits::NONE }),
            Verdict::Unknown => {}
        }
        self.memory.learn(key, known);
        self.beyond |= beyond;
        Ok(verdict)
    }

    /// Fours first, then every threat. `known` keeps what is known of fours alone.
    fn attack_anew<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        limits: Limits,
        known: &mut Fours,
    ) -> Result<Verdict<Win>, Stopped> {
        if *known == Fours::Untried {
            let before = self.vcf.nodes();
            match self.vcf.solve_within(board, limits.plies, self.memory.fours_nodes, self.ctl)? {
                Proved::Win(tree) => return Ok(Verdict::Win(Win::by_fours(tree))),
                Proved::NoWin => *known = Fours::None,
                // It was the limit of nodes, not that of plies.
                Proved::Unknown if self.vcf.nodes() - before >= self.memory.fours_nodes => *known = Fours::Undecided,
                Proved::Unknown => self.beyond = true,
            }
        }
        self.beyond |= *known == Fours::Undecided;
        if self.nodes() >= self.limit {
            return Ok(Verdict::Unknown);
        }
        let forced = board.count(board.to_move().opponent(), Class::Five) > 0;
        // While the attacker has only blocked fives, no threat of the line is spent.
        let wide = board.key() == self.memory.root_search.root || limits.threats == self.memory.root_search.threats;
        let moves = threatening_moves(board, forced, wide);
        let Some(left) = limits.after_threat(forced) else {
            self.beyond |= !moves.is_empty();
            return Ok(Verdict::NoWin);
        };
        for mv in moves {
            board.place(mv);
            let verdict = self.defend(board, left, mv);
            board.take();
            match verdict? {
                Verdict::Win(threat) => return Ok(Verdict::Win(Win::Threats(Arc::new(threat)))),
                Verdict::NoWin => {}
                Verdict::Unknown => return Ok(Verdict::Unknown),
            }
        }
        Ok(Verdict::NoWin)
    }

    /// The defender is to move after the attacker's `mv`.
    fn defend<R: Rule>(&mut self, board: &mut Gomoku<R>, left: Limits, mv: Cell) -> Result<Verdict<Threat>, Stopped> {
        let key = board.key();
        if let Some(failed) = self.memory.known.get(&key).and_then(|known| known.failed).filter(|at| at.covers(left)) {
            self.beyond |= failed != Limits::NONE;
            return Ok(Verdict::NoWin);
        }
        let beyond = std::mem::take(&mut self.beyond);
        let verdict = self.defend_anew(board, left, mv)?;
        if matches!(verdict, Verdict::NoWin) {
            let failed = Some(if self.beyond { left } else { Limits::NONE });
            self.memory.learn(key, Known { failed, ..Known::default() });
        }
        self.beyond |= beyond;
        Ok(verdict)
    }

    /// The attacker's `mv` must be a threat. Every reply that stops it is followed.
    fn defend_anew<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        left: Limits,
        mv: Cell,
    ) -> Result<Verdict<Threat>, Stopped> {
        self.threats += 1;
        if self.threats.is_multiple_of(params::VCT_POLL) {
            self.ctl.poll(0)?;
        }
        let me = board.to_move();
        if board.outcome().is_some() || board.count(me, Class::Five) > 0 {
            return Ok(Verdict::NoWin);
        }
        if board.count(me.opponent(), Class::Five) == 0 && self.is_countered(board)? {
            return Ok(Verdict::NoWin);
        }
        let Some((win, mut replies)) = self.threat(board, left.plies)? else { return Ok(Verdict::NoWin) };
        // What stopped this move elsewhere may well do so here.
        replies.sort_by_key(|&reply| self.memory.stoppers[mv.index()] != Some(reply));
        let mut answers: Vec<(Cell, Option<Win>)> = replies.into_iter().map(|reply| (reply, None)).collect();
        // A reply that stops the attack for good is mostly seen from how it stops the fours: all are tried with these first.
        for threats in [0, left.threats].into_iter().take(if left.threats == 0 { 1 } else { 2 }) {
            for (reply, answer) in answers.iter_mut().filter(|(_, answer)| answer.is_none()) {
                board.place(*reply);
                let verdict = self.attack(board, Limits { threats, ..left });
                board.take();
                match verdict? {
                    Verdict::Win(win) => *answer = Some(win),
                    Verdict::NoWin if threats == left.threats => {
                        self.memory.stoppers[mv.index()] = Some(*reply);
                        return Ok(Verdict::NoWin);
                    }
                    Verdict::NoWin => {}
                    Verdict::Unknown => return Ok(Verdict::Unknown),
                }
            }
        }
        let replies: Vec<(Cell, Win)> =
            answers.into_iter().filter_map(|(reply, answer)| Some((reply, answer?))).collect();
        let longest = replies.iter().map(|(_, win)| win.plies()).chain([win.plies()]).max().unwrap_or(1);
        Ok(Verdict::Win(Threat { mv, replies, otherwise: Arc::new(win), plies: 2 + longest }))
    }

    /// Does the defender, who need not block a five, win by fours first?
    fn is_countered<R: Rule>(&mut self, board: &mut Gomoku<R>) -> Result<bool, Stopped> {
        let counter = self.vcf.win_length(board, self.memory.counter_nodes, self.ctl)?;
        Ok(counter.is_some())
    }

    /// The win by fours within that many plies which the attacker threatens, and the replies that stop it, those that threaten
    /// most first; `None` where there is no threat.
    fn threat<R: Rule>(&mut self, board: &mut Gomoku<R>, plies: usize) -> Result<Option<ThreatAndReplies>, Stopped> {
        board.pass();
        let proved = self.vcf.solve_within(board, plies, self.memory.fours_nodes, self.ctl);
        board.pass();
        let win = match proved? {
            Proved::Win(win) => win,
            Proved::NoWin => return Ok(None),
            Proved::Unknown => {
                self.beyond = true;
                return Ok(None);
            }
        };
        let mut replies = defences(board, &win, self.ctl)?;
        let me = board.to_move();
        let order = MoveOrder::of::<R>();
        replies.sort_by_key(|&cell| Reverse((board.class(cell, me), order.by_shapes(board, cell))));
        Ok(Some((win, replies)))
    }
}

/// The moves that may go on with the attack, the most promising first: fours and threes, or all that block the defender's five.
/// `wide`: every other move that may threaten to win by fours, too.
fn threatening_moves<R: Rule>(board: &Gomoku<R>, forced: bool, wide: bool) -> Vec<Cell> {
    let me = board.to_move();
    let mut moves = Vec::new();
    if forced {
        five_defences(board, &mut |cell| moves.push(cell));
    } else if wide {
        candidates(board, &mut |cell| moves.push(cell));
    } else {
        let mut cells: CellSet = fours(board, me);
        for class in [Class::Three, Class::DoubleThree, Class::FoulThrees] {
            cells.insert_all(board.listed(me, class));
        }
        moves.extend(cells.iter());
    }
    moves.retain(|&cell| is_playable(board, cell));
    let order = MoveOrder::of::<R>();
    moves.sort_by_cached_key(|&cell| Reverse(order.by_shapes(board, cell)));
    moves
}
