//! The lines that the root has found: completed from the table and the threat search, and reported.

use super::Root;
use crate::search::control::{Control, Stopped};
use crate::search::model::Model;
use crate::search::position::Game;
use crate::search::pv;
use crate::search::request::{Progress, PvLine, SearchResult};
use crate::search::score::MAX_PLY;
use crate::search::threat_search::ThreatSearch;

/// After a stop, somebody waits for the answer: completing a proven line may take only this fraction of its nodes.
const STOPPED_DIVISOR: u64 = 16;

impl<G: Game, M: Model<G>> Root<'_, '_, G, M> {
    /// The best lines so far.
    pub(in crate::search) fn lines_found(&mut self) -> Vec<PvLine<G::Move>> {
        (0..self.lines).map(|rank| self.line_found(rank)).collect()
    }

    fn line_found(&mut self, rank: usize) -> PvLine<G::Move> {
        let found = &self.moves[rank];
        // Where every line ends early, the greatest ply is less than the depth that was searched.
        let (score, depth, seldepth) = (found.score, found.depth, found.seldepth.max(found.depth));
        let longest = match score.mate_distance() {
            Some(distance) => distance.unsigned_abs() as usize,
            None => (depth as usize).max(found.pv.len()),
        };
        let mut pv = pv::recover(&mut self.pos, &found.pv, longest.clamp(1, MAX_PLY), self.search.shared.table);
        if score.is_mate() && pv.len() < longest {
            self.complete_mate_line(&mut pv, longest);
        }
        PvLine { rank: rank + 1, score, depth, seldepth, pv }
    }

    /// Completes a PV that ends in a proven win with the threat search's own line, since the table holds no moves of proofs. Not
    /// with a line longer than the claimed mate.
    fn complete_mate_line(&mut self, pv: &mut Vec<G::Move>, longest: usize) {
        let mut pos = self.pos.clone();
        pv.iter().for_each(|&mv| {
            pos.make(mv);
        });
        if pos.outcome().is_some() {
            return;
        }
        let nodes = u64::try_from(self.search.params.root_proof_nodes).unwrap_or(0);
        let (ctl, late) = (self.search.shared.ctl, Control::unlimited());
        // A stopped search's control would stop the threat search, too.
        let (ctl, nodes) = match (ctl.stopped(), ctl.is_used_up()) {
            (false, _) => (ctl, nodes),
            (true, true) => (&late, nodes),
            (true, false) => (&late, nodes / STOPPED_DIVISOR),
        };
        if let Ok(Some(rest)) = self.search.td.threats.prove_line(&mut pos, nodes, ctl)
            && pv.len() + rest.len() <= longest
        {
            pv.extend(rest);
        }
    }

    /// This thread's result; the node totals are left at 0. A limit reached meanwhile changes nothing.
    pub(in crate::search) fn result(&mut self) -> SearchResult<G::Move> {
        let _ = self.search.flush();
        let lines = self.lines_found();
        let seldepth = lines[0].seldepth.max(self.finished);
        SearchResult {
            lines,
            depth: self.finished,
            seldepth,
            nodes: 0,
            proof_nodes: 0,
            passes: self.passes,
            partial: self.partial,
        }
    }

    /// Did the last report begin with the move that is the best one now? An iteration that was stopped can have found a better one.
    pub(in crate::search) fn best_move_is_reported(&self) -> bool {
        self.reported == Some(self.moves[0].mv)
    }

    /// Reports the lines so far.
    pub(super) fn report_progress(&mut self) -> Result<(), Stopped> {
        let flushed = self.search.flush();
        let Some(report) = self.report.take() else { return flushed };
        // It is known now; completing its line takes time of its own.
        let elapsed = self.search.shared.ctl.elapsed();
        self.settle_win(elapsed);
        let lines = self.lines_found();
        self.reported = Some(self.moves[0].mv);
        let shared = self.search.shared;
        report(&Progress {
            depth: self.finished,
            seldepth: (self.search.seldepth as u32).max(self.finished),
            nodes: shared.nodes(),
            proof_nodes: shared.proof_nodes(),
            elapsed,
            hashfull: shared.table.hashfull(),
            lines: &lines,
        });
        self.report = Some(report);
        flushed
    }
}
