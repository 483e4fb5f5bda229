//! A puzzle of one player as an [`Engine`]: text comes in and goes out, in between a method solves it.

use super::two_player::write_moves;
use super::view::{self, BoardView, Piece, Step, View};
use super::{
    Change, Engine, Leaves, MoveChoice, MoveStyle, NamedMove, Notation, PackedMove, Purpose, Rejected, Report,
    ReportLine, Standing, Task,
};
use crate::search::astar::Effort;
use crate::search::perft::perft;
use crate::search::{Control, MoveStack, Outcome, Player, Puzzle, Score, Table};

/// What a method knows of a puzzle in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding<M> {
    /// These moves solve it, and no fewer do.
    Solved(Vec<M>),
    /// Nothing does.
    Unsolvable,
    /// Stopped before anything was proven.
    Unknown,
}

/// A way to solve puzzles of one kind.
pub trait Method<P: Puzzle>: Send {
    /// Solves a position that is not solved yet. The table is free to be used, and as much memory again.
    fn solve(&mut self, pos: &P, table: &Table, ctl: &Control) -> (Finding<P::Move>, Effort);
}

/// A puzzle solved by `S`, whose text is read and written by `N`.
pub struct Solver<P: Puzzle, S, N> {
    notation: N,
    method: S,
    start: P,
    moves: Vec<P::Move>,
    pos: P,
}

impl<P: Puzzle, S: Method<P>, N: Notation<P>> Solver<P, S, N> {
    /// The puzzle that a new game begins with.
    pub fn new(notation: N, method: S) -> Self {
        let start = notation.start();
        Solver { notation, method, pos: start.clone(), start, moves: Vec::new() }
    }

    fn set(&mut self, start: P, texts: &[String]) -> Result<(), Rejected> {
        let mut pos = start.clone();
        let mut moves = Vec::new();
        for text in texts {
            let mv = self.notation.parse_move(&pos, text)?;
            pos.make(mv);
            moves.push(mv);
        }
        (self.start, self.pos, self.moves) = (start, pos, moves);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Rejected> {
        let mv = self.notation.parse_move(&self.pos, text)?;
        self.pos.make(mv);
        self.moves.push(mv);
        Ok(())
    }

    fn take_back(&mut self, text: &str) -> Result<(), Rejected> {
        let (last, before) = self.last_move();
        let last = last.ok_or_else(|| Rejected::bad_move(text, "no move to take back"))?;
        if self.notation.parse_move(&before, text) != Ok(last) {
            return Err(Rejected::bad_move(text, "not the last move"));
        }
        self.pos = before;
        self.moves.pop();
        Ok(())
    }

    /// The last move, and the position before it.
    fn last_move(&self) -> (Option<P::Move>, P) {
        let mut before = self.start.clone();
        let Some((&last, earlier)) = self.moves.split_last() else { return (None, before) };
        for &mv in earlier {
            before.make(mv);
        }
        (Some(last), before)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.pos.solved().then_some(Outcome::Win(Player::First))
    }

    /// The whole solution as the line of a report. Distances count plies of two players: the one player's moves and a pass after
    /// each but the last.
    fn report(&self, solution: &[P::Move], effort: &Effort, ctl: &Control, task: &Task) -> Report {
        let named = |style| solution.iter().map(move |&mv| self.notation.format_move(&self.pos, mv, style));
        let pv = named(task.wire).zip(named(task.text)).map(|(wire, text)| NamedMove { wire, text }).collect();
        let length = solution.len() as u32;
        let score = Score::win_in((2 * solution.len()).saturating_sub(1).min(crate::search::MAX_MATE_PLY));
        Report {
            depth: length,
            seldepth: length,
            nodes: effort.expanded,
            proof_nodes: 0,
            elapsed: ctl.elapsed(),
            hashfull: 0,
            best: solution.first().map(|&mv| PackedMove(P::pack(mv))),
            lines: vec![ReportLine { rank: 1, score, depth: length, seldepth: length, pv }],
        }
    }
}

impl<P: Puzzle, S: Method<P>, N: BoardView<P>> Engine for Solver<P, S, N> {
    fn apply(&mut self, change: &Change) -> Result<(), Rejected> {
        match change {
            Change::Clear => self.set(self.notation.start(), &[]),
            Change::Set { position: None, moves } => self.set(self.notation.start(), moves),
            Change::Set { position: Some(text), moves } => self.set(self.notation.parse_position(text)?, moves),
            Change::Stones { .. } => Err(Rejected::Unsupported("set-up of a position by stones".to_owned())),
            Change::Play(text) => self.play(text),
            Change::PlayPacked(PackedMove(number)) => {
                let mv = self.pos.unpack(*number);
                let mv = mv.ok_or_else(|| Rejected::bad_move(format!("number {number}"), "no legal move has it"))?;
                self.pos.make(mv);
                self.moves.push(mv);
                Ok(())
            }
            Change::TakeBack(text) => self.take_back(text),
        }
    }

    fn think(
        &mut self,
        task: &Task,
        table: &Table,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<MoveChoice, Rejected> {
        if task.purpose != Purpose::Best {
            return Err(Rejected::Unsupported("task: a puzzle has one player".to_owned()));
        }
        if self.pos.solved() {
            return Err(Rejected::GameOver);
        }
        let (finding, effort) = self.method.solve(&self.pos, table, ctl);
        match finding {
            Finding::Solved(solution) => {
                report(self.report(&solution, &effort, ctl, task));
                let first = solution.first().ok_or(Rejected::GameOver)?;
                Ok(MoveChoice::Moves(vec![PackedMove(P::pack(*first))]))
            }
            Finding::Unsolvable => Err(Rejected::Unsolvable),
            Finding::Unknown => {
                let some = self.packed_moves().into_iter().next();
                Ok(MoveChoice::Moves(vec![some.ok_or(Rejected::Unsolvable)?]))
            }
        }
    }

    fn packed_moves(&self) -> Vec<PackedMove> {
        let mut moves = MoveStack::new();
        self.pos.generate(&mut moves);
        moves.moves(0).map(|mv| PackedMove(P::pack(mv))).collect()
    }

    fn write_moves(&self, moves: &[PackedMove], style: MoveStyle) -> Vec<String> {
        write_moves(&self.notation, &self.pos, moves, style)
    }

    fn reformat(&self, text: &str, style: MoveStyle) -> Result<String, Rejected> {
        let mv = self.notation.parse_move(&self.pos, text)?;
        Ok(self.notation.format_move(&self.pos, mv, style))
    }

    fn standing(&self) -> Standing {
        Standing { to_move: Player::First, outcome: self.outcome() }
    }

    fn position(&self) -> String {
        self.notation.format_position(&self.pos)
    }

    fn draw(&self) -> String {
        self.notation.draw(&self.pos)
    }

    fn forbidden(&self, _style: MoveStyle) -> Vec<String> {
        Vec::new()
    }

    fn view(&self) -> View {
        let (last, before) = self.last_move();
        view::show(&self.notation, &self.pos, last.map(|mv| (&before, mv)), self.outcome())
    }

    fn steps(&self, moves: &[String]) -> Vec<Step> {
        view::steps(&self.notation, &self.pos, moves)
    }

    fn arrange(&self, pieces: &[Piece], to_move: Player) -> Result<String, Rejected> {
        view::arrange(&self.notation, &self.pos, pieces, to_move)
    }

    fn perft(&self, depth: u32) -> Leaves {
        perft(&mut self.pos.clone(), depth)
    }

    fn new_game(&mut self) {}
}
