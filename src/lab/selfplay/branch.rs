//! Games that leave the engine's own path: what it plays against itself is good on both sides, but a search is mostly asked about moves
//! that are not. A branch leads there, and the game that follows tells what becomes of it.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::variations::play_searched_moves;
use crate::engine::{Judged, Rejected, TrainingGame};
use crate::search::Table;

/// The nodes of a move on the way to a branch, from which nothing is learnt.
const NODES_ON_THE_WAY: u64 = 60;
/// The largest value of a branch for either side: chances of 1 to 7. From there on a game teaches little.
const TOLERANCE: i32 = 600;
/// How many branches are drawn before the game goes on without one.
const DRAWS: usize = 12;
/// Spreads the numbers of games over all seeds: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The random numbers of the branch of a game: runs of different seeds branch differently.
pub(super) fn random(seed: u64, number: u32) -> Pcg64 {
    Pcg64::seed_from_u64(seed ^ u64::from(number).wrapping_mul(SPREAD))
}

/// Plays a random number of moves, at most `most`, by short searches, and then one to six random moves that a search of the position with
/// `nodes` nodes looked at. Adds them to `moves`. Where a win is proven on the way or no branch is found, the game goes on from there.
///
/// # Errors
/// When the game does not take a move that it named itself.
pub(super) fn play(
    game: &mut dyn TrainingGame,
    table: &Table,
    (nodes, most): (u64, usize),
    random: &mut Pcg64,
    moves: &mut Vec<u16>,
) -> Result<(), Rejected> {
    for _ in 0..random.random_range(0..=most) {
        let Some(found) = judge_open(game, table, NODES_ON_THE_WAY) else { return Ok(()) };
        game.play(found.best)?;
        moves.push(found.best.0);
    }
    for _ in 0..DRAWS {
        // Each time anew: the search after the last branch may have overwritten what this one looked at.
        if judge_open(game, table, nodes).is_none() {
            return Ok(());
        }
        let drawn = play_searched_moves(game, table, random)?;
        let judged = if drawn.is_empty() { None } else { judge_open(game, table, nodes) };
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
    game.judge_by_nodes(table, nodes).filter(|found| !found.score.is_mate())
}
