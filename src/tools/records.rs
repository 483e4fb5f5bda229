//! `records`: what a file of self-play holds, as a summary or as JSON lines.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};

use super::progress::{End, Progress};
use crate::engine::{Change, Engine, MoveStyle, PackedMove, TrainingGame};
use crate::lab::selfplay::{Ending, GameResult, Records, SelfplayError, SelfplayGame};

/// Shows what a file of self-play holds.
#[derive(Debug, Args)]
pub struct ShowRecords {
    /// The file.
    file: PathBuf,
    /// Every game as a JSON object on a line of its own, the conditions first.
    #[arg(long)]
    json: bool,
}

/// Sums over games.
#[derive(Default)]
struct Summary {
    games: u64,
    moves: u64,
    opening: u64,
    positions: u64,
    variations: u64,
    proven: u64,
    results: [u64; GameResult::ALL.len()],
    endings: [u64; Ending::ALL.len()],
}

impl ShowRecords {
    /// Shows it.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let mut records = Records::open(&self.file)?;
        if self.json {
            return self.list(records, out);
        }
        writeln!(out, "{}", serde_json::to_string_pretty(records.conditions())?)?;
        let mut summary = Summary::default();
        let progress = Progress::new("games", End::Unknown);
        for game in &mut records {
            summary.add(&game?);
            progress.step();
        }
        drop(progress);
        summary.write(out)?;
        if let Some(offset) = records.torn() {
            writeln!(out, "the last block is torn by an interruption, at byte {offset}")?;
        }
        Ok(())
    }

    fn list(&self, records: Records, out: &mut impl Write) -> Result<()> {
        let mut engine = records.conditions().open()?;
        writeln!(out, "{}", serde_json::to_string(records.conditions())?)?;
        for game in records {
            writeln!(out, "{}", line(engine.as_mut(), &game?)?)?;
        }
        Ok(())
    }
}

/// Plays moves, of which so many came before, and tells them as text.
fn play(subject: &mut dyn TrainingGame, game: u32, before: usize, moves: &[u16]) -> Result<Vec<String>, SelfplayError> {
    let mut texts = Vec::new();
    for (at, &number) in moves.iter().enumerate() {
        texts.extend(subject.move_text(PackedMove(number), MoveStyle::Bottom));
        subject.play(PackedMove(number)).map_err(|why| SelfplayError::IllegalMove {
            game,
            ply: before + at + 1,
            why,
        })?;
    }
    Ok(texts)
}

/// A game as JSON: moves in text, a score for each position from the end of the opening on.
fn line(engine: &mut dyn Engine, game: &SelfplayGame) -> Result<Value> {
    engine.apply(&Change::Clear)?;
    let subject = engine.training_game().context("the game is not one of two players")?;
    let (mut moves, mut variations) = (Vec::new(), Vec::new());
    for at in 0..=game.moves.len() {
        for variation in game.variations.iter().filter(|variation| variation.ply == at) {
            let text = play(subject, game.number, at, &variation.moves)?;
            text.iter().for_each(|_| subject.take_back());
            variations.push(json!({ "after": at, "moves": text, "score": variation.score.value() }));
        }
        moves.extend(play(subject, game.number, at, game.moves.get(at..=at).unwrap_or_default())?);
    }
    Ok(json!({
        "v": 1,
        "game": game.number,
        "result": game.result.name(),
        "ending": game.ending.name(),
        "opening": game.opening,
        "moves": moves,
        "scores": game.scores.iter().map(|score| score.value()).collect::<Vec<_>>(),
        "variations": variations,
    }))
}

impl Summary {
    fn add(&mut self, game: &SelfplayGame) {
        self.games += 1;
        self.moves += game.moves.len() as u64;
        self.opening += game.opening as u64;
        self.positions += game.positions();
        self.variations += game.variations.len() as u64;
        self.proven += game.scores.iter().filter(|score| score.is_mate()).count() as u64;
        self.results[game.result as usize - 1] += 1;
        self.endings[game.ending as usize] += 1;
    }

    fn write(&self, out: &mut impl Write) -> Result<()> {
        let mean = |sum: u64| sum as f64 / self.games.max(1) as f64;
        writeln!(out, "games     {}", self.games)?;
        writeln!(out, "moves     {:.1} a game, {:.1} of them the opening", mean(self.moves), mean(self.opening))?;
        let (variations, proven) = (self.variations, self.proven);
        writeln!(
            out,
            "positions {}, {variations} of them in variations; {proven} of the games' own proven",
            self.positions
        )?;
        let counts = |names: &[&str], counts: &[u64]| -> String {
            names.iter().zip(counts).map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(out, "results   {}", counts(&GameResult::ALL.map(GameResult::name), &self.results))?;
        writeln!(out, "endings   {}", counts(&Ending::ALL.map(Ending::name), &self.endings))?;
        Ok(())
    }
}
