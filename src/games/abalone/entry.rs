//! Abalone in the registry: its options, its words on the wire, and how it is opened.

use fukumi_protocol::Dialect;

use super::board::{Abalone, Setup};
use super::model::AbaloneModel;
use super::moves::Move;
use super::notation::{self, MoveForm, NotationError};
use super::rules::DrawRules;
use super::scene;
use super::starts;
use crate::engine::clock::TimeParams;
use crate::engine::options::{EVALUATION, Evaluation, OptionKey, Options, Row};
use crate::engine::registry::{Entry, Identity, Trial, Wire};
use crate::engine::view::{Board, BoardView, Piece, Step};
use crate::engine::{Engine, MoveStyle, Notation, Rejected, TwoPlayer};
use crate::search::Player;

/// Abalone, for the registry.
pub static ENTRY: Entry = Entry {
    name: "abalone",
    options: OPTIONS,
    wire: WIRE,
    open,
    read,
    time: TimeParams::DEFAULT,
    bench: BENCH,
    identity: Some(Identity { options: &[], numbers: 2, lays: false }),
};

const WIRE: Wire = Wire { dialect: Some(Dialect::Aep), ..Wire::NONE };

const START: &str = "belgian-daisy";

static START_POSITION: OptionKey<usize> = OptionKey::choice(
    "Start",
    START,
    &starts::WORDS,
    |value| starts::WORDS.iter().find(|(word, _)| *word == value.word()).map_or(0, |&(_, place)| place as usize),
    "the start position of Abalone, by its name",
);

static REPETITION: OptionKey<bool> =
    OptionKey::check("Repetition", true, "Abalone: the third occurrence of a position is a draw");

static PLY_CAP: OptionKey<usize> = OptionKey::spin(
    "PlyCap",
    350,
    0,
    100_000,
    "Abalone: after so many plies more ejections win, and equal ones are a draw; 0: never",
);

static OPTIONS: &[&Row] = &[&START_POSITION.row, &REPETITION.row, &PLY_CAP.row];

/// The tournament starts, and one with marbles at the edge.
const BENCH: &[Trial] = &[
    trial(&[("Start", "belgian-daisy")]),
    trial(&[("Start", "standard")]),
    trial(&[("Start", "german-daisy")]),
    trial(&[("Start", "swiss-daisy")]),
    trial(&[("Start", "dutch-daisy")]),
    trial(&[("Start", "corners")]),
];

/// A search from the start that these options name.
const fn trial(options: &'static [(&'static str, &'static str)]) -> Trial {
    Trial { options, position: None, moves: "", depth: 9 }
}

fn open(options: &Options) -> Result<Box<dyn Engine>, Rejected> {
    let is_classical = options.get(&EVALUATION) == Evaluation::Classical;
    let model = match options.eval_file() {
        Some(file) => AbaloneModel::with_weights(file.bytes()).map_err(|why| file.refused(&why))?,
        None if is_classical => AbaloneModel::classical(),
        None => AbaloneModel::default(),
    };
    let model = if is_classical { model.without_network() } else { model };
    Ok(Box::new(TwoPlayer::new(notation(options)?, model)))
}

fn notation(options: &Options) -> Result<AbaloneNotation, Rejected> {
    let start = starts::start(options.get(&START_POSITION))?;
    let ply_cap = u32::try_from(options.get(&PLY_CAP)).unwrap_or(u32::MAX);
    let rules = DrawRules { repetition: options.get(&REPETITION), ply_cap };
    Ok(AbaloneNotation { start, rules })
}

/// The position that a game with these options begins with.
///
/// # Errors
/// When the start cannot be read.
pub fn start_position(options: &Options) -> Result<Abalone, Rejected> {
    Ok(notation(options)?.start())
}

/// A position text decides no option, but must be one.
fn read(text: &str, _options: &mut Options) -> Result<(), Rejected> {
    notation::parse_position(text)?;
    Ok(())
}

impl From<NotationError> for Rejected {
    fn from(error: NotationError) -> Rejected {
        Rejected::BadPosition(error.to_string())
    }
}

/// What Abalone's text means, with this start and these draw rules.
#[derive(Clone, Debug)]
struct AbaloneNotation {
    start: Setup,
    rules: DrawRules,
}

impl Notation<Abalone> for AbaloneNotation {
    fn start(&self) -> Abalone {
        Abalone::new(self.start, self.rules)
    }

    fn parse_move(&self, pos: &Abalone, text: &str) -> Result<Move, Rejected> {
        notation::parse_move(pos, text).map_err(|error| {
            let why = match error {
                NotationError::NotCells(_) => "expected two or three cells, such as a1b2 or c3c5d4",
                _ => "not a legal move here",
            };
            Rejected::bad_move(text.chars().take(20).collect::<String>(), why)
        })
    }

    fn format_move(&self, _pos: &Abalone, mv: Move, style: MoveStyle) -> String {
        let form = if style == MoveStyle::Pair { MoveForm::FirstToLast } else { MoveForm::AbaPro };
        notation::move_text(mv, form)
    }

    fn parse_position(&self, text: &str) -> Result<Abalone, Rejected> {
        Ok(Abalone::new(notation::parse_position(text)?, self.rules))
    }

    fn format_position(&self, pos: &Abalone) -> String {
        notation::position_text(pos.setup())
    }

    fn draw(&self, pos: &Abalone) -> String {
        notation::draw(pos.setup())
    }
}

impl BoardView<Abalone> for AbaloneNotation {
    fn board(&self, _pos: &Abalone) -> Board {
        scene::board()
    }

    fn step(&self, _pos: &Abalone, mv: Move) -> Step {
        scene::step(mv)
    }

    fn tail(&self, pieces: &[Piece], to_move: Player) -> String {
        scene::tail(pieces, to_move)
    }

    fn lost(&self, pos: &Abalone) -> Option<[u8; 2]> {
        scene::lost(pos.setup())
    }
}
