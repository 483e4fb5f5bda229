//! The two-player search as its callers see it: one object that searches positions on one or more threads.

use std::sync::Arc;
use std::thread;

use super::alpha_beta::Search;
use super::control::Control;
use super::database::{self, Database, Known};
use super::deepening::deepen;
use super::evaluation::Evaluation;
use super::model::Model;
use super::move_stack::MoveStack;
use super::ordering::MoveOrdering;
use super::params::Params;
use super::position::Game;
use super::request::{Progress, SearchRequest, SearchResult};
use super::root::{Root, RootMove, promote_proven_move};
use super::score::Score;
use super::selectivity::Selectivity;
use super::smp::{STACK_BYTES, SharedState};
use super::thread_data::ThreadData;
use super::threat_search::ThreatSearch;
use super::tt::Table;

/// Searches positions of one game. Keeps per-thread data (histories, threat search tables) from move to move.
pub struct Searcher<G: Game, M: Model<G>> {
    model: M,
    threads: Vec<ThreadData<G, M>>,
    selectivity: Selectivity,
    database: Option<Arc<dyn Database<G>>>,
}

impl<G: Game, M: Model<G>> Searcher<G, M> {
    /// A searcher whose threads share this model, by the numbers that it brings.
    pub fn new(model: M) -> Self {
        let params = model.search_params();
        Searcher::with_params(model, params)
    }

    /// As [`Searcher::new`], with other parameters.
    pub fn with_params(model: M, params: Params) -> Self {
        Searcher {
            threads: vec![ThreadData::new(&model)],
            model,
            selectivity: Selectivity::new(params),
            database: None,
        }
    }

    /// Asks this database from now on; `None` for none.
    pub fn set_database(&mut self, database: Option<Arc<dyn Database<G>>>) {
        self.database = database;
    }

    /// The parameters that it searches with.
    pub fn params(&self) -> &Params {
        self.selectivity.params()
    }

    /// Forgets what earlier searches taught, for a new game. Clearing the table is up to the caller.
    pub fn clear(&mut self) {
        self.threads.truncate(1);
        for td in &mut self.threads {
            td.threats.clear();
            td.history.clear();
        }
    }

    /// The main thread's threat search, for questions outside a search.
    pub fn threats(&mut self) -> &mut M::Threats {
        &mut self.threads[0].threats
    }

    /// The static value for the side to move of a position that is not over.
    pub fn evaluate(&mut self, pos: &G) -> Score {
        self.threads[0].evaluation.evaluate_exactly(pos)
    }

    /// Searches until done or stopped; `report` is called on this thread after every iteration, and at the end when the best move is
    /// not the one reported last.
    ///
    /// `None` only when no legal move is left after `only` and `exclude`. A search that is stopped at once still returns a legal
    /// move. The caller's thread is the main thread: it should have a stack of [`STACK_BYTES`]. A helper that cannot be started
    /// is logged, and the search goes on without it.
    pub fn search(
        &mut self,
        pos: &G,
        table: &Table,
        request: &SearchRequest<G::Move>,
        ctl: &Control,
        report: &mut dyn FnMut(&Progress<'_, G::Move>),
    ) -> Option<SearchResult<G::Move>> {
        let count = request.threads.max(1);
        self.threads.truncate(count);
        while self.threads.len() < count {
            self.threads.push(ThreadData::new(&self.model));
        }
        table.new_search();
        for td in &mut self.threads {
            td.start(pos, self.selectivity.params());
        }
        let selectivity = &self.selectivity;
        let params = selectivity.params();
        let database = self.database.as_deref();
        let mut root_pos = pos.clone();
        let (mut moves, partial) =
            root_moves(&mut self.threads[0], &mut root_pos, (table, database), (request, false), params);
        if moves.is_empty() {
            return None;
        }
        let nodes = u64::try_from(params.root_proof_nodes).unwrap_or(0).min(ctl.node_limit());
        if let Ok(Some(line)) = self.threads[0].threats.prove_line(&mut root_pos, nodes, ctl) {
            promote_proven_move::<G>(&mut moves, &line);
        }
        let shared = SharedState::new(table, ctl);
        let algorithm = request.algorithm.unwrap_or_else(|| params.algorithm());
        let setup = (algorithm, request.multi_pv, partial);
        let (first, helpers) = self.threads.split_first_mut()?;
        let (mut result, reported) = thread::scope(|scope| {
            let mut started = Vec::new();
            for (at, td) in helpers.iter_mut().enumerate() {
                let (shared, pos, moves) = (&shared, pos.clone(), moves.clone());
                let run = move || {
                    let search = Search::new(td, shared, selectivity, database);
                    let mut root = Root::new(search, pos, moves, setup, at + 1, None);
                    deepen(&mut root, shared.ctl);
                    root.result()
                };
                match thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run) {
                    Ok(helper) => started.push(helper),
                    Err(error) => {
                        log::warn!("search thread {} not started: {error}", at + 2);
                        break;
                    }
                }
            }
            let search = Search::new(first, &shared, selectivity, database);
            let mut root = Root::new(search, root_pos, moves, setup, 0, Some(&mut *report));
            deepen(&mut root, ctl);
            shared.stop_helpers();
            let own = (root.result(), root.best_move_is_reported());
            started.into_iter().fold(own, |(best, reported), helper| match helper.join() {
                Ok(found) if found.is_better(&best) => (found, false),
                Ok(_) => (best, reported),
                Err(_) => {
                    log::error!("a search thread failed");
                    (best, reported)
                }
            })
        });
        result.nodes = shared.nodes();
        result.proof_nodes = shared.proof_nodes();
        if !reported {
            report(&Progress {
                depth: result.depth,
                seldepth: result.seldepth,
                nodes: result.nodes,
                proof_nodes: result.proof_nodes,
                elapsed: ctl.elapsed(),
                hashfull: table.hashfull(),
                lines: &result.lines,
            });
        }
        Some(result)
    }
}

/// The root moves in order of promise, and whether some are excluded. Moves that the table or the database proves to win come first,
/// the fastest win before the others, so that a claimed win is never forgotten. Those that the database blocks are excluded, as long as
/// there are others; `all`: among all legal moves, not the candidates alone.
fn root_moves<G: Game, M: Model<G>>(
    td: &mut ThreadData<G, M>,
    pos: &mut G,
    (table, database): (&Table, Option<&dyn Database<G>>),
    (request, all): (&SearchRequest<G::Move>, bool),
    params: &Params,
) -> (Vec<RootMove<G::Move>>, bool) {
    let mut stack = MoveStack::new();
    td.ordering.candidates(pos, &mut stack);
    let wanted =
        |mv: G::Move| !request.exclude.contains(&mv) && request.only.as_ref().is_none_or(|only| only.contains(&mv));
    if all || request.only.is_some() || !stack.moves(0).any(wanted) {
        stack.truncate(0);
        pos.generate(&mut stack);
    }
    std::mem::swap(&mut td.moves, &mut stack);
    td.score_moves(pos, 0, 0, params);
    std::mem::swap(&mut td.moves, &mut stack);
    let ask = |pos: &G| {
        let found = database.and_then(|database| database.probe(pos));
        found.unwrap_or(Known { entry: None, is_blocked: false })
    };
    let told = ask(pos).entry;
    let entry =
        told.map_or_else(|| table.probe(pos.key()), |told| Some(database::better(table.probe(pos.key()), told)));
    let known = entry.map_or(0, |entry| entry.mv);
    let told_win = told.filter(|told| told.is_proof() && told.score.is_win());
    let eval = td.evaluation.evaluate_exactly(pos);
    let (mut moves, mut blocked) = (Vec::new(), Vec::new());
    let mut partial = false;
    for &(mv, value) in stack.from(0) {
        if !wanted(mv) {
            partial = true;
            continue;
        }
        let undo = pos.make(mv);
        let Known { entry: answer, is_blocked } = ask(pos);
        let stored = table.probe(pos.key());
        pos.unmake(mv, undo);
        let packed = G::pack(mv);
        let proof = answer.map_or(stored, |answer| Some(database::better(stored, answer)));
        let proof = proof.filter(|entry| params.table_use == 1 && entry.is_proof());
        let win = proof.map(|entry| -entry.score.from_node(1)).filter(|score| score.is_win());
        let win = win.max(told_win.filter(|told| told.mv == packed).map(|told| told.score));
        let order = (win.unwrap_or(-Score::INFINITE), packed == known, value);
        let found = (RootMove::new(mv, packed, win.unwrap_or(eval)), order);
        if is_blocked { &mut blocked } else { &mut moves }.push(found);
    }
    partial |= !blocked.is_empty() && !moves.is_empty();
    if moves.is_empty() && !blocked.is_empty() && !all {
        return root_moves(td, pos, (table, database), (request, true), params);
    }
    if moves.is_empty() {
        moves = blocked;
    }
    moves.sort_by(|(_, a), (_, b)| b.cmp(a));
    (moves.into_iter().map(|(found, _)| found).collect(), partial)
}
