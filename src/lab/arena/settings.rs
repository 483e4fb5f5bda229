//! Everything that decides how a match is played, kept in `run.json` and compared when a match is resumed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::ArenaError;
use super::adjudication::Adjudication;
use super::opening::Opening;
use super::process_player::Patience;
use super::schedule::{Order, Schedule, Tournament};
use super::spec::EngineSpec;
use crate::engine::options::Options;
use crate::engine::registry::Games;
use crate::lab::difference::first_difference;
use crate::lab::openings::random::OpeningSettings;
use crate::lab::stats::Sprt;

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The version of the format.
    pub v: u32,
    /// The game.
    pub game: String,
    /// The game's own options: rules, size, start.
    pub options: Vec<(String, String)>,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom.
    pub tournament: Tournament,
    /// The games of each couple of engines: an even number.
    pub games: u64,
    /// What the games begin with.
    pub book: Book,
    /// The seed of random openings, and of the order of others.
    pub seed: u64,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How long engines are waited for.
    pub patience: Patience,
    /// When the match is ended early.
    pub sprt: Option<SprtTerms>,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// After so many failures of an engine to start in a row, one at least, the match is given up.
    pub start_failures: u32,
    /// Do records hold moves and results only? Then a match by nodes or depth is the same bytes wherever it is played: times differ, and
    /// so does what engines tell in time of their searches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves_only: bool,
    /// Files that commands and options of engines name, and where they lie on this machine: nothing of what is played.
    #[serde(skip)]
    pub located: Vec<(String, String)>,
}

/// What games begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Book {
    /// The start position of the game.
    Start,
    /// Openings in some order, from the first again when all have been played.
    List {
        /// The order.
        order: Order,
        /// The openings.
        openings: Vec<Opening>,
    },
    /// Random openings that a search finds balanced.
    Random(OpeningSettings),
}

/// A sequential probability ratio test on complete pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtTerms {
    /// The difference in Elo of the null hypothesis.
    pub elo0: f64,
    /// The difference in Elo of the other one.
    pub elo1: f64,
    /// How often the other hypothesis may be accepted when the null hypothesis is true.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted when the other one is true.
    pub beta: f64,
}

impl SprtTerms {
    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05`.
    ///
    /// # Errors
    /// When a name or a value makes no sense.
    pub fn parse(setting: &str, source: &str) -> Result<SprtTerms, ArenaError> {
        let mut known = [("elo0", 0.0), ("elo1", 5.0), ("alpha", 0.05), ("beta", 0.05)];
        super::text::named_numbers(setting, source, &mut known)?;
        let [elo0, elo1, alpha, beta] = known.map(|(_, number)| number);
        let terms = SprtTerms { elo0, elo1, alpha, beta };
        terms.test().map_err(|why| ArenaError::setting(setting, source, why.to_string()))?;
        Ok(terms)
    }

    /// The test.
    ///
    /// # Errors
    /// When there is no such test.
    pub fn test(&self) -> Result<Sprt, crate::lab::stats::SprtError> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// The most games played at a time.
const MOST_CONCURRENT: usize = 1_024;

impl MatchSettings {
    /// Checks that the settings are consistent.
    ///
    /// # Errors
    /// Names the first contradiction.
    pub fn check(&self) -> Result<(), ArenaError> {
        let names: BTreeSet<&str> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
        let sense = [
            (self.engines.len() >= 2, "a match takes two engines at least"),
            (names.len() == self.engines.len(), "two engines have the same name: give each its own by name="),
            (
                self.games >= 2 && self.games.is_multiple_of(2),
                "the number of games must be even: both colours are played",
            ),
            ((1..=MOST_CONCURRENT).contains(&self.concurrency), "the concurrency must be 1 to 1024"),
            (self.sprt.is_none() || self.engines.len() == 2, "an SPRT takes exactly two engines"),
            (
                !self.moves_only || self.engines.iter().all(|engine| !engine.limits.is_timed()),
                "moves alone are recorded of engines that play by nodes or depth, not by the clock",
            ),
            (
                !self.moves_only || (self.adjudication.win.is_none() && self.adjudication.draw.is_none()),
                "moves alone are recorded of games that are not ended by what engines tell",
            ),
        ];
        match sense.into_iter().find(|(holds, _)| !holds) {
            Some((_, why)) => Err(ArenaError::Settings(why.to_owned())),
            None => Ok(()),
        }
    }

    /// The options of the game, which is one of these, for the judge.
    ///
    /// # Errors
    /// When there is no such game or option.
    pub fn rules(&self, games: Games) -> Result<Options, ArenaError> {
        let mut options = Options::of_game(games, &self.game)?;
        for (name, value) in &self.options {
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// Who plays whom.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.engines.len(), self.tournament, self.games / 2)
    }

    /// The first setting in which a resumed match differs from the original: its path, and both values. The number of games may
    /// grow, and the concurrency may change.
    pub fn difference(&self, earlier: &MatchSettings) -> Option<[String; 3]> {
        let mut before = earlier.clone();
        before.concurrency = self.concurrency;
        before.start_failures = self.start_failures;
        if self.games >= earlier.games {
            before.games = self.games;
        }
        let json = |settings: &MatchSettings| serde_json::to_value(settings).unwrap_or_default();
        first_difference(&json(&before), &json(self))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::spec::Defaults;
    use super::super::time::TimeControl;
    use super::*;

    /// A match of two engines of that command.
    pub(in super::super) fn settings(command: &str) -> MatchSettings {
        let limits = TimeControl { turn_ms: Some(100), ..TimeControl::default() };
        let defaults = Defaults { limits, ..Defaults::default() };
        let engine =
            |name: &str| EngineSpec::parse(&format!("name={name} cmd={command}"), &defaults, "gomoku").unwrap();
        MatchSettings {
            v: 1,
            game: "gomoku".to_owned(),
            options: vec![("Rule".to_owned(), "freestyle".to_owned())],
            engines: vec![engine("A"), engine("B")],
            tournament: Tournament::RoundRobin,
            games: 4,
            book: Book::Start,
            seed: 1,
            adjudication: Adjudication::default(),
            patience: Patience { tolerance_ms: 50, grace_ms: 100, silence_ms: 1_000 },
            sprt: None,
            concurrency: 1,
            start_failures: 3,
            moves_only: false,
            located: Vec::new(),
        }
    }

    #[test]
    fn settings_read_back_as_they_were() {
        let mut settings = settings("x");
        settings.sprt = Some(SprtTerms::parse("x", "elo1=3").unwrap());
        settings.book = Book::List { order: Order::Shuffled, openings: vec![Opening::default()] };
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&text).unwrap(), settings);
    }

    #[test]
    fn what_differs_is_named() {
        let before = settings("x");
        let mut now = before.clone();
        now.concurrency = 2;
        now.games = 8;
        assert_eq!(now.difference(&before), None);
        assert!(before.difference(&now).is_some_and(|[path, ..]| path == "games"), "fewer games than were asked for");
        now.engines[1].limits.turn_ms = Some(200);
        let difference = now.difference(&before).unwrap();
        assert_eq!(difference, ["engines[1].limits.turn_ms", "100", "200"].map(str::to_owned));
        let mut now = before.clone();
        now.engines.push(before.engines[0].clone());
        assert!(now.difference(&before).is_some_and(|[path, ..]| path == "engines"));
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused() {
        type Change = fn(&mut MatchSettings);
        let cases: [(&str, Change); 6] = [
            ("two engines at least", |settings| settings.engines.truncate(1)),
            ("same name", |settings| settings.engines[1].name = "A".to_owned()),
            ("even", |settings| settings.games = 3),
            ("even", |settings| settings.games = 0),
            ("concurrency", |settings| settings.concurrency = 0),
            ("exactly two", |settings| {
                settings.engines.push(EngineSpec { name: "C".to_owned(), ..settings.engines[0].clone() });
                settings.sprt = Some(SprtTerms::parse("x", "").unwrap());
            }),
        ];
        assert!(settings("x").check().is_ok());
        for (part, change) in cases {
            let mut changed = settings("x");
            change(&mut changed);
            let error = changed.check().unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
