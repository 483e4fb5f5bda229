//! The same games, played by the engine's board and by the referee: moves, outcomes, repetition and the ply cap.

use std::collections::BTreeSet;

use fukumi::games::abalone::cell::each;
use fukumi::games::abalone::notation::position_text;
use fukumi::games::abalone::{Abalone, AbaloneModel, DrawRules};
use fukumi::search::{Game, Model, MoveOrdering, MoveStack, Outcome, Player, Position};

use super::{moves, position, table_positions};
use crate::support::abalone_referee::{Board, Referee};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn board(pos: &Abalone) -> Board {
    let of = |player| each(pos.marbles(player)).map(move |cell| (cell.coordinates(), player));
    Player::ALL.into_iter().flat_map(of).collect()
}

fn referee_of(pos: &Abalone) -> Referee {
    Referee::new(&position_text(pos.setup()), pos.rules().repetition, pos.rules().ply_cap)
}

/// Plays both to the end of the game, or for `plies`; returns the outcome.
fn walk(text: &str, rules: DrawRules, plies: usize, random: &mut Pcg64) -> Option<Outcome> {
    let mut pos = position(text, rules);
    let mut referee = referee_of(&pos);
    for _ in 0..plies {
        let ours = moves(&pos);
        let theirs = referee.moves();
        assert_eq!(pos.outcome(), referee.outcome(), "{pos:?}");
        let is_level = pos.lost(Player::First) == pos.lost(Player::Second);
        let draws = rules.repetition || rules.ply_cap == 0 || is_level;
        assert_eq!(pos.repetition().is_some(), draws && referee.occurrences() > 1, "{pos:?}");
        let mut reached = Vec::new();
        for &mv in &ours {
            let mut child = pos.clone();
            child.make(mv);
            reached.push((board(&child), mv.ejects()));
        }
        let (set, expected): (BTreeSet<_>, BTreeSet<_>) = (reached.iter().collect(), theirs.iter().collect());
        assert!(set == expected && set.len() == ours.len() && expected.len() == theirs.len(), "moves of {pos:?}");
        if ours.is_empty() {
            return pos.outcome();
        }
        // Ejections come up often enough, and so do steps back.
        let eager: Vec<usize> =
            (0..ours.len()).filter(|&at| ours[at].ejects() || random.random_range(0..30) == 0).collect();
        let at = if eager.is_empty() { random.random_range(0..ours.len()) } else { *eager.choose(random).unwrap() };
        pos.make(ours[at]);
        referee.play(reached.swap_remove(at));
        assert_eq!((pos.setup().lost, pos.to_move()), (referee.lost, referee.to_move));
    }
    pos.outcome()
}

#[test]
fn random_games_go_as_the_referee_says() {
    let mut random = Pcg64::seed_from_u64(3);
    let mut wins = 0;
    for text in table_positions() {
        for _ in 0..2 {
            let outcome = walk(text, DrawRules { repetition: true, ply_cap: 600 }, 200, &mut random);
            wins += usize::from(matches!(outcome, Some(Outcome::Win(_))));
        }
    }
    assert!(wins > 0, "no game was won");
}

#[test]
fn few_marbles_repeat_positions_and_reach_the_cap() {
    let mut random = Pcg64::seed_from_u64(4);
    let mut ends = BTreeSet::new();
    for (text, rules) in [
        ("5/6/7/8/4b4/8/7/6/2w2 b 5 5", DrawRules { repetition: true, ply_cap: 0 }),
        ("b4/6/7/8/9/8/7/6/4w w 3 3", DrawRules { repetition: true, ply_cap: 40 }),
        ("b4/6/7/8/9/8/7/6/4w b 4 3 2 10", DrawRules { repetition: false, ply_cap: 30 }),
        ("b4/6/7/8/9/8/7/6/4w w 3 4 0 0", DrawRules { repetition: false, ply_cap: 11 }),
        ("b4/6/7/8/9/8/7/6/4w w 0 0 0 50", DrawRules { repetition: false, ply_cap: 50 }),
    ] {
        for _ in 0..20 {
            ends.insert(format!("{:?}", walk(text, rules, 400, &mut random)));
        }
    }
    for end in ["Some(Draw)", "Some(Win(First))", "Some(Win(Second))"] {
        assert!(ends.contains(end), "{end} is not among {ends:?}");
    }
}

/// Plays the moves of a text, which must be legal.
fn after(pos: &Abalone, texts: &str) -> Abalone {
    let mut pos = pos.clone();
    for text in texts.split(' ') {
        let mv = fukumi::games::abalone::notation::parse_move(&pos, text).unwrap();
        pos.make(mv);
    }
    pos
}

#[test]
fn the_third_occurrence_is_a_draw_and_an_ejection_forgets() {
    let start = position("5/6/7/8/4b4/8/7/6/2w2 b 0 0", DrawRules { repetition: true, ply_cap: 0 });
    let cycle = "e5e6 a3a4 e6e5 a4a3";
    let twice = after(&start, cycle);
    assert_eq!((twice.repetition(), twice.outcome()), (Some(4), None));
    let thrice = after(&twice, cycle);
    assert_eq!((thrice.repetition(), thrice.outcome()), (Some(4), Some(Outcome::Draw)));
    assert!(moves(&thrice).is_empty());
    let off = position("5/6/7/8/4b4/8/7/6/2w2 b 0 0", DrawRules::NONE);
    assert_eq!(after(&after(&off, cycle), cycle).outcome(), None);
}

#[test]
fn whoever_cannot_move_has_lost() {
    // A lone white marble in the corner, held by black ones that nobody pushes.
    let stuck = position("5/6/7/8/9/8/bbb4/bbb3/wbb2 w 0 0", DrawRules::default());
    assert_eq!(stuck.outcome(), referee_of(&stuck).outcome());
    assert_eq!(stuck.outcome(), Some(Outcome::Win(Player::First)));
    let gone = position("5/6/7/8/4b4/8/7/6/5 w 0 0", DrawRules::default());
    assert_eq!(gone.outcome(), Some(Outcome::Win(Player::First)));
}

/// What the search lists early and late makes up all moves, the side-steps last.
#[test]
fn early_and_late_candidates_are_all_moves() {
    let mut ordering = AbaloneModel::default().ordering();
    for text in table_positions() {
        let pos = position(text, DrawRules::NONE);
        let mut stack = MoveStack::new();
        ordering.early_candidates(&pos, &mut stack);
        assert!(stack.moves(0).all(|mv| !mv.is_side_step()));
        let early = stack.len();
        ordering.late_candidates(&pos, &mut stack);
        assert!(stack.len() > early && stack.moves(early).all(|mv| mv.is_side_step()));
        let numbers = |moves: Vec<_>| moves.into_iter().map(Abalone::pack).collect::<BTreeSet<u16>>();
        assert_eq!(stack.len(), moves(&pos).len());
        assert_eq!(numbers(stack.moves(0).collect()), numbers(moves(&pos)));
    }
}
