//! What a person may type on a terminal beside the commands of the protocols, and what is said to a person who does. All of it is
//! unknown to the protocol spoken, so nothing that a protocol has means something else here; a command of the protocol is answered as
//! the protocol has it.

use std::io::{self, Write};

use fukumi_protocol::{Analysis, Command, Dialect, Reply, Score, Setting};
use web_time::Instant;

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

    /// A reply as it is said to a person who does not speak the protocol; `None` when it is said as the protocol has it.
    pub(super) fn told_to_person(&self, reply: &Reply) -> Option<String> {
        (self.talks_to_person && !self.speaks_ugi()).then(|| in_words(reply)).flatten()
    }
}

/// A reply in words, with the ends of its lines; `None` when the protocol's own line can be read as it is.
fn in_words(reply: &Reply) -> Option<String> {
    Some(match reply {
        Reply::Analysis(analysis) => {
            let line: Vec<&str> = analysis.pv_text.iter().take(LONGEST_LINE).map(String::as_str).collect();
            format!(
                "{}, depth {}, {}: {}\n",
                chance(analysis),
                analysis.depth,
                seconds(analysis.time_ms),
                line.join(" ")
            )
        }
        Reply::Summary(analysis) => {
            format!("looked at {} positions in {}\n", count(analysis.nodes), seconds(analysis.time_ms))
        }
        // Whoever sits there sees that no move has come yet.
        Reply::Effort(_) => String::new(),
        Reply::Best(mv) => format!("fukumi plays {mv}\n"),
        Reply::Error(why) | Reply::NoMove(why) | Reply::Message(why) => format!("{why}\n"),
        _ => return None,
    })
}

/// The most moves of a line of play that fit on a terminal beside the rest.
const LONGEST_LINE: usize = 10;

/// How fukumi stands, by what it found. A search is of its own move.
fn chance(analysis: &Analysis) -> String {
    let moves = |plies: u32| match plies.div_ceil(2) {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    match (analysis.score, analysis.win_rate) {
        (Score::Win(plies), _) => format!("fukumi wins in {}", moves(plies)),
        (Score::Loss(plies), _) => format!("fukumi loses in {}", moves(plies)),
        (Score::Static(_), Some(rate)) => format!("fukumi's chance {} %", (rate + 5) / 10),
        (Score::Static(value), None) => format!("value {value}"),
    }
}

fn seconds(millis: u64) -> String {
    format!("{}.{} s", millis / 1_000, millis % 1_000 / 100)
}

/// `950`, `120 thousand`, `1.2 million`.
fn count(nodes: u64) -> String {
    match nodes {
        0..1_000 => nodes.to_string(),
        1_000..1_000_000 => format!("{} thousand", nodes / 1_000),
        _ => format!("{}.{} million", nodes / 1_000_000, nodes / 100_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use fukumi_protocol::Effort;

    use super::*;

    #[test]
    fn what_a_search_found_is_told_in_words() {
        let found = |score, win_rate| Analysis {
            depth: 9,
            score,
            win_rate,
            nodes: 1_260_000,
            time_ms: 960,
            pv_text: vec!["j8".to_owned(), "h10".to_owned()],
            ..Analysis::default()
        };
        let told = |score, win_rate| in_words(&Reply::Analysis(found(score, win_rate))).unwrap();
        assert_eq!(told(Score::Static(-150), Some(414)), "fukumi's chance 41 %, depth 9, 0.9 s: j8 h10\n");
        assert_eq!(told(Score::Win(5), Some(1000)), "fukumi wins in 3 moves, depth 9, 0.9 s: j8 h10\n");
        assert_eq!(told(Score::Loss(2), Some(0)), "fukumi loses in 1 move, depth 9, 0.9 s: j8 h10\n");
        let summary = in_words(&Reply::Summary(found(Score::Static(0), None)));
        assert_eq!(summary.as_deref(), Some("looked at 1.2 million positions in 0.9 s\n"));
        assert_eq!(in_words(&Reply::Effort(Effort::default())).as_deref(), Some(""));
        assert_eq!(in_words(&Reply::Best("h8".to_owned())).as_deref(), Some("fukumi plays h8\n"));
        assert_eq!(in_words(&Reply::Ok), None);
    }

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
