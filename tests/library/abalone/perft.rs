//! Counts of the full tree of moves, from a table made by two other generators.

use fukumi::games::abalone::DrawRules;
use fukumi::search::{Leaves, perft, perft_by_playing};

use super::position;

const TABLE: &str = include_str!("../../data/abalone_perft.txt");
/// Deeper rows are for scripts/perft_abalone.sh.
const DEEPEST: u32 = 4;
/// Deeper rows are counted in bulk only.
const DEEPEST_PLAYED: u32 = 3;

pub(crate) struct Row {
    pub(crate) position: &'static str,
    depth: u32,
    leaves: Leaves,
}

pub(crate) fn rows() -> Vec<Row> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| fields[at].parse::<u64>().unwrap();
            let leaves = Leaves { leaves: number(3), ejections: number(4) };
            Row { position: fields[1], depth: number(2) as u32, leaves }
        })
        .collect()
}

#[test]
fn every_row_of_the_table_is_met() {
    let rows = rows();
    assert_eq!(rows.len(), 75);
    for row in rows.iter().filter(|row| row.depth <= DEEPEST) {
        let mut pos = position(row.position, DrawRules::NONE);
        assert_eq!(perft(&mut pos, row.depth), row.leaves, "{} at depth {}", row.position, row.depth);
        if row.depth <= DEEPEST_PLAYED {
            assert_eq!(perft_by_playing(&mut pos, row.depth), row.leaves, "{}, played", row.position);
        }
    }
}

#[test]
fn a_finished_game_has_no_leaves() {
    let mut pos = position("5/6/2bbb2/8/9/8/7/6/2w2 b 0 6", DrawRules::default());
    assert_eq!([0, 1, 2].map(|depth| perft(&mut pos, depth).leaves), [1, 0, 0]);
    assert_eq!(perft_by_playing(&mut pos, 1).leaves, 0);
}
