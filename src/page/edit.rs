//! Edits of a game beside its moves: variations deleted and promoted, comments, labels, names; and their undoing.

use serde::Deserialize;

use super::game::Game;
use crate::engine::Rejected;
use crate::files::NodeId;

/// The longest comment and all comments together, the longest label and the longest name, in characters.
const LONGEST_COMMENT: usize = 4000;
const MOST_COMMENTS: usize = 200_000;
const LONGEST_LABEL: usize = 8;
const LONGEST_NAME: usize = 200;

/// An edit, as the page asks for it.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Take out a move, with all after it.
    Delete {
        /// The number of its node.
        node: u32,
    },
    /// Make the line through a move the main line.
    Promote {
        /// The number of its node.
        node: u32,
    },
    /// Comment on the current position.
    Comment {
        /// The comment; empty for none.
        text: String,
    },
    /// Label a cell in the current position.
    Label {
        /// The cell.
        at: String,
        /// The label; empty for none.
        text: String,
    },
    /// Name a player, the event and so on.
    Tag {
        /// What is named.
        name: String,
        /// The name; empty for none.
        text: String,
    },
    /// Keep a line of moves as a variation.
    Keep {
        /// The number of moves before it.
        ply: usize,
        /// Its moves.
        moves: Vec<String>,
    },
    /// Undo the last edit of the tree.
    Undo,
}

impl Edit {
    /// Makes the edit.
    ///
    /// # Errors
    /// [`Rejected`]; nothing has changed then.
    pub(super) fn apply(self, game: &mut Game) -> Result<(), Rejected> {
        match self {
            Edit::Delete { node } => drop(game.variations.delete(find(game, node)?)),
            Edit::Promote { node } => game.variations.promote(find(game, node)?),
            Edit::Comment { text } => comment(game, text.trim())?,
            Edit::Label { at, text } => label(game, &at, text.trim())?,
            Edit::Tag { name, text } => {
                check_length(&text, LONGEST_NAME, "name")?;
                game.set_tag(&name, &text)?;
            }
            Edit::Keep { ply, moves } => game.keep(ply, &moves)?,
            Edit::Undo if !game.variations.undo_edit() => {
                return Err(Rejected::Unsupported("undoing: there is nothing to undo".to_owned()));
            }
            Edit::Undo => {}
        }
        Ok(())
    }
}

/// The node of a number.
///
/// # Errors
/// [`Rejected::Unsupported`] when there is none.
pub(super) fn find(game: &Game, number: u32) -> Result<NodeId, Rejected> {
    let missing = || Rejected::Unsupported(format!("place {number}: there is no such move in the game"));
    game.variations.tree().find(number).ok_or_else(missing)
}

fn comment(game: &mut Game, text: &str) -> Result<(), Rejected> {
    check_length(text, LONGEST_COMMENT, "comment")?;
    let tree = game.variations.tree();
    let all: usize = tree.walk().map(|node| tree.notes(node).comment.chars().count()).sum();
    if all + text.chars().count() > MOST_COMMENTS {
        return Err(Rejected::Unsupported(format!("length of all comments: more than {MOST_COMMENTS} characters")));
    }
    let node = game.variations.node();
    game.variations.tell(node, |notes| text.clone_into(&mut notes.comment));
    Ok(())
}

fn label(game: &mut Game, at: &str, text: &str) -> Result<(), Rejected> {
    check_length(text, LONGEST_LABEL, "label")?;
    let view = game.engine()?.view();
    if !view.board.rows.iter().flatten().any(|cell| cell.name == at) {
        return Err(Rejected::BadPosition(format!("'{at}': there is no such cell")));
    }
    let node = game.variations.node();
    game.variations.tell(node, |notes| {
        notes.labels.retain(|(other, _)| other != at);
        if !text.is_empty() {
            notes.labels.push((at.to_owned(), text.to_owned()));
        }
    });
    Ok(())
}

fn check_length(text: &str, most: usize, what: &str) -> Result<(), Rejected> {
    if text.chars().count() > most {
        return Err(Rejected::Unsupported(format!("length of a {what}: more than {most} characters")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::game::GameSpec;
    use super::*;
    use crate::games::GAMES;

    fn game(moves: &str) -> Game {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        Game::new(&GameSpec { game: "gomoku".to_owned(), moves, ..GameSpec::default() }, GAMES).unwrap()
    }

    #[test]
    fn edits_are_made_and_undone() {
        let mut game = game("h8 i9");
        let edit = |game: &mut Game, json: &str| serde_json::from_str::<Edit>(json).unwrap().apply(game);
        edit(&mut game, r#"{"do":"comment","text":" good \n move "}"#).unwrap();
        edit(&mut game, r#"{"do":"label","at":"j10","text":"A"}"#).unwrap();
        edit(&mut game, r#"{"do":"keep","ply":1,"moves":["i10"]}"#).unwrap();
        edit(&mut game, r#"{"do":"tag","name":"black","text":"Sakata"}"#).unwrap();
        let spec = game.spec();
        assert_eq!(spec.tree.as_deref(), Some("h8 i9 [j10:A] {good \\n move} (i10)"));
        assert_eq!(spec.tags["Black"], "Sakata");
        edit(&mut game, r#"{"do":"undo"}"#).unwrap();
        edit(&mut game, r#"{"do":"undo"}"#).unwrap();
        assert_eq!(game.spec().tree.as_deref(), Some("h8 i9 (i10)"));
        assert!(edit(&mut game, r#"{"do":"undo"}"#).is_err());
    }

    #[test]
    fn edits_that_make_no_sense_are_refused() {
        let mut game = game("h8 i9");
        let before = game.spec();
        let edits = [
            Edit::Delete { node: 99 },
            Edit::Promote { node: 0 },
            Edit::Comment { text: "x".repeat(4001) },
            Edit::Label { at: "z99".to_owned(), text: "A".to_owned() },
            Edit::Label { at: "h8".to_owned(), text: "too long a label".to_owned() },
            Edit::Tag { name: "Nobody".to_owned(), text: String::new() },
            Edit::Tag { name: "Black".to_owned(), text: "x".repeat(201) },
            Edit::Keep { ply: 1, moves: vec!["h8".to_owned()] },
            Edit::Keep { ply: 1, moves: vec!["a1".to_owned(); 2000] },
        ];
        for edit in edits {
            let shown = format!("{edit:?}");
            assert!(edit.apply(&mut game).is_err(), "{shown}");
        }
        assert_eq!(game.spec(), before);
    }
}
