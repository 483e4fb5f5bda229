//! One recorded game, and its bytes in a block.

use crate::search::{Outcome, Player, Score};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// The player who moved first.
    First = 1,
    /// The other player.
    Second = 2,
    /// Nobody.
    Draw = 3,
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 3] = [GameResult::First, GameResult::Second, GameResult::Draw];

    /// The word for it in text and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::First => "first",
            GameResult::Second => "second",
            GameResult::Draw => "draw",
        }
    }

    /// What the game is worth to a player: 1, 0 or a half.
    pub fn worth_to(self, player: Player) -> f64 {
        match self {
            GameResult::Draw => 0.5,
            _ if self == GameResult::from(Outcome::Win(player)) => 1.0,
            _ => 0.0,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Player::First) => GameResult::First,
            Outcome::Win(Player::Second) => GameResult::Second,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

/// How a recorded game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ending {
    /// The rules ended it.
    Rules = 0,
    /// The search proved a win, so the rest was not played.
    Proof = 1,
    /// It had gone on for as long as it may; it counts as drawn.
    Stopped = 2,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 3] = [Ending::Rules, Ending::Proof, Ending::Stopped];

    /// The word for it in text and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Proof => "proof",
            Ending::Stopped => "stopped",
        }
    }
}

/// One game, from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayGame {
    /// Its number: with the seed it decides the whole game.
    pub number: u32,
    /// Who won.
    pub result: GameResult,
    /// How it ended.
    pub ending: Ending,
    /// How many of the moves are the random opening.
    pub opening: usize,
    /// The moves, by the game's own numbers.
    pub moves: Vec<u16>,
    /// The values for the side to move of the positions from the end of the opening on: one for each move played there, and
    /// one more, of the last position, where the game ended by proof.
    pub scores: Vec<Score>,
    /// Positions beside the game's own, as its searches saw them.
    pub variations: Vec<Variation>,
}

/// A position that a search looked at, beside those of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// How many moves of the game come before it.
    pub ply: usize,
    /// The moves from there, by the game's own numbers.
    pub moves: Vec<u16>,
    /// The value of the position for the side to move.
    pub score: Score,
}

/// The bytes of a game before its moves.
const FIXED: usize = 10;

impl SelfplayGame {
    /// The most moves that a record holds.
    pub const MAX_MOVES: usize = u16::MAX as usize;

    /// How many scores belong to so many moves.
    const fn score_count(moves: usize, opening: usize, ending: Ending) -> usize {
        moves - opening + matches!(ending, Ending::Proof) as usize
    }

    /// Positions with a score.
    pub fn positions(&self) -> u64 {
        (self.scores.len() + self.variations.len()) as u64
    }

    /// Appends the bytes of the game, those of its variations only in the layout that has them.
    pub fn write(&self, layout: Layout, out: &mut Vec<u8>) {
        out.extend(self.number.to_le_bytes());
        out.extend([self.result as u8, self.ending as u8]);
        out.extend((self.moves.len() as u16).to_le_bytes());
        out.extend((self.opening as u16).to_le_bytes());
        out.extend(self.moves.iter().flat_map(|number| number.to_le_bytes()));
        out.extend(self.scores.iter().flat_map(|score| (score.value() as i16).to_le_bytes()));
        if layout == Layout::WithVariations {
            out.extend((self.variations.len() as u16).to_le_bytes());
            self.variations.iter().for_each(|variation| variation.write(out));
        }
    }

    /// Takes a game off the front of the bytes.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(layout: Layout, bytes: &mut &[u8]) -> Result<SelfplayGame, String> {
        let fixed = take(bytes, FIXED)?;
        let number = u32::from_le_bytes([fixed[0], fixed[1], fixed[2], fixed[3]]);
        let result = GameResult::ALL.into_iter().find(|result| *result as u8 == fixed[4]);
        let result = result.ok_or_else(|| format!("game {number}: result {}", fixed[4]))?;
        let ending = Ending::ALL.into_iter().find(|ending| *ending as u8 == fixed[5]);
        let ending = ending.ok_or_else(|| format!("game {number}: ending {}", fixed[5]))?;
        let moves = usize::from(u16::from_le_bytes([fixed[6], fixed[7]]));
        let opening = usize::from(u16::from_le_bytes([fixed[8], fixed[9]]));
        if opening > moves {
            return Err(format!("game {number}: an opening of {opening} moves among {moves}"));
        }
        let scores = SelfplayGame::score_count(moves, opening, ending);
        let moves = words(bytes, moves)?;
        let scores = words(bytes, scores)?.into_iter().map(Score::from_bits).collect();
        let count = if layout == Layout::WithVariations { words(bytes, 1)?[0] } else { 0 };
        let variations = (0..count).map(|_| Variation::read(bytes)).collect::<Result<Vec<_>, _>>()?;
        if let Some(variation) = variations.iter().find(|variation| variation.ply > moves.len()) {
            return Err(format!("game {number}: a variation after {} moves of {}", variation.ply, moves.len()));
        }
        Ok(SelfplayGame { number, result, ending, opening, moves, scores, variations })
    }
}

/// How the games of a file are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Moves and scores.
    Plain,
    /// Moves, scores and variations.
    WithVariations,
}

impl Variation {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend((self.ply as u16).to_le_bytes());
        out.extend((self.moves.len() as u16).to_le_bytes());
        out.extend(self.moves.iter().flat_map(|number| number.to_le_bytes()));
        out.extend((self.score.value() as i16).to_le_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Result<Variation, String> {
        let head = words(bytes, 2)?;
        let moves = words(bytes, usize::from(head[1]))?;
        let score = Score::from_bits(words(bytes, 1)?[0]);
        Ok(Variation { ply: usize::from(head[0]), moves, score })
    }
}

/// Takes so many numbers of two bytes off the front.
fn words(bytes: &mut &[u8], count: usize) -> Result<Vec<u16>, String> {
    Ok(take(bytes, 2 * count)?.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect())
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8], String> {
    let (taken, rest) = bytes.split_at_checked(count).ok_or("a game is cut short")?;
    *bytes = rest;
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(ending: Ending) -> SelfplayGame {
        let scores = [-340, 12, 31_995].map(|value| Score::from_bits(value as i16 as u16));
        let scores = scores[..SelfplayGame::score_count(4, 2, ending)].to_vec();
        SelfplayGame {
            number: 70_000,
            result: GameResult::Second,
            ending,
            opening: 2,
            moves: vec![5, 65_535, 1, 9],
            scores,
            variations: vec![
                Variation { ply: 2, moves: vec![7], score: Score::DRAW },
                Variation { ply: 4, moves: vec![8, 3, 2], score: Score::from_bits(-12i16 as u16) },
            ],
        }
    }

    #[test]
    fn games_come_back_as_they_were() {
        for layout in [Layout::Plain, Layout::WithVariations] {
            let mut games = Ending::ALL.map(record);
            if layout == Layout::Plain {
                games.iter_mut().for_each(|game| game.variations.clear());
            }
            let mut bytes = Vec::new();
            games.iter().for_each(|game| game.write(layout, &mut bytes));
            let mut rest = &bytes[..];
            for game in &games {
                assert_eq!(SelfplayGame::read(layout, &mut rest).as_ref(), Ok(game));
            }
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn no_beginning_of_a_game_is_a_game_and_no_code_is_guessed() {
        let mut bytes = Vec::new();
        let layout = Layout::WithVariations;
        record(Ending::Proof).write(layout, &mut bytes);
        for length in 0..bytes.len() {
            assert!(SelfplayGame::read(layout, &mut &bytes[..length]).is_err(), "{length}");
        }
        let variation = bytes.len() - 22;
        for (at, value) in [(4, 0), (4, 4), (5, 3), (8, 5), (variation, 5)] {
            let mut bad = bytes.clone();
            bad[at] = value;
            assert!(SelfplayGame::read(layout, &mut &bad[..]).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_result_is_worth_the_opposite_to_the_opponent() {
        for result in GameResult::ALL {
            let [first, second] = Player::ALL.map(|player| result.worth_to(player));
            assert!((first + second - 1.0).abs() < 1e-9);
        }
        assert!(GameResult::First.worth_to(Player::First) > 0.9);
    }
}
