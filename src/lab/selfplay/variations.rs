//! Positions beside those of a game: what its searches looked at. An evaluation is asked far more often after moves that nobody would
//! play than in games, so it should learn from such positions too.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::play::Conditions;
use super::record::Variation;
use crate::engine::{Rejected, TrainingGame};
use crate::search::Table;

/// The most moves from the game to a position.
const LONGEST: usize = 6;
/// A variation ends with this chance after each of its moves.
const ENDS: f64 = 0.4;
/// Draws for each position wanted: many end where a threat must be answered.
const DRAWS: usize = 3;

/// The variations of one game.
pub(super) struct Variations {
    wanted: usize,
    nodes: u64,
    random: Pcg64,
    found: Vec<Variation>,
}

impl Variations {
    /// Those of the game with that number.
    pub(super) fn new(conditions: &Conditions, number: u32) -> Variations {
        let mut random = Pcg64::seed_from_u64(conditions.seed);
        let state: u64 = random.random();
        let random = Pcg64::seed_from_u64(state ^ u64::from(number));
        Variations { wanted: conditions.variations, nodes: conditions.nodes, random, found: Vec::new() }
    }

    /// Adds positions that the search of this one, after `ply` moves of the game, looked at. The game is left where it was. Returns
    /// the nodes searched.
    ///
    /// # Errors
    /// When the game does not take a move that it named itself.
    pub(super) fn add(&mut self, game: &mut dyn TrainingGame, table: &Table, ply: usize) -> Result<u64, Rejected> {
        let (mut nodes, mut added) = (0, 0);
        for _ in 0..self.wanted * DRAWS {
            if added == self.wanted {
                break;
            }
            let moves = play_searched_moves(game, table, &mut self.random)?;
            let is_new = !self.found.iter().any(|found| found.ply == ply && found.moves == moves);
            if is_new
                && !moves.is_empty()
                && game.has_static_value()
                && let Some(judged) = game.judge_by_nodes(table, self.nodes)
            {
                nodes += judged.nodes + judged.proof_nodes;
                added += 1;
                self.found.push(Variation { ply, moves: moves.clone(), score: judged.score });
            }
            moves.iter().for_each(|_| game.take_back());
        }
        Ok(nodes)
    }

    /// All that were found, in the order of the game.
    pub(super) fn into_found(self) -> Vec<Variation> {
        self.found
    }
}

/// Plays one to six random moves, each of which a search looked at. None where no search looked at any.
///
/// # Errors
/// When the game does not take a move that it named itself.
pub(super) fn play_searched_moves(
    game: &mut dyn TrainingGame,
    table: &Table,
    random: &mut Pcg64,
) -> Result<Vec<u16>, Rejected> {
    let mut moves = Vec::new();
    while moves.len() < LONGEST && (moves.is_empty() || !random.random_bool(ENDS)) {
        let searched = game.searched_moves(table);
        let Some(&mv) = searched.choose(random) else { break };
        game.play(mv)?;
        moves.push(mv.0);
    }
    Ok(moves)
}
