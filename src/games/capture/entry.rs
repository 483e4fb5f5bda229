//! Capture puzzles in the registry: their options, their words on the wire, and how they are opened.

use super::bounds::BoundKind;
use super::method::{Algorithm, SolverSettings, Verdict, solve};
use super::notation::{self, NotationError};
use super::{Capture, Move, scene};
use crate::engine::clock::TimeParams;
use crate::engine::options::{OptionKey, Options, Row};
use crate::engine::registry::{Entry, Trial, Wire};
use crate::engine::solver::{Finding, Method, Solver};
use crate::engine::view::{Board, BoardView, Piece, Step};
use crate::engine::{Engine, MoveStyle, Notation, Rejected};
use crate::search::astar::Effort;
use crate::search::{Control, Player, Position, Table};

/// Capture puzzles, for the registry.
pub static ENTRY: Entry = Entry {
    name: "capture",
    options: OPTIONS,
    wire: Wire::NONE,
    open,
    read,
    time: TimeParams::DEFAULT,
    bench: BENCH,
    identity: None,
};

/// The puzzle of a new game: the hardest of the source's own.
const START: &str = "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b";

const ALGORITHMS: &[(&str, i64)] = &[("auto", 0), ("astar", 1), ("ida", 2), ("bfs", 3)];

/// The code of a bound is its place in [`BoundKind::ALL`] and 1.
const BOUNDS: &[(&str, i64)] = &[
    ("auto", 0),
    ("reds", 1),
    ("estimate1", 2),
    ("estimate2", 3),
    ("estimate2-source", 4),
    ("spanning", 5),
    ("cover", 6),
    ("pairs", 7),
];

static ALGORITHM: OptionKey<Algorithm> = OptionKey::choice(
    "Algorithm",
    "auto",
    ALGORITHMS,
    |value| Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == value.word()).unwrap_or_default(),
    "capture: the search that solves the puzzle",
);

static BOUND: OptionKey<Option<BoundKind>> = OptionKey::choice(
    "Bound",
    "auto",
    BOUNDS,
    |value| BoundKind::ALL.into_iter().find(|bound| bound.name() == value.word()),
    "capture: the lower bound of A* and IDA*",
);

static BLACK_CANNONS: OptionKey<bool> = OptionKey::check(
    "BlackCannons",
    true,
    "capture: positions with black cannons, an extension of the rules, are taken",
);

static OPTIONS: &[&Row] = &[&ALGORITHM.row, &BOUND.row, &BLACK_CANNONS.row];

/// Puzzles of every class; their expansions are the signature.
const BENCH: &[Trial] = &[
    trial(START),
    trial("2D2D2/aP1NpD2/2DDaD1n/K1D1a3 b"),
    trial("enrn3A/2D1rp1E/DDDADD1D/Dr1NDD1D b"),
    trial("D3ADak/2DDP1Dn/D2kDDk1/1DDr1kND b"),
    trial("2p1DD1n/DRD1cDD1/p3Dn1p/3EE1Dp b"),
    trial("1krD1EEe/1rE2P1a/2c1p3/D1K2c2 b"),
    trial("2kRD3/DpDkDcA1/D2D1Arn/DD4Kc b"),
    trial("8/p2PnD2/ec6/4D1C1 b"),
];

const fn trial(position: &'static str) -> Trial {
    Trial { options: &[], position: Some(position), moves: "", depth: 1 }
}

fn open(options: &Options) -> Result<Box<dyn Engine>, Rejected> {
    let settings =
        SolverSettings { algorithm: options.get(&ALGORITHM), bound: options.get(&BOUND), ..SolverSettings::default() };
    let notation =
        CaptureNotation { cannons: options.get(&BLACK_CANNONS), start: notation::parse_position(START, true)? };
    Ok(Box::new(Solver::new(notation, Searches { settings })))
}

/// No option depends on the position.
fn read(_text: &str, _options: &mut Options) -> Result<(), Rejected> {
    Ok(())
}

/// The searches of this game, as an engine uses them.
struct Searches {
    settings: SolverSettings,
}

impl Method<Capture> for Searches {
    /// A record goes into the table; A* may take as much memory again as the table has.
    fn solve(&mut self, pos: &Capture, table: &Table, ctl: &Control) -> (Finding<Move>, Effort) {
        table.new_search();
        let settings = SolverSettings { memory: table.bytes(), ..self.settings };
        let solution = solve(pos, &settings, Some(table), ctl);
        let finding = match solution.verdict {
            Verdict::Solved(moves) => Finding::Solved(moves),
            Verdict::Unsolvable => Finding::Unsolvable,
            Verdict::Unknown => Finding::Unknown,
        };
        (finding, solution.effort)
    }
}

impl From<NotationError> for Rejected {
    fn from(error: NotationError) -> Rejected {
        Rejected::BadPosition(error.to_string())
    }
}

/// Positions as text, moves as `e2e1`.
#[derive(Clone, Debug)]
struct CaptureNotation {
    cannons: bool,
    start: Capture,
}

impl Notation<Capture> for CaptureNotation {
    fn start(&self) -> Capture {
        self.start.clone()
    }

    fn parse_move(&self, pos: &Capture, text: &str) -> Result<Move, Rejected> {
        let short = || text.chars().take(20).collect::<String>();
        let mv = notation::parse_move(text).map_err(|why| Rejected::bad_move(short(), why.to_string()))?;
        pos.unpack(Capture::pack(mv)).ok_or_else(|| Rejected::bad_move(short(), "not legal here"))
    }

    fn format_move(&self, _pos: &Capture, mv: Move, _style: MoveStyle) -> String {
        notation::format_move(mv)
    }

    fn parse_position(&self, text: &str) -> Result<Capture, Rejected> {
        Ok(notation::parse_position(text, self.cannons)?)
    }

    fn format_position(&self, pos: &Capture) -> String {
        notation::format_position(pos)
    }

    fn draw(&self, pos: &Capture) -> String {
        notation::draw(pos)
    }
}

impl BoardView<Capture> for CaptureNotation {
    fn board(&self, _pos: &Capture) -> Board {
        scene::board()
    }

    fn step(&self, _pos: &Capture, mv: Move) -> Step {
        scene::step(mv)
    }

    /// Black is the only side that moves.
    fn tail(&self, _pieces: &[Piece], _to_move: Player) -> String {
        "b".to_owned()
    }

    fn lost(&self, pos: &Capture) -> Option<[u8; 2]> {
        scene::lost(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_options_are_places() {
        for (place, (name, code)) in ALGORITHMS.iter().enumerate() {
            assert_eq!((*code, *name), (place as i64, Algorithm::ALL[place].name()));
        }
        for (place, (name, code)) in BOUNDS[1..].iter().enumerate() {
            assert_eq!((*code, *name), (place as i64 + 1, BoundKind::ALL[place].name()));
        }
    }

    #[test]
    fn every_position_of_the_entry_is_one() {
        for text in BENCH.iter().filter_map(|trial| trial.position).chain([START]) {
            let pos = notation::parse_position(text, true).unwrap();
            assert_eq!(notation::format_position(&pos), text);
        }
    }
}
