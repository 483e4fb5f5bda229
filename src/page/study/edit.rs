//! What a person writes about a position, or deletes: its label, its comment, texts on its points.

use serde::Deserialize;

use super::{Study, refused};
use crate::database::{Label, Space};
use crate::engine::Rejected;
use crate::page::PlaySession;

/// A change of what is kept of a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditedPosition {
    position: String,
    edit: Edit,
}

/// A change of the record of a position.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Edit {
    /// The label, a printable character; none takes it away.
    Label(String),
    /// The comment.
    Comment(String),
    /// A text on a point; an empty one takes it away.
    Text(PointText),
    /// Everything that is kept of the position is deleted.
    Forget,
}

/// A text on a point.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointText {
    at: String,
    text: String,
}

impl Study {
    /// Changes what is kept of a position of a session's game: the one that the person has seen, whatever is on the board meanwhile.
    ///
    /// # Errors
    /// When the change makes no sense, or the database cannot be written.
    pub fn edit(&self, session: &PlaySession, edited: EditedPosition) -> Result<(), Rejected> {
        let EditedPosition { position, edit } = edited;
        self.ensure_writable()?;
        let (options, _, _) = session.on_board()?;
        let space = Space::new(&options).map_err(refused)?;
        let stones = space.parse(&position).map_err(refused)?;
        let store = &self.file.store;
        match edit {
            Edit::Label(text) => {
                let label = label(&text)?;
                store.edit(&space, &stones, |record| record.label = label)
            }
            Edit::Comment(text) => {
                store.edit(&space, &stones, |record| record.comment = text.replace("\r\n", "\n").trim_end().to_owned())
            }
            Edit::Text(PointText { at, text }) => {
                let cell = space.cell(&at).ok_or_else(|| Rejected::bad_move(&at, "no point of the board"))?;
                if stones.pieces.iter().any(|piece| piece.0 == cell) {
                    return Err(Rejected::bad_move(&at, "there is a stone already"));
                }
                // Of one line, as the files of other programs have them.
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                store.edit(&space, &stones, |record| record.set_board_text(cell, &text))
            }
            Edit::Forget => store.forget(&space, &stones).map(drop),
        }
        .map_err(refused)
    }
}

fn label(text: &str) -> Result<Label, Rejected> {
    match text.as_bytes() {
        [] => Ok(Label::Open),
        &[mark] if mark.is_ascii_graphic() => Ok(Label::Mark(mark)),
        _ => Err(Rejected::BadValue {
            name: "label".to_owned(),
            text: text.to_owned(),
            allowed: "one letter, digit or sign of ASCII".to_owned(),
        }),
    }
}
