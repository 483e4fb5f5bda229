//! A two-player game as an [`Engine`]: text comes in and goes out, in between the shared search does the work.

use std::borrow::Cow;
use std::sync::Arc;

use super::opening::study::Study;
use super::played::PlayedMoves;
use super::recall::{self, Recall};
use super::view::{self, BoardView, Piece, Step, StoneRow, View};
use super::{
    Change, Engine, Finding, Leaves, MoveStyle, NamedMove, Notation, Owner, PackedMove, PositionDatabase, Purpose,
    Rejected, Report, ReportLine, Standing, Task, Threat, TrainingGame, Verdict, opening, proof,
};
use crate::search::perft::{perft, perft_by_playing};
use crate::search::{
    Control, Game, Means, Model, MoveStack, Player, Position, Progress, Score, SearchRequest, Searcher, Table,
    ThreatSearch,
};

/// How many defences are shown when all of them are asked for: a list that a person can still read.
const DEFENCES: usize = 16;

/// A game `G`, searched with the model `M`, whose text is read and written by `N`.
pub struct TwoPlayer<G: Game, M: Model<G>, N: Notation<G>> {
    pub(super) notation: N,
    pub(super) model: M,
    pub(super) searcher: Searcher<G, M>,
    pub(super) played: PlayedMoves<G>,
    /// Is there a database to keep findings in?
    keeps_findings: bool,
    findings: Vec<(String, Finding)>,
}

impl<G: Game, M: Model<G>, N: Notation<G>> TwoPlayer<G, M, N> {
    /// The game at its start position.
    pub fn new(notation: N, model: M) -> Self {
        let played = PlayedMoves::new(notation.start());
        let searcher = Searcher::new(model.clone());
        TwoPlayer { notation, model, searcher, played, keeps_findings: false, findings: Vec::new() }
    }

    fn set(&mut self, start: G, moves: Vec<G::Move>) {
        self.played = PlayedMoves::new(start);
        moves.into_iter().for_each(|mv| self.played.play(mv));
    }

    fn position_of(&self, position: Option<&str>, moves: &[String]) -> Result<(G, Vec<G::Move>), Rejected> {
        let start = match position {
            Some(text) => self.notation.parse_position(text)?,
            None => self.notation.start(),
        };
        let moves = self.play_from(&start, moves.iter().map(String::as_str))?;
        Ok((start, moves))
    }

    fn play_from<'a>(&self, start: &G, texts: impl Iterator<Item = &'a str>) -> Result<Vec<G::Move>, Rejected> {
        let mut pos = start.clone();
        let mut moves = Vec::new();
        for text in texts {
            let mv = self.parse_playable(&pos, text).map_err(|why| why.of_move(moves.len() + 1))?;
            pos.make(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// The move by which a line that is left out goes on from here: its last one, when the others have been played, in whatever order.
    fn left_out(&self, line: &[String]) -> Option<G::Move> {
        let (last, before) = line.split_last()?;
        let mut pos = self.notation.start();
        self.play_from(&pos, before.iter().map(String::as_str)).ok()?.into_iter().for_each(|mv| {
            pos.make(mv);
        });
        if pos.key() == self.played.pos.key() { self.notation.parse_move(&pos, last).ok() } else { None }
    }

    fn parse_playable(&self, pos: &G, text: &str) -> Result<G::Move, Rejected> {
        let mv = self.notation.parse_move(pos, text);
        if pos.outcome().is_some() { Err(Rejected::bad_move(text, "the game is over")) } else { mv }
    }

    /// Stones laid in turns are moves, which can be taken back; others are a position of their own.
    fn position_from_stones(
        &self,
        stones: &[(String, Owner)],
        engine_moves: bool,
    ) -> Result<(G, Vec<G::Move>), Rejected> {
        let (owned, to_move) = in_turns(stones).filter(|_| !engine_moves).unwrap_or_else(|| owners(stones));
        let players = Player::ALL.into_iter().cycle();
        let laid_in_turns = owned.iter().zip(players).all(|((_, owner), player)| *owner == Some(player))
            && to_move == Player::ALL[owned.len() % 2];
        if laid_in_turns {
            let start = self.notation.start();
            match self.play_from(&start, owned.iter().map(|(text, _)| text.as_str())) {
                Ok(moves) => return Ok((start, moves)),
                // Laid in any order, a line may have been finished before the last stone.
                Err(Rejected::BadMove { why, .. }) if why == "the game is over" => {}
                Err(other) => return Err(other),
            }
        }
        Ok((self.notation.set_up(&owned, to_move)?, Vec::new()))
    }

    fn study_of<'a>(&'a mut self, task: &'a Task, table: &'a Table, ctl: &'a Control) -> Study<'a, G, M, N> {
        Study::new(&mut self.searcher, &self.model, &self.notation, &self.played.pos, (table, ctl, task))
    }

    fn request(&self, task: &Task) -> Result<SearchRequest<G::Move>, Rejected> {
        let read = |texts: &[String]| -> Result<Vec<G::Move>, Rejected> {
            texts.iter().map(|text| self.notation.parse_move(&self.played.pos, text)).collect()
        };
        // A blocked point may be occupied by now: then there is nothing to exclude.
        let moves = task.exclude.iter().filter_map(|text| self.notation.parse_move(&self.played.pos, text).ok());
        let exclude = moves.chain(task.exclude_lines.iter().filter_map(|line| self.left_out(line))).collect();
        let only = if task.only.is_empty() { None } else { Some(read(&task.only)?) };
        Ok(SearchRequest { algorithm: task.algorithm, threads: task.threads, multi_pv: task.multi_pv, only, exclude })
    }

    fn best(
        &mut self,
        task: &Task,
        table: &Table,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<Vec<G::Move>, Rejected> {
        let mut request = self.request(task)?;
        if task.purpose == Purpose::Defend {
            request.multi_pv = DEFENCES;
        }
        let (notation, pos) = (&self.notation, &self.played.pos);
        let shown = request.multi_pv.max(1);
        let mut tell = |progress: &Progress<'_, G::Move>| {
            let lines = &progress.lines[..progress.lines.len().min(shown)];
            report(named(notation, pos, &Progress { lines, ..*progress }, task.wire, task.text));
        };
        if let Some(level) = task.level {
            request.multi_pv = shown.max(level.lines());
        }
        let mut found = self.searcher.search(pos, table, &request, ctl, &mut tell);
        if found.is_none() {
            // Every move is blocked: a blocked move is better than none.
            let open = SearchRequest { only: None, exclude: Vec::new(), ..request };
            found = self.searcher.search(pos, table, &open, ctl, &mut tell);
        }
        let found = found.ok_or(Rejected::GameOver)?;
        if self.keeps_findings {
            self.findings = recall::findings(notation, pos, &found.lines, !found.partial);
        }
        if task.conclude {
            let last = Progress {
                depth: found.depth,
                seldepth: found.seldepth,
                nodes: found.nodes,
                proof_nodes: found.proof_nodes,
                elapsed: ctl.elapsed(),
                hashfull: table.hashfull(),
                lines: &found.lines,
            };
            tell(&last);
        }
        let chosen = task.level.and_then(|level| level.choose(&found.lines, pos.key()));
        let best = chosen.unwrap_or_else(|| found.best());
        Ok(vec![best])
    }
}

impl<G: Game, M: Model<G>, N: BoardView<G>> TwoPlayer<G, M, N> {
    /// The win that the side to move has in a position, if the proof search finds one.
    fn threat(&mut self, mut pos: G, nodes: u64, ctl: &Control) -> Option<Threat> {
        let line = self.model.threat_search().prove_line(&mut pos, nodes, ctl).ok().flatten()?;
        let mut at = pos.clone();
        let play = |mv: G::Move| {
            let step = self.notation.step(&at, mv);
            at.make(mv);
            step
        };
        Some(Threat { player: pos.to_move(), line: line.into_iter().map(play).collect() })
    }
}

/// A line of moves as text; it ends where a move cannot be played.
pub(super) fn write_moves<G: Position, N: Notation<G>>(
    notation: &N,
    pos: &G,
    moves: &[PackedMove],
    style: MoveStyle,
) -> Vec<String> {
    // A board is large, and most lines that are written are single moves.
    let mut at = Cow::Borrowed(pos);
    let playable = moves.iter().enumerate().map_while(|(nth, mv)| {
        let mv = at.unpack(mv.0)?;
        let text = notation.format_move(&at, mv, style);
        if nth + 1 < moves.len() {
            at.to_mut().make(mv);
        }
        Some(text)
    });
    playable.collect()
}

/// Stones with their owners, and the player to move.
type Owned = (Vec<(String, Option<Player>)>, Player);

/// Who owns each stone when they were laid in turns, Black's first; `None` when they were not.
fn in_turns(stones: &[(String, Owner)]) -> Option<Owned> {
    let alternate = stones.windows(2).all(|pair| pair[0].1 != pair[1].1);
    if !alternate || stones.iter().any(|(_, of)| *of == Owner::Dead) {
        return None;
    }
    let players = Player::ALL.into_iter().cycle();
    let owned = stones.iter().zip(players).map(|((at, _), player)| (at.clone(), Some(player))).collect();
    Some((owned, Player::ALL[stones.len() % 2]))
}

/// Who owns each stone, and who is to move: the engine. Counts are trusted first, then the order.
fn owners(stones: &[(String, Owner)]) -> Owned {
    let count = |owner| stones.iter().filter(|(_, of)| *of == owner).count();
    let (own, other) = (count(Owner::Engine), count(Owner::Opponent));
    let first_is_own = stones.iter().map(|(_, of)| of).find(|of| **of != Owner::Dead) == Some(&Owner::Engine);
    let engine = if own == other || (other != own + 1 && first_is_own) { Player::First } else { Player::Second };
    let owner = |of| match of {
        Owner::Engine => Some(engine),
        Owner::Opponent => Some(engine.opponent()),
        Owner::Dead => None,
    };
    (stones.iter().map(|(at, of)| (at.clone(), owner(*of))).collect(), engine)
}

fn named<G: Game, N: Notation<G>>(
    notation: &N,
    pos: &G,
    progress: &Progress<'_, G::Move>,
    wire: MoveStyle,
    text: MoveStyle,
) -> Report {
    let lines = progress.lines.iter().map(|line| {
        let mut at = pos.clone();
        let mut pv = Vec::with_capacity(line.pv.len());
        for &mv in &line.pv {
            pv.push(NamedMove { wire: notation.format_move(&at, mv, wire), text: notation.format_move(&at, mv, text) });
            at.make(mv);
        }
        ReportLine { rank: line.rank, score: line.score, depth: line.depth, seldepth: line.seldepth, pv }
    });
    Report {
        depth: progress.depth,
        seldepth: progress.seldepth,
        nodes: progress.nodes,
        proof_nodes: progress.proof_nodes,
        elapsed: progress.elapsed,
        hashfull: progress.hashfull,
        best: progress.lines.first().and_then(|line| line.pv.first()).map(|&mv| PackedMove(G::pack(mv))),
        lines: lines.collect(),
    }
}

impl<G: Game + 'static, M: Model<G> + 'static, N: BoardView<G> + 'static> Engine for TwoPlayer<G, M, N> {
    fn apply(&mut self, change: &Change) -> Result<(), Rejected> {
        match change {
            Change::Clear => self.set(self.notation.start(), Vec::new()),
            Change::Set { position, moves } => {
                let (start, moves) = self.position_of(position.as_deref(), moves)?;
                self.set(start, moves);
            }
            Change::Stones { stones, engine_moves } => {
                let (start, moves) = self.position_from_stones(stones, *engine_moves)?;
                self.set(start, moves);
            }
            Change::Play(text) => {
                let mv = self.parse_playable(&self.played.pos, text)?;
                self.played.play(mv);
            }
            Change::PlayPacked(mv) => self.played.play_packed(*mv)?,
            Change::TakeBack(text) => self.played.take_back(&self.notation, text)?,
        }
        Ok(())
    }

    fn think(
        &mut self,
        task: &Task,
        table: &Table,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<Vec<PackedMove>, Rejected> {
        if self.played.pos.outcome().is_some() {
            return Err(Rejected::GameOver);
        }
        let found = match task.purpose {
            Purpose::Best | Purpose::Defend => self.best(task, table, ctl, report)?,
            Purpose::Balance { moves, value } => self.study_of(task, table, ctl).balance(moves, Score::fixed(value))?,
        };
        Ok(found.into_iter().map(|mv| PackedMove(G::pack(mv))).collect())
    }

    fn study<'a>(
        &'a mut self,
        task: &'a Task,
        table: &'a Table,
        ctl: &'a Control,
    ) -> Option<Box<dyn opening::Compare + 'a>> {
        Some(Box::new(self.study_of(task, table, ctl)))
    }

    fn packed_moves(&self) -> Vec<PackedMove> {
        let mut moves = MoveStack::new();
        if self.played.pos.outcome().is_none() {
            self.played.pos.generate(&mut moves);
        }
        moves.moves(0).map(|mv| PackedMove(G::pack(mv))).collect()
    }

    fn write_moves(&self, moves: &[PackedMove], style: MoveStyle) -> Vec<String> {
        write_moves(&self.notation, &self.played.pos, moves, style)
    }

    fn reformat(&self, text: &str, style: MoveStyle) -> Result<String, Rejected> {
        let mv = self.parse_playable(&self.played.pos, text)?;
        Ok(self.notation.format_move(&self.played.pos, mv, style))
    }

    fn check_line(&self, line: &[String]) -> Result<(), Rejected> {
        let before = line.split_last().map_or(&[][..], |(_, before)| before);
        self.play_from(&self.notation.start(), before.iter().map(String::as_str)).map(drop)
    }

    fn standing(&self) -> Standing {
        Standing { to_move: self.played.pos.to_move(), outcome: self.played.pos.outcome() }
    }

    fn position(&self) -> String {
        self.notation.format_position(&self.played.pos)
    }

    fn draw(&self) -> String {
        self.notation.draw(&self.played.pos)
    }

    fn line(&self, style: MoveStyle) -> Vec<String> {
        self.played.write(&self.notation, style)
    }

    fn forbidden(&self, style: MoveStyle) -> Vec<String> {
        let points = self.notation.forbidden(&self.played.pos);
        points.into_iter().map(|mv| self.notation.format_move(&self.played.pos, mv, style)).collect()
    }

    fn view(&self) -> View {
        let (last, before) = self.played.last_move();
        view::show(&self.notation, &self.played.pos, last.map(|mv| (&before, mv)), self.played.pos.outcome())
    }

    fn steps(&self, moves: &[String]) -> Vec<Step> {
        view::steps(&self.notation, &self.played.pos, moves)
    }

    fn arrange(&self, pieces: &[Piece], to_move: Player) -> Result<String, Rejected> {
        view::arrange(&self.notation, &self.played.pos, pieces, to_move)
    }

    fn rows(&self) -> Vec<StoneRow> {
        if self.played.pos.outcome().is_some() { Vec::new() } else { self.notation.rows(&self.played.pos) }
    }

    fn threats(&mut self, nodes: u64, ctl: &Control) -> Vec<Threat> {
        if self.played.pos.outcome().is_some() {
            return Vec::new();
        }
        let sides = [Some(self.played.pos.clone()), self.notation.passed(&self.played.pos)];
        sides.into_iter().flatten().filter_map(|pos| self.threat(pos, nodes, ctl)).collect()
    }

    fn perft(&self, depth: u32) -> Leaves {
        perft(&mut self.played.pos.clone(), depth)
    }

    fn perft_by_playing(&self, depth: u32) -> Leaves {
        perft_by_playing(&mut self.played.pos.clone(), depth)
    }

    fn new_game(&mut self) {
        self.searcher.clear();
    }

    fn use_database(&mut self, database: Option<Arc<dyn PositionDatabase>>) {
        self.keeps_findings = database.is_some();
        self.searcher.set_database(database.map(|database| {
            let recall: Arc<dyn crate::search::Database<G>> =
                Arc::new(Recall::<G, M, N>::new(database, &self.model, &self.notation));
            recall
        }));
    }

    fn take_findings(&mut self) -> Vec<(String, Finding)> {
        std::mem::take(&mut self.findings)
    }

    fn prove(&mut self, means: Means, nodes: u64, style: MoveStyle, ctl: &Control) -> Result<Verdict, Rejected> {
        proof::prove((&self.notation, &mut self.model.threat_search()), &self.played.pos, (means, nodes), style, ctl)
    }

    fn training_game(&mut self) -> Option<&mut dyn TrainingGame> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(owners: &[Owner]) -> Vec<(String, Owner)> {
        owners.iter().map(|&owner| (String::new(), owner)).collect()
    }

    #[test]
    fn the_engine_is_to_move_and_counts_tell_its_colour() {
        use Owner::{Dead, Engine, Opponent};
        for (flags, engine) in [
            (&[][..], Player::First),
            (&[Opponent], Player::Second),
            (&[Engine, Opponent], Player::First),
            (&[Opponent, Engine, Opponent], Player::Second),
            (&[Opponent, Engine], Player::First),
            (&[Engine, Engine], Player::First),
            (&[Opponent, Opponent], Player::Second),
            (&[Dead, Opponent], Player::Second),
        ] {
            let (owned, to_move) = owners(&stones(flags));
            assert_eq!(to_move, engine, "{flags:?}");
            assert_eq!(owned.len(), flags.len());
        }
    }

    #[test]
    fn stones_in_turns_begin_with_black_whoever_that_is() {
        use Owner::{Dead, Engine, Opponent};
        for flags in [&[Opponent, Engine][..], &[Engine, Opponent]] {
            let (owned, to_move) = in_turns(&stones(flags)).unwrap();
            assert_eq!((owned[0].1, owned[1].1, to_move), (Some(Player::First), Some(Player::Second), Player::First));
        }
        assert_eq!(in_turns(&stones(&[Engine, Engine])), None);
        assert_eq!(in_turns(&stones(&[Engine, Dead])), None);
    }
}
