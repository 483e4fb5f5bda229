//! The results of a match: scores, ratings, and how the engines used their time.

use std::collections::BTreeMap;

use serde::Serialize;

use super::player::FaultKind;
use super::record::{Colour, GameResult, MatchGameRecord, MoveRecord, Reason};
use super::settings::MatchSettings;
use crate::lab::stats::{CrossTable, Decision, Estimate, Points, RatingList, Sprt, SprtState};
use crate::search::Player;

/// The results of a match so far. Games may be added in any order.
#[derive(Clone, Debug)]
pub struct Results {
    names: Vec<String>,
    pairs: CrossTable,
    /// Games whose return game on the same opening has not been added, by the number of the pair.
    unpaired: BTreeMap<u64, UnpairedGame>,
    engines: Vec<EngineResults>,
    games: u64,
    of_games: u64,
    sprt: Option<Sprt>,
}

#[derive(Clone, Copy, Debug)]
struct UnpairedGame {
    engine: usize,
    opponent: usize,
    points: Points,
}

/// How one engine has played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EngineResults {
    /// Its name.
    pub name: String,
    /// Games.
    pub games: u64,
    /// Games won, drawn and lost.
    pub won: u64,
    /// See `won`.
    pub drawn: u64,
    /// See `won`.
    pub lost: u64,
    /// Moves made.
    pub moves: u64,
    /// Milliseconds a move, on average.
    pub ms_per_move: Option<f64>,
    /// The average depth of the searches that told one.
    pub depth: Option<f64>,
    /// Nodes a second in the searches that told them.
    pub nodes_per_second: Option<f64>,
    /// The largest time overrun of a move, in milliseconds.
    pub worst_overshoot_ms: f64,
    /// The same, less the time that processes waited for a processor, where the system reports it.
    pub worst_own_overshoot_ms: f64,
    /// What it did wrong, and how often.
    pub faults: BTreeMap<FaultKind, u64>,
    #[serde(skip)]
    sums: Sums,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    ms: f64,
    depths: u64,
    depth: u64,
    nodes: u64,
    nodes_ms: f64,
}

/// The summary of a match, for `result.json`.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The version of the format.
    pub v: u32,
    /// Have all games been played, or the test been decided?
    pub complete: bool,
    /// Games played.
    pub games: u64,
    /// Games that the match has at most.
    pub of_games: u64,
    /// The engines, in the order they were given.
    pub engines: Vec<EngineResults>,
    /// The engines by rating, with their results against each other.
    pub ratings: RatingList,
    /// The first engine against the second, in a match of two.
    #[serde(rename = "duel")]
    pub head_to_head: Option<Estimate>,
    /// The test, if there is one.
    pub sprt: Option<SprtState>,
}

impl Results {
    /// No games yet.
    pub fn new(settings: &MatchSettings) -> Results {
        let names: Vec<String> = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        let engine = |name: &String| EngineResults { name: name.clone(), ..EngineResults::default() };
        Results {
            pairs: CrossTable::new(names.clone()),
            unpaired: BTreeMap::new(),
            engines: names.iter().map(engine).collect(),
            names,
            games: 0,
            of_games: settings.schedule().games(),
            sprt: settings.sprt.and_then(|terms| terms.test().ok()),
        }
    }

    /// No games yet, of a part of the match with so many games. Only the whole match can decide its test.
    pub fn of_part(settings: &MatchSettings, games: u64) -> Results {
        Results { of_games: games, sprt: None, ..Results::new(settings) }
    }

    /// Counts a game. One between engines that are not of this match counts nothing.
    pub fn add(&mut self, record: &MatchGameRecord) {
        let number = |name: &String| self.names.iter().position(|known| known == name);
        let (Some(black), Some(white)) = (number(&record.black), number(&record.white)) else { return };
        self.games += 1;
        self.count_result(record, black, white);
        let movers = if record.first == Colour::Black { [black, white] } else { [white, black] };
        for (mv, &engine) in record.moves.iter().zip(movers.iter().cycle()) {
            self.engines[engine].count_move(mv);
        }
        for engine in self.engines.iter_mut().filter(|engine| record.guilty.as_ref() == Some(&engine.name)) {
            if let Reason::Fault(kind) = record.reason {
                *engine.faults.entry(kind).or_insert(0) += 1;
            }
        }
    }

    fn count_result(&mut self, record: &MatchGameRecord, black: usize, white: usize) {
        let points = points(record.result, Player::First);
        self.engines[black].count_game(points);
        self.engines[white].count_game(points.reversed());
        match self.unpaired.remove(&record.pair) {
            None => {
                self.unpaired.insert(record.pair, UnpairedGame { engine: black, opponent: white, points });
            }
            // In the second game of a pair the colours are swapped.
            Some(UnpairedGame { engine, opponent, points: earlier }) => {
                self.pairs.add_pair(engine, opponent, earlier, points.reversed());
            }
        }
    }

    /// The test, if there is one: on complete pairs only.
    pub fn sprt(&self) -> Option<SprtState> {
        Some(self.sprt?.state(&self.pairs.record(0, 1).pairs))
    }

    /// Has the test been decided, or every game been played?
    pub fn complete(&self) -> bool {
        self.games >= self.of_games || self.sprt().is_some_and(|state| state.decision != Decision::Continue)
    }

    /// Games played, and games that there are at most.
    pub fn progress(&self) -> (u64, u64) {
        (self.games, self.of_games)
    }

    /// How often anyone has done something wrong.
    pub fn faults(&self) -> u64 {
        self.engines.iter().flat_map(|engine| engine.faults.values()).sum()
    }

    /// The results of every engine, in the order they were given.
    pub fn engines(&self) -> &[EngineResults] {
        &self.engines
    }

    /// The strength of the first engine against the second, in a match of two; from complete pairs where there are any.
    pub fn head_to_head(&self) -> Option<Estimate> {
        let record = (self.names.len() == 2).then(|| self.table().record(0, 1))?;
        Some(if record.pairs.total() > 0 { Estimate::of(&record.pairs) } else { Estimate::of(&record.games) })
    }

    /// The summary.
    pub fn summary(&self) -> Summary {
        Summary {
            v: 1,
            complete: self.complete(),
            games: self.games,
            of_games: self.of_games,
            engines: self.engines.clone(),
            ratings: self.table().ratings(),
            head_to_head: self.head_to_head(),
            sprt: self.sprt(),
        }
    }

    fn table(&self) -> CrossTable {
        let mut table = self.pairs.clone();
        for single in self.unpaired.values() {
            table.add_game(single.engine, single.opponent, single.points);
        }
        table
    }
}

fn points(result: GameResult, player: Player) -> Points {
    match result.half_points(player) {
        0 => Points::Loss,
        1 => Points::Draw,
        _ => Points::Win,
    }
}

impl EngineResults {
    fn count_game(&mut self, points: Points) {
        self.games += 1;
        match points {
            Points::Win => self.won += 1,
            Points::Draw => self.drawn += 1,
            Points::Loss => self.lost += 1,
        }
    }

    fn count_move(&mut self, mv: &MoveRecord) {
        let sums = &mut self.sums;
        self.moves += 1;
        sums.ms += mv.ms;
        self.ms_per_move = Some(sums.ms / self.moves as f64);
        if let Some(depth) = mv.depth {
            sums.depth += u64::from(depth);
            sums.depths += 1;
            self.depth = Some(sums.depth as f64 / sums.depths as f64);
        }
        if let Some(nodes) = mv.nodes.filter(|_| mv.ms > 0.0) {
            sums.nodes = sums.nodes.saturating_add(nodes);
            sums.nodes_ms += mv.ms;
            self.nodes_per_second = Some(sums.nodes as f64 * 1_000.0 / sums.nodes_ms);
        }
        self.worst_overshoot_ms = self.worst_overshoot_ms.max(mv.over_ms);
        self.worst_own_overshoot_ms = self.worst_own_overshoot_ms.max(mv.over_ms - mv.waited_ms.unwrap_or(0.0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening::Opening;
    use super::super::settings::SprtTerms;
    use super::super::settings::tests::settings;
    use super::*;

    fn mv(ms: f64, depth: Option<u32>, nodes: Option<u64>, over_ms: f64) -> MoveRecord {
        MoveRecord { ms, depth, nodes, over_ms, ..MoveRecord::default() }
    }

    fn game(number: u64, result: GameResult, first: Colour, moves: Vec<MoveRecord>) -> MatchGameRecord {
        let [black, white] = if number.is_multiple_of(2) { ["B", "A"] } else { ["A", "B"] };
        MatchGameRecord {
            v: 1,
            game: number,
            pair: number.div_ceil(2),
            black: black.to_owned(),
            white: white.to_owned(),
            opening: Opening::default(),
            first,
            moves,
            result,
            reason: Reason::Win,
            guilty: None,
            detail: String::new(),
            took_ms: 1.0,
        }
    }

    fn results() -> Results {
        let mut settings = settings("x");
        settings.sprt = Some(SprtTerms::parse("x", "elo0=0,elo1=200").unwrap());
        settings.games = 40;
        Results::new(&settings)
    }

    #[test]
    fn a_pair_is_counted_when_both_games_are_there_in_any_order() {
        let games = [GameResult::Black, GameResult::White, GameResult::Draw, GameResult::White, GameResult::Black];
        let records: Vec<_> =
            games.iter().zip(1..).map(|(&result, number)| game(number, result, Colour::Black, vec![])).collect();
        let (mut forward, mut backward) = (results(), results());
        records.iter().for_each(|record| forward.add(record));
        records.iter().rev().for_each(|record| backward.add(record));
        for results in [forward, backward] {
            // A won game 1 as Black and 2 as White, drew 3, won 4, and won 5, whose partner is missing.
            let record = results.table().record(0, 1);
            assert_eq!(record.pairs.counts(), &[0, 0, 0, 1, 1]);
            assert_eq!(record.games.counts(), &[0, 1, 4]);
            assert_eq!(results.head_to_head().map(|duel| duel.games), Some(4));
            assert_eq!((results.engines()[0].won, results.engines()[1].lost, results.engines()[0].drawn), (4, 4, 1));
        }
    }

    #[test]
    fn a_test_is_decided_by_pairs_alone() {
        let mut results = results();
        for number in (1..40).step_by(2) {
            results.add(&game(number, GameResult::Black, Colour::Black, vec![]));
        }
        assert_eq!(results.sprt().map(|state| state.llr), Some(0.0), "twenty games and not one pair");
        assert!(!results.complete());
        let mut number = 2;
        while !results.complete() {
            results.add(&game(number, GameResult::White, Colour::Black, vec![]));
            number += 2;
        }
        assert!(number < 40 && results.sprt().is_some_and(|state| state.decision == Decision::AcceptH1));
    }

    #[test]
    fn moves_are_counted_for_those_who_made_them() {
        let mut results = results();
        let moves = vec![mv(10.0, Some(4), Some(1_000), 0.0), mv(30.0, None, None, 2.5), mv(20.0, Some(7), None, 0.0)];
        results.add(&game(1, GameResult::Draw, Colour::White, moves));
        let [black, white] = results.engines() else { panic!("two engines") };
        assert_eq!((white.moves, white.ms_per_move, white.depth), (2, Some(15.0), Some(5.5)));
        assert_eq!((white.nodes_per_second, white.worst_overshoot_ms), (Some(100_000.0), 0.0));
        assert_eq!((black.moves, black.ms_per_move, black.depth, black.worst_overshoot_ms), (1, Some(30.0), None, 2.5));
    }

    #[test]
    fn time_spent_waiting_for_a_processor_is_not_the_engines_own() {
        let mut results = results();
        let late = |over_ms, waited_ms| MoveRecord { waited_ms, ..mv(90.0, None, None, over_ms) };
        let moves = vec![late(40.0, Some(39.0)), late(9.0, None), late(3.0, Some(0.5)), late(5.0, Some(50.0))];
        results.add(&game(1, GameResult::Draw, Colour::Black, moves));
        let [black, white] = results.engines() else { panic!("two engines") };
        assert_eq!((black.worst_overshoot_ms, black.worst_own_overshoot_ms), (40.0, 2.5));
        assert_eq!((white.worst_overshoot_ms, white.worst_own_overshoot_ms), (9.0, 9.0));
    }

    #[test]
    fn faults_are_counted_by_kind() {
        let mut results = results();
        for number in 1..=3 {
            let mut record = game(number, GameResult::White, Colour::Black, vec![]);
            record.reason = Reason::Fault(if number == 3 { FaultKind::Crash } else { FaultKind::Time });
            record.guilty = Some("B".to_owned());
            results.add(&record);
        }
        assert_eq!(results.engines()[1].faults, BTreeMap::from([(FaultKind::Time, 2), (FaultKind::Crash, 1)]));
        assert_eq!(results.faults(), 3);
    }
}
