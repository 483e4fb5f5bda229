//! What engines report about their searches, in UGI `info` lines, in our own `MESSAGE` lines and in Rapfi's. Parsed leniently:
//! a line that makes no sense is ignored.

use std::time::Duration;

/// What an engine has reported about a search. Later lines override earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The score of the position, for the side to move.
    pub score: Option<EngineScore>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// An estimate, in the engine's own unit.
    Estimate(i32),
    /// A win (positive) or a loss in so many plies.
    Mate(i32),
}

impl EngineScore {
    /// The score on one scale, on which a proven win is more than any estimate.
    pub fn value(self) -> i64 {
        match self {
            EngineScore::Estimate(value) => i64::from(value),
            EngineScore::Mate(plies) if plies > 0 => i64::MAX,
            EngineScore::Mate(_) => i64::MIN,
        }
    }
}

impl SearchInfo {
    /// Updates from a line.
    pub fn update(&mut self, line: &str) {
        let lower = line.to_ascii_lowercase();
        let mut words = lower.split(|c: char| c.is_whitespace() || "|:=".contains(c)).filter(|word| !word.is_empty());
        let mut found = SearchInfo::default();
        while let Some(word) = words.next() {
            let mut next = || words.next().unwrap_or_default();
            match word {
                // Moves or free text follow.
                "pv" | "bestline" | "string" => break,
                // Lines of moves other than the best.
                "multipv" if next() != "1" => return,
                "depth" => found.depth = next().split('-').next().and_then(|depth| depth.parse().ok()),
                "eval" | "ev" | "cp" => found.score = evaluation(next()),
                "mate" => found.score = next().parse().ok().and_then(own_moves),
                "node" | "nodes" | "n" | "nd" | "totalnodes" => found.nodes = count(next()),
                "speed" | "nps" => found.nps = count(next()),
                _ => {}
            }
        }
        self.depth = found.depth.or(self.depth);
        self.score = found.score.or(self.score);
        self.nodes = found.nodes.or(self.nodes);
        self.nps = found.nps.or(self.nps);
    }

    /// The nodes of a search that took this long, as reported or estimated from the speed.
    pub fn nodes_in(&self, used: Duration) -> Option<u64> {
        self.nodes.or_else(|| self.nps.map(|nps| (nps as f64 * used.as_secs_f64()) as u64))
    }
}

/// `134`, `-5`, `+M5`, `-M4`: mates are counted in plies.
fn evaluation(word: &str) -> Option<EngineScore> {
    if let Some((sign, plies)) = word.split_once('m') {
        let plies = plies.parse::<u16>().ok().map(i32::from)?;
        return match sign {
            "-" => Some(EngineScore::Mate(-plies)),
            "+" | "" => Some(EngineScore::Mate(plies)),
            _ => None,
        };
    }
    word.parse().ok().map(EngineScore::Estimate)
}

/// A mate counted in own moves, converted to plies.
fn own_moves(moves: i32) -> Option<EngineScore> {
    let plies = moves.checked_mul(2)?;
    Some(EngineScore::Mate(if moves > 0 { plies - 1 } else { plies }))
}

/// `950`, `120k`, `1.2M`.
fn count(word: &str) -> Option<u64> {
    let (number, factor) = match word.as_bytes().last()? {
        b'k' => (&word[..word.len() - 1], 1e3),
        b'm' => (&word[..word.len() - 1], 1e6),
        b'g' | b'b' => (&word[..word.len() - 1], 1e9),
        _ => (word, 1.0),
    };
    let number = number.parse::<f64>().ok().filter(|number| (0.0..1e15).contains(number))?;
    Some((number * factor) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        lines.iter().for_each(|line| info.update(line));
        info
    }

    fn all(depth: u32, score: EngineScore, nodes: u64, nps: u64) -> SearchInfo {
        SearchInfo { depth: Some(depth), score: Some(score), nodes: Some(nodes), nps: Some(nps) }
    }

    #[test]
    fn gomocup_messages_are_read() {
        let lines = [
            "MESSAGE Depth 4-5 | Eval -63 | Time 1ms | h10 i9 j10",
            "MESSAGE Speed 894k | Depth 10-21 | Eval -150 | Node 860k | Time 962ms",
        ];
        assert_eq!(read(&lines), all(10, EngineScore::Estimate(-150), 860_000, 894_000));
        let tool = ["MESSAGE depth 12-21 ev +M7 n 1.2M n/ms 900 tm 812 pv h8 i9"];
        assert_eq!(read(&tool), SearchInfo { nps: None, ..all(12, EngineScore::Mate(7), 1_200_000, 0) });
    }

    #[test]
    fn ugi_lines_are_read() {
        let lines = [
            "info depth 3 seldepth 9 score cp 12 nodes 500 nps 1000 time 5 hashfull 3 pv h8 i9",
            "info depth 4 seldepth 9 score mate -3 nodes 900 nps 2000 time 5 hashfull 3 multipv 1 pv h8 i9",
            "info depth 9 seldepth 9 score cp 77 nodes 950 nps 2000 time 5 hashfull 3 multipv 2 pv h8 i9",
            "info string depth 77",
        ];
        assert_eq!(read(&lines), all(4, EngineScore::Mate(-6), 900, 2_000));
        assert_eq!(read(&["info score mate 2"]).score, Some(EngineScore::Mate(3)));
    }

    #[test]
    fn lines_without_sense_tell_nothing() {
        for line in ["", "MESSAGE", "depth", "depth x", "eval m", "nodes -5", "nps k", "eval 99999999999", "ev xM3"] {
            assert_eq!(read(&[line]), SearchInfo::default(), "{line}");
        }
    }

    #[test]
    fn nodes_are_reckoned_from_the_speed_where_they_are_not_counted() {
        let reckoned = read(&["MESSAGE Speed 10k"]);
        assert_eq!(reckoned.nodes_in(Duration::from_millis(500)), Some(5_000));
        assert_eq!(SearchInfo::default().nodes_in(Duration::from_secs(1)), None);
    }

    #[test]
    fn a_proven_win_is_more_than_any_estimate() {
        assert!(EngineScore::Mate(400).value() > EngineScore::Estimate(i32::MAX).value());
        assert!(EngineScore::Mate(-400).value() < EngineScore::Estimate(i32::MIN).value());
        assert!(EngineScore::Mate(0).value() < EngineScore::Estimate(i32::MIN).value(), "mated already");
    }
}
