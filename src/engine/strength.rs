//! Play below full strength, for people: fewer nodes, and a choice among the best lines that is left to chance.
//!
//! A strong engine that is only held back by its nodes plays well until it blunders; a person does not. So both shrink together:
//! each level below the full one searches less, takes moves for equal that lie farther apart, and overlooks longer wins and losses
//! by force. Those that it sees are never left to chance.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::search::{LOGIT, PvLine, Score};

/// The strength of unhindered play.
pub const FULL: u32 = 100;

/// Nodes of the lowest level.
const LEAST_NODES: f64 = 10.0;
/// So many levels double the nodes: two million are left for the level below the full one, more than most people's moves wait for.
const DOUBLING: f64 = 5.6;
/// The lines among which the choice is made.
const LINES: usize = 8;
/// The spread of the lowest level's choice, in logits of winning: moves so far apart are often taken for equal. It shrinks with
/// the square of what is missing to full strength.
const WIDEST: f64 = 2.5;
/// Wins and losses so many plies away are seen at the lowest level, one more for every so many levels: a beginner makes a five
/// and stops a four.
const LEAST_SIGHT: u32 = 2;
const LEVELS_PER_PLY: u32 = 5;
/// What a win is felt to be worth that is farther away, in logits.
const UNSEEN: f64 = 2.0;

/// A strength below the full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u32);

impl Level {
    /// The level of a strength, 0 the weakest; `None` for [`FULL`] and beyond.
    pub fn of(strength: u32) -> Option<Level> {
        (strength < FULL).then_some(Level(strength))
    }

    /// How many nodes a move may take.
    pub fn nodes(self) -> u64 {
        (LEAST_NODES * (f64::from(self.0) / DOUBLING).exp2()) as u64
    }

    /// How many lines the search has to find.
    pub fn lines(self) -> usize {
        LINES
    }

    /// Picks one of the lines, which come best first. Equal lines and seeds make equal choices.
    ///
    /// Each line's value gets a Gumbel-distributed error, so that a line is picked with the odds that its value has on the scale
    /// of the spread (R. D. Luce, "Individual choice behavior", 1959).
    pub fn choose<M: Copy>(self, lines: &[PvLine<M>], seed: u64) -> Option<M> {
        let best = lines.first()?;
        let lack = f64::from(FULL - self.0) / f64::from(FULL);
        let spread = WIDEST * LOGIT * lack * lack;
        let mut random = Pcg64Mcg::seed_from_u64(seed ^ u64::from(self.0));
        let mut felt = |line: &PvLine<M>| {
            let chance: f64 = random.random_range(f64::MIN_POSITIVE..1.0);
            self.worth(line.score) - spread * (-chance.ln()).ln()
        };
        if best.score.is_win() && self.sees(best.score) {
            return Some(best.pv[0]);
        }
        let open = lines.iter().filter(|line| !self.sees(line.score));
        let picked = open.map(|line| (felt(line), line)).max_by(|a, b| a.0.total_cmp(&b.0));
        Some(picked.map_or(best, |(_, line)| line).pv[0])
    }

    /// Is the score a win or a loss that the level sees?
    fn sees(self, score: Score) -> bool {
        let sight = LEAST_SIGHT + self.0 / LEVELS_PER_PLY;
        score.mate_distance().is_some_and(|distance| distance.unsigned_abs() <= sight)
    }

    /// What a score is felt to be worth.
    fn worth(self, score: Score) -> f64 {
        match score.mate_distance() {
            Some(distance) => f64::from(distance.signum()) * UNSEEN * LOGIT,
            None => f64::from(score.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(rank: usize, score: Score) -> PvLine<usize> {
        PvLine { rank, score, depth: 1, seldepth: 1, pv: vec![rank] }
    }

    fn picks(level: Level, lines: &[PvLine<usize>]) -> Vec<usize> {
        let mut picks = vec![0; lines.len() + 1];
        (0..1_000).for_each(|seed| picks[level.choose(lines, seed).unwrap()] += 1);
        picks
    }

    #[test]
    fn every_level_searches_more_than_the_one_before() {
        let nodes: Vec<u64> = (0..FULL).map(|strength| Level::of(strength).unwrap().nodes()).collect();
        assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]), "{nodes:?}");
        assert_eq!((nodes[0], nodes[99] / 100_000), (10, 20));
        assert_eq!((Level::of(FULL), Level::of(1_000)), (None, None));
    }

    #[test]
    fn the_better_line_is_picked_more_often_the_higher_the_level() {
        let lines = [line(1, Score::fixed(100)), line(2, Score::fixed(0)), line(3, Score::fixed(-500))];
        let [low, middle, high] = [0, 50, 95].map(|strength| picks(Level(strength), &lines));
        assert!(low[1] < middle[1] && middle[1] < high[1] && high[1] > 990, "{low:?} {middle:?} {high:?}");
        assert!(low[1] > low[2] && low[2] > low[3] && low[3] > 0, "{low:?}");
        // The odds of 100 units on the scale of 750.
        let odds = low[1] as f64 / low[2] as f64;
        assert!((odds - (100.0f64 / 750.0).exp()).abs() < 0.25, "{odds}");
    }

    #[test]
    fn what_is_decided_is_not_left_to_chance() {
        let level = Level(0);
        let won = [line(1, Score::win_in(1)), line(2, Score::fixed(10))];
        assert_eq!(picks(level, &won)[1], 1_000);
        let far = [line(1, Score::win_in(9)), line(2, Score::fixed(10))];
        assert!(picks(level, &far)[2] > 100 && picks(Level(40), &far)[1] == 1_000, "a beginner does not see far");
        let one_way_out = [line(1, Score::fixed(-400)), line(2, Score::loss_in(2)), line(3, Score::loss_in(2))];
        assert_eq!(picks(level, &one_way_out)[1], 1_000);
        let lost = [line(1, Score::loss_in(2)), line(2, Score::loss_in(2))];
        assert_eq!(picks(level, &lost)[1], 1_000);
        assert_eq!(level.choose::<usize>(&[], 1), None);
    }
}
