//! The decoders of the three protocols, and the encoder's output for any text.

use std::io::Cursor;

use fukumi_protocol::{Decoder, Dialect, ParseError, Reply, Style, read_line};

/// No answer is longer than the strictest manager allows a line to be.
const LONGEST_ANSWER: usize = 250;

pub(crate) const GOMOCUP_WORDS: &[&str] = &[
    "START",
    "RECTSTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "DONE",
    "TAKEBACK",
    "PLAY",
    "INFO",
    "END",
    "ABOUT",
    "RESTART",
    "STOP",
    "SWAP2BOARD",
    "YXBOARD",
    "YXSTOP",
    "YXSHOWFORBID",
    "YXNBEST",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKRESET",
    "YXSHOWINFO",
    "YXHASHCLEAR",
    "YXSHOWHASHUSAGE",
    "YXSWAP2STEP1",
    "YXSWAP2STEP2",
    "YXSWAP2STEP3",
    "YXBALANCEONE",
    "YXBALANCETWO",
    "YXSEARCHDEFEND",
    "YXQUERYDATABASEALL",
    "YXSOOSORVSTEP1",
    "timeout_turn",
    "timeout_match",
    "time_left",
    "max_memory",
    "game_type",
    "rule",
    "folder",
    "time_increment",
    "max_depth",
    "max_node",
    "thread_num",
    "hash_size",
    "caution_factor",
    "pondering",
    "show_detail",
    "strength",
    "evaluate",
    "7,7",
    "0,0",
    "8,7,1",
];

pub(crate) const UGI_WORDS: &[&str] = &[
    "ugi",
    "uci",
    "aep",
    "isready",
    "uginewgame",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movetime",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "searchmoves",
    "ponder",
    "stop",
    "ponderhit",
    "query",
    "p1turn",
    "gameover",
    "result",
    "d",
    "print",
    "quit",
    "abp",
    "time",
    "inc",
    "h8",
    "a1b2",
];

pub(crate) fn gomocup(data: &[u8]) {
    // One or the other, so that twice as many inputs are tried in the same time.
    feed(if data.len().is_multiple_of(2) { Decoder::new(Dialect::Gomocup) } else { Decoder::auto() }, data);
}

pub(crate) fn ugi(data: &[u8]) {
    feed(Decoder::new(Dialect::Ugi), data);
}

pub(crate) fn aep(data: &[u8]) {
    feed(Decoder::new(Dialect::Aep), data);
}

fn feed(mut decoder: Decoder, data: &[u8]) {
    let mut input = Cursor::new(data);
    let mut line = Vec::new();
    while read_line(&mut input, &mut line).expect("memory can be read") {
        if let Some(Err(error)) = decoder.line(&line) {
            check_error(error, decoder.dialect());
        }
    }
    if let Some(error) = decoder.end() {
        check_error(error, decoder.dialect());
    }
}

fn check_error(error: ParseError, dialect: Dialect) {
    let answer = Reply::from(error).encode(dialect, &Style::default());
    assert!(answer.len() < LONGEST_ANSWER, "{answer:?}");
    assert_eq!(answer.matches('\n').count(), 1, "{answer:?}");
    check_lines(&answer);
}

/// Every line has an end, and is printable ASCII.
pub(crate) fn check_lines(text: &str) {
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    assert!(text.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{text:?}");
}

pub(crate) fn replies(data: &[u8]) {
    let text = String::from_utf8_lossy(data).into_owned();
    let words = || text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let replies = [
        Reply::Error(text.clone()),
        Reply::Unknown(text.clone()),
        Reply::Message(text.clone()),
        Reply::Debug(text.clone()),
        Reply::Drawing(text.clone()),
        Reply::NoMove(text.clone()),
        Reply::Moves(words()),
        Reply::Swap2Stones { first: 1, moves: words() },
    ];
    let dialect = [Dialect::Gomocup, Dialect::Ugi, Dialect::Aep][data.len() % 3];
    for reply in &replies {
        check_lines(&reply.encode(dialect, &Style::default()));
    }
}

pub(crate) fn gomocup_seeds() -> Vec<Vec<u8>> {
    sent(&[
        include_str!("../../protocol/transcripts/by_hand.txt"),
        include_str!("../../protocol/transcripts/c_gomoku_cli.txt"),
        include_str!("../../protocol/transcripts/gomocup_judge.txt"),
        include_str!("../../protocol/transcripts/one_line_blocks.txt"),
        include_str!("../../protocol/transcripts/piskvork.txt"),
        include_str!("../../protocol/transcripts/piskvork_opening.txt"),
        include_str!("../../protocol/transcripts/qpiskvork.txt"),
        include_str!("../../protocol/transcripts/swap2.txt"),
        include_str!("../../protocol/transcripts/yixin_board.txt"),
        include_str!("../../protocol/transcripts/yixin_forbid.txt"),
        include_str!("../../protocol/transcripts/yixin_stop.txt"),
    ])
}

pub(crate) fn ugi_seeds() -> Vec<Vec<u8>> {
    sent(&[
        include_str!("../../protocol/transcripts/ugi_errors.txt"),
        include_str!("../../protocol/transcripts/ugi_manager.txt"),
        include_str!("../../protocol/transcripts/ugi_search.txt"),
        include_str!("../../protocol/transcripts/aep.txt"),
        include_str!("../../protocol/transcripts/aep_errors.txt"),
    ])
}

/// The lines of a transcript that a manager sends.
fn sent(transcripts: &[&str]) -> Vec<Vec<u8>> {
    let lines = |text: &&str| {
        let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("< ")).collect();
        lines.join("\n").into_bytes()
    };
    transcripts.iter().map(lines).collect()
}

pub(crate) fn reply_seeds() -> Vec<Vec<u8>> {
    ["a move that is none", "two\nlines", "\u{e9}\t\r\n x", "h8 i9 j10"].map(|text| text.as_bytes().to_vec()).into()
}
