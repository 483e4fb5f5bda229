//! The numbers that Gomoku is searched by: those of the shared search, and those of its own threat search and move ordering.

use crate::search::{Params, param_struct};

/// The numbers of the shared search for Gomoku; their ranges and meanings stand in the search's own table.
///
/// Found by games of the engine against itself (`fukumi tune-search`); `docs/src/experiments.md` tells at how many nodes, and what
/// was tried beside them.
pub fn search_params() -> Params {
    Params {
        root_proof_nodes: 10000,
        root_vct_share: 4,
        root_vct_high_share: 40,
        root_vct_cost: 4,
        extend_four: 1300,
        extend_three: 680,
        extend_three_again: 330,
        far_defence_nodes: 500,
        reverse_depth: 32,
        reverse_margin: 65,
        opponent_vcf_depth: 2300,
        razor_depth: 2048,
        lmp_depth: 32,
        lmp_base: 6,
        lmp_slope: 190,
        lmp_power: 182,
        lmp_worse: 60,
        lmp_pv: 160,
        lmp_three: 65,
        lmp_gives_three: 218,
        futility_depth: 8,
        futility_base: 95,
        futility_slope: 95,
        fail_high_depth: 32,
        fail_high_margin: 210,
        fail_high_slope: 19,
        fail_high_reduction: 1257,
        do_deeper_margin: 84,
        do_deeper_depth: 1023,
        reduce_depth: 2,
        reduce_base: 700,
        reduce_scale: 758,
        reduce_cut: 490,
        reduce_not_improving: 570,
        reduce_pv: 1030,
        reduce_gives_threat: 1500,
        reduce_remote: 500,
        reduce_history: 5,
        reduce_three: 280,
        reduce_step: 1,
        reduce_root: 1,
        history_share: 34,
        history_limit: 5000,
        history_slope: 118,
        history_top: 1400,
        killer_bonus: 1000,
        counter_bonus: 2700,
        driver: 1,
        mtdf_stride: 8,
        mtdf_growth: 3,
        aspiration_width: 30,
        share_stable: 72,
        share_change: 65,
        share_top: 200,
        ..Params::default()
    }
}

param_struct! {
    /// The numbers of the threat search and the move ordering that games can tune.
    pub struct GomokuParams;

    // VCF at nodes.
    vcf_leaf_nodes = 30, 0..=100000, "nodes a chain of fours may take at a leaf";
    opponent_vcf_nodes = 50, 0..=100000, "nodes that the opponent's win by a chain of fours is looked for before a static value is believed";
    // VCT at the root and in proofs.
    vct_fours_nodes = 500, 1..=1000000, "nodes that a proof by fours takes at most inside a win by threats";
    vct_counter_nodes = 100, 0..=1000000, "nodes that the defender's own win by a chain of fours is looked for in there";
    // Move ordering.
    prior_near = 5, 0..=255, "what a move gains near the one that it answers, in steps: most moves answer the opponent's last stone";
    prior_step = 64, 1..=256, "the unit of the priors beside the search's history values";
}
