//! Games of matches as records of self-play, to learn from: opponents show what an engine does not meet in games against itself.
//!
//! The scores are those of one player. Where another one moved, the nearest of them stands in, seen from the other side.

use crate::engine::options::Options;
use crate::engine::{Change, Engine, MoveStyle, PackedMove, Rejected};
use crate::lab::arena::record::{Colour, GameResult as MatchResult, MatchGameRecord, Reason};
use crate::lab::arena::search_info::EngineScore;
use crate::lab::arena::settings::MatchSettings;
use crate::lab::selfplay::{Conditions, Ending, GameResult, SelfplayGame};
use crate::search::score::MAX_MATE_PLY;
use crate::search::{Player, Score};

/// What the records of a match tell of how it was played, with the scores of `judge`; `None` when no such engine took part.
///
/// # Errors
/// When there is no such game, or it has no such options.
pub fn conditions(settings: &MatchSettings, judge: &str) -> Result<Option<Conditions>, Rejected> {
    let mut options = Options::for_game(&settings.game)?;
    for (name, value) in &settings.options {
        options.set(name, value)?;
    }
    let Some(spec) = settings.engines.iter().find(|spec| spec.name == judge) else { return Ok(None) };
    let mut conditions = Conditions::new(&options, spec.limits.nodes.unwrap_or(0), settings.seed);
    conditions.engine = settings.engines.iter().map(|spec| spec.name.as_str()).collect::<Vec<_>>().join(" - ");
    conditions.max_plies = SelfplayGame::MAX_MOVES;
    Ok(Some(conditions))
}

/// A game of a match as a record, with the scores of `judge`. `None` when there is nothing to learn from it: the rules did not end it, `judge`
/// told no score in it, or it does not begin at the start of a game, as records do. The engine is left in its last position.
///
/// # Errors
/// When a move cannot be played.
pub fn record(game: &MatchGameRecord, engine: &mut dyn Engine, judge: &str) -> Result<Option<SelfplayGame>, Rejected> {
    let own = own_scores(game, judge);
    let is_whole = matches!(game.reason, Reason::Win | Reason::Draw) && game.opening.position.is_none();
    let length = game.opening.moves.len() + game.moves.len();
    if !is_whole || own.iter().all(Option::is_none) || length > SelfplayGame::MAX_MOVES {
        return Ok(None);
    }
    engine.apply(&Change::Clear)?;
    let texts = game.opening.moves.iter().chain(game.moves.iter().map(|mv| &mv.text));
    let moves = texts.map(|text| play(engine, text)).collect::<Result<_, _>>()?;
    let result = match game.result {
        MatchResult::Black => GameResult::First,
        MatchResult::White => GameResult::Second,
        MatchResult::Draw => GameResult::Draw,
    };
    Ok(Some(SelfplayGame {
        number: game.game as u32,
        result,
        ending: Ending::Rules,
        opening: game.opening.moves.len(),
        moves,
        scores: (0..own.len()).filter_map(|at| nearest(&own, at)).collect(),
        variations: Vec::new(),
    }))
}

/// Plays a move; gives its number.
fn play(engine: &mut dyn Engine, text: &str) -> Result<u16, Rejected> {
    let wanted = engine.reformat(text, MoveStyle::Bottom)?;
    let is_it = |mv: &PackedMove| engine.write_moves(&[*mv], MoveStyle::Bottom).first() == Some(&wanted);
    let found = engine.packed_moves().into_iter().find(is_it);
    let PackedMove(number) = found.ok_or_else(|| Rejected::bad_move(text, "it cannot be played"))?;
    engine.apply(&Change::PlayPacked(PackedMove(number)))?;
    Ok(number)
}

/// The scores that `judge` told for its own moves.
fn own_scores(game: &MatchGameRecord, judge: &str) -> Vec<Option<Score>> {
    let first = usize::from(game.first != Colour::from(Player::First));
    let players = [&game.black, &game.white];
    let score =
        |(at, score): (usize, Option<EngineScore>)| score.filter(|_| players[(first + at) % 2] == judge).map(value);
    game.moves.iter().map(|mv| mv.engine_score()).enumerate().map(score).collect()
}

fn value(score: EngineScore) -> Score {
    let within = |plies: i32| (plies.unsigned_abs() as usize).min(MAX_MATE_PLY);
    match score {
        EngineScore::Mate(plies) if plies > 0 => Score::win_in(within(plies)),
        EngineScore::Mate(plies) => Score::loss_in(within(plies)),
        EngineScore::Estimate(value) => Score::fixed(value),
    }
}

/// The score at a move, or the nearest one after it, else before it, for the side that makes this move.
fn nearest(own: &[Option<Score>], at: usize) -> Option<Score> {
    let mut known = (at..own.len()).chain((0..at).rev()).filter_map(|other| own[other].map(|score| (other, score)));
    known.next().map(|(other, score)| if other.abs_diff(at).is_multiple_of(2) { score } else { -score })
}
