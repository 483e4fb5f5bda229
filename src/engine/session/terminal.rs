//! What a person may type on a terminal beside the commands of the protocols. All of it is unknown to the protocol spoken, so nothing
//! that a protocol has means something else here.

use std::io::{self, Write};
use std::time::Instant;

use fukumi_protocol::{Command, Dialect, Reply, Setting};

use super::Session;

/// Who is at the other end of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// A program that speaks a protocol.
    Manager,
    /// A person at a terminal, who may type moves and a few words as well.
    Person,
}

/// What `help` tells.
const HELP: &str = "\
a move   play it, and let fukumi answer: h8 in Gomoku (rows count from the bottom), a1b2 in Abalone
go       let fukumi move
d        draw the board
new      begin a new game
help     show this
quit     leave
Commands of the protocols work too: START 20 and TURN 9,9 of Gomocup, INFO timeout_turn 5000 for five seconds a move,
INFO rule 4 for Renju; ugi or aep changes the protocol. fukumi --help lists games, options and tools.";

/// How long fukumi thinks about a move when a person has set no time, in milliseconds.
const MOVE_TIME_MS: u64 = 1_000;

/// A line that a person may type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Help,
    Draw,
    Go,
    New,
    Move(String),
}

impl Typed {
    /// What a line means, unless it belongs to the protocol.
    pub(super) fn of(line: &[u8], dialect: Dialect) -> Option<Typed> {
        let line = str::from_utf8(line).ok()?.trim().to_ascii_lowercase();
        match line.as_str() {
            "help" | "?" => Some(Typed::Help),
            "d" if dialect == Dialect::Gomocup => Some(Typed::Draw),
            "go" if dialect == Dialect::Gomocup => Some(Typed::Go),
            "new" if dialect == Dialect::Gomocup => Some(Typed::New),
            _ => is_move(&line).then_some(Typed::Move(line)),
        }
    }
}

/// Letters each followed by a number of one or two digits: `h8`, `a1b2`.
fn is_move(line: &str) -> bool {
    let is_cell = |cell: &str| (1..=2).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_digit());
    let mut cells = line.split(|c: char| c.is_ascii_lowercase());
    (2..=9).contains(&line.len()) && cells.next() == Some("") && cells.all(is_cell)
}

impl<W: Write> Session<W> {
    /// What a person has typed, if it is no line of the protocol.
    pub(super) fn typed_by_person(&self, line: &[u8]) -> Option<Typed> {
        let is_person = self.client == Client::Person && self.decoder.expects_command();
        is_person.then(|| Typed::of(line, self.decoder.dialect())).flatten()
    }

    /// Does what a person has typed, and answers as people write moves.
    pub(super) fn obey_person(&mut self, typed: Typed, at: Instant, cost: usize) -> io::Result<()> {
        let command = match typed {
            Typed::Help => {
                self.back_pressure.leave(cost);
                return self.say(&Reply::Drawing(HELP.to_owned()));
            }
            Typed::Draw => return self.wait(Ok(Command::Show), at, cost),
            Typed::Go => Command::Begin,
            Typed::New => Command::Restart,
            Typed::Move(text) => Command::Turn(text),
        };
        if !self.started && !self.speaks_ugi() {
            self.started = true;
            self.info(Setting::TimeoutTurn(MOVE_TIME_MS))?;
        }
        self.talks_to_person = true;
        self.wait(Ok(command), at, cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_a_few_words_are_for_people() {
        let typed = |line: &str| Typed::of(line.as_bytes(), Dialect::Gomocup);
        for mv in ["h8", " H15 \r\n", "a1b2", "c3c5d4"] {
            assert_eq!(typed(mv), Some(Typed::Move(mv.trim().to_lowercase())), "{mv}");
        }
        assert_eq!(["help", "D", "go", "new"].map(typed), [Typed::Help, Typed::Draw, Typed::Go, Typed::New].map(Some));
    }

    #[test]
    fn nothing_that_a_protocol_has_is_taken_from_it() {
        for line in [
            "START 15", "TURN 7,7", "7,7", "7,7,1", "BEGIN", "END", "quit", "ugi", "uci", "aep", "d 3", "h", "8",
            "hh8", "h123", "",
        ] {
            assert_eq!(Typed::of(line.as_bytes(), Dialect::Gomocup), None, "{line}");
        }
        for dialect in [Dialect::Ugi, Dialect::Aep] {
            for line in ["d", "go", "new", "isready", "go depth 3"] {
                assert_eq!(Typed::of(line.as_bytes(), dialect), None, "{line}");
            }
        }
    }
}
