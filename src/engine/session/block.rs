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
    /// Leaves a line out. The search does so where it begins, and nowhere else, which is said once.
    pub(super) fn block_line(&mut self, line: Vec<String>) -> io::Result<()> {
        let lines = &mut self.blocked.lines;
        if line.is_empty() || lines.contains(&line) {
            return Ok(());
        }
        if lines.iter().map(Vec::len).sum::<usize>() + line.len() > MOST_MOVES {
            return self.say(&Reply::Error(format!("YXBLOCKPATH: more than {MOST_MOVES} moves in all")));
        }
        lines.push(line.clone());
        let first = !std::mem::replace(&mut self.told.block_line, true);
        self.ask(move |state| {
            state.game()?.engine.check_line(&line)?;
            let note = "YXBLOCKPATH: a line is left out by its last move, in a search that begins there; not further on in a search";
            Ok(first.then(|| Reply::Message(note.to_owned())))
        })
    }

    /// Allows a line again.
    pub(super) fn unblock_line(&mut self, line: &[String]) {
        self.blocked.lines.retain(|blocked| blocked != line);
    }
}
