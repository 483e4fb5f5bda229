//! Openings: what the engine says in their dialogs is legal by a referee of its own, and so is all that the dialog itself allows.

use crate::support::opening_referee::judge;
use fukumi::engine::Engine;
use fukumi::engine::opening::{Action, Extra, OpeningDialog, OpeningRule, Point, Seat, Step};
use fukumi::engine::options::Options;
use fukumi::lab::openings::dialogs::{DialogGame, DialogSettings, play};
use fukumi::search::{Outcome, Player};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn engine(rule: &str, size: usize) -> Box<dyn Engine> {
    let mut options = Options::for_game("gomoku").unwrap();
    options.set("Rule", rule).unwrap();
    options.set("BoardSize", &size.to_string()).unwrap();
    (options.game().open)(&options).unwrap()
}

const fn number(seat: Seat) -> usize {
    match seat {
        Seat::Opener => 0,
        Seat::Responder => 1,
    }
}

/// Something that may be said at a step, or may not: most of the time a point.
fn remark(dialog: &OpeningDialog, random: &mut Pcg64) -> Action {
    let board = |random: &mut Pcg64| {
        let size = usize::from(dialog.size()) + 1;
        Action::Point(Point::new(random.random_range(0..size) as u8, random.random_range(0..size) as u8))
    };
    match random.random_range(0..8) {
        0 => Action::Keep,
        1 => Action::Swap,
        2 => *[Action::Extra(Extra::LayTwo), Action::Extra(Extra::OfferTen)].choose(random).unwrap(),
        3 => Action::Number(random.random_range(0..11) as u8),
        4 => board(random),
        _ => {
            let points = dialog.points();
            if points.is_empty() { board(random) } else { Action::Point(*points.choose(random).unwrap()) }
        }
    }
}

#[test]
fn the_dialog_allows_what_the_referee_allows_and_nothing_else() {
    let mut random = Pcg64::seed_from_u64(24);
    for rule in OpeningRule::ALL {
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..60 {
            let size = *[9, 15, 19].choose(&mut random).unwrap();
            let mut dialog = OpeningDialog::new(rule, size).unwrap();
            let mut record = Vec::new();
            while let Some(actor) = dialog.actor() {
                let action = remark(&dialog, &mut random);
                let before = dialog.clone();
                record.push((number(actor), action));
                let verdict = judge(rule.name(), size as i32, &record);
                // A record that is right so far only lacks its end.
                let legal = verdict.as_ref().map_or_else(|why| why == "the opening is not finished", |_| true);
                assert_eq!(dialog.act(action).is_ok(), legal, "{rule:?} {size} {record:?}: {verdict:?}");
                if legal {
                    taken += 1;
                } else {
                    refused += 1;
                    record.pop();
                    assert_eq!((dialog.step(), dialog.stones()), (before.step(), before.stones()));
                }
                if dialog.step() == Step::Settled {
                    let (black, stones) = verdict.unwrap();
                    let own: Vec<(i32, i32)> = dialog.stones().iter().map(|at| (at.x.into(), at.y.into())).collect();
                    assert_eq!((number(dialog.black()), own), (black, stones));
                }
            }
        }
        assert!(taken > 200 && refused > 100, "{rule:?}: {taken} taken, {refused} refused");
    }
}

/// Dialogs of each rule that the test below plays. `scripts/openings.sh` asks for a hundred.
fn dialogs() -> u64 {
    std::env::var("FUKUMI_DIALOGS").map_or(2, |count| count.parse().unwrap())
}

fn played(rule: OpeningRule, on: &str, count: u64) -> Vec<DialogGame> {
    let mut engine = engine(on, 15);
    let settings = DialogSettings { rule, size: 15, decision_nodes: 20_000, move_nodes: 2_000 };
    (0..count).map(|nth| play(engine.as_mut(), &settings, nth).unwrap()).collect()
}

#[test]
fn the_engine_plays_every_opening_by_the_rules() {
    let wanted = |rule: &OpeningRule| std::env::var("FUKUMI_OPENING").map_or(true, |name| name == rule.name());
    for rule in OpeningRule::ALL.into_iter().filter(wanted) {
        let on = if rule == OpeningRule::Swap2 { "standard" } else { "renju" };
        let games = played(rule, on, dialogs());
        for game in &games {
            let record: Vec<(usize, Action)> =
                game.record.iter().map(|&(seat, action)| (number(seat), action)).collect();
            let verdict = judge(rule.name(), 15, &record);
            let (black, stones) = verdict.unwrap_or_else(|why| panic!("{rule:?} {record:?}: {why}"));
            assert_eq!((number(game.black), game.stones), (black, stones.len()));
        }
        tell(rule, &games);
    }
}

/// How the games of a rule ended, for `scripts/openings.sh`.
fn tell(rule: OpeningRule, games: &[DialogGame]) {
    let won = |outcome| games.iter().filter(|game| game.outcome == Some(outcome)).count();
    let (black, white) = (won(Outcome::Win(Player::First)), won(Outcome::Win(Player::Second)));
    let draws = won(Outcome::Draw);
    let opener = games.iter().filter(|game| {
        let winner = if game.black == Seat::Opener { Player::First } else { Player::Second };
        game.outcome == Some(Outcome::Win(winner))
    });
    let mut openings: Vec<&[String]> = games.iter().map(|game| &game.moves[..game.stones]).collect();
    openings.sort_unstable();
    openings.dedup();
    println!(
        "{}: {} games, {black} won by Black, {white} by White, {draws} drawn; {} won by who opened; {} different openings",
        rule.name(),
        games.len(),
        opener.count(),
        openings.len()
    );
}
