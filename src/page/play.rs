//! The game on one page: who plays which side, and what a command or a search result does to it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use serde::Serialize;

use super::clock::GameClock;
use super::command::Command;
use super::edit::{self, Edit};
use super::game::{Game, GameSpec};
use super::judging::Judgement;
use super::opening::{self, OpeningPlay, Said};
use super::search_update::{Allowance, Answer, SearchGoal, SearchUpdate};
use crate::engine::eval_file::EvalFile;
use crate::engine::strength::{FULL, Level};
use crate::engine::{Piece, Rejected};
use crate::files::NodeId;
use crate::lab::study::Study;
use crate::search::{Outcome, Player};

/// The limits of a page's settings: milliseconds for a move, and lines.
const LONGEST_MOVE: u64 = 60_000;
const MOST_LINES: usize = 10;

/// The limits of nodes for a move.
const LEAST_NODES: u64 = 10;
const MOST_NODES: u64 = 1_000_000_000;

/// The soft limit in percent of the time for a move; the search scales it by how stable the best move is.
const SOFT_PERCENT: u32 = 130;

/// How the engine plays and analyses for this page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlaySettings {
    /// Does the engine play Black, does it play White?
    pub(super) engine: [bool; 2],
    /// Milliseconds for a move.
    pub(super) ms: u64,
    /// Nodes for a move; `None` when the time alone is the limit.
    #[serde(rename = "nodes_limit")]
    pub(super) nodes: Option<u64>,
    /// The level of play; 100 is full strength.
    pub(super) level: u32,
    /// How many lines an analysis shows.
    pub(super) lines: usize,
    /// Is the position analysed while the engine is not to move?
    pub(super) analyse: bool,
    /// Is what an analysis finds kept in the database, where there is one?
    pub(super) keep: bool,
}

/// A game being played.
pub(super) struct Play {
    pub(super) game: Game,
    pub(super) settings: PlaySettings,
    /// The opening that the game began with.
    pub(super) opening: Option<OpeningPlay>,
    pub(super) clock: Option<GameClock>,
    pub(super) judgement: Option<Judgement>,
    /// The first player's chances in permille, in the positions that a search has judged.
    chances: HashMap<NodeId, u32>,
    /// Weights in place of the program's, in games that can use them.
    pub(super) weights: Option<OwnWeights>,
    /// The player went to another position: the engine does not move there by itself.
    browsing: bool,
}

/// A file of weights that the player has opened.
pub(super) struct OwnWeights {
    file: Arc<EvalFile>,
    /// Why the game on the board does not use it.
    refused: Option<String>,
}

/// What the page is told of it.
#[derive(Serialize)]
pub(super) struct WeightsState<'a> {
    name: &'a str,
    refused: Option<&'a str>,
}

impl OwnWeights {
    /// Has a game use the file, if it can.
    fn new(file: Arc<EvalFile>, game: &mut Game) -> OwnWeights {
        let refused = game.use_weights(Some(Arc::clone(&file))).err().map(|why| why.to_string());
        OwnWeights { file, refused }
    }

    pub(super) fn state(&self) -> WeightsState<'_> {
        WeightsState { name: self.file.name(), refused: self.refused.as_deref() }
    }
}

impl Play {
    /// A game in which the engine plays nobody yet.
    pub(super) fn new(game: Game) -> Play {
        let settings = PlaySettings {
            engine: [false; 2],
            ms: 1000,
            nodes: None,
            level: FULL,
            lines: 1,
            analyse: false,
            keep: false,
        };
        let chances = HashMap::new();
        Play { game, settings, opening: None, clock: None, judgement: None, chances, weights: None, browsing: true }
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// [`Rejected`]; nothing has changed then.
    pub(super) fn obey(&mut self, command: Command) -> Result<(), Rejected> {
        match command {
            Command::Game { spec, engine, opening, said, clock } => {
                let clock = clock.map(GameClock::new).transpose()?;
                let game = Game::new(&spec, self.game.options().games())?;
                self.begin(game, engine, opening.as_deref().map(|rule| (rule, &said[..])))?;
                self.clock = clock;
            }
            Command::Play { text } => self.play(&text)?,
            Command::Goto { ply } => self.go_to(ply)?,
            Command::Visit { node } => self.visit(node)?,
            Command::Edit { edit } => self.edit(edit)?,
            Command::Judge => self.judgement = Some(Judgement::new(&self.game)),
            Command::Flag => drop(self.fallen()),
            Command::Undo => self.undo()?,
            Command::Redo => self.go_to(self.game.ply() + 1)?,
            Command::Set { engine, ms, nodes, level, lines, analyse, keep } => {
                self.settings.keep = keep.unwrap_or(self.settings.keep);
                self.change_thinking(ms, nodes, level);
                self.change_settings(engine, lines, analyse);
            }
            Command::Go => self.go(),
            Command::Stop if self.is_judging() => self.end_judging(),
            Command::Stop => self.settings.analyse = false,
            Command::Choose { choice } => self.in_opening(|opening| opening.choose(choice))?,
            Command::Declare { number } => self.in_opening(|opening| opening.declare(number))?,
            Command::Setup { pieces, to_move } => self.set_up(&pieces, to_move)?,
        }
        Ok(())
    }

    /// Begins a game; `opening` is the rule of its opening, with what was said in it before.
    fn begin(
        &mut self,
        mut game: Game,
        engine: Option<[bool; 2]>,
        opening: Option<(&str, &[Said])>,
    ) -> Result<(), Rejected> {
        let engine = engine.unwrap_or(self.settings.engine);
        let weights = self.weights.as_ref().map(|own| OwnWeights::new(Arc::clone(&own.file), &mut game));
        let opening = match opening {
            Some((opening::BALANCED, _)) => {
                opening::lay_balanced(&mut game)?;
                None
            }
            Some((rule, said)) => {
                let opening = OpeningPlay::new(rule, &game, engine)?.resumed(said, &*game.engine()?)?;
                opening.dialog().stones().iter().try_for_each(|stone| game.play(&stone.to_string()))?;
                Some(opening)
            }
            None => None,
        };
        self.settings.engine = opening.as_ref().map_or(engine, OpeningPlay::engine_colours);
        (self.game, self.weights, self.opening, self.browsing) = (game, weights, opening, false);
        (self.clock, self.judgement, self.chances) = (None, None, HashMap::new());
        Ok(())
    }

    /// Uses these weights in this game and those that follow, as far as they can use them; with `None` those of the program.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only; nothing has changed then.
    pub(super) fn use_weights(&mut self, file: Option<Arc<EvalFile>>) -> Result<(), Rejected> {
        self.game.use_weights(None)?;
        self.weights = file.map(|file| OwnWeights::new(file, &mut self.game));
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Rejected> {
        if self.is_opening() {
            let engine = self.game.engine()?;
            return self.in_opening(|opening| opening.take(text, &*engine));
        }
        self.lay(text)
    }

    fn lay(&mut self, text: &str) -> Result<(), Rejected> {
        if self.fallen().is_some() {
            return Err(Rejected::bad_move(text, "the time is up"));
        }
        let mover = self.game.engine()?.standing().to_move;
        self.game.play(text)?;
        if let Some(clock) = &mut self.clock {
            let goes_on = self.game.engine()?.standing().outcome.is_none();
            clock.moved(mover, goes_on, Instant::now());
        }
        self.browsing = false;
        Ok(())
    }

    /// Are the colours still to be settled?
    fn is_opening(&self) -> bool {
        self.opening.as_ref().is_some_and(|opening| !opening.is_settled())
    }

    /// Does something in the opening, lays the stones that come of it, and gives the colours to the players who have them then.
    fn in_opening(&mut self, act: impl FnOnce(&mut OpeningPlay) -> Result<(), Rejected>) -> Result<(), Rejected> {
        let none = || Rejected::Unsupported("choice: there is none to be made now".to_owned());
        let mut opening = self.opening.clone().filter(|opening| !opening.is_settled()).ok_or_else(none)?;
        act(&mut opening)?;
        let stones: Vec<String> = opening.dialog().stones().iter().map(ToString::to_string).collect();
        stones.iter().skip(self.game.ply()).try_for_each(|stone| self.lay(stone))?;
        self.settings.engine = opening.engine_colours();
        (self.opening, self.browsing) = (Some(opening), false);
        Ok(())
    }

    fn go_to(&mut self, ply: usize) -> Result<(), Rejected> {
        if self.is_opening() {
            return Err(Rejected::Unsupported("move taken back during the opening".to_owned()));
        }
        self.game.go_to(ply);
        self.look_around();
        Ok(())
    }

    fn visit(&mut self, node: u32) -> Result<(), Rejected> {
        let node = edit::find(&self.game, node)?;
        if self.is_opening() {
            return Err(Rejected::Unsupported("move taken back during the opening".to_owned()));
        }
        self.game.variations.show(node);
        self.look_around();
        Ok(())
    }

    fn edit(&mut self, edit: Edit) -> Result<(), Rejected> {
        let stays = matches!(edit, Edit::Comment { .. } | Edit::Label { .. } | Edit::Tag { .. } | Edit::Keep { .. });
        if self.is_opening() && !stays {
            return Err(Rejected::Unsupported("edit during the opening".to_owned()));
        }
        edit.apply(&mut self.game)?;
        if !stays {
            self.look_around();
        }
        Ok(())
    }

    /// Another position is looked at: the engine does not move there by itself, and nobody's time runs. A game lost on time goes on
    /// without a clock.
    fn look_around(&mut self) {
        self.browsing = true;
        if let Some(clock) = &mut self.clock {
            clock.stop(Instant::now());
        }
        self.clock.take_if(|clock| clock.known_fallen().is_some());
    }

    /// The side whose time is up.
    fn fallen(&mut self) -> Option<Player> {
        self.clock.as_mut()?.fallen(Instant::now())
    }

    /// How the game ended, on the board or by the clock.
    pub(super) fn outcome(&self, on_board: Option<Outcome>) -> Option<Outcome> {
        let fallen = self.clock.as_ref().and_then(GameClock::known_fallen);
        on_board.or(fallen.map(|side| Outcome::Win(side.opponent())))
    }

    /// Takes back a move; against the engine, the player's last move and the reply to it.
    fn undo(&mut self) -> Result<(), Rejected> {
        let own_turn = |game: &Game, engine: [bool; 2]| {
            let engine_moves = game.engine().map(|found| engine[found.standing().to_move.index()]);
            !engine_moves.unwrap_or(false)
        };
        let mut ply = self.game.ply().saturating_sub(1);
        self.go_to(ply)?;
        let engine = self.settings.engine;
        while ply > 0 && engine[0] != engine[1] && !own_turn(&self.game, engine) {
            ply -= 1;
            self.go_to(ply)?;
        }
        Ok(())
    }

    fn change_settings(&mut self, engine: Option<[bool; 2]>, lines: Option<usize>, analyse: Option<bool>) {
        if let Some(engine) = engine.filter(|_| !self.is_opening()) {
            self.settings.engine = engine;
            self.browsing = false;
        }
        self.settings.lines = lines.unwrap_or(self.settings.lines).clamp(1, MOST_LINES);
        self.settings.analyse = analyse.unwrap_or(self.settings.analyse);
    }

    /// How much thought a move is given from now on.
    fn change_thinking(&mut self, ms: Option<u64>, nodes: Option<u64>, level: Option<u32>) {
        self.settings.ms = ms.unwrap_or(self.settings.ms).clamp(1, LONGEST_MOVE);
        if let Some(nodes) = nodes {
            self.settings.nodes = (nodes > 0).then(|| nodes.clamp(LEAST_NODES, MOST_NODES));
        }
        self.settings.level = level.unwrap_or(self.settings.level).min(FULL);
    }

    /// The engine takes the side to move; if it played the other side, the player takes that.
    fn go(&mut self) {
        let Ok(engine) = self.game.engine() else { return };
        let side = engine.standing().to_move.index();
        if !self.is_opening() && self.settings.engine != [true; 2] {
            self.settings.engine = [side == 0, side == 1];
        }
        self.browsing = false;
    }

    fn set_up(&mut self, pieces: &[Piece], to_move: usize) -> Result<(), Rejected> {
        let bad_side = || Rejected::BadPosition(format!("side to move {to_move}: expected 0 or 1"));
        let to_move = *Player::ALL.get(to_move).ok_or_else(bad_side)?;
        let position = self.game.engine()?.arrange(pieces, to_move)?;
        let spec = GameSpec { position: Some(position), moves: Vec::new(), ..self.game.spec() };
        self.begin(Game::new(&spec, self.game.options().games())?, Some([false; 2]), None)
    }

    /// What the engine should search for: its own move before a judgement, and that before an analysis.
    pub(super) fn goal(&self) -> Option<SearchGoal> {
        let goal = self.goal_here();
        let moves = matches!(goal, Some(SearchGoal::Move(_) | SearchGoal::Opening));
        if self.is_judging() && !moves { Some(SearchGoal::Judge) } else { goal }
    }

    /// What the engine should search for in this position.
    fn goal_here(&self) -> Option<SearchGoal> {
        let standing = self.game.engine().ok()?.standing();
        if self.outcome(standing.outcome).is_some() {
            return None;
        }
        let analyse = self.settings.analyse.then_some(SearchGoal::Analyse);
        if let Some(opening) = self.opening.as_ref().filter(|opening| !opening.is_settled()) {
            return opening.is_engines().then_some(SearchGoal::Opening);
        }
        let moves = self.settings.engine[standing.to_move.index()] && !self.browsing;
        if moves { Some(SearchGoal::Move(self.allowance(standing.to_move))) } else { analyse }
    }

    /// How much thought the engine gives its move.
    fn allowance(&self, side: Player) -> Allowance {
        let PlaySettings { ms, nodes, level, .. } = self.settings;
        // A limit of nodes is a limit of its own: the time only bounds it.
        let own = Duration::from_millis(if nodes.is_some() { LONGEST_MOVE } else { ms });
        let time = &self.game.options().game().time;
        let by_clock = self.clock.as_ref().map(|clock| clock.budget(side, Instant::now(), time)).unwrap_or_default();
        let hard = by_clock.hard.unwrap_or(own);
        let soft = by_clock.soft.unwrap_or(own * SOFT_PERCENT / 100);
        Allowance { soft, hard, nodes, level: Level::of(level) }
    }

    /// Is the game being judged?
    pub(super) fn is_judging(&self) -> bool {
        self.judgement.as_ref().is_some_and(Judgement::is_running)
    }

    /// Judges no further.
    pub(super) fn end_judging(&mut self) {
        if let Some(judgement) = &mut self.judgement {
            judgement.end();
        }
    }

    /// Takes the study of the next position of the game that is judged.
    pub(super) fn take_study(&mut self, study: Study) {
        let judged = self.judgement.as_mut().and_then(|judgement| judgement.add(study));
        self.chances.extend(judged);
    }

    /// Applies the result of a search; true when the position or the opening has changed.
    pub(super) fn take(&mut self, goal: SearchGoal, answer: &Answer) -> bool {
        match (goal, answer) {
            (SearchGoal::Move(_), Answer::Moves(moves)) => self.play_all(moves),
            (SearchGoal::Opening, Answer::Decision(decision)) => {
                if let Err(why) = self.in_opening(|opening| opening.decided(decision)) {
                    log::error!("the engine's choice: {why}");
                    return false;
                }
            }
            _ => return false,
        }
        true
    }

    fn play_all(&mut self, moves: &[String]) {
        for text in moves {
            if let Err(why) = self.play(text) {
                log::error!("the engine's move: {why}");
                self.wait();
            }
        }
    }

    /// Stops the engine from moving by itself until it is asked again.
    pub(super) fn wait(&mut self) {
        self.browsing = true;
    }

    /// The first player's chances in permille after each number of moves, where a search has judged them.
    pub(super) fn chances(&self) -> Vec<Option<u32>> {
        let line = &self.game.variations;
        (0..=line.line().len()).map(|ply| self.chances.get(&line.node_at(ply)).copied()).collect()
    }

    /// Records the chances that a search reports, for the chart.
    pub(super) fn record_chances(&mut self, news: &SearchUpdate) {
        if let Some(chances) = news.chances() {
            self.chances.insert(self.game.variations.node_at(news.ply()), chances);
        }
    }
}
