//! The one recursive node function: fail-soft alpha-beta with null windows, used by every two-player driver. J. Fishburn,
//! "Another optimization of alpha-beta search", 1983 (fail-soft); A. Reinefeld, "An improvement to the Scout tree search
//! algorithm", 1983 (null windows).

use super::control::{Pace, Stopped};
use super::mind::Mind;
use super::params::Params;
use super::picker::Picker;
use super::position::{Check, Evaluator, Game, Outcome, Player};
use super::score::Score;
use super::selectivity::{Belief, Candidate, Node, PLY, Selectivity, Skip};
use super::smp::Crew;
use super::tt::{Bound, Entry};

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 120;
/// No line of the main search is longer; extensions included.
pub(super) const LONGEST: usize = 256;
/// A value that leans on no earlier position; see [`Search::leans`].
const NOWHERE: i32 = i32::MAX;

/// One thread's search.
pub(super) struct Search<'a, G: Game, E> {
    pub(super) mind: &'a mut Mind<G, E>,
    pub(super) crew: &'a Crew<'a>,
    pub(super) params: &'a Params,
    pub(super) selectivity: &'a Selectivity,
    /// The iteration's depth, in plies.
    pub(super) depth: i32,
    pub(super) seldepth: usize,
    /// The earliest ply whose position made the value that was last returned, by being repeated; negative before the root.
    /// Such a value belongs to the path: no node after that ply may leave it to the table.
    pub(super) leans: i32,
    /// What a draw is worth to each player when he is to move.
    draws: [Score; 2],
    uncounted: u64,
    /// Nodes of this thread that were counted.
    counted: u64,
    /// Moves made in quiescence, not yet told.
    pub(super) calm_nodes: u64,
    poll_after: u64,
    pace: Pace,
}

/// How a move is to be searched.
pub(super) struct Plan {
    /// Remaining depth after the move, in 1024ths of a ply.
    pub(super) depth: i32,
    /// How much shallower it is tried first.
    pub(super) reduction: i32,
    /// Is it the node's first move? It gets the whole window.
    pub(super) first: bool,
    /// Is the node expected to be cut off?
    pub(super) cut: bool,
}

impl<'a, G: Game, E: Evaluator<G>> Search<'a, G, E> {
    pub(super) fn new(mind: &'a mut Mind<G, E>, crew: &'a Crew<'a>, selectivity: &'a Selectivity) -> Self {
        let mut search = Search {
            mind,
            crew,
            params: selectivity.params(),
            selectivity,
            depth: 0,
            seldepth: 0,
            leans: NOWHERE,
            draws: [Score::DRAW; 2],
            uncounted: 0,
            counted: 0,
            calm_nodes: 0,
            poll_after: 1,
            pace: Pace::new(),
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

    /// The value of `pos` within `(alpha, beta)`, or a bound of it outside. `depth` is left, in 1024ths of a ply, `ply` moves were made
    /// since the root; `cut` when a value of at least beta is expected.
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

        if let Some(score) = self.settled(pos, alpha, beta, ply) {
            return Ok(score);
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
        let check = self.mind.evaluator.check(pos);
        self.mind.frames[ply].check = check;
        if ply < (params.extension_reach * self.depth) as usize {
            depth += self.selectivity.extension(check, self.was_put_off(ply));
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
        let node = Node { depth, check, open, cut, improving, eval };
        let menaced = match self.selectivity.belief(&node, beta) {
            Belief::No => false,
            Belief::Unmenaced if self.mind.evaluator.is_menaced(pos, self.crew.ctl)? => true,
            Belief::Unmenaced | Belief::Yes => return Ok(eval),
        };
        let easy = !menaced && self.selectivity.is_easy(&node, beta);
        let known = entry.filter(|entry| entry.mv != 0).and_then(|entry| pos.unpack(entry.mv));

        // The moves.
        let base = self.mind.moves.len();
        let mut picker = Picker::new(base, known);
        let whole = (alpha, beta);
        let few = self.selectivity.count(&node);
        let mut best = -Score::INFINITE;
        let mut best_move = 0;
        let mut count = 0;
        let mut leans = NOWHERE;
        while let Some(mv) = picker.next(pos, self.mind, ply, params) {
            count += 1;
            let first = count == 1;
            let given = if first && !easy { Check::No } else { self.mind.evaluator.gives_check(pos, mv) };
            let reduction = if first { 0 } else { self.reduction(pos, mv, &node, count, given) };
            if !first && !best.is_loss() {
                match self.selectivity.skip(&node, (few, count), given, reduction, alpha) {
                    Some(Skip::Rest(hope)) => {
                        best = best.max(hope);
                        break;
                    }
                    Some(Skip::Move(hope)) => {
                        best = best.max(hope);
                        continue;
                    }
                    None => {}
                }
            }
            let less = if easy && given == Check::No { PLY + params.ease_less } else { PLY };
            let plan = Plan { depth: depth - less, reduction, first, cut };
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

    /// The value of a position that needs no search: the game is over or repeats itself, the position shows its result, or no
    /// result from here on can come between alpha and beta.
    fn settled(&mut self, pos: &G, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        if let Some(outcome) = pos.outcome() {
            self.lean_on_repetition(pos, ply);
            return Some(self.final_score(outcome, pos, ply));
        }
        if pos.repetition().is_some() {
            self.lean_on_repetition(pos, ply);
            return Some(self.draws[pos.to_move().index()]);
        }
        if let Some(score) = self.mind.evaluator.resolve(pos) {
            return Some(score.from_node(ply));
        }
        if ply >= LONGEST {
            return Some(self.evaluate(pos));
        }
        let (fastest, slowest) = (Score::win_in(ply + 1), Score::loss_in(ply + 1));
        if fastest <= alpha {
            return Some(fastest);
        }
        (slowest >= beta).then_some(slowest)
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
        // The sooner the table is asked for, the more of its delay passes while the move is made.
        let key = pos.key_after(mv);
        if let Some(key) = key {
            self.crew.table.touch(key);
        }
        let undo = pos.make(mv);
        if key.is_none() {
            self.crew.table.touch(pos.key());
        }
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
                let more = self.selectivity.surprise(score, alpha);
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

    /// Did the threat that must be answered at this ply stand two plies before, when a stricter one was put in between?
    fn was_put_off(&self, ply: usize) -> bool {
        let check = |back: usize| ply.checked_sub(back).map(|ply| self.mind.frames[ply].check);
        check(1) == Some(Check::Strict) && check(2) == Some(Check::Loose)
    }

    /// How much less deeply a late move is searched at first.
    #[inline]
    pub(super) fn reduction(&self, pos: &G, mv: G::Move, node: &Node, count: usize, given: Check) -> i32 {
        let history = self.mind.history.value(pos.to_move(), G::history_index(mv));
        let remote = self.mind.evaluator.is_remote(pos, mv);
        self.selectivity.reduction(node, count, &Candidate { given, remote, history })
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

    /// Adds this thread's nodes to the crew's and looks at the limits. A table that grows does so here, where the next look is
    /// never far.
    ///
    /// # Errors
    /// [`Stopped`] when one is reached.
    pub(super) fn flush(&mut self) -> Result<(), Stopped> {
        let nodes = std::mem::take(&mut self.uncounted);
        self.counted += nodes;
        let aside = self.mind.evaluator.take_proof_nodes() + std::mem::take(&mut self.calm_nodes);
        self.crew.count(nodes, aside);
        self.crew.poll(nodes)?;
        self.schedule_poll();
        self.crew.table.grow();
        self.pace.start();
        Ok(())
    }

    /// Nodes that this thread has searched.
    pub(super) fn searched(&self) -> u64 {
        self.counted + self.uncounted
    }

    /// The next look at the limits comes sooner when the node limit is near, so that it is kept to the node.
    fn schedule_poll(&mut self) {
        let ctl = self.crew.ctl;
        self.poll_after = ctl.node_limit().saturating_sub(ctl.nodes()).clamp(1, self.pace.next());
    }
}

/// A depth as the table keeps it: in halves of a ply, rounded up, so that only leaves have 0.
#[inline]
pub(super) fn tabled(depth: i32) -> u8 {
    ((2 * depth + PLY - 1) / PLY).clamp(0, i32::from(u8::MAX)) as u8
}
