//! Two small games on which searches can be checked against plain negamax.

use fukumi::search::zobrist::{Keys, mix};
use fukumi::search::{
    Control, Evaluation, Game, Model, MoveOrdering, MoveStack, Outcome, Player, Position, Score, StaticValue, Stopped,
    Threat, ThreatSearch,
};

const CELLS: usize = 25;

/// m,n,k: stones on a board of `width` columns and `height` rows, 25 cells at most; the first with `goal` in a row wins.
/// Tic-tac-toe is 3,3,3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mnk {
    width: usize,
    height: usize,
    goal: usize,
    stones: [u32; 2],
    plies: usize,
    key: u64,
    won: Option<Player>,
}

impl Mnk {
    pub(crate) fn new(width: usize, height: usize, goal: usize) -> Mnk {
        assert!(width * height <= CELLS);
        Mnk { width, height, goal, stones: [0; 2], plies: 0, key: 1, won: None }
    }

    pub(crate) fn play(mut self, cells: &[u8]) -> Mnk {
        for &cell in cells {
            self.make(cell);
        }
        self
    }

    fn cell_key(player: Player, cell: u8) -> u64 {
        mix(0x51ed + 64 * player.index() as u64 + u64::from(cell))
    }

    /// Whose stone lies on a cell.
    pub(crate) fn stone(&self, cell: u8) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.stones[player.index()] >> cell & 1 == 1)
    }

    fn free(&self, cell: u8) -> bool {
        usize::from(cell) < self.width * self.height && (self.stones[0] | self.stones[1]) >> cell & 1 == 0
    }

    /// The longest row through a cell, were this player's stone there.
    pub(crate) fn longest_through(&self, player: Player, cell: u8) -> usize {
        let stones = self.stones[player.index()];
        let (x, y) = (i32::from(cell) % self.width as i32, i32::from(cell) / self.width as i32);
        let count = |dx: i32, dy: i32| {
            let own = |step: &i32| {
                let (x, y) = (x + dx * step, y + dy * step);
                let inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
                inside && stones >> (y * self.width as i32 + x) & 1 == 1
            };
            (1..).take_while(own).count()
        };
        let rows = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| 1 + count(dx, dy) + count(-dx, -dy));
        rows.into_iter().max().unwrap_or(0)
    }

    fn wins_at(&self, player: Player, cell: u8) -> bool {
        self.free(cell) && self.longest_through(player, cell) >= self.goal
    }

    fn winning_cells(&self, player: Player) -> impl Iterator<Item = u8> + '_ {
        (0..CELLS as u8).filter(move |&cell| self.wins_at(player, cell))
    }
}

impl Position for Mnk {
    type Move = u8;
    type Undo = ();
    const HISTORY_SIZE: usize = CELLS;

    fn key(&self) -> u64 {
        self.key
    }

    fn generate(&self, out: &mut MoveStack<u8>) {
        if self.outcome().is_none() {
            (0..CELLS as u8).filter(|&cell| self.free(cell)).for_each(|cell| out.push(cell));
        }
    }

    fn make(&mut self, cell: u8) {
        let player = self.to_move();
        if self.longest_through(player, cell) >= self.goal {
            self.won = Some(player);
        }
        self.stones[player.index()] |= 1 << cell;
        self.key ^= Self::cell_key(player, cell);
        self.plies += 1;
    }

    fn unmake(&mut self, cell: u8, (): ()) {
        self.plies -= 1;
        let player = self.to_move();
        self.stones[player.index()] &= !(1 << cell);
        self.key ^= Self::cell_key(player, cell);
        self.won = None;
    }

    fn pack(cell: u8) -> u16 {
        u16::from(cell) + 1
    }

    fn unpack(&self, bits: u16) -> Option<u8> {
        let cell = u8::try_from(bits.checked_sub(1)?).ok()?;
        (self.outcome().is_none() && self.free(cell)).then_some(cell)
    }

    fn history_index(cell: u8) -> usize {
        usize::from(cell)
    }
}

impl Game for Mnk {
    fn to_move(&self) -> Player {
        Player::ALL[self.plies % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.won {
            Some(player) => Some(Outcome::Win(player)),
            None if self.plies == self.width * self.height => Some(Outcome::Draw),
            None => None,
        }
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn key_after(&self, cell: u8) -> u64 {
        self.key ^ Self::cell_key(self.to_move(), cell)
    }
}

/// Judges m,n,k by how long the rows are that each side could still make; sees wins in one and losses in two,
/// and proves wins in three.
#[derive(Clone, Default)]
pub(crate) struct RowJudge {
    pub(crate) proof_nodes: u64,
    /// Moves made and not unmade, to check that the calls pair up.
    pub(crate) made: usize,
}

/// A judge of one game that is its own model, evaluation, move ordering and threat search.
pub(crate) trait Judge<G: Game>: Model<G> + Evaluation<G> + MoveOrdering<G> + ThreatSearch<G> {}

impl<G: Game, J: Model<G> + Evaluation<G> + MoveOrdering<G> + ThreatSearch<G>> Judge<G> for J {}

/// A judge as a model: each thread gets three clones of it.
macro_rules! model_of_itself {
    ($judge:ty, $game:ty) => {
        impl Model<$game> for $judge {
            type Evaluation = $judge;
            type Ordering = $judge;
            type Threats = $judge;

            fn evaluation(&self) -> $judge {
                self.clone()
            }

            fn ordering(&self) -> $judge {
                self.clone()
            }

            fn threat_search(&self) -> $judge {
                self.clone()
            }
        }
    };
}

model_of_itself!(RowJudge, Mnk);

impl Evaluation<Mnk> for RowJudge {
    fn evaluate(&mut self, pos: &Mnk, _window: (Score, Score)) -> StaticValue {
        let side = |player| {
            let free = (0..CELLS as u8).filter(|&cell| pos.free(cell));
            free.map(|cell| pos.longest_through(player, cell).pow(3) as i32).sum::<i32>()
        };
        StaticValue::exact(Score::fixed(side(pos.to_move()) - side(pos.to_move().opponent())))
    }

    fn start(&mut self, _pos: &Mnk) {
        assert_eq!(self.made, 0, "every move was taken back");
    }

    fn on_make(&mut self, _pos: &Mnk, _cell: u8) {
        self.made += 1;
    }

    fn on_unmake(&mut self, _pos: &Mnk, _cell: u8) {
        self.made -= 1;
    }
}

impl MoveOrdering<Mnk> for RowJudge {
    fn prior(&self, pos: &Mnk, cell: u8) -> i32 {
        let rows = Player::ALL.map(|player| pos.longest_through(player, cell));
        100 * (rows[0] + rows[1]) as i32
    }
}

impl ThreatSearch<Mnk> for RowJudge {
    fn immediate_result(&mut self, pos: &Mnk) -> Option<Score> {
        if pos.winning_cells(pos.to_move()).next().is_some() {
            return Some(Score::win_in(1));
        }
        (pos.winning_cells(pos.to_move().opponent()).count() > 1).then(|| Score::loss_in(2))
    }

    fn threat(&self, pos: &Mnk) -> Threat {
        match pos.winning_cells(pos.to_move().opponent()).next() {
            Some(_) => Threat::Four,
            None => Threat::None,
        }
    }

    fn gives_threat(&self, pos: &Mnk, cell: u8) -> Threat {
        if pos.longest_through(pos.to_move(), cell) + 1 >= pos.goal { Threat::Four } else { Threat::None }
    }

    fn prove(&mut self, pos: &mut Mnk, ctl: &Control) -> Result<Option<Score>, Stopped> {
        ctl.check()?;
        self.proof_nodes += 1;
        let own = pos.to_move();
        let is_double = |&cell: &u8| {
            let mut child = pos.clone();
            child.make(cell);
            child.winning_cells(own).count() > 1
        };
        let quiet = pos.winning_cells(own.opponent()).next().is_none();
        let double = (0..CELLS as u8).filter(|&cell| pos.free(cell)).find(is_double).filter(|_| quiet);
        Ok(double.map(|_| Score::win_in(3)))
    }

    fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.proof_nodes)
    }
}

/// A made-up game: every position has `width` moves, their order does not matter (so that lines transpose), values are hashed
/// from the key, and some positions are won, lost or drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    seed: u64,
    width: u8,
    sum: u64,
    plies: usize,
}

impl Tree {
    pub(crate) fn new(seed: u64, width: u8) -> Tree {
        Tree { seed: Keys::new(seed).draw(), width, sum: 0, plies: 0 }
    }

    fn key_of(&self, sum: u64, plies: usize) -> u64 {
        mix(self.seed ^ sum ^ mix(!(plies as u64)))
    }

    /// The sum after a move.
    fn sum_after(&self, mv: u8) -> u64 {
        self.sum.wrapping_add(mix(u64::from(mv) + 1))
    }
}

impl Position for Tree {
    type Move = u8;
    type Undo = ();
    const HISTORY_SIZE: usize = 256;

    fn key(&self) -> u64 {
        self.key_of(self.sum, self.plies)
    }

    fn generate(&self, out: &mut MoveStack<u8>) {
        if self.outcome().is_none() {
            (0..self.width).for_each(|mv| out.push(mv));
        }
    }

    fn make(&mut self, mv: u8) {
        self.sum = self.sum_after(mv);
        self.plies += 1;
    }

    fn unmake(&mut self, mv: u8, (): ()) {
        self.sum = self.sum.wrapping_sub(mix(u64::from(mv) + 1));
        self.plies -= 1;
    }

    fn pack(mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn unpack(&self, bits: u16) -> Option<u8> {
        let mv = u8::try_from(bits.checked_sub(1)?).ok()?;
        (self.outcome().is_none() && mv < self.width).then_some(mv)
    }

    fn history_index(mv: u8) -> usize {
        usize::from(mv)
    }
}

impl Game for Tree {
    fn to_move(&self) -> Player {
        Player::ALL[self.plies % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.key() >> 8) % 40 {
            _ if self.plies == 0 => None,
            0 => Some(Outcome::Win(self.to_move().opponent())),
            1 => Some(Outcome::Win(self.to_move())),
            2 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn key_after(&self, mv: u8) -> u64 {
        self.key_of(self.sum_after(mv), self.plies + 1)
    }
}

/// Values a tree's positions by their hashes, in steps, so that equal values are common. No value is told that lies outside the window.
#[derive(Clone, Default)]
pub(crate) struct HashJudge;

model_of_itself!(HashJudge, Tree);

impl Evaluation<Tree> for HashJudge {
    fn evaluate(&mut self, pos: &Tree, (alpha, beta): (Score, Score)) -> StaticValue {
        let value = Score::fixed(((pos.key() >> 16) % 64) as i32 * 10 - 315);
        if value > alpha && value < beta {
            StaticValue::exact(value)
        } else {
            StaticValue::lazy(value.clamp(alpha, beta))
        }
    }
}

impl MoveOrdering<Tree> for HashJudge {
    fn prior(&self, pos: &Tree, mv: u8) -> i32 {
        (mix(pos.key() ^ u64::from(mv)) % 100) as i32
    }
}

impl ThreatSearch<Tree> for HashJudge {}

/// Plain negamax to the full width: the value that every driver must find when nothing is cut short.
pub(crate) fn negamax<G: Game, J: Judge<G>>(pos: &mut G, judge: &mut J, depth: i32, ply: usize) -> Score {
    if let Some(outcome) = pos.outcome() {
        return match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(player) if player == pos.to_move() => Score::win_in(ply),
            Outcome::Win(_) => Score::loss_in(ply),
        };
    }
    if ply > 0
        && let Some(score) = judge.immediate_result(pos)
    {
        return score.from_node(ply);
    }
    if depth <= 0 {
        let proof = judge.prove(pos, &Control::unlimited()).expect("an unlimited search is not stopped");
        return proof.map_or_else(|| judge.evaluate_exactly(pos), |score| score.from_node(ply));
    }
    root_scores(pos, judge, depth, ply).into_iter().map(|(_, score)| score).max().expect("a position that is not over")
}

/// The value of each candidate.
pub(crate) fn root_scores<G: Game, J: Judge<G>>(
    pos: &mut G,
    judge: &mut J,
    depth: i32,
    ply: usize,
) -> Vec<(G::Move, Score)> {
    let mut moves = MoveStack::new();
    judge.candidates(pos, &mut moves);
    let mut scores = Vec::new();
    for mv in moves.moves(0) {
        let undo = pos.make(mv);
        scores.push((mv, -negamax(pos, judge, depth - 1, ply + 1)));
        pos.unmake(mv, undo);
    }
    scores
}
