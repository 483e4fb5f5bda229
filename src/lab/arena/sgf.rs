//! Games of a match as SGF: what is known about a game, for the one writer of the format.

use std::sync::Arc;

use super::player::FaultKind;
use super::record::{GameResult, MatchGameRecord, MoveRecord, Reason};
use crate::engine::options::Options;
use crate::files::{self, FileError, Format, Tag, Tree};
use crate::games::gomoku::BOARD_SIZE;
use crate::games::gomoku::notation::{Origin, parse_point};

/// A game tree of one line, closed by a line feed.
///
/// # Errors
/// When the opening's position is none, which the judge has ruled out.
pub fn game(record: &MatchGameRecord, options: &Options) -> Result<String, FileError> {
    let mut file = files::GameRecord::new(Arc::new(options.clone()));
    file.start.clone_from(&record.opening.position);
    file.set_tag(Tag::Black, &record.black);
    file.set_tag(Tag::White, &record.white);
    file.set_tag(Tag::Round, &record.game.to_string());
    file.set_tag(Tag::Result, result(record));
    file.set_tag(Tag::Ending, &ending(record));
    file.tree = tree(record, options.get(&BOARD_SIZE));
    let written = files::write(&[file], Format::named("sgf")?)?;
    Ok(String::from_utf8_lossy(&written.bytes).into_owned())
}

fn ending(record: &MatchGameRecord) -> String {
    let mut ending = record.reason.name().to_owned();
    for part in record.guilty.iter().chain((!record.detail.is_empty()).then_some(&record.detail)) {
        ending.push_str(": ");
        ending.push_str(part);
    }
    ending
}

/// The moves, each with its time and its player's score. A move that lost the game by a fault may be illegal, and is then empty.
fn tree(record: &MatchGameRecord, size: usize) -> Tree {
    let mut tree = Tree::from_moves(&record.opening.moves);
    let mut last = tree.main_line().last().copied().unwrap_or(Tree::ROOT);
    for mv in &record.moves {
        let is_move = parse_point(&mv.text, size, Origin::Bottom).is_ok();
        last = tree.add(last, is_move.then_some(mv.text.as_str()));
        let notes = tree.notes_mut(last);
        notes.ms = Some(mv.ms.round() as u32);
        notes.comment = thought(mv);
    }
    tree
}

fn thought(mv: &MoveRecord) -> String {
    let score = match (mv.score, mv.mate) {
        (_, Some(plies)) => Some(format!("eval {}M{}", if plies > 0 { '+' } else { '-' }, plies.unsigned_abs())),
        (Some(score), None) => Some(format!("eval {score}")),
        (None, None) => None,
    };
    let depth = mv.depth.map(|depth| format!("depth {depth}"));
    score.into_iter().chain(depth).collect::<Vec<_>>().join(" ")
}

fn result(record: &MatchGameRecord) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::super::opening::Opening;
    use super::super::record::{Colour, MoveRecord};
    use super::*;

    fn record(opening: Opening, moves: &[&str]) -> MatchGameRecord {
        let made =
            |text: &&str| MoveRecord { text: (*text).to_owned(), ms: 3.0, score: Some(-5), ..MoveRecord::default() };
        MatchGameRecord {
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
        let text = game(&record(opening, &["i9", "a15"]), &Options::for_game("gomoku").unwrap()).unwrap();
        assert!(text.starts_with("(;FF[4]GM[4]SZ[15]CA[UTF-8]AP[fukumi:"), "{text}");
        let tail = "PB[A\\]\\\\]PW[B]RO[7]RU[freestyle]RE[W+T]GC[time: A\\]\\\\: late];B[hh];W[ig]C[3ms eval -5];B[aa]C[3ms eval -5])\n";
        assert!(text.ends_with(tail), "{text}");
    }

    #[test]
    fn a_position_is_set_up_and_a_move_that_is_none_is_left_out() {
        let position = Some("5/5/2b1w/5/b4 w 0".to_owned());
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("BoardSize", "5").unwrap();
        let text = game(&record(Opening { position, ..Opening::default() }, &["e5", "c3x"]), &options).unwrap();
        assert!(text.contains("AB[cc][ae]AW[ec]PL[W];W[ea]C[3ms eval -5];C[3ms eval -5])"), "{text}");
    }
}
