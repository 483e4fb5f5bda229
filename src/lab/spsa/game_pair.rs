//! A pair of games between two sets of parameters: one opening, colours swapped, a fixed number of nodes per move.

use std::time::Instant;

use super::error::SpsaError;
use crate::engine::options::Options;
use crate::engine::{Change, Engine, Judged, Rejected, TrainingGame};
use crate::lab::openings::random::{OpeningGenerator, OpeningSettings};
use crate::lab::selfplay::play::table_for;
use crate::lab::stats::Points;
use crate::search::{Control, Limits, Outcome, Params, Player, Table};

/// How the games are played.
#[derive(Clone, Debug)]
pub struct PairSettings {
    /// The game and its rules.
    pub options: Options,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
}

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

    /// The default parameters of the game.
    ///
    /// # Errors
    /// When it is not a game of two players.
    pub fn defaults(&mut self) -> Result<Params, SpsaError> {
        Ok(self.sides[0].training_game()?.params().clone())
    }

    /// Plays the opening of that number twice and returns the points of the first set in each game; it moves first in the first.
    ///
    /// # Errors
    /// When there is no opening, or the engine fails.
    pub fn pair(&mut self, number: u64, first: &Params, second: &Params) -> Result<[Points; 2], SpsaError> {
        let defaults = self.defaults()?;
        self.sides[0].training_game()?.set_params(defaults.clone());
        let opening = self.openings.draw(self.sides[0].engine.as_mut(), self.settings.seed, number)?.numbers;
        let [one, other] = &mut self.sides;
        one.training_game()?.set_params(first.clone());
        other.training_game()?.set_params(second.clone());
        let leading = game([one, other], &opening, self.settings.nodes)?;
        let following = game([other, one], &opening, self.settings.nodes)?.reversed();
        one.training_game()?.set_params(defaults);
        Ok([leading, following])
    }
}

impl Side {
    fn new(settings: &PairSettings) -> Result<Side, SpsaError> {
        let engine = (settings.options.game().open)(&settings.options)?;
        Ok(Side { engine, table: table_for(settings.nodes)? })
    }

    fn training_game(&mut self) -> Result<&mut dyn TrainingGame, Rejected> {
        self.engine
            .training_game()
            .ok_or_else(|| Rejected::Unsupported("game: it is not one of two players".to_owned()))
    }

    /// Searches the position.
    fn judge(&mut self, nodes: u64) -> Result<Judged, Rejected> {
        let ctl = Control::new(&Limits { nodes: Some(nodes), ..Limits::default() }, Instant::now());
        let subject = self.engine.training_game();
        subject.and_then(|subject| subject.judge(&self.table, &ctl)).ok_or(Rejected::GameOver)
    }

    fn start(&mut self, opening: &[u16]) -> Result<(), SpsaError> {
        self.engine.apply(&Change::Clear)?;
        self.engine.new_game();
        self.table.clear();
        let subject = self.training_game()?;
        opening.iter().try_for_each(|&number| subject.play(number))?;
        Ok(())
    }
}

/// The points of the first side, which moves first. A proven result ends the game.
fn game(mut sides: [&mut Side; 2], opening: &[u16], nodes: u64) -> Result<Points, SpsaError> {
    for side in &mut sides {
        side.start(opening)?;
    }
    let worth = |winner: Player| if winner == Player::First { Points::Win } else { Points::Loss };
    for _ in opening.len()..LONGEST {
        let standing = sides[0].engine.standing();
        match standing.outcome {
            Some(Outcome::Win(winner)) => return Ok(worth(winner)),
            Some(Outcome::Draw) => return Ok(Points::Draw),
            None => {}
        }
        let found = sides[standing.to_move.index()].judge(nodes)?;
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

    fn settings(game: &str) -> PairSettings {
        PairSettings { options: Options::for_game(game).unwrap(), nodes: 300, seed: 1 }
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
        let mut player = GamePairPlayer::new(PairSettings { nodes: 3_000, ..settings("gomoku") }).unwrap();
        let defaults = player.defaults().unwrap();
        let won = |pair: [Points; 2]| pair.iter().filter(|&&points| points == Points::Win).count();
        let wins: usize =
            (0..20).map(|number| won(player.pair(number, &defaults, &Params::full_width()).unwrap())).sum();
        assert!(wins >= 26, "{wins} of 40");
        assert_eq!(player.defaults().unwrap(), defaults);
    }
}
