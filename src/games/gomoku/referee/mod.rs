//! The referee: the five rule sets on a plain two-dimensional board, written straight from the rules. It is slow and shares no code or
//! table with the board of the search, so that it can check proofs, and in tests the board itself.

pub mod checker;

use crate::games::gomoku::notation::{Point, Setup};
use crate::games::gomoku::rules::code::RuleCode;
use crate::search::{Outcome, Player};

type Vector = (i32, i32);

const LINES: [Vector; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// More cells than any rule looks away from a cell.
const MARGIN: i32 = 6;

/// What a cell holds; everything beyond the edge is `Edge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Stone(Player),
    Dead,
    Edge,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Referee {
    rule: RuleCode,
    size: i32,
    /// Row by row, [`MARGIN`] cells of edge around the board, so that no look along a line leaves it.
    cells: Vec<Cell>,
    /// The number of empty cells.
    room: usize,
    to_move: Player,
    outcome: Option<Outcome>,
}

impl Referee {
    /// The position of `setup`. A side that has a winning row has won, whoever moved last.
    pub fn new(setup: &Setup) -> Referee {
        let size = setup.size as i32;
        let mut referee = Referee {
            rule: setup.rule,
            size,
            cells: vec![Cell::Edge; ((size + 2 * MARGIN) * (size + 2 * MARGIN)) as usize],
            room: setup.size * setup.size,
            to_move: setup.to_move,
            outcome: None,
        };
        referee.points().for_each(|(x, y)| referee.put(x, y, Cell::Empty));
        for &(point, owner) in &setup.stones {
            referee.put(i32::from(point.x), i32::from(point.y), owner.map_or(Cell::Dead, Cell::Stone));
            referee.room -= 1;
        }
        referee.outcome = referee.judge_whole_board();
        referee
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The empty cells; none when the game is over.
    pub fn moves(&self) -> Vec<Point> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        self.points()
            .filter(|&(x, y)| self.at(x, y) == Cell::Empty)
            .map(|(x, y)| Point::new(x as u8, y as u8))
            .collect()
    }

    /// Can the side to move put a stone there?
    pub fn is_open(&self, point: Point) -> bool {
        let inside = point.is_on(self.size as usize);
        inside && self.outcome.is_none() && self.at(i32::from(point.x), i32::from(point.y)) == Cell::Empty
    }

    /// Plays for the side to move. A foul is played too, and loses.
    ///
    /// # Panics
    /// When the point is not open.
    pub fn play(&mut self, point: Point) {
        let player = self.to_move;
        let foul = self.can_foul() && self.fouls(i32::from(point.x), i32::from(point.y));
        self.lay(point);
        if foul {
            self.outcome = Some(Outcome::Win(player.opponent()));
        }
    }

    /// Like [`Referee::play`], but without fouls.
    ///
    /// # Panics
    /// When the point is not open.
    pub fn lay(&mut self, point: Point) {
        assert!(self.is_open(point), "{point} is taken, or the game is over");
        let (x, y) = (i32::from(point.x), i32::from(point.y));
        let player = self.to_move;
        self.put(x, y, Cell::Stone(player));
        self.room -= 1;
        self.to_move = player.opponent();
        self.outcome = if self.wins_at(x, y, player) { Some(Outcome::Win(player)) } else { self.draw() };
    }

    /// Takes back the last move, which was played there.
    pub fn take(&mut self, point: Point) {
        self.put(i32::from(point.x), i32::from(point.y), Cell::Empty);
        self.room += 1;
        self.to_move = self.to_move.opponent();
        self.outcome = None;
    }

    /// Would playing there lose by a foul?
    pub fn is_forbidden(&self, point: Point) -> bool {
        self.can_foul() && self.clone().fouls(i32::from(point.x), i32::from(point.y))
    }

    fn can_foul(&self) -> bool {
        self.rule == RuleCode::Renju && self.to_move == Player::First
    }

    /// The player to move.
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The same stones, with that player to move.
    pub fn with_mover(&self, player: Player) -> Referee {
        Referee { to_move: player, ..self.clone() }
    }

    /// The points where the side to move wins at once.
    pub fn winning_points(&self) -> Vec<Point> {
        let mut board = self.clone();
        self.moves().into_iter().filter(|&point| board.wins_by(point, self.to_move)).collect()
    }

    /// Would that player's stone on an empty point win at once?
    pub fn wins_by(&mut self, point: Point, player: Player) -> bool {
        let (x, y) = (i32::from(point.x), i32::from(point.y));
        self.put(x, y, Cell::Stone(player));
        let wins = self.wins_at(x, y, player);
        self.put(x, y, Cell::Empty);
        wins
    }

    /// Can a stone beyond the end of a row keep it from winning?
    pub fn blocks_at_ends(&self) -> bool {
        matches!(self.rule, RuleCode::Caro | RuleCode::CaroFive)
    }

    fn points(&self) -> impl Iterator<Item = Vector> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).map(move |x| (x, y)))
    }

    fn place_of(&self, x: i32, y: i32) -> usize {
        ((y + MARGIN) * (self.size + 2 * MARGIN) + x + MARGIN) as usize
    }

    fn at(&self, x: i32, y: i32) -> Cell {
        self.cells[self.place_of(x, y)]
    }

    fn put(&mut self, x: i32, y: i32, cell: Cell) {
        let at = self.place_of(x, y);
        self.cells[at] = cell;
    }

    fn judge_whole_board(&self) -> Option<Outcome> {
        for (x, y) in self.points() {
            if let Cell::Stone(player) = self.at(x, y)
                && self.wins_at(x, y, player)
            {
                return Some(Outcome::Win(player));
            }
        }
        self.draw()
    }

    fn draw(&self) -> Option<Outcome> {
        (self.room == 0).then_some(Outcome::Draw)
    }

    /// Is the stone part of a winning row?
    fn wins_at(&self, x: i32, y: i32, player: Player) -> bool {
        LINES.iter().any(|&line| {
            let (length, ends) = self.row(x, y, line, player);
            let hemmed_in = ends == [Cell::Stone(player.opponent()); 2];
            match self.rule {
                RuleCode::Freestyle => length >= 5,
                RuleCode::Standard => length == 5,
                RuleCode::Renju => length == 5 || (length > 5 && player == Player::Second),
                RuleCode::Caro => length > 5 || (length == 5 && !hemmed_in),
                RuleCode::CaroFive => length == 5 && !hemmed_in,
            }
        })
    }

    /// The row of the player's stones through a cell: its length, and what stands at its two ends.
    fn row(&self, x: i32, y: i32, (dx, dy): Vector, player: Player) -> (i32, [Cell; 2]) {
        let mut length = 1;
        let mut ends = [Cell::Edge; 2];
        for (end, sign) in ends.iter_mut().zip([1, -1]) {
            let (mut cx, mut cy) = (x + sign * dx, y + sign * dy);
            while self.at(cx, cy) == Cell::Stone(player) {
                length += 1;
                (cx, cy) = (cx + sign * dx, cy + sign * dy);
            }
            *end = self.at(cx, cy);
        }
        (length, ends)
    }

    // --- renju's black ---

    fn black_row(&self, x: i32, y: i32, line: Vector) -> i32 {
        self.row(x, y, line, Player::First).0
    }

    /// Would a black stone on this empty cell be a foul? The board is unchanged afterwards.
    fn fouls(&mut self, x: i32, y: i32) -> bool {
        // A five beats every foul.
        !self.makes_five(x, y) && self.is_foul_shape(x, y)
    }

    fn makes_five(&self, x: i32, y: i32) -> bool {
        LINES.iter().any(|&line| self.black_row(x, y, line) == 5)
    }

    /// Does a black stone there make an overline, a double four or a double three?
    fn is_foul_shape(&mut self, x: i32, y: i32) -> bool {
        self.put(x, y, Cell::Stone(Player::First));
        let overline = LINES.iter().any(|&line| self.black_row(x, y, line) > 5);
        let foul = overline || self.double_four(x, y) || self.double_three(x, y);
        self.put(x, y, Cell::Empty);
        foul
    }

    fn double_four(&mut self, x: i32, y: i32) -> bool {
        LINES.iter().map(|&line| self.fours(x, y, line).len()).sum::<usize>() >= 2
    }

    fn double_three(&mut self, x: i32, y: i32) -> bool {
        LINES.iter().filter(|&&line| self.is_three(x, y, line)).count() >= 2
    }

    /// The fours on a line that hold the stone at (x, y): sets of four stones, given as steps from (x, y), that one more stone completes to
    /// exactly five. A straight four can be completed at both ends and is still one set.
    fn fours(&mut self, x: i32, y: i32, (dx, dy): Vector) -> Vec<Vec<i32>> {
        let mut found: Vec<Vec<i32>> = Vec::new();
        for start in -4..=0 {
            let cells: Vec<(i32, Cell)> =
                (start..start + 5).map(|step| (step, self.at(x + step * dx, y + step * dy))).collect();
            let steps_of =
                |kind| cells.iter().filter(|&&(_, cell)| cell == kind).map(|&(step, _)| step).collect::<Vec<_>>();
            let stones = steps_of(Cell::Stone(Player::First));
            let &[gap] = &steps_of(Cell::Empty)[..] else { continue };
            if stones.len() != 4 || found.contains(&stones) {
                continue;
            }
            let (gx, gy) = (x + gap * dx, y + gap * dy);
            self.put(gx, gy, Cell::Stone(Player::First));
            if self.black_row(gx, gy, (dx, dy)) == 5 {
                found.push(stones);
            }
            self.put(gx, gy, Cell::Empty);
        }
        found
    }

    /// Is the stone at (x, y) part of a three on that line: can a stone that is neither a foul nor makes a five turn it into a straight
    /// four?
    fn is_three(&mut self, x: i32, y: i32, (dx, dy): Vector) -> bool {
        (-4..=4).any(|step| {
            let (ex, ey) = (x + step * dx, y + step * dy);
            self.at(ex, ey) == Cell::Empty
                && self.makes_straight_four((x, y), (ex, ey), (dx, dy))
                && !self.makes_five(ex, ey)
                && !self.is_foul_shape(ex, ey)
        })
    }

    /// Does a stone on `added` make a straight four that holds `stone`: four in a row, each end a point that makes five?
    fn makes_straight_four(&mut self, stone: Vector, added: Vector, line: Vector) -> bool {
        self.put(added.0, added.1, Cell::Stone(Player::First));
        // With nothing but the four between the ends, both ends complete it exactly when neither makes six.
        let straight = self.black_row(added.0, added.1, line) == 4
            && self.stands_in_row(stone, added, line)
            && self.completions(added, line) == 2;
        self.put(added.0, added.1, Cell::Empty);
        straight
    }

    fn stands_in_row(&self, a: Vector, b: Vector, line: Vector) -> bool {
        let apart = (a.0 - b.0).abs().max((a.1 - b.1).abs());
        let sign = if (b.0 - a.0) * line.0 + (b.1 - a.1) * line.1 >= 0 { 1 } else { -1 };
        (0..=apart).all(|n| self.at(a.0 + sign * n * line.0, a.1 + sign * n * line.1) == Cell::Stone(Player::First))
    }

    /// At how many of its two ends does one more stone make the row through a cell exactly five?
    fn completions(&mut self, (x, y): Vector, (dx, dy): Vector) -> usize {
        let mut count = 0;
        for sign in [1, -1] {
            let (mut ex, mut ey) = (x, y);
            while self.at(ex, ey) == Cell::Stone(Player::First) {
                (ex, ey) = (ex + sign * dx, ey + sign * dy);
            }
            if self.at(ex, ey) == Cell::Empty {
                self.put(ex, ey, Cell::Stone(Player::First));
                count += usize::from(self.black_row(ex, ey, (dx, dy)) == 5);
                self.put(ex, ey, Cell::Empty);
            }
        }
        count
    }
}
