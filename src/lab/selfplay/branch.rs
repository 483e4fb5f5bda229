//! Games that leave the engine's own path: what it plays against itself is good on both sides, but a search is mostly asked about moves
//! that are not. A branch leads there, and the game that follows tells what becomes of it.

use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::play::Conditions;
use super::variations::play_searched_moves;
use crate::engine::{Judged, Rejected, TrainingGame};
use crate::search::{Control, Limits, Table};

/// The nodes of a move on the way to a branch, which nobody learns from.
const NODES_ON_THE_WAY: u64 = 60;
/// The largest value of a branch for either side: chances of 1 to 7. From there on a game teaches little.
const TOLERANCE: i32 = 600;
/// How many branches are drawn before the game goes on without one.
const DRAWS: usize = 12;
/// Spreads the numbers of games over all seeds (2^64 divided by the golden ratio).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Plays up to `conditions.branch_plies` moves by short searches, as many as the random number wants, and then one to six random moves that a
/// search of the position looked at. The moves are added to those of the game; where a win is proven on the way, it stays there.
///
/// # Errors
/// When the game does not take a move that it named itself.
pub(super) fn play_branch(
    game: &mut dyn TrainingGame,
    table: &Table,
    (conditions, number): (&Conditions, u32),
    moves: &mut Vec<u16>,
) -> Result<(), Rejected> {
    let mut random = Pcg64::seed_from_u64(conditions.seed ^ u64::from(number).wrapping_mul(SPREAD));
    for _ in 0..random.random_range(0..=conditions.branch_plies) {
        let Some(found) = judge_open(game, table, NODES_ON_THE_WAY) else { return Ok(()) };
        game.play(found.best)?;
        moves.push(found.best.0);
    }
    for _ in 0..DRAWS {
        if judge_open(game, table, conditions.nodes).is_none() {
            return Ok(());
        }
        let drawn = play_searched_moves(game, table, &mut random)?;
        let judged = if drawn.is_empty() { None } else { judge_open(game, table, conditions.nodes) };
        if judged.is_some_and(|found| found.score.value().abs() <= TOLERANCE) {
            moves.extend(drawn);
            return Ok(());
        }
        drawn.iter().for_each(|_| game.take_back());
    }
    Ok(())
}

/// What a search of so many nodes says of a game that is not over and where it proves no win.
fn judge_open(game: &mut dyn TrainingGame, table: &Table, nodes: u64) -> Option<Judged> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    game.judge(table, &Control::new(&limits, Instant::now())).filter(|found| !found.score.is_mate())
}
