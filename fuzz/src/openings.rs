//! The dialogs of openings: any answers in any order, on boards of any size.

use fukumi::engine::opening::{Action, Extra, OpeningDialog, OpeningRule, Point, Step};

/// The first two bytes choose the rule and the size of the board; then come pairs, a kind of answer and a number.
pub(crate) fn run(data: &[u8]) {
    let &[rule, size, ref answers @ ..] = data else { return };
    let rule = OpeningRule::ALL[usize::from(rule) % OpeningRule::ALL.len()];
    let Ok(mut dialog) = OpeningDialog::new(rule, usize::from(size) % 32) else { return };
    let mut done = Vec::new();
    for pair in answers.chunks_exact(2).take(40) {
        let before = dialog.clone();
        let action = answer(&dialog, pair[0], pair[1]);
        match dialog.act(action) {
            Ok(()) => done.push(action),
            Err(why) => {
                assert!(!why.to_string().is_empty());
                assert_eq!(dialog.step(), before.step(), "what cannot be done changes nothing");
                assert_eq!(dialog.stones(), before.stones());
            }
        }
        assert_eq!(dialog.actor().is_none(), dialog.step() == Step::Settled);
        for &point in dialog.points().first().iter().chain(&dialog.distinct_points().last()) {
            assert_eq!(dialog.check_point(*point), Ok(()));
        }
    }
    let again = OpeningDialog::after(rule, usize::from(size) % 32, &done).expect("it was done before");
    assert_eq!((again.step(), again.stones(), again.black()), (dialog.step(), dialog.stones(), dialog.black()));
}

/// Kinds below 8 are points that can be taken, where there are any.
fn answer(dialog: &OpeningDialog, kind: u8, number: u8) -> Action {
    match kind % 16 {
        0..8 => {
            let points = dialog.points();
            let at = usize::from(number) * 7 % points.len().max(1);
            Action::Point(points.get(at).copied().unwrap_or(Point::new(number, kind)))
        }
        8 => Action::Point(Point::new(number % 32, number / 8)),
        9 | 10 => Action::Number(number % 16),
        11 => Action::Keep,
        12 | 13 => Action::Swap,
        14 => Action::Extra(Extra::LayTwo),
        _ => Action::Extra(Extra::OfferTen),
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let answers = [0, 1, 0, 5, 0, 9, 9, 2, 11, 0, 0, 13, 12, 0, 0, 17, 0, 21, 0, 2, 14, 0, 15, 0, 0, 3, 0, 4];
    (0..6).map(|rule| [&[rule, 15][..], &answers].concat()).collect()
}
