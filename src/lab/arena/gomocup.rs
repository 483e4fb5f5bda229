//! The manager's side of the Gomocup protocol.

use std::fmt::Write;
use std::time::Duration;

use super::connection::Connection;
use super::engine_line::EngineLine;
use super::judge::Judge;
use super::player::{Failure, Fault, FaultKind, Turn};
use super::spec::EngineSpec;
use crate::games::gomoku::notation::parse_position;
use crate::games::gomoku::{BOARD_SIZE, RULE};
use crate::search::Player;

/// The value that managers send for "no limit".
const UNLIMITED: u128 = i32::MAX as u128;

/// `INFO game_type`: engine against engine.
const ENGINES: u32 = 1;

/// Begins the first game with a process.
///
/// # Errors
/// When the engine does not send `OK`.
pub(super) fn open(
    dialogue: &mut Connection,
    spec: &EngineSpec,
    judge: &Judge,
    patience: Duration,
) -> Result<(), Failure> {
    let start = format!("START {}\n", judge.options().get(&BOARD_SIZE));
    expect_ok(dialogue, &start, patience)?;
    dialogue.send(&settings(spec, judge)).map(drop)
}

/// Begins another game with the same process.
///
/// # Errors
/// When the engine does not send `OK`.
pub(super) fn new_game(
    dialogue: &mut Connection,
    spec: &EngineSpec,
    judge: &Judge,
    patience: Duration,
) -> Result<(), Failure> {
    expect_ok(dialogue, "RESTART\n", patience)?;
    dialogue.send(&settings(spec, judge)).map(drop)
}

fn expect_ok(dialogue: &mut Connection, command: &str, patience: Duration) -> Result<(), Failure> {
    let until = dialogue.send(command)? + patience;
    while let Some(line) = dialogue.receive(until)? {
        let word = line.text.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "OK" if line.text.len() == 2 => return Ok(()),
            "ERROR" | "UNKNOWN" => {
                let detail = format!("'{}' to {}", super::text::quote(&line.text), command.trim_end());
                return Err(Fault::new(FaultKind::Refused, detail).into());
            }
            _ => {} // banners and messages
        }
    }
    Err(dialogue.no_answer(&format!("OK to {}", command.trim_end()), patience))
}

fn settings(spec: &EngineSpec, judge: &Judge) -> String {
    let limits = &spec.limits;
    let match_ms = limits.clock.map(|clock| clock.base_ms);
    // Without a limit per move, the whole game time may be used; 0 would mean "at once".
    let turn_ms = limits.turn_ms.or(match_ms).map_or(UNLIMITED, u128::from);
    let mut lines = String::new();
    let mut info = |key: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(lines, "INFO {key} {value}"); // writing to a String cannot fail
    };
    info("timeout_turn", &turn_ms);
    info("timeout_match", &match_ms.unwrap_or(0));
    if let Some(clock) = limits.clock.filter(|clock| clock.increment_ms > 0) {
        info("time_increment", &clock.increment_ms);
    }
    if let Some(memory) = spec.memory {
        info("max_memory", &memory);
    }
    info("game_type", &ENGINES);
    info("rule", &judge.options().get(&RULE).number());
    if let Some(depth) = limits.depth {
        info("max_depth", &depth);
    }
    if let Some(nodes) = limits.nodes {
        info("max_node", &nodes);
    }
    for (name, value) in &spec.options {
        info(name, value);
    }
    lines
}

/// The commands that request a move. An engine that has followed the game needs only the last move.
pub(super) fn move_request(turn: &Turn<'_>, follows: bool) -> String {
    let judge = turn.judge;
    let clock = turn.clocks[judge.standing().to_move.index()];
    let left = clock.left().map_or(UNLIMITED, |left| left.as_millis());
    let mut lines = format!("INFO time_left {left}\n");
    let moves = judge.moves();
    match moves.last() {
        None if judge.start().is_none() => lines.push_str("BEGIN\n"),
        Some(last) if follows || (moves.len() == 1 && judge.start().is_none()) => {
            let _ = writeln!(lines, "TURN {}", last.pair);
        }
        _ => board(&mut lines, judge),
    }
    lines
}

fn board(lines: &mut String, judge: &Judge) {
    let engine = judge.standing().to_move;
    lines.push_str("BOARD\n");
    let played = judge.moves().iter().enumerate().map(|(index, mv)| (mv.pair.clone(), Some(judge.mover_of(index))));
    for (pair, owner) in standing_stones(judge.start()).into_iter().chain(played) {
        let field = match owner {
            Some(owner) if owner == engine => 1,
            Some(_) => 2,
            None => 3,
        };
        let _ = writeln!(lines, "{pair},{field}");
    }
    lines.push_str("DONE\n");
}

/// The stones of a start position: alternating, Black first, as long as both colours are left.
fn standing_stones(start: Option<&str>) -> Vec<(String, Option<Player>)> {
    let Some(setup) = start.and_then(|text| parse_position(text).ok()) else { return Vec::new() };
    let of = |owner: Option<Player>| setup.stones.iter().filter(move |stone| stone.1 == owner);
    let (mut blacks, mut whites) = (of(Some(Player::First)), of(Some(Player::Second)));
    let mut stones: Vec<_> = of(None).collect();
    loop {
        let pair = [blacks.next(), whites.next()];
        if pair == [None, None] {
            return stones.into_iter().map(|(point, owner)| (point.to_string(), *owner)).collect();
        }
        stones.extend(pair.into_iter().flatten());
    }
}

/// Classifies a line while a move is due. Some engines print text without `MESSAGE`, which the Gomocup manager ignores, so it is
/// no fault as long as a move follows. A line that begins like a move but is not one is a fault.
pub(super) fn classify(line: &str) -> EngineLine {
    let word = line.split(|c: char| c.is_whitespace() || c == '=').next().unwrap_or_default().to_ascii_uppercase();
    match word.as_str() {
        "MESSAGE" | "DEBUG" | "INFO" => EngineLine::Info,
        // Some engines complain about an INFO or confirm a command unasked, and play on; `name=` answers ABOUT.
        "ERROR" | "UNKNOWN" | "OK" | "FORBID" | "NAME" => EngineLine::Ignored,
        _ => match line.split_once(',').map(|(x, y)| (x.trim().parse::<i32>(), y.trim().parse::<i32>())) {
            Some((Ok(x), Ok(y))) => EngineLine::Move(format!("{x},{y}")),
            _ if line.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) => EngineLine::Garbage,
            _ => EngineLine::Unknown,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::gomoku_after as judge;
    use super::super::time::{Clock, TimeControl};
    use super::*;

    fn asked(judge: &Judge, follows: bool) -> Vec<String> {
        let clock = Clock::new(&TimeControl::default());
        move_request(&Turn { judge, clocks: [&clock, &clock] }, follows).lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_first_question_tells_all_and_the_next_ones_a_move() {
        let left = "INFO time_left 2147483647";
        assert_eq!(asked(&judge(None, ""), false), [left, "BEGIN"]);
        assert_eq!(asked(&judge(None, "h8"), false), [left, "TURN 7,7"]);
        assert_eq!(asked(&judge(None, "h8 a15"), false), [left, "BOARD", "7,7,1", "0,0,2", "DONE"]);
        assert_eq!(asked(&judge(None, "h8 a15 o1"), false), [left, "BOARD", "7,7,2", "0,0,1", "14,14,2", "DONE"]);
        assert_eq!(asked(&judge(None, "h8 a15 o1"), true), [left, "TURN 14,14"]);
    }

    #[test]
    fn a_position_is_told_in_turns() {
        let position = "15/15/15/15/15/15/15/w1w4b7/b13x/15/15/15/15/15/15 b 0";
        let stones = ["14,8,3", "7,7,1", "0,7,2", "0,8,1", "2,7,2"];
        let told = asked(&judge(Some(position), ""), false);
        assert_eq!(told[2..7], stones);
        let told = asked(&judge(Some(position), "a1"), true);
        assert_eq!(told[1], "TURN 0,14");
        let told = asked(&judge(Some(position), "a1"), false);
        assert_eq!(told[2..8], ["14,8,3", "7,7,2", "0,7,1", "0,8,2", "2,7,1", "0,14,2"]);
    }

    #[test]
    fn lines_are_moves_noise_or_garbage() {
        for (line, expected) in [
            ("7,7", EngineLine::Move("7,7".to_owned())),
            ("07, 7", EngineLine::Move("7,7".to_owned())),
            ("-1,7", EngineLine::Move("-1,7".to_owned())),
            ("MESSAGE 7,7", EngineLine::Info),
            ("debug x", EngineLine::Info),
            ("ERROR Unknown command: N", EngineLine::Ignored),
            ("name=\"x\", version=\"1\"", EngineLine::Ignored),
            ("SUGGEST 7,7", EngineLine::Unknown),
            ("7,7,1", EngineLine::Garbage),
            ("7", EngineLine::Garbage),
            ("h8", EngineLine::Unknown),
            ("-? ev 120 nd 12k", EngineLine::Unknown),
            ("-7", EngineLine::Garbage),
            ("99999999999,1", EngineLine::Garbage),
        ] {
            assert_eq!(classify(line), expected, "{line}");
        }
    }
}
