//! A pair of games between two sets of numbers: one opening, colours swapped, a fixed number of nodes a move.

use std::time::Instant;

use super::error::SpsaError;
use crate::engine::options::Options;
use crate::engine::{Change, Engine, Judged, Rejected, TrainingGame};
use crate::lab::openings::random::{Drawer, Taste};
use crate::lab::selfplay::play::table_for;
use crate::lab::stats::Points;
use crate::search::{Control, Limits, Outcome, Params, Player, Table};

/// Under which terms games are played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game and its rules.
    pub options: Options,
    /// Nodes a move.
    pub nodes: u64,
    /// What openings are drawn from.
    pub seed: u64,
}

/// A game is stopped after so many moves; it is drawn.
const LONGEST: usize = 300;

/// Two sides that play pairs of games.
pub struct Duel {
    terms: Terms,
    drawer: Drawer,
    sides: [Side; 2],
}

struct Side {
    engine: Box<dyn Engine>,
    table: Table,
}

impl Duel {
    /// Two sides under these terms.
    ///
    /// # Errors
    /// When the game cannot be opened, or there is no memory for the tables.
    pub fn new(terms: Terms) -> Result<Duel, SpsaError> {
        let sides = [Side::new(&terms)?, Side::new(&terms)?];
        Ok(Duel { drawer: Drawer::new(Taste::default())?, terms, sides })
    }

    /// The numbers that the game is searched by when nothing else is said.
    ///
    /// # Errors
    /// When it is not a game of two players.
    pub fn usual(&mut self) -> Result<Params, SpsaError> {
        Ok(self.sides[0].training_game()?.params().clone())
    }

    /// Plays the opening of that number twice; what each game brought the first set of numbers, which moves first in the first.
    ///
    /// # Errors
    /// When there is no opening, or the engine fails.
    pub fn pair(&mut self, number: u64, first: &Params, second: &Params) -> Result<[Points; 2], SpsaError> {
        let usual = self.usual()?;
        self.sides[0].training_game()?.set_params(usual.clone());
        let opening = self.drawer.draw(self.sides[0].engine.as_mut(), self.terms.seed, number)?.numbers;
        let [one, other] = &mut self.sides;
        one.training_game()?.set_params(first.clone());
        other.training_game()?.set_params(second.clone());
        let leading = game([one, other], &opening, self.terms.nodes)?;
        let following = game([other, one], &opening, self.terms.nodes)?.reversed();
        one.training_game()?.set_params(usual);
        Ok([leading, following])
    }
}

impl Side {
    fn new(terms: &Terms) -> Result<Side, SpsaError> {
        let engine = (terms.options.game().open)(&terms.options)?;
        Ok(Side { engine, table: table_for(terms.nodes)? })
    }

    fn training_game(&mut self) -> Result<&mut dyn TrainingGame, Rejected> {
        self.engine
            .training_game()
            .ok_or_else(|| Rejected::Unsupported("game: it is not one of two players".to_owned()))
    }

    /// What a search of its own makes of the position.
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

/// What a game brings the first side, which has the first player's moves. A proven result ends it.
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

    fn terms(game: &str) -> Terms {
        Terms { options: Options::for_game(game).unwrap(), nodes: 300, seed: 1 }
    }

    #[test]
    fn equal_numbers_play_equal_games() {
        for game in ["gomoku", "abalone"] {
            let mut duel = Duel::new(terms(game)).unwrap();
            let usual = duel.usual().unwrap();
            let [first, second] = duel.pair(3, &usual, &usual).unwrap();
            assert_eq!(first, second.reversed(), "colours were swapped");
            assert_eq!(duel.pair(3, &usual, &usual).unwrap(), [first, second], "nothing is kept from pair to pair");
        }
    }

    #[test]
    fn numbers_that_leave_out_nothing_lose() {
        // With fewer nodes the two are nearly equal: 48 of 80 games at 300.
        let mut duel = Duel::new(Terms { nodes: 3_000, ..terms("gomoku") }).unwrap();
        let usual = duel.usual().unwrap();
        let won = |pair: [Points; 2]| pair.iter().filter(|&&points| points == Points::Win).count();
        let wins: usize = (0..20).map(|number| won(duel.pair(number, &usual, &Params::full_width()).unwrap())).sum();
        assert!(wins >= 26, "{wins} of 40");
        assert_eq!(duel.usual().unwrap(), usual);
    }
}
