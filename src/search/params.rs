//! The search parameters. One line each: name, default, range, meaning. A depth of 0 switches its rule off.

use super::param_values::param_struct;
use super::request::Algorithm;
use super::tt::Replacement;

param_struct! {
    /// The numbers one search runs on. Scores and margins are in evaluation units, depths and counts in plies and moves where
    /// nothing else is said.
    ///
    /// The defaults are neutral: textbook values, and every rule off that leans on the scale of an evaluation, on how many moves
    /// are worth a look, or on threats that a game may not have. A game brings its own ([`Model::search_params`]).
    ///
    /// [`Model::search_params`]: super::Model::search_params
    pub struct Params;

    // The table.
    table_use = 1, 0..=2, "0: the table is not read; 1: entries at least as deep cut; 2: only entries of the same depth cut";
    store_leaves = 1, 0..=1, "keep static leaf values in the table, so that the proof search is not run again there";
    store_fail_low_move = 1, 0..=1, "keep the best move of a node where none was good enough, as a guess for the next visit";
    age_weight = 16, 0..=255, "how much depth one search of age costs an entry of the table when a victim is chosen, in halves of a ply";
    depth_slack = 6, 0..=255, "an entry of this search that is deeper by more than this, in halves of a ply, is not overwritten by a bound of the same position";
    // The database of positions.
    database_depth = 4, 0..=64, "plies of depth that a node must have left to be worth a question";
    database_misses = 50, 0..=1000000, "questions of a search that may be answered by nothing";
    database_miss_cost = 8000, 1..=1000000, "one more for every so many nodes";
    // Proof searches and extensions.
    root_proof_nodes = 0, 0..=1000000, "nodes of the threat search at the root and at the end of a proven line; 0: none";
    root_vct_share = 0, 0..=100, "percentage of the effort that goes to the root VCT search; 0: there is none";
    root_vct_high_score = 600, 0..=30000, "from this value of the root on, such a win is likely enough for a larger share";
    root_vct_high_share = 0, 0..=100, "the percentage from that value on";
    root_vct_cost = 1, 1..=100, "what one of its nodes costs, in nodes of the main search";
    root_vct_first_slice = 250, 1..=100000, "nodes of its first slice; each later slice doubles the total";
    extend_four = 1024, 0..=2048, "threat extension where a four must be answered, in 1024ths of a ply";
    extend_three = 0, 0..=2048, "threat extension where an open three must be answered, in 1024ths of a ply";
    extend_three_again = 0, 0..=2048, "the same where that three stood two plies before and a four was only interposed";
    extension_reach = 2, 1..=8, "no extension beyond this many times the iteration's depth";
    far_defence_nodes = 0, 0..=1000000, "nodes of the search for the opponent's VCF whose defences are tried beyond the candidates before a loss is proven; 0: the candidates are trusted";
    qsearch_depth = 0, 0..=32, "quiescence search follows at most this many tactical moves; 0: there is none";
    contempt = 0, 0..=1000, "contempt: a draw counts this much worse than an even position for the side to move at the root";
    foresee_draws = 1, 0..=1, "a side that can repeat a position has a draw at least, whatever its other moves are worth";
    // Reverse futility pruning.
    reverse_depth = 0, 0..=32, "reverse futility pruning up to this depth";
    reverse_margin = 100, 0..=4000, "reverse futility margin above beta, a ply of depth";
    opponent_vcf_depth = 0, 0..=30000, "from this depth on, in 1024ths of a ply, no reverse futility pruning where the opponent has a VCF; 0: not asked";
    // Razoring.
    razor_depth = 0, 0..=8192, "up to this depth, in 1024ths of a ply, a node far below alpha is only asked for a win by the proof search; 0: no razoring";
    razor_margin = 200, 0..=4000, "razoring margin below alpha at depth 0";
    razor_slope = 100, 0..=4000, "razoring margin more, a ply of depth";
    // Late move pruning and futility pruning.
    lmp_depth = 0, 0..=32, "late move pruning up to this depth";
    lmp_base = 4, 1..=256, "moves searched at depth 0";
    lmp_slope = 100, 0..=6400, "moves more, in hundredths, times a power of the depth";
    lmp_power = 200, 0..=400, "that power, in hundredths";
    lmp_worse = 50, 10..=200, "percentage of those moves where the static value got worse";
    lmp_pv = 100, 10..=1000, "percentage of those moves at PV nodes";
    lmp_three = 100, 5..=30000, "percentage of those moves where an open three must be answered";
    lmp_gives_three = 100, 50..=30000, "percentage of those moves after which a move that makes a three is pruned";
    futility_depth = 0, 0..=32, "futility pruning up to this depth after reduction";
    futility_base = 100, 0..=4000, "futility margin at depth 0";
    futility_slope = 100, 0..=4000, "futility margin more, a ply of depth";
    // Fail-high reduction and do-deeper re-search.
    fail_high_depth = 0, 0..=32, "fail-high reduction up to this depth";
    fail_high_margin = 100, -1000..=4000, "its margin above beta at depth 0";
    fail_high_slope = 0, 0..=1000, "its margin more, a ply of depth";
    fail_high_reduction = 1024, 0..=3072, "the reduction, in 1024ths of a ply";
    do_deeper_margin = 30000, 0..=30000, "a reduced move that comes out this far above alpha is searched again deeper than planned";
    do_deeper_depth = 0, 0..=1023, "how much deeper, in 1024ths of a ply; less than a ply, so that a child is never searched deeper than its parent";
    // Late move reductions, in 1024ths of a ply.
    reduce_depth = 3, 0..=32, "from this depth on, late moves are reduced";
    reduce_base = 512, -2048..=4096, "constant part of the reduction";
    reduce_scale = 512, 0..=4096, "times ln(depth) ln(count)";
    reduce_cut = 0, 0..=4096, "more at expected cut nodes";
    reduce_not_improving = 0, 0..=4096, "more where the static value got worse over two plies";
    reduce_pv = 1024, 0..=4096, "less at PV nodes";
    reduce_gives_threat = 1024, 0..=8192, "less for moves that make a threat";
    reduce_remote = 0, -4096..=4096, "more for moves far from what the last moves were about";
    reduce_history = 8, 1..=64, "history value worth a 1024th of a ply";
    reduce_three = 0, -4096..=4096, "more where an open three must be answered";
    reduce_step = 1024, 1..=1024, "reductions are whole multiples of this";
    reduce_root = 0, 0..=1, "late moves are reduced at the root too";
    // Move ordering.
    history_share = 100, 0..=100, "percentage of its history value that is added to the prior of a move";
    history_limit = 8192, 1024..=16384, "largest history value; updates shrink as it is neared";
    history_slope = 128, 1..=1024, "update a ply of depth";
    history_top = 1024, 64..=8192, "largest update";
    history_malus = 32, 0..=256, "how many of the moves searched before a cut-off get a malus";
    killer_bonus = 2000, 0..=16000, "ordering bonus of moves that cut at the same ply";
    counter_bonus = 1000, 0..=16000, "ordering bonus of the move that last refuted the move before";
    // The drivers.
    driver = 0, 0..=1, "what finds the root's value at each depth: 0 is MTD(f), 1 is PVS";
    grain = 1, 1..=64, "static values are rounded to multiples of this: fewer values, fewer MTD(f) passes";
    mtdf_mean = 0, 0..=1, "first guess is the mean of the last two iterations' values";
    mtdf_plain = 1, 0..=64, "passes that go to the last bound exactly, before strides are taken";
    mtdf_stride = 16, 1..=4000, "first stride beyond the last bound";
    mtdf_growth = 2, 1..=16, "growth of the strides";
    helper_guess_offset = 50, 0..=4000, "how far from the first thread's guess the first two helpers start";
    aspiration_depth = 4, 1..=64, "PVS searches with an open window below this depth";
    aspiration_width = 50, 1..=4000, "half the first window of PVS";
    aspiration_growth = 3, 2..=16, "growth of the window's side that failed";
    // Time management, as percentages of the soft limit.
    share_stable = 60, 1..=400, "the share when the best move does not change";
    share_change = 40, 0..=400, "more for a change of the best move, fading by half each iteration";
    share_drop = 40, 0..=400, "more when the value falls by drop_size";
    drop_size = 100, 1..=8000, "the fall of the value that counts in full";
    share_top = 160, 1..=400, "the largest share";
    share_single = 1, 0..=400, "the share when there is a single move";
    share_mate = 20, 0..=400, "the share when the result is proven and only its distance may change";
    // How long a search goes on after it has proven a win: of 195 forced wins 14 were found faster later, by 1.4 moves.
    win_more = 300, 0..=10000, "percentage of the time that it took to find the win";
    win_left = 25, 0..=100, "no more than this percentage of the time that is left";
    win_least = 200, 0..=10000, "milliseconds at least";
}

impl Params {
    /// The driver, where the request for a search names none.
    #[inline]
    pub fn algorithm(&self) -> Algorithm {
        if self.driver == 1 { Algorithm::Pvs } else { Algorithm::Mtdf }
    }

    /// Which entries of the table give way to others.
    #[inline]
    pub fn replacement(&self) -> Replacement {
        Replacement { age_weight: self.age_weight, depth_slack: self.depth_slack }
    }

    /// Plain alpha-beta to the full width, in which every driver returns the minimax value: nothing is reduced, extended or
    /// left out, and the table cuts at equal depths only.
    pub fn full_width() -> Params {
        Params { table_use: 2, extend_four: 0, foresee_draws: 0, reduce_depth: 0, ..Params::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_names_the_driver() {
        let driver = |driver| Params { driver, ..Params::default() }.algorithm();
        assert_eq!([driver(0), driver(1)], [Algorithm::Mtdf, Algorithm::Pvs]);
    }

    #[test]
    fn defaults_lie_in_their_ranges() {
        for (param, value) in Params::default().values().iter() {
            assert!((param.low..=param.high).contains(&param.default), "{}", param.name);
            assert_eq!(value, param.default);
        }
    }
}
