//! Draws in the search: repetitions on the path, and the ply cap.

use std::time::Instant;

use fukumi::games::abalone::notation::{MoveForm, move_text, parse_move};
use fukumi::games::abalone::{self, Abalone, AbaloneModel, DrawRules};
use fukumi::search::{
    Control, Limits, Outcome, Params, Player, Position, STACK_BYTES, SearchRequest, SearchResult, Searcher, Table,
};

use super::{moves, position, table_positions};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn search(pos: &Abalone, table: &Table, depth: u32) -> SearchResult<fukumi::games::abalone::Move> {
    let ctl = Control::new(&Limits { depth: Some(depth), ..Limits::default() }, Instant::now());
    let mut searcher = Searcher::with_params(AbaloneModel::default(), abalone::search_params());
    searcher.search(pos, table, &SearchRequest::default(), &ctl, &mut |_| {}).unwrap()
}

fn with_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn an_ejection_that_decides_at_the_cap_is_found() {
    with_stack(|| {
        // Two plies are left; Black can eject at once, and equal counts would be a draw.
        let pos = position("5/6/7/8/9/8/7/6/wbb2 b 0 0 20 348", DrawRules::default());
        let answer = search(&pos, &Table::new(1).unwrap(), 4);
        assert!(moves(&pos).iter().any(|mv| mv.ejects()));
        assert!(answer.best().ejects(), "{}", move_text(answer.best(), MoveForm::AbaPro));
        assert!(answer.lines[0].score.is_win());
    });
}

#[test]
fn a_repetition_is_worth_a_draw() {
    with_stack(|| {
        // White's step back is the only move looked at, and brings the position up again.
        let mut pos = position("5/6/7/8/4b4/8/7/6/2w2 b 0 0", DrawRules::default());
        for text in ["e5e6", "a3a4", "e6e5"] {
            let mv = parse_move(&pos, text).unwrap();
            pos.make(mv);
        }
        let back = parse_move(&pos, "a4a3").unwrap();
        let request = SearchRequest { only: Some(vec![back]), ..SearchRequest::default() };
        let ctl = Control::new(&Limits { depth: Some(3), ..Limits::default() }, Instant::now());
        let table = Table::new(1).unwrap();
        let params = Params { contempt: 0, ..abalone::search_params() };
        let mut searcher = Searcher::with_params(AbaloneModel::default(), params);
        let answer = searcher.search(&pos, &table, &request, &ctl, &mut |_| {}).unwrap();
        assert_eq!(answer.lines[0].score.value(), 0);
        pos.make(back);
        assert_eq!(table.probe(pos.key()), None, "the draw belongs to the path");
    });
}

/// Searched moves are legal to the end, with a table that lives as long as the game, and the game ends by the cap at the latest.
#[test]
fn games_of_the_engine_end_by_the_rules() {
    with_stack(|| {
        let mut random = Pcg64::seed_from_u64(21);
        for text in table_positions().into_iter().take(4) {
            let mut pos = position(text, DrawRules { repetition: true, ply_cap: 60 });
            let table = Table::new(4).unwrap();
            let mut plies = 0;
            while fukumi::search::Game::outcome(&pos).is_none() {
                let all = moves(&pos);
                let mv = if random.random_range(0..4) == 0 {
                    *all.choose(&mut random).unwrap()
                } else {
                    search(&pos, &table, 2).best()
                };
                assert!(all.contains(&mv));
                pos.make(mv);
                plies += 1;
            }
            let outcome = fukumi::search::Game::outcome(&pos);
            assert!(plies <= 60 && matches!(outcome, Some(Outcome::Win(_) | Outcome::Draw)));
        }
    });
}

/// What is foreseen is what trying all moves finds: the latest position within reach that a move brings up again.
#[test]
fn upcoming_repetitions_are_those_that_a_move_brings_about() {
    let mut random = Pcg64::seed_from_u64(22);
    let mut found = 0;
    for game in 0..60 {
        let texts = table_positions();
        let mut pos = position(texts[game % texts.len()], DrawRules { repetition: true, ply_cap: 120 });
        let mut marbles = vec![Player::ALL.map(|player| pos.marbles(player))];
        while fukumi::search::Game::outcome(&pos).is_none() && marbles.len() < 120 {
            let mover = fukumi::search::Game::to_move(&pos);
            let before = marbles.len().checked_sub(3).map(|at| marbles[at][mover.index()]);
            let (mut nearest, mut back) = (None, None);
            let all = moves(&pos);
            for &mv in &all {
                let undo = pos.make(mv);
                let repeated = fukumi::search::Game::repetition(&pos).filter(|_| pos.plies_left() != Some(0));
                back = if Some(pos.marbles(mover)) == before { Some(mv) } else { back };
                pos.unmake(mv, undo);
                if let Some(distance) = repeated.map(|plies| plies - 1).filter(|&distance| distance <= 15) {
                    nearest = Some(nearest.map_or(distance, |nearest: usize| nearest.min(distance)));
                }
            }
            assert_eq!(fukumi::search::Game::upcoming_repetition(&pos), nearest, "{pos:?}");
            found += usize::from(nearest.is_some());
            // Often the way back that one came, so that positions do come up again.
            let mv = back.filter(|_| random.random_ratio(3, 4)).unwrap_or(*all.choose(&mut random).unwrap());
            pos.make(mv);
            marbles.push(Player::ALL.map(|player| pos.marbles(player)));
        }
    }
    assert!(found > 200, "{found} found");
}

#[test]
fn a_side_that_is_ahead_sees_that_the_other_can_repeat() {
    with_stack(|| {
        // White can step back to a1, where the position comes up again when Black steps back, too.
        let mut pos = position("5/6/7/8/2bbb4/2bbb3/2bb3/6/w3w b 0 4", DrawRules { repetition: true, ply_cap: 0 });
        for text in ["c3b3", "a1b1"] {
            let mv = parse_move(&pos, text).unwrap();
            pos.make(mv);
        }
        let back = parse_move(&pos, "b3c3").unwrap();
        // The table knows the position after it from a search that did not know how it came about.
        let table = Table::new(1).unwrap();
        let mut elsewhere = pos.clone();
        elsewhere.make(back);
        search(&Abalone::new(*elsewhere.setup(), elsewhere.rules()), &table, 6);
        assert!(table.probe(elsewhere.key()).is_some());
        let request = SearchRequest { only: Some(vec![back]), ..SearchRequest::default() };
        let ctl = Control::new(&Limits { depth: Some(4), ..Limits::default() }, Instant::now());
        let params = Params { contempt: 0, ..abalone::search_params() };
        let mut searcher = Searcher::with_params(AbaloneModel::default(), params);
        let answer = searcher.search(&pos, &table, &request, &ctl, &mut |_| {}).unwrap();
        assert_eq!(answer.lines[0].score.value(), 0, "White can repeat");
    });
}

/// The table knows nothing of repetitions, so a value from it may lead into one; a side that is ahead finds its way out in time.
#[test]
fn a_lead_is_not_given_away_by_repetition() {
    with_stack(|| {
        let mut repeated = 0;
        for text in [
            "wwww1/wwwww1/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 2",
            "ww1bb/wwwbbb/1w2bb1/8/9/8/1bb1ww1/bbb1ww/bb1ww w 0 2",
            "5/1wwww1/2www2/3bb3/3bb4/3bb3/2www2/1bbbb1/2bb1 b 2 4",
        ] {
            let mut pos = position(text, DrawRules { repetition: true, ply_cap: 0 });
            let table = Table::new(4).unwrap();
            for _ in 0..100 {
                if fukumi::search::Game::outcome(&pos).is_some() {
                    break;
                }
                repeated += usize::from(fukumi::search::Game::repetition(&pos).is_some());
                pos.make(search(&pos, &table, 4).best());
            }
            assert_ne!(fukumi::search::Game::outcome(&pos), Some(Outcome::Draw), "{pos:?}");
        }
        assert!(repeated < 30, "{repeated} positions came up again");
    });
}
