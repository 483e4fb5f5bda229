//! The evaluation as features times weights: being to move, the threats on the board, the shapes of every empty cell.

use super::weights;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::model::GomokuModel;
use crate::games::gomoku::patterns::multiset;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape_code::shapes_of;
use crate::games::gomoku::threats::kinds;
use crate::search::{Feature, Linear, Player, WeightGroup};

/// No single weight outweighs a few logits, and each fits 16 bits.
const RANGE: (i32, i32) = (-1_000 * weights::STEPS, 1_000 * weights::STEPS);

impl<R: Rule> Linear<Gomoku<R>> for GomokuModel {
    fn weights(&self) -> Vec<WeightGroup> {
        let sides = self.weights.sides();
        let named = |what: &str, at: usize| match (sides.len(), at) {
            (1, _) => what.to_owned(),
            (_, 0) => format!("black's {what}"),
            _ => format!("white's {what}"),
        };
        let group = |name, values: &[i16]| WeightGroup {
            name,
            values: values.iter().copied().map(i32::from).collect(),
            range: RANGE,
        };
        let groups = sides.iter().enumerate().flat_map(|(at, side)| {
            [
                group(named("tempo", at), &[side.tempo]),
                group(named("threats", at), &side.threats),
                group(named("cells when to move", at), &side.moving),
                group(named("cells when waiting", at), &side.waiting),
            ]
        });
        groups.collect()
    }

    fn features(&self, board: &Gomoku<R>, out: &mut Vec<Feature>) {
        let me = board.to_move();
        let two_sides = self.weights.sides().len() > 1;
        let base = |player: Player| if two_sides { player.index() * weights::SIDE } else { 0 };
        out.push((base(me) as u32, 1.0));
        out.push(((base(me) + 1 + kinds::mask(board, me)) as u32, 1.0));
        let first = out.len();
        let (moving, waiting) = (1 + kinds::MASKS, 1 + kinds::MASKS + multiset::COUNT);
        for code in board.empty().iter().map(|cell| board.shapes(cell)) {
            for player in Player::ALL {
                let (group, times) = if player == me { (moving, 1.0) } else { (waiting, -1.0) };
                let index = base(player) + group + multiset::number(shapes_of(code, player));
                out.push((index as u32, times));
            }
        }
        merge(out, first);
    }

    fn steps(&self) -> i32 {
        weights::STEPS
    }

    fn weights_file(&self, weights: &[i32], note: &str) -> Vec<u8> {
        weights::write(R::CODE, weights, note)
    }
}

/// Adds up, from `first` on, what has the same index, and drops what comes to nothing.
fn merge(features: &mut Vec<Feature>, first: usize) {
    features[first..].sort_unstable_by_key(|&(index, _)| index);
    let mut kept = first;
    for at in first..features.len() {
        let (index, times) = features[at];
        if kept > first && features[kept - 1].0 == index {
            features[kept - 1].1 += times;
        } else {
            features[kept] = (index, times);
            kept += 1;
        }
    }
    features.truncate(kept);
    features.retain(|&(_, times)| times != 0.0);
}
