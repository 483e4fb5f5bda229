//! Whole sessions with searches running: a stream of good and broken lines against the session that serves a manager.
//!
//! A line `~N` is a pause of up to 15 milliseconds, so that searches run on while the next lines come. A stream ends with `END`,
//! with `quit`, or with its input. Bounded searches are then waited for, so only short ones are let through.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::thread;
use std::time::Duration;

use fukumi::engine::options::Options;
use fukumi::engine::session::serve;
use fukumi::engine::session::terminal::Client;
use fukumi_protocol::Decoder;

use crate::protocol::{check_lines, gomocup_seeds, ugi_seeds};

/// The most lines of one stream: an execution has to end.
const MOST_LINES: usize = 60;

pub(crate) const WORDS: &[&str] = &[
    "START 15",
    "START 5",
    "BEGIN",
    "TURN 7,7",
    "TURN 8,7",
    "BOARD",
    "DONE",
    "TAKEBACK 7,7",
    "INFO timeout_turn 5",
    "INFO time_left 50",
    "INFO max_memory 30000000",
    "INFO rule 4",
    "INFO rule 1",
    "RESTART",
    "YXSTOP",
    "STOP",
    "YXSHOWFORBID",
    "YXNBEST 3",
    "SWAP2BOARD",
    "ugi",
    "uci",
    "aep",
    "isready",
    "uginewgame",
    "position startpos moves h8",
    "go infinite",
    "go movetime 5",
    "go ponder movetime 5",
    "ponderhit",
    "stop",
    "quit",
    "d",
    "query gameover",
    "query result",
    "setoption name Game value abalone",
    "setoption name Game value capture",
    "setoption name Ponder value true",
    "setoption name Threads value 2",
    "setoption name Rule value renju",
    "setoption name BoardSize value 5",
    "setoption name Search value pvs",
    "setoption name MultiPV value 3",
    "setoption name Strength value 10",
    "~3",
    "~9",
    "position fen 2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b",
    "position startpos moves a1b2 i5h5",
    "END",
    "YXBALANCEONE 0",
    "YXHASHCLEAR",
    "YXSEARCHDEFEND",
    "YXSWAP2STEP1",
    "YXSWAP2STEP2",
    "YXSWAP2STEP3",
    "INFO pondering 1",
    "INFO show_detail 3",
];

pub(crate) fn run(data: &[u8]) {
    let (&mode, stream) = data.split_first().unwrap_or((&0, &[]));
    let mut options = Options::new();
    options.set("Hash", "1").expect("one MiB is allowed");
    let script = Script::new(stream, mode % 4 == 0);
    let mut output = Vec::new();
    serve(BufReader::new(script), &mut output, Decoder::auto(), options, true, Client::Manager)
        .expect("threads can be started");
    let output = String::from_utf8(output).expect("answers are text");
    check_lines(&output);
    let internal = |line: &str| line.starts_with("ERROR internal") || line.starts_with("info string error: internal");
    assert!(!output.lines().any(internal), "{output}");
}

/// A manager that sends lines and pauses.
struct Script {
    lines: VecDeque<Vec<u8>>,
    /// The part of the last line that has not been read yet.
    rest: VecDeque<u8>,
}

impl Script {
    fn new(stream: &[u8], input_ends: bool) -> Script {
        let lines = stream.split(|&byte| byte == b'\n').take(MOST_LINES).map(<[u8]>::to_vec);
        let mut lines: VecDeque<Vec<u8>> =
            lines.filter(|line| is_modest(line) && (!input_ends || is_short(line))).collect();
        if input_ends {
            let speaks_other = |line: &Vec<u8>| matches!(line.trim_ascii(), b"ugi" | b"uci" | b"aep");
            if !lines.front().is_some_and(speaks_other) {
                lines.push_front(b"INFO timeout_turn 20".to_vec());
            }
        } else {
            lines.push_back(b"DONE\nEND\nquit".to_vec());
        }
        Script { lines, rest: VecDeque::new() }
    }
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            let Some(line) = self.lines.pop_front() else { return Ok(0) };
            match line.strip_prefix(b"~") {
                Some(pause) => {
                    let pause = numbers(pause).next().unwrap_or(1) % 16;
                    thread::sleep(Duration::from_millis(pause));
                }
                None => self.rest.extend(line.iter().chain(b"\n")),
            }
        }
        self.rest.read(buffer)
    }
}

/// Does a line ask for no more memory and threads than an execution may use?
fn is_modest(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let largest = numbers(line).max().unwrap_or(0);
    let limit = |word: &str, most: u64| !text.contains(word) || largest <= most;
    let table = if text.contains("hash_size") { limit("hash_size", 8192) } else { limit("hash", 8) };
    limit("thread", 4) && limit("memory", 48_000_000) && table
}

/// Is the search that a line asks for, if any, short?
fn is_short(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let bounded_by_work = ["depth", "node", "mate"].iter().any(|word| text.contains(word));
    let timed = ["time", "inc", "go "].iter().any(|word| text.contains(word));
    !bounded_by_work && (!timed || numbers(line).all(|number| number < 100))
}

/// The numbers in a line; those that are too large become the largest number.
fn numbers(line: &[u8]) -> impl Iterator<Item = u64> + '_ {
    line.split(|byte| !byte.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).unwrap_or(u64::MAX))
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let modes = |(mode, stream): (usize, Vec<u8>)| {
        let paced = String::from_utf8_lossy(&stream).replace('\n', "\n~4\n");
        [(mode % 4) as u8].into_iter().chain(paced.into_bytes()).collect()
    };
    gomocup_seeds().into_iter().chain(ugi_seeds()).enumerate().map(modes).collect()
}
