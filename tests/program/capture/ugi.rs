//! Puzzles over UGI.

use fukumi::games::capture::referee;

use crate::process::{Engine, PATIENCE};

fn capture() -> Engine {
    let mut engine = Engine::with(&["--protocol", "ugi", "--game", "capture", "--hash", "16"]);
    assert_eq!(engine.ask("isready"), "readyok");
    engine
}

/// The lines up to the move.
fn go(engine: &mut Engine, how: &str) -> Vec<String> {
    engine.send(how);
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.starts_with("bestmove")) {
        lines.push(engine.line_within(PATIENCE).expect("a line"));
    }
    lines
}

#[test]
fn a_solution_is_told_as_a_line_and_its_first_move_as_the_best() {
    let mut engine = capture();
    engine.send("position fen R2D3r/8/8/8 b");
    let lines = go(&mut engine, "go movetime 5000");
    let info = &lines[lines.len() - 2];
    let solution: Vec<&str> = info.split_once(" pv ").expect("a line of moves").1.split(' ').collect();
    assert!(info.contains(" score mate 3 ") && solution.len() == 3, "{lines:?}");
    assert_eq!(referee::replay("R2D3r/8/8/8 b", &solution), Ok(()));
    assert_eq!(lines.last(), Some(&format!("bestmove {}", solution[0])));
    assert_eq!(engine.ask("query gameover"), "response false");
    engine.send("position fen R2D3r/8/8/8 b moves a1a2 a2h2 h2h1");
    assert_eq!(engine.ask("query gameover"), "response true");
    assert_eq!(engine.ask("query result"), "response p1win");
    assert_eq!(go(&mut engine, "go depth 1").last().map(String::as_str), Some("bestmove none"));
}

#[test]
fn a_puzzle_without_a_solution_is_told_so() {
    let mut engine = capture();
    for position in ["Kp6/8/8/8 b", "D1DD2k1/2D2nDn/p1A1DDDn/D1DD1Pk1 b"] {
        engine.send(&format!("position fen {position}"));
        assert_eq!(go(&mut engine, "go infinite\nstop"), ["info string unsolvable", "bestmove none"]);
    }
}

#[test]
fn mistakes_leave_the_position_as_it_was() {
    let mut engine = capture();
    engine.send("position fen N2c4/8/8/8 b");
    for (line, told) in [
        ("position fen N2c4/8/8 b", "3 ranks, not 4"),
        ("position fen N2c4/8/8/8 b moves a1c1", "not legal here"),
        ("position fen N2c4/8/8/8 b moves a1", "is no move"),
        ("setoption name Bound value magic", "bad value 'magic' for Bound"),
    ] {
        let reply = engine.ask(line);
        assert!(reply.starts_with("info string error: ") && reply.contains(told), "{line}: {reply}");
    }
    engine.send("setoption name Algorithm value ida");
    engine.send("setoption name Bound value estimate2");
    assert_eq!(go(&mut engine, "go movetime 5000").last().map(String::as_str), Some("bestmove a1b1"));
}
