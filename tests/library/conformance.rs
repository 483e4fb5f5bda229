//! What every game owes the search, checked on seeded random walks: unmaking restores equality, the incremental state equals
//! one computed from scratch, no move stands twice, numbers and texts of moves mean those moves.

use std::collections::HashSet;
use std::fmt::Debug;

use fukumi::games::abalone::notation as abalone_text;
use fukumi::games::abalone::{Abalone, DrawRules, Move};
use fukumi::games::capture::{Capture, Move as CaptureMove, notation as capture};
use fukumi::games::gomoku::notation::{Origin, parse_moves, parse_point, parse_position, point_text, position_text};
use fukumi::games::gomoku::{Caro, CaroFive, Cell, Freestyle, Gomoku, MAX_SIZE, MIN_SIZE, Renju, Rule, Standard};
use fukumi::search::{Game, MoveStack, Player, Position, Puzzle};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// What the checks need of a game beyond what the search does. A new game joins by implementing this and one test below.
trait Subject: Position + PartialEq + Debug {
    /// Is there nothing left to do?
    fn is_over(&self) -> bool;
    /// The same position with everything incremental computed anew.
    fn recomputed_all(&self) -> Self;
    /// The same position by way of its text.
    fn by_text(&self) -> Self;
    /// The move by way of its text.
    fn move_by_text(&self, mv: Self::Move) -> Self::Move;
    /// What else holds between a position and one a move later.
    fn check_child(&self, _child: &Self) {}
    /// The key after a move, where the search asks for it.
    fn foretold_key(&self, _mv: Self::Move) -> Option<u64> {
        None
    }
    /// A move that makes walks as eventful as games are.
    fn likely(&self, moves: &[Self::Move], random: &mut Pcg64) -> Self::Move {
        let _ = self;
        *moves.choose(random).unwrap()
    }
}

/// Games end before, walks in puzzles need not.
const LONGEST_WALK: usize = 600;

/// Walks from the position to the end of the game and back.
fn walk<G: Subject>(start: &G, random: &mut Pcg64) -> G {
    let mut position = start.clone();
    let mut path = Vec::new();
    for _ in 0..LONGEST_WALK {
        let moves = check_position(&position, random);
        if moves.is_empty() {
            break;
        }
        let mv = position.likely(&moves, random);
        let before = position.clone();
        let undo = position.make(mv);
        path.push((mv, undo, before));
    }
    let end = position.clone();
    while let Some((mv, undo, before)) = path.pop() {
        position.unmake(mv, undo);
        assert!(position == before, "unmaking {mv:?} does not restore {before:?}");
    }
    end
}

/// Moves made and taken back by each test below that wanders. `scripts/models.sh` asks for ten million.
fn steps() -> u64 {
    let asked = std::env::var("FUKUMI_STEPS").ok();
    asked.map_or(30_000, |text| text.parse().expect("FUKUMI_STEPS is a number"))
}

/// Steps between two comparisons with what is computed anew, and before another start.
const COMPARED_EVERY: u64 = 61;
const STRAYED: u64 = 5_000;

/// Makes and takes back moves at random as a search does, mostly forward, and compares with what is computed anew.
fn wander<G: Subject>(starts: &[G], random: &mut Pcg64) {
    let steps = steps() / starts.len() as u64;
    let mut stack = MoveStack::new();
    for start in starts {
        let mut position = start.clone();
        let mut path = Vec::new();
        for step in 1..=steps {
            stack.truncate(0);
            position.generate(&mut stack);
            let moves: Vec<G::Move> = stack.moves(0).collect();
            if moves.is_empty() || random.random_range(0..3) == 0 {
                let Some((mv, undo, key)) = path.pop() else { continue };
                position.unmake(mv, undo);
                assert_eq!(position.key(), key, "unmaking {mv:?}");
            } else {
                let mv = position.likely(&moves, random);
                let (key, foretold) = (position.key(), position.foretold_key(mv));
                path.push((mv, position.make(mv), key));
                assert!(foretold.is_none_or(|foretold| foretold == position.key()), "the key after {mv:?}");
            }
            if step % COMPARED_EVERY == 0 || step == steps {
                let scratch = position.recomputed_all();
                assert!(position == scratch, "after {step} steps {position:?} is not {scratch:?}");
            }
            if step % STRAYED == 0 {
                path.clear();
                position = start.clone();
            }
        }
    }
}

/// Everything that holds at one position; returns its legal moves.
fn check_position<G: Subject>(position: &G, random: &mut Pcg64) -> Vec<G::Move> {
    let scratch = position.recomputed_all();
    assert!(*position == scratch, "incremental {position:?} is not {scratch:?}");
    assert_eq!(position.key(), scratch.key());
    let mut stack = MoveStack::new();
    position.generate(&mut stack);
    let moves: Vec<G::Move> = stack.moves(0).collect();
    assert_eq!(moves.is_empty(), position.is_over(), "moves exist exactly while the game goes on");
    if !position.is_over() {
        let read = position.by_text();
        assert!(*position == read && position.key() == read.key(), "{position:?} read back is {read:?}");
        check_moves(position, &moves, random);
    }
    moves
}

fn check_moves<G: Subject>(position: &G, moves: &[G::Move], random: &mut Pcg64) {
    let numbers: HashSet<u16> = moves.iter().map(|&mv| G::pack(mv)).collect();
    assert_eq!(numbers.len(), moves.len(), "a move stands twice, or two share a number");
    assert!(!numbers.contains(&0), "0 is no move");
    for &mv in moves {
        assert_eq!(position.unpack(G::pack(mv)), Some(mv));
        assert!(G::history_index(mv) < G::HISTORY_SIZE);
    }
    for _ in 0..20 {
        let stranger = random.random::<u16>();
        assert_eq!(position.unpack(stranger).is_some(), numbers.contains(&stranger), "number {stranger}");
    }
    for _ in 0..3 {
        let mv = *moves.choose(random).unwrap();
        assert_eq!(position.move_by_text(mv), mv);
        let mut child = position.clone();
        let undo = child.make(mv);
        assert_ne!(child.key(), position.key());
        position.check_child(&child);
        child.unmake(mv, undo);
        assert!(child == *position, "making and unmaking {mv:?} changes {position:?}");
    }
}

impl<R: Rule> Subject for Gomoku<R> {
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn check_child(&self, child: &Self) {
        assert_eq!(child.plies(), self.plies() + 1);
    }

    fn foretold_key(&self, mv: Cell) -> Option<u64> {
        Some(Game::key_after(self, mv))
    }

    fn recomputed_all(&self) -> Self {
        self.recomputed()
    }

    fn by_text(&self) -> Self {
        Gomoku::from_setup(&parse_position(&position_text(&self.to_setup())).unwrap())
    }

    fn move_by_text(&self, mv: Cell) -> Cell {
        let read = [Origin::Bottom, Origin::Top].map(|origin| {
            let text = point_text(mv.into(), self.size(), origin);
            let point = parse_point(&text, self.size(), origin).unwrap();
            assert_eq!(parse_moves(&text, self.size(), origin), Ok(vec![point]));
            Cell::from(point)
        });
        assert_eq!(read[0], read[1]);
        read[0]
    }

    /// Mostly beside the last stone, so that fives and fouls come up.
    fn likely(&self, moves: &[Cell], random: &mut Pcg64) -> Cell {
        let last = self.last_move().filter(|_| random.random_range(0..6) > 0);
        let near = |mv: &&Cell| last.is_none_or(|last| last.x().abs_diff(mv.x()).max(last.y().abs_diff(mv.y())) <= 2);
        let close: Vec<Cell> = moves.iter().filter(near).copied().collect();
        *(if close.is_empty() { moves } else { &close }).choose(random).unwrap()
    }
}

fn gomoku_conforms<R: Rule>() {
    let mut random = Pcg64::seed_from_u64(R::CODE.number().into());
    let mut decided = 0;
    for size in MIN_SIZE..=MAX_SIZE {
        for _ in 0..2 {
            let end = walk(&Gomoku::<R>::new(size), &mut random);
            decided += usize::from(end.filled() < size * size);
        }
    }
    assert!(decided > 10, "only {decided} walks ended before the board was full");
}

fn gomoku_wanders<R: Rule>() {
    let mut random = Pcg64::seed_from_u64(u64::from(R::CODE.number()) + 100);
    let sizes = [MIN_SIZE, 9, 15, MAX_SIZE];
    wander(&sizes.map(Gomoku::<R>::new), &mut random);
}

#[test]
fn gomoku_keeps_its_state_through_many_moves() {
    gomoku_wanders::<Freestyle>();
    gomoku_wanders::<Standard>();
    gomoku_wanders::<Renju>();
    gomoku_wanders::<Caro>();
    gomoku_wanders::<CaroFive>();
}

#[test]
fn freestyle_conforms() {
    gomoku_conforms::<Freestyle>();
}

#[test]
fn standard_conforms() {
    gomoku_conforms::<Standard>();
}

#[test]
fn renju_conforms() {
    gomoku_conforms::<Renju>();
}

#[test]
fn caro_conforms() {
    gomoku_conforms::<Caro>();
}

#[test]
fn caro_five_conforms() {
    gomoku_conforms::<CaroFive>();
}

impl Subject for Abalone {
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn foretold_key(&self, mv: Move) -> Option<u64> {
        Some(Game::key_after(self, mv))
    }

    fn recomputed_all(&self) -> Self {
        self.recomputed()
    }

    fn by_text(&self) -> Self {
        let setup = abalone_text::parse_position(&abalone_text::position_text(self.setup())).unwrap();
        Abalone::new(setup, self.rules())
    }

    fn move_by_text(&self, mv: Move) -> Move {
        let forms = [abalone_text::MoveForm::AbaPro, abalone_text::MoveForm::FirstToLast];
        let read = forms.map(|form| abalone_text::parse_move(self, &abalone_text::move_text(mv, form)).unwrap());
        assert_eq!(read[0], read[1]);
        read[0]
    }

    /// Ejections come up, and so do repetitions.
    fn likely(&self, moves: &[Move], random: &mut Pcg64) -> Move {
        moves.iter().copied().find(|mv| mv.ejects()).unwrap_or_else(|| *moves.choose(random).unwrap())
    }
}

/// Positions with each of two sets of rules for draws.
fn abalone_starts() -> Vec<Abalone> {
    let texts = [
        "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0",
        "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0",
        "bb1ww/bw2bw/7/w2b3b/wb5wb/w3w2b/7/bw2bw/bb1ww b 1 1",
        "b4/6/7/8/9/8/7/6/4w b 5 5",
    ];
    let rules = [DrawRules::default(), DrawRules { repetition: false, ply_cap: 200 }];
    let position = |text| abalone_text::parse_position(text).unwrap();
    texts.iter().flat_map(|text| rules.map(|rules| Abalone::new(position(text), rules))).collect()
}

#[test]
fn abalone_keeps_its_state_through_many_moves() {
    wander(&abalone_starts(), &mut Pcg64::seed_from_u64(62));
}

#[test]
fn abalone_conforms() {
    let mut random = Pcg64::seed_from_u64(61);
    let mut decided = 0;
    for start in abalone_starts() {
        let end = walk(&start, &mut random);
        decided += usize::from(end.lost(Player::First) != end.lost(Player::Second));
    }
    assert!(decided > 2, "only {decided} walks ended with a side ahead");
}

impl Subject for Capture {
    fn is_over(&self) -> bool {
        self.solved() || !self.is_mobile()
    }

    fn recomputed_all(&self) -> Self {
        Capture::new(std::sync::Arc::clone(self.layout()), self.blacks_with_kinds(), self.reds())
    }

    fn by_text(&self) -> Self {
        capture::parse_position(&capture::format_position(self), true).unwrap()
    }

    fn move_by_text(&self, mv: CaptureMove) -> CaptureMove {
        capture::parse_move(&capture::format_move(mv)).unwrap()
    }
}

fn capture_starts() -> Vec<Capture> {
    let texts = [
        "1krD1EEe/1rE2P1a/2c1p3/D1K2c2 b",
        "KAERNCPK/2k5/8/ppppcccc b",
        "2R1DDp1/p1P5/3cccDn/1c5D b",
        "r2a1Da1/1D1C3C/3CDe2/1aD2a2 b",
        "KD6/D7/8/7a b",
    ];
    texts.iter().map(|text| capture::parse_position(text, true).unwrap()).collect()
}

#[test]
fn capture_puzzles_keep_their_state_through_many_moves() {
    wander(&capture_starts(), &mut Pcg64::seed_from_u64(5));
}

#[test]
fn capture_puzzles_conform() {
    let mut random = Pcg64::seed_from_u64(4);
    capture_starts().iter().for_each(|start| drop(walk(start, &mut random)));
}
