//! What a search tells on its way, and how often it is worth telling.

use std::time::Duration;

use fukumi_protocol::{Analysis, Score as WireScore};

use super::PackedMove;
use crate::search::{LOGIT, Score};

/// A move in two notations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedMove {
    /// As the wire has it.
    pub wire: String,
    /// As people read it.
    pub text: String,
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    /// 1 for the best line.
    pub rank: usize,
    /// Its value for the side to move.
    pub score: Score,
    /// The depth that gave the value.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// The moves.
    pub pv: Vec<NamedMove>,
}

/// The state of a search after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The depth just finished.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Moves made in the main search.
    pub nodes: u64,
    /// Nodes of the proof searches.
    pub proof_nodes: u64,
    /// Time since the command was read.
    pub elapsed: Duration,
    /// Permille of the table in use.
    pub hashfull: u32,
    /// The best move so far.
    pub best: Option<PackedMove>,
    /// The best lines, the best first.
    pub lines: Vec<ReportLine>,
}

impl Report {
    /// The report as the protocols print it, one part a line of play.
    pub fn analyses(&self) -> Vec<Analysis> {
        self.lines.iter().map(|line| self.analysis(line)).collect()
    }

    fn analysis(&self, line: &ReportLine) -> Analysis {
        let micros = self.elapsed.as_micros().max(1);
        Analysis {
            depth: line.depth,
            seldepth: line.seldepth,
            score: wire_score(line.score),
            win_rate: Some(win_rate(line.score)),
            nodes: self.nodes,
            nps: u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX),
            time_ms: u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX),
            hashfull: self.hashfull,
            multipv: line.rank as u32,
            multipv_count: self.lines.len() as u32,
            pv: line.pv.iter().map(|mv| mv.wire.clone()).collect(),
            pv_text: line.pv.iter().map(|mv| mv.text.clone()).collect(),
        }
    }
}

fn wire_score(score: Score) -> WireScore {
    match score.mate_distance() {
        Some(plies) if score.is_win() => WireScore::Win(plies.unsigned_abs()),
        Some(plies) => WireScore::Loss(plies.unsigned_abs()),
        None => WireScore::Static(score.value()),
    }
}

/// The chance of the side to move to win that a score stands for, in permille.
pub fn win_rate(score: Score) -> u32 {
    if score.is_mate() {
        return if score.is_win() { 1000 } else { 0 };
    }
    let chance = 1.0 / (1.0 + (-f64::from(score.value()) / LOGIT).exp());
    (chance * 1000.0).round() as u32
}

/// Decides which reports are told: none of a search that ends within a millisecond, and not many in a short time. The last
/// one is kept, so that it can be told before the move.
#[derive(Debug, Default)]
pub struct Throttle {
    told: Option<Duration>,
    kept: Option<Report>,
}

impl Throttle {
    const SHORTEST: Duration = Duration::from_millis(1);
    const PAUSE: Duration = Duration::from_millis(33);

    /// Takes a report; gives it back when it is to be told now.
    pub fn take(&mut self, report: Report) -> Option<Report> {
        let due = self.told.map_or(Self::SHORTEST, |told| told + Self::PAUSE);
        if report.elapsed < due {
            self.kept = Some(report);
            return None;
        }
        self.told = Some(report.elapsed);
        self.kept = None;
        Some(report)
    }

    /// The last report, when it was not told yet.
    pub fn last(&mut self) -> Option<Report> {
        self.kept.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(micros: u64) -> Report {
        Report {
            depth: 1,
            seldepth: 1,
            nodes: 5,
            proof_nodes: 0,
            elapsed: Duration::from_micros(micros),
            hashfull: 0,
            best: None,
            lines: Vec::new(),
        }
    }

    #[test]
    fn a_short_search_says_nothing_until_its_end() {
        let mut throttle = Throttle::default();
        assert_eq!(throttle.take(report(300)), None);
        assert_eq!(throttle.take(report(900)), None);
        assert_eq!(throttle.last(), Some(report(900)));
        assert_eq!(throttle.last(), None);
    }

    #[test]
    fn not_more_than_a_few_reports_in_a_tenth_of_a_second() {
        let mut throttle = Throttle::default();
        let told = (0..100).filter(|ms| throttle.take(report(ms * 1_000)).is_some()).count();
        assert!((2..=4).contains(&told), "{told}");
    }

    #[test]
    fn even_values_are_even_chances() {
        assert_eq!(win_rate(Score::DRAW), 500);
        assert_eq!(win_rate(Score::win_in(3)), 1000);
        assert_eq!(win_rate(Score::loss_in(3)), 0);
    }
}
