//! 200 positions in which one strong program claims a forced win: the length is a bound to meet, not a proof.

use fukumi::games::gomoku::RuleCode;
use fukumi::games::gomoku::notation::{Setup, parse_rule, parse_xy};

const TEXT: &str = include_str!("../data/gomoku_wins.txt");

/// A claimed win.
pub(crate) struct KnownWin {
    pub(crate) setup: Setup,
    /// The length claimed.
    pub(crate) plies: usize,
    /// The line of the file, for messages.
    pub(crate) line: usize,
}

/// Every claim under that rule.
pub(crate) fn known_wins(rule: RuleCode) -> Vec<KnownWin> {
    let lines = TEXT.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines.map(|(at, line)| known_win(at + 1, line)).filter(|win| win.setup.rule == rule).collect()
}

fn known_win(line: usize, text: &str) -> KnownWin {
    let fields: Vec<&str> = text.split('\t').collect();
    let &[rule, size, plies, _first, moves] = &fields[..] else { panic!("line {line}: {text}") };
    let size = size.parse().unwrap();
    let moves: Vec<_> = moves.split_whitespace().map(|point| parse_xy(point, size).unwrap()).collect();
    KnownWin { setup: Setup::from_moves(size, parse_rule(rule).unwrap(), &moves), plies: plies.parse().unwrap(), line }
}
