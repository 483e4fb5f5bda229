//! The limits of `go`.

use std::str::SplitAsciiWhitespace;

use crate::command::GoLimits;
use crate::error::{Fault, ParseError};
use crate::text::{self, narrow};

const NON_NEGATIVE: (i64, i64) = (0, i64::MAX);
const ANY: (i64, i64) = (i64::MIN, i64::MAX);
const NARROW: (i64, i64) = (0, u32::MAX as i64);

/// Reads what follows `go`. A word that is no limit is an error: a mistyped limit must not start a search without one.
pub(super) fn decode(rest: &str) -> Result<GoLimits, ParseError> {
    let mut limits = GoLimits::default();
    let mut words = rest.split_ascii_whitespace();
    let mut in_moves = false;
    while let Some(word) = words.next() {
        if limit(&mut limits, &word.to_ascii_lowercase(), &mut words, &mut in_moves)? {
            continue;
        }
        if !in_moves {
            return Err(ParseError::new("go", Fault::Expected("a limit"), word));
        }
        limits.search_moves.push(word.to_owned());
    }
    Ok(limits)
}

/// Takes one limit with its number; `false` where the word is none.
fn limit(
    limits: &mut GoLimits,
    word: &str,
    words: &mut SplitAsciiWhitespace<'_>,
    in_moves: &mut bool,
) -> Result<bool, ParseError> {
    let mut number = |what, range| text::number("go", what, words.next().unwrap_or_default(), range);
    match word {
        "p1time" => limits.p1_time = Some(number("p1time", ANY)?),
        "p2time" => limits.p2_time = Some(number("p2time", ANY)?),
        "p1inc" => limits.p1_inc = Some(number("p1inc", NON_NEGATIVE)?.unsigned_abs()),
        "p2inc" => limits.p2_inc = Some(number("p2inc", NON_NEGATIVE)?.unsigned_abs()),
        // Tools that know only UCI: white is player 1. Where both names come, the proper one counts.
        "wtime" => limits.p1_time = limits.p1_time.or(Some(number("wtime", ANY)?)),
        "btime" => limits.p2_time = limits.p2_time.or(Some(number("btime", ANY)?)),
        "winc" => limits.p1_inc = limits.p1_inc.or(Some(number("winc", NON_NEGATIVE)?.unsigned_abs())),
        "binc" => limits.p2_inc = limits.p2_inc.or(Some(number("binc", NON_NEGATIVE)?.unsigned_abs())),
        "movestogo" => limits.moves_to_go = Some(narrow(number("movestogo", NARROW)?)),
        "movetime" => limits.move_time = Some(number("movetime", NON_NEGATIVE)?.unsigned_abs()),
        "depth" => limits.depth = Some(narrow(number("depth", NARROW)?)),
        "nodes" => limits.nodes = Some(number("nodes", NON_NEGATIVE)?.unsigned_abs()),
        "mate" => limits.mate = Some(narrow(number("mate", NARROW)?)),
        "infinite" => limits.infinite = true,
        "ponder" => limits.ponder = true,
        "searchmoves" => {
            *in_moves = true;
            return Ok(true);
        }
        _ => return Ok(false),
    }
    *in_moves = false;
    Ok(true)
}
