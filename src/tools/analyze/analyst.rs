//! The study of one position: a search by an engine that has learnt nothing from any other, so that order does not matter.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::options::Options;
use crate::engine::{Change, Engine, Library, MoveStyle, Rejected, Verdict as Proof, kept_lines};
use crate::lab::arena::opening::Opening;
use crate::lab::study::Study;
use crate::search::{Control, Limits, Means, Table};

/// The table of a search without a limit of nodes, in MiB.
const TABLE_DEFAULT: usize = 64;
/// What a puzzle may hold, in MiB; only what is needed is taken.
const PUZZLE_DEFAULT: usize = 1_024;
/// Bytes of the table for each node: an entry and as much again.
const BYTES_A_NODE: u64 = 32;
/// The largest table made for a limit of nodes, in MiB.
const TABLE_MOST: u64 = 1_024;

/// Under which conditions every position is searched.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// The game and its rules, where a position's text does not say otherwise.
    pub(super) options: Options,
    /// Nodes for a position.
    pub(super) nodes: Option<u64>,
    /// Depth for a position.
    pub(super) depth: Option<u32>,
    /// Time for a position.
    pub(super) time: Option<Duration>,
    /// How many best lines are wanted.
    pub(super) lines: usize,
    /// Nodes of the search for a whole proof; none when it is not asked for.
    pub(super) prove: Option<u64>,
    /// The table in MiB, when one was asked for.
    pub(super) hash: Option<usize>,
    /// Where what is found is kept.
    pub(super) database: Option<Arc<dyn Library>>,
}

impl Conditions {
    fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, hard: self.time, ..Limits::default() }
    }

    /// A table no larger than the nodes can fill: a new one is had for each position.
    fn table(&self, puzzle: bool) -> Result<Table, Rejected> {
        let fitting = match self.nodes {
            _ if puzzle => PUZZLE_DEFAULT,
            Some(nodes) => (nodes.saturating_mul(BYTES_A_NODE) >> 20).clamp(1, TABLE_MOST) as usize,
            None => TABLE_DEFAULT,
        };
        Table::new(self.hash.unwrap_or(fitting)).map_err(|error| Rejected::Memory(error.to_string()))
    }
}

/// Studies positions, one after the other.
pub(super) struct Analyst<'a> {
    conditions: &'a Conditions,
    open_game: Option<(Options, Box<dyn Engine>)>,
}

impl<'a> Analyst<'a> {
    pub(super) fn new(conditions: &'a Conditions) -> Analyst<'a> {
        Analyst { conditions, open_game: None }
    }

    /// Can all the moves be played?
    ///
    /// # Errors
    /// [`Rejected`], naming what is wrong.
    pub(super) fn check(&mut self, opening: &Opening) -> Result<(), Rejected> {
        self.go_to(opening, opening.moves.len()).map(|_| ())
    }

    /// Studies the position after so many of the moves.
    ///
    /// # Errors
    /// [`Rejected`] when there is no such position, or no memory for the search.
    pub(super) fn study(&mut self, opening: &Opening, plies: usize) -> Result<Study, Rejected> {
        let studied = catch_unwind(AssertUnwindSafe(|| self.study_unguarded(opening, plies)));
        studied.unwrap_or_else(|_| {
            // A panic may have left the engine in any state.
            self.open_game = None;
            Err(Rejected::Internal("the search failed".to_owned()))
        })
    }

    fn study_unguarded(&mut self, opening: &Opening, plies: usize) -> Result<Study, Rejected> {
        let conditions = self.conditions;
        let engine = self.go_to(opening, plies)?;
        let mut study = Study::new(engine, opening.moves.get(plies).map(String::as_str))?;
        if study.is_over() {
            return Ok(study);
        }
        let table = conditions.table(study.puzzle)?;
        let ctl = Control::new(&conditions.limits(), Instant::now());
        engine.new_game();
        study.search(engine, (conditions.lines, 1), &table, &ctl)?;
        if let Some(nodes) = conditions.prove {
            let ctl = Control::new(&Limits { hard: conditions.time, ..Limits::default() }, Instant::now());
            let proof = engine.prove(Means::Threats, nodes, MoveStyle::Bottom, &ctl)?;
            if let Proof::Win(win) = &proof {
                study.use_proof(win, conditions.lines);
            }
            study.proof = Some(proof);
        }
        if let Some(library) = conditions.database.as_ref().filter(|_| !study.puzzle) {
            keep(library.as_ref(), &conditions.options, engine, &study)?;
        }
        study.look_at_played(engine, 1, &table, (&ctl, &conditions.limits()))?;
        Ok(study)
    }

    /// The engine in the position after so many of the moves, opened anew when its rules are others.
    fn go_to(&mut self, opening: &Opening, plies: usize) -> Result<&mut dyn Engine, Rejected> {
        let mut options = self.conditions.options.clone();
        if let Some(text) = &opening.position {
            (options.game().read)(text, &mut options)?;
        }
        if self.open_game.as_ref().is_none_or(|(opened, _)| !opened.same_game(&options)) {
            self.open_game = Some((options.clone(), (options.game().open)(&options)?));
        }
        let (_, engine) = self.open_game.as_mut().ok_or_else(|| Rejected::Internal("no game".to_owned()))?;
        let moves = opening.moves[..plies].to_vec();
        engine.apply(&Change::Set { position: opening.position.clone(), moves })?;
        Ok(engine.as_mut())
    }
}

/// Adds what was found to a database, under the rules of the position.
fn keep(library: &dyn Library, options: &Options, engine: &mut dyn Engine, study: &Study) -> Result<(), Rejected> {
    let mut rules = options.clone();
    (rules.game().read)(&study.position, &mut rules)?;
    let found = kept_lines::findings(engine, &study.lines)?;
    library.positions(&rules)?.store(&found);
    Ok(())
}
