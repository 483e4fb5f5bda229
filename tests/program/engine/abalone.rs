//! Abalone over UGI, as a match runner and a person see it.

use std::time::Duration;

use crate::process::Engine;

fn started() -> Engine {
    let mut engine = Engine::start();
    engine.send("ugi");
    while engine.reply() != "ugiok" {}
    engine.send("setoption name Game value abalone");
    engine
}

/// The lines of a search, the last its `bestmove`.
fn search(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.send(go);
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &String| !line.starts_with("bestmove")) {
        lines.push(engine.line_within(Duration::from_secs(10)).expect("a line"));
    }
    lines
}

#[test]
fn a_game_is_played_and_both_sides_agree_on_its_end() {
    let mut engines = [started(), started()];
    let mut moves = String::new();
    for engine in &mut engines {
        engine.send("setoption name plycap value 12");
    }
    for ply in 0..12 {
        let engine = &mut engines[ply % 2];
        engine.send(&format!("position startpos moves{moves}"));
        assert_eq!(engine.ask("query p1turn"), format!("response {}", ply % 2 == 0));
        assert_eq!(engine.ask("query gameover"), "response false");
        let best = engine.ask("go p1time 1000 p2time 1000 p1inc 10 p2inc 10 nodes 2000");
        let (word, text) = best.split_once(' ').expect("two words");
        assert_eq!(word, "bestmove");
        moves += &format!(" {text}");
    }
    let results = engines.each_mut().map(|engine| {
        engine.send(&format!("position startpos moves{moves}"));
        assert_eq!(engine.ask("query gameover"), "response true", "{moves}");
        engine.ask("query result")
    });
    assert_eq!(results[0], results[1]);
    assert_ne!(results[0], "response none");
}

#[test]
fn a_repetition_ends_the_game_unless_it_is_switched_off() {
    let mut engine = started();
    let cycle = " e5e6 a3a4 e6e5 a4a3".repeat(2);
    let position = format!("position fen 5/6/7/8/4b4/8/7/6/2w2 b 0 0 moves{cycle}");
    engine.send(&position);
    assert_eq!(engine.ask("query result"), "response draw");
    assert_eq!(engine.ask("go movetime 10"), "bestmove none");
    engine.send("setoption name Repetition value false");
    engine.send(&position);
    assert_eq!(engine.ask("query result"), "response none");
    assert!(engine.ask("go movetime 10").starts_with("bestmove "));
}

#[test]
fn starts_and_positions_of_every_form_are_set_up_and_drawn() {
    let mut engine = started();
    let mut shown = |commands: &[&str]| {
        commands.iter().for_each(|line| engine.send(line));
        engine.send("d");
        (0..12).map(|_| engine.line_within(Duration::from_secs(5)).expect("a line")).collect::<Vec<_>>()
    };
    let belgian = shown(&["position startpos"]);
    assert_eq!(belgian[0], "    I O O . X X");
    assert_eq!(belgian[11], "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0");
    let apf = "position fen 22.11 222111 .22.11. ........ ......... ........ .11.22. 111222 11.22";
    assert_eq!(shown(&[apf]), belgian);
    assert_eq!(shown(&["setoption name Start value standard", "position startpos"])[0], "    I O O O O O");
    let moved = shown(&["position startpos moves a1b2"]);
    assert_eq!(moved[11], "wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0 0 1 1");
}

#[test]
fn a_broken_position_or_list_of_moves_leaves_the_old_one() {
    let mut engine = started();
    engine.send("position startpos moves a1b2");
    let place = |engine: &mut Engine| {
        engine.send("d");
        (0..12).filter_map(|_| engine.line_within(Duration::from_secs(5))).last()
    };
    let before = place(&mut engine);
    for bad in [
        "position fen 5/6/7/8/9/8/7/6/6 b 0 0",
        "position fen 5/6/7/8/9/8/7/6 b 0 0",
        "position fen ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 1 0",
        "position startpos moves a1b2 a1b2",
        "position startpos moves a1b2 e5e6",
        "position startpos moves z9z8",
        "position startpos moves a1a2a3a4a5",
        "setoption name Start value nowhere",
        "setoption name PlyCap value -1",
    ] {
        assert!(engine.ask(bad).starts_with("info string error"), "{bad}");
        assert_eq!(place(&mut engine), before, "{bad}");
    }
}

#[test]
fn several_lines_are_shown_and_time_is_kept() {
    let mut engine = started();
    engine.send("setoption name MultiPV value 3");
    engine.send("position startpos");
    let lines = search(&mut engine, "go depth 3");
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} "))), "{lines:?}");
    }
    let begun = std::time::Instant::now();
    search(&mut engine, "go movetime 100");
    assert!(begun.elapsed() < Duration::from_millis(1000), "{:?}", begun.elapsed());
    assert_eq!(search(&mut engine, "go depth 2 searchmoves a1b2").last().map(String::as_str), Some("bestmove a1b2"));
    engine.send("setoption name MultiPV value 1");
    engine.send("go infinite");
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(engine.ask("stop").starts_with("bestmove "));
}
