//! Victory by continuous threats: fours, and moves that threaten to win by fours.
//!
//! A threat is proven by the win by fours that follows if the defender passes. The replies to it are those that stop this win
//! (`defences`); after each the attacker must threaten again or win by fours. The number of such threats in a line is raised
//! step by step, so that the first win found is one of the shortest.
//!
//! Source: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku and Threat-Space Search", 1993.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use super::board::Gomoku;
use super::candidates::{five_defences, fours, is_playable};
use super::cell::{Cell, CellSet};
use super::class::Class;
use super::defences::defences;
use super::params;
use super::rule::Rule;
use super::vcf::Vcf;
use crate::search::{Control, ProofTree, Proved, Stopped};

/// The search for wins by continuous threats.
#[derive(Clone, Default)]
pub struct Vct {
    vcf: Vcf,
    nodes: u64,
}

impl Vct {
    /// Can the side to move force a five by threats? Answers with the whole tree of a win; [`Proved::NoWin`] when every threat
    /// was tried in vain, [`Proved::Unknown`] once about `limit` nodes are spent.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so; the board is as it was.
    pub fn solve<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        limit: u64,
        ctl: &Control,
    ) -> Result<Proved<Cell>, Stopped> {
        let mut search = Search { vcf: &mut self.vcf, known: HashMap::new(), nodes: 0, limit, ctl, beyond: false };
        let proved = search.deepen(board);
        self.nodes += search.nodes;
        proved
    }

    /// Nodes spent since the last call.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// Forgets every position.
    pub fn clear(&mut self) {
        self.vcf.clear();
    }
}

/// A win that has been found. Positions reached in several ways share theirs.
#[derive(Clone)]
enum Win {
    Fours(Rc<ProofTree<Cell>>),
    Threats(Rc<Threat>),
}

/// A threat that wins.
struct Threat {
    mv: Cell,
    replies: Vec<(Cell, Win)>,
    /// The win that it threatens.
    otherwise: Rc<ProofTree<Cell>>,
    plies: usize,
}

impl Win {
    fn plies(&self) -> usize {
        match self {
            Win::Fours(tree) => tree.plies(),
            Win::Threats(threat) => threat.plies,
        }
    }

    /// The win as a tree of its own, no larger than `room`, which is what is left of it afterwards.
    fn tree(&self, room: &mut usize) -> Option<ProofTree<Cell>> {
        let size = match self {
            Win::Fours(tree) => tree.size(),
            Win::Threats(threat) => 1 + threat.otherwise.size(),
        };
        *room = room.checked_sub(size)?;
        Some(match self {
            Win::Fours(tree) => ProofTree::clone(tree),
            Win::Threats(threat) => {
                let reply = |(reply, win): &(Cell, Win)| Some((*reply, win.tree(room)?));
                let replies = threat.replies.iter().map(reply).collect::<Option<_>>()?;
                ProofTree { mv: threat.mv, replies, otherwise: Some(Box::new(ProofTree::clone(&threat.otherwise))) }
            }
        })
    }
}

/// What is known of a position in which the attacker is to move.
#[derive(Clone, Default)]
struct Known {
    win: Option<Win>,
    /// No win with fewer threats than that many.
    failed: u32,
}

/// What one node came to.
enum Verdict<T> {
    Win(T),
    NoWin,
    /// The limit ran out.
    Unknown,
}

struct Search<'a> {
    vcf: &'a mut Vcf,
    known: HashMap<u64, Known>,
    nodes: u64,
    limit: u64,
    ctl: &'a Control,
    /// Was something left out that a larger limit would try?
    beyond: bool,
}

impl Search<'_> {
    fn deepen<R: Rule>(&mut self, board: &mut Gomoku<R>) -> Result<Proved<Cell>, Stopped> {
        for threats in 0..=params::VCT_THREATS {
            self.beyond = false;
            match self.attack(board, threats)? {
                Verdict::Win(win) => {
                    let tree = win.tree(&mut { params::PROOF_SIZE });
                    return Ok(tree.map_or(Proved::Unknown, Proved::Win));
                }
                Verdict::NoWin if !self.beyond => return Ok(Proved::NoWin),
                Verdict::NoWin => {}
                Verdict::Unknown => return Ok(Proved::Unknown),
            }
        }
        Ok(Proved::Unknown)
    }

    /// The attacker is to move, and may make that many threats before it must win by fours.
    fn attack<R: Rule>(&mut self, board: &mut Gomoku<R>, threats: u32) -> Result<Verdict<Win>, Stopped> {
        if board.outcome().is_some() {
            return Ok(Verdict::NoWin);
        }
        let key = board.key();
        let known = self.known.get(&key).cloned();
        match known {
            Some(Known { win: Some(win), .. }) => return Ok(Verdict::Win(win)),
            Some(Known { failed, .. }) if failed > threats => {
                self.beyond = true;
                return Ok(Verdict::NoWin);
            }
            Some(_) => {}
            None => {
                if let Some(tree) = self.win_by_fours(board)? {
                    return Ok(Verdict::Win(self.won(key, Win::Fours(Rc::new(tree)))));
                }
            }
        }
        if self.nodes >= self.limit {
            return Ok(Verdict::Unknown);
        }
        // To block a five is no threat spent: it is forced.
        let forced = board.count(board.to_move().opponent(), Class::Five) > 0;
        if threats == 0 && !forced {
            self.beyond = true;
            self.failed(key, 1);
            return Ok(Verdict::NoWin);
        }
        for mv in threatening_moves(board, forced) {
            board.place(mv);
            let verdict = self.defend(board, if forced { threats } else { threats - 1 }, mv);
            board.take();
            match verdict? {
                Verdict::Win(threat) => return Ok(Verdict::Win(self.won(key, Win::Threats(Rc::new(threat))))),
                Verdict::NoWin => {}
                Verdict::Unknown => return Ok(Verdict::Unknown),
            }
        }
        self.failed(key, threats + 1);
        Ok(Verdict::NoWin)
    }

    /// The defender is to move after the attacker's `mv`, which must be a threat. Every reply that stops it is followed.
    fn defend<R: Rule>(&mut self, board: &mut Gomoku<R>, threats: u32, mv: Cell) -> Result<Verdict<Threat>, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.ctl.poll(0)?;
        }
        let me = board.to_move();
        if board.outcome().is_some() || board.count(me, Class::Five) > 0 {
            return Ok(Verdict::NoWin);
        }
        let Some((win, replies)) = self.threat(board)? else { return Ok(Verdict::NoWin) };
        let mut answers: Vec<(Cell, Option<Win>)> = replies.into_iter().map(|reply| (reply, None)).collect();
        // A reply that stops the attack for good is mostly seen from how it stops the fours: all are tried with these first.
        let steps: &[u32] = if threats == 0 { &[0] } else { &[0, threats] };
        for &threats in steps {
            for (reply, answer) in answers.iter_mut().filter(|(_, answer)| answer.is_none()) {
                board.place(*reply);
                let verdict = self.attack(board, threats);
                board.take();
                match verdict? {
                    Verdict::Win(win) => *answer = Some(win),
                    Verdict::NoWin if threats == *steps.last().unwrap_or(&0) => return Ok(Verdict::NoWin),
                    Verdict::NoWin => {}
                    Verdict::Unknown => return Ok(Verdict::Unknown),
                }
            }
        }
        let replies: Vec<(Cell, Win)> =
            answers.into_iter().filter_map(|(reply, answer)| Some((reply, answer?))).collect();
        let longest = replies.iter().map(|(_, win)| win.plies()).chain([win.plies()]).max().unwrap_or(1);
        Ok(Verdict::Win(Threat { mv, replies, otherwise: Rc::new(win), plies: 2 + longest }))
    }

    /// The win by fours that the attacker threatens, and the replies that stop it, those that threaten most first; `None` where
    /// there is no threat.
    fn threat<R: Rule>(&mut self, board: &mut Gomoku<R>) -> Result<Option<(ProofTree<Cell>, Vec<Cell>)>, Stopped> {
        board.pass();
        let win = self.win_by_fours(board);
        board.pass();
        let Some(win) = win? else { return Ok(None) };
        let mut replies = defences(board, &win);
        let me = board.to_move();
        replies.sort_by_key(|&cell| Reverse((board.class(cell, me), board.prior(cell))));
        Ok(Some((win, replies)))
    }

    fn win_by_fours<R: Rule>(&mut self, board: &mut Gomoku<R>) -> Result<Option<ProofTree<Cell>>, Stopped> {
        let proved = self.vcf.solve(board, params::VCT_FOURS_NODES, self.ctl);
        self.nodes += self.vcf.take_nodes();
        Ok(match proved? {
            Proved::Win(tree) => Some(tree),
            Proved::NoWin => None,
            Proved::Unknown => {
                self.beyond = true;
                None
            }
        })
    }

    fn won(&mut self, key: u64, win: Win) -> Win {
        self.learn(key, Known { win: Some(win.clone()), failed: 0 });
        win
    }

    fn failed(&mut self, key: u64, failed: u32) {
        self.learn(key, Known { win: None, failed });
    }

    /// Keeps what is known, as long as there is room.
    fn learn(&mut self, key: u64, known: Known) {
        if self.known.len() < params::VCT_POSITIONS || self.known.contains_key(&key) {
            self.known.insert(key, known);
        }
    }
}

/// The moves that may go on with the attack, the most promising first: fours and threes, or all that block the defender's five.
fn threatening_moves<R: Rule>(board: &Gomoku<R>, forced: bool) -> Vec<Cell> {
    let me = board.to_move();
    let mut moves = Vec::new();
    if forced {
        five_defences(board, &mut |cell| moves.push(cell));
    } else {
        let mut cells: CellSet = fours(board, me);
        for class in [Class::Three, Class::DoubleThree, Class::FoulThrees] {
            cells.insert_all(board.listed(me, class));
        }
        moves.extend(cells.iter());
    }
    moves.retain(|&cell| is_playable(board, cell));
    moves.sort_by_cached_key(|&cell| Reverse(board.prior(cell)));
    moves
}
