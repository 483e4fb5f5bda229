//! The manager's side of UGI.

use std::fmt::Write;
use std::time::Duration;

use super::connection::Connection;
use super::engine_line::EngineLine;
use super::judge::Judge;
use super::player::{Failure, Fault, FaultKind, Turn};
use super::spec::EngineSpec;
use super::time::TimeControl;
use crate::engine::options::Options;

/// Begins the first game with a process.
///
/// # Errors
/// When the engine does not answer `ugiok`.
pub(super) fn open(
    dialogue: &mut Connection,
    spec: &EngineSpec,
    judge: &Judge,
    patience: Duration,
) -> Result<(), Failure> {
    let mut known = Vec::new();
    expect_line(dialogue, "ugi\n", "ugiok", patience, |line| known.extend(option_name(line)))?;
    let mut lines = String::new();
    for (name, value) in game_options(judge.options()).iter().filter(|(name, _)| known.contains(&name.to_lowercase())) {
        let _ = writeln!(lines, "setoption name {name} value {value}"); // writing to a String cannot fail
    }
    for (name, value) in &spec.options {
        let _ = writeln!(lines, "setoption name {name} value {value}");
    }
    dialogue.send(&lines)?;
    new_game(dialogue, patience)
}

/// Begins another game with the same process.
///
/// # Errors
/// When the engine does not get ready.
pub(super) fn new_game(dialogue: &mut Connection, patience: Duration) -> Result<(), Failure> {
    expect_line(dialogue, "uginewgame\nisready\n", "readyok", patience, |_| {})
}

/// The options that choose the game and its rules, for engines that play several.
fn game_options(options: &Options) -> Vec<(String, String)> {
    let own = options.game().options.iter();
    let own = own.filter_map(|row| Some((row.name.to_owned(), options.value(row.name)?.to_string())));
    [("Game".to_owned(), options.game().name.to_owned())].into_iter().chain(own).collect()
}

/// The name in `option name Board Size type spin …`, in lower case.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split(" type ").next().unwrap_or(rest).trim().to_lowercase())
}

fn expect_line(
    dialogue: &mut Connection,
    command: &str,
    word: &str,
    patience: Duration,
    mut listen: impl FnMut(&str),
) -> Result<(), Failure> {
    let until = dialogue.send(command)? + patience;
    while let Some(line) = dialogue.receive(until)? {
        if line.text == word {
            return Ok(());
        }
        listen(&line.text);
    }
    match dialogue.last() {
        Some(last) if word == "ugiok" => {
            let detail = format!("no ugiok to ugi; the last line was '{last}'");
            Err(Fault::new(FaultKind::Refused, detail).into())
        }
        _ => Err(dialogue.no_answer(word, patience)),
    }
}

/// The commands that request a move.
pub(super) fn move_request(turn: &Turn<'_>, limits: &TimeControl) -> String {
    let judge = turn.judge;
    // By its text: not every engine has an option that chooses a start.
    let mut lines = match judge.unusual_start() {
        None => "position startpos".to_owned(),
        Some(text) => format!("position fen {text}"),
    };
    if !judge.moves().is_empty() {
        lines.push_str(" moves");
        judge.moves().iter().for_each(|mv| {
            lines.push(' ');
            lines.push_str(&mv.text);
        });
    }
    lines.push_str("\ngo");
    let mut word = |name: &str, value: u128| {
        let _ = write!(lines, " {name} {value}");
    };
    for (clock, [time, increment]) in turn.clocks.iter().zip([["p1time", "p1inc"], ["p2time", "p2inc"]]) {
        if let (Some(left), Some(rule)) = (clock.left(), clock.rule()) {
            word(time, left.as_millis());
            word(increment, rule.increment_ms.into());
        }
    }
    let own = turn.clocks[judge.standing().to_move.index()];
    own.moves_to_go().into_iter().for_each(|moves| word("movestogo", moves.into()));
    own.turn().into_iter().for_each(|time| word("movetime", time.as_millis()));
    limits.depth.into_iter().for_each(|depth| word("depth", depth.into()));
    limits.nodes.into_iter().for_each(|nodes| word("nodes", nodes.into()));
    lines.push('\n');
    lines
}

/// Classifies a line while a move is due. As in all protocols of this family, unknown lines are no fault as long as a move follows.
pub(super) fn classify(line: &str) -> EngineLine {
    let mut words = line.split_whitespace();
    match (words.next(), words.next()) {
        (Some("bestmove"), Some(mv)) if mv != "none" && mv != "(none)" => EngineLine::Move(mv.to_owned()),
        (Some("bestmove"), _) => EngineLine::Garbage,
        (Some("info"), Some(word)) if word != "string" => EngineLine::Info,
        (Some("info" | "id" | "option" | "readyok" | "response"), _) => EngineLine::Ignored,
        _ => EngineLine::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::gomoku_after as judge;
    use super::super::opening::Opening;
    use super::super::time::Clock;
    use super::*;

    fn asked(judge: &Judge, settings: &[(&str, &str)]) -> String {
        let mut limits = TimeControl::default();
        settings.iter().for_each(|(key, value)| assert!(limits.set(key, value).unwrap()));
        let clock = Clock::new(&limits);
        move_request(&Turn { judge, clocks: [&clock, &clock] }, &limits)
    }

    #[test]
    fn a_question_tells_the_position_and_every_limit() {
        let empty = judge(None, "");
        assert_eq!(asked(&empty, &[("move-time", "0.3")]), "position startpos\ngo movetime 300\n");
        assert_eq!(
            asked(&judge(None, "h8 i9"), &[("tc", "40/10+0.1"), ("depth", "5")]),
            "position startpos moves h8 i9\ngo p1time 10000 p1inc 100 p2time 10000 p2inc 100 movestogo 40 depth 5\n"
        );
        let text = "5/5/2b2/5/5 w 0";
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("BoardSize", "5").unwrap();
        let mut judge = Judge::new(options).unwrap();
        judge.begin(&Opening { position: Some(text.to_owned()), ..Opening::default() }).unwrap();
        assert_eq!(asked(&judge, &[("nodes", "9")]), format!("position fen {text}\ngo nodes 9\n"));
        let mut options = Options::for_game("abalone").unwrap();
        options.set("Start", "classical").unwrap();
        let classical = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0";
        let asked = asked(&Judge::new(options).unwrap(), &[("nodes", "9")]);
        assert!(
            asked.starts_with(&format!("position fen {classical}")) && asked.ends_with("\ngo nodes 9\n"),
            "{asked}"
        );
    }

    #[test]
    fn the_rules_are_options_of_the_engine() {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("Rule", "renju").unwrap();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(game_options(&options), [pair("Game", "gomoku"), pair("Rule", "renju"), pair("BoardSize", "15")]);
        assert_eq!(option_name("option name Board Size type spin default 3"), Some("board size".to_owned()));
        assert_eq!(option_name("id name x"), None);
    }

    #[test]
    fn only_a_best_move_is_a_move() {
        for (line, expected) in [
            ("bestmove h8", EngineLine::Move("h8".to_owned())),
            ("bestmove h8 ponder i9", EngineLine::Move("h8".to_owned())),
            ("bestmove", EngineLine::Garbage),
            ("bestmove none", EngineLine::Garbage),
            ("info depth 3", EngineLine::Info),
            ("info string depth 3", EngineLine::Ignored),
            ("h8", EngineLine::Unknown),
        ] {
            assert_eq!(classify(line), expected, "{line}");
        }
    }
}
