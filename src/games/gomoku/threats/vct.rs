//! Victory by continuous threats (VCT): fours, and moves that threaten to win by fours. Only the first threat of a line may be
//! any move; the others are fours and threes.
//!
//! A threat is proven by the win by fours that would follow if the defender passed. Only replies that stop that win count
//! (`defences`); after each of them the attacker must threaten again or win by fours. The search allows one threat more in a
//! line each time until it finds a win. It then looks for shorter wins as long as nodes are left.
//!
//! Source: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku and Threat-Space Search", 1993.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::candidates::{candidates, five_defences, fours, is_playable};
use super::defences::defences;
use super::ordering::MoveOrder;
use super::params;
use super::vcf::Vcf;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::params::GomokuParams;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::{CELLS, Cell, CellSet};
use crate::search::{Control, MAX_MATE_PLY, ProofTree, Proved, Stopped};

/// The search for wins by threats, from one root at a time. What it learns about positions stays true for other roots.
#[derive(Clone)]
pub(in crate::games::gomoku) struct Vct {
    known: FxHashMap<u64, Known>,
    /// The most positions that are remembered.
    room: usize,
    /// For each of the attacker's moves, by cell, the reply that stopped it last.
    stoppers: Vec<Option<Cell>>,
    root_search: RootSearch,
    /// Nodes of a proof by fours.
    fours_nodes: u64,
    /// Nodes of the search for the defender's own win by fours.
    counter_nodes: u64,
}

/// The state of the search from the root: it can be interrupted and resumed.
#[derive(Clone, Default)]
struct RootSearch {
    /// The root's key.
    root: u64,
    /// How many threats a line may have now.
    threats: u32,
    /// The fastest win so far.
    best: Option<Win>,
    /// There is nothing left to find.
    finished: bool,
}

impl Vct {
    /// A search that remembers at most so many positions, about 150 bytes each.
    pub(in crate::games::gomoku) fn new(positions: usize, params: &GomokuParams) -> Vct {
        Vct {
            known: FxHashMap::default(),
            room: positions,
            stoppers: vec![None; CELLS],
            root_search: RootSearch::default(),
            fours_nodes: params.vct_fours_nodes.unsigned_abs().into(),
            counter_nodes: params.vct_counter_nodes.unsigned_abs().into(),
        }
    }

    /// Continues the search from this root for about `limit` nodes, or begins it if the last root was a different one. Returns
    /// the first win, and later each shorter one, as a whole tree, unless the tree is too large to keep during a game. The
    /// nodes are added to those of `vcf`.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so; the board is as it was.
    pub(in crate::games::gomoku) fn search_root<R: Rule>(
        &mut self,
        vcf: &mut Vcf,
        board: &mut Gomoku<R>,
        limit: u64,
        ctl: &Control,
    ) -> Result<Option<ProofTree<Cell>>, Stopped> {
        if self.root_search.root != board.key() {
            self.root_search = RootSearch { root: board.key(), ..RootSearch::default() };
            if self.known.len() >= self.room {
                self.known.clear();
            }
        }
        if self.root_search.finished {
            return Ok(None);
        }
        let mut search = Search::new(self, vcf, limit, ctl);
        let found = match &search.vct.root_search.best {
            None => search.deepen(board),
            Some(best) => {
                let plies = best.plies();
                search.find_shorter(board, plies)
            }
        };
        search.report_nodes();
        match found? {
            Verdict::Win(win) => {
                let tree = win.tree(&mut { params::ROOT_VCT_SIZE });
                self.root_search.finished = win.plies() <= SHORTEST;
                self.root_search.best = Some(win);
                return Ok(tree);
            }
            Verdict::NoWin => self.root_search.finished = true,
            Verdict::Unknown => {}
        }
        Ok(None)
    }

    /// Can the side to move force a five by threats, and how fast? Answers with the whole tree of the shortest win that was
    /// found; [`Proved::NoWin`] when every threat was tried in vain, [`Proved::Unknown`] once about `limit` nodes are spent.
    /// `known` is a win that is to be improved on. The nodes are added to those of `vcf`.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so and no win was found before; the board is as it was.
    pub(in crate::games::gomoku) fn solve<R: Rule>(
        &mut self,
        vcf: &mut Vcf,
        board: &mut Gomoku<R>,
        known: Option<ProofTree<Cell>>,
        limit: u64,
        ctl: &Control,
    ) -> Result<Proved<Cell>, Stopped> {
        self.root_search = RootSearch { root: board.key(), ..RootSearch::default() };
        let mut search = Search::new(self, vcf, limit, ctl);
        let found = match known {
            Some(tree) => Ok(Verdict::Win(Win::by_fours(tree))),
            None => search.deepen(board),
        };
        let found = match found {
            Ok(Verdict::Win(win)) => Ok(search.shorten(board, win)),
            Ok(Verdict::NoWin) if search.beyond => Ok(Proved::Unknown),
            Ok(Verdict::NoWin) => Ok(Proved::NoWin),
            Ok(Verdict::Unknown) => Ok(Proved::Unknown),
            Err(Stopped) => Err(Stopped),
        };
        search.report_nodes();
        found
    }
}

/// No win by threats that is not one by fours takes fewer plies.
const SHORTEST: usize = 5;

/// A win that has been found. Positions reached in several ways share theirs.
#[derive(Clone)]
enum Win {
    /// A tree that was found as a whole, and its plies.
    Fours(Arc<ProofTree<Cell>>, usize),
    Threats(Arc<Threat>),
}

/// A threat that wins.
struct Threat {
    mv: Cell,
    replies: Vec<(Cell, Win)>,
    /// The win that it threatens.
    otherwise: Arc<ProofTree<Cell>>,
    plies: usize,
}

impl Win {
    fn by_fours(tree: ProofTree<Cell>) -> Win {
        let plies = tree.plies();
        Win::Fours(Arc::new(tree), plies)
    }

    fn plies(&self) -> usize {
        match self {
            Win::Fours(_, plies) => *plies,
            Win::Threats(threat) => threat.plies,
        }
    }

    /// The win as a tree of its own, no larger than `room`, which is what is left of it afterwards.
    fn tree(&self, room: &mut usize) -> Option<ProofTree<Cell>> {
        let size = match self {
            Win::Fours(tree, _) => tree.size(),
            Win::Threats(threat) => 1 + threat.otherwise.size(),
        };
        *room = room.checked_sub(size)?;
        Some(match self {
            Win::Fours(tree, _) => ProofTree::clone(tree),
            Win::Threats(threat) => {
                let reply = |(reply, win): &(Cell, Win)| Some((*reply, win.tree(room)?));
                let replies = threat.replies.iter().map(reply).collect::<Option<_>>()?;
                ProofTree { mv: threat.mv, replies, otherwise: Some(Box::new(ProofTree::clone(&threat.otherwise))) }
            }
        })
    }
}

/// The win by fours that a move threatens, and the replies that stop it.
type ThreatAndReplies = (ProofTree<Cell>, Vec<Cell>);

/// The limits of an attack.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Limits {
    /// Threats before the attacker must win by fours.
    threats: u32,
    /// Plies until the game must be won.
    plies: usize,
}

impl Limits {
    /// No limits.
    const NONE: Limits = Limits { threats: u32::MAX, plies: MAX_MATE_PLY };

    /// Does this allow everything that `other` allows?
    fn covers(self, other: Limits) -> bool {
        self.threats >= other.threats && self.plies >= other.plies
    }

    /// What is left after a threat and its reply; `None` where there is no room for them and two more moves. To block a five
    /// is forced, and no threat spent.
    fn after_threat(self, forced: bool) -> Option<Limits> {
        let spent = !forced && self.threats != Limits::NONE.threats;
        let threats = self.threats.checked_sub(u32::from(spent))?;
        (self.plies >= 5).then(|| Limits { threats, plies: self.plies - 2 })
    }
}

/// What is known of a position in which the attacker is to move.
#[derive(Clone, Default)]
struct Known {
    win: Option<Win>,
    /// There is no win within these limits; [`Limits::NONE`] if nothing was left out.
    failed: Option<Limits>,
    /// What is known of wins by fours alone.
    fours: Fours,
}

/// Is there a win by fours alone?
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Fours {
    #[default]
    Untried,
    /// None, however long.
    None,
    /// None that was found; it would take a larger search to tell.
    Undecided,
}

/// What one node came to.
enum Verdict<T> {
    Win(T),
    NoWin,
    /// The limit ran out.
    Unknown,
}

struct Search<'a> {
    vct: &'a mut Vct,
    vcf: &'a mut Vcf,
    /// The nodes of `vcf` before this search.
    before: u64,
    /// Threats tried.
    threats: u64,
    limit: u64,
    ctl: &'a Control,
    /// Something was left out that larger limits would try.
    beyond: bool,
}

impl<'a> Search<'a> {
    fn new(vct: &'a mut Vct, vcf: &'a mut Vcf, limit: u64, ctl: &'a Control) -> Search<'a> {
        let before = vcf.nodes();
        Search { vct, vcf, before, threats: 0, limit, ctl, beyond: false }
    }

    /// Adds the threats tried to the nodes of `vcf`.
    fn report_nodes(&mut self) {
        self.vcf.add_nodes(std::mem::take(&mut self.threats));
    }

    /// Iterative deepening: allows one threat more each time until there is a win.
    fn deepen<R: Rule>(&mut self, board: &mut Gomoku<R>) -> Result<Verdict<Win>, Stopped> {
        while self.vct.root_search.threats <= params::VCT_THREATS {
            self.beyond = false;
            match self.attack(board, Limits { threats: self.vct.root_search.threats, ..Limits::NONE })? {
                Verdict::NoWin if self.beyond => self.vct.root_search.threats += 1,
                verdict => return Ok(verdict),
            }
        }
        Ok(Verdict::NoWin)
    }

    /// Looks for a win shorter than that many plies.
    fn find_shorter<R: Rule>(&mut self, board: &mut Gomoku<R>, plies: usize) -> Result<Verdict<Win>, Stopped> {
        if plies <= SHORTEST {
            return Ok(Verdict::NoWin);
        }
        self.attack(board, Limits { plies: plies - 2, ..Limits::NONE })
    }

    /// Looks for shorter and shorter wins until there is none or the limit runs out.
    fn shorten<R: Rule>(&mut self, board: &mut Gomoku<R>, mut best: Win) -> Proved<Cell> {
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
        let known = self.vct.known.get(&key);
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
        self.learn(key, known);
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
            match self.vcf.solve_within(board, limits.plies, self.vct.fours_nodes, self.ctl)? {
                Proved::Win(tree) => return Ok(Verdict::Win(Win::by_fours(tree))),
                Proved::NoWin => *known = Fours::None,
                // It was the limit of nodes, not that of plies.
                Proved::Unknown if self.vcf.nodes() - before >= self.vct.fours_nodes => *known = Fours::Undecided,
                Proved::Unknown => self.beyond = true,
            }
        }
        self.beyond |= *known == Fours::Undecided;
        if self.nodes() >= self.limit {
            return Ok(Verdict::Unknown);
        }
        let forced = board.count(board.to_move().opponent(), Class::Five) > 0;
        // While the attacker has only blocked fives, no threat of the line is spent.
        let wide = board.key() == self.vct.root_search.root || limits.threats == self.vct.root_search.threats;
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
        if let Some(failed) = self.vct.known.get(&key).and_then(|known| known.failed).filter(|at| at.covers(left)) {
            self.beyond |= failed != Limits::NONE;
            return Ok(Verdict::NoWin);
        }
        let beyond = std::mem::take(&mut self.beyond);
        let verdict = self.defend_anew(board, left, mv)?;
        if matches!(verdict, Verdict::NoWin) {
            let failed = Some(if self.beyond { left } else { Limits::NONE });
            self.learn(key, Known { failed, ..Known::default() });
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
        replies.sort_by_key(|&reply| self.vct.stoppers[mv.index()] != Some(reply));
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
                        self.vct.stoppers[mv.index()] = Some(*reply);
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
        let counter = self.vcf.win_length(board, self.vct.counter_nodes, self.ctl)?;
        Ok(counter.is_some())
    }

    /// The win by fours within that many plies which the attacker threatens, and the replies that stop it, those that threaten
    /// most first; `None` where there is no threat.
    fn threat<R: Rule>(&mut self, board: &mut Gomoku<R>, plies: usize) -> Result<Option<ThreatAndReplies>, Stopped> {
        board.pass();
        let proved = self.vcf.solve_within(board, plies, self.vct.fours_nodes, self.ctl);
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

    /// Keeps what is known, as long as there is room.
    fn learn(&mut self, key: u64, known: Known) {
        if self.vct.known.len() < self.vct.room || self.vct.known.contains_key(&key) {
            self.vct.known.insert(key, known);
        }
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
