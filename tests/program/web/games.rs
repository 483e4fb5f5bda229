//! Games by commands: moves, takebacks, set-up, texts, swap2.

use serde_json::{Value, json};

use super::client::{Host, game, play, settings};

fn texts(moves: &Value) -> Vec<&str> {
    moves.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn a_game_is_played_taken_back_and_played_again() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    for text in ["h8", "i9", "h9"] {
        host.obey(&session, &play(text));
    }
    let state = host.obey(&session, &json!({ "do": "undo" }));
    assert_eq!((state["ply"].as_u64(), texts(&state["moves"]).len()), (Some(2), 3));
    assert_eq!(state["view"]["last"]["to"], json!(["i9"]));
    let state = host.obey(&session, &json!({ "do": "redo" }));
    assert_eq!((state["ply"].as_u64(), state["to_move"].as_u64()), (Some(3), Some(1)));
    let state = host.obey(&session, &json!({ "do": "goto", "ply": 1 }));
    assert_eq!(state["view"]["pieces"], json!([{ "at": "h8", "sign": "b" }]));
    let state = host.obey(&session, &play("a1"));
    assert_eq!(texts(&state["moves"]), ["h8", "a1"]);
    assert_eq!(host.get(&session).json(), state);
}

#[test]
fn a_five_ends_the_game_and_its_stones_are_named() {
    let host = Host::start(&settings());
    let moves = "h8 a1 i8 b1 j8 c1 k8 d1".split(' ').collect::<Vec<_>>();
    let session = host.open(&json!({ "game": "gomoku", "options": { "Rule": "renju" }, "moves": moves }));
    let state = host.obey(&session, &play("l8"));
    assert_eq!(state["outcome"], "first");
    assert_eq!(state["view"]["winning"].as_array().unwrap().len(), 5);
    assert_eq!(state["view"]["moves"], json!([]));
    assert!(host.refuse(&session, &play("a9")).contains("over"));
}

#[test]
fn forbidden_points_are_shown_and_not_offered() {
    let host = Host::start(&settings());
    let moves = "h8 a1 i8 c1 j9 e1 j10 g1".split(' ').collect::<Vec<_>>();
    let session = host.open(&json!({ "game": "gomoku", "options": { "Rule": "renju" }, "moves": moves }));
    let state = host.get(&session).json();
    assert_eq!(state["view"]["forbidden"], json!(["j8"]));
    assert!(!state["view"]["moves"].as_array().unwrap().iter().any(|step| step["text"] == "j8"));
}

#[test]
fn abalone_moves_name_the_marbles_they_move() {
    let host = Host::start(&settings());
    let session = host.open(&json!({ "game": "abalone", "options": { "Start": "standard" } }));
    let state = host.obey(&session, &play("a1b1"));
    assert_eq!(state["view"]["last"], json!({ "text": "a1b1", "from": ["a1", "b1"], "to": ["b1", "c1"] }));
    assert_eq!(state["view"]["lost"], json!([0, 0]));
    assert_eq!(state["view"]["board"]["shape"], "hexes");
}

#[test]
fn positions_are_set_up_and_come_back_as_text() {
    let host = Host::start(&settings());
    let session = host.open(&game("abalone"));
    let pieces = json!([{ "at": "e5", "sign": "b" }, { "at": "e6", "sign": "w" }]);
    let state = host.obey(&session, &json!({ "do": "setup", "pieces": pieces, "to_move": 1 }));
    assert_eq!((state["to_move"].as_u64(), &state["view"]["pieces"]), (Some(1), &pieces));
    let text = state["text"].as_str().unwrap();
    let found = host.post(&format!("{session}/load"), &json!({ "text": text })).json();
    assert_eq!(found["found"][0]["spec"]["position"], state["start"]);
    for (pieces, to_move) in [(json!([{ "at": "z1", "sign": "b" }]), 0), (pieces, 2)] {
        host.refuse(&session, &json!({ "do": "setup", "pieces": pieces, "to_move": to_move }));
    }
    assert_eq!(host.get(&session).json(), state, "what is refused changes nothing");
}

#[test]
fn files_of_other_programs_are_loaded() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let kind: &[(&str, &str)] = &[("Content-Type", "application/octet-stream")];
    let load = |name: &str, bytes: &[u8]| host.send("POST", &format!("{session}/files/{name}"), kind, bytes);
    // Two moves of a library, and its header of bytes that are no text.
    let library = include_bytes!("../../data/files/example.lib");
    let found = load("a%20library.lib", library).json()["found"].take();
    assert_eq!(texts(&found[0]["spec"]["moves"]), ["h8", "i9"]);
    let sgf = include_bytes!("../../data/files/cli.sgf");
    let found = load("cli.sgf", sgf).json()["found"].take();
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    let state = host.obey(&session, &json!({ "do": "game", "spec": found[0]["spec"] }));
    assert_eq!((&state["game"], texts(&state["moves"]).len()), (&json!("gomoku"), 4));
    let refused = load("x.lib", b"no library");
    assert_eq!(refused.status, 400);
    assert!(refused.json()["error"].as_str().unwrap().contains("neither that of RenLib"), "{refused:?}");
    assert_eq!(load("x.sgf", &vec![b'('; 300 << 10]).status, 413);
    let path = format!("{session}/files/x.sgf");
    assert_eq!(host.send("POST", &path, &[("Content-Type", "text/plain")], sgf).status, 415);
}

fn open(host: &Host, rule: &str, engine: [bool; 2]) -> String {
    let spec = json!({ "game": "gomoku", "options": { "Rule": "renju" } });
    let session = host.open(&spec);
    host.obey(&session, &json!({ "do": "game", "spec": spec, "engine": engine, "opening": rule }));
    session
}

/// The opening, once the page's player is to act in it or it is over.
fn await_turn(host: &Host, session: &str) -> Value {
    host.await_state(session, |state| state["opening"]["engine"] != json!(true))
}

#[test]
fn swap2_is_a_conversation() {
    let host = Host::start(&settings());
    let session = open(&host, "swap2", [true, false]);
    let state = await_turn(&host, &session);
    assert_eq!((texts(&state["moves"]).len(), state["opening"]["step"].as_str()), (3, Some("swap")));
    assert_eq!(state["opening"]["extra"], "two");
    assert!(state["opening"]["said"][0]["chances"].is_u64(), "{}", state["opening"]["said"]);
    assert!(host.refuse(&session, &play("a1")).contains("colour"));
    host.refuse(&session, &json!({ "do": "undo" }));
    host.obey(&session, &json!({ "do": "choose", "choice": "two" }));
    for text in ["a1", "o15"] {
        host.obey(&session, &play(text));
    }
    let state = host.await_state(&session, |state| state["opening"]["step"] == "settled");
    let engine: Vec<bool> = state["engine"].as_array().unwrap().iter().map(|on| on.as_bool().unwrap()).collect();
    assert!(engine[0] != engine[1], "colours are settled: {engine:?}");
    host.refuse(&session, &json!({ "do": "choose", "choice": "swap" }));
}

#[test]
fn fifths_are_offered_by_the_player_and_picked_by_the_engine() {
    let host = Host::start(&settings());
    let session = open(&host, "rif", [true, false]);
    let state = await_turn(&host, &session);
    assert_eq!((texts(&state["moves"]).len(), state["opening"]["name"].as_array().map(Vec::len)), (3, Some(3)));
    // Black's stones are taken: the engine lays the fourth.
    host.obey(&session, &json!({ "do": "choose", "choice": "swap" }));
    let state = await_turn(&host, &session);
    assert_eq!((&state["opening"]["step"], &state["opening"]["fifths_wanted"]), (&json!("fifth"), &json!(2)));
    let free: Vec<String> = texts(&state["opening"]["points"]).into_iter().map(str::to_owned).collect();
    host.obey(&session, &play(&free[0]));
    assert!(host.refuse(&session, &play(&free[0])).contains("offered already"));
    assert!(host.refuse(&session, &play("h8")).contains("occupied"));
    let state = host.obey(&session, &play(&free[90]));
    assert_eq!(texts(&state["opening"]["fifths"]), [&free[0], &free[90]]);
    let state = host.await_state(&session, |state| state["opening"]["step"] == "settled");
    assert!([&free[0], &free[90]].contains(&&texts(&state["moves"])[4].to_owned()), "{}", state["moves"]);
    host.await_state(&session, |state| state["ply"] == 6);
}

#[test]
fn an_opening_goes_on_in_another_session_with_what_was_said() {
    let host = Host::start(&settings());
    let session = open(&host, "soosorv-8", [false, false]);
    let spec = json!({ "game": "gomoku", "options": { "Rule": "renju" } });
    let resumed = |state: &Value| {
        let opening = &state["opening"];
        let begin = json!({
            "do": "game", "spec": spec, "engine": opening["seats"], "opening": opening["rule"], "said": opening["said"],
        });
        let other = host.open(&spec);
        let again = host.obey(&other, &begin);
        assert_eq!((&again["opening"], &again["moves"]), (opening, &state["moves"]));
        assert_eq!(again["engine"], state["engine"]);
        (other, begin)
    };
    let doing = |session: &str, what: Value| resumed(&host.obey(session, &what)).0;
    let mut at = session;
    for text in ["h8", "i9", "i7"] {
        at = doing(&at, play(text));
    }
    at = doing(&at, json!({ "do": "choose", "choice": "swap" }));
    at = doing(&at, play("f6"));
    at = doing(&at, json!({ "do": "declare", "number": 2 }));
    at = doing(&at, json!({ "do": "choose", "choice": "keep" }));
    let (at, mut begin) = resumed(&host.obey(&at, &play("f7")));
    assert_eq!(host.obey(&at, &play("f8"))["opening"]["step"], "pick");
    // What was never said by these rules is refused, and the session stays as it is.
    begin["said"][0]["at"][0] = "a1".into();
    host.refuse(&at, &begin);
    assert_eq!(host.obey(&at, &play("f8"))["opening"]["step"], "settled");
}

#[test]
fn what_an_opening_does_not_allow_is_told() {
    let host = Host::start(&settings());
    let session = open(&host, "soosorv-8", [false, false]);
    assert!(host.refuse(&session, &play("h9")).contains("the centre"));
    for text in ["h8", "i9", "i7"] {
        host.obey(&session, &play(text));
    }
    let state = host.obey(&session, &json!({ "do": "choose", "choice": "keep" }));
    assert_eq!(state["opening"]["name"], json!(["7I", "Hogetsu", "浦月"]));
    host.obey(&session, &play("a1"));
    assert!(host.refuse(&session, &json!({ "do": "declare", "number": 9 })).contains("1 to 8"));
    assert!(host.refuse(&session, &json!({ "do": "choose", "choice": "ten" })).contains("number of fifths"));
    host.obey(&session, &json!({ "do": "declare", "number": 1 }));
    host.obey(&session, &json!({ "do": "choose", "choice": "keep" }));
    let state = host.obey(&session, &play("j10"));
    assert_eq!((&state["opening"]["step"], texts(&state["moves"]).len()), (&json!("settled"), 5));
    let even = json!({ "game": "gomoku", "options": { "BoardSize": "16" } });
    for (spec, rule, why) in
        [(even, "soosorv-8", "odd number of rows"), (game("gomoku"), "pro", "expected swap2, swap, rif")]
    {
        assert!(host.refuse(&session, &json!({ "do": "game", "spec": spec, "opening": rule })).contains(why), "{rule}");
    }
}

#[test]
fn threats_are_told_on_request() {
    let host = Host::start(&settings());
    let moves = "h8 a1 i8 c1 j8 e1".split(' ').collect::<Vec<_>>();
    let session = host.open(&json!({ "game": "gomoku", "moves": moves }));
    let found = host.post(&format!("{session}/threats"), &json!({})).json();
    assert_eq!(found["threats"][0]["player"], 0);
    assert_eq!(found["threats"][0]["steps"].as_array().unwrap().len(), 3);
}

#[test]
fn puzzles_are_made_named_and_measured() {
    let host = Host::start(&settings());
    let made = host.post("/api/puzzles", &json!({ "level": "easy", "seed": 7 })).json();
    let (position, best) = (made["position"].as_str().unwrap(), made["best"].as_u64().unwrap());
    assert!((4..=7).contains(&best), "{made}");
    let session = host.open(&json!({ "game": "capture", "position": position }));
    assert_eq!(host.post(&format!("{session}/best"), &json!({})).json()["best"], best);
    // No puzzle has no best, and what is not asked for rightly is refused.
    assert_eq!(host.post(&format!("{}/best", host.open(&game("gomoku"))), &json!({})).json()["best"], Value::Null);
    for bad in [
        json!({ "level": "impossible", "seed": 1 }),
        json!({ "level": "easy" }),
        json!({ "seed": -1, "level": "easy" }),
    ] {
        assert_eq!(host.post("/api/puzzles", &bad).status, 400, "{bad}");
    }
    let named = host.send("GET", "/api/games", &[], b"").json()["puzzles"].take();
    assert!(named.as_array().unwrap().iter().all(|one| one["name"].is_string() && one["best"].is_u64()), "{named}");
}
