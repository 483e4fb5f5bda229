//! Four shapes without their order, numbered: the place of a cell's weight.
//!
//! The combinatorial number system: for shapes a >= b >= c >= d the number is C(a+3, 4) + C(b+2, 3) + C(c+1, 2) + d, so that
//! every number below [`COUNT`] belongs to four shapes, in the order of the largest, then the second and so on.

use super::shape::Shape;

/// How many ways there are to choose four shapes, the order apart.
pub(in crate::games::gomoku) const COUNT: usize = choose(Shape::COUNT + 3, 4);

const fn choose(n: usize, k: usize) -> usize {
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// The number of four shapes; their order does not matter.
pub(in crate::games::gomoku) fn number(shapes: [Shape; 4]) -> usize {
    let mut sorted = shapes.map(|shape| shape as usize);
    sorted.sort_unstable();
    let [d, c, b, a] = sorted;
    choose(a + 3, 4) + choose(b + 2, 3) + choose(c + 1, 2) + d
}

/// All the multisets in the order of their numbers, the largest shape first.
#[cfg(test)]
fn all() -> impl Iterator<Item = [Shape; 4]> {
    let up_to = |top: Shape| Shape::ALL.into_iter().take_while(move |&shape| shape <= top);
    Shape::ALL
        .into_iter()
        .flat_map(move |a| up_to(a).flat_map(move |b| up_to(b).flat_map(move |c| up_to(c).map(move |d| [a, b, c, d]))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiset_has_its_number() {
        assert_eq!(COUNT, 3060);
        assert_eq!(all().count(), COUNT);
        for (at, [a, b, c, d]) in all().enumerate() {
            for order in [[a, b, c, d], [d, c, b, a], [b, d, a, c]] {
                assert_eq!(number(order), at, "{order:?}");
            }
        }
    }
}
