//! The numbers that Abalone is searched and evaluated by.

use crate::search::{Params, param_struct};

/// The numbers of the shared search for Abalone; their ranges and meanings stand in the search's own table.
///
/// Margins, counts, reductions and move ordering come from 900 pairs of games at 5,000 nodes a move (`fukumi tune-search`): the mean of
/// the values over the last third of them. Near the leaves, few of some sixty moves are worth a look.
///
/// Contempt makes a draw cost as much as being a third of a marble behind: games against weaker engines were drawn by repetition from
/// openings that looked slightly worse. Against itself it costs nothing (400 cost 26 ± 40 Elo, 200 cost 4 ± 39).
pub fn search_params() -> Params {
    Params {
        qsearch_depth: 6,
        contempt: 200,
        store_leaves: 0,
        reverse_depth: 6,
        reverse_margin: 50,
        lmp_depth: 6,
        lmp_slope: 125,
        lmp_power: 187,
        lmp_gives_three: NEVER,
        futility_depth: 4,
        futility_base: 81,
        futility_slope: 58,
        reduce_depth: 2,
        reduce_base: 346,
        reduce_scale: 541,
        reduce_cut: 410,
        reduce_not_improving: 340,
        reduce_pv: 817,
        reduce_gives_threat: 1214,
        reduce_history: 9,
        reduce_root: 1,
        history_share: 97,
        history_slope: 143,
        history_top: 1452,
        history_malus: 29,
        killer_bonus: 3250,
        counter_bonus: 1663,
        driver: 1,
        mtdf_plain: 3,
        mtdf_stride: 8,
        mtdf_growth: 3,
        aspiration_width: 30,
        ..Params::default()
    }
}

/// No node has as many moves as this percentage allows.
const NEVER: i32 = 30_000;

param_struct! {
    /// The numbers of the move ordering and the evaluation that games can tune.
    pub struct AbaloneParams;

    ejection_prior = 9000, 0..=12000, "how early an ejection is tried";
    push_prior = 1400, 0..=4000, "how early a push is tried, for each marble pushed";
    centre_prior = 350, 0..=2000, "what a marble's step towards the centre adds";
    line_prior = 150, 0..=1000, "what an inline move gains for each marble it moves: whole lines go first";
    side_step_prior = 600, 0..=4000, "what a side-step loses: it is rarely the best move";
    lazy_margin = 300, 0..=30_000, "the network is not asked about a linear value so far outside the window";
}

/// The weight of each side's centre of mass in the target of compactness. Range 1..=16.
pub(super) const MASS_WEIGHT: i32 = 4;

/// The weight of the board's centre there, by the difference in marbles lost: a side that is ahead goes where the marbles are.
/// Range 0..=16.
pub(super) const CENTRE_WEIGHT: [i32; 7] = [4, 3, 2, 2, 1, 1, 1];

/// How many plies back a position is looked for that a move leads back to. Most cycles are of four plies. Range 3..=100.
pub(super) const REPETITION_REACH: usize = 15;

/// How many plies before the ply cap being ahead begins to count by itself. At most the number of plies before the cap within which the
/// key depends on the ply. Range 1..=100.
pub(super) const LATE: i32 = 100;
