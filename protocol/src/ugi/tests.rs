//! Every UGI command and reply.

use super::*;
use crate::command::{Command, GoLimits, Handshake, Query, Start};
use crate::{Analysis, Decoder, Dialect, Effort, EngineOption, OptionKind, QueryAnswer, Reply, Score, Style};

fn one(line: &str) -> Command {
    decode(line).unwrap().unwrap()
}

fn error(line: &str) -> String {
    decode(line).unwrap().unwrap_err().to_string()
}

fn texts(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

#[test]
fn commands_without_arguments() {
    let table = [
        ("ugi", Command::Handshake(Handshake::Ugi)),
        ("uci", Command::Handshake(Handshake::Uci)),
        ("isready", Command::IsReady),
        ("uginewgame", Command::NewGame),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("d", Command::Show),
        ("print", Command::Show),
        ("quit", Command::Quit),
        ("query p1turn", Command::Query(Query::P1Turn)),
        ("query gameover", Command::Query(Query::GameOver)),
        ("query result", Command::Query(Query::Result)),
    ];
    for (line, command) in table {
        assert_eq!(one(line), command);
        assert_eq!(one(&line.to_ascii_uppercase()), command);
    }
    assert_eq!(error("query board"), "query: expected p1turn, gameover or result: 'board'");
    assert_eq!(error("ucinewgame 3"), "ucinewgame: unexpected text: '3'");
    assert_eq!(decode(""), None);
    assert_eq!(decode("debug on"), None);
}

#[test]
fn options_have_names_and_values_with_blanks() {
    let set =
        |name: &str, value: Option<&str>| Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) };
    assert_eq!(one("setoption name Hash value 128"), set("Hash", Some("128")));
    assert_eq!(one("setoption name Clear  Hash"), set("Clear Hash", None));
    assert_eq!(one("SETOPTION NAME Log File VALUE C:\\my  logs\\a.txt"), set("Log File", Some("C:\\my  logs\\a.txt")));
    assert_eq!(one("setoption name Log value"), set("Log", Some("")));
    assert_eq!(error("setoption Hash 128"), "setoption: expected name: 'Hash'");
    assert_eq!(error("setoption name value 3"), "setoption: missing name of an option");
}

#[test]
fn positions_are_opaque() {
    assert_eq!(one("position startpos"), Command::Position { start: Start::StartPos, moves: vec![] });
    assert_eq!(
        one("position startpos moves h8 i9"),
        Command::Position { start: Start::StartPos, moves: texts(&["h8", "i9"]) }
    );
    assert_eq!(
        one("position fen 15/15  w 0 moves h8"),
        Command::Position { start: Start::Fen("15/15 w 0".into()), moves: texts(&["h8"]) }
    );
    assert_eq!(error("position"), "position: missing startpos or fen");
    assert_eq!(error("position fen moves h8"), "position: missing position text");
    assert_eq!(error("position startpos h8"), "position: expected moves: 'h8'");
    assert_eq!(error("position moves h8"), "position: expected startpos or fen: 'moves'");
}

#[test]
fn limits() {
    assert_eq!(one("go"), Command::Go(GoLimits::default()));
    assert_eq!(
        one("go p1time 1000 p2time -5 p1inc 10 p2inc 20 movestogo 40"),
        Command::Go(GoLimits {
            p1_time: Some(1000),
            p2_time: Some(-5),
            p1_inc: Some(10),
            p2_inc: Some(20),
            moves_to_go: Some(40),
            ..GoLimits::default()
        })
    );
    assert_eq!(
        one("go wtime 1 btime 2 winc 3 binc 4 p1time 9"),
        Command::Go(GoLimits {
            p1_time: Some(9),
            p2_time: Some(2),
            p1_inc: Some(3),
            p2_inc: Some(4),
            ..GoLimits::default()
        })
    );
    assert_eq!(
        one("go searchmoves h8 i9 depth 5 nodes 100 mate 3 movetime 50 infinite ponder"),
        Command::Go(GoLimits {
            search_moves: texts(&["h8", "i9"]),
            depth: Some(5),
            nodes: Some(100),
            mate: Some(3),
            move_time: Some(50),
            infinite: true,
            ponder: true,
            ..GoLimits::default()
        })
    );
}

#[test]
fn a_mistyped_limit_starts_nothing() {
    assert_eq!(error("go dept 5"), "go: expected a limit: 'dept'");
    assert_eq!(error("go depth five"), "go: depth is not a number: 'five'");
    assert_eq!(error("go depth"), "go: missing depth");
    assert_eq!(error("go nodes -1"), "go: nodes is not in 0..9223372036854775807: '-1'");
    assert_eq!(error("go infinite h8"), "go: expected a limit: 'h8'");
}

fn say(reply: &Reply) -> String {
    reply.encode(Dialect::Ugi, &Style::default())
}

#[test]
fn plain_replies() {
    assert_eq!(say(&Reply::Best("h8".into())), "bestmove h8\n");
    assert_eq!(say(&Reply::NoMove("unsolvable".into())), "info string unsolvable\nbestmove none\n");
    assert_eq!(say(&Reply::Error("bad\nstop".into())), "info string error: bad\n");
    assert_eq!(say(&Reply::from(decode("foo").unwrap().unwrap_err())), "info string error: unknown command: 'foo'\n");
    assert_eq!(say(&Reply::Message("a\nb".into())), "info string a\ninfo string b\n");
    assert_eq!(say(&Reply::Drawing(" . .\n X O".into())), " . .\n X O\n");
    assert_eq!(say(&Reply::ReadyOk), "readyok\n");
    assert_eq!(say(&Reply::Id { name: "n".into(), author: "a".into() }), "id name n\nid author a\n");
    assert_eq!(say(&Reply::HandshakeOk(Handshake::Ugi)), "ugiok\n");
    assert_eq!(say(&Reply::HandshakeOk(Handshake::Uci)), "uciok\n");
    assert_eq!(say(&Reply::Ok), "");
    for (answer, word) in [
        (QueryAnswer::Bool(true), "true"),
        (QueryAnswer::Bool(false), "false"),
        (QueryAnswer::P1Win, "p1win"),
        (QueryAnswer::P2Win, "p2win"),
        (QueryAnswer::Draw, "draw"),
        (QueryAnswer::None, "none"),
    ] {
        assert_eq!(say(&Reply::Response(answer)), format!("response {word}\n"));
    }
}

#[test]
fn listed_options() {
    let list = |kind| say(&Reply::Option(EngineOption { name: "X".into(), kind }));
    assert_eq!(list(OptionKind::Check { default: true }), "option name X type check default true\n");
    assert_eq!(
        list(OptionKind::Spin { default: 1, min: 0, max: 9 }),
        "option name X type spin default 1 min 0 max 9\n"
    );
    assert_eq!(
        list(OptionKind::Combo { default: "a".into(), choices: texts(&["a", "b"]) }),
        "option name X type combo default a var a var b\n"
    );
    assert_eq!(list(OptionKind::Text { default: String::new() }), "option name X type string default <empty>\n");
    assert_eq!(list(OptionKind::Text { default: "t".into() }), "option name X type string default t\n");
    assert_eq!(list(OptionKind::Button), "option name X type button\n");
}

#[test]
fn analysis() {
    let result = Analysis {
        depth: 12,
        seldepth: 21,
        score: Score::Static(-34),
        nodes: 1000,
        nps: 500,
        time_ms: 2000,
        hashfull: 7,
        multipv: 2,
        multipv_count: 3,
        pv: texts(&["h8", "i9"]),
        ..Analysis::default()
    };
    assert_eq!(
        say(&Reply::Analysis(result.clone())),
        "info depth 12 seldepth 21 score cp -34 nodes 1000 nps 500 time 2000 hashfull 7 multipv 2 pv h8 i9\n"
    );
    let mate = |score| say(&Reply::Analysis(Analysis { score, ..result.clone() }));
    assert!(mate(Score::Win(5)).contains(" score mate 3 "));
    assert!(mate(Score::Loss(4)).contains(" score mate -2 "));
    assert!(mate(Score::Loss(0)).contains(" score mate 0 "));
    assert!(!say(&Reply::Analysis(Analysis { multipv_count: 1, ..result })).contains("multipv"));
    assert_eq!(
        say(&Reply::Effort(Effort { nodes: 860_123, nps: 894_456, time_ms: 962 })),
        "info nodes 860123 nps 894456 time 962\n"
    );
}

#[test]
fn the_first_line_chooses() {
    for (line, dialect) in [
        ("ugi", Some(Dialect::Ugi)),
        ("\u{feff}UCI\r\n", Some(Dialect::Ugi)),
        ("aep", Some(Dialect::Aep)),
        ("START 15", Some(Dialect::Gomocup)),
        ("isready", Some(Dialect::Gomocup)),
        ("\r\n", None),
    ] {
        assert_eq!(Dialect::detect(line.as_bytes()), dialect, "{line}");
    }
    let mut decoder = Decoder::auto();
    assert_eq!(decoder.line(b"\r\n"), None);
    assert_eq!(decoder.line(b"ugi"), Some(Ok(Command::Handshake(Handshake::Ugi))));
    assert!(decoder.line(b"START 15").unwrap().unwrap_err().is_unknown());
    assert_eq!(Decoder::new(Dialect::Ugi).line(b"isready"), Some(Ok(Command::IsReady)));
}
