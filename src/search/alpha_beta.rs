//! The one recursive node function: fail-soft alpha-beta with null windows, used by every two-player driver. J. Fishburn,
//! "Another optimization of alpha-beta search", 1983 (fail-soft); A. Reinefeld, "An improvement to the Scout tree search
//! algorithm", 1983 (null windows).

use super::control::Stopped;
use super::history::{self, History};
use super::move_stack::MoveStack;
use super::params::Params;
use super::picker::Picker;
use super::position::{Evaluator, Game, Outcome, Player};
use super::pv::Triangle;
use super::score::Score;
use super::selectivity::Selectivity;
use super::smp::Crew;
use super::tt::{Bound, Entry};

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 120;
/// No line of the main search is longer; extensions included.
pub(super) const LONGEST: usize = 256;
/// Nodes between two looks at the limits.
const POLL_INTERVAL: u64 = 1024;
const KILLERS: usize = 2;
/// A value that leans on no earlier position; see [`Search::leans`].
const NOWHERE: i32 = i32::MAX;

/// What one thread keeps from node to node and from search to search.
pub(super) struct Mind<G: Game, E> {
    pub(super) evaluator: E,
    pub(super) history: History,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) triangle: Triangle,
    frames: Vec<Frame>,
}

/// What a node leaves for those below it and beside it.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The history index of the move being searched.
    moved: usize,
    killers: [u16; KILLERS],
    eval: Score,
}

impl<G: Game, E: Evaluator<G>> Mind<G, E> {
    pub(super) fn new(evaluator: E) -> Self {
        Mind {
            evaluator,
            history: History::new(G::HISTORY_SIZE),
            moves: MoveStack::new(),
            triangle: Triangle::new(LONGEST + 1),
            frames: vec![Frame::default(); LONGEST + 1],
        }
    }

    /// Makes ready for another search from `root`.
    pub(super) fn start(&mut self, root: &G) {
        self.evaluator.start(root);
        self.evaluator.take_proof_nodes();
        self.history.age();
        self.moves.truncate(0);
        self.frames.fill(Frame::default());
        self.frames[0].eval = self.evaluator.evaluate(root);
    }

    /// Gives the moves from `base` on their sorting values.
    pub(super) fn value_moves(&mut self, pos: &G, base: usize, ply: usize, params: &Params) {
        let player = pos.to_move();
        let killers = self.frames[ply].killers;
        let counter = if ply > 0 { self.history.counter(player, self.frames[ply - 1].moved) } else { 0 };
        let history = self.history.of(player);
        for (mv, value) in self.moves.from_mut(base) {
            let packed = G::pack(*mv);
            *value =
                self.evaluator.prior(pos, *mv) + i32::from(history[G::history_index(*mv)]) * params.history_share / 100;
            if killers.contains(&packed) {
                *value += params.killer_bonus;
            }
            if packed == counter {
                *value += params.counter_bonus;
            }
        }
    }

    /// A move cut a node off: it gains, and those tried before it lose.
    fn learn(
        &mut self,
        pos: &G,
        best: G::Move,
        tried: std::ops::Range<usize>,
        depth: i32,
        ply: usize,
        params: &Params,
    ) {
        let player = pos.to_move();
        let bonus = history::bonus(depth, params);
        self.history.update(player, G::history_index(best), bonus, params.history_limit);
        for at in tried.take(params.history_malus as usize) {
            let mv = self.moves[at].0;
            if mv != best {
                self.history.update(player, G::history_index(mv), -bonus, params.history_limit);
            }
        }
        let packed = G::pack(best);
        let killers = &mut self.frames[ply].killers;
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        if ply > 0 {
            let before = self.frames[ply - 1].moved;
            self.history.set_counter(player, before, packed);
        }
    }
}

/// One thread's search.
pub(super) struct Search<'a, G: Game, E> {
    pub(super) mind: &'a mut Mind<G, E>,
    pub(super) crew: &'a Crew<'a>,
    pub(super) params: &'a Params,
    pub(super) selectivity: &'a Selectivity,
    /// The iteration's depth.
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    /// The earliest ply whose position made the value that was last returned, by being repeated; negative before the root.
    /// Such a value belongs to the path: no node after that ply may leave it to the table.
    pub(super) leans: i32,
    /// What a draw is worth to each player when he is to move.
    draws: [Score; 2],
    uncounted: u64,
    /// Moves made in quiescence, not yet told.
    pub(super) calm_nodes: u64,
    poll_after: u64,
}

/// How a move is to be searched.
pub(super) struct Plan {
    /// Remaining depth after the move.
    pub(super) depth: i32,
    /// How much shallower it is tried first, in plies.
    pub(super) reduction: i32,
    /// Is it the node's first move? It gets the whole window.
    pub(super) first: bool,
    /// Is the node expected to be cut off?
    pub(super) cut: bool,
}

impl<'a, G: Game, E: Evaluator<G>> Search<'a, G, E> {
    pub(super) fn new(
        mind: &'a mut Mind<G, E>,
        crew: &'a Crew<'a>,
        params: &'a Params,
        selectivity: &'a Selectivity,
    ) -> Self {
        let mut search = Search {
            mind,
            crew,
            params,
            selectivity,
            depth: 0,
            seldepth: 0,
            leans: NOWHERE,
            draws: [Score::DRAW; 2],
            uncounted: 0,
            calm_nodes: 0,
            poll_after: POLL_INTERVAL,
        };
        search.schedule_poll();
        search
    }

    /// From now on `player` would rather not draw, as far as the parameters say.
    pub(super) fn play_for(&mut self, player: Player) {
        let contempt = Score::fixed(self.params.contempt);
        self.draws[player.index()] = -contempt;
        self.draws[player.opponent().index()] = contempt;
    }

    /// The value of `pos` within `(alpha, beta)`, or a bound of it outside. `depth` plies are left, `ply` were made since the
    /// root; `cut` when a value of at least beta is expected.
    ///
    /// # Errors
    /// [`Stopped`] when the search is over; the position is as it was.
    pub(super) fn node(
        &mut self,
        pos: &mut G,
        mut alpha: Score,
        beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        let params = self.params;
        let open = beta > alpha.above();
        if open {
            self.mind.triangle.start(ply);
        }
        self.seldepth = self.seldepth.max(ply);
        self.leans = NOWHERE;

        // What needs no search.
        if let Some(outcome) = pos.outcome() {
            self.lean_on_repetition(pos, ply);
            return Ok(self.final_score(outcome, pos, ply));
        }
        if pos.repetition().is_some() {
            self.lean_on_repetition(pos, ply);
            return Ok(self.draws[pos.to_move().index()]);
        }
        if let Some(score) = self.mind.evaluator.resolve(pos) {
            return Ok(score.from_node(ply));
        }
        if ply >= LONGEST {
            return Ok(self.evaluate(pos));
        }
        let (fastest, slowest) = (Score::win_in(ply + 1), Score::loss_in(ply + 1));
        if fastest <= alpha {
            return Ok(fastest);
        }
        if slowest >= beta {
            return Ok(slowest);
        }

        // What the table knows.
        let key = pos.key();
        let entry = if params.table_use > 0 { self.crew.table.probe(key) } else { None };
        if let Some(entry) = entry.filter(|_| !open) {
            let score = entry.score.from_node(ply);
            if self.is_deep(&entry, depth) && entry.decides(score, alpha, beta)
                || self.is_proved(&entry, score, alpha, beta)
            {
                return Ok(score);
            }
        }

        // Threats are looked at deeper, as long as that ends. The table keeps the depth asked for, extensions and reductions
        // apart: what is asked again at that depth is answered, so that the passes of MTD(f) agree with each other.
        let nominal = depth;
        let in_check = self.mind.evaluator.in_check(pos);
        if in_check && ply < (params.extension_reach * self.depth) as usize {
            depth += params.check_extension;
        }
        if depth <= 0 {
            return self.leaf(pos, key, entry, (alpha, beta), ply);
        }

        // What the static value tells.
        let eval = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluate(pos),
        };
        self.mind.frames[ply].eval = eval;
        let improving = ply < 2 || eval > self.mind.frames[ply - 2].eval;
        let believable = !open && !in_check && depth <= params.reverse_depth && !beta.is_mate();
        if believable && eval + -params.reverse_margin * depth >= beta {
            return Ok(eval);
        }
        // Far above beta a shallower search will do to cut off.
        let ease = cut && !in_check && depth <= params.ease_depth && !beta.is_mate();
        let ease = ease && eval + -(params.ease_margin + params.ease_slope * depth) >= beta;
        let known = entry.filter(|entry| entry.mv != 0).and_then(|entry| pos.unpack(entry.mv));

        // The moves.
        let base = self.mind.moves.len();
        let mut picker = Picker::new(base, known);
        let whole = (alpha, beta);
        let few = self.selectivity.count(depth) / (2 - usize::from(improving));
        let mut best = -Score::INFINITE;
        let mut best_move = 0;
        let mut count = 0;
        let mut leans = NOWHERE;
        while let Some(mv) = picker.next(pos, self.mind, ply, params) {
            count += 1;
            let mut reduction = 0;
            let forcing = !in_check && (count > 1 || ease) && self.mind.evaluator.forcing(pos, mv);
            if count > 1 && !in_check {
                if params.reduce_depth > 0 && depth >= params.reduce_depth {
                    reduction = self.reduction(pos, mv, depth, count, forcing, (open, cut, improving));
                }
                if !forcing && !best.is_loss() {
                    if depth <= params.count_depth && count > few {
                        best = best.max(eval.min(alpha));
                        break;
                    }
                    let left = depth - 1 - reduction;
                    let margin = params.futility_base + params.futility_slope * left.max(0);
                    let hope = Score::fixed(eval.value() + margin);
                    // A static value is no proof: it says nothing of whether there is a win, or a faster one.
                    if left < params.futility_depth && hope <= alpha && !alpha.is_win() {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            let less = 1 + i32::from(ease && !forcing);
            let plan = Plan { depth: depth - less, reduction, first: count == 1, cut };
            let score = self.try_move(pos, mv, alpha, beta, ply, &plan)?;
            // A cut leans on its own move alone, any other value on all the moves.
            leans = if score >= beta { self.leans } else { leans.min(self.leans) };
            if score > best {
                best = score;
                if score > alpha || params.store_fail_low_move > 0 {
                    best_move = G::pack(mv);
                }
                if score > alpha {
                    alpha = score;
                    if open {
                        self.mind.triangle.prefix(ply, best_move);
                    }
                    if score >= beta {
                        self.mind.learn(pos, mv, picker.handed_out(), depth, ply, params);
                        break;
                    }
                }
            }
        }
        self.mind.moves.truncate(base);
        if count == 0 {
            return Ok(eval);
        }
        self.leans = if leans < ply as i32 { leans } else { NOWHERE };
        let (score, bound) = if self.leans == NOWHERE {
            (best, Bound::of(best, whole.0, whole.1))
        } else {
            // Only the move is left behind: every value is at least this one.
            (Score::loss_in(ply), Bound::Lower)
        };
        self.store(key, Entry { mv: best_move, score, eval: Some(eval), depth: tabled(nominal), bound }, ply);
        Ok(best)
    }

    /// The value about to be returned comes from this position having occurred before, if it has.
    #[inline]
    fn lean_on_repetition(&mut self, pos: &G, ply: usize) {
        self.leans = pos.repetition().map_or(NOWHERE, |back| ply as i32 - back as i32);
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
        self.mind.frames[ply].moved = G::history_index(mv);
        let undo = pos.make(mv);
        self.crew.table.touch(pos.key());
        self.mind.evaluator.on_make(pos, mv);
        let score = self.descend(pos, alpha, beta, ply, plan);
        pos.unmake(mv, undo);
        self.mind.evaluator.on_unmake(pos, mv);
        score
    }

    #[inline]
    fn descend(&mut self, pos: &mut G, alpha: Score, beta: Score, ply: usize, plan: &Plan) -> Result<Score, Stopped> {
        self.count_node()?;
        let open = beta > alpha.above();
        if !plan.first {
            let mut score = -self.node(pos, -alpha.above(), -alpha, plan.depth - plan.reduction, ply + 1, true)?;
            if score > alpha && plan.reduction > 0 {
                let more = i32::from(!score.is_mate() && score > alpha + self.params.deeper_margin);
                score = -self.node(pos, -alpha.above(), -alpha, plan.depth + more, ply + 1, !plan.cut)?;
            }
            if !open || score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.node(pos, -beta, -alpha, plan.depth, ply + 1, !open && !plan.cut)?)
    }

    /// The value of a finished position, `ply` plies from the root.
    pub(super) fn final_score(&self, outcome: Outcome, pos: &G, ply: usize) -> Score {
        match outcome {
            Outcome::Draw => self.draws[pos.to_move().index()],
            Outcome::Win(player) if player == pos.to_move() => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        }
    }

    /// The static value, rounded to the grain.
    #[inline]
    pub(super) fn evaluate(&mut self, pos: &G) -> Score {
        let value = self.mind.evaluator.evaluate(pos).value();
        Score::fixed(value - value % self.params.grain)
    }

    /// How many plies less a late move is searched at first.
    #[inline]
    pub(super) fn reduction(
        &self,
        pos: &G,
        mv: G::Move,
        depth: i32,
        count: usize,
        forcing: bool,
        (open, cut, improving): (bool, bool, bool),
    ) -> i32 {
        let params = self.params;
        let mut reduction = self.selectivity.reduction(depth, count);
        reduction += if cut { params.reduce_cut } else { 0 };
        reduction += if improving { 0 } else { params.reduce_worse };
        reduction -= if open { params.reduce_pv } else { 0 };
        reduction -= if forcing { params.reduce_forcing } else { 0 };
        reduction -= self.mind.history.value(pos.to_move(), G::history_index(mv)) / params.reduce_history;
        (reduction / PLY).clamp(0, depth - 1)
    }

    /// Is the entry as good as a search of this depth?
    #[inline]
    fn is_deep(&self, entry: &Entry, depth: i32) -> bool {
        if self.params.table_use == 1 { entry.depth >= tabled(depth) } else { entry.depth == tabled(depth) }
    }

    /// Is the entry a proof that decides this window whatever the depth?
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
            self.crew.table.store(key, Entry { score: entry.score.to_node(ply), ..entry });
        }
    }

    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.uncounted += 1;
        if self.uncounted >= self.poll_after { self.flush() } else { Ok(()) }
    }

    /// Adds this thread's nodes to the crew's and looks at the limits.
    ///
    /// # Errors
    /// [`Stopped`] when one is reached.
    pub(super) fn flush(&mut self) -> Result<(), Stopped> {
        let nodes = std::mem::take(&mut self.uncounted);
        let aside = self.mind.evaluator.take_proof_nodes() + std::mem::take(&mut self.calm_nodes);
        self.crew.count(nodes, aside);
        self.crew.poll(nodes)?;
        self.schedule_poll();
        Ok(())
    }

    /// The next look at the limits comes sooner when the node limit is near, so that it is kept to the node.
    fn schedule_poll(&mut self) {
        let ctl = self.crew.ctl;
        self.poll_after = ctl.node_limit().saturating_sub(ctl.nodes()).clamp(1, POLL_INTERVAL);
    }
}

/// The unit of reductions: a ply has that many.
const PLY: i32 = 1024;

/// A depth as the table keeps it.
#[inline]
fn tabled(depth: i32) -> u8 {
    depth.clamp(0, i32::from(u8::MAX)) as u8
}
