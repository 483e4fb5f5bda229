//! The study of one position: its best lines, and what the move that was played in it is worth beside them.

use crate::engine::{Engine, MoveStyle, NamedMove, ProvenWin, Rejected, Report, ReportLine, Task, Verdict as Proof};
use crate::search::{Control, Limits, Outcome, Player, Score, Table};

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A best move, with its line.
    Found,
    /// There was nothing to think about.
    Over(Outcome),
    /// A puzzle without a solution: proven.
    Unsolvable,
    /// Stopped before anything was known.
    Unknown,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Study {
    /// The position's text.
    pub position: String,
    /// The board, drawn.
    pub board: String,
    /// The player to move.
    pub to_move: Player,
    /// Is there only one player?
    pub puzzle: bool,
    /// The points forbidden to the player to move.
    pub forbidden: Vec<String>,
    /// The move that was played here, when a game went on.
    pub played: Option<String>,
    /// Its value, searched as deep as the best one's; none when it is the best, or the search cannot be told to look at it.
    pub played_score: Option<Score>,
    /// What came of thinking.
    pub verdict: Verdict,
    /// The last depth that was finished.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Moves made in the main search.
    pub nodes: u64,
    /// Nodes of the proof searches.
    pub proof_nodes: u64,
    /// The best lines, the best first.
    pub lines: Vec<ReportLine>,
    /// What came of the search for a whole proof, when it was asked for.
    pub proof: Option<Proof>,
}

impl Study {
    /// The value for the player to move; none when nothing is known.
    pub fn score(&self) -> Option<Score> {
        match self.verdict {
            Verdict::Found => self.lines.first().map(|line| line.score),
            Verdict::Over(Outcome::Win(winner)) if winner == self.to_move => Some(Score::win_in(0)),
            Verdict::Over(Outcome::Win(_)) | Verdict::Unsolvable => Some(Score::loss_in(0)),
            Verdict::Over(Outcome::Draw) => Some(Score::DRAW),
            Verdict::Unknown => None,
        }
    }

    /// The best move.
    pub fn best(&self) -> Option<&str> {
        self.lines.first().and_then(|line| line.pv.first()).map(|named| named.text.as_str())
    }

    /// A proven win is the best line, unless the search knows a faster one. Its moves go on where those of the search end.
    pub fn use_proof(&mut self, win: &ProvenWin, lines: usize) {
        let score = Score::win_in(win.plies);
        if self.score().is_some_and(|known| known > score) {
            return;
        }
        let pv: Vec<NamedMove> = win.line.iter().map(|mv| NamedMove { wire: mv.clone(), text: mv.clone() }).collect();
        self.lines.retain(|line| line.pv.first() != pv.first());
        let (depth, seldepth) = (self.depth, self.seldepth);
        self.lines.insert(0, ReportLine { rank: 1, score, depth, seldepth, pv });
        self.lines.truncate(lines);
        self.lines.iter_mut().zip(1..).for_each(|(line, rank)| line.rank = rank);
        self.verdict = Verdict::Found;
    }

    /// What is known before any search. `played` is the move with which a game went on.
    ///
    /// # Errors
    /// [`Rejected`] when that is no move here.
    pub fn new(engine: &mut dyn Engine, played: Option<&str>) -> Result<Study, Rejected> {
        let standing = engine.standing();
        Ok(Study {
            position: engine.position(),
            board: engine.draw(),
            to_move: standing.to_move,
            puzzle: engine.training_game().is_none(),
            forbidden: engine.forbidden(MoveStyle::Bottom),
            played: played.map(|text| engine.reformat(text, MoveStyle::Bottom)).transpose()?,
            played_score: None,
            verdict: standing.outcome.map_or(Verdict::Unknown, Verdict::Over),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            proof_nodes: 0,
            lines: Vec::new(),
            proof: None,
        })
    }

    /// Is the game over here, so that there is nothing to search?
    pub fn is_over(&self) -> bool {
        matches!(self.verdict, Verdict::Over(_))
    }

    /// Searches the position.
    ///
    /// # Errors
    /// [`Rejected`] when the engine cannot search it. A puzzle without a solution is no error.
    pub fn search(
        &mut self,
        engine: &mut dyn Engine,
        (lines, threads): (usize, usize),
        table: &Table,
        ctl: &Control,
    ) -> Result<(), Rejected> {
        let task = Task { multi_pv: lines, threads, conclude: true, ..Task::default() };
        let answer = engine.think(&task, table, ctl, &mut |report| self.use_report(report));
        self.verdict = match answer {
            Err(Rejected::Unsolvable) => Verdict::Unsolvable,
            Err(other) => return Err(other),
            Ok(_) if self.lines.is_empty() => Verdict::Unknown,
            Ok(_) => Verdict::Found,
        };
        Ok(())
    }

    /// Searches the move that was played: from the same position, to the same depth and with the same table as the best one, so that their
    /// values can be compared. It is a part of the search under `whole`, with limits of its own. Nothing is done where it is the best one,
    /// or there is nothing to compare it with.
    ///
    /// # Errors
    /// [`Rejected`] when the engine cannot search it.
    pub fn look_at_played(
        &mut self,
        engine: &mut dyn Engine,
        threads: usize,
        table: &Table,
        (whole, limits): (&Control, &Limits),
    ) -> Result<(), Rejected> {
        let Some(played) = self.played.clone().filter(|played| self.best() != Some(played)) else { return Ok(()) };
        if self.puzzle || self.verdict != Verdict::Found {
            return Ok(());
        }
        let task = Task { only: vec![played], threads, conclude: true, ..Task::default() };
        let limits = Limits { depth: Some(self.depth.max(1)), ..*limits };
        let mut last = None;
        engine.think(&task, table, &whole.part(&limits), &mut |report| last = Some(report))?;
        if let Some(report) = last {
            self.played_score = report.lines.first().map(|line| line.score);
            self.nodes += report.nodes;
            self.proof_nodes += report.proof_nodes;
        }
        Ok(())
    }

    fn use_report(&mut self, report: Report) {
        // What a cut iteration found is less certain than what the last whole one settled, but for a win, which is proven.
        let won = |lines: &[ReportLine]| lines.first().is_some_and(|line| line.score.is_win());
        if self.lines.is_empty() || report.depth > self.depth || (won(&report.lines) && !won(&self.lines)) {
            self.lines = report.lines;
        }
        (self.depth, self.seldepth) = (report.depth, report.seldepth);
        (self.nodes, self.proof_nodes) = (report.nodes, report.proof_nodes);
    }
}
