//! The root of a two-player search: its moves, one pass over them, and the iterations that the two drivers make of passes.

use std::cmp::Reverse;

use super::alpha_beta::{LONGEST, MAX_DEPTH, Plan, Search, tabled};
use super::control::{Control, Stopped};
use super::deepening::{Deepening, Next};
use super::position::{Check, Evaluator, Game};
use super::request::{Algorithm, Answer, Line, Progress};
use super::score::Score;
use super::selectivity::{Node, PLY};
use super::tt::{Bound, Entry};
use super::{mtdf, pv, pvs, smp};

/// A root move and the best that is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    /// The value of the last pass that found it good enough.
    pub(super) score: Score,
    /// The depth of that pass; 0 when there was none.
    pub(super) depth: u32,
    seldepth: u32,
    /// The line that pass kept, packed; in MTD(f) only the move itself.
    pv: Vec<u16>,
    /// The value at the end of the last iteration and of the one before: the next one's first guesses.
    settled: [Option<Score>; 2],
}

impl<M> RootMove<M> {
    pub(super) fn new(mv: M, packed: u16, score: Score) -> RootMove<M> {
        RootMove { mv, score, depth: 0, seldepth: 0, pv: vec![packed], settled: [None; 2] }
    }

    /// The move wins by the line `pv`, which begins with it.
    pub(super) fn prove(&mut self, win: Score, pv: Vec<u16>) {
        self.score = win;
        self.seldepth = pv.len() as u32;
        self.pv = pv;
    }
}

/// A search that was stopped takes one in so many of its proof nodes for the end of a proven line: somebody waits.
const HURRY: u64 = 16;

/// The evaluator's search for a forced win from the root, which goes on beside the iterations.
#[derive(Default)]
struct Pursuit {
    /// Nodes that it was given.
    spent: u64,
    /// Did it find the win that is the best line?
    won: bool,
}

/// A proven result is searched so many plies deeper than it is long: reductions may hide a faster win, or a longer defence.
const BEYOND_PROOF: u32 = 2;

/// Where an iteration's lines go.
pub(super) type Report<'r, M> = &'r mut dyn FnMut(&Progress<'_, M>);

/// The first move of a proven line goes first, with its line, unless it is not to be searched or a win as fast is known. Tells
/// whether it does.
pub(super) fn adopt_proof<G: Game>(moves: &mut [RootMove<G::Move>], line: &[G::Move]) -> bool {
    let win = Score::win_in(line.len());
    let at = line.first().and_then(|first| moves.iter().position(|found| found.mv == *first));
    let Some(at) = at.filter(|_| moves[0].score < win) else { return false };
    moves[at].prove(win, line.iter().map(|&mv| G::pack(mv)).collect());
    moves[..=at].rotate_right(1);
    true
}

/// One thread's iterations from the root.
pub(super) struct Root<'a, 'r, G: Game, E> {
    pub(super) search: Search<'a, G, E>,
    pos: G,
    /// The lines first, each in its rank; then the other moves.
    pub(super) moves: Vec<RootMove<G::Move>>,
    algorithm: Algorithm,
    lines: usize,
    /// The rank being searched, from 0: moves before it are left out.
    rank: usize,
    /// Are some moves left out for good? Then the root's value is not the position's.
    pub(super) partial: bool,
    thread: usize,
    report: Option<Report<'r, G::Move>>,
    pursuit: Pursuit,
    /// Changes of the best move, each counting half as much as the next.
    changes: f64,
    pub(super) finished: u32,
    pub(super) passes: u64,
}

impl<'a, 'r, G: Game, E: Evaluator<G>> Root<'a, 'r, G, E> {
    pub(super) fn new(
        mut search: Search<'a, G, E>,
        pos: &G,
        moves: Vec<RootMove<G::Move>>,
        (algorithm, lines, partial): (Algorithm, usize, bool),
        thread: usize,
        report: Option<Report<'r, G::Move>>,
    ) -> Self {
        let lines = lines.clamp(1, moves.len());
        search.play_for(pos.to_move());
        Root {
            search,
            pos: pos.clone(),
            moves,
            algorithm,
            lines,
            rank: 0,
            partial,
            thread,
            report,
            pursuit: Pursuit::default(),
            changes: 0.0,
            finished: 0,
            passes: 0,
        }
    }

    /// Gives the evaluator's search for a forced win its share of the effort so far, in slices that double. A win that it finds
    /// becomes the best line at once. Nodes alone decide when, so that a search by nodes can be repeated.
    fn pursue(&mut self) -> Result<Option<Score>, Stopped> {
        let params = self.search.params;
        let score = self.moves[self.rank].score;
        if self.thread > 0 || self.rank > 0 || (score.is_mate() && !self.pursuit.won) {
            return Ok(None);
        }
        let hopeful = score >= Score::fixed(params.pursue_hope);
        let share = if hopeful { params.pursue_hope_share } else { params.pursue_share };
        let due = self.search.searched() * u64::from(share.unsigned_abs())
            / 100
            / u64::from(params.pursue_cost.unsigned_abs());
        let slice = due.saturating_sub(self.pursuit.spent);
        if share == 0 || slice < self.pursuit.spent.max(u64::from(params.pursue_slice.unsigned_abs())) {
            return Ok(None);
        }
        self.pursuit.spent += slice;
        let found = self.search.mind.evaluator.pursue(&mut self.pos.clone(), slice, self.search.crew.ctl)?;
        let Some(line) = found else { return Ok(None) };
        if !adopt_proof::<G>(&mut self.moves, &line) {
            return Ok(None);
        }
        self.pursuit.won = true;
        self.tell()?;
        Ok(Some(self.moves[0].score))
    }

    /// One search of the moves from the rank on; fail-soft. A move that comes out above alpha goes to the rank.
    fn pass(&mut self, alpha: Score, beta: Score) -> Result<Score, Stopped> {
        if let Some(win) = self.pursue()? {
            return Ok(win);
        }
        self.passes += 1;
        let params = self.search.params;
        let open = beta > alpha.above();
        let depth = self.search.depth * PLY;
        let check = self.search.mind.evaluator.check(&self.pos);
        self.search.mind.frames[0].check = check;
        let eval = self.search.mind.frames[0].eval;
        let node = Node { depth, check, open: true, cut: false, improving: true, eval };
        let mut best = -Score::INFINITE;
        let mut low = alpha;
        let mut leans = 0;
        for at in self.rank..self.moves.len() {
            let mv = self.moves[at].mv;
            let count = at - self.rank + 1;
            let given = self.search.mind.evaluator.gives_check(&self.pos, mv);
            let reducible = count > 1 && params.reduce_root > 0 && check == Check::No && given == Check::No;
            let reduction = if reducible { self.search.reduction(&self.pos, mv, &node, count, given) } else { 0 };
            let plan = Plan { depth: depth - PLY, reduction, first: count == 1, cut: false };
            let score = self.search.try_move(&mut self.pos, mv, low, beta, 0, &plan)?;
            leans = if score >= beta { self.search.leans } else { leans.min(self.search.leans) };
            best = best.max(score);
            if score > low {
                low = score;
                self.moves[self.rank..=at].rotate_right(1);
                self.adopt(score, open)?;
                if score >= beta {
                    break;
                }
            }
        }
        if self.rank == 0 && !self.partial && leans >= 0 {
            let entry = Entry {
                mv: G::pack(self.moves[0].mv),
                score: best,
                eval: None,
                depth: tabled(depth),
                bound: Bound::of(best, alpha, beta),
            };
            self.search.store(self.pos.key(), entry, 0);
        }
        Ok(best)
    }

    /// The move at the rank came out with that score. A proven win is never replaced by a slower one of the same move, and the
    /// best line's is told at once: the passes that look for a faster one can take many times as long.
    fn adopt(&mut self, score: Score, open: bool) -> Result<(), Stopped> {
        let packed = G::pack(self.moves[self.rank].mv);
        let line = &mut self.moves[self.rank];
        line.depth = self.search.depth as u32;
        line.seldepth = self.search.seldepth as u32;
        if line.score.is_win() && score < line.score {
            return Ok(());
        }
        let is_news = self.rank == 0 && score.is_win() && !line.score.is_win();
        line.score = score;
        line.pv.clear();
        line.pv.push(packed);
        if open {
            line.pv.extend_from_slice(self.search.mind.triangle.line(1));
        }
        if is_news { self.tell() } else { Ok(()) }
    }

    /// Finds the value of the best move from the rank on.
    fn settle_rank(&mut self) -> Result<(), Stopped> {
        let params = self.search.params;
        let [last, before] = self.moves[self.rank].settled;
        let guess = match (last, before) {
            (Some(last), Some(before)) if params.mtdf_mean > 0 && !last.is_mate() && !before.is_mate() => {
                Score::fixed((last.value() + before.value()) / 2)
            }
            (last, _) => last.unwrap_or(self.moves[self.rank].score),
        };
        let guess = smp::beside(self.thread, guess, params);
        let depth = self.search.depth;
        let score = match self.algorithm {
            Algorithm::Mtdf => mtdf::converge(guess, params, |beta| self.pass(beta.below(), beta)),
            Algorithm::Pvs => pvs::aspire(guess, depth, params, |alpha, beta| self.pass(alpha, beta)),
        }?;
        self.adopt_value(score);
        Ok(())
    }

    /// The value is settled at this depth. A win that was proven before and is faster stays the best.
    fn adopt_value(&mut self, score: Score) {
        let rest = &mut self.moves[self.rank..];
        rest[0].score = if rest[0].score.is_win() { rest[0].score.max(score) } else { score };
        let fastest = (0..rest.len()).rev().max_by_key(|&at| rest[at].score).filter(|&at| rest[at].score.is_win());
        if let Some(at) = fastest {
            rest[..=at].rotate_right(1);
        }
        rest[0].settled = [Some(rest[0].score), rest[0].settled[0]];
    }

    /// The best lines as they stand.
    pub(super) fn lines_found(&mut self) -> Vec<Line<G::Move>> {
        (0..self.lines).map(|rank| self.line_found(rank)).collect()
    }

    fn line_found(&mut self, rank: usize) -> Line<G::Move> {
        let found = &self.moves[rank];
        let (score, depth, seldepth) = (found.score, found.depth, found.seldepth);
        let longest = match score.mate_distance() {
            Some(distance) => distance.unsigned_abs() as usize,
            None => (depth as usize).max(found.pv.len()),
        };
        let mut pv = pv::recover(&self.pos, &found.pv, longest.clamp(1, LONGEST), self.search.crew.table);
        if score.is_mate() && pv.len() < longest {
            self.finish(&mut pv, longest);
        }
        Line { rank: rank + 1, score, depth, seldepth, pv }
    }

    /// Goes on with the win that the proof search finds behind a line, for the table holds no moves of proofs, unless it takes
    /// longer than was claimed.
    fn finish(&mut self, pv: &mut Vec<G::Move>, longest: usize) {
        let mut pos = self.pos.clone();
        pv.iter().for_each(|&mv| {
            pos.make(mv);
        });
        if pos.outcome().is_some() {
            return;
        }
        let nodes = u64::try_from(self.search.params.prove_root).unwrap_or(0);
        let (ctl, late) = (self.search.crew.ctl, Control::unlimited());
        // The flag of a search that is over stops its proofs, too.
        let (ctl, nodes) = match (ctl.stopped(), ctl.is_used_up()) {
            (false, _) => (ctl, nodes),
            (true, true) => (&late, nodes),
            (true, false) => (&late, nodes / HURRY),
        };
        if let Ok(Some(rest)) = self.search.mind.evaluator.prove_line(&mut pos, nodes, ctl)
            && pv.len() + rest.len() <= longest
        {
            pv.extend(rest);
        }
    }

    /// What this thread found; the crew's nodes are not filled in. That a limit is reached by now changes nothing.
    pub(super) fn answer(&mut self) -> Answer<G::Move> {
        let _ = self.search.flush();
        let lines = self.lines_found();
        let seldepth = lines[0].seldepth;
        Answer { lines, depth: self.finished, seldepth, nodes: 0, proof_nodes: 0, passes: self.passes }
    }

    /// Reports the iteration just finished.
    fn tell(&mut self) -> Result<(), Stopped> {
        let flushed = self.search.flush();
        let Some(report) = self.report.take() else { return flushed };
        let lines = self.lines_found();
        let crew = self.search.crew;
        report(&Progress {
            depth: self.finished,
            seldepth: self.search.seldepth as u32,
            nodes: crew.nodes(),
            proof_nodes: crew.proof_nodes(),
            elapsed: crew.ctl.elapsed(),
            hashfull: crew.table.hashfull(),
            lines: &lines,
        });
        self.report = Some(report);
        flushed
    }

    /// Can no deeper iteration change the result, or is what was asked for found?
    fn is_done(&self, depth: u32, ctl: &Control) -> bool {
        let within = |limit: u32| {
            let mut lines = self.moves[..self.lines].iter().map(|line| line.score.mate_distance());
            lines.all(|distance| distance.is_some_and(|distance| distance.unsigned_abs() <= limit))
        };
        depth >= ctl.depth_limit().min(MAX_DEPTH)
            || within(depth.saturating_sub(BEYOND_PROOF))
            || (ctl.mate_limit() > 0 && within(ctl.mate_limit()))
    }

    /// The share of the soft limit that this search deserves.
    fn share(&mut self, changed: bool) -> f64 {
        let params = self.search.params;
        self.changes = self.changes / 2.0 + f64::from(u8::from(changed));
        let best = &self.moves[0];
        let percent = if self.moves.len() == 1 {
            f64::from(params.share_single)
        } else if best.score.is_mate() {
            f64::from(params.share_mate)
        } else {
            let fall = match best.settled {
                [Some(last), Some(before)] => f64::from((before.value() - last.value()).clamp(0, params.drop_size)),
                _ => 0.0,
            };
            let percent = f64::from(params.share_calm)
                + f64::from(params.share_change) * self.changes
                + f64::from(params.share_drop) * fall / f64::from(params.drop_size);
            percent.min(f64::from(params.share_top))
        };
        percent / 100.0
    }
}

impl<G: Game, E: Evaluator<G>> Deepening for Root<'_, '_, G, E> {
    type Limit = u32;

    fn first(&self) -> u32 {
        smp::own_depth(self.thread, 1)
    }

    fn iterate(&mut self, depth: u32, ctl: &Control) -> Result<Next<u32>, Stopped> {
        ctl.check()?;
        let before = self.moves[0].mv;
        self.search.depth = depth as i32;
        self.search.seldepth = 0;
        for rank in 0..self.lines {
            self.rank = rank;
            self.settle_rank()?;
        }
        self.moves[..self.lines].sort_by_key(|line| Reverse(line.score));
        self.finished = depth;
        self.tell()?;
        if self.is_done(depth, ctl) {
            return Ok(Next::Done);
        }
        let changed = self.moves[0].mv != before && depth > 1;
        Ok(Next::Deeper { limit: smp::own_depth(self.thread, depth + 1), share: self.share(changed) })
    }
}
