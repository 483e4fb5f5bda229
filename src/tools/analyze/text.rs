//! The results as text for people, with drawn boards.

use std::fmt::Write;

use super::result::{Answered, Finding, GameResult, PositionResult, Status};
use crate::engine::Verdict as Proof;
use crate::lab::arena::text::quote;
use crate::lab::study::{JudgedMove, Mark, TURNING, Value};

/// The result in lines, a blank one at the end.
pub(super) fn text(result: &Answered<'_>) -> String {
    let mut text = format!("#{}", result.n);
    if let Some(name) = result.name {
        text += &format!(" {}:", quote(name));
    }
    text += &format!(" {}\n", quote(result.input));
    match &result.finding {
        Finding::Position(found) => position(found, result.status, &mut text),
        Finding::Game(found) => game(found, &mut text),
        Finding::None => {}
    }
    if let Some(error) = &result.error {
        line(&mut text, &format!("error: {}", quote(error)));
    }
    text.push('\n');
    text
}

fn line(text: &mut String, line: &str) {
    let _ = writeln!(text, "{line}"); // writing to a String cannot fail
}

fn position(found: &PositionResult, status: Status, text: &mut String) {
    line(text, found.board.trim_end());
    line(text, &format!("{} to move; {}", found.to_move, found.position));
    if !found.forbidden.is_empty() {
        line(text, &format!("forbidden: {}", found.forbidden.join(" ")));
    }
    let said = match (status, found.outcome, &found.best) {
        (Status::Over, Some("solved"), _) => "it is solved".to_owned(),
        (Status::Over, Some("draw"), _) => "the game is over: a draw".to_owned(),
        (Status::Over, Some(winner), _) => format!("the game is over: {winner} has won"),
        (Status::Unsolvable, ..) => "unsolvable: proven".to_owned(),
        (_, _, Some(best)) => {
            let value = in_words(&found.value, found.puzzle, found.to_move);
            let depth =
                if found.puzzle { String::new() } else { format!("depth {}-{}, ", found.depth, found.seldepth) };
            format!("best {best}: {value}; {depth}{} nodes", found.nodes + found.proof_nodes)
        }
        _ => "nothing was found within the limit".to_owned(),
    };
    line(text, &said);
    for best in &found.lines {
        line(text, &format!("{:4}. {:>7}  {}", best.rank, short(&best.value), best.moves.join(" ")));
    }
    if let Some(proof) = &found.proof {
        line(text, &proof_in_words(proof));
    }
}

fn proof_in_words(proof: &Proof) -> String {
    match proof {
        Proof::Win(win) => format!(
            "proof: a win by threats in at most {} plies, whatever is replied: {} moves in the tree, checked in {} positions",
            win.plies, win.size, win.positions
        ),
        Proof::NoWin => "proof: there is no win by threats".to_owned(),
        Proof::Unknown => "proof: nothing was decided within the limit".to_owned(),
        Proof::Refuted { why } => format!("proof: a fault of the engine, {}", quote(why)),
    }
}

/// A value as people say it.
fn in_words(value: &Value, puzzle: bool, to_move: &str) -> String {
    let moves = |count: u32| if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
    match (value.mate, value.win_in, value.win_rate) {
        (Some(_), Some(count), _) if puzzle => format!("solved in {}, proven", moves(count)),
        (Some(plies), Some(count), Some(chance)) => {
            let verb = if chance > 0 { "wins" } else { "loses" };
            format!("{to_move} {verb} in {} ({} plies)", moves(count), plies.unsigned_abs())
        }
        (_, _, Some(chance)) => format!("{}, {}", short(value), percent(chance)),
        _ => "unknown".to_owned(),
    }
}

/// A value in a few characters: `+34`, `+M5` for a win in five plies, `?`.
fn short(value: &Value) -> String {
    match (value.score, value.mate, value.win_rate) {
        (Some(score), ..) => format!("{score:+}"),
        (_, Some(plies), Some(chance)) => format!("{}M{}", if chance > 0 { '+' } else { '-' }, plies.unsigned_abs()),
        _ => "?".to_owned(),
    }
}

fn percent(permille: u32) -> String {
    format!("{}.{} %", permille / 10, permille % 10)
}

fn game(found: &GameResult, text: &mut String) {
    line(
        text,
        &format!(
            "{:>5}  {:<5}  {:<8} {:<8} {:>7} {:>7} {:>8}",
            "ply", "who", "move", "best", "before", "after", "lost"
        ),
    );
    for mv in &found.moves {
        line(text, row(mv).trim_end());
    }
    let turning: Vec<String> = found.moves.iter().filter(|mv| mv.turning).map(turning_point).collect();
    if turning.is_empty() {
        line(text, &format!("no move lost {} or more of the chance to win", percent(TURNING)));
    }
    turning.iter().for_each(|said| line(text, said));
    for played in &found.players {
        if let Some(mean) = played.mean_chance_lost {
            let accuracy = played.accuracy.unwrap_or_default();
            let (who, mean) = (played.player, mean / 10.0);
            line(
                text,
                &format!("{who} lost {mean:.2} % a move, on the mean of {}: accuracy {accuracy:.1} %", played.moves),
            );
        }
    }
    line(text, found.board.trim_end());
    line(text, &found.position);
    match found.outcome {
        Some("solved") => line(text, "it is solved"),
        Some("draw") => line(text, "a draw"),
        Some(winner) => line(text, &format!("{winner} has won")),
        None => {}
    }
}

fn row(mv: &JudgedMove) -> String {
    let best = mv.best.as_deref().unwrap_or("-");
    let lost = match (mv.chance_lost, mv.delay) {
        (Some(0), Some(delay)) if delay > 0 => format!("{delay} later"),
        (Some(0), _) => "-".to_owned(),
        (Some(lost), _) => percent(lost),
        (None, _) => "?".to_owned(),
    };
    let (before, after) = (short(&mv.before), short(&mv.after));
    let mark = mv.mark.map_or("", mark);
    format!("{:>5}  {:<5}  {:<8} {best:<8} {before:>7} {after:>7} {lost:>8}  {mark}", mv.ply, mv.player, mv.text)
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Dubious => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
        Mark::Missed => "missed win",
    }
}

fn turning_point(mv: &JudgedMove) -> String {
    let chance = |value: &Value| value.win_rate.map_or_else(|| "?".to_owned(), percent);
    let best = mv.best.as_deref().unwrap_or("another");
    let (before, after) = (chance(&mv.before), chance(&mv.after));
    format!("turning point: move {}, {} {}, from {before} to {after}; {best} was better", mv.ply, mv.player, mv.text)
}
