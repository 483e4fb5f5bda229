//! What the lines of an analysis tell a database: the position, and the positions after the first move of each line.

use super::{Change, Engine, Finding, Rejected, ReportLine};
use crate::search::Score;
use crate::search::entry::Bound;

/// What a search of fewer plies says is not worth keeping, unless it is proven.
const LEAST_DEPTH: u32 = 8;

/// What these lines, which come best first and begin at the engine's position, tell of positions. The engine stays where it is.
///
/// # Errors
/// When a line begins with a move that cannot be played.
pub fn findings(engine: &mut dyn Engine, lines: &[ReportLine]) -> Result<Vec<(String, Finding)>, Rejected> {
    let mut found = Vec::new();
    for line in lines.iter().filter(|line| line.depth >= LEAST_DEPTH || line.score.is_mate()) {
        let Some(first) = move_of(line, 0) else { continue };
        if line.rank == 1 {
            found.push((engine.position(), finding(line.score, line.depth, first)));
        }
        engine.apply(&Change::Play(first.to_owned()))?;
        let reply = move_of(line, 1).unwrap_or_default();
        let after = finding(one_ply_after(line.score), line.depth.saturating_sub(1), reply);
        found.push((engine.position(), after));
        engine.apply(&Change::TakeBack(first.to_owned()))?;
    }
    Ok(found)
}

fn move_of(line: &ReportLine, ply: usize) -> Option<&str> {
    line.pv.get(ply).map(|mv| mv.text.as_str())
}

fn finding(score: Score, depth: u32, best: &str) -> Finding {
    Finding { score: Some(score), bound: Bound::Exact, depth, best: best.to_owned() }
}

/// The value for the other side, when the first move of the line has been made.
fn one_ply_after(score: Score) -> Score {
    let plies = score.mate_distance().map(|plies| (plies.unsigned_abs() as usize).saturating_sub(1));
    match plies {
        Some(plies) if score.is_win() => Score::loss_in(plies),
        Some(plies) => Score::win_in(plies),
        None => Score::fixed(-score.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_the_others_one_ply_later() {
        assert_eq!(one_ply_after(Score::fixed(30)), Score::fixed(-30));
        assert_eq!(one_ply_after(Score::win_in(5)), Score::loss_in(4));
        assert_eq!(one_ply_after(Score::loss_in(4)), Score::win_in(3));
    }
}
