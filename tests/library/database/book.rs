//! The built-in book: small, of legal moves, and it knows what games begin with.

use std::io::Read;

use flate2::read::GzDecoder;
use fukumi::database::lines::Line;
use fukumi::database::walk::Walker;
use fukumi::database::{Space, options_of, shipped_book};
use fukumi::engine::opening::canonical::CANONICAL;
use fukumi::engine::opening::proposals::proposals;
use fukumi::engine::opening::{OpeningRule, Point};
use fukumi::engine::options::Options;
use fukumi::engine::{Change, book};
use fukumi::games::GAMES;

const FILE: &[u8] = include_bytes!("../../../src/database/shipped.lines.gz");

#[test]
fn every_position_is_one_of_its_rules_and_every_best_move_is_legal() {
    assert!(FILE.len() <= 1 << 20, "{} bytes", FILE.len());
    let mut text = String::new();
    GzDecoder::new(FILE).read_to_string(&mut text).unwrap();
    for line in text.lines().skip(1) {
        let line: Line = serde_json::from_str(line).unwrap();
        let options = options_of(GAMES, &line.rules).unwrap();
        let (space, mut walker) = (Space::new(&options).unwrap(), Walker::new(&options).unwrap());
        let stones = space.parse(&line.position).unwrap();
        walker.set(&space, &stones).unwrap();
        let told = line.position.clone();
        let record = line.record(&space).unwrap();
        let best = space.move_text(&record.best);
        let is_legal = best.is_empty() || walker.engine().apply(&Change::Play(best.clone())).is_ok();
        assert!(is_legal && record.value.is_some(), "{told}: {best}");
    }
}

/// Does the book know this position? If so, the moves that it would play.
fn plays(rule: &str, moves: &[Point]) -> Option<Vec<String>> {
    let mut options = Options::for_game("gomoku").unwrap();
    options.set("Rule", rule).unwrap();
    let mut engine = (options.game().open)(&options).unwrap();
    let moves = moves.iter().map(ToString::to_string).collect();
    engine.apply(&Change::Set { position: None, moves }).unwrap();
    let shipped = shipped_book(&options).unwrap();
    shipped.probe(&engine.position())?.finding?;
    let known = book::moves(engine.as_mut(), shipped.as_ref()).unwrap();
    Some(known.into_iter().filter(|known| known.is_equal).map(|known| known.text).collect())
}

#[test]
fn it_knows_the_openings_that_games_begin_with() {
    assert!(["freestyle", "renju"].into_iter().all(|rule| plays(rule, &[]).is_some_and(|moves| !moves.is_empty())));
    let renju = CANONICAL.iter().filter_map(|opening| opening.stones(15)).map(|stones| plays("renju", &stones));
    let swap2 = proposals(OpeningRule::Swap2, 15).into_iter().map(|stones| plays("freestyle", &stones));
    // Where a move may be better that the book does not know it leaves the choice to a search.
    for moves in [renju.collect::<Vec<_>>(), swap2.collect()] {
        assert!(moves.iter().all(Option::is_some), "{moves:?}");
        let played = moves.iter().flatten().filter(|moves| !moves.is_empty()).count();
        assert!(5 * played >= 4 * moves.len(), "{played} of {}", moves.len());
    }
    let mut caro = Options::for_game("gomoku").unwrap();
    caro.set("Rule", "caro").unwrap();
    assert!(shipped_book(&caro).is_none());
}
