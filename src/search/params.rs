//! Every number the search is tuned by. One line each: name, default, range, why. A depth of 0 switches its rule off.

/// One tunable number, as a tuner or an option list sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its value unless set.
    pub default: i32,
    /// The smallest value allowed.
    pub low: i32,
    /// The largest value allowed.
    pub high: i32,
    /// What it is for.
    pub why: &'static str,
}

macro_rules! params {
    ($($name:ident = $default:literal, $low:literal..=$high:literal, $why:literal;)+) => {
        /// The numbers one search runs on. Scores and margins are in evaluation units, depths and counts in plies and moves
        /// where nothing else is said.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $(#[doc = $why] pub $name: i32,)+
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($name: $default,)+ }
            }
        }

        impl Params {
            /// All of them, in the order of the source.
            pub const TABLE: &'static [Param] = &[
                $(Param { name: stringify!($name), default: $default, low: $low, high: $high, why: $why },)+
            ];

            /// Sets the parameter of that name, brought into its range. False when there is none.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($low, $high),)+
                    _ => return false,
                }
                true
            }

            /// The value of the parameter of that name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

params! {
    // The table.
    table_use = 1, 0..=2, "0: the table is not read; 1: entries at least as deep cut; 2: only entries of the same depth cut";
    store_leaves = 1, 0..=1, "keep static leaf values in the table, so that the proof search is not run again there";
    store_fail_low_move = 1, 0..=1, "keep the best move of a node where none was good enough, as a guess for the next visit";
    // Proof searches and extensions.
    prove_root = 10000, 0..=1000000, "nodes of the proof search at the root, and at the end of a proven line; 0: it is not tried there";
    pursue_share = 4, 0..=100, "percentage of the effort that goes to a search for a forced win beside the iterations; 0: there is none";
    pursue_hope = 600, 0..=30000, "from this value of the root on, there is hope of such a win";
    pursue_hope_share = 40, 0..=100, "the percentage where there is hope";
    pursue_cost = 4, 1..=100, "how much dearer a node of it is than one of the main search";
    pursue_slice = 250, 1..=100000, "nodes that it is given first; as many again as it was given before, from then on";
    check_strict = 1300, 0..=2048, "more depth where an immediate win must be stopped, in 1024ths of a ply";
    check_loose = 800, 0..=2048, "more depth where a threat must be answered that can be met in several ways";
    check_again = 195, 0..=2048, "more depth where such a threat stood before, and a stricter one was only put in between";
    extension_reach = 2, 1..=8, "no extension beyond this many times the iteration's depth";
    calm_depth = 0, 0..=32, "quiescence at the leaves follows that many tactical moves; 0: there is none";
    contempt = 0, 0..=1000, "what the side to move at the root would give not to draw: a draw counts as a position that much worse than even";
    // Cut-offs before any move is tried.
    reverse_depth = 32, 0..=32, "at most this deep, a static value far above beta is believed (reverse futility)";
    reverse_margin = 49, 0..=4000, "how far above beta, a ply of depth, is far";
    menace_depth = 2300, 0..=30000, "from this depth on, in 1024ths of a ply, it is not believed where the opponent threatens a win that a proof search finds";
    // Cut-offs among the moves.
    count_depth = 32, 0..=32, "at most this deep, only the first moves are searched, half of them where the static value got worse";
    count_base = 6, 1..=256, "how many those are at depth 0";
    count_slope = 176, 0..=6400, "how many more, in hundredths, times a power of the depth";
    count_power = 182, 0..=400, "that power, in hundredths";
    count_check = 45, 5..=30000, "percentage of the moves that are searched where a threat can be met in several ways";
    count_forcing = 218, 50..=30000, "percentage of them after which a move that makes such a threat is left out";
    futility_depth = 8, 0..=32, "at most this deep after reduction, quiet moves far below alpha are left out";
    futility_base = 72, 0..=4000, "how far is far, at depth 0";
    futility_slope = 72, 0..=4000, "how much farther, a ply of depth";
    // A ply less or more.
    ease_depth = 32, 0..=32, "at most this deep, an expected cut node whose static value is far above beta is searched shallower, threats apart";
    ease_margin = 163, -1000..=4000, "how far is far, at depth 0";
    ease_slope = 19, 0..=1000, "how much farther, a ply of depth";
    ease_less = 1257, 0..=3072, "how much shallower that is, in 1024ths of a ply";
    deeper_margin = 84, 0..=30000, "a reduced move that comes out so far above alpha is searched again deeper than planned";
    deeper_more = 1150, 0..=3072, "how much deeper that is, in 1024ths of a ply";
    // Late-move reductions, in 1024ths of a ply.
    reduce_depth = 2, 0..=32, "from this depth on, late moves are reduced";
    reduce_base = 620, -2048..=4096, "constant part of the reduction";
    reduce_scale = 758, 0..=4096, "times ln(depth) ln(count)";
    reduce_cut = 490, 0..=4096, "more at expected cut nodes";
    reduce_worse = 570, 0..=4096, "more where the static value got worse over two plies";
    reduce_pv = 1030, 0..=4096, "less in an open window";
    reduce_forcing = 2000, 0..=8192, "less for moves that make a threat";
    reduce_remote = 500, -4096..=4096, "more for moves far from what the last moves were about";
    reduce_history = 5, 1..=64, "history value worth a 1024th of a ply";
    reduce_check = 150, -4096..=4096, "more where a threat can be met in several ways";
    reduce_step = 1, 1..=1024, "reductions are whole multiples of this";
    reduce_root = 1, 0..=1, "late moves are reduced at the root too";
    // Move ordering.
    history_share = 34, 0..=100, "percentage of its history value that is added to the prior of a move";
    history_limit = 5000, 1024..=16384, "largest history value; updates shrink as it is neared";
    history_slope = 118, 1..=1024, "update a ply of depth";
    history_top = 1400, 64..=8192, "largest update";
    history_malus = 32, 0..=256, "how many of the moves that failed before the cut are told so";
    killer_bonus = 1539, 0..=16000, "ordering bonus of moves that cut at the same ply";
    counter_bonus = 1828, 0..=16000, "ordering bonus of the move that last refuted the move before";
    // The drivers.
    grain = 1, 1..=64, "static values are rounded to multiples of this: fewer values, fewer MTD(f) passes";
    mtdf_mean = 0, 0..=1, "first guess is the mean of the last two iterations' values";
    mtdf_plain = 1, 0..=64, "passes that go to the last bound exactly, before strides are taken";
    mtdf_stride = 8, 1..=4000, "first stride beyond the last bound";
    mtdf_growth = 3, 1..=16, "growth of the strides";
    guess_beside = 50, 0..=4000, "how far from the first thread's guess the first two helpers start";
    aspiration_depth = 4, 1..=64, "PVS searches with an open window below this depth";
    aspiration_width = 30, 1..=4000, "half the first window of PVS";
    aspiration_growth = 3, 2..=16, "growth of the window's side that failed";
    // When to stop, as percentages of the soft limit.
    share_calm = 60, 1..=400, "the share when the best move does not change";
    share_change = 40, 0..=400, "more for a change of the best move, fading by half each iteration";
    share_drop = 40, 0..=400, "more when the value falls by drop_size";
    drop_size = 100, 1..=8000, "the fall of the value that counts in full";
    share_top = 160, 1..=400, "the largest share";
    share_single = 1, 0..=400, "the share when there is a single move";
    share_mate = 20, 0..=400, "the share when the result is proven and only its distance may change";
}

impl Params {
    /// Plain alpha-beta to the full width, in which every driver returns the minimax value: nothing is reduced, extended or
    /// left out, and the table cuts at equal depths only.
    pub fn full_width() -> Params {
        Params {
            table_use: 2,
            prove_root: 0,
            pursue_share: 0,
            pursue_hope_share: 0,
            check_strict: 0,
            check_loose: 0,
            check_again: 0,
            calm_depth: 0,
            contempt: 0,
            reverse_depth: 0,
            count_depth: 0,
            futility_depth: 0,
            ease_depth: 0,
            reduce_depth: 0,
            ..Params::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        for param in Params::TABLE {
            assert!((param.low..=param.high).contains(&param.default), "{}", param.name);
            assert_eq!(Params::default().get(param.name), Some(param.default));
        }
    }

    #[test]
    fn parameters_are_set_by_name_within_their_range() {
        let mut params = Params::default();
        assert!(params.set("grain", 1000) && !params.set("nonsense", 1));
        assert_eq!((params.get("grain"), params.get("nonsense")), (Some(64), None));
    }
}
