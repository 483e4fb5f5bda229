//! The manager's side of the Gomocup protocol.

use std::fmt::Write;
use std::time::Duration;

use super::contestant::{Failure, Fault, FaultKind, Turn};
use super::dialogue::Dialogue;
use super::engine_line::Heard;
use super::judge::Judge;
use super::spec::EngineSpec;
use crate::games::gomoku::notation::parse_position;
use crate::games::gomoku::{BOARD_SIZE, RULE};
use crate::search::Player;

/// No limit, as every manager writes it.
const UNLIMITED: u128 = i32::MAX as u128;

/// `INFO game_type`: engine against engine.
const ENGINES: u32 = 1;

/// Begins the first game with a process.
///
/// # Errors
/// When the engine does not say `OK`.
pub(super) fn open(
    dialogue: &mut Dialogue,
    spec: &EngineSpec,
    judge: &Judge,
    patience: Duration,
) -> Result<(), Failure> {
    let start = format!("START {}\n", judge.options().get(&BOARD_SIZE));
    consent(dialogue, &start, patience)?;
    dialogue.say(&settings(spec, judge)).map(drop)
}

/// Begins another game with the same process.
///
/// # Errors
/// When the engine does not say `OK`.
pub(super) fn renew(
    dialogue: &mut Dialogue,
    spec: &EngineSpec,
    judge: &Judge,
    patience: Duration,
) -> Result<(), Failure> {
    consent(dialogue, "RESTART\n", patience)?;
    dialogue.say(&settings(spec, judge)).map(drop)
}

fn consent(dialogue: &mut Dialogue, command: &str, patience: Duration) -> Result<(), Failure> {
    let until = dialogue.say(command)? + patience;
    while let Some(line) = dialogue.hear(until)? {
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
    // No limit of its own for a move means all of the game's; 0 would mean "at once".
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

/// The commands that ask for a move. An engine that has followed the game so far need only know the last move.
pub(super) fn ask(turn: &Turn<'_>, follows: bool) -> String {
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

/// The stones of a position that was set up: in turns, Black's first, as far as there are as many of both.
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

/// What a line means when a move is due. Some engines print text without `MESSAGE` before it, which the judge of Gomocup does
/// not look at: it is no fault while a move comes. What begins like a move and is none is one.
pub(super) fn heard(line: &str) -> Heard {
    let word = line.split(|c: char| c.is_whitespace() || c == '=').next().unwrap_or_default().to_ascii_uppercase();
    match word.as_str() {
        "MESSAGE" | "DEBUG" | "INFO" => Heard::News,
        // Engines complain about an INFO, confirm what asks for no confirmation, and play on; `name=` answers ABOUT.
        "ERROR" | "UNKNOWN" | "OK" | "FORBID" | "NAME" => Heard::Noise,
        _ => match line.split_once(',').map(|(x, y)| (x.trim().parse::<i32>(), y.trim().parse::<i32>())) {
            Some((Ok(x), Ok(y))) => Heard::Move(format!("{x},{y}")),
            _ if line.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) => Heard::Garbage,
            _ => Heard::Strange,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::opening::Opening;
    use super::super::time::{Clock, Limits};
    use super::*;
    use crate::engine::options::Options;

    fn judge(position: Option<&str>, moves: &str) -> Judge {
        let mut judge = Judge::new(Options::for_game("gomoku").unwrap()).unwrap();
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        judge.begin(&Opening { position: position.map(str::to_owned), moves, ..Opening::default() }).unwrap();
        judge
    }

    fn asked(judge: &Judge, follows: bool) -> Vec<String> {
        let clock = Clock::new(&Limits::default());
        ask(&Turn { judge, clocks: [&clock, &clock] }, follows).lines().map(str::to_owned).collect()
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
            ("7,7", Heard::Move("7,7".to_owned())),
            ("07, 7", Heard::Move("7,7".to_owned())),
            ("-1,7", Heard::Move("-1,7".to_owned())),
            ("MESSAGE 7,7", Heard::News),
            ("debug x", Heard::News),
            ("ERROR Unknown command: N", Heard::Noise),
            ("name=\"x\", version=\"1\"", Heard::Noise),
            ("SUGGEST 7,7", Heard::Strange),
            ("7,7,1", Heard::Garbage),
            ("7", Heard::Garbage),
            ("h8", Heard::Strange),
            ("-? ev 120 nd 12k", Heard::Strange),
            ("-7", Heard::Garbage),
            ("99999999999,1", Heard::Garbage),
        ] {
            assert_eq!(heard(line), expected, "{line}");
        }
    }
}
