//! Victory by continuous threats (VCT): fours, and moves that threaten to win by fours. Only the first threat of a line may be
//! any move; the others are fours and threes.
//!
//! A threat is proven by the win by fours that would follow if the defender passed. Only replies that stop that win count
//! (`defences`); after each of them the attacker must threaten again or win by fours. The search allows one threat more in a
//! line each time until it finds a win. It then looks for shorter wins as long as nodes are left.
//!
//! Source: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku and Threat-Space Search", 1993.

mod memory;
mod search;
mod win;

use self::memory::Memory;
use self::search::{Search, Verdict};
use self::win::{SHORTEST, Win};
use super::params;
use super::vcf::Vcf;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::params::GomokuParams;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::{Control, ProofTree, Proved, Stopped};

/// The search for wins by threats, from one root at a time. What it learns about positions stays true for other roots.
#[derive(Clone)]
pub(in crate::games::gomoku) struct Vct {
    memory: Memory,
}

impl Vct {
    /// A search that remembers at most so many positions, about 150 bytes each.
    pub(in crate::games::gomoku) fn new(positions: usize, params: &GomokuParams) -> Vct {
        Vct { memory: Memory::new(positions, params) }
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
        if self.memory.root_search.root != board.key() {
            self.memory.begin(board.key());
            self.memory.make_room();
        }
        if self.memory.root_search.finished {
            return Ok(None);
        }
        let mut search = Search::new(&mut self.memory, vcf, limit, ctl);
        let found = match &search.memory.root_search.best {
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
                self.memory.root_search.finished = win.plies() <= SHORTEST;
                self.memory.root_search.best = Some(win);
                return Ok(tree);
            }
            Verdict::NoWin => self.memory.root_search.finished = true,
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
        self.memory.begin(board.key());
        let mut search = Search::new(&mut self.memory, vcf, limit, ctl);
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
