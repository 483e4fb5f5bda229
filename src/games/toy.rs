//! A stand-in.
use crate::engine::options::{Kind, Options, Row};
use crate::engine::{Engine, MoveStyle, Notation, Rejected, TwoPlayer};
use crate::games::gomoku::notation::{self, Origin, Point, RuleCode, Setup};
use crate::search::{Evaluator, Game, MoveStack, Outcome, Player, Position, Score};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toy { size: usize, cells: Vec<u8>, moves: Vec<u16>, key: u64, base: usize, won: bool }
impl Toy {
    pub fn new(size: usize) -> Toy { Toy { size, cells: vec![0; size * size], moves: vec![], key: 1, base: 0, won: false } }
    fn at(&self, x: i32, y: i32) -> u8 {
        let n = self.size as i32;
        if x < 0 || y < 0 || x >= n || y >= n { 9 } else { self.cells[(y * n + x) as usize] }
    }
    fn five(&self, cell: u16) -> bool {
        let (x, y) = (i32::from(cell) % self.size as i32, i32::from(cell) / self.size as i32);
        let c = self.at(x, y);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let run = |s: i32| (1..5).take_while(|&i| self.at(x + s * i * dx, y + s * i * dy) == c).count();
            run(1) + run(-1) >= 4
        })
    }
}
fn hash(cell: u16, who: u64) -> u64 { (u64::from(cell) * 2 + who + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(0xBF58_476D_1CE4_E5B9) }
impl Position for Toy {
    type Move = u16;
    type Undo = ();
    const HISTORY_SIZE: usize = 500;
    fn key(&self) -> u64 { self.key }
    fn generate(&self, out: &mut MoveStack<u16>) {
        if self.outcome().is_none() {
            (0..self.cells.len()).filter(|&c| self.cells[c] == 0).for_each(|c| out.push(c as u16));
        }
    }
    fn make(&mut self, mv: u16) {
        let who = self.to_move().index();
        self.cells[mv as usize] = who as u8 + 1;
        self.moves.push(mv);
        self.key ^= hash(mv, who as u64);
        self.won = self.five(mv);
    }
    fn unmake(&mut self, mv: u16, (): ()) {
        self.moves.pop();
        self.cells[mv as usize] = 0;
        self.key ^= hash(mv, self.to_move().index() as u64);
        self.won = false;
    }
    fn pack(mv: u16) -> u16 { mv + 1 }
    fn unpack(&self, bits: u16) -> Option<u16> {
        let cell = bits.checked_sub(1)?;
        (self.outcome().is_none() && self.cells.get(cell as usize) == Some(&0)).then_some(cell)
    }
    fn history_index(mv: u16) -> usize { mv as usize }
}
impl Game for Toy {
    fn to_move(&self) -> Player { Player::ALL[(self.moves.len() + self.base) % 2] }
    fn outcome(&self) -> Option<Outcome> {
        if self.won { Some(Outcome::Win(self.to_move().opponent())) }
        else if self.cells.iter().all(|&c| c != 0) { Some(Outcome::Draw) } else { None }
    }
    fn plies(&self) -> usize { self.moves.len() }
}
#[derive(Clone)]
pub struct Judge;
impl Evaluator<Toy> for Judge {
    fn evaluate(&mut self, pos: &Toy) -> Score { Score::fixed((pos.key % 21) as i32 - 10) }
    fn prior(&self, pos: &Toy, mv: u16) -> i32 {
        let n = pos.size as i32; let (x, y) = (i32::from(mv) % n, i32::from(mv) / n);
        100 - (x - n / 2).abs() - (y - n / 2).abs()
    }
}
#[derive(Clone)]
pub struct Words { size: usize }
impl Notation<Toy> for Words {
    fn start(&self) -> Toy { Toy::new(self.size) }
    fn parse_move(&self, pos: &Toy, text: &str) -> Result<u16, Rejected> {
        let point = if text.contains(',') { notation::parse_xy(text, self.size) } else { notation::parse_point(text, self.size, Origin::Bottom) };
        let p = point.map_err(|e| Rejected::bad_move(text, e.to_string()))?;
        let mv = u16::from(p.y) * self.size as u16 + u16::from(p.x);
        if pos.cells[mv as usize] != 0 { return Err(Rejected::bad_move(text, "occupied")); }
        Ok(mv)
    }
    fn format_move(&self, _: &Toy, mv: u16, style: MoveStyle) -> String {
        let p = Point::new((mv as usize % self.size) as u8, (mv as usize / self.size) as u8);
        match style { MoveStyle::Pair => p.to_string(), MoveStyle::Top => notation::point_text(p, self.size, Origin::Top), _ => notation::point_text(p, self.size, Origin::Bottom) }
    }
    fn parse_position(&self, text: &str) -> Result<Toy, Rejected> {
        let s = notation::parse_position(text).map_err(|e| Rejected::BadPosition(e.to_string()))?;
        let mut t = Toy::new(s.size);
        for (p, o) in &s.stones { t.cells[p.y as usize * s.size + p.x as usize] = o.map_or(3, |o| o.index() as u8 + 1); }
        t.base = s.to_move.index();
        Ok(t)
    }
    fn format_position(&self, pos: &Toy) -> String { notation::position_text(&self.setup(pos)) }
    fn draw(&self, pos: &Toy) -> String { notation::draw(&self.setup(pos), &[]) }
}
impl Words {
    fn setup(&self, pos: &Toy) -> Setup {
        let n = self.size;
        let stones = (0..n * n).filter(|&c| pos.cells[c] != 0).map(|c| (Point::new((c % n) as u8, (c / n) as u8), match pos.cells[c] { 1 => Some(Player::First), 2 => Some(Player::Second), _ => None })).collect();
        Setup { size: n, rule: RuleCode::Freestyle, stones, to_move: pos.to_move() }
    }
}
pub static ENTRY: super::Entry = super::Entry {
    name: "gomoku",
    options: &[
        Row { name: "Rule", kind: Kind::Choice { default: "freestyle", words: &[("freestyle", 0), ("standard", 1), ("renju", 4), ("caro", 8), ("caro-five", 9)] }, doc: "rule" },
        Row { name: "BoardSize", kind: Kind::Spin { default: 15, min: 5, max: 22 }, doc: "size" },
    ],
    open, read, bench: &[],
};
fn open(options: &Options) -> Result<Box<dyn Engine>, Rejected> { Ok(Box::new(TwoPlayer::new(Words { size: options.count("BoardSize") }, Judge))) }
fn read(text: &str, options: &mut Options) -> Result<(), Rejected> {
    let s = notation::parse_position(text).map_err(|e| Rejected::BadPosition(e.to_string()))?;
    options.set("Rule", &s.rule.code().to_string())?;
    options.set("BoardSize", &s.size.to_string())
}
