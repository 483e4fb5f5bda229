//! Openings that the engine plays against itself, with the game that comes of each: does a rule leave both sides their chances?

use web_time::Instant;

use crate::engine::opening::{Action, Advisor, OpeningDialog, OpeningRule, Seat};
use crate::engine::{Change, Engine, Rejected, Task};
use crate::search::{Control, Limits, Outcome, Table};

/// The table of the searches in MiB: they are short.
const TABLE: usize = 8;

/// How dialogs are played.
#[derive(Clone, Copy, Debug)]
pub struct DialogSettings {
    /// The rule.
    pub rule: OpeningRule,
    /// Rows and columns of the engine's board.
    pub size: usize,
    /// The nodes of a decision in the opening.
    pub decision_nodes: u64,
    /// The nodes of a move after it.
    pub move_nodes: u64,
}

/// An opening, and how its game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogGame {
    /// Who did what in the opening.
    pub record: Vec<(Seat, Action)>,
    /// Who has the black stones.
    pub black: Seat,
    /// The stones of the opening.
    pub stones: usize,
    /// All the moves, as the Gomocup wire has them.
    pub moves: Vec<String>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// So many games, one after the other, go from the nodes given to twice as many: no two games are searched alike.
const MORE_NODES: u64 = 200;

/// Plays an opening and its game. Games of equal numbers are equal; others differ by what is chosen among equals, and by how far is
/// searched.
///
/// # Errors
/// When the game has no openings, or the engine does what they do not allow.
pub fn play(engine: &mut dyn Engine, settings: &DialogSettings, number: u64) -> Result<DialogGame, Rejected> {
    let table = Table::new(TABLE).map_err(|error| Rejected::Memory(error.to_string()))?;
    engine.apply(&Change::Clear)?;
    engine.new_game();
    let refused = |why: crate::engine::opening::OpeningError| Rejected::Internal(format!("opening: {why}"));
    let mut dialog = OpeningDialog::new(settings.rule, settings.size).map_err(refused)?;
    let mut record = Vec::new();
    while dialog.actor().is_some() {
        let ctl = nodes(settings.decision_nodes, number);
        let decision = {
            let task = Task::default();
            let mut study = engine.study(&task, &table, &ctl).ok_or_else(unfit)?;
            Advisor::decide(&dialog, &mut *study, Some(number))?
        };
        for action in decision.actions {
            record.extend(dialog.actor().map(|actor| (actor, action)));
            dialog.act(action).map_err(refused)?;
        }
        let moves = dialog.stones().iter().map(ToString::to_string).collect();
        engine.apply(&Change::Set { position: None, moves })?;
    }
    let mut moves: Vec<String> = dialog.stones().iter().map(ToString::to_string).collect();
    while engine.standing().outcome.is_none() {
        let task = Task { wire: crate::engine::MoveStyle::Pair, ..Task::default() };
        let found = engine.think(&task, &table, &nodes(settings.move_nodes, number), &mut |_| {})?;
        moves.extend(engine.write_moves(&found, task.wire));
        found.iter().try_for_each(|&mv| engine.apply(&Change::PlayPacked(mv)))?;
    }
    let outcome = engine.standing().outcome;
    Ok(DialogGame { record, black: dialog.black(), stones: dialog.stones().len(), moves, outcome })
}

fn nodes(nodes: u64, game: u64) -> Control {
    let nodes = nodes + nodes * (game % MORE_NODES) / MORE_NODES;
    Control::new(&Limits { nodes: Some(nodes), ..Limits::default() }, Instant::now())
}

fn unfit() -> Rejected {
    Rejected::Unsupported("opening of this game".to_owned())
}
