//! How promising a move looks before it is searched, by the shapes it makes and those it takes from the opponent.

use once_cell::sync::Lazy;

use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape::Shape;
use crate::games::gomoku::patterns::shape_code::ByShapes;
use crate::games::gomoku::rules::cell::Cell;
use crate::games::gomoku::rules::code::RuleCode;
use crate::search::Player;

/// How early a move is tried for the shapes it makes, by [`Shape`]: in steps, 16 of them a logit of being the
/// best move. These and the three tables below were fitted together by softmax regression to the moves that a search of 5,000
/// nodes chose in 68,774 positions of self-play (freestyle, standard and renju).
/// Range -64..=255.
const MAKE_SHAPE: [i16; Shape::COUNT] = [0, 3, 8, 8, 20, 26, 35, 28, 28, 46, 48, 108, 108, 108, 0];
/// More for what it makes as a whole, by [`Class`].
const MAKE_CLASS: [i16; Class::COUNT] = [0, 25, 63, 15, 90, 109, 192, 25, 15, 0, 0];
/// How early a move is tried for the opponent's shapes it takes the place of, by [`Shape`].
const SPOIL_SHAPE: [i16; Shape::COUNT] = [0, 0, 2, 2, 8, 11, 18, 16, 10, 27, 23, 46, 46, 46, 0];
/// More for what the opponent would make there as a whole, by [`Class`].
const SPOIL_CLASS: [i16; Class::COUNT] = [0, 26, 43, 27, 67, 55, 144, 26, 27, 0, 0];

/// What one colour's shapes on a cell add to the priority of a move there.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    /// If the stone is of that colour.
    make: u8,
    /// If it is of the other.
    spoil: u8,
}

/// The priorities of moves. Small enough to stay in the cache beside the tables of the board.
#[derive(Debug)]
pub(in crate::games::gomoku) struct MoveOrder(ByShapes<Share>);

static WITHOUT_FOULS: Lazy<MoveOrder> = Lazy::new(|| MoveOrder::new(RuleCode::Freestyle));
static WITH_FOULS: Lazy<MoveOrder> = Lazy::new(|| MoveOrder::new(RuleCode::Renju));

impl MoveOrder {
    /// The priorities under a rule set, computed at first use.
    pub(in crate::games::gomoku) fn of<R: Rule>() -> &'static MoveOrder {
        if R::FOULS { &WITH_FOULS } else { &WITHOUT_FOULS }
    }

    fn new(rule: RuleCode) -> MoveOrder {
        MoveOrder(ByShapes::new(rule == RuleCode::Renju, |shapes, player| {
            let class = Class::new(shapes, player, rule);
            Share {
                make: prior(shapes, class, &MAKE_SHAPE, &MAKE_CLASS),
                spoil: prior(shapes, class, &SPOIL_SHAPE, &SPOIL_CLASS),
            }
        }))
    }

    /// How early a move of the side to move on an empty cell is tried, by its shapes alone, in steps.
    #[inline]
    pub(in crate::games::gomoku) fn by_shapes<R: Rule>(&self, board: &Gomoku<R>, mv: Cell) -> i32 {
        let [black, white] = self.0.get(board.shapes(mv));
        match board.to_move() {
            Player::First => i32::from(black.make) + i32::from(white.spoil),
            Player::Second => i32::from(white.make) + i32::from(black.spoil),
        }
    }
}

fn prior(shapes: [Shape; 4], class: Class, by_shape: &[i16; Shape::COUNT], by_class: &[i16; Class::COUNT]) -> u8 {
    let lines: i16 = shapes.iter().map(|&shape| by_shape[shape as usize]).sum();
    (lines + by_class[class as usize]).clamp(0, 255) as u8
}
