//! Victory by continuous fours.

use super::candidates::{five_defences, five_spoilers, is_playable};
use super::params;
use super::scope::Scope;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::{Control, MAX_MATE_PLY, ProofTree, Proved, Stopped};

/// What one node came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// A win in that many plies.
    Win(u16),
    NoWin,
    Unknown,
}

/// Positions known to hold no win by fours, one key a slot; a newer one replaces an older.
#[derive(Clone)]
struct FailTable {
    keys: Vec<u64>,
}

impl FailTable {
    const SLOTS: usize = 1 << 15;

    fn new() -> FailTable {
        FailTable { keys: vec![0; Self::SLOTS] }
    }

    fn contains(&self, key: u64) -> bool {
        self.keys[key as usize % Self::SLOTS] == key
    }

    fn insert(&mut self, key: u64) {
        self.keys[key as usize % Self::SLOTS] = key;
    }
}

/// The search for wins by continuous fours, with a table of its own.
#[derive(Clone)]
pub struct Vcf {
    fails: FailTable,
    nodes: u64,
    limit: u64,
}

impl Default for Vcf {
    fn default() -> Self {
        Vcf { fails: FailTable::new(), nodes: 0, limit: 0 }
    }
}

impl Vcf {
    /// Victory by continuous fours: can the side to move force a five by playing fours only?
    ///
    /// Answers with the whole tree of a win, [`Proved::NoWin`], or [`Proved::Unknown`] once `limit` nodes are spent.
    /// Complete: every four of the attacker is tried. Errors: `Stopped` when `ctl` says so; the board is as it was.
    ///
    /// Source: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku and Threat-Space Search", 1993.
    pub fn solve<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        limit: u64,
        ctl: &Control,
    ) -> Result<Proved<Cell>, Stopped> {
        self.solve_within(board, MAX_MATE_PLY, limit, ctl)
    }

    /// Like [`Vcf::solve`], for a win in that many plies at most: a slower one is [`Proved::Unknown`].
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so; the board is as it was.
    pub fn solve_within<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        plies: usize,
        limit: u64,
        ctl: &Control,
    ) -> Result<Proved<Cell>, Stopped> {
        let mut tree = None;
        self.limit = self.nodes + limit;
        // The last move of all needs no depth.
        let depth = params::VCF_DEPTH.min((plies as u32).saturating_sub(1) / 2);
        let verdict = self.attack(board, depth, Scope::All, ctl, Some(&mut tree))?;
        Ok(match (verdict, tree) {
            (Verdict::Win(_), Some(tree)) => Proved::Win(tree),
            (Verdict::NoWin, _) => Proved::NoWin,
            _ => Proved::Unknown,
        })
    }

    /// The length in plies of a win by a chain of fours, each but the first near the one before; `None` where none is found,
    /// which proves nothing. Far cheaper than [`Vcf::solve`], which tries every four after every other.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so; the board is as it was.
    pub fn win_length<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        limit: u64,
        ctl: &Control,
    ) -> Result<Option<usize>, Stopped> {
        self.limit = self.nodes + limit;
        Ok(match self.attack(board, params::VCF_DEPTH, Scope::Local(None), ctl, None)? {
            Verdict::Win(plies) => Some(usize::from(plies)),
            _ => None,
        })
    }

    /// Nodes spent since [`Vcf::take_nodes`] was called.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts nodes that a proof by fours and other threats spent beside those by fours.
    pub(in crate::games::gomoku) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Nodes spent since the last call.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// Forgets every position.
    pub fn clear(&mut self) {
        self.fails = FailTable::new();
    }

    /// The attacker is to move. `tree` takes the win.
    fn attack<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        depth: u32,
        scope: Scope,
        ctl: &Control,
        tree: Option<&mut Option<ProofTree<Cell>>>,
    ) -> Result<Verdict, Stopped> {
        let me = board.to_move();
        if board.outcome().is_some() {
            return Ok(Verdict::NoWin);
        }
        if board.count(me, Class::Five) > 0 {
            if let Some(tree) = tree {
                *tree = board.listed(me, Class::Five).first().map(ProofTree::last);
            }
            return Ok(Verdict::Win(1));
        }
        let mut moves = [Cell::new(0, 0); params::VCF_WIDTH];
        let count = scope.next_fours(board, &mut moves);
        if count == 0 {
            return Ok(Verdict::NoWin);
        }
        if depth == 0 || self.nodes >= self.limit {
            return Ok(Verdict::Unknown);
        }
        let key = scope.key(board.key());
        if self.fails.contains(key) {
            return Ok(Verdict::NoWin);
        }
        // A full list may have left fours out: nothing is proven by its failure then.
        let mut unknown = count == moves.len();
        for &cell in &moves[..count] {
            if !scope.can_go_on(board, cell) {
                continue;
            }
            let mut answers = tree.is_some().then(|| ProofTree::last(cell));
            board.place(cell);
            let verdict = self.defend(board, depth - 1, scope.after(cell), ctl, answers.as_mut());
            board.take();
            match verdict? {
                Verdict::Win(plies) => {
                    if let Some(tree) = tree {
                        *tree = answers;
                    }
                    return Ok(Verdict::Win(plies + 1));
                }
                Verdict::NoWin => {}
                Verdict::Unknown => unknown = true,
            }
        }
        if unknown {
            return Ok(Verdict::Unknown);
        }
        self.fails.insert(key);
        Ok(Verdict::NoWin)
    }

    /// The defender is to move and must stop a five. `tree`, which holds the attacker's last move, takes the answers.
    fn defend<R: Rule>(
        &mut self,
        board: &mut Gomoku<R>,
        depth: u32,
        scope: Scope,
        ctl: &Control,
        mut tree: Option<&mut ProofTree<Cell>>,
    ) -> Result<Verdict, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            ctl.poll(0)?;
        }
        if board.outcome().is_some() || board.count(board.to_move(), Class::Five) > 0 {
            return Ok(Verdict::NoWin);
        }
        let mut replies = [Cell::new(0, 0); params::VCF_REPLIES];
        let count = blocking_moves(board, &mut replies);
        let mut longest = 1;
        for &cell in &replies[..count] {
            let mut answer = None;
            board.place(cell);
            let verdict = self.attack(board, depth, scope, ctl, tree.is_some().then_some(&mut answer));
            board.take();
            let Verdict::Win(plies) = verdict? else { return verdict };
            longest = longest.max(plies);
            if let (Some(tree), Some(answer)) = (tree.as_deref_mut(), answer) {
                tree.replies.push((cell, answer));
            }
        }
        if let Some(tree) = tree {
            answer_with_five(board, tree);
        }
        Ok(Verdict::Win(longest + 1))
    }
}

/// Fills in the defender's replies that stop the five and are no foul.
fn blocking_moves<R: Rule>(board: &Gomoku<R>, moves: &mut [Cell]) -> usize {
    let mut count = 0;
    five_defences(board, &mut |cell| {
        if is_playable(board, cell) && count < moves.len() {
            moves[count] = cell;
            count += 1;
        }
    });
    count
}

/// The attacker threatens a five: it answers every reply that is not in the tree yet. Replies that stop this five but not
/// another are listed with that one.
fn answer_with_five<R: Rule>(board: &mut Gomoku<R>, tree: &mut ProofTree<Cell>) {
    let attacker = board.to_move().opponent();
    let Some(five) = board.listed(attacker, Class::Five).first() else { return };
    for reply in five_spoilers(board, five) {
        if tree.replies.iter().any(|(listed, _)| *listed == reply) {
            continue;
        }
        board.place(reply);
        if board.outcome().is_none()
            && board.class(five, attacker) != Class::Five
            && let Some(other) = board.listed(attacker, Class::Five).first()
        {
            tree.replies.push((reply, ProofTree::last(other)));
        }
        board.take();
    }
    tree.otherwise = Some(Box::new(ProofTree::last(five)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::notation::parse_position;
    use crate::games::gomoku::patterns::rule::{Freestyle, Renju};

    fn solve<R: Rule>(position: &str) -> (Proved<Cell>, Gomoku<R>) {
        let mut board = Gomoku::<R>::from_setup(&parse_position(position).expect("a position"));
        let before = board.clone();
        let proof = Vcf::default().solve(&mut board, 100_000, &Control::unlimited()).expect("not stopped");
        assert_eq!(board, before);
        (proof, board)
    }

    #[test]
    fn a_four_three_wins() {
        // A closed three and an open two that cross in one cell.
        let (proof, _) = solve::<Freestyle>("15/15/15/15/15/15/4wbbb7/8b6/8b6/15/15/15/15/3w1w9/15 b 0");
        assert!(matches!(&proof, Proved::Win(tree) if tree.plies() == 5), "{proof:?}");
    }

    #[test]
    fn nothing_to_win_with_is_no_win() {
        let (proof, _) = solve::<Freestyle>("15/15/15/15/15/15/15/7b7/8w6/15/15/15/15/15/15 b 0");
        assert_eq!(proof, Proved::NoWin);
    }

    #[test]
    fn white_wins_where_black_must_block_on_a_forbidden_point() {
        // White's four leaves one block, an overline for Black.
        let (proof, _) = solve::<Renju>("15/15/15/15/15/4bwwww6/9b5/9b5/15/9b5/9b5/15/15/15/15 w 4");
        assert!(matches!(proof, Proved::Win(_)), "{proof:?}");
    }
}
