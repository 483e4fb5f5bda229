//! Plain values that cross between the two languages, and what they mean here.

use std::time::Duration;

use fukumi::{Analysis, Limit, Line, ProvenMove, Rejected, Verdict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A line: moves, value, plies to a proven end (negative for a loss), chance to win, depth, longest line.
pub(crate) type RawLine = (Vec<String>, i32, Option<i32>, f64, u32, u32);

/// An analysis: lines, best move, depth, longest line, nodes, nodes of proofs, seconds, permille of the table.
pub(crate) type RawAnalysis = (Vec<RawLine>, Option<String>, u32, u32, u64, u64, f64, u32);

/// A limit: seconds, seconds on the clock, increment in seconds, depth, nodes, plies to a proven end.
pub(crate) type RawLimit = (Option<f64>, Option<f64>, f64, Option<u32>, Option<u64>, Option<u32>);

/// A proof: what came of it, most plies, a longest line, positions looked at by the checker, and the moves of the tree, the first of
/// all first and each before its answers.
pub(crate) type RawProof = (&'static str, usize, Vec<String>, u64, Vec<RawProvenMove>);

/// A move of a proof: the move, plies, replies and the answer to every other reply; answers are places in the list.
pub(crate) type RawProvenMove = (String, usize, Vec<(String, usize)>, Option<usize>);

pub(crate) fn limit((time, clock, increment, depth, nodes, mate): RawLimit) -> PyResult<Limit> {
    let seconds = |name: &str, value: f64| {
        Duration::try_from_secs_f64(value).map_err(|why| PyValueError::new_err(format!("{name}: {value} s: {why}")))
    };
    let time = time.map(|value| seconds("time", value)).transpose()?;
    let clock = clock.map(|value| seconds("clock", value)).transpose()?;
    Ok(Limit { time, clock, increment: seconds("increment", increment)?, depth, nodes, mate })
}

pub(crate) fn analysis(analysis: &Analysis) -> RawAnalysis {
    let Analysis { lines, depth, seldepth, nodes, proof_nodes, time, hashfull, .. } = analysis;
    let lines = lines.iter().map(line).collect();
    let best = analysis.best().map(str::to_owned);
    (lines, best, *depth, *seldepth, *nodes, *proof_nodes, time.as_secs_f64(), *hashfull)
}

fn line(line: &Line) -> RawLine {
    let Line { moves, score, depth, seldepth } = line;
    (moves.clone(), score.value(), score.mate_distance(), line.win_chance(), *depth, *seldepth)
}

/// A proof that its own checker did not let pass is a fault of the engine.
pub(crate) fn proof(verdict: Verdict) -> Result<RawProof, Rejected> {
    let nothing = |what| (what, 0, Vec::new(), 0, Vec::new());
    match verdict {
        Verdict::Win(win) => {
            let mut moves = Vec::with_capacity(win.size);
            list(win.tree, &mut moves);
            Ok(("win", win.plies, win.line, win.positions, moves))
        }
        Verdict::NoWin => Ok(nothing("none")),
        Verdict::Unknown => Ok(nothing("unknown")),
        Verdict::Refuted { why } => Err(Rejected::Internal(why)),
    }
}

/// Lists a move and what follows it, and tells its place.
fn list(tree: ProvenMove, moves: &mut Vec<RawProvenMove>) -> usize {
    let place = moves.len();
    moves.push((tree.mv, tree.plies, Vec::new(), None));
    let replies = tree.replies.into_iter().map(|reply| (reply.reply, list(reply.answer, moves))).collect();
    let otherwise = tree.otherwise.map(|answer| list(*answer, moves));
    (moves[place].2, moves[place].3) = (replies, otherwise);
    place
}
