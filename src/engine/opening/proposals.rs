//! First stones among which a balanced opening can be found.

use super::canonical::CANONICAL;
use super::point::Point;
use super::rule::OpeningRule;

/// Three stones each, for the player who lays the first three of this rule.
pub fn proposals(rule: OpeningRule, size: u8) -> Vec<[Point; 3]> {
    match rule {
        OpeningRule::Swap2 => free(size),
        _ => CANONICAL.iter().filter_map(|opening| opening.stones(size)).collect(),
    }
}

/// The first stone in the centre or near an edge, the second near it, the third farther from both.
fn free(size: u8) -> Vec<[Point; 3]> {
    let (middle, edge) = (size / 2, 2.min(size / 2));
    let firsts = [(middle, middle), (edge, middle), (edge, edge)];
    let seconds = [(1, 0), (1, 1), (0, 2), (2, 1), (2, 2)];
    let thirds = [(-2, 1), (-1, -2), (2, -1), (3, 1), (-3, 0), (0, 4), (4, 2), (3, 3)];
    let mut found = Vec::new();
    for first in firsts.map(|(x, y)| Point::new(x, y)) {
        for second in seconds {
            let stones = thirds
                .iter()
                .filter_map(|&third| Some([first, first.offset(second, size)?, first.offset(third, size)?]));
            found.extend(stones);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposals_are_three_different_points_of_any_board() {
        for rule in OpeningRule::ALL {
            for size in (5..=22).filter(|&size| rule.check_size(size).is_ok()) {
                let all = proposals(rule, size as u8);
                assert!(!all.is_empty(), "{rule:?} {size}");
                for [first, second, third] in all {
                    assert!(first != second && second != third && first != third, "{rule:?} {size}");
                    assert!([first, second, third].iter().all(|point| usize::from(point.x.max(point.y)) < size));
                }
            }
        }
    }
}
