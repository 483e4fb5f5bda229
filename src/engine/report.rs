//! What a search tells on its way, and how often it is worth telling.

use std::time::Duration;

use fukumi_protocol::{Analysis, Effort, Score as WireScore};

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
        Analysis {
            depth: line.depth,
            seldepth: line.seldepth,
            score: wire_score(line.score),
            win_rate: Some(win_rate(line.score)),
            nodes: self.nodes,
            nps: nodes_per_second(self.nodes, self.elapsed),
            time_ms: millis(self.elapsed),
            hashfull: self.hashfull,
            multipv: line.rank as u32,
            multipv_count: self.lines.len() as u32,
            pv: line.pv.iter().map(|mv| mv.wire.clone()).collect(),
            pv_text: line.pv.iter().map(|mv| mv.text.clone()).collect(),
        }
    }
}

/// So many nodes in this time, as the protocols print them.
pub fn effort(nodes: u64, elapsed: Duration) -> Effort {
    Effort { nodes, nps: nodes_per_second(nodes, elapsed), time_ms: millis(elapsed) }
}

fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
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

/// What of a search is to be told now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It knows more than it has told.
    Report(Report),
    /// It knows nothing new, and has been silent for long: how many nodes it has searched, and in what time.
    Effort,
}

/// Decides when a search's newest report is told: nothing within the first millisecond, then not many reports in a short time,
/// and none later than a moment after it came. It has no clock of its own: whoever drives it says how long the search has
/// been running, and asks again at [`Throttle::next`] even when nothing has come.
#[derive(Debug, Default)]
pub struct Throttle {
    told: Option<Duration>,
    kept: Option<Report>,
}

impl Throttle {
    const SHORTEST: Duration = Duration::from_millis(1);
    const PAUSE: Duration = Duration::from_millis(33);
    /// No longer silence than a quarter of a second, on a busy system too.
    const SILENCE: Duration = Duration::from_millis(200);

    /// Keeps the newest report until it is due; an older one is out of date.
    pub fn keep(&mut self, report: Report) {
        self.kept = Some(report);
    }

    /// When there will be something to tell, if nothing comes before.
    pub fn next(&self) -> Duration {
        match (self.told, &self.kept) {
            (None, Some(_)) => Self::SHORTEST,
            (Some(told), Some(_)) => told + Self::PAUSE,
            (told, None) => told.unwrap_or_default() + Self::SILENCE,
        }
    }

    /// What is to be told now.
    pub fn due(&mut self, now: Duration) -> Option<News> {
        if now < self.next() {
            return None;
        }
        self.told = Some(now);
        Some(self.kept.take().map_or(News::Effort, News::Report))
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

    const MS: Duration = Duration::from_millis(1);

    /// What is told of a search that posts these reports, each with the time it came at: a clock that stands still until the
    /// throttle asks for it or a report comes.
    fn told_of(posted: &[(u32, Report)], end: Duration) -> Vec<(Duration, News)> {
        let mut throttle = Throttle::default();
        let mut told = Vec::new();
        let mut posted = posted.iter().peekable();
        loop {
            let next = throttle.next();
            let came = posted.next_if(|(at, _)| MS * *at <= next);
            let now = came.map_or(next, |(at, _)| MS * *at);
            if now >= end {
                return told;
            }
            came.into_iter().for_each(|(_, report)| throttle.keep(report.clone()));
            told.extend(throttle.due(now).map(|news| (now, news)));
        }
    }

    #[test]
    fn a_short_search_says_nothing_until_its_end() {
        let mut throttle = Throttle::default();
        for micros in [300, 900] {
            throttle.keep(report(micros));
            assert_eq!(throttle.due(Duration::from_micros(micros)), None);
        }
        assert_eq!(throttle.last(), Some(report(900)));
        assert_eq!(throttle.last(), None);
    }

    #[test]
    fn a_report_that_is_the_last_for_long_is_told_all_the_same() {
        let posted = [(10, report(1)), (12, report(2)), (20, report(3))];
        let told = told_of(&posted, MS * 500);
        let reports: Vec<_> = told.iter().filter(|(_, news)| *news != News::Effort).cloned().collect();
        assert_eq!(reports, [(MS * 10, News::Report(report(1))), (MS * 43, News::Report(report(3)))]);
    }

    #[test]
    fn not_more_than_a_few_reports_in_a_tenth_of_a_second() {
        let posted: Vec<_> = (1..100).map(|at| (at, report(at.into()))).collect();
        let told = told_of(&posted, MS * 100).len();
        assert!((2..=4).contains(&told), "{told}");
    }

    #[test]
    fn a_search_is_never_silent_for_a_quarter_of_a_second() {
        let told = told_of(&[(350, report(1)), (360, report(2))], MS * 2_000);
        let times = || std::iter::once(Duration::ZERO).chain(told.iter().map(|(at, _)| *at));
        for (from, to) in times().zip(times().skip(1)) {
            assert!(to - from <= MS * 250, "silent from {from:?} to {to:?}");
        }
        assert_eq!(told.len(), 11, "{told:?}");
    }

    #[test]
    fn even_values_are_even_chances() {
        assert_eq!(win_rate(Score::DRAW), 500);
        assert_eq!(win_rate(Score::win_in(3)), 1000);
        assert_eq!(win_rate(Score::loss_in(3)), 0);
    }
}
