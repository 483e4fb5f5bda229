//! The web server: raw bytes on a connection, or requests with JSON that is nearly right.
//!
//! Unless its first byte is a zero, the input is lines of `METHOD PATH BODY`; `$` in a path stands for the session opened last.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use fukumi::games::GAMES;
use fukumi::web::{Server, ServerSettings};
use serde_json::Value;

/// The most requests of one input.
const MOST_REQUESTS: usize = 20;

/// No answer may take longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const WORDS: &[&str] = &[
    "GET",
    "POST",
    "DELETE",
    "/api/sessions",
    "/api/games",
    "$",
    "$/events",
    "$/load",
    "$/threats",
    "$/look",
    "$/save",
    "do",
    "game",
    "play",
    "goto",
    "undo",
    "redo",
    "wish",
    "go",
    "stop",
    "choose",
    "setup",
    "visit",
    "edit",
    "judge",
    "flag",
    "delete",
    "promote",
    "comment",
    "label",
    "tag",
    "keep",
    "node",
    "tree",
    "tags",
    "clock",
    "format",
    "sgf",
    "(",
    ")",
    "spec",
    "engine",
    "opening",
    "taraguchi-10",
    "declare",
    "keep",
    "ms",
    "lines",
    "analyse",
    "text",
    "ply",
    "position",
    "moves",
    "options",
    "pieces",
    "to_move",
    "gomoku",
    "abalone",
    "capture",
    "h8",
    "i9",
    "a1b2",
    "true",
    "false",
    "null",
    "choice",
    "white",
    "black",
];

/// A server with room for one session, so that opening another ends whatever the last input began.
static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let settings = ServerSettings {
        games: GAMES,
        sessions: 1,
        threads: 1,
        hash: 16,
        idle: Duration::from_secs(3600),
        hosts: Vec::new(),
        database: None,
    };
    let server = Server::start(&[SocketAddr::from(([127, 0, 0, 1], 0))], &settings).expect("a free port");
    let address = server.address().expect("an address");
    thread::spawn(move || server.run());
    address
});

pub(crate) fn run(data: &[u8]) {
    if let Some(raw) = data.strip_prefix(b"\0") {
        send_raw(raw);
    } else {
        let text = String::from_utf8_lossy(data);
        let mut session = "/api/sessions/none".to_owned();
        text.lines().take(MOST_REQUESTS).for_each(|line| request(line, &mut session));
    }
    assert!(still_serves(), "the server still serves");
}

/// Opens a session. There is room for one, which is in use until the server notices that its listener has gone.
fn still_serves() -> bool {
    let asked = Instant::now();
    let mut opened = String::new();
    while opened.is_empty() && asked.elapsed() < PATIENCE {
        request("POST /api/sessions {\"game\":\"gomoku\"}", &mut opened);
    }
    !opened.is_empty()
}

/// Whatever the bytes are, the connection must be answered or closed.
fn send_raw(bytes: &[u8]) {
    let mut stream = connect();
    let _ = stream.write_all(bytes); // the server may have heard enough before the end
    let _ = stream.shutdown(Shutdown::Write);
    let mut start = [0; 12];
    if stream.read_exact(&mut start).is_ok() {
        assert!(start.starts_with(b"HTTP/1."), "{start:?}");
        assert_ne!(start[9], b'5', "the server failed");
    }
}

fn connect() -> TcpStream {
    let stream = TcpStream::connect(*ADDRESS).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// Sends one request and looks at the answer; `session` becomes the path of a session that it opens.
fn request(line: &str, session: &mut String) {
    let mut words = line.splitn(3, ' ');
    let (method, path, body) =
        (words.next().unwrap_or_default(), words.next().unwrap_or("/"), words.next().unwrap_or_default());
    let path = path.replacen('$', session, 1);
    let mut stream = connect();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        *ADDRESS,
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
    let Some((status, body)) = answer(stream) else { return };
    // One connection too many is allowed to fail; anything else is not.
    assert!(status < 500 || status == 503, "{line}: {status} {body}");
    if status == 200 && method == "POST" && path == "/api/sessions" {
        let opened: Value = serde_json::from_str(&body).expect("an answer in JSON");
        *session = format!("/api/sessions/{}", opened["id"].as_str().expect("a session has a name"));
    }
}

/// Status and body, or the status alone of an event stream, which does not end. `None` when the request was too malformed for an answer.
fn answer(stream: TcpStream) -> Option<(u16, String)> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|&length| length > 0)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("an answer of HTTP");
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        if line.to_ascii_lowercase().starts_with("content-type: text/event-stream") {
            return Some((status, String::new()));
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = Vec::new();
    reader.read_to_end(&mut body).ok()?;
    Some((status, String::from_utf8_lossy(&body).into_owned()))
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let open = |game: &str| format!("POST /api/sessions {{\"game\":\"{game}\"}}\n");
    [
        open("gomoku")
            + "POST $ {\"do\":\"play\",\"text\":\"h8\"}\nPOST $ {\"do\":\"wish\",\"engine\":[false,true],\"ms\":5}\n\
               POST $ {\"do\":\"go\"}\nGET $\nPOST $ {\"do\":\"stop\"}\nPOST $ {\"do\":\"undo\"}\nPOST $ {\"do\":\"redo\"}\nGET $/events",
        open("abalone")
            + "POST $ {\"do\":\"wish\",\"analyse\":true,\"lines\":3,\"ms\":10}\nPOST $ {\"do\":\"play\",\"text\":\"a1b2\"}\n\
               POST $ {\"do\":\"goto\",\"ply\":0}\nGET $\nPOST $/threats {}",
        open("capture")
            + "POST $ {\"do\":\"game\",\"spec\":{\"game\":\"capture\",\"position\":\"2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b\"}}\n\
               POST $ {\"do\":\"go\"}\nGET $",
        open("gomoku")
            + "POST $ {\"do\":\"game\",\"spec\":{\"game\":\"gomoku\",\"options\":{\"Rule\":\"renju\",\"BoardSize\":\"9\"},\
               \"moves\":[\"e5\",\"e6\"]},\"engine\":[true,false],\"opening\":\"swap2\"}\nPOST $/threats {}\nGET $",
        open("gomoku")
            + "POST $ {\"do\":\"game\",\"spec\":{\"game\":\"gomoku\"},\"engine\":[true,false],\"opening\":\"taraguchi-10\"}\n\
               POST $ {\"do\":\"choose\",\"choice\":\"white\"}\nPOST $ {\"do\":\"choose\",\"choice\":\"black\"}\nGET $",
        open("gomoku")
            + "POST $ {\"do\":\"setup\",\"pieces\":[{\"at\":\"h8\",\"sign\":\"X\"}],\"to_move\":1}\n\
               POST $/load {\"text\":\"game gomoku\\noption Rule renju\\nmoves h8 h9\"}\nPOST $/load {\"text\":\"h8 i9\"}\n\
               POST $/load {\"text\":\"one\\nK7/8/8/7p b\\n-1\\n\"}",
        open("gomoku")
            + "POST $ {\"do\":\"game\",\"spec\":{\"game\":\"gomoku\",\"tree\":\"h8 i9 (g9 {x} [h10:A]) j10\",\"tags\":{\"Black\":\"B\"}},\
               \"clock\":{\"seconds\":9,\"increment\":1}}\nPOST $ {\"do\":\"visit\",\"node\":4}\n\
               POST $ {\"do\":\"edit\",\"edit\":{\"do\":\"promote\",\"node\":4}}\n\
               POST $ {\"do\":\"edit\",\"edit\":{\"do\":\"delete\",\"node\":3}}\n\
               POST $ {\"do\":\"edit\",\"edit\":{\"do\":\"label\",\"at\":\"a1\",\"text\":\"A\"}}\n\
               POST $ {\"do\":\"edit\",\"edit\":{\"do\":\"keep\",\"ply\":1,\"moves\":[\"c3\"]}}\n\
               POST $ {\"do\":\"edit\",\"edit\":{\"do\":\"undo\"}}\nPOST $/look {\"ply\":1,\"moves\":[\"a1\"]}\n\
               POST $/save {\"format\":\"sgf\"}\nPOST $ {\"do\":\"judge\"}\nPOST $ {\"do\":\"flag\"}\nGET $",
        "\0GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            .to_owned(),
        "GET /api/games\nGET /\nGET /main.js\nGET /nowhere\nDELETE /api/sessions".to_owned(),
    ]
    .map(String::into_bytes)
    .into()
}
