//! The moves and lines that a search leaves out at its root.

use std::io::{self, Write};

use fukumi_protocol::Reply;

use super::Session;

/// Moves of all the lines together that are left out: more than a client has reason to send, and a bound on memory.
const MOST_MOVES: usize = 1 << 18;

/// What is left out.
#[derive(Debug, Default)]
pub(super) struct Blocked {
    /// Moves, wherever they can be played.
    pub(super) moves: Vec<String>,
    /// Lines from the empty board: the last move is left out where the others have been played.
    pub(super) lines: Vec<Vec<String>>,
}

impl<W: Write> Session<W> {
    /// Leaves a line out. The search does so where it begins, and nowhere else.
    pub(super) fn block_line(&mut self, line: Vec<String>) -> io::Result<()> {
        let lines = &mut self.blocked.lines;
        if line.is_empty() || lines.contains(&line) {
            return Ok(());
        }
        if lines.iter().map(Vec::len).sum::<usize>() + line.len() > MOST_MOVES {
            return self.say(&Reply::Error(format!("YXBLOCKPATH: more than {MOST_MOVES} moves in all")));
        }
        lines.push(line.clone());
        self.ask(move |state| {
            let beyond = state.game()?.engine.moves_beyond(&line)?;
            let note = beyond.filter(|&moves| moves > 1).map(|moves| {
                format!(
                    "YXBLOCKPATH: a move is left out where the search begins: not before {} more are played",
                    moves - 1
                )
            });
            Ok(note.map(Reply::Message))
        })
    }

    /// Allows a line again.
    pub(super) fn unblock_line(&mut self, line: &[String]) {
        self.blocked.lines.retain(|blocked| blocked != line);
    }
}
