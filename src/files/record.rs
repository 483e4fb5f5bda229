//! A game in a file: its rules, start position, tags and moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::tree::Tree;
use crate::engine::Rejected;
use crate::engine::options::Options;
use crate::games::gomoku::BOARD_SIZE;

/// A property of a game besides its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// The name of the game, or of the puzzle.
    Name,
    /// Who played the first side.
    Black,
    /// Who played the second side.
    White,
    /// The event it was played in.
    Event,
    /// Its round or number there.
    Round,
    /// When it was played: `2026-01-31`.
    Date,
    /// Where it was played.
    Site,
    /// The name of the opening.
    Opening,
    /// The rule as the file names it, where that says more than the rule's own name.
    Rule,
    /// Who won, in the words of SGF: `B+`, `W+T` (on time), `W+F` (by forfeit), `0` (a draw).
    Result,
    /// Why it ended.
    Ending,
    /// The length of a puzzle's shortest solution as the file claims it; -1 when there is none.
    Length,
}

/// All properties, each with the name that our own texts give it.
pub const TAGS: [(&str, Tag); 12] = [
    ("Name", Tag::Name),
    ("Black", Tag::Black),
    ("White", Tag::White),
    ("Event", Tag::Event),
    ("Round", Tag::Round),
    ("Date", Tag::Date),
    ("Site", Tag::Site),
    ("Opening", Tag::Opening),
    ("Rule", Tag::Rule),
    ("Result", Tag::Result),
    ("Ending", Tag::Ending),
    ("Length", Tag::Length),
];

/// A game as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game, its rules and the size of its board.
    pub rules: Arc<Options>,
    /// The text of the position it began with; `None` for the game's own start.
    pub start: Option<String>,
    /// Its properties.
    pub info: BTreeMap<Tag, String>,
    /// Its moves and their variations.
    pub tree: Tree,
    /// The result by the rules, in the words of [`Tag::Result`], once the moves have been checked; `None` while the game goes on.
    pub decided: Option<&'static str>,
    /// What the file holds and this record cannot, as text.
    pub left_out: Vec<String>,
}

impl Tag {
    /// The property in words: `the date`.
    pub const fn in_words(self) -> &'static str {
        match self {
            Tag::Name => "the name",
            Tag::Black => "the name of Black",
            Tag::White => "the name of White",
            Tag::Event => "the event",
            Tag::Round => "the round",
            Tag::Date => "the date",
            Tag::Site => "the place",
            Tag::Opening => "the name of the opening",
            Tag::Rule => "the name of the rule",
            Tag::Result => "the result",
            Tag::Ending => "how it ended",
            Tag::Length => "the length of the solution",
        }
    }
}

impl GameRecord {
    /// A game without moves from the start position.
    pub fn new(rules: Arc<Options>) -> GameRecord {
        GameRecord { rules, start: None, info: BTreeMap::new(), tree: Tree::new(), decided: None, left_out: Vec::new() }
    }

    /// The name of the game: `gomoku`.
    pub fn game(&self) -> &'static str {
        self.rules.game().name
    }

    /// Rows and columns of the board; 0 in a game that has one board only.
    pub fn size(&self) -> usize {
        if self.game() == "gomoku" { self.rules.get(&BOARD_SIZE) } else { 0 }
    }

    /// The start position as text, also when it is the game's own.
    ///
    /// # Errors
    /// When the rules open no game.
    pub fn start_text(&self) -> Result<String, Rejected> {
        match &self.start {
            Some(text) => Ok(text.clone()),
            None => Ok((self.rules.game().open)(&self.rules)?.position()),
        }
    }

    /// The moves of the main line: the first move of every choice.
    pub fn moves(&self) -> Vec<String> {
        let line = self.tree.main_line();
        line.into_iter().filter_map(|node| self.tree.text(node)).map(str::to_owned).collect()
    }

    /// The value of a tag.
    pub fn tag(&self, tag: Tag) -> Option<&str> {
        self.info.get(&tag).map(String::as_str)
    }

    /// Sets a tag, unless the text is empty.
    pub fn set_tag(&mut self, tag: Tag, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.info.insert(tag, text.to_owned());
        }
    }
}
