//! Gomoku in the registry: its options, its words on the wire, and how it is opened.

use std::marker::PhantomData;

use super::notation::{self, NotationError, Origin, Point, Setup};
use super::{Caro, CaroFive, Cell, Freestyle, Gomoku, GomokuModel, Renju, Rule, RuleCode, Standard};
use super::{rows, scene};
use crate::engine::clock::TimeParams;
use crate::engine::options::{EVALUATION, Evaluation, OptionKey, Options, Row};
use crate::engine::registry::{Entry, Identity, Trial, Wire, WireRule};
use crate::engine::view::{Board, BoardView, ForbiddenCell, Piece, Step, StoneRow};
use crate::engine::{Engine, MoveStyle, Notation, Rejected, TwoPlayer};
use crate::search::{Outcome, Player};

/// Gomoku and Renju, for the registry.
pub static ENTRY: Entry = Entry {
    name: "gomoku",
    options: OPTIONS,
    wire: WIRE,
    open,
    read,
    time: TimeParams::DEFAULT,
    bench: BENCH,
    identity: Some(Identity { options: OPTIONS, numbers: 0, lays: true }),
};

const RULES: &[(&str, i64)] = &[
    (RuleCode::Freestyle.name(), RuleCode::Freestyle.number() as i64),
    (RuleCode::Standard.name(), RuleCode::Standard.number() as i64),
    (RuleCode::Renju.name(), RuleCode::Renju.number() as i64),
    (RuleCode::Caro.name(), RuleCode::Caro.number() as i64),
    (RuleCode::CaroFive.name(), RuleCode::CaroFive.number() as i64),
];

/// Which lines win, and what Black must not play.
pub static RULE: OptionKey<RuleCode> = OptionKey::choice(
    "Rule",
    RuleCode::Freestyle.name(),
    RULES,
    |value| RuleCode::ALL.into_iter().find(|rule| rule.name() == value.word()).unwrap_or(RuleCode::Freestyle),
    "which lines win, and what Black must not play",
);

/// Rows and columns of the board.
pub static BOARD_SIZE: OptionKey<usize> =
    OptionKey::spin("BoardSize", 15, super::MIN_SIZE as u32, super::MAX_SIZE as u32, "rows and columns of the board");

/// What `INFO rule 2` means; `None` leaves it to the client's dialect.
static RULE_TWO: OptionKey<Option<RuleTwo>> = OptionKey::choice(
    "Rule2",
    "auto",
    &[("auto", 0), ("continuous", 1), ("renju", 2)],
    |value| match value.word() {
        "continuous" => Some(RuleTwo::Continuous),
        "renju" => Some(RuleTwo::Renju),
        _ => None,
    },
    "what INFO rule 2 means: auto takes it as renju for a client that speaks the Yixin dialect",
);

/// Rule 2 is continuous play for Piskvork and Renju for the Yixin family.
enum RuleTwo {
    Continuous,
    Renju,
}

static OPTIONS: &[&Row] = &[&RULE.row, &BOARD_SIZE.row];

const WIRE: Wire = Wire {
    options: &[&RULE_TWO.row],
    board_size: Some(&BOARD_SIZE.row),
    rule: Some(WireRule { row: &RULE.row, value: wire_rule }),
    dialect: None,
};

/// Continuous play with any rule only differs from that rule when a game goes on after a five, which only a GUI lets happen.
fn wire_rule(number: u32, yixin: bool, options: &Options) -> u32 {
    match (number, options.get(&RULE_TWO)) {
        (2, Some(RuleTwo::Renju)) => RuleCode::Renju.number().into(),
        (2, None) if yixin => RuleCode::Renju.number().into(),
        (2 | 3 | 10 | 11, _) => number - 2,
        _ => number,
    }
}

/// Positions of every rule set, quiet and sharp, small and large.
const BENCH: &[Trial] = &[
    trial(&[("Rule", "freestyle"), ("BoardSize", "15")], "h8", 7),
    trial(&[("Rule", "freestyle"), ("BoardSize", "15")], "h8 i9 i7 g9", 7),
    trial(&[("Rule", "freestyle"), ("BoardSize", "15")], "h8 h9 j8 i8 i10 g8 i9", 7),
    trial(&[("Rule", "freestyle"), ("BoardSize", "20")], "k10 l11 k12 j11 m10 l9", 7),
    trial(&[("Rule", "freestyle"), ("BoardSize", "20")], "c3 d4 e3 d2 d3 f3", 7),
    trial(&[("Rule", "standard"), ("BoardSize", "15")], "h8 g9 i9 h10 g7 j10 f6", 7),
    trial(&[("Rule", "standard"), ("BoardSize", "15")], "b2 c3 d2 c4 c2 e2", 7),
    trial(&[("Rule", "renju"), ("BoardSize", "15")], "h8 h9 i10 g10 i8 j9", 7),
    trial(&[("Rule", "renju"), ("BoardSize", "15")], "h8 i9 j10 i8 h10 i10 i7 g9", 7),
    trial(&[("Rule", "renju"), ("BoardSize", "15")], "h8 i9 g10 h9 f9", 7),
    trial(&[("Rule", "caro"), ("BoardSize", "15")], "h8 i8 i9 g7 j10 k11", 7),
    trial(&[("Rule", "caro-five"), ("BoardSize", "15")], "h8 h9 g9 i7 j9 f9", 7),
];

const fn trial(options: &'static [(&'static str, &'static str)], moves: &'static str, depth: u32) -> Trial {
    Trial { options, position: None, moves, depth }
}

fn open(options: &Options) -> Result<Box<dyn Engine>, Rejected> {
    match options.get(&RULE) {
        RuleCode::Freestyle => open_rule::<Freestyle>(options),
        RuleCode::Standard => open_rule::<Standard>(options),
        RuleCode::Renju => open_rule::<Renju>(options),
        RuleCode::Caro => open_rule::<Caro>(options),
        RuleCode::CaroFive => open_rule::<CaroFive>(options),
    }
}

fn open_rule<R: Rule>(options: &Options) -> Result<Box<dyn Engine>, Rejected> {
    let notation = GomokuNotation::<R> { size: options.get(&BOARD_SIZE), rule: PhantomData };
    let is_classical = options.get(&EVALUATION) == Evaluation::Classical;
    let model = match options.eval_file() {
        Some(file) => GomokuModel::with_weights(file.bytes(), R::CODE).map_err(|why| file.refused(&why))?,
        None if is_classical => GomokuModel::classical(R::CODE),
        None => GomokuModel::built_in(R::CODE),
    };
    let model = if is_classical { model.without_network() } else { model };
    Ok(Box::new(TwoPlayer::new(notation, model)))
}

fn read(text: &str, options: &mut Options) -> Result<(), Rejected> {
    let setup = notation::parse_position(text)?;
    options.set(RULE.row.name, setup.rule.name())?;
    options.set(BOARD_SIZE.row.name, &setup.size.to_string())
}

impl From<NotationError> for Rejected {
    fn from(error: NotationError) -> Rejected {
        Rejected::BadPosition(error.to_string())
    }
}

/// Squares as `h8` or `x,y`, positions as text.
#[derive(Clone, Debug)]
struct GomokuNotation<R> {
    size: usize,
    rule: PhantomData<R>,
}

impl<R: Rule> GomokuNotation<R> {
    fn point(&self, text: &str) -> Result<Point, Rejected> {
        let point = if text.contains(',') {
            notation::parse_xy(text, self.size)
        } else {
            notation::parse_point(text, self.size, Origin::Bottom)
        };
        point.map_err(|error| {
            let why = match error {
                NotationError::OffBoard { size, .. } => format!("off the {size}x{size} board"),
                _ => "expected x,y or a letter and a number".to_owned(),
            };
            Rejected::bad_move(text.chars().take(20).collect::<String>(), why)
        })
    }
}

impl<R: Rule> Notation<Gomoku<R>> for GomokuNotation<R> {
    fn start(&self) -> Gomoku<R> {
        Gomoku::new(self.size)
    }

    fn parse_move(&self, pos: &Gomoku<R>, text: &str) -> Result<Cell, Rejected> {
        let cell = Cell::from(self.point(text)?);
        if pos.is_empty(cell) { Ok(cell) } else { Err(Rejected::bad_move(text, "the cell is occupied")) }
    }

    fn format_move(&self, _pos: &Gomoku<R>, mv: Cell, style: MoveStyle) -> String {
        let point = Point::from(mv);
        match style {
            MoveStyle::Pair => point.to_string(),
            MoveStyle::Top => notation::point_text(point, self.size, Origin::Top),
            MoveStyle::Bottom => notation::point_text(point, self.size, Origin::Bottom),
            MoveStyle::BottomRowFirst => notation::point_text(Point::new(point.y, point.x), self.size, Origin::Bottom),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Gomoku<R>, Rejected> {
        let setup = notation::parse_position(text)?;
        if setup.size != self.size || setup.rule != R::CODE {
            return Err(Rejected::BadPosition("of another rule or size".to_owned()));
        }
        Ok(Gomoku::from_setup(&setup))
    }

    fn format_position(&self, pos: &Gomoku<R>) -> String {
        notation::position_text(&pos.to_setup())
    }

    fn draw(&self, pos: &Gomoku<R>) -> String {
        notation::draw(&pos.to_setup(), &[])
    }

    fn set_up(&self, stones: &[(String, Option<Player>)], to_move: Player) -> Result<Gomoku<R>, Rejected> {
        let mut setup = Setup { to_move, ..Setup::empty(self.size, R::CODE) };
        for (text, owner) in stones {
            let point = self.point(text)?;
            if setup.stones.iter().any(|(taken, _)| *taken == point) {
                return Err(Rejected::bad_move(text, "the cell is occupied"));
            }
            setup.stones.push((point, *owner));
        }
        Ok(Gomoku::from_setup(&setup))
    }

    fn forbidden(&self, pos: &Gomoku<R>) -> Vec<Cell> {
        if pos.to_move() == Player::First { pos.forbidden_points() } else { Vec::new() }
    }

    /// All but the outer fifth of the board on each side.
    fn first_moves(&self) -> Vec<Cell> {
        let inner = self.size / 5..self.size - self.size / 5;
        inner.clone().flat_map(|y| inner.clone().map(move |x| Cell::new(x, y))).collect()
    }

    /// The smallest key among the eight ways to turn and mirror the board.
    fn symmetric_key(&self, pos: &Gomoku<R>) -> u64 {
        let setup = pos.to_setup();
        let last = setup.size as u8 - 1;
        let turned = |way: u8| {
            let mut turned = setup.clone();
            for (point, _) in &mut turned.stones {
                let (x, y) = if way & 1 == 0 { (point.x, point.y) } else { (point.y, point.x) };
                let x = if way & 2 == 0 { x } else { last - x };
                let y = if way & 4 == 0 { y } else { last - y };
                *point = Point::new(x, y);
            }
            Gomoku::<R>::from_setup(&turned).key()
        };
        (0..8).map(turned).min().unwrap_or_else(|| pos.key())
    }
}

impl<R: Rule> BoardView<Gomoku<R>> for GomokuNotation<R> {
    fn board(&self, _pos: &Gomoku<R>) -> Board {
        scene::board(self.size)
    }

    fn step(&self, _pos: &Gomoku<R>, mv: Cell) -> Step {
        scene::step(mv, self.size)
    }

    fn tail(&self, _pieces: &[Piece], to_move: Player) -> String {
        format!("{} {}", if to_move == Player::First { 'b' } else { 'w' }, R::CODE.number())
    }

    fn rows(&self, pos: &Gomoku<R>) -> Vec<StoneRow> {
        rows::rows(pos)
    }

    fn winning(&self, pos: &Gomoku<R>, outcome: Outcome) -> Vec<String> {
        match outcome {
            Outcome::Win(winner) => scene::winning(pos, winner),
            Outcome::Draw => Vec::new(),
        }
    }

    fn fouls(&self, pos: &Gomoku<R>) -> Vec<ForbiddenCell> {
        scene::fouls(pos)
    }

    fn passed(&self, pos: &Gomoku<R>) -> Option<Gomoku<R>> {
        let mut passed = pos.clone();
        passed.pass();
        Some(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notation() -> GomokuNotation<Freestyle> {
        GomokuNotation { size: 15, rule: PhantomData }
    }

    #[test]
    fn rule_two_depends_on_who_asks() {
        let mut options = Options::new();
        let both = |options: &Options, number| [false, true].map(|yixin| wire_rule(number, yixin, options));
        assert_eq!(both(&options, 2), [0, 4]);
        options.set("rule2", "renju").unwrap();
        assert_eq!(both(&options, 2), [4, 4]);
        options.set("rule2", "continuous").unwrap();
        assert_eq!(both(&options, 2), [0, 0]);
        assert_eq!(both(&options, 9), [9, 9]);
    }

    #[test]
    fn both_notations_name_the_same_cell() {
        let pos = notation().start();
        for (pair, bottom, top, row_first) in
            [("7,7", "h8", "h8", "h8"), ("0,0", "a15", "a1", "a15"), ("14,3", "o12", "o4", "d1")]
        {
            let mv = notation().parse_move(&pos, pair).unwrap();
            assert_eq!(notation().parse_move(&pos, bottom), Ok(mv));
            assert_eq!(notation().format_move(&pos, mv, MoveStyle::Pair), pair);
            assert_eq!(notation().format_move(&pos, mv, MoveStyle::Bottom), bottom);
            assert_eq!(notation().format_move(&pos, mv, MoveStyle::Top), top);
            assert_eq!(notation().format_move(&pos, mv, MoveStyle::BottomRowFirst), row_first);
        }
    }

    #[test]
    fn the_key_of_a_board_survives_turns_and_mirrors_and_nothing_else() {
        let key = |moves: &[(usize, usize)]| {
            let mut pos = Gomoku::<Freestyle>::new(15);
            moves.iter().for_each(|&(x, y)| pos.place(Cell::new(x, y)));
            notation().symmetric_key(&pos)
        };
        let moves = [(3, 4), (5, 7), (6, 1)];
        let same = [
            moves.map(|(x, y)| (14 - x, y)),
            moves.map(|(x, y)| (x, 14 - y)),
            moves.map(|(x, y)| (y, x)),
            moves.map(|(x, y)| (14 - y, x)),
        ];
        for other in same {
            assert_eq!(key(&other), key(&moves), "{other:?}");
        }
        for other in [[(3, 4), (5, 7), (6, 2)], [(5, 7), (3, 4), (6, 1)]] {
            assert_ne!(key(&other), key(&moves), "{other:?}");
        }
    }

    #[test]
    fn a_stone_twice_is_no_position() {
        let stones = [("7,7".to_owned(), Some(Player::First)), ("7,7".to_owned(), Some(Player::Second))];
        assert!(matches!(notation().set_up(&stones, Player::First), Err(Rejected::BadMove { .. })));
    }
}
