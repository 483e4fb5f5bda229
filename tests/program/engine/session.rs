//! What a session says to what it is told.

use std::time::Duration;

use crate::process::{Engine, PATIENCE, is_move};
use crate::support::folder::Folder;

const QUICK: &str = "INFO timeout_turn 20";

fn started(size: u32) -> Engine {
    let mut engine = Engine::start();
    assert_eq!(engine.ask(&format!("START {size}")), "OK");
    engine.send(QUICK);
    engine
}

fn ugi() -> Engine {
    let mut engine = Engine::start();
    engine.send("ugi");
    while engine.reply() != "ugiok" {}
    engine
}

#[test]
fn lines_sent_in_one_go_are_answered_in_order() {
    let mut engine = Engine::start();
    engine.bytes(b"START 15\nABOUT\nnonsense\nINFO timeout_turn 20\nBEGIN\nABOUT\nRESTART\nTURN 3,3\n");
    assert_eq!(engine.reply(), "OK");
    assert!(engine.reply().starts_with("name=\"fukumi\""));
    assert_eq!(engine.reply(), "UNKNOWN nonsense");
    assert!(is_move(&engine.reply()));
    assert!(engine.reply().starts_with("name="));
    assert_eq!(engine.reply(), "OK");
    assert!(is_move(&engine.reply()));
}

#[test]
fn a_rejected_move_changes_nothing_and_is_not_thought_about() {
    let mut engine = started(15);
    for bad in ["15,0", "0,15", "99,99", "x", "7", ""] {
        assert!(engine.ask(&format!("TURN {bad}")).starts_with("ERROR"), "{}", engine.told());
    }
    let mine = engine.ask("TURN 7,7");
    assert!(is_move(&mine));
    assert!(engine.ask("TURN 7,7").starts_with("ERROR"));
    assert!(engine.ask(&format!("TURN {mine}")).starts_with("ERROR"));
    assert_eq!(engine.ask(&format!("TAKEBACK {mine}")), "OK");
    assert_eq!(engine.ask("TAKEBACK 7,7"), "OK");
    assert!(engine.ask("TAKEBACK 7,7").starts_with("ERROR"));
    assert!(is_move(&engine.ask("TURN 7,7")));
}

#[test]
fn a_rule_that_the_weights_are_not_for_brings_back_the_built_in_ones_and_is_told_once() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/gomoku/evaluation/data/renju.weights");
    let mut engine = started(15);
    engine.send(&format!("INFO rule 4\nINFO evalfile {weights}\nBEGIN\nINFO rule 8\nRESTART\nBEGIN\nRESTART\nBEGIN"));
    let (said, _) = engine.finish();
    let told: Vec<&String> = said.iter().filter(|line| line.contains("weights")).collect();
    assert!(told.len() == 1 && told[0].starts_with("MESSAGE the built-in weights are used: "), "{said:?}");
    assert!(told[0].contains("rule 'renju'"), "{told:?}");
    assert_eq!(said.iter().filter(|line| is_move(line)).count(), 3, "{said:?}");
}

#[test]
fn an_option_that_info_cannot_set_is_told_also_while_a_search_runs() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send("INFO timeout_turn 20000\nBEGIN\nINFO Search minimax\nINFO of_another_engine 1\nINFO timeout_turn 0");
    let (said, _) = engine.finish();
    assert!(said.iter().any(|line| line == "MESSAGE bad value 'minimax' for Search: mtdf, pvs, auto"), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("of_another_engine")), "{said:?}");
    assert_eq!(said.iter().filter(|line| is_move(line)).count(), 1, "{said:?}");
}

#[test]
fn threads_that_the_memory_limit_has_no_room_for_are_told_once() {
    let mut engine = started(15);
    engine.send("INFO Threads 3\nINFO max_memory 33554432\nINFO timeout_turn 20\nBEGIN\nRESTART\nBEGIN");
    let (said, _) = engine.finish();
    let told: Vec<&String> = said.iter().filter(|line| line.contains("threads")).collect();
    assert_eq!(told, ["MESSAGE max_memory 33554432 has room for 1 of 3 threads"], "{said:?}");
    assert_eq!(said.iter().filter(|line| is_move(line)).count(), 2, "{said:?}");
}

#[test]
fn nothing_is_played_before_a_game_is_started() {
    let mut engine = Engine::start();
    for line in ["TURN 7,7", "BEGIN", "RESTART", "TAKEBACK 1,1", "BOARD 1,1,1 DONE", "SWAP2BOARD DONE", "YXNBEST 2"] {
        assert_eq!(engine.ask(line), "ERROR no game started", "{line}");
    }
}

#[test]
fn sizes_from_5_to_22_are_played_and_others_refused() {
    let mut engine = Engine::start();
    for size in [0, 1, 3, 4, 23, 100] {
        let reply = engine.ask(&format!("START {size}"));
        assert!(reply.starts_with("ERROR"), "{size}: {reply}");
    }
    assert!(engine.ask("START 3").starts_with("ERROR unsupported size 3"));
    assert!(engine.ask("RECTSTART 15,20").starts_with("ERROR unsupported size 15x20"));
    engine.send(QUICK);
    for size in [5, 6, 13, 19, 22] {
        assert_eq!(engine.ask(&format!("RECTSTART {size},{size}")), "OK");
        assert!(is_move(&engine.ask(&format!("TURN {},0", size - 1))));
    }
}

#[test]
fn a_board_is_taken_whatever_its_flags() {
    let mut engine = started(15);
    for block in [
        "BOARD DONE",
        "BOARD 7,7,2 DONE",
        "BOARD 7,7,1 8,8,2 DONE",
        "BOARD 7,7,1 8,8,1 DONE",
        "BOARD 8,8,2 7,7,1 DONE",
        "BOARD 7,7,3 8,8,2 DONE",
        "BOARD 7,7,2 8,8,2 9,9,2 DONE",
    ] {
        assert!(is_move(&engine.ask(block)), "{block}");
    }
    assert!(engine.ask("BOARD 7,7,1 7,7,2 DONE").starts_with("ERROR"));
    assert!(engine.ask("BOARD 7,7,1 20,7,2 DONE").starts_with("ERROR"));
    let finished = "BOARD 0,0,1 0,1,2 1,0,1 1,1,2 2,0,1 2,1,2 3,0,1 3,1,2 4,0,1 DONE";
    assert!(engine.ask(finished).starts_with("ERROR"));
    assert!(is_move(&engine.ask("BOARD DONE")));
}

#[test]
fn a_five_is_made_and_blocked_and_ends_the_game() {
    let mut engine = started(15);
    assert_eq!(engine.ask("BOARD 0,0,1 0,2,2 1,0,1 1,2,2 2,0,1 2,2,2 3,0,1 3,2,2 DONE"), "4,0");
    assert!(engine.ask("TURN 9,9").starts_with("ERROR"), "{}", engine.told());
    assert_eq!(engine.ask("BOARD 0,0,2 5,5,1 1,0,2 5,9,1 2,0,2 9,5,1 3,0,2 DONE"), "4,0");
}

#[test]
fn the_rule_can_change_before_and_after_start() {
    let mut engine = Engine::start();
    engine.send("INFO rule 4");
    assert_eq!(engine.ask("START 15"), "OK");
    let mut stones = String::from("YXBOARD");
    for (i, at) in ["7,6", "0,0", "7,5", "0,2", "6,7", "0,4", "5,7", "14,14"].iter().enumerate() {
        stones += &format!(" {at},{}", 1 + i % 2);
    }
    engine.send(&format!("{stones} DONE"));
    assert_eq!(engine.ask("YXSHOWFORBID"), "FORBID 0707.");
    engine.send("INFO rule 0");
    assert_eq!(engine.ask("YXSHOWFORBID"), "FORBID .");
    engine.send("INFO rule 4");
    assert_eq!(engine.ask("YXSHOWFORBID"), "FORBID 0707.");
    engine.send("INFO rule 7");
    assert!(engine.ask("BEGIN").starts_with("ERROR unsupported rule 7"));
    engine.send("INFO rule 1");
    engine.send(QUICK);
    assert!(is_move(&engine.ask("BEGIN")));
}

#[test]
fn a_hopeless_memory_limit_is_told_at_the_next_move() {
    let mut engine = started(15);
    engine.send("INFO max_memory 1000");
    assert!(engine.ask("BEGIN").starts_with("ERROR not enough memory"));
    engine.send("INFO max_memory 0");
    assert!(is_move(&engine.ask("BEGIN")));
}

#[test]
fn blocked_points_are_not_played_unless_all_are() {
    let mut engine = started(5);
    engine.send("YXBLOCK 2,2 2,1 1,2 DONE");
    for _ in 0..3 {
        let reply = engine.ask("BOARD DONE");
        assert!(is_move(&reply) && !["2,2", "2,1", "1,2"].contains(&reply.as_str()), "{reply}");
    }
    let all: Vec<String> = (0..25).map(|at| format!("{},{}", at % 5, at / 5)).collect();
    engine.send(&format!("YXBLOCK {} DONE", all.join(" ")));
    assert!(is_move(&engine.ask("BOARD DONE")));
}

#[test]
fn a_swap_opening_is_played_from_every_chair() {
    let mut engine = started(15);
    engine.send("INFO timeout_turn 150");
    let stones = engine.ask("SWAP2BOARD DONE");
    let squares: Vec<&str> = stones.split(' ').collect();
    assert!(squares.len() == 3 && squares.iter().all(|square| is_move(square)), "{stones}");
    let choice = engine.ask(&format!("SWAP2BOARD {stones} DONE"));
    assert!(choice == "SWAP" || choice.split(' ').all(is_move), "{choice}");
    // Black has an open four: nobody stays white.
    assert_eq!(engine.ask("SWAP2BOARD 7,7 0,0 8,7 14,14 9,7 DONE"), "SWAP");
    engine.send("yxboard");
    engine.send("done");
    for number in 1..=3 {
        engine.send(if number == 1 { "yxswap2step1" } else { "" });
        let line = engine.line_within(Duration::from_secs(5)).unwrap_or_default();
        assert!(line.starts_with(&format!("MESSAGE SWAP2 MOVE{number} ")), "{line}");
    }
    assert_eq!(engine.ask("yxbalancetwo 0").split(' ').filter(|square| is_move(square)).count(), 2);
}

#[test]
fn ugi_answers_are_what_a_match_runner_expects() {
    let mut engine = ugi();
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send("uginewgame");
    engine.send("setoption name hash value 8");
    engine.send("position startpos moves h8 i9");
    assert_eq!(engine.ask("query p1turn"), "response true");
    assert_eq!(engine.ask("query gameover"), "response false");
    assert_eq!(engine.ask("query result"), "response none");
    let best = engine.ask("go p1time 1000 p2time 1000 p1inc 10 p2inc 10");
    assert!(best.starts_with("bestmove ") && best.split(' ').count() == 2, "{best}");
    engine.send("position fen bbbbb/5/5/wwww1/5 w 0");
    assert_eq!(engine.ask("query gameover"), "response true");
    assert_eq!(engine.ask("query result"), "response p1win");
}

#[test]
fn a_bad_ugi_position_leaves_the_old_one() {
    let mut engine = ugi();
    engine.send("position startpos moves h8");
    for bad in [
        "position startpos moves h8 h8",
        "position startpos moves z9",
        "position fen 5/5/5/5/4 b 4",
        "position fen 5/5/5/5/5 b 4 moves a1 a1",
        "position fen 5/5/5/5/5 x 4",
        "setoption name Nonsense value 1",
        "setoption name Hash value 0",
    ] {
        assert!(engine.ask(bad).starts_with("info string error"), "{bad}");
        assert_eq!(engine.ask("query p1turn"), "response false", "{bad}");
    }
    engine.send("d");
    let drawn: Vec<String> = (0..18).filter_map(|_| engine.line_within(Duration::from_secs(5))).collect();
    assert_eq!(drawn[17], "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w 0");
}

#[test]
fn isready_is_answered_while_searching_and_ponderhit_starts_the_clock() {
    let mut engine = ugi();
    engine.send("position startpos moves h8");
    engine.send("go ponder movetime 50");
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(engine.is_silent_for(Duration::from_millis(200)));
    engine.send("ponderhit");
    assert!(engine.reply().starts_with("bestmove "));
    engine.send("go infinite");
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(engine.ask("stop").starts_with("bestmove "));
    engine.send("stop");
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn several_lines_and_chosen_moves_are_searched() {
    let mut engine = ugi();
    engine.send("setoption name MultiPV value 3");
    engine.send("position startpos moves h8");
    engine.send("go depth 3");
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &String| !line.starts_with("bestmove")) {
        lines.extend(engine.line_within(Duration::from_secs(10)));
    }
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} "))), "{lines:?}");
    }
    assert_eq!(engine.ask("go depth 3 searchmoves a1"), "bestmove a1");
}

#[test]
fn pondering_does_not_disturb_the_game() {
    let mut engine = started(15);
    engine.send("INFO pondering 1");
    for turn in ["7,7", "0,0", "14,14", "0,14"] {
        let reply = engine.ask(&format!("TURN {turn}"));
        assert!(is_move(&reply) || reply.contains("occupied"), "{reply}");
        assert!(engine.is_silent_for(Duration::from_millis(60)), "{}", engine.told());
    }
    assert_eq!(engine.ask("RESTART"), "OK");
}

#[test]
fn a_weaker_engine_answers_at_once_and_the_same_each_time() {
    let answers = |strength: &str| {
        let mut engine = started(15);
        engine.send("INFO timeout_turn 60000");
        engine.send(&format!("INFO strength {strength}"));
        // Corners, which no engine takes.
        ["7,7", "0,14", "14,0"].map(|mv| engine.ask(&format!("TURN {mv}")))
    };
    let [weak, again, better] = ["0", "0", "30"].map(answers);
    assert!(weak.iter().chain(&better).all(|mv| is_move(mv)), "{weak:?} {better:?}");
    assert_eq!(weak, again);
}

#[test]
fn a_weaker_engine_still_finishes_a_five_and_stops_a_four() {
    for strength in ["0", "50"] {
        let mut engine = started(15);
        engine.send(&format!("INFO strength {strength}"));
        let four = "1,1,1\n8,8,2\n2,1,1\n8,10,2\n3,1,1\n8,12,2\n4,1,1\n5,9,2";
        assert!(["0,1", "5,1"].contains(&engine.ask(&format!("BOARD\n{four}\nDONE")).as_str()));
        let blocked = "0,1,1\n1,1,2\n8,8,1\n2,1,2\n8,10,1\n3,1,2\n8,12,1\n4,1,2";
        assert_eq!(engine.ask(&format!("BOARD\n{blocked}\nDONE")), "5,1");
    }
}

#[test]
fn a_table_is_kept_in_a_file_and_read_back_under_the_same_rule_only() {
    let folder = Folder::new();
    let path = folder.path("table with blanks").display().to_string();
    let mut engine = started(15);
    engine.send("INFO Hash 1");
    engine.send("INFO timeout_turn 60000");
    engine.send("INFO max_node 5000");
    assert!(is_move(&engine.ask("TURN 7,7")));
    let mut told = |lines: &[&str]| {
        lines.iter().for_each(|line| engine.send(line));
        engine.line_within(PATIENCE).expect("an answer")
    };
    let written = told(&["yxhashdump", &path]);
    let entries =
        |line: &str| line.strip_prefix("MESSAGE ").and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(entries(&written).is_some_and(|count| count > 500), "{written}");
    assert!(told(&["yxhashclear", "yxshowhashusage"]).starts_with("MESSAGE Hash usage 0.0 %"));
    let read = told(&[&format!("yxhashload {path}")]);
    assert_eq!(entries(&read), entries(&written), "{read}");
    assert!(!told(&["yxshowhashusage"]).starts_with("MESSAGE Hash usage 0.0 %"));
    let foreign = told(&["INFO rule 4", "START 15", "yxhashload", &path, "ABOUT"]);
    assert_eq!(foreign, "OK");
    let why = engine.line_within(PATIENCE).expect("an answer");
    assert!(why.starts_with("ERROR table file: ") && why.contains("Rule=freestyle"), "{why}");
    assert!(engine.line_within(PATIENCE).expect("an answer").starts_with("name="));
}
