//! The search of a two-player game as its callers see it.

use std::thread;

use super::alpha_beta::Search;
use super::control::Control;
use super::deepening::deepen;
use super::mind::Mind;
use super::move_stack::MoveStack;
use super::params::Params;
use super::position::{Evaluator, Game};
use super::request::{Answer, Progress, Request};
use super::root::{Root, RootMove, adopt_proof};
use super::score::Score;
use super::selectivity::Selectivity;
use super::smp::{Crew, STACK_BYTES};
use super::tt::Table;

/// Searches positions of one game and keeps, from move to move, what helps the next search: histories and evaluators.
pub struct Searcher<G: Game, E: Evaluator<G>> {
    minds: Vec<Mind<G, E>>,
    selectivity: Selectivity,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher that judges by this evaluator; every further thread gets a clone.
    pub fn new(evaluator: E) -> Self {
        Searcher::with_params(evaluator, Params::default())
    }

    /// A searcher with numbers of its own: for tuning and tests.
    pub fn with_params(evaluator: E, params: Params) -> Self {
        Searcher { minds: vec![Mind::new(evaluator)], selectivity: Selectivity::new(params) }
    }

    /// The numbers that it searches by.
    pub fn params(&self) -> &Params {
        self.selectivity.params()
    }

    /// Searches by other numbers from now on.
    pub fn set_params(&mut self, params: Params) {
        self.selectivity = Selectivity::new(params);
    }

    /// Forgets what earlier searches taught: a new game begins. The table is the caller's to clear.
    pub fn clear(&mut self) {
        self.minds.truncate(1);
        for mind in &mut self.minds {
            mind.evaluator.clear();
            mind.history.clear();
        }
    }

    /// The first thread's evaluator, for questions outside a search.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.minds[0].evaluator
    }

    /// Searches until done or stopped; `report` is called on this thread after every iteration.
    ///
    /// `None` only when no legal move is left after `only` and `exclude`. A search that is stopped at once still holds a legal
    /// move. The caller's thread is the first searcher: it should have a stack of [`STACK_BYTES`]. Helpers that cannot be
    /// started are done without.
    pub fn search(
        &mut self,
        pos: &G,
        table: &Table,
        request: &Request<G::Move>,
        ctl: &Control,
        report: &mut dyn FnMut(&Progress<'_, G::Move>),
    ) -> Option<Answer<G::Move>> {
        let threads = request.threads.max(1);
        self.minds.truncate(threads);
        while self.minds.len() < threads {
            let evaluator = self.minds[0].evaluator.clone();
            self.minds.push(Mind::new(evaluator));
        }
        table.new_search();
        for mind in &mut self.minds {
            mind.start(pos);
        }
        let selectivity = &self.selectivity;
        let params = selectivity.params();
        let (mut moves, partial) = root_moves(&mut self.minds[0], pos, table, request, params);
        if moves.is_empty() {
            return None;
        }
        let nodes = u64::try_from(params.prove_root).unwrap_or(0).min(ctl.node_limit());
        if let Ok(Some(line)) = self.minds[0].evaluator.prove_line(&mut pos.clone(), nodes, ctl) {
            adopt_proof::<G>(&mut moves, &line);
        }
        let crew = Crew::new(table, ctl);
        let setup = (request.algorithm, request.multi_pv, partial);
        let (first, helpers) = self.minds.split_first_mut()?;
        let (mut answer, told) = thread::scope(|scope| {
            let mut started = Vec::new();
            for (at, mind) in helpers.iter_mut().enumerate() {
                let (crew, pos, moves) = (&crew, pos.clone(), moves.clone());
                let run = move || {
                    let search = Search::new(mind, crew, selectivity);
                    let mut root = Root::new(search, &pos, moves, setup, at + 1, None);
                    deepen(&mut root, crew.ctl);
                    root.answer()
                };
                match thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run) {
                    Ok(helper) => started.push(helper),
                    Err(error) => {
                        log::warn!("search thread {} not started: {error}", at + 2);
                        break;
                    }
                }
            }
            let search = Search::new(first, &crew, selectivity);
            let mut root = Root::new(search, pos, moves, setup, 0, Some(&mut *report));
            deepen(&mut root, ctl);
            crew.call_home();
            let own = root.answer();
            started.into_iter().fold((own, true), |(best, told), helper| match helper.join() {
                Ok(found) if found.is_better(&best) => (found, false),
                Ok(_) => (best, told),
                Err(_) => {
                    log::error!("a search thread failed");
                    (best, told)
                }
            })
        });
        answer.nodes = crew.nodes();
        answer.proof_nodes = crew.proof_nodes();
        if !told {
            report(&Progress {
                depth: answer.depth,
                seldepth: answer.seldepth,
                nodes: answer.nodes,
                proof_nodes: answer.proof_nodes,
                elapsed: ctl.elapsed(),
                hashfull: table.hashfull(),
                lines: &answer.lines,
            });
        }
        Some(answer)
    }
}

/// The moves to search, the most promising first, and whether some are left out. Wins that the table holds a proof of come
/// first, the fastest before the others, so that a claimed win is not lost sight of.
fn root_moves<G: Game, E: Evaluator<G>>(
    mind: &mut Mind<G, E>,
    pos: &G,
    table: &Table,
    request: &Request<G::Move>,
    params: &Params,
) -> (Vec<RootMove<G::Move>>, bool) {
    let mut stack = MoveStack::new();
    mind.evaluator.candidates(pos, &mut stack);
    let wanted =
        |mv: G::Move| !request.exclude.contains(&mv) && request.only.as_ref().is_none_or(|only| only.contains(&mv));
    if request.only.is_some() || !stack.moves(0).any(wanted) {
        stack.truncate(0);
        pos.generate(&mut stack);
    }
    std::mem::swap(&mut mind.moves, &mut stack);
    mind.value_moves(pos, 0, 0, params);
    std::mem::swap(&mut mind.moves, &mut stack);
    let known = table.probe(pos.key()).map_or(0, |entry| entry.mv);
    let eval = mind.evaluator.evaluate(pos);
    let mut child = pos.clone();
    let mut moves = Vec::new();
    let mut partial = false;
    for &(mv, value) in stack.from(0) {
        if !wanted(mv) {
            partial = true;
            continue;
        }
        let undo = child.make(mv);
        let proof = table.probe(child.key()).filter(|entry| params.table_use == 1 && entry.is_proof());
        child.unmake(mv, undo);
        let win = proof.map(|entry| -entry.score.from_node(1)).filter(|score| score.is_win());
        let packed = G::pack(mv);
        let order = (win.unwrap_or(-Score::INFINITE), packed == known, value);
        moves.push((RootMove::new(mv, packed, win.unwrap_or(eval)), order));
    }
    moves.sort_by(|(_, a), (_, b)| b.cmp(a));
    (moves.into_iter().map(|(found, _)| found).collect(), partial)
}
