//! What earlier cut-offs teach about the order of moves: history values, killers, counter-moves. J. Schaeffer, "The history
//! heuristic and alpha-beta search enhancements in practice", 1989; J. Uiterwijk, "The countermove heuristic", 1992.

use super::params::Params;
use super::position::Player;
use super::selectivity::PLY;

/// History values and counter-moves of one thread, by the games' history indices.
#[derive(Clone, Debug)]
pub(super) struct History {
    size: usize,
    values: Vec<i16>,
    /// The percentage of a value that counts in the order of moves.
    share: i32,
    /// What it comes to for each value: moves are ordered far more often than values change.
    shares: Vec<i16>,
    counters: Vec<u16>,
}

impl History {
    /// An empty history for indices below `size`.
    pub(super) fn new(size: usize) -> History {
        let both = size * Player::ALL.len();
        History { size, values: vec![0; both], share: 0, shares: vec![0; both], counters: vec![0; both] }
    }

    pub(super) fn clear(&mut self) {
        self.values.fill(0);
        self.shares.fill(0);
        self.counters.fill(0);
    }

    /// Halves every value before a search, as what an older one taught counts less. `share` percent of a value count in the order of moves.
    pub(super) fn age(&mut self, share: i32) {
        self.share = share;
        for at in 0..self.values.len() {
            self.set(at, i32::from(self.values[at] / 2));
        }
    }

    #[inline]
    fn set(&mut self, at: usize, value: i32) {
        self.values[at] = value as i16;
        self.shares[at] = (value * self.share / 100) as i16;
    }

    #[inline]
    fn at(&self, player: Player, index: usize) -> usize {
        debug_assert!(index < self.size);
        player.index() * self.size + index
    }

    /// What counts of the values in the order of moves, for all moves of that player by their indices.
    #[inline]
    pub(super) fn shares(&self, player: Player) -> &[i16] {
        &self.shares[self.at(player, 0)..][..self.size]
    }

    /// The history value of that player's move, within ± `history_limit`.
    #[inline]
    pub(super) fn value(&self, player: Player, index: usize) -> i32 {
        i32::from(self.values[self.at(player, index)])
    }

    /// Moves a value by `bonus`; the step shrinks as the value nears its limit ("history gravity").
    #[inline]
    pub(super) fn update(&mut self, player: Player, index: usize, bonus: i32, limit: i32) {
        let at = self.at(player, index);
        let value = i32::from(self.values[at]);
        let updated = value + bonus - value * bonus.abs() / limit;
        self.set(at, updated.clamp(-limit, limit));
    }

    /// The packed counter-move: this player's last refutation of the opponent's move `before`; 0 when there is none.
    #[inline]
    pub(super) fn counter(&self, player: Player, before: usize) -> u16 {
        self.counters[self.at(player, before)]
    }

    #[inline]
    pub(super) fn set_counter(&mut self, player: Player, before: usize, packed: u16) {
        let at = self.at(player, before);
        self.counters[at] = packed;
    }
}

/// The size of a history update after a beta cut-off at this depth (1024ths of a ply).
#[inline]
pub(super) fn bonus(depth: i32, params: &Params) -> i32 {
    (params.history_slope * depth / PLY).min(params.history_top)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_approach_their_limit_and_never_pass_it() {
        let mut history = History::new(4);
        for _ in 0..1000 {
            history.update(Player::Second, 3, 1400, 8192);
            history.update(Player::First, 3, -1400, 8192);
        }
        assert!((8000..=8192).contains(&history.value(Player::Second, 3)));
        assert!((-8192..=-8000).contains(&history.value(Player::First, 3)));
        history.age(50);
        assert!(history.value(Player::Second, 3) <= 4096);
        assert_eq!(i32::from(history.shares(Player::Second)[3]), history.value(Player::Second, 3) / 2);
        history.update(Player::First, 3, 1400, 8192);
        assert_eq!(i32::from(history.shares(Player::First)[3]), history.value(Player::First, 3) / 2);
        history.clear();
        assert_eq!(history.value(Player::First, 3), 0);
    }
}
