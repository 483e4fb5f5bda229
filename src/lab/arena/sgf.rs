//! Games of Gomoku as SGF, version 4 of the format (`FF[4] GM[4]`).

use std::fmt::Write;

use super::contestant::FaultKind;
use super::record::{GameRecord, GameResult, Reason};
use crate::engine::options::Options;
use crate::games::gomoku::notation::{Origin, Point, parse_point, parse_position};
use crate::search::Player;

/// A game tree of one line, closed by a line feed.
pub fn game(record: &GameRecord, options: &Options) -> String {
    let size = options.count("BoardSize");
    let rule = options.value("Rule").map(|rule| rule.to_string()).unwrap_or_default();
    let mut text = format!("(;FF[4]GM[4]SZ[{size}]CA[UTF-8]AP[fukumi:{}]", env!("CARGO_PKG_VERSION"));
    let mut property = |name: &str, value: &str| {
        let _ = write!(text, "{name}[{}]", escape(value)); // writing to a String cannot fail
    };
    property("PB", &record.black);
    property("PW", &record.white);
    property("RO", &record.game.to_string());
    property("RU", &rule);
    property("RE", result(record));
    let mut ending = record.reason.name().to_owned();
    for part in record.guilty.iter().chain((!record.detail.is_empty()).then_some(&record.detail)) {
        ending.push_str(": ");
        ending.push_str(part);
    }
    property("GC", &ending);
    let mut mover = set_up(&mut text, record, size);
    for opening in &record.opening.moves {
        node(&mut text, &mut mover, opening, size, "");
    }
    for mv in &record.moves {
        let score = match (mv.score, mv.mate) {
            (_, Some(plies)) => format!(" eval {}M{}", if plies > 0 { '+' } else { '-' }, plies.unsigned_abs()),
            (Some(score), None) => format!(" eval {score}"),
            (None, None) => String::new(),
        };
        let depth = mv.depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
        node(&mut text, &mut mover, &mv.text, size, &format!("{:.0}ms{score}{depth}", mv.ms));
    }
    text.push_str(")\n");
    text
}

fn result(record: &GameRecord) -> &'static str {
    let late = matches!(record.reason, Reason::Fault(FaultKind::Time | FaultKind::Hang | FaultKind::Silence));
    let forfeit = matches!(record.reason, Reason::Fault(_));
    match record.result {
        GameResult::Draw => "0",
        GameResult::Black if late => "B+T",
        GameResult::Black if forfeit => "B+F",
        GameResult::Black => "B+",
        GameResult::White if late => "W+T",
        GameResult::White if forfeit => "W+F",
        GameResult::White => "W+",
    }
}

/// Writes the stones of a position that was set up, and tells who moves first.
fn set_up(text: &mut String, record: &GameRecord, size: usize) -> Player {
    let Some(setup) = record.opening.position.as_deref().and_then(|position| parse_position(position).ok()) else {
        return Player::First;
    };
    for (name, owner) in [("AB", Player::First), ("AW", Player::Second)] {
        let mut stones = setup.stones.iter().filter(|stone| stone.1 == Some(owner)).peekable();
        if stones.peek().is_some() {
            text.push_str(name);
        }
        stones.for_each(|(point, _)| text.push_str(&format!("[{}]", letters(*point))));
    }
    text.push_str(if setup.to_move == Player::First { "PL[B]" } else { "PL[W]" });
    debug_assert_eq!(setup.size, size);
    setup.to_move
}

/// A move, if it is one: the last move of a game that was lost by it may be none.
fn node(text: &mut String, mover: &mut Player, mv: &str, size: usize, comment: &str) {
    let name = if *mover == Player::First { 'B' } else { 'W' };
    *mover = mover.opponent();
    let at = match parse_point(mv, size, Origin::Bottom) {
        Ok(point) => format!("{name}[{}]", letters(point)),
        Err(_) => String::new(),
    };
    let comment = if comment.is_empty() { String::new() } else { format!("C[{}]", escape(comment)) };
    let _ = write!(text, ";{at}{comment}"); // writing to a String cannot fail
}

/// Column and row from the top left.
fn letters(point: Point) -> String {
    [point.x, point.y].iter().map(|&at| char::from(b'a' + at)).collect()
}

fn escape(text: &str) -> String {
    text.chars().flat_map(|c| [matches!(c, ']' | '\\').then_some('\\'), Some(c)]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::openings::Opening;
    use super::super::record::{Colour, MoveRecord};
    use super::*;

    fn record(opening: Opening, moves: &[&str]) -> GameRecord {
        let made =
            |text: &&str| MoveRecord { text: (*text).to_owned(), ms: 3.0, score: Some(-5), ..MoveRecord::default() };
        GameRecord {
            v: 1,
            game: 7,
            pair: 4,
            black: "A]\\".to_owned(),
            white: "B".to_owned(),
            opening,
            first: Colour::Black,
            moves: moves.iter().map(made).collect(),
            result: GameResult::White,
            reason: Reason::Fault(FaultKind::Time),
            guilty: Some("A]\\".to_owned()),
            detail: "late".to_owned(),
            took_ms: 0.0,
        }
    }

    #[test]
    fn a_game_is_a_line_of_nodes() {
        let opening = Opening { moves: vec!["h8".to_owned()], ..Opening::default() };
        let text = game(&record(opening, &["i9", "a15"]), &Options::for_game("gomoku").unwrap());
        assert!(text.starts_with("(;FF[4]GM[4]SZ[15]CA[UTF-8]AP[fukumi:"), "{text}");
        let tail = "PB[A\\]\\\\]PW[B]RO[7]RU[freestyle]RE[W+T]GC[time: A\\]\\\\: late];B[hh];W[ig]C[3ms eval -5];B[aa]C[3ms eval -5])\n";
        assert!(text.ends_with(tail), "{text}");
    }

    #[test]
    fn a_position_is_set_up_and_a_move_that_is_none_is_left_out() {
        let position = Some("5/5/2b1w/5/b4 w 0".to_owned());
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("BoardSize", "5").unwrap();
        let text = game(&record(Opening { position, ..Opening::default() }, &["e5", "c3x"]), &options);
        assert!(text.contains("AB[cc][ae]AW[ec]PL[W];W[ea]C[3ms eval -5];C[3ms eval -5])"), "{text}");
    }
}
