//! The root of a two-player search: root moves, one pass over them, and the iterations that the two drivers build from passes.

mod lines;

use std::cmp::Reverse;
use std::time::Duration;

use super::alpha_beta::{MAX_DEPTH, Plan, Search, table_depth};
use super::control::{Control, Stopped};
use super::deepening::{Deepening, Next};
use super::entry::{Bound, Entry};
use super::model::Model;
use super::position::Game;
use super::request::{Algorithm, Progress};
use super::score::Score;
use super::selectivity::{Node, PLY};
use super::threat_search::{Threat, ThreatSearch};
use super::{mtdf, pvs, smp};

/// A root move and what the search knows of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    /// The score of the last pass that raised alpha with it.
    pub(super) score: Score,
    /// The depth of that pass; 0 when there was none.
    pub(super) depth: u32,
    seldepth: u32,
    /// That pass's PV, packed; in MTD(f) only the move itself.
    pv: Vec<u16>,
    /// Its scores at the end of the last two iterations, the last one first: where the next iteration starts from.
    iteration_scores: [Option<Score>; 2],
}

impl<M> RootMove<M> {
    pub(super) fn new(mv: M, packed: u16, score: Score) -> RootMove<M> {
        RootMove { mv, score, depth: 0, seldepth: 0, pv: vec![packed], iteration_scores: [None; 2] }
    }

    /// Sets a proven win, whose line `pv` begins with this move.
    pub(super) fn set_win(&mut self, win: Score, pv: Vec<u16>) {
        self.score = win;
        self.seldepth = pv.len() as u32;
        self.pv = pv;
    }
}

/// State of the root VCT search, which runs in turn with the iterations.
#[derive(Default)]
struct RootVct {
    /// Nodes that it has been given.
    spent: u64,
    /// Is the best line a win that it found?
    won: bool,
}

/// Iterations go on this many plies beyond a proven mate distance: reductions may hide a faster win or a longer defence.
const MATE_MARGIN: u32 = 2;

/// Receives the lines of each iteration.
pub(super) type Report<'r, M> = &'r mut dyn FnMut(&Progress<'_, M>);

/// Moves the first move of a proven line to the front, with its line. Does nothing, and returns false, when that move is excluded
/// or a win as fast is known.
pub(super) fn promote_proven_move<G: Game>(moves: &mut [RootMove<G::Move>], line: &[G::Move]) -> bool {
    let win = Score::win_in(line.len());
    let at = line.first().and_then(|first| moves.iter().position(|found| found.mv == *first));
    let Some(at) = at.filter(|_| moves[0].score < win) else { return false };
    moves[at].set_win(win, line.iter().map(|&mv| G::pack(mv)).collect());
    moves[..=at].rotate_right(1);
    true
}

/// One thread's iterations from the root.
pub(super) struct Root<'a, 'r, G: Game, M: Model<G>> {
    pub(super) search: Search<'a, G, M>,
    pos: G,
    /// The PV lines first, by rank; then the other moves.
    pub(super) moves: Vec<RootMove<G::Move>>,
    algorithm: Algorithm,
    lines: usize,
    /// The MultiPV rank being searched, from 0: moves before it are skipped.
    rank: usize,
    /// Are some moves excluded? Then the root's value is not the position's.
    pub(super) partial: bool,
    thread: usize,
    report: Option<Report<'r, G::Move>>,
    /// The best move of the last report.
    reported: Option<G::Move>,
    vct: RootVct,
    /// Are the defences beyond the candidates among the moves, or were there none?
    far_defences_added: bool,
    /// The last win after which the time to look for a faster one was set.
    settled: Option<Score>,
    /// Best-move changes, each counting half as much as the next.
    changes: f64,
    pub(super) finished: u32,
    pub(super) passes: u64,
}

impl<'a, 'r, G: Game, M: Model<G>> Root<'a, 'r, G, M> {
    pub(super) fn new(
        mut search: Search<'a, G, M>,
        pos: G,
        moves: Vec<RootMove<G::Move>>,
        (algorithm, lines, partial): (Algorithm, usize, bool),
        thread: usize,
        report: Option<Report<'r, G::Move>>,
    ) -> Self {
        let lines = lines.clamp(1, moves.len());
        search.play_for(pos.to_move());
        Root {
            search,
            pos,
            moves,
            algorithm,
            lines,
            rank: 0,
            partial,
            thread,
            report,
            reported: None,
            vct: RootVct::default(),
            far_defences_added: false,
            settled: None,
            changes: 0.0,
            finished: 0,
            passes: 0,
        }
    }

    /// Gives the root VCT search its share of the nodes so far, in doubling slices. A win that it finds becomes the best line at
    /// once. Only node counts decide when it runs, so that a search limited by nodes is repeatable.
    fn search_root_vct(&mut self) -> Result<Option<Score>, Stopped> {
        let params = self.search.params;
        let score = self.moves[self.rank].score;
        if self.thread > 0 || self.rank > 0 || (score.is_mate() && !self.vct.won) {
            return Ok(None);
        }
        let is_high = score >= Score::fixed(params.root_vct_high_score);
        let share = if is_high { params.root_vct_high_share } else { params.root_vct_share };
        let due = self.search.searched() * u64::from(share.unsigned_abs())
            / 100
            / u64::from(params.root_vct_cost.unsigned_abs());
        let slice = due.saturating_sub(self.vct.spent);
        if share == 0 || slice < self.vct.spent.max(u64::from(params.root_vct_first_slice.unsigned_abs())) {
            return Ok(None);
        }
        self.vct.spent += slice;
        let found = self.search.td.threats.root_vct(&mut self.pos.clone(), slice, self.search.shared.ctl)?;
        let Some(line) = found else { return Ok(None) };
        if !promote_proven_move::<G>(&mut self.moves, &line) {
            return Ok(None);
        }
        self.vct.won = true;
        self.report_progress()?;
        Ok(Some(self.moves[0].score))
    }

    /// One fail-soft search of the moves from the current rank on. A move that raises alpha moves to that rank.
    fn pass(&mut self, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        if let Some(win) = self.search_root_vct()? {
            return Ok(win);
        }
        self.passes += 1;
        let params = self.search.params;
        let is_pv = beta > alpha.above();
        let depth = self.search.depth * PLY;
        let threat = self.search.td.threats.threat(&self.pos);
        self.search.td.stack[0].threat = threat;
        let eval = self.search.td.stack[0].eval;
        let node = Node { depth, threat, is_pv: true, cut: false, improving: true, opponent_vcf: false, eval };
        let mut best = -Score::INFINITE;
        let mut low = alpha;
        let mut path_ply = 0;
        for at in self.rank..self.moves.len() {
            let mv = self.moves[at].mv;
            let count = at - self.rank + 1;
            let gives_threat = self.search.td.threats.gives_threat(&self.pos, mv);
            let reducible =
                count > 1 && params.reduce_root > 0 && threat == Threat::None && gives_threat == Threat::None;
            let reduction =
                if reducible { self.search.reduction(&self.pos, mv, &node, count, gives_threat) } else { 0 };
            let plan = Plan { depth: depth - PLY, reduction, first: count == 1, cut: false };
            let score = self.search.try_move(&mut self.pos, mv, low, beta, 0, &plan)?;
            path_ply = if score >= beta { self.search.path_ply } else { path_ply.min(self.search.path_ply) };
            best = best.max(score);
            if score > low {
                low = score;
                self.moves[self.rank..=at].rotate_right(1);
                self.update_root_move(score, is_pv)?;
                if score >= beta {
                    break;
                }
            }
        }
        if self.rank == 0 && !self.partial && path_ply >= 0 {
            let entry = Entry {
                mv: G::pack(self.moves[0].mv),
                score: best,
                eval: None,
                depth: table_depth(depth),
                bound: Bound::of(best, alpha, beta),
            };
            self.search.store(self.pos.key(), entry, 0);
        }
        Ok(best)
    }

    /// Updates the root move at the current rank with its score and PV. A proven win is never replaced by a slower one of the same
    /// move, and a new one is reported at once: looking for a faster one can take many times as long.
    fn update_root_move(&mut self, score: Score, is_pv: bool) -> Result<(), Stopped> {
        let packed = G::pack(self.moves[self.rank].mv);
        let line = &mut self.moves[self.rank];
        line.depth = self.search.depth as u32;
        line.seldepth = self.search.seldepth as u32;
        if line.score.is_win() && score < line.score {
            return Ok(());
        }
        let is_new_win = self.rank == 0 && score.is_win() && score > line.score;
        line.score = score;
        line.pv.clear();
        line.pv.push(packed);
        if is_pv {
            line.pv.extend_from_slice(self.search.td.triangle.line(1));
        }
        if is_new_win { self.report_progress() } else { Ok(()) }
    }

    /// Searches the PV lines, the best first.
    fn search_pv_lines(&mut self) -> Result<(), Stopped> {
        for rank in 0..self.lines {
            self.rank = rank;
            self.search_pv_line()?;
        }
        Ok(())
    }

    /// Adds the defences beyond the candidates, once, when all candidates lose. Were there any?
    fn add_far_defences(&mut self) -> Result<bool, Stopped> {
        if !self.moves[0].score.is_loss() || self.partial || self.far_defences_added {
            return Ok(false);
        }
        let td = &mut *self.search.td;
        let threat = td.threats.threat(&self.pos);
        td.push_far_defences(&mut self.pos, threat, self.search.params, self.search.shared.ctl)?;
        let (eval, known) = (td.stack[0].eval, self.moves.len());
        self.moves.extend(td.moves.moves(0).map(|mv| RootMove::new(mv, G::pack(mv), eval)));
        td.moves.truncate(0);
        self.far_defences_added = true;
        Ok(self.moves.len() > known)
    }

    /// Finds the best line from the current rank on: one MTD(f) or aspiration search.
    fn search_pv_line(&mut self) -> Result<(), Stopped> {
        let params = self.search.params;
        let [last, before] = self.moves[self.rank].iteration_scores;
        let guess = match (last, before) {
            (Some(last), Some(before)) if params.mtdf_mean > 0 && !last.is_mate() && !before.is_mate() => {
                Score::fixed((last.value() + before.value()) / 2)
            }
            (last, _) => last.unwrap_or(self.moves[self.rank].score),
        };
        let guess = smp::helper_guess(self.thread, guess, params);
        let depth = self.search.depth;
        let score = match self.algorithm {
            Algorithm::Mtdf => mtdf::converge(guess, params, |beta| self.pass(beta.below(), beta)),
            Algorithm::Pvs => pvs::aspire(guess, depth, params, |alpha, beta| self.pass(alpha, beta)),
        }?;
        self.finish_pv_line(score);
        Ok(())
    }

    /// Records the line's final score at this depth. A faster win that was proven before stays the best.
    fn finish_pv_line(&mut self, score: Score) {
        let rest = &mut self.moves[self.rank..];
        rest[0].score = if rest[0].score.is_win() { rest[0].score.max(score) } else { score };
        let fastest = (0..rest.len()).rev().max_by_key(|&at| rest[at].score).filter(|&at| rest[at].score.is_win());
        if let Some(at) = fastest {
            rest[..=at].rotate_right(1);
        }
        rest[0].iteration_scores = [Some(rest[0].score), rest[0].iteration_scores[0]];
    }

    /// With a win in hand a timed search goes on only while a faster one is likely. Several lines are searched for their own sake.
    fn settle_win(&mut self, elapsed: Duration) {
        let best = self.moves[0].score;
        if best.is_win() && self.lines == 1 && self.settled.is_none_or(|settled| best > settled) {
            self.settled = Some(best);
            let (params, ctl) = (self.search.params, self.search.shared.ctl);
            let percent = |time: Duration, percent: i32| time * percent.unsigned_abs() / 100;
            let left = ctl
                .time_limits()
                .1
                .map_or(Duration::MAX, |hard| percent(hard.saturating_sub(elapsed), params.win_left));
            let least = Duration::from_millis(params.win_least.unsigned_abs().into());
            ctl.settle_by(elapsed + percent(elapsed, params.win_more).min(left).max(least));
        }
    }

    /// Is the result final: no deeper iteration can change it, or the mate asked for is found?
    fn is_done(&self, depth: u32, ctl: &Control) -> bool {
        let within = |limit: u32| {
            let mut lines = self.moves[..self.lines].iter().map(|line| line.score.mate_distance());
            lines.all(|distance| distance.is_some_and(|distance| distance.unsigned_abs() <= limit))
        };
        depth >= ctl.depth_limit().min(MAX_DEPTH)
            || within(depth.saturating_sub(MATE_MARGIN))
            || (ctl.mate_limit() > 0 && within(ctl.mate_limit()))
    }

    /// The share of the soft time limit for this search: more when the best move changes or the score falls.
    fn time_share(&mut self, changed: bool) -> f64 {
        let params = self.search.params;
        self.changes = self.changes / 2.0 + f64::from(u8::from(changed));
        let best = &self.moves[0];
        let percent = if self.moves.len() == 1 {
            f64::from(params.share_single)
        } else if best.score.is_mate() {
            f64::from(params.share_mate)
        } else {
            let fall = match best.iteration_scores {
                [Some(last), Some(before)] => f64::from((before.value() - last.value()).clamp(0, params.drop_size)),
                _ => 0.0,
            };
            let percent = f64::from(params.share_stable)
                + f64::from(params.share_change) * self.changes
                + f64::from(params.share_drop) * fall / f64::from(params.drop_size);
            percent.min(f64::from(params.share_top))
        };
        percent / 100.0
    }
}

impl<G: Game, M: Model<G>> Deepening for Root<'_, '_, G, M> {
    type Limit = u32;

    fn first(&self) -> u32 {
        smp::own_depth(self.thread, 1)
    }

    fn iterate(&mut self, depth: u32, ctl: &Control) -> Result<Next<u32>, Stopped> {
        ctl.check()?;
        let before = self.moves[0].mv;
        self.search.depth = depth as i32;
        self.search.seldepth = 0;
        self.search_pv_lines()?;
        if self.add_far_defences()? {
            self.search_pv_lines()?;
        }
        self.moves[..self.lines].sort_by_key(|line| Reverse(line.score));
        self.finished = depth;
        self.report_progress()?;
        if self.is_done(depth, ctl) {
            return Ok(Next::Done);
        }
        let changed = self.moves[0].mv != before && depth > 1;
        Ok(Next::Deeper { limit: smp::own_depth(self.thread, depth + 1), share: self.time_share(changed) })
    }
}
