//! The abalone engine protocol: `spec/aep.md`, whose rules are named here by their numbers (A1, A2 …). Its replies are those of
//! UGI.

use crate::arguments::bare;
use crate::command::{Command, GoLimits, Handshake, Start};
use crate::error::{Fault, ParseError};
use crate::go::{self, Numbers};
use crate::text::split_word;
use crate::ugi;

/// Cells in the rows of the board, from the top.
const ROWS: [usize; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/// Marbles that a player begins with.
const MARBLES: usize = 14;

/// Longest board taken: its cells, a player to move, and some to spare, so that an error can tell what is too much.
const LONGEST_BOARD: usize = 128;

/// Reads one line; `None` for one that asks nothing.
pub(crate) fn decode(line: &str) -> Option<Result<Command, ParseError>> {
    let (word, rest) = split_word(line);
    Some(match word.to_ascii_lowercase().as_str() {
        "" | "debug" => return None,
        // These must never fail, whatever trails behind them.
        "quit" | "exit" => Ok(Command::Quit),
        "stop" => Ok(Command::Stop),
        "isready" => Ok(Command::IsReady),
        "aep" => bare("aep", rest, Command::Handshake(Handshake::Aep)),
        "ponderhit" => bare("ponderhit", rest, Command::PonderHit),
        "d" => bare("d", rest, Command::Show),
        "print" => bare("print", rest, Command::Show),
        "setoption" => ugi::set_option(rest),
        "position" => position(rest),
        "go" => go::decode(rest, clocks).map(Command::Go),
        _ => Err(ParseError::new("", Fault::UnknownCommand, line)),
    })
}

/// `abp <cells> [moves …]`; blanks between the cells mean nothing (A14).
fn position(rest: &str) -> Result<Command, ParseError> {
    let (form, rest) = split_word(rest);
    if !form.eq_ignore_ascii_case("abp") {
        return Err(ParseError::new("position", Fault::Expected("abp"), form));
    }
    let mut words = rest.split_ascii_whitespace();
    let cells: String = words.by_ref().take_while(|word| !word.eq_ignore_ascii_case("moves")).collect();
    let board = board(&cells)?;
    Ok(Command::Position { start: Start::Fen(board), moves: words.map(str::to_owned).collect() })
}

/// The board as a position text: its rows apart, and where a sign more names the player to move, that player and the marbles that
/// both have lost.
fn board(cells: &str) -> Result<String, ParseError> {
    let all: usize = ROWS.iter().sum();
    let wrong = |fault| Err(ParseError::new("position", fault, cells));
    if cells.is_empty() {
        return wrong(Fault::Missing("board"));
    }
    if cells.len() > LONGEST_BOARD || !cells.is_ascii() {
        return wrong(Fault::Expected("61 cells of 0, 1 and 2"));
    }
    let Some((board, to_move)) = cells.split_at_checked(all) else {
        return wrong(Fault::Expected("61 cells of 0, 1 and 2"));
    };
    let fields = match to_move {
        "" => String::new(),
        "1" | "2" => {
            let side = if to_move == "1" { 'b' } else { 'w' };
            format!(" {side} {} {}", missing(board, '1'), missing(board, '2'))
        }
        _ => return Err(ParseError::new("position", Fault::Expected("1 or 2 to move"), to_move)),
    };
    let mut rest = board;
    let mut rows = Vec::new();
    for length in ROWS {
        let (row, below) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rows.push(row);
        rest = below;
    }
    Ok(rows.join(" ") + &fields)
}

/// How many of a player's marbles are not on the board.
fn missing(board: &str, owner: char) -> usize {
    MARBLES.saturating_sub(board.matches(owner).count())
}

/// The clocks of `go`: of the player who began the game, then of the other.
fn clocks(limits: &mut GoLimits, word: &str, numbers: &mut Numbers<'_>) -> Result<bool, ParseError> {
    match word {
        "time" => {
            limits.p1_time = Some(numbers.clock("time of player 1")?);
            limits.p2_time = Some(numbers.clock("time of player 2")?);
        }
        "inc" => {
            limits.p1_inc = Some(numbers.amount("inc of player 1")?);
            limits.p2_inc = Some(numbers.amount("inc of player 2")?);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decoder, Dialect, Reply, Style};

    const BELGIAN: &str = "22011 222111 0220110 00000000 000000000 00000000 0110220 111222 11022";

    fn one(line: &str) -> Command {
        decode(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        decode(line).unwrap().unwrap_err().to_string()
    }

    fn at(text: &str, moves: &[&str]) -> Command {
        Command::Position { start: Start::Fen(text.to_owned()), moves: moves.iter().map(|&mv| mv.to_owned()).collect() }
    }

    #[test]
    fn commands_without_arguments() {
        let table = [
            ("aep", Command::Handshake(Handshake::Aep)),
            ("isready", Command::IsReady),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("d", Command::Show),
            ("print", Command::Show),
            ("quit", Command::Quit),
            ("exit", Command::Quit),
        ];
        for (line, command) in table {
            assert_eq!(one(line), command);
            assert_eq!(one(&line.to_ascii_uppercase()), command);
        }
        assert_eq!(one("quit now"), Command::Quit);
        assert_eq!(error("aep 2"), "aep: unexpected text: '2'");
        assert_eq!((decode(""), decode("debug on")), (None, None));
        let set = Command::SetOption { name: "Hash".to_owned(), value: Some("16".to_owned()) };
        assert_eq!(one("setoption name Hash value 16"), set);
        assert!(decode("ucinewgame").unwrap().unwrap_err().is_unknown());
    }

    #[test]
    fn boards_are_read_however_their_cells_are_grouped() {
        let whole = BELGIAN.replace(' ', "");
        for cells in [BELGIAN, &whole, "22011222111 0220110 000000000000000000000000001102201112221 1022"] {
            assert_eq!(one(&format!("position abp {cells}")), at(BELGIAN, &[]), "{cells}");
            assert_eq!(one(&format!("POSITION ABP {cells} Moves a1d4 C3D6")), at(BELGIAN, &["a1d4", "C3D6"]));
        }
        assert_eq!(one(&format!("position abp {BELGIAN} moves")), at(BELGIAN, &[]));
    }

    #[test]
    fn a_sign_more_names_the_player_to_move() {
        assert_eq!(one(&format!("position abp {BELGIAN} 1")), at(&format!("{BELGIAN} b 0 0"), &[]));
        let fewer = BELGIAN.replace(" 11022", " 00020");
        assert_eq!(one(&format!("position abp {fewer} 2 moves i5h5")), at(&format!("{fewer} w 2 1"), &["i5h5"]));
        assert_eq!(error(&format!("position abp {BELGIAN} 0")), "position: expected 1 or 2 to move: '0'");
        assert_eq!(error(&format!("position abp {BELGIAN} 21-0")), "position: expected 1 or 2 to move: '21-0'");
    }

    #[test]
    fn broken_positions_are_named() {
        assert_eq!(error("position"), "position: expected abp");
        assert_eq!(error("position startpos"), "position: expected abp: 'startpos'");
        assert_eq!(error("position abp"), "position: missing board");
        assert_eq!(error("position abp moves a1b2"), "position: missing board");
        assert_eq!(error("position abp 22011 222111"), "position: expected 61 cells of 0, 1 and 2: '22011222111'");
        for cells in ["ä".repeat(40), "0".repeat(4000)] {
            assert!(error(&format!("position abp {cells}")).starts_with("position: expected 61 cells"));
        }
    }

    #[test]
    fn clocks_name_both_players() {
        let clock = GoLimits {
            p1_time: Some(2000),
            p2_time: Some(-5),
            p1_inc: Some(20),
            p2_inc: Some(30),
            ..GoLimits::default()
        };
        assert_eq!(one("go time 2000 -5 inc 20 30"), Command::Go(clock));
        let limits = GoLimits {
            depth: Some(10),
            move_time: Some(9000),
            nodes: Some(7),
            mate: Some(2),
            infinite: true,
            ponder: true,
            search_moves: vec!["a1d4".to_owned()],
            ..GoLimits::default()
        };
        assert_eq!(
            one("go searchmoves a1d4 depth 10 movetime 9000 nodes 7 mate 2 infinite ponder"),
            Command::Go(limits)
        );
        assert_eq!(error("go time 2000"), "go: missing time of player 2");
        assert_eq!(error("go inc 1 -1"), "go: inc of player 2 is not in 0..9223372036854775807: '-1'");
        assert_eq!(error("go p1time 5"), "go: expected a limit: 'p1time'");
        assert_eq!(error("go 5"), "go: expected a limit: '5'");
    }

    #[test]
    fn the_first_line_opens_the_dialect() {
        let mut decoder = Decoder::auto();
        assert_eq!(decoder.line(b"aep"), Some(Ok(Command::Handshake(Handshake::Aep))));
        assert_eq!(decoder.dialect(), Dialect::Aep);
        let say = |reply: Reply| reply.encode(Dialect::Aep, &Style::default());
        assert_eq!(say(Reply::HandshakeOk(Handshake::Aep)), "readyok\n");
        assert_eq!(say(Reply::Best("a1d4".to_owned())), "bestmove a1d4\n");
    }
}
