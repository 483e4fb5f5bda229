//! An Abalone position: two bitboards, changed by exclusive-ors, with the key and the path that led to it.

use std::fmt;

use super::cell::{BOARD, Bits, Cell, before, each};
use super::moves::Move;
use super::params::REPETITION_REACH;
use super::path::Path;
use super::rules::{DrawRules, MARBLES_TO_LOSE};
use super::zobrist;
use crate::search::{Outcome, Player};

/// Within so many plies of the ply cap, positions with different plies played are different positions to the table. It is longer than
/// any line of the main search in practice, so that a value which the cap decided is never used where it does not hold.
const CAP_HORIZON: u32 = 100;

/// A position without the draw rules and the path to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The marbles of each player; disjoint, and on the board.
    pub marbles: [Bits; 2],
    /// The player to move.
    pub to_move: Player,
    /// How many marbles each player has lost, 0..=6.
    pub lost: [u8; 2],
    /// Plies since the last ejection, or since the start.
    pub since_ejection: u32,
    /// Plies played.
    pub plies: u32,
}

/// A position with the path to it.
#[derive(Clone)]
pub struct Abalone {
    setup: Setup,
    rules: DrawRules,
    /// The key of marbles, side to move and marbles lost, by which repetitions are found.
    key: u64,
    path: Path,
}

/// What cannot be worked out when a move is taken back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    since_ejection: u32,
}

impl Abalone {
    /// The position as set up, with no path to it.
    pub fn new(setup: Setup, rules: DrawRules) -> Abalone {
        debug_assert!(setup.marbles[0] & setup.marbles[1] == 0 && (setup.marbles[0] | setup.marbles[1]) & !BOARD == 0);
        let key = key_of(&setup);
        Abalone { setup, rules, key, path: Path::new(key, setup.marbles) }
    }

    /// What the position is made of.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The draw rules in force.
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// The same position with the key computed anew.
    pub fn recomputed(&self) -> Abalone {
        Abalone { key: key_of(&self.setup), ..self.clone() }
    }

    /// The player to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.setup.to_move
    }

    /// The marbles of a player.
    #[inline]
    pub fn marbles(&self, player: Player) -> Bits {
        self.setup.marbles[player.index()]
    }

    /// The cells without a marble.
    #[inline]
    pub fn empty(&self) -> Bits {
        BOARD & !(self.setup.marbles[0] | self.setup.marbles[1])
    }

    /// How many marbles a player has lost.
    #[inline]
    pub fn lost(&self, player: Player) -> u8 {
        self.setup.lost[player.index()]
    }

    /// Plies until the ply cap ends the game; `None` when there is no cap.
    #[inline]
    pub fn plies_left(&self) -> Option<u32> {
        (self.rules.ply_cap > 0).then(|| self.rules.ply_cap.saturating_sub(self.setup.plies))
    }

    /// The key of marbles, side to move and marbles lost, by which repetitions are found.
    #[inline]
    pub(super) fn repetition_key(&self) -> u64 {
        self.key
    }

    /// The key of everything that decides the future of the game, apart from the path.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        self.with_plies(self.key, self.setup.plies)
    }

    /// The [`Abalone::table_key`] after a legal move.
    #[inline]
    pub(super) fn key_after(&self, mv: Move) -> u64 {
        self.with_plies(self.repetition_key_after(mv), self.setup.plies + 1)
    }

    /// A key of marbles, side to move and marbles lost, and of the plies where the ply cap is near enough to matter.
    #[inline]
    fn with_plies(&self, key: u64, plies: u32) -> u64 {
        let DrawRules { ply_cap, .. } = self.rules;
        if ply_cap > 0 && ply_cap.saturating_sub(plies) <= CAP_HORIZON { key ^ zobrist::plies(plies) } else { key }
    }

    /// How the game ended.
    #[inline]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.setup.lost;
        if first >= MARBLES_TO_LOSE {
            return Some(Outcome::Win(Player::Second));
        }
        if second >= MARBLES_TO_LOSE {
            return Some(Outcome::Win(Player::First));
        }
        if !self.can_move() {
            return Some(Outcome::Win(self.to_move().opponent()));
        }
        if self.rules.repetition && self.path.is_third(self.setup.since_ejection as usize) {
            return Some(Outcome::Draw);
        }
        (self.plies_left() == Some(0)).then(|| match first.cmp(&second) {
            std::cmp::Ordering::Less => Outcome::Win(Player::First),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(Player::Second),
        })
    }

    /// Does the side to move have a move? Nearly always some marble has an empty cell beside it.
    #[inline]
    fn can_move(&self) -> bool {
        let own = self.marbles(self.to_move());
        let empty = self.empty();
        own & (before::<0>(empty) | before::<3>(empty)) != 0 || self.move_counts().leaves > 0
    }

    /// Is a repeated position worth a draw? Where no rule says so, whoever goes in circles gets nowhere all the same, unless the ply cap
    /// then decides for the side that is ahead.
    #[inline]
    fn repeating_draws(&self) -> bool {
        let [first, second] = self.setup.lost;
        self.rules.repetition || self.rules.ply_cap == 0 || first == second
    }

    /// How many plies ago this position occurred before, where that is worth a draw.
    #[inline]
    pub(super) fn repetition(&self) -> Option<usize> {
        if self.repeating_draws() { self.path.repetition(self.setup.since_ejection as usize) } else { None }
    }

    /// How many plies ago the position was that some move leads back to, where that is worth a draw; the latest one.
    #[inline]
    pub(super) fn upcoming_repetition(&self) -> Option<usize> {
        // The last ply before the cap ends the game by the marbles lost.
        let is_last = self.plies_left().is_some_and(|left| left <= 1);
        if !self.repeating_draws() || self.setup.since_ejection < 3 || is_last {
            return None;
        }
        let (own, enemy) = (self.to_move().index(), self.to_move().opponent().index());
        let reversible = (self.setup.since_ejection as usize).min(REPETITION_REACH);
        let mut earlier = self.path.within_a_move(reversible).map(|(back, marbles)| {
            (back, [marbles[own] ^ self.setup.marbles[own], marbles[enemy] ^ self.setup.marbles[enemy]])
        });
        // A move takes at most three own marbles from their cells to others, and pushes take one marble of the enemy's to another cell. The
        // enemy's are looked at first: nearly always they rule out the move.
        let is_small =
            |[own, enemy]: [Bits; 2]| at_most_two(enemy) && own.count_ones() <= if enemy == 0 { 6 } else { 2 };
        earlier.find(|&(_, changed)| is_small(changed) && self.some_move_changes(changed)).map(|(back, _)| back)
    }

    /// Does a legal move change just these cells: own, and the enemy's?
    fn some_move_changes(&self, changed: [Bits; 2]) -> bool {
        let mut found = false;
        self.sides().each_group(&mut |group, cells| {
            each(cells & changed[0]).for_each(|cell| {
                let mv = group.from(cell);
                found |= [mv.own_change(), pushed_change(mv)] == changed;
            });
        });
        found
    }

    /// Applies the move of `player` to the board by exclusive-or, both to play it and to take it back.
    #[inline]
    fn toggle(&mut self, mv: Move, player: Player) {
        self.setup.marbles[player.index()] ^= mv.own_change();
        self.setup.marbles[player.opponent().index()] ^= pushed_change(mv);
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        let player = self.to_move();
        let undo = Undo { since_ejection: self.setup.since_ejection };
        self.toggle(mv, player);
        let key = self.repetition_key_after(mv);
        self.setup.since_ejection += 1;
        if mv.ejects() {
            self.setup.lost[player.opponent().index()] += 1;
            self.setup.since_ejection = 0;
        }
        self.setup.plies += 1;
        self.setup.to_move = player.opponent();
        self.key = key;
        self.path.push(key, self.setup.marbles);
        undo
    }

    /// The [`Abalone::repetition_key`] after a legal move.
    #[inline]
    fn repetition_key_after(&self, mv: Move) -> u64 {
        let player = self.to_move();
        let enemy = player.opponent();
        let key = self.key ^ zobrist::TO_MOVE;
        if mv.is_side_step() {
            return each(mv.own_change()).fold(key, |key, cell| key ^ zobrist::marble(player, cell));
        }
        let [first, last] = pushed_ends(mv);
        let own = zobrist::marble(player, mv.cell()) ^ zobrist::marble(player, first);
        let pushed = zobrist::marble(enemy, first) ^ zobrist::marble(enemy, last);
        if !mv.ejects() {
            return key ^ own ^ pushed;
        }
        let lost = self.setup.lost[enemy.index()];
        key ^ own ^ pushed ^ zobrist::lost_marbles(enemy, lost) ^ zobrist::lost_marbles(enemy, lost + 1)
    }

    /// Takes back the last move.
    #[inline]
    pub fn take_back(&mut self, mv: Move, undo: Undo) {
        let player = self.to_move().opponent();
        self.toggle(mv, player);
        self.setup.lost[player.opponent().index()] -= u8::from(mv.ejects());
        self.setup.to_move = player;
        self.setup.plies -= 1;
        self.setup.since_ejection = undo.since_ejection;
        self.key = self.path.pop();
    }
}

/// Are there no more than two cells in the set? Cheaper than to count them.
#[inline]
fn at_most_two(cells: Bits) -> bool {
    let but_one = cells & cells.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) == 0
}

/// The cell to which an inline move takes its front marble, where the first pushed marble was, and the cell to which it takes the last
/// pushed marble: the same cell when nothing is pushed.
#[inline]
fn pushed_ends(mv: Move) -> [Cell; 2] {
    [mv.count(), mv.count() + mv.pushed()].map(|steps| mv.cell().walk(mv.direction(), steps))
}

/// The cells that enemy marbles leave and enter.
#[inline]
fn pushed_change(mv: Move) -> Bits {
    if mv.pushed() == 0 {
        return 0;
    }
    let [first, last] = pushed_ends(mv);
    (first.bit() | last.bit()) & BOARD
}

fn key_of(setup: &Setup) -> u64 {
    let marbles = Player::ALL
        .into_iter()
        .flat_map(|player| each(setup.marbles[player.index()]).map(move |cell| zobrist::marble(player, cell)));
    let lost = Player::ALL.map(|player| zobrist::lost_marbles(player, setup.lost[player.index()]));
    let side = if setup.to_move == Player::Second { zobrist::TO_MOVE } else { 0 };
    marbles.chain(lost).fold(side, |key, word| key ^ word)
}

/// Two positions are equal when everything but the path to them is.
impl PartialEq for Abalone {
    fn eq(&self, other: &Self) -> bool {
        (self.setup, self.rules, self.key) == (other.setup, other.rules, other.key)
    }
}

impl fmt::Debug for Abalone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", super::notation::position_text(&self.setup))
    }
}
