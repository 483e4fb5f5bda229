//! Compactness: the incremental value against the direct sum, without any tolerance.

use fukumi::games::abalone::cell::each;
use fukumi::games::abalone::compactness::Compactness;
use fukumi::games::abalone::{Abalone, DrawRules};
use fukumi::search::{Player, Position};

use super::{moves, position, table_positions};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

/// The sum of the hex distances to the target, as a fraction; by going through the marbles.
fn direct(pos: &Abalone, target: ([i32; 3], i32), player: Player) -> (i32, i32) {
    let ([row, number, skew], denominator) = target;
    assert_eq!(skew, row - number + 4 * denominator, "the target is a point of the board's plane");
    let distance = |(r, n): (i32, i32)| {
        let (dr, dn) = (r * denominator - row, n * denominator - number);
        dr.abs() + dn.abs() + (dr - dn).abs()
    };
    (each(pos.marbles(player)).map(|cell| distance(cell.coordinates())).sum(), 2 * denominator)
}

/// The target from the marbles: the mean of both mass centres and the board's centre, each with its weight.
fn check(pos: &Abalone, known: &Compactness) {
    let fresh = Compactness::new(pos);
    assert_eq!(*known, fresh, "{pos:?}");
    let target = known.target();
    for player in Player::ALL {
        assert_eq!(known.distance(player), direct(pos, target, player), "{pos:?}");
    }
    let [own, other] = [known.distance(pos.to_move()), known.distance(pos.to_move().opponent())];
    assert_eq!(known.advantage(pos.to_move()), (other.0 - own.0, own.1));
    let counts = Player::ALL.map(|player| pos.marbles(player).count_ones());
    if pos.lost(Player::First) == pos.lost(Player::Second) && counts.iter().all(|&count| count > 0) {
        let mean = |player: Player| {
            let rows = each(pos.marbles(player)).map(|cell| f64::from(cell.coordinates().0)).sum::<f64>();
            rows / f64::from(pos.marbles(player).count_ones())
        };
        let row = (mean(Player::First) + mean(Player::Second) + 4.0) / 3.0;
        assert!((f64::from(target.0[0]) / f64::from(target.1) - row).abs() < 1e-9);
    }
}

#[test]
fn it_is_the_direct_sum_after_every_make_and_unmake() {
    let mut random = Pcg64::seed_from_u64(11);
    let mut ejections = 0;
    for text in table_positions() {
        let mut pos = position(text, DrawRules { repetition: false, ply_cap: 400 });
        let mut path = vec![Compactness::new(&pos)];
        let mut played = Vec::new();
        while played.len() < 400 {
            let all = moves(&pos);
            if all.is_empty() {
                break;
            }
            let eager = all.iter().copied().find(|mv| mv.ejects());
            let mv = eager.unwrap_or_else(|| *all.choose(&mut random).unwrap());
            ejections += usize::from(mv.ejects());
            let undo = pos.make(mv);
            path.push(path[path.len() - 1].after(&pos, mv));
            played.push((mv, undo));
            check(&pos, &path[path.len() - 1]);
        }
        while let Some((mv, undo)) = played.pop() {
            pos.unmake(mv, undo);
            path.pop();
            check(&pos, &path[path.len() - 1]);
        }
    }
    assert!(ejections > 50, "{ejections} ejections");
}
