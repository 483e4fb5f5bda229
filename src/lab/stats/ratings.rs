//! Ratings from a cross table: maximum likelihood in the model of R. A. Bradley and M. E. Terry (1952), where an engine that is
//! `x` stronger on the natural logistic scale is expected to score `p = 1 / (1 + e^-x)`. A draw is half a win and half a loss.
//!
//! The likelihood alone has no maximum if an engine has won or lost all its games. So it is multiplied by Jeffreys' prior,
//! the root of the determinant of Fisher's information (D. Firth, 1993; I. Kosmidis and D. Firth, 2021): ratings are then
//! always finite and less biased. For two engines this is the same as giving each half a point; with many games its effect vanishes.
//!
//! Errors are computed as `A⁻¹ B A⁻¹` from the information `A` and the observed variance `B` of the scores, pair by pair. This
//! accounts for draws and for openings that favour a side. Engines that are not connected by games, not even through other engines,
//! have ratings that cannot be compared; the average of each group of connected engines is 0.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cross_table::{CrossTable, Record};
use super::elo::{ELO_PER_LOGIT, MAX_ELO};

/// One engine's line in a rating list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The engine's name.
    pub name: String,
    /// The engine's number in the cross table.
    pub engine: usize,
    /// Elo relative to the average of the engines in its group.
    pub elo: f64,
    /// Half the width of the 95 % error bars, in Elo; `MAX_ELO` for an engine without games.
    pub error: f64,
    /// The number of its group, from 0: the engines of a group are connected by games.
    pub group: usize,
    /// Games played.
    pub games: u64,
    /// Points scored in these games.
    pub points: f64,
    /// The games against each engine of the list, in the order of the list; none against itself.
    pub against: Vec<Record>,
}

/// Engines by rating, best first within each group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RatingList {
    /// The lines.
    pub lines: Vec<Rating>,
}

/// The normal quantile of 95 % error bars.
const QUANTILE: f64 = 1.959_963_985;

impl RatingList {
    /// Rates the engines of a table.
    pub fn of(table: &CrossTable) -> RatingList {
        let mut lines: Vec<Rating> = Vec::new();
        for (group, members) in groups(table).iter().enumerate() {
            let fit = Fit::of(table, members);
            let rated = members.iter().enumerate().map(|(index, &engine)| {
                let (elo, error) = fit.elo_and_error(index);
                line(table, engine, group, elo, error)
            });
            lines.extend(rated);
        }
        lines.sort_by(|a, b| a.group.cmp(&b.group).then(b.elo.total_cmp(&a.elo)));
        let order: Vec<usize> = lines.iter().map(|line| line.engine).collect();
        for line in &mut lines {
            line.against = order.iter().map(|&opponent| table.record(line.engine, opponent)).collect();
        }
        RatingList { lines }
    }
}

/// A line without its row of the cross table.
fn line(table: &CrossTable, engine: usize, group: usize, elo: f64, error: f64) -> Rating {
    let records = (0..table.names().len()).map(|opponent| table.record(engine, opponent).games);
    let (games, points) =
        records.fold((0, 0.0), |(games, points), record| (games + record.games(), points + record.points()));
    Rating { name: table.names()[engine].clone(), engine, elo, error, group, games, points, against: Vec::new() }
}

/// The groups of engines that are connected by games, in the order of their first members.
fn groups(table: &CrossTable) -> Vec<Vec<usize>> {
    let engines = table.names().len();
    let mut seen = vec![false; engines];
    let mut groups = Vec::new();
    for first in 0..engines {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut members = vec![first];
        let mut next = 0;
        while let Some(&engine) = members.get(next) {
            let met = |opponent| table.record(engine, opponent).games.total() > 0;
            for (opponent, seen) in seen.iter_mut().enumerate().filter(|(opponent, _)| met(*opponent)) {
                if !std::mem::replace(seen, true) {
                    members.push(opponent);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        groups.push(members);
    }
    groups
}

/// The games of two engines, which are numbered within their group.
struct Meeting {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
    dispersion: f64,
}

impl Meeting {
    fn between(table: &CrossTable, members: &[usize], first: usize, second: usize) -> Option<Meeting> {
        let record = table.record(members[first], members[second]);
        (record.games.total() > 0).then(|| Meeting {
            first,
            second,
            games: record.games.games() as f64,
            points: record.games.points(),
            dispersion: record.dispersion(),
        })
    }

    /// The expected score of the first engine in a game.
    fn expected(&self, ratings: &[f64]) -> f64 {
        1.0 / (1.0 + (ratings[self.second] - ratings[self.first]).exp())
    }

    /// The variance of a game without draws; it is also the information that a game gives about the difference.
    fn variance(&self, ratings: &[f64]) -> f64 {
        let p = self.expected(ratings);
        p * (1.0 - p)
    }
}

/// Ratings of one group on the natural logistic scale, and their covariance.
struct Fit {
    ratings: Vec<f64>,
    covariance: Matrix,
}

/// The most rounds of Fisher's scoring. About ten are needed, at worst one for each unit of the largest difference.
const ROUNDS: usize = 200;

/// The largest step of a rating in a round, about 174 Elo: far from the maximum the information is a poor guide.
const LONGEST_STEP: f64 = 1.0;

impl Fit {
    fn of(table: &CrossTable, members: &[usize]) -> Fit {
        let count = members.len();
        let couples = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
        let meetings: Vec<_> = couples.filter_map(|(i, j)| Meeting::between(table, members, i, j)).collect();
        let mut ratings = vec![0.0; count];
        for _ in 0..ROUNDS {
            let leverages = leverages(&meetings, &ratings);
            let pairs = meetings.iter().zip(&leverages);
            let weights = pairs.map(|(meeting, leverage)| (meeting.games + leverage) * meeting.variance(&ratings));
            let inverse = invert(laplacian(count, &meetings, weights, 1.0));
            let step = times(&inverse, &gradient(&meetings, &leverages, &ratings));
            let longest = step.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
            let scale = (LONGEST_STEP / longest).min(1.0);
            ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += scale * step);
            if longest < 1e-9 {
                break;
            }
        }
        let inverse = covariance(&meetings, &ratings);
        let observed = meetings.iter().map(|meeting| meeting.dispersion * meeting.games * meeting.variance(&ratings));
        let spread = laplacian(count, &meetings, observed, 0.0);
        Fit { covariance: product(&product(&inverse, &spread), &inverse), ratings }
    }

    fn elo_and_error(&self, index: usize) -> (f64, f64) {
        if self.ratings.len() == 1 {
            return (0.0, MAX_ELO);
        }
        let error = QUANTILE * self.covariance[index][index].sqrt();
        (ELO_PER_LOGIT * self.ratings[index], (ELO_PER_LOGIT * error).min(MAX_ELO))
    }
}

/// The covariance that the ratings would have without draws: the inverse of Fisher's information.
fn covariance(meetings: &[Meeting], ratings: &[f64]) -> Matrix {
    let information = meetings.iter().map(|meeting| meeting.games * meeting.variance(ratings));
    invert(laplacian(ratings.len(), meetings, information, 1.0))
}

/// How much the fit depends on each meeting, in 0..=1.
fn leverages(meetings: &[Meeting], ratings: &[f64]) -> Vec<f64> {
    let covariance = covariance(meetings, ratings);
    let leverage = |meeting: &Meeting| {
        let (i, j) = (meeting.first, meeting.second);
        let difference = covariance[i][i] + covariance[j][j] - 2.0 * covariance[i][j];
        meeting.games * meeting.variance(ratings) * difference
    };
    meetings.iter().map(leverage).collect()
}

/// The derivative of the penalised log-likelihood: to each meeting as many games are added as its leverage says, half of them won.
fn gradient(meetings: &[Meeting], leverages: &[f64], ratings: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; ratings.len()];
    for (meeting, leverage) in meetings.iter().zip(leverages) {
        let expected = (meeting.games + leverage) * meeting.expected(ratings);
        let surplus = meeting.points + leverage / 2.0 - expected;
        gradient[meeting.first] += surplus;
        gradient[meeting.second] -= surplus;
    }
    gradient
}

type Matrix = Vec<Vec<f64>>;

/// The matrix of `Σ weight (x_i - x_j)²` over the meetings. It depends on differences alone; `gauge` adds the square of
/// the average with this weight, which makes it invertible and does not change the inverse for differences.
fn laplacian(count: usize, meetings: &[Meeting], weights: impl Iterator<Item = f64>, gauge: f64) -> Matrix {
    let mut matrix = vec![vec![gauge / count as f64; count]; count];
    for (meeting, weight) in meetings.iter().zip(weights) {
        let (i, j) = (meeting.first, meeting.second);
        matrix[i][i] += weight;
        matrix[j][j] += weight;
        matrix[i][j] -= weight;
        matrix[j][i] -= weight;
    }
    matrix
}

/// The inverse of a positive definite matrix by Gauss and Jordan, which needs no pivoting there. A linear algebra crate would
/// be ten times the rest of the statistics for these few lines.
fn invert(mut matrix: Matrix) -> Matrix {
    let count = matrix.len();
    for k in 0..count {
        let pivot = std::mem::replace(&mut matrix[k][k], 1.0);
        matrix[k].iter_mut().for_each(|entry| *entry /= pivot);
        let row = matrix[k].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = std::mem::take(&mut other[k]);
            other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    matrix
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The product with a symmetric matrix.
fn product(left: &Matrix, right: &Matrix) -> Matrix {
    left.iter().map(|row| times(right, row)).collect()
}

/// The list with the cross table: a line for each engine, with its points and games against each of the others.
impl fmt::Display for RatingList {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).max("engine".len());
        write!(out, "   # {:width$}     Elo  error  games   score", "engine")?;
        (1..=self.lines.len()).try_for_each(|number| write!(out, " {number:>11}"))?;
        writeln!(out)?;
        for (index, line) in self.lines.iter().enumerate() {
            let score = if line.games > 0 { 100.0 * line.points / line.games as f64 } else { 0.0 };
            write!(out, "{:>4} {:width$} {:>+7.1} ", index + 1, line.name, line.elo)?;
            write!(out, "{:>6.1} {:>6} {score:>5.1} %", line.error, line.games)?;
            for (opponent, record) in line.against.iter().enumerate() {
                match record.games.games() {
                    0 if opponent == index => write!(out, " {:>11}", "-")?,
                    0 => write!(out, " {:>11}", "")?,
                    games => write!(out, " {:>11}", format!("{:.1}/{games}", record.games.points()))?,
                }
            }
            writeln!(out)?;
        }
        if self.lines.iter().any(|line| line.group > 0) {
            writeln!(out, "Some engines are not connected by games: ratings can be compared within a group only.")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::{Estimate, Points, elo_of_score};
    use super::*;

    fn table(names: &[&str]) -> CrossTable {
        CrossTable::new(names.iter().map(|&name| name.into()).collect())
    }

    fn play(table: &mut CrossTable, i: usize, j: usize, results: [usize; 3]) {
        for (points, count) in [Points::Loss, Points::Draw, Points::Win].into_iter().zip(results) {
            (0..count).for_each(|_| table.add_game(i, j, points));
        }
    }

    #[test]
    fn two_engines_differ_by_the_elo_of_their_score() {
        let mut table = table(&["a", "b"]);
        play(&mut table, 0, 1, [150, 300, 250]);
        let list = table.ratings();
        let difference = list.lines[0].elo - list.lines[1].elo;
        assert!((difference - elo_of_score(400.5 / 701.0)).abs() < 1e-6, "half a point more for each");
        // The error of a difference from the average of two is half that of the difference.
        let estimate = Estimate::of(&table.record(0, 1).games);
        assert!((2.0 * list.lines[0].error / estimate.error() - 1.0).abs() < 0.02);
    }

    #[test]
    fn exact_scores_of_planted_ratings_give_them_back() {
        let planted = [300.0, 40.0, -20.0, -120.0, -200.0];
        let mut table = table(&["a", "b", "c", "d", "e"]);
        for i in 0..5 {
            for j in 0..i {
                let won = (20_000.0 / (1.0 + ((planted[j] - planted[i]) / ELO_PER_LOGIT).exp())).round() as usize;
                play(&mut table, i, j, [20_000 - won, 0, won]);
            }
        }
        let list = table.ratings();
        for (line, elo) in list.lines.iter().zip(planted) {
            assert!((line.elo - elo).abs() < 0.5, "{line:?} should be {elo}");
        }
        assert_eq!(list.lines.iter().map(|line| line.engine).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn perfect_scores_and_strangers_have_finite_ratings() {
        let mut table = table(&["lost", "won", "alone", "x", "y"]);
        play(&mut table, 1, 0, [0, 0, 1000]);
        play(&mut table, 3, 4, [0, 3, 0]);
        let list = table.ratings();
        let by_name = |name: &str| list.lines.iter().find(|line| line.name == name).unwrap();
        let (won, lost) = (by_name("won"), by_name("lost"));
        assert!((won.elo - lost.elo - elo_of_score(1000.5 / 1001.0)).abs() < 1e-3);
        assert!(won.error > 100.0 && won.error.is_finite());
        assert_eq!((by_name("alone").elo, by_name("alone").error), (0.0, MAX_ELO));
        assert!(by_name("x").elo.abs() < 1e-9 && by_name("x").error > 10.0);
        assert_eq!(list.lines.iter().map(|line| line.group).max(), Some(2));
        assert!(list.to_string().contains("not connected"));
        assert_eq!(CrossTable::new(Vec::new()).ratings().lines, []);
    }

    #[test]
    fn drawn_out_gauntlets_converge() {
        let mut random = Pcg64::seed_from_u64(3);
        for _ in 0..200 {
            let count = random.random_range(2..12);
            let mut table = CrossTable::new((0..count).map(|engine| engine.to_string()).collect());
            for i in 1..count {
                for j in 0..i {
                    let most = [0, 0, 3, 200][random.random_range(0..4)];
                    play(&mut table, i, j, [most / 3, most, most].map(|most| random.random_range(0..=most)));
                }
            }
            for members in groups(&table) {
                let fit = Fit::of(&table, &members);
                let couples = (0..members.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                let meetings: Vec<_> = couples.filter_map(|(i, j)| Meeting::between(&table, &members, i, j)).collect();
                let gradient = gradient(&meetings, &leverages(&meetings, &fit.ratings), &fit.ratings);
                assert!(gradient.iter().all(|part| part.abs() < 1e-6), "{table:?}: {gradient:?}");
                assert!(fit.ratings.iter().sum::<f64>().abs() < 1e-6);
            }
        }
    }

    #[test]
    fn the_list_prints_and_serialises() {
        let mut table = table(&["old", "new"]);
        table.add_pair(1, 0, Points::Win, Points::Draw);
        let list = table.ratings();
        let text = list.to_string();
        assert!(text.lines().nth(1).unwrap().starts_with("   1 new"), "{text}");
        assert!(text.contains("1.5/2"), "{text}");
        let json = serde_json::to_string(&list).unwrap();
        assert_eq!(serde_json::from_str::<RatingList>(&json).unwrap().lines[0].name, "new");
    }
}
