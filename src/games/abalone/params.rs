//! The numbers of the search, of the order of moves and of the evaluation: why each is there, its range.

use crate::search::Params;

/// The numbers of the shared search that differ in Abalone; their ranges and meanings stand in the search's own table.
///
/// Margins, counts, reductions and the order of moves come from 900 pairs of games at 5,000 nodes a move (`fukumi tune-search`),
/// the mean of where the last third of them stood: few of some sixty moves are worth a look near the leaves.
/// A draw is worth less than a third of a marble's disadvantage: games against weaker engines were drawn by repetition out of
/// openings that it took for slightly worse, and against itself it costs nothing (400 for a draw cost 26 +- 40 Elo, 200 cost
/// 4 +- 39).
pub(super) fn search() -> Params {
    Params {
        qsearch_depth: 6,
        contempt: 200,
        store_leaves: 0,
        reverse_depth: 6,
        reverse_margin: 50,
        lmp_depth: 6,
        lmp_base: 4,
        lmp_slope: 125,
        lmp_power: 187,
        lmp_gives_three: NEVER,
        futility_depth: 4,
        futility_base: 81,
        futility_slope: 58,
        fail_high_depth: 0,
        do_deeper_margin: NEVER,
        reduce_base: 346,
        reduce_scale: 541,
        reduce_cut: 410,
        reduce_not_improving: 340,
        reduce_pv: 817,
        reduce_gives_threat: 1214,
        reduce_history: 9,
        reduce_step: PLY,
        history_share: 97,
        history_limit: 8192,
        history_slope: 143,
        history_top: 1452,
        history_malus: 29,
        killer_bonus: 3250,
        counter_bonus: 1663,
        mtdf_plain: 3,
        ..Params::default()
    }
}

/// No value is so far above another, and no node has so many times the moves that are searched.
const NEVER: i32 = 30_000;

/// A ply of depth: reductions by parts of one were never tried here.
const PLY: i32 = 1024;

/// How early an ejection is tried. Range 0..=12,000.
pub(super) const EJECTION_PRIOR: i32 = 9_000;
/// How early a push is tried, for each marble pushed. Range 0..=4,000.
pub(super) const PUSH_PRIOR: i32 = 1_400;
/// What a marble's step towards the centre adds. Range 0..=2,000.
pub(super) const CENTRE_PRIOR: i32 = 350;
/// What an inline move gains for each marble it moves: whole lines go first. Range 0..=1,000.
pub(super) const LINE_PRIOR: i32 = 150;
/// What a side-step loses: it is rarely the best move. Range 0..=4,000.
pub(super) const SIDE_STEP_PRIOR: i32 = 600;

/// How much each side's mass centre weighs in the target of compactness. Range 1..=16.
pub(super) const MASS_WEIGHT: i32 = 4;

/// How much the board's centre weighs there, by the difference of marbles lost: a side that is ahead hunts where the marbles are.
/// Range 0..=16.
pub(super) const CENTRE_WEIGHT: [i32; 7] = [4, 3, 2, 2, 1, 1, 1];

/// So many plies before the ply cap being ahead begins to count by itself. At most the horizon within which the key tells
/// plies apart. Range 1..=100.
pub(super) const LATE: i32 = 100;

/// An advantage fades while no marble is ejected, to half of itself in so many plies and to a third in twice as many: what has led
/// nowhere for so long is worth less than an exchange that opens the position. Chosen by games against an engine that sits in
/// a closed formation (nearly all drawn when only half is ever lost, all won with 40 to 160), and against itself: 40 plies cost 71 Elo, 80 cost 47, 160 nothing. Range 20..=1,000.
pub(super) const FADING: i32 = 120;
