//! A game as text: its options, its start position, its moves with their variations, and the place in it. The rules come from an
//! engine that is opened whenever they are needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::variations::Variations;
use crate::engine::eval_file::EvalFile;
use crate::engine::options::Options;
use crate::engine::registry::Games;
use crate::engine::{Change, Engine, MoveStyle, Rejected};
use crate::files::{Checker, FileError, FoundGame, GameRecord, Location, NodeId, TAGS, Tag, Tree, movetext};

/// The longest game, in moves.
const MOST_MOVES: usize = 1000;

/// The most moves of a game with all its variations.
pub(super) const MOST_NODES: usize = 3000;

/// What a tree may weigh with all that was ever deleted from it.
const MOST_WEIGHT: usize = 4 * MOST_NODES;

/// A game as a client describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    /// The name of the game.
    pub(super) game: String,
    /// Options of that game, by name.
    #[serde(default)]
    pub(super) options: BTreeMap<String, String>,
    /// The start position, when it is not the game's own.
    #[serde(default)]
    pub(super) position: Option<String>,
    /// The moves from there; of a game with variations, the line that is shown.
    #[serde(default)]
    pub(super) moves: Vec<String>,
    /// The moves with their variations and comments, when there are any: see [`movetext`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tree: Option<String>,
    /// Who played, when and where.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) tags: BTreeMap<String, String>,
}

/// A game, and the current position in it.
#[derive(Clone, Debug)]
pub struct Game {
    options: Options,
    start: Option<String>,
    tags: BTreeMap<Tag, String>,
    pub(super) variations: Variations,
}

impl Game {
    /// One of these games, at the end of its moves.
    ///
    /// # Errors
    /// [`Rejected`] when there is no such game, option, position or move.
    pub(super) fn new(spec: &GameSpec, games: Games) -> Result<Game, Rejected> {
        let mut options = Options::of_game(games, &spec.game)?;
        for (name, value) in &spec.options {
            if !options.game().options.iter().any(|row| row.name.eq_ignore_ascii_case(name)) {
                return Err(Rejected::UnknownOption(name.clone()));
            }
            options.set(name, value)?;
        }
        if let Some(text) = &spec.position {
            (options.game().read)(text, &mut options)?;
        }
        let mut record = GameRecord::new(Arc::new(options));
        record.start.clone_from(&spec.position);
        record.tree = match &spec.tree {
            Some(text) => movetext::parse(text, MOST_NODES).map_err(Rejected::BadPosition)?,
            None => {
                check_length(spec.moves.len())?;
                Tree::from_moves(&spec.moves)
            }
        };
        for (name, text) in &spec.tags {
            let tag = tag_named(name).ok_or_else(|| Rejected::BadPosition(format!("tag {name}: there is none")))?;
            record.set_tag(tag, text);
        }
        let mut game = Game::of_record(record)?;
        if spec.tree.is_some() {
            game.show_line(&spec.moves);
        }
        Ok(game)
    }

    /// The game of a file, at the end of its main line.
    ///
    /// # Errors
    /// [`Rejected`] when a move is not legal, or there are too many.
    pub(super) fn of_record(mut record: GameRecord) -> Result<Game, Rejected> {
        record.tree = moves_alone(&record.tree);
        if record.tree.len() > MOST_NODES + 1 {
            return Err(Rejected::Unsupported(format!("size of a game: more than {MOST_NODES} moves")));
        }
        check_length(longest(&record.tree))?;
        let found = FoundGame { location: Location::Line(1), record };
        let record = Checker::default().check(found, 1).map_err(|why| match why {
            FileError::Illegal { ply, why, .. } => Rejected::BadPosition(format!("move {ply}: {why}")),
            FileError::Start { why, .. } => Rejected::BadPosition(why),
            other => Rejected::BadPosition(other.to_string()),
        })?;
        let options = Options::clone(&record.rules);
        Ok(Game { options, start: record.start, tags: record.info, variations: Variations::new(record.tree) })
    }

    /// The game as a file holds it.
    pub(super) fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(Arc::new(self.options.clone()));
        record.start.clone_from(&self.start);
        record.info.clone_from(&self.tags);
        record.tree = self.variations.tree().clone();
        record
    }

    /// A description from which [`Game::new`] makes this game again.
    pub(super) fn spec(&self) -> GameSpec {
        let rows = self.options.game().options;
        let value = |name: &str| self.options.value(name).map(|value| value.to_string());
        let tags = TAGS.iter().filter_map(|(name, tag)| Some(((*name).to_owned(), self.tags.get(tag)?.clone())));
        GameSpec {
            game: self.options.game().name.to_owned(),
            options: rows.iter().filter_map(|row| Some((row.name.to_owned(), value(row.name)?))).collect(),
            position: self.start.clone(),
            moves: self.line(),
            tree: self.movetext(),
            tags: tags.collect(),
        }
    }

    /// The moves as text, where they are more than a line.
    fn movetext(&self) -> Option<String> {
        let tree = self.variations.tree();
        let bare = Tree::from_moves(self.line());
        (*tree != bare).then(|| movetext::write(tree))
    }

    /// The game with no moves but the first so many of its line.
    pub(super) fn without_variations(&self, moves: usize) -> Game {
        let tree = Tree::from_moves(self.line().into_iter().take(moves));
        Game {
            options: self.options.clone(),
            start: self.start.clone(),
            tags: BTreeMap::new(),
            variations: Variations::new(tree),
        }
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// Uses these weights from now on, or with `None` those of the program.
    ///
    /// # Errors
    /// When the game cannot use them; nothing has changed then.
    pub(super) fn use_weights(&mut self, weights: Option<Arc<EvalFile>>) -> Result<(), Rejected> {
        let options = self.options.with_eval_file(weights);
        (options.game().open)(&options)?;
        self.options = options;
        Ok(())
    }

    /// Rows and columns; `None` in a game of one board.
    pub(super) fn board_size(&self) -> Option<usize> {
        self.options.board_size()
    }

    /// Names a player, the event and so on; an empty text takes the name away.
    ///
    /// # Errors
    /// [`Rejected`] when there is no such tag, or the text is too long.
    pub(super) fn set_tag(&mut self, name: &str, text: &str) -> Result<(), Rejected> {
        let tag = tag_named(name).ok_or_else(|| Rejected::Unsupported(format!("tag {name}")))?;
        match text.trim() {
            "" => drop(self.tags.remove(&tag)),
            text => drop(self.tags.insert(tag, text.to_owned())),
        }
        Ok(())
    }

    /// All the moves of the line that is shown, including those taken back.
    pub(super) fn line(&self) -> Vec<String> {
        self.variations.moves()
    }

    /// How many of them are played.
    pub(super) fn ply(&self) -> usize {
        self.variations.ply()
    }

    /// An engine in the current position.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only: the moves were legal when they were taken.
    pub(super) fn engine(&self) -> Result<Box<dyn Engine>, Rejected> {
        self.engine_at(self.ply())
    }

    /// An engine in the position after so many moves of the line.
    ///
    /// # Errors
    /// [`Rejected::Internal`] only: the moves were legal when they were taken.
    pub(super) fn engine_at(&self, ply: usize) -> Result<Box<dyn Engine>, Rejected> {
        let mut engine = (self.options.game().open)(&self.options)?;
        let mut moves = self.line();
        moves.truncate(ply);
        engine.apply(&Change::Set { position: self.start.clone(), moves })?;
        Ok(engine)
    }

    /// Plays a move: on along the line, or as a variation.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when it is not legal, or the game is too long.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Rejected> {
        let text = self.engine()?.reformat(text, MoveStyle::Bottom)?;
        check_length(self.ply() + 1)?;
        if self.variations.tree().child(self.variations.node(), &text).is_none() {
            self.check_room(1)?;
        }
        self.variations.play(&text);
        Ok(())
    }

    /// Adds a line of moves after a position of the line that is shown, which stays as it is.
    ///
    /// # Errors
    /// [`Rejected`] when one of them is not legal, or the game gets too long.
    pub(super) fn keep(&mut self, ply: usize, moves: &[String]) -> Result<(), Rejected> {
        let ply = ply.min(self.line().len());
        check_length(ply + moves.len())?;
        self.check_room(moves.len())?;
        let mut engine = self.engine_at(ply)?;
        let mut spelt = Vec::new();
        for text in moves {
            spelt.push(engine.reformat(text, MoveStyle::Bottom)?);
            engine.apply(&Change::Play(text.clone()))?;
        }
        self.variations.keep(ply, &spelt);
        Ok(())
    }

    /// Goes to a ply of the line, or to its last.
    pub(super) fn go_to(&mut self, ply: usize) {
        self.variations.go_to(ply);
    }

    fn check_room(&self, more: usize) -> Result<(), Rejected> {
        let tree = self.variations.tree();
        if tree.len() + more > MOST_NODES + 1 {
            return Err(Rejected::Unsupported(format!("size of a game: more than {MOST_NODES} moves")));
        }
        if tree.weight() + more > MOST_WEIGHT {
            return Err(Rejected::Unsupported("number of edits: save the game and load it again".to_owned()));
        }
        Ok(())
    }

    /// Shows the end of the line that begins with these moves, as far as the tree has them.
    fn show_line(&mut self, moves: &[String]) {
        let tree = self.variations.tree();
        let end = moves.iter().try_fold(Tree::ROOT, |at, text| tree.child(at, text).ok_or(at));
        let end: NodeId = end.unwrap_or_else(|last| last);
        if end != Tree::ROOT {
            self.variations.show(end);
            self.variations.go_to(usize::MAX);
        }
    }
}

fn tag_named(name: &str) -> Option<Tag> {
    TAGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, tag)| tag)
}

/// The same tree without nodes that have no move: what they tell is told about the position before them.
fn moves_alone(tree: &Tree) -> Tree {
    let mut alone = Tree::new();
    let mut places = std::collections::HashMap::from([(Tree::ROOT, Tree::ROOT)]);
    *alone.notes_mut(Tree::ROOT) = tree.notes(Tree::ROOT).clone();
    for node in tree.walk() {
        let parent = tree.parent(node).and_then(|parent| places.get(&parent)).copied().unwrap_or(Tree::ROOT);
        let notes = tree.notes(node);
        let place = match tree.text(node) {
            Some(text) => {
                let place = alone.add(parent, Some(text));
                *alone.notes_mut(place) = notes.clone();
                place
            }
            None => {
                alone.add_comment(parent, &notes.comment);
                notes.labels.iter().for_each(|(at, label)| alone.add_label(parent, at.clone(), label.clone()));
                notes.kept.iter().for_each(|(name, values)| alone.keep(parent, name, values.clone()));
                parent
            }
        };
        places.insert(node, place);
    }
    alone
}

/// The moves of the longest line.
fn longest(tree: &Tree) -> usize {
    let ends = tree.walk().filter(|&node| tree.first_child(node).is_none());
    ends.map(|node| tree.depth(node)).max().unwrap_or(0)
}

fn check_length(moves: usize) -> Result<(), Rejected> {
    if moves > MOST_MOVES {
        return Err(Rejected::Unsupported(format!("length of a game: more than {MOST_MOVES} moves")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn game(name: &str, moves: &[&str]) -> Result<Game, Rejected> {
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        Game::new(&GameSpec { game: name.to_owned(), moves, ..GameSpec::default() }, GAMES)
    }

    #[test]
    fn moves_taken_back_are_kept_and_another_move_is_a_variation() {
        let mut game = game("gomoku", &["h8", "7,6", "i9"]).unwrap();
        assert_eq!(game.line(), ["h8", "h9", "i9"]);
        game.go_to(1);
        game.play("h9").unwrap();
        assert_eq!((game.ply(), game.line().len()), (2, 3));
        game.go_to(1);
        game.play("j10").unwrap();
        assert_eq!((game.ply(), game.line().len()), (2, 2));
        assert!(game.play("j10").is_err());
        assert_eq!(game.spec().tree.as_deref(), Some("h8 h9 (j10) i9"));
        let again = Game::new(&game.spec(), GAMES).unwrap();
        assert_eq!((again.spec(), again.ply()), (game.spec(), 2));
        assert!(game.keep(1, &["h9".to_owned(), "h9".to_owned()]).is_err(), "not legal, so nothing is kept");
        game.keep(1, &["7,6".to_owned(), "g7".to_owned()]).unwrap();
        assert_eq!(game.spec().tree.as_deref(), Some("h8 h9 (j10) i9 (g7)"));
    }

    #[test]
    fn a_spec_makes_the_game_again() {
        let position = Some("5/5/2b2/5/5 w 4".to_owned());
        let spec =
            GameSpec { game: "gomoku".to_owned(), position, moves: vec!["a1".to_owned()], ..GameSpec::default() };
        let game = Game::new(&spec, GAMES).unwrap();
        let again = Game::new(&game.spec(), GAMES).unwrap();
        assert_eq!(again.spec(), game.spec());
        assert_eq!(again.engine().unwrap().position(), "5/5/2b2/5/w4 b 4");
    }

    #[test]
    fn engine_options_are_not_for_clients() {
        let options = BTreeMap::from([("Hash".to_owned(), "65536".to_owned())]);
        let spec = GameSpec { game: "gomoku".to_owned(), options, ..GameSpec::default() };
        assert!(matches!(Game::new(&spec, GAMES), Err(Rejected::UnknownOption(_))));
    }

    #[test]
    fn a_game_that_grows_too_large_is_refused() {
        let tree = |text: String| GameSpec { game: "gomoku".to_owned(), tree: Some(text), ..GameSpec::default() };
        let wide: Vec<String> =
            (1..=15).flat_map(|row| ('a'..='o').map(move |column| format!("{column}{row}"))).collect();
        let beside = |first: &str| {
            let others = wide.iter().filter(|text| *text != first);
            others.map(|text| format!("({first} {text})")).collect::<Vec<_>>().join(" ")
        };
        let text = format!("a1 {}", wide[1..].iter().take(14).map(|first| beside(first)).collect::<Vec<_>>().join(" "));
        let why = Game::new(&tree(text), GAMES).map(|_| ()).unwrap_err().to_string();
        assert!(why.contains("more than 3000 moves"), "{why}");
        let why = Game::new(&tree("h8 (i9".to_owned()), GAMES).map(|_| ()).unwrap_err().to_string();
        assert!(why.contains("without its ')'"), "{why}");
        let why = Game::new(&tree("h8 (i9 i9)".to_owned()), GAMES).map(|_| ()).unwrap_err().to_string();
        assert!(why.contains("move 2"), "{why}");
    }

    #[test]
    fn nodes_without_a_move_tell_about_the_position_before_them() {
        let mut tree = Tree::from_moves(["h8"]);
        let told = tree.add(tree.main_line()[0], None);
        tree.add_comment(told, "here");
        tree.add(told, Some("i9"));
        assert_eq!(movetext::write(&moves_alone(&tree)), "h8 {here} i9");
    }
}
