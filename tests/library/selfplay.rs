//! Self-play whose games carry variations: the same bytes every time, and the same games when a run was cut off and goes on.

use std::fs;
use std::path::Path;

use fukumi::engine::options::Options;
use fukumi::lab::selfplay::{Conditions, Goal, Records, SelfplayGame, Store, run};

use crate::support::folder::Folder;

fn conditions() -> Conditions {
    let mut options = Options::for_game("gomoku").expect("a game");
    options.set("BoardSize", "9").expect("a size");
    let mut conditions = Conditions::new(&options, 80, 5);
    conditions.opening.nodes = 100;
    conditions.max_plies = 30;
    conditions.variations = 2;
    conditions
}

/// Plays until the file holds so many games; its bytes.
fn play_on(path: &Path, games: u64) -> Vec<u8> {
    let mut store = Store::open(path, conditions()).expect("a file of such games");
    run(&mut store, None, Goal::Games(games), 1, &mut |_| {}).expect("the games");
    fs::read(path).expect("the file")
}

fn games(path: &Path) -> Vec<SelfplayGame> {
    Records::open(path).expect("a file").collect::<Result<_, _>>().expect("every game is whole")
}

#[test]
fn games_with_variations_are_the_same_bytes_every_time() {
    let folder = Folder::new();
    let (first, second) = (folder.path("first.fsp"), folder.path("second.fsp"));
    let bytes = play_on(&first, 4);
    assert!(games(&first).iter().all(|game| !game.variations.is_empty()), "every game has variations");
    assert!(bytes == play_on(&second, 4), "another run of the same seed");
    assert!(bytes == play_on(&second, 4), "nothing is left to play");
}

#[test]
fn a_run_with_variations_that_was_cut_off_goes_on_to_the_same_games() {
    let folder = Folder::new();
    let (whole, cut) = (folder.path("whole.fsp"), folder.path("cut.fsp"));
    play_on(&whole, 5);
    let bytes = play_on(&cut, 2);
    play_on(&cut, 4);
    let more = fs::read(&cut).expect("the file");
    // In the middle of what the second run wrote.
    fs::write(&cut, &more[..(bytes.len() + more.len()) / 2]).expect("a shorter file");
    let once = play_on(&cut, 5);
    assert_eq!(games(&cut), games(&whole));
    fs::write(&cut, &more[..(bytes.len() + more.len()) / 2]).expect("a shorter file");
    assert!(once == play_on(&cut, 5), "cut off in the same place, it goes on with the same bytes");
}
