//! An independent, slow referee for Abalone, written from the rules alone: marbles in a map from coordinates, moves as sets of
//! what stands where afterwards.

use std::collections::{BTreeMap, BTreeSet};

use fukumi::search::{Outcome, Player};

/// Row and number, both from 0: A1 is (0, 0), E5 the centre.
pub(crate) type At = (i32, i32);
/// Who stands where.
pub(crate) type Board = BTreeMap<At, Player>;

const STEPS: [At; 6] = [(0, 1), (0, -1), (1, 1), (-1, -1), (1, 0), (-1, 0)];

/// A position, and every position before it.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    pub(crate) board: Board,
    pub(crate) to_move: Player,
    pub(crate) lost: [u8; 2],
    pub(crate) plies: u32,
    pub(crate) repetition: bool,
    pub(crate) ply_cap: u32,
    seen: Vec<(Board, Player, [u8; 2])>,
}

fn is_on(at: At) -> bool {
    let row = |row: i32| (0..9).contains(&row);
    row(at.0) && row(at.1) && (at.0 - at.1).abs() <= 4
}

fn plus(at: At, step: At, times: i32) -> At {
    (at.0 + step.0 * times, at.1 + step.1 * times)
}

impl Referee {
    /// A position with no past. `text` is in our own form and not checked.
    pub(crate) fn new(text: &str, repetition: bool, ply_cap: u32) -> Referee {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = Board::new();
        for (row, line) in (0..9).rev().zip(fields[0].split('/')) {
            let mut number = 0.max(row - 4);
            for sign in line.chars() {
                match sign {
                    'b' | 'w' => {
                        let player = if sign == 'b' { Player::First } else { Player::Second };
                        board.insert((row, number), player);
                        number += 1;
                    }
                    digit => number += digit as i32 - '0' as i32,
                }
            }
        }
        let to_move = if fields[1] == "b" { Player::First } else { Player::Second };
        let lost = [fields[2].parse().unwrap(), fields[3].parse().unwrap()];
        let plies = fields.get(5).map_or(0, |text| text.parse().unwrap());
        let seen = vec![(board.clone(), to_move, lost)];
        Referee { board, to_move, lost, plies, repetition, ply_cap, seen }
    }

    fn is_own(&self, at: At) -> bool {
        self.board.get(&at) == Some(&self.to_move)
    }

    fn is_enemy(&self, at: At) -> bool {
        self.board.get(&at) == Some(&self.to_move.opponent())
    }

    fn is_empty(&self, at: At) -> bool {
        is_on(at) && !self.board.contains_key(&at)
    }

    /// Every group of one, two or three own marbles in a straight line.
    fn groups(&self) -> BTreeSet<Vec<At>> {
        let mut groups = BTreeSet::new();
        for &at in self.board.keys().filter(|&&at| self.is_own(at)) {
            for step in STEPS {
                for size in 1..=3 {
                    let mut group: Vec<At> = (0..size).map(|times| plus(at, step, times)).collect();
                    if group.iter().all(|&at| self.is_own(at)) {
                        group.sort_unstable();
                        groups.insert(group);
                    }
                }
            }
        }
        groups
    }

    /// What the board looks like after moving that group that way, and whether a marble was ejected; `None` when it is not
    /// allowed.
    fn moved(&self, group: &[At], step: At) -> Option<(Board, bool)> {
        let along = group.len() > 1 && group.iter().any(|&at| group.contains(&plus(at, step, 1)));
        let mut pushed = Vec::new();
        if along {
            let front = *group.iter().find(|&&at| !group.contains(&plus(at, step, 1)))?;
            let mut at = plus(front, step, 1);
            while self.is_enemy(at) {
                pushed.push(at);
                at = plus(at, step, 1);
            }
            if self.is_own(at) || pushed.len() >= group.len() || (pushed.is_empty() && !self.is_empty(at)) {
                return None;
            }
        } else if !group.iter().all(|&at| self.is_empty(plus(at, step, 1))) {
            return None;
        }
        let mut board = self.board.clone();
        let mut ejected = false;
        for at in group.iter().chain(&pushed) {
            board.remove(at);
        }
        for &at in group {
            board.insert(plus(at, step, 1), self.to_move);
        }
        for &at in &pushed {
            if is_on(plus(at, step, 1)) {
                board.insert(plus(at, step, 1), self.to_move.opponent());
            } else {
                ejected = true;
            }
        }
        Some((board, ejected))
    }

    /// The boards that legal moves lead to, whether the game is over or not. No two moves lead to the same one.
    fn replies(&self) -> Vec<(Board, bool)> {
        let groups = self.groups();
        groups.iter().flat_map(|group| STEPS.iter().filter_map(|&step| self.moved(group, step))).collect()
    }

    /// The boards that legal moves lead to; none when the game is over.
    pub(crate) fn moves(&self) -> Vec<(Board, bool)> {
        if self.outcome().is_some() { Vec::new() } else { self.replies() }
    }

    /// Goes on with one of [`Referee::moves`].
    pub(crate) fn play(&mut self, (board, ejected): (Board, bool)) {
        let enemy = self.to_move.opponent();
        self.board = board;
        self.lost[enemy.index()] += u8::from(ejected);
        self.to_move = enemy;
        self.plies += 1;
        self.seen.push((self.board.clone(), self.to_move, self.lost));
    }

    pub(crate) fn occurrences(&self) -> usize {
        let now = (self.board.clone(), self.to_move, self.lost);
        self.seen.iter().filter(|&seen| *seen == now).count()
    }

    /// How the game ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        for player in Player::ALL {
            if self.lost[player.index()] >= 6 {
                return Some(Outcome::Win(player.opponent()));
            }
        }
        if self.replies().is_empty() {
            return Some(Outcome::Win(self.to_move.opponent()));
        }
        if self.repetition && self.occurrences() >= 3 {
            return Some(Outcome::Draw);
        }
        if self.ply_cap == 0 || self.plies < self.ply_cap {
            return None;
        }
        let [black, white] = self.lost;
        Some(match black.cmp(&white) {
            std::cmp::Ordering::Less => Outcome::Win(Player::First),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(Player::Second),
        })
    }
}
