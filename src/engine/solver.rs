//! A puzzle of one player as an [`Engine`]: text comes in and goes out, in between a method solves it.

use super::played::PlayedMoves;
use super::two_player::write_moves;
use super::view::{self, BoardView, Piece, Step, View};
use super::{
    Change, Engine, Leaves, MoveStyle, NamedMove, Notation, PackedMove, Purpose, Rejected, Report, ReportLine,
    Standing, Task,
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
    played: PlayedMoves<P>,
}

impl<P: Puzzle, S: Method<P>, N: Notation<P>> Solver<P, S, N> {
    /// The puzzle that a new game begins with.
    pub fn new(notation: N, method: S) -> Self {
        let played = PlayedMoves::new(notation.start());
        Solver { notation, method, played }
    }

    fn set(&mut self, start: P, texts: &[String]) -> Result<(), Rejected> {
        let mut played = PlayedMoves::new(start);
        for (at, text) in texts.iter().enumerate() {
            played.play(self.notation.parse_move(&played.pos, text).map_err(|why| why.of_move(at + 1))?);
        }
        self.played = played;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Rejected> {
        self.played.play(self.notation.parse_move(&self.played.pos, text)?);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.played.pos.solved().then_some(Outcome::Win(Player::First))
    }

    /// The whole solution as the line of a report. Distances count plies of two players: the one player's moves and a pass after
    /// each but the last.
    fn report(&self, solution: &[P::Move], effort: &Effort, ctl: &Control, task: &Task) -> Report {
        let named = |style| solution.iter().map(move |&mv| self.notation.format_move(&self.played.pos, mv, style));
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
            Change::PlayPacked(mv) => self.played.play_packed(*mv),
            Change::TakeBack(text) => self.played.take_back(&self.notation, text),
        }
    }

    fn think(
        &mut self,
        task: &Task,
        table: &Table,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<Vec<PackedMove>, Rejected> {
        if task.purpose != Purpose::Best {
            return Err(Rejected::Unsupported("task: a puzzle has one player".to_owned()));
        }
        if self.played.pos.solved() {
            return Err(Rejected::GameOver);
        }
        let (finding, effort) = self.method.solve(&self.played.pos, table, ctl);
        match finding {
            Finding::Solved(solution) => {
                report(self.report(&solution, &effort, ctl, task));
                let first = solution.first().ok_or(Rejected::GameOver)?;
                Ok(vec![PackedMove(P::pack(*first))])
            }
            Finding::Unsolvable => Err(Rejected::Unsolvable),
            Finding::Unknown => {
                let some = self.packed_moves().into_iter().next();
                Ok(vec![some.ok_or(Rejected::Unsolvable)?])
            }
        }
    }

    fn packed_moves(&self) -> Vec<PackedMove> {
        let mut moves = MoveStack::new();
        self.played.pos.generate(&mut moves);
        moves.moves(0).map(|mv| PackedMove(P::pack(mv))).collect()
    }

    fn write_moves(&self, moves: &[PackedMove], style: MoveStyle) -> Vec<String> {
        write_moves(&self.notation, &self.played.pos, moves, style)
    }

    fn reformat(&self, text: &str, style: MoveStyle) -> Result<String, Rejected> {
        let mv = self.notation.parse_move(&self.played.pos, text)?;
        Ok(self.notation.format_move(&self.played.pos, mv, style))
    }

    fn standing(&self) -> Standing {
        Standing { to_move: Player::First, outcome: self.outcome() }
    }

    fn position(&self) -> String {
        self.notation.format_position(&self.played.pos)
    }

    fn draw(&self) -> String {
        self.notation.draw(&self.played.pos)
    }

    fn forbidden(&self, _style: MoveStyle) -> Vec<String> {
        Vec::new()
    }

    fn view(&self) -> View {
        let (last, before) = self.played.last_move();
        view::show(&self.notation, &self.played.pos, last.map(|mv| (&before, mv)), self.outcome())
    }

    fn steps(&self, moves: &[String]) -> Vec<Step> {
        view::steps(&self.notation, &self.played.pos, moves)
    }

    fn arrange(&self, pieces: &[Piece], to_move: Player) -> Result<String, Rejected> {
        view::arrange(&self.notation, &self.played.pos, pieces, to_move)
    }

    fn perft(&self, depth: u32) -> Leaves {
        perft(&mut self.played.pos.clone(), depth)
    }

    fn new_game(&mut self) {}
}
