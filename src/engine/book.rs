//! Moves from a book: those that a database knows in a position, and the choice among those that are as good as the best.

use std::hash::{BuildHasher, RandomState};

use super::{Change, Engine, KnownPosition, MoveStyle, PositionDatabase, Rejected, win_rate};
use crate::search::Score;
use crate::search::entry::Bound;

/// Moves are equal whose chances to win differ by no more than this, in permille: less than a longer search changes them by.
pub const EQUAL: u32 = 10;

/// A move that a database knows the value of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, as people write it.
    pub text: String,
    /// Its value for the side that makes it.
    pub score: Score,
    /// The depth of the search that says so.
    pub depth: u32,
    /// Is it as good as the best, so that it may be played?
    pub is_equal: bool,
}

/// The moves whose values are known, the best first. Nothing where the position itself is not known, where a move of which nothing is known is
/// better than those, and where all lose: a search knows more there.
///
/// # Errors
/// [`Rejected::Internal`] only: when the engine refuses its own moves.
pub fn moves(engine: &mut dyn Engine, database: &dyn PositionDatabase) -> Result<Vec<BookMove>, Rejected> {
    let position = engine.position();
    let own = database.probe(&position).and_then(|known| known.finding);
    // Where it is worth at least so much, a move that is not known may be better.
    let Some(own) = own.filter(|own| own.bound != Bound::Lower) else { return Ok(Vec::new()) };
    let texts = engine.legal_moves(MoveStyle::Bottom);
    let known = match database.probe_moves(&position, &texts) {
        Some(known) => known,
        None => texts.iter().map(|text| probe_move(engine, database, text)).collect::<Result<_, _>>()?,
    };
    let pairs = texts.into_iter().zip(known);
    let mut found: Vec<BookMove> = pairs.filter_map(|(text, known)| book_move(text, known?)).collect();
    found.sort_by(|one, two| two.score.cmp(&one.score).then_with(|| one.text.cmp(&two.text)));
    let Some(best) = found.first().map(|best| best.score).filter(|best| !best.is_loss()) else { return Ok(Vec::new()) };
    let is_missing = !own.best.is_empty() && !found.iter().any(|known| known.text == own.best);
    if is_missing && own.score.is_some_and(|own| own > best) {
        return Ok(Vec::new());
    }
    for known in &mut found {
        let lost = win_rate(best) - win_rate(known.score);
        // The fastest win is none of several.
        known.is_equal = known.score == best || (!best.is_win() && lost <= EQUAL);
    }
    Ok(found)
}

/// What is known of the position after a move.
fn probe_move(
    engine: &mut dyn Engine,
    database: &dyn PositionDatabase,
    text: &str,
) -> Result<Option<KnownPosition>, Rejected> {
    engine.apply(&Change::Play(text.to_owned()))?;
    let known = database.probe(&engine.position());
    engine.apply(&Change::TakeBack(text.to_owned()))?;
    Ok(known)
}

fn book_move(text: String, known: KnownPosition) -> Option<BookMove> {
    let finding = known.finding.filter(|finding| !known.is_blocked && finding.bound == Bound::Exact)?;
    let score = finding.score?;
    let plies = score.mate_distance().map(|plies| plies.unsigned_abs() as usize + 1);
    let score = match plies {
        Some(plies) if score.is_win() => Score::loss_in(plies),
        Some(plies) => Score::win_in(plies),
        None => Score::fixed(-score.value()),
    };
    Some(BookMove { text, score, depth: finding.depth.saturating_add(1), is_equal: false })
}

/// One of the equal moves, each as likely as the others, by this number.
pub fn choose(moves: &[BookMove], random: u64) -> Option<&BookMove> {
    let equal: Vec<&BookMove> = moves.iter().filter(|known| known.is_equal).collect();
    let nth = random.checked_rem(equal.len() as u64)?;
    equal.get(nth as usize).copied()
}

/// A number that is another every time: variety is what a book is asked for.
pub fn any_number() -> u64 {
    RandomState::new().hash_one(0)
}
