//! `records`: what files of self-play hold, as a summary or as JSON lines.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};

use crate::engine::{Change, Engine, MoveStyle, PackedMove, TrainingGame};
use crate::lab::selfplay::{Ending, GameResult, Records, SelfplayError, SelfplayGame};
use crate::progress::{End, Progress};

/// Shows what files of self-play hold, and how many games begin with an opening that came before.
#[derive(Debug, Args)]
pub struct ShowRecords {
    /// The files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
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
    doubles: u64,
    results: [u64; GameResult::ALL.len()],
    endings: [u64; Ending::ALL.len()],
}

impl ShowRecords {
    /// Shows them.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let mut known = HashSet::new();
        for path in &self.files {
            if self.json {
                ShowRecords::list(Records::open(path)?, out)?;
            } else {
                self.summarise(path, &mut known, out)?;
            }
        }
        Ok(())
    }

    /// Tells what a file holds; `known` are the openings of the files before it.
    fn summarise(&self, path: &Path, known: &mut HashSet<(String, u64)>, out: &mut impl Write) -> Result<()> {
        let mut records = Records::open(path)?;
        if self.files.len() > 1 {
            writeln!(out, "{}", path.display())?;
        }
        writeln!(out, "{}", serde_json::to_string_pretty(records.conditions())?)?;
        // Self-play takes other openings where the rules are others.
        let rules = serde_json::to_string(&(&records.conditions().game, &records.conditions().options))?;
        let mut engine = records.conditions().open(None)?;
        let mut summary = Summary::default();
        let progress = Progress::new("games", End::Unknown);
        for game in &mut records {
            let game = game?;
            summary.add(&game);
            summary.doubles += u64::from(!known.insert((rules.clone(), opening_key(engine.as_mut(), &game)?)));
            progress.step();
        }
        drop(progress);
        summary.write(out)?;
        if let Some(offset) = records.torn() {
            writeln!(out, "the last block is torn by an interruption, at byte {offset}")?;
        }
        Ok(())
    }

    fn list(records: Records, out: &mut impl Write) -> Result<()> {
        let mut engine = records.conditions().open(None)?;
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

/// The key of the position after a game's opening, which is the same for its symmetries.
fn opening_key(engine: &mut dyn Engine, game: &SelfplayGame) -> Result<u64> {
    engine.apply(&Change::Clear)?;
    let subject = engine.training_game().context("the game is not one of two players")?;
    play(subject, game.number, 0, &game.moves[..game.opening])?;
    Ok(subject.symmetric_key())
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
        writeln!(out, "doubles   {} games begin with an opening that came before, symmetries apart", self.doubles)?;
        Ok(())
    }
}
