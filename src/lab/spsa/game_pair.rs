//! A pair of games between two sets of parameters: one opening, colours swapped, by nodes or by the
//! clock.

use std::time::{Duration, Instant};

use super::error::SpsaError;
use crate::engine::clock::{self, Budget, TimeParams};
use crate::engine::options::Options;
use crate::engine::{Change, Engine, Judged, PackedMove, Rejected, TrainingGame};
use crate::lab::arena::time::{Clock, TimeControl};
use crate::lab::openings::random::{OpeningGenerator, OpeningSettings};
use crate::lab::selfplay::play::table_for;
use crate::lab::stats::Points;
use crate::search::{Control, Limits, Outcome, ParamValues, Player, Table};

/// How the games are played.
#[derive(Clone, Debug)]
pub struct PairSettings {
    /// The game and its rules.
    pub options: Options,
    /// What limits the searches. Numbers that share out time can only be tuned by games on a clock.
    pub limits: TimeControl,
    /// The seed of the openings.
    pub seed: u64,
}

/// Searches that no number of nodes limits have a table as for so many.
const NODES_UNTOLD: u64 = 100_000;

/// What of a move's time is lost between two looks at the clock: nobody else is asked.
const OVERHEAD: Duration = Duration::from_millis(2);

/// A game is stopped after so many moves, as a draw.
const LONGEST: usize = 300;

/// Plays pairs of games between two engines.
pub struct GamePairPlayer {
    settings: PairSettings,
    openings: OpeningGenerator,
    sides: [Side; 2],
}

struct Side {
    engine: Box<dyn Engine>,
    table: Table,
    time: TimeParams,
    clock: Clock,
}

/// What a side came to in its search.
enum Searched {
    Move(Judged),
    /// It took longer than its clock allowed.
    OutOfTime,
}

impl GamePairPlayer {
    /// Two engines under these settings.
    ///
    /// # Errors
    /// When the game cannot be opened, or there is no memory for the tables.
    pub fn new(settings: PairSettings) -> Result<GamePairPlayer, SpsaError> {
        let sides = [Side::new(&settings)?, Side::new(&settings)?];
        Ok(GamePairPlayer { openings: OpeningGenerator::new(OpeningSettings::default())?, settings, sides })
    }

    /// All the numbers of the game: those of the search, of the game's own knowledge, and of its use of time.
    ///
    /// # Errors
    /// When it is not a game of two players.
    pub fn defaults(&mut self) -> Result<ParamValues, SpsaError> {
        let side = &mut self.sides[0];
        Ok(side.training_game()?.params().and(side.time.values()))
    }

    /// Plays the opening of that number twice and returns the points of the first set in each game; it moves first in the first.
    ///
    /// # Errors
    /// When there is no opening, or the engine fails.
    pub fn pair(&mut self, number: u64, first: &ParamValues, second: &ParamValues) -> Result<[Points; 2], SpsaError> {
        let defaults = self.defaults()?;
        let opening = self.openings.draw(self.sides[0].engine.as_mut(), self.settings.seed, number)?.packed;
        let [one, other] = &mut self.sides;
        one.set_params(first)?;
        other.set_params(second)?;
        let leading = game([one, other], &opening, &self.settings.limits)?;
        let following = game([other, one], &opening, &self.settings.limits)?.reversed();
        one.set_params(&defaults)?;
        Ok([leading, following])
    }
}

impl Side {
    fn new(settings: &PairSettings) -> Result<Side, SpsaError> {
        let game = settings.options.game();
        let table = table_for(settings.limits.nodes.unwrap_or(NODES_UNTOLD))?;
        let clock = Clock::new(&settings.limits);
        Ok(Side { engine: (game.open)(&settings.options)?, table, time: game.time.clone(), clock })
    }

    fn training_game(&mut self) -> Result<&mut dyn TrainingGame, Rejected> {
        self.engine
            .training_game()
            .ok_or_else(|| Rejected::Unsupported("game: it is not one of two players".to_owned()))
    }

    fn set_params(&mut self, values: &ParamValues) -> Result<(), Rejected> {
        self.time.assign(values);
        self.training_game()?.set_params(values);
        Ok(())
    }

    /// Searches the position.
    fn judge(&mut self, limits: &TimeControl) -> Result<Searched, Rejected> {
        let started = Instant::now();
        let ctl = Control::new(&self.limits(limits), started);
        let game = self.engine.training_game();
        let found = game.and_then(|game| game.judge(&self.table, &ctl)).ok_or(Rejected::GameOver)?;
        let used = started.elapsed();
        let in_time = self.clock.overshoot(used).is_zero();
        self.clock.spend(used);
        Ok(if in_time { Searched::Move(found) } else { Searched::OutOfTime })
    }

    /// What the next search may take.
    fn limits(&self, limits: &TimeControl) -> Limits {
        let increment = self.clock.rule().map_or(0, |rule| rule.increment_ms);
        let clock = clock::Clock {
            turn: self.clock.turn(),
            left: self.clock.left(),
            increment: Duration::from_millis(increment),
            moves_to_go: self.clock.moves_to_go(),
            overhead: OVERHEAD,
        };
        let Budget { soft, hard } = clock.budget(&self.time);
        Limits { nodes: limits.nodes, depth: limits.depth, soft, hard, ..Limits::default() }
    }

    fn start(&mut self, opening: &[PackedMove], limits: &TimeControl) -> Result<(), SpsaError> {
        self.clock = Clock::new(limits);
        self.engine.apply(&Change::Clear)?;
        self.engine.new_game();
        self.table.clear();
        let subject = self.training_game()?;
        opening.iter().try_for_each(|&mv| subject.play(mv))?;
        Ok(())
    }
}

/// The points of the first side, which moves first. A proven result ends the game.
fn game(mut sides: [&mut Side; 2], opening: &[PackedMove], limits: &TimeControl) -> Result<Points, SpsaError> {
    for side in &mut sides {
        side.start(opening, limits)?;
    }
    let worth = |winner: Player| if winner == Player::First { Points::Win } else { Points::Loss };
    for _ in opening.len()..LONGEST {
        let standing = sides[0].engine.standing();
        match standing.outcome {
            Some(Outcome::Win(winner)) => return Ok(worth(winner)),
            Some(Outcome::Draw) => return Ok(Points::Draw),
            None => {}
        }
        let Searched::Move(found) = sides[standing.to_move.index()].judge(limits)? else {
            return Ok(worth(standing.to_move.opponent()));
        };
        if found.score.is_win() {
            return Ok(worth(standing.to_move));
        }
        if found.score.is_loss() {
            return Ok(worth(standing.to_move.opponent()));
        }
        for side in &mut sides {
            side.training_game()?.play(found.best)?;
        }
    }
    Ok(Points::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::time::ClockRule;
    use crate::search::Params;

    fn nodes(count: u64) -> TimeControl {
        TimeControl { nodes: Some(count), ..TimeControl::default() }
    }

    fn settings(game: &str) -> PairSettings {
        PairSettings { options: Options::for_game(game).unwrap(), limits: nodes(300), seed: 1 }
    }

    #[test]
    fn equal_parameters_play_equal_games() {
        for game in ["gomoku", "abalone"] {
            let mut player = GamePairPlayer::new(settings(game)).unwrap();
            let defaults = player.defaults().unwrap();
            let [first, second] = player.pair(3, &defaults, &defaults).unwrap();
            assert_eq!(first, second.reversed(), "colours were swapped");
            assert_eq!(
                player.pair(3, &defaults, &defaults).unwrap(),
                [first, second],
                "nothing is kept from pair to pair"
            );
        }
    }

    #[test]
    fn a_full_width_search_loses() {
        // With fewer nodes the two are nearly equal: 48 of 80 games at 300.
        let mut player = GamePairPlayer::new(PairSettings { limits: nodes(3_000), ..settings("gomoku") }).unwrap();
        let defaults = player.defaults().unwrap();
        let full_width = Params::full_width().values();
        let won = |pair: [Points; 2]| pair.iter().filter(|&&points| points == Points::Win).count();
        let wins: usize = (0..20).map(|number| won(player.pair(number, &defaults, &full_width).unwrap())).sum();
        assert!(wins >= 26, "{wins} of 40");
        assert_eq!(player.defaults().unwrap(), defaults);
    }

    /// Every number of every part that a game is tuned by has a name of its own, and does something: see the tests of the parts.
    #[test]
    fn all_numbers_of_a_game_are_reached_by_name() {
        for (game, own) in [("gomoku", "vcf_leaf_nodes"), ("abalone", "push_prior")] {
            let mut player = GamePairPlayer::new(settings(game)).unwrap();
            let defaults = player.defaults().unwrap();
            let mut names: Vec<_> = defaults.iter().map(|(param, _)| param.name).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{game}: a name twice");
            for name in [own, "lmp_base", "age_weight", "moves_expected"] {
                let mut changed = defaults.clone();
                assert!(changed.set(name, changed.find(name).unwrap().low), "{game}: {name}");
                player.sides[0].set_params(&changed).unwrap();
                assert_eq!(player.defaults().unwrap(), changed, "{game}: {name}");
                player.sides[0].set_params(&defaults).unwrap();
            }
        }
    }

    #[test]
    fn numbers_of_the_time_decide_on_the_clock() {
        let clock = ClockRule { base_ms: 300, increment_ms: 0, moves: None };
        let limits = TimeControl { clock: Some(clock), ..TimeControl::default() };
        let mut player = GamePairPlayer::new(PairSettings { limits: limits.clone(), ..settings("gomoku") }).unwrap();
        let defaults = player.defaults().unwrap();
        let mut hasty = defaults.clone();
        hasty.set("moves_expected", 1);
        let soft = |side: &Side| side.limits(&limits).soft.unwrap();
        let unhurried = soft(&player.sides[0]);
        player.sides[0].set_params(&hasty).unwrap();
        assert!(soft(&player.sides[0]) > 10 * unhurried);
        let pair = player.pair(1, &defaults, &hasty).unwrap();
        assert_eq!(pair.len(), 2, "games on a clock come to an end");
    }
}
