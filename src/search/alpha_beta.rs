//! The one recursive node function: fail-soft alpha-beta with null windows, used by every two-player driver. J. Fishburn,
//! "Another optimization of alpha-beta search", 1983 (fail-soft); A. Reinefeld, "An improvement to the Scout tree search
//! algorithm", 1983 (null windows).

use super::control::{Pace, Stopped};
use super::database::{self, Database, Probing};
use super::entry::{Bound, Entry};
use super::evaluation::{Evaluation, StaticValue};
use super::model::Model;
use super::ordering::MoveOrdering;
use super::params::Params;
use super::picker::Picker;
use super::position::{Game, Outcome, Player};
use super::score::{MAX_PLY, Score};
use super::selectivity::{Candidate, Node, PLY, Prune, ReverseFutility, Selectivity};
use super::smp::SharedState;
use super::thread_data::ThreadData;
use super::threat_search::{Threat, ThreatSearch};

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 120;
/// [`Search::path_ply`] of a value that does not depend on the path.
const PATH_INDEPENDENT: i32 = i32::MAX;

/// One thread's search.
pub(super) struct Search<'a, G: Game, M: Model<G>> {
    pub(super) td: &'a mut ThreadData<G, M>,
    pub(super) shared: &'a SharedState<'a>,
    pub(super) params: &'a Params,
    pub(super) selectivity: &'a Selectivity,
    /// The iteration's depth, in plies.
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    /// Path dependence (graph history interaction) of the value last returned: the earliest ply whose position it depends on
    /// through a repetition; negative before the root. A node after that ply must not store the value in the table.
    ///
    /// Source: M. Campbell, "The graph-history interaction: on ignoring position history", 1985.
    pub(super) path_ply: i32,
    /// The value of a draw (contempt) for each player when to move.
    draws: [Score; 2],
    database: Option<Probing<'a, G>>,
    uncounted: u64,
    /// Nodes of this thread already added to the shared count.
    counted: u64,
    /// Moves made in quiescence, not yet added to the shared count.
    pub(super) qsearch_nodes: u64,
    poll_after: u64,
    pace: Pace,
}

/// How a move is to be searched.
pub(super) struct Plan {
    /// Remaining depth after the move, in 1024ths of a ply.
    pub(super) depth: i32,
    /// How much shallower the first, reduced search is.
    pub(super) reduction: i32,
    /// Is it the node's first move? It gets the full window.
    pub(super) first: bool,
    /// Is the node an expected cut node?
    pub(super) cut: bool,
}

impl<'a, G: Game, M: Model<G>> Search<'a, G, M> {
    pub(super) fn new(
        td: &'a mut ThreadData<G, M>,
        shared: &'a SharedState<'a>,
        selectivity: &'a Selectivity,
        database: Option<&'a dyn Database<G>>,
    ) -> Self {
        let mut search = Search {
            td,
            shared,
            params: selectivity.params(),
            selectivity,
            depth: 0,
            seldepth: 0,
            path_ply: PATH_INDEPENDENT,
            draws: [Score::DRAW; 2],
            database: database.map(Probing::new),
            uncounted: 0,
            counted: 0,
            qsearch_nodes: 0,
            poll_after: 1,
            pace: Pace::new(),
        };
        search.schedule_poll();
        search
    }

    /// Applies contempt: `player`, who moves at the root, would rather not draw.
    pub(super) fn play_for(&mut self, player: Player) {
        let contempt = Score::fixed(self.params.contempt);
        self.draws[player.index()] = -contempt;
        self.draws[player.opponent().index()] = contempt;
    }

    /// The value of `pos` within `(alpha, beta)`, or a bound on it outside (fail-soft). `depth`: remaining, in 1024ths of a ply;
    /// `ply`: moves made since the root; `cut`: an expected cut node.
    ///
    /// Who can repeat need not do worse than a draw. Neither the table, whose values come from other paths, nor pruning, which leaves
    /// out quiet moves, may hide that (Stockfish, 2018). Measured: +29 ± 56 Elo in Abalone, 120 games at 10,000 nodes.
    ///
    /// # Errors
    /// [`Stopped`] when the search is over; the position is as it was.
    pub(super) fn node(
        &mut self,
        pos: &mut G,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        let draw = self.draws[pos.to_move().index()];
        let path_ply = |back: usize| ply as i32 - back as i32;
        let foresees = self.params.foresee_draws > 0;
        if foresees
            && draw >= beta
            && let Some(back) = pos.upcoming_repetition()
        {
            self.path_ply = path_ply(back);
            return Ok(draw);
        }
        let score = self.search_node(pos, alpha, beta, depth, ply, cut)?;
        if foresees
            && score < draw
            && draw < beta
            && let Some(back) = pos.upcoming_repetition()
        {
            self.path_ply = self.path_ply.min(path_ply(back));
            return Ok(draw);
        }
        Ok(score)
    }

    /// [`Search::node`] for a side that is not known to have a draw.
    #[inline]
    fn search_node(
        &mut self,
        pos: &mut G,
        mut alpha: Score,
        beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        let params = self.params;
        let is_pv = beta > alpha.above();
        if is_pv {
            self.td.triangle.start(ply);
        }
        self.seldepth = self.seldepth.max(ply);
        self.path_ply = PATH_INDEPENDENT;

        if let Some(score) = self.terminal_score(pos, alpha, beta, ply) {
            return Ok(score);
        }

        // Transposition table.
        let key = pos.key();
        let mut entry = if params.table_use > 0 { self.shared.table.probe(key) } else { None };
        if self.database.is_some()
            && depth >= params.database_depth * PLY
            && database::is_near_root(ply, self.depth, is_pv)
        {
            entry = self.ask_database(pos, entry);
        }
        if let Some(entry) = entry.filter(|_| !is_pv) {
            let score = entry.score.from_node(ply);
            if self.is_deep(&entry, depth) && entry.decides(score, alpha, beta)
                || self.is_proved(&entry, score, alpha, beta)
            {
                return Ok(score);
            }
        }

        // Threat extension, within a multiple of the iteration's depth so that it ends. The table keeps the depth before the
        // extension: a later pass of MTD(f) asks for that depth again and must find its own answer.
        let unextended = depth;
        let threat = self.td.threats.threat(pos);
        self.td.stack[ply].threat = threat;
        if ply < (params.extension_reach * self.depth) as usize {
            depth += self.selectivity.extension(threat, self.is_after_interposed_four(ply));
        }
        if depth <= 0 && params.extend_four > 0 && threat == Threat::Four {
            // No static value sees the five that is threatened. The reply is forced, and fours come to an end.
            depth = 1;
        }
        if depth <= 0 {
            return self.leaf(pos, key, entry, (alpha, beta), ply);
        }

        // Static evaluation, reverse futility pruning, razoring, fail-high reduction.
        let StaticValue { score: eval, is_exact } = self.static_value(pos, entry, (alpha, beta));
        self.td.stack[ply].eval = eval;
        let improving = ply < 2 || eval > self.td.stack[ply - 2].eval;
        let mut node = Node { depth, threat, is_pv, cut, improving, opponent_vcf: false, eval };
        node.opponent_vcf = match self.selectivity.reverse_futility(&node, beta) {
            ReverseFutility::No => false,
            ReverseFutility::UnlessOpponentVcf if self.td.threats.has_opponent_vcf(pos, self.shared.ctl)? => true,
            ReverseFutility::UnlessOpponentVcf | ReverseFutility::Yes => return Ok(eval),
        };
        if self.selectivity.razors(&node, alpha) {
            return Ok(self.prove(pos, key, ply)?.unwrap_or(eval));
        }
        let fails_high = self.selectivity.reduces_fail_high(&node, beta);
        let known = entry.filter(|entry| entry.mv != 0).and_then(|entry| pos.unpack(entry.mv));

        // The move loop.
        let base = self.td.moves.len();
        let mut picker = Picker::new(base, known);
        let whole = (alpha, beta);
        let lmp_count = self.selectivity.lmp_count(&node);
        let mut best = -Score::INFINITE;
        let mut best_move = 0;
        let mut count = 0;
        let mut path_ply = PATH_INDEPENDENT;
        while let Some(mv) = self.next_move(pos, &mut picker, ply, threat, best)? {
            count += 1;
            // Prefetch early: the memory latency passes while the move is judged and made.
            self.shared.table.prefetch(pos.key_after(mv));
            let first = count == 1;
            let gives_threat = if first && !fails_high { Threat::None } else { self.td.threats.gives_threat(pos, mv) };
            let reduction = if first { 0 } else { self.reduction(pos, mv, &node, count, gives_threat) };
            if !first && !best.is_loss() {
                match self.selectivity.prune(&node, (lmp_count, count), gives_threat, reduction, alpha) {
                    Some(Prune::Rest(bound)) => {
                        best = best.max(bound);
                        break;
                    }
                    Some(Prune::Move(bound)) => {
                        best = best.max(bound);
                        continue;
                    }
                    None => {}
                }
            }
            picker.note_searched(&mut self.td.moves);
            let less = if fails_high && gives_threat == Threat::None { PLY + params.fail_high_reduction } else { PLY };
            let plan = Plan { depth: depth - less, reduction, first, cut };
            let score = self.try_move(pos, mv, alpha, beta, ply, &plan)?;
            // A cut-off depends on its own move alone, any other value on all moves.
            path_ply = if score >= beta { self.path_ply } else { path_ply.min(self.path_ply) };
            if score > best {
                best = score;
                if score > alpha || params.store_fail_low_move > 0 {
                    best_move = G::pack(mv);
                }
                if score > alpha {
                    alpha = score;
                    if is_pv {
                        self.td.triangle.prefix(ply, best_move);
                    }
                    if score >= beta {
                        // A forced reply says nothing about the move elsewhere.
                        if threat != Threat::Four {
                            self.td.update_histories(pos, mv, picker.searched(), depth, ply, params);
                        }
                        break;
                    }
                }
            }
        }
        self.td.moves.truncate(base);
        if count == 0 {
            return Ok(eval);
        }
        self.path_ply = if path_ply < ply as i32 { path_ply } else { PATH_INDEPENDENT };
        let (score, bound) = if self.path_ply == PATH_INDEPENDENT {
            (best, Bound::of(best, whole.0, whole.1))
        } else {
            // Only the move is stored: every value is at least this one.
            (Score::loss_in(ply), Bound::Lower)
        };
        self.store(
            key,
            Entry { mv: best_move, score, eval: is_exact.then_some(eval), depth: table_depth(unextended), bound },
            ply,
        );
        Ok(best)
    }

    /// The node's next move. Once all candidates lose, the far defences follow.
    #[inline]
    fn next_move(
        &mut self,
        pos: &mut G,
        picker: &mut Picker<G::Move>,
        ply: usize,
        threat: Threat,
        best: Score,
    ) -> Result<Option<G::Move>, Stopped> {
        let mv = picker.next(pos, self.td, ply, self.params);
        if mv.is_some() || !best.is_loss() {
            return Ok(mv);
        }
        picker.add_far_defences(pos, self.td, (ply, threat), self.params, self.shared.ctl)?;
        Ok(picker.next(pos, self.td, ply, self.params))
    }

    /// The score of a node that needs no search: the game is over or repeats, the position shows a win or loss at once, or no mate
    /// from here can fall between alpha and beta (mate distance pruning).
    fn terminal_score(&mut self, pos: &G, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        if let Some(outcome) = pos.outcome() {
            self.note_repetition(pos, ply);
            return Some(self.final_score(outcome, pos, ply));
        }
        if pos.repetition().is_some() {
            self.note_repetition(pos, ply);
            return Some(self.draws[pos.to_move().index()]);
        }
        if let Some(score) = self.td.threats.immediate_result(pos) {
            return Some(score.from_node(ply));
        }
        if ply >= MAX_PLY {
            return Some(self.evaluate(pos, (alpha, beta)).score);
        }
        let (fastest, slowest) = (Score::win_in(ply + 1), Score::loss_in(ply + 1));
        if fastest <= alpha {
            return Some(fastest);
        }
        (slowest >= beta).then_some(slowest)
    }

    /// Notes that the value about to be returned depends on an earlier occurrence of this position, if there is one.
    #[inline]
    fn note_repetition(&mut self, pos: &G, ply: usize) {
        self.path_ply = pos.repetition().map_or(PATH_INDEPENDENT, |back| ply as i32 - back as i32);
    }

    /// Makes a move, searches it as planned, and takes it back.
    #[inline]
    pub(super) fn try_move(
        &mut self,
        pos: &mut G,
        mv: G::Move,
        alpha: Score,
        beta: Score,
        ply: usize,
        plan: &Plan,
    ) -> Result<Score, Stopped> {
        self.td.stack[ply].current_move = G::history_index(mv);
        let undo = pos.make(mv);
        self.td.evaluation.on_make(pos, mv);
        let score = self.descend(pos, alpha, beta, ply, plan);
        pos.unmake(mv, undo);
        self.td.evaluation.on_unmake(pos, mv);
        score
    }

    #[inline]
    fn descend(&mut self, pos: &mut G, alpha: Score, beta: Score, ply: usize, plan: &Plan) -> Result<Score, Stopped> {
        self.count_node()?;
        let is_pv = beta > alpha.above();
        if !plan.first {
            let mut score = -self.node(pos, -alpha.above(), -alpha, plan.depth - plan.reduction, ply + 1, true)?;
            if score > alpha && plan.reduction > 0 {
                let more = self.selectivity.do_deeper(score, alpha);
                score = -self.node(pos, -alpha.above(), -alpha, plan.depth + more, ply + 1, !plan.cut)?;
            }
            if !is_pv || score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.node(pos, -beta, -alpha, plan.depth, ply + 1, !is_pv && !plan.cut)?)
    }

    /// The value of a finished position, `ply` plies from the root.
    pub(super) fn final_score(&self, outcome: Outcome, pos: &G, ply: usize) -> Score {
        match outcome {
            Outcome::Draw => self.draws[pos.to_move().index()],
            Outcome::Win(player) if player == pos.to_move() => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        }
    }

    /// The static value, which the table may know.
    #[inline]
    pub(super) fn static_value(&mut self, pos: &G, entry: Option<Entry>, window: (Score, Score)) -> StaticValue {
        match entry.and_then(|entry| entry.eval) {
            Some(eval) => StaticValue::exact(eval),
            None => self.evaluate(pos, window),
        }
    }

    /// The static value, rounded to the grain.
    #[inline]
    pub(super) fn evaluate(&mut self, pos: &G, window: (Score, Score)) -> StaticValue {
        let found = self.td.evaluation.evaluate(pos, window);
        let value = found.score.value();
        StaticValue { score: Score::fixed(value - value % self.params.grain), ..found }
    }

    /// Did the three that must be answered at this ply stand two plies before, with a four interposed since?
    fn is_after_interposed_four(&self, ply: usize) -> bool {
        let threat = |back: usize| ply.checked_sub(back).map(|ply| self.td.stack[ply].threat);
        threat(1) == Some(Threat::Four) && threat(2) == Some(Threat::Three)
    }

    /// The late move reduction of a move.
    #[inline]
    pub(super) fn reduction(&self, pos: &G, mv: G::Move, node: &Node, count: usize, gives_threat: Threat) -> i32 {
        let history = self.td.history.value(pos.to_move(), G::history_index(mv));
        let remote = self.td.ordering.is_remote(pos, mv);
        self.selectivity.reduction(node, count, &Candidate { gives_threat, remote, history })
    }

    /// The entry of the table, or what the database knows better.
    #[cold]
    fn ask_database(&mut self, pos: &G, entry: Option<Entry>) -> Option<Entry> {
        let nodes = self.searched();
        let known = self.database.as_mut().and_then(|probing| probing.ask(pos, pos.key(), nodes, self.params));
        known.map_or(entry, |known| Some(database::better(entry, known)))
    }

    /// Is the entry deep enough to stand for a search of this depth?
    #[inline]
    fn is_deep(&self, entry: &Entry, depth: i32) -> bool {
        if self.params.table_use == 1 { entry.depth >= table_depth(depth) } else { entry.depth == table_depth(depth) }
    }

    /// Is the entry a proven result that cuts this window off at any depth?
    #[inline]
    fn is_proved(&self, entry: &Entry, score: Score, alpha: Score, beta: Score) -> bool {
        self.params.table_use == 1
            && ((score.is_win() && score >= beta && entry.bound.is_lower())
                || (score.is_loss() && score <= alpha && entry.bound.is_upper()))
    }

    /// Stores an entry whose score is seen from `ply`.
    #[inline]
    pub(super) fn store(&self, key: u64, entry: Entry, ply: usize) {
        if self.params.table_use > 0 {
            let entry = Entry { score: entry.score.to_node(ply), ..entry };
            self.shared.table.store(key, entry, self.params.replacement());
        }
    }

    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.uncounted += 1;
        if self.uncounted >= self.poll_after { self.flush() } else { Ok(()) }
    }

    /// Adds this thread's nodes to the shared count and checks the limits. A growing table grows here, since this is called often
    /// enough for each step to be small.
    ///
    /// # Errors
    /// [`Stopped`] when one is reached.
    pub(super) fn flush(&mut self) -> Result<(), Stopped> {
        let nodes = std::mem::take(&mut self.uncounted);
        self.counted += nodes;
        let aside = self.td.threats.take_nodes() + std::mem::take(&mut self.qsearch_nodes);
        self.shared.count(nodes, aside);
        self.shared.poll(nodes)?;
        self.schedule_poll();
        self.shared.table.grow_for(nodes);
        self.pace.start();
        Ok(())
    }

    /// Nodes that this thread has searched.
    pub(super) fn searched(&self) -> u64 {
        self.counted + self.uncounted
    }

    /// Schedules the next check of the limits; sooner near the node limit, so that it is kept to the node.
    fn schedule_poll(&mut self) {
        let ctl = self.shared.ctl;
        self.poll_after = ctl.node_limit().saturating_sub(ctl.nodes()).clamp(1, self.pace.next());
    }
}

/// A depth in the table's unit, half a ply, rounded up so that only leaves have 0.
#[inline]
pub(super) fn table_depth(depth: i32) -> u8 {
    ((2 * depth + PLY - 1) / PLY).clamp(0, i32::from(u8::MAX)) as u8
}
