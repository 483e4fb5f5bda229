//! The evaluation: followed through a search and computed from scratch, against its features, and seen from the other side.

use fukumi::games::abalone::cell::{Cell, each};
use fukumi::games::abalone::{Abalone, AbaloneModel, DrawRules, Setup};
use fukumi::search::{Evaluation, Linear, Model, Player, Position};

use super::{moves, position, table_positions};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

#[test]
fn the_evaluation_follows_a_search_and_its_value_is_the_sum_of_the_features() {
    let mut random = Pcg64::seed_from_u64(12);
    let model = AbaloneModel::classical();
    let weights: Vec<i32> = model.weights().into_iter().flat_map(|group| group.values).collect();
    for text in table_positions() {
        let mut pos = position(text, DrawRules { repetition: false, ply_cap: 120 });
        let mut following = AbaloneModel::classical().evaluation();
        following.start(&pos);
        let mut played = Vec::new();
        loop {
            let value = following.evaluate_exactly(&pos);
            assert_eq!(value, AbaloneModel::classical().evaluation().evaluate_exactly(&pos), "{pos:?}");
            let mut features = Vec::new();
            model.features(&pos, &mut features);
            let worth = |&(at, amount): &(u32, f32)| f64::from(amount) * f64::from(weights[at as usize]);
            let sum: f64 = features.iter().map(worth).sum();
            assert!((sum - f64::from(value.value())).abs() <= 2.0, "{sum} and {value:?} at {pos:?}");
            let all = moves(&pos);
            if all.is_empty() {
                break;
            }
            let mv = *all.choose(&mut random).unwrap();
            played.push((mv, pos.make(mv)));
            following.on_make(&pos, mv);
        }
        while let Some((mv, undo)) = played.pop() {
            pos.unmake(mv, undo);
            following.on_unmake(&pos, mv);
        }
        assert_eq!(following.evaluate_exactly(&pos), AbaloneModel::classical().evaluation().evaluate_exactly(&pos));
    }
}

#[test]
fn values_of_mirrored_positions_are_opposite() {
    for text in table_positions() {
        let pos = position(text, DrawRules::NONE);
        let swapped: String = text
            .split(' ')
            .next()
            .unwrap()
            .chars()
            .map(|sign| match sign {
                'b' => 'w',
                'w' => 'b',
                other => other,
            })
            .collect();
        let side = if pos.to_move() == Player::First { 'w' } else { 'b' };
        let [black, white] = pos.setup().lost;
        let twin = position(&format!("{swapped} {side} {white} {black}"), DrawRules::NONE);
        let value = |pos: &Abalone| AbaloneModel::classical().evaluation().evaluate_exactly(pos);
        assert_eq!(value(&pos), value(&twin), "{text}");
    }
}

/// The position turned by 60 degrees, or mirrored in the diagonal through A1.
fn moved(pos: &Abalone, mirrored: bool) -> Abalone {
    let image = |cell: Cell| {
        let (row, number) = cell.coordinates();
        let (up, right) = (row - 4, number - 4);
        let (up, right) = if mirrored { (right, up) } else { (right, right - up) };
        Cell::at(up + 4, right + 4).unwrap().bit()
    };
    let marbles = pos.setup().marbles.map(|marbles| each(marbles).map(image).sum());
    Abalone::new(Setup { marbles, ..*pos.setup() }, pos.rules())
}

#[test]
fn values_do_not_depend_on_how_the_board_lies() {
    for text in table_positions() {
        let pos = position(text, DrawRules::NONE);
        let value = AbaloneModel::classical().evaluation().evaluate_exactly(&pos);
        let mut turned = moved(&pos, true);
        for _ in 0..6 {
            assert_eq!(AbaloneModel::classical().evaluation().evaluate_exactly(&turned), value, "{turned:?}");
            turned = moved(&turned, false);
            assert_eq!(
                AbaloneModel::classical().evaluation().evaluate_exactly(&moved(&turned, true)),
                value,
                "{turned:?}"
            );
        }
        assert_eq!(turned, moved(&pos, true));
    }
}
