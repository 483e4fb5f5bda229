//! A game in a file: its rules, start position, tags and moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::tree::Tree;
use crate::engine::Rejected;
use crate::engine::options::Options;
use crate::games::gomoku::BOARD_SIZE;

/// Something known about a game besides its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// The name of the game, or of the puzzle.
    Name,
    /// Who played the first side.
    Black,
    /// Who played the second side.
    White,
    /// The event at which it was played.
    Event,
    /// The round, or the number of the game, at the event.
    Round,
    /// When it was played: `2026-01-31`.
    Date,
    /// Where it was played.
    Site,
    /// The name of the opening.
    Opening,
    /// The name of the rule in the file, if it says more than our own name.
    Rule,
    /// Who won, in the words of SGF: `B+`, `W+T` (on time), `W+F` (by forfeit), `0` (a draw).
    Result,
    /// Why it ended.
    Ending,
    /// The length of a puzzle's shortest solution according to the file; -1 if there is no solution.
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

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The game, its rules and the size of its board.
    pub rules: Arc<Options>,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<String>,
    /// What else is known about it.
    pub info: BTreeMap<Tag, String>,
    /// Its moves and their variations.
    pub tree: Tree,
    /// The result by the rules, in the words of [`Tag::Result`], once the moves have been checked; `None` while the game goes on.
    pub decided: Option<&'static str>,
    /// What the file holds and this record cannot hold, as text.
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

    /// Rows and columns of the board; 0 in a game whose board has a fixed size.
    pub fn size(&self) -> usize {
        if self.game() == "gomoku" { self.rules.get(&BOARD_SIZE) } else { 0 }
    }

    /// The start position as text, even if it is the game's own.
    ///
    /// # Errors
    /// When no game can be opened with these rules.
    pub fn start_text(&self) -> Result<String, Rejected> {
        match &self.start {
            Some(text) => Ok(text.clone()),
            None => Ok((self.rules.game().open)(&self.rules)?.position()),
        }
    }

    /// The moves of the main line.
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
