//! A database of positions as a search of one game asks it. Claims of wins and losses are verified first: those that other programs
//! wrote were found to be false at times (Rapfi's issue 8).

use std::sync::{Arc, Mutex, PoisonError};

use super::database::{Finding, KnownPosition, PositionDatabase};
use super::{MoveStyle, Notation};
use crate::search::entry::{Bound, Entry};
use crate::search::{Control, Database, Game, Known, Model, MoveStack, Outcome, Player, PvLine, Score, ThreatSearch};

/// Nodes of the threat search in which the last plies of a claimed win must be proven.
const VERIFY_NODES: u64 = 2_000;
/// A claimed line is followed for at most so many plies until its end is proven.
const MOST_PLIES: usize = 80;
/// Positions of a proven line whose value the proof covers: the root, what the winning move leads to, and the next position, which is won
/// whatever the reply was. Further on the line shows one way only.
const PROVEN_PLIES: usize = 3;
/// From this depth on the root's value is worth keeping, as in Rapfi.
pub(super) const LEAST_DEPTH: u32 = 25;

/// A database, with what its positions mean to one game.
pub(super) struct Recall<G: Game, M: Model<G>, N: Notation<G>> {
    database: Arc<dyn PositionDatabase>,
    tools: Mutex<Tools<M::Threats, N>>,
}

struct Tools<T, N> {
    threats: T,
    notation: N,
}

impl<G: Game, M: Model<G>, N: Notation<G>> Recall<G, M, N> {
    pub(super) fn new(database: Arc<dyn PositionDatabase>, model: &M, notation: &N) -> Self {
        let tools = Tools { threats: model.threat_search(), notation: notation.clone() };
        Recall { database, tools: Mutex::new(tools) }
    }

    fn found(&self, notation: &N, pos: &G) -> Option<KnownPosition> {
        self.database.probe(&notation.format_position(pos))
    }

    /// Does the claim that a player wins hold? The claimed line is followed until a threat search proves its end.
    fn is_proven(&self, tools: &mut Tools<M::Threats, N>, pos: &G, winner: Player) -> bool {
        let mut at = pos.clone();
        for _ in 0..MOST_PLIES {
            if let Some(outcome) = at.outcome() {
                return outcome == Outcome::Win(winner);
            }
            let is_winner = at.to_move() == winner;
            let proved = || tools.threats.prove_line(&mut at, VERIFY_NODES, &Control::unlimited());
            if is_winner && matches!({ proved }(), Ok(Some(_))) {
                return true;
            }
            let Some(mv) = self.claimed_move(&tools.notation, &at, is_winner) else { return false };
            at.make(mv);
        }
        false
    }

    /// The next move of a claimed line: the one that is kept, or the one to the known position with the quickest claimed win, for the
    /// loser the slowest.
    fn claimed_move(&self, notation: &N, at: &G, is_winner: bool) -> Option<G::Move> {
        let best = self.found(notation, at)?.finding.map(|finding| finding.best).unwrap_or_default();
        if let Ok(mv) = notation.parse_move(at, &best) {
            return Some(mv);
        }
        let mut moves = MoveStack::new();
        at.generate(&mut moves);
        let mut child = at.clone();
        let mut claims = Vec::new();
        for mv in moves.moves(0) {
            let undo = child.make(mv);
            let score = self.found(notation, &child).and_then(|known| known.finding?.score);
            child.unmake(mv, undo);
            claims.extend(
                score.filter(|score| if is_winner { score.is_loss() } else { score.is_win() }).map(|score| (score, mv)),
            );
        }
        claims.into_iter().min_by_key(|&(score, _)| score).map(|(_, mv)| mv)
    }

    fn entry(&self, tools: &mut Tools<M::Threats, N>, pos: &G, finding: &Finding) -> Option<Entry> {
        let mv = tools.notation.parse_move(pos, &finding.best).map_or(0, G::pack);
        // Every value is at least that of a loss: only the move is told.
        let move_alone = Entry { mv, score: Score::loss_in(0), eval: None, depth: 0, bound: Bound::Lower };
        let entry = match finding.score {
            None => move_alone,
            Some(score) if score.is_mate() => {
                let winner = if score.is_win() { pos.to_move() } else { pos.to_move().opponent() };
                let bound = if score.is_win() { Bound::Lower } else { Bound::Upper };
                let proof = Entry { score, depth: u8::MAX, bound, ..move_alone };
                if self.is_proven(tools, pos, winner) { proof } else { move_alone }
            }
            Some(score) => {
                let depth = u8::try_from(finding.depth.saturating_mul(2)).unwrap_or(u8::MAX);
                Entry { score, depth, bound: finding.bound, ..move_alone }
            }
        };
        (entry != Entry { mv: 0, ..move_alone }).then_some(entry)
    }
}

impl<G: Game, M: Model<G>, N: Notation<G>> Database<G> for Recall<G, M, N> {
    fn probe(&self, pos: &G) -> Option<Known> {
        let mut tools = self.tools.lock().unwrap_or_else(PoisonError::into_inner);
        let KnownPosition { finding, is_blocked } = self.found(&tools.notation, pos)?;
        let entry = finding.and_then(|finding| self.entry(&mut tools, pos, &finding));
        Some(Known { entry, is_blocked })
    }
}

/// What a search found that is worth keeping: proven results, and the value of the position itself if it was searched deeply. `is_whole`:
/// no move was left out.
pub(super) fn findings<G: Game>(
    notation: &impl Notation<G>,
    pos: &G,
    lines: &[PvLine<G::Move>],
    is_whole: bool,
) -> Vec<(String, Finding)> {
    let mut found = Vec::new();
    for line in lines {
        if line.score.is_mate() {
            found.extend(proven(notation, pos, line, is_whole));
        } else if line.rank == 1 && is_whole && line.depth >= LEAST_DEPTH {
            let best = line.pv.first().map(|&mv| notation.format_move(pos, mv, MoveStyle::Bottom)).unwrap_or_default();
            let finding = Finding { score: Some(line.score), bound: Bound::Exact, depth: line.depth, best };
            found.push((notation.format_position(pos), finding));
        }
    }
    found
}

/// The positions of a proven line. The root's own value is proven by the best line alone, and a loss only if no move was left out.
fn proven<G: Game>(
    notation: &impl Notation<G>,
    pos: &G,
    line: &PvLine<G::Move>,
    is_whole: bool,
) -> Vec<(String, Finding)> {
    let distance = line.score.mate_distance().map_or(0, |distance| distance.unsigned_abs() as usize);
    let covers_root = line.rank == 1 && (line.score.is_win() || is_whole);
    let mut at = pos.clone();
    let mut found = Vec::new();
    let moves = line.pv.iter().copied().map(Some).chain([None]);
    for (ply, mv) in moves.enumerate().take(distance) {
        if at.outcome().is_some() {
            break;
        }
        let left = distance - ply;
        let wins = line.score.is_win() == (ply % 2 == 0);
        let (score, bound) =
            if wins { (Score::win_in(left), Bound::Lower) } else { (Score::loss_in(left), Bound::Upper) };
        // A losing line begins with one reply of many: what it leads to is won by the other side, what follows shows one way.
        let proven_plies = if line.score.is_win() { PROVEN_PLIES } else { PROVEN_PLIES - 1 };
        let score = (ply < proven_plies).then_some(score);
        let best = mv.map(|mv| notation.format_move(&at, mv, MoveStyle::Bottom)).unwrap_or_default();
        let is_known = score.is_some() || !best.is_empty();
        if is_known && (ply > 0 || covers_root) {
            found.push((notation.format_position(&at), Finding { score, bound, depth: line.depth, best }));
        }
        let Some(mv) = mv else { break };
        at.make(mv);
    }
    found
}
