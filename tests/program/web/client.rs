//! A small HTTP client, and a server of the test's own to talk to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use fukumi::games::GAMES;
use fukumi::web::{Server, ServerSettings};
use serde_json::{Value, json};

/// No answer takes longer, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server in this process.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
}

/// What the tests' servers may use, unless a test says otherwise.
pub(crate) fn settings() -> ServerSettings {
    ServerSettings {
        games: GAMES,
        sessions: 100,
        threads: 2,
        hash: 32,
        idle: Duration::from_secs(3600),
        hosts: Vec::new(),
        database: None,
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }
}

impl Host {
    pub(crate) fn start(settings: &ServerSettings) -> Host {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::start(&[any], settings).unwrap();
        let address = server.address().unwrap();
        thread::spawn(move || server.run());
        Host { address }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are and reads to the end.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(request); // the server may have heard enough before the end
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer); // and may then close the connection without ceremony
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        self.send(method, path, headers, body.as_bytes())
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        let answer = self.raw(&[request.as_bytes(), b"\r\n", body].concat());
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer to {method} {path}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        Response { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.request("GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.request("POST", path, &[("Content-Type", "application/json")], &body.to_string())
    }

    /// Opens a session and gives its path.
    pub(crate) fn open(&self, spec: &Value) -> String {
        let opened = self.post("/api/sessions", spec);
        assert_eq!(opened.status, 200, "{opened:?}");
        format!("/api/sessions/{}", opened.json()["id"].as_str().unwrap())
    }

    /// A command that is obeyed, and the state after it.
    pub(crate) fn obey(&self, session: &str, command: &Value) -> Value {
        let answer = self.post(session, command);
        assert_eq!(answer.status, 200, "{command}: {answer:?}");
        answer.json()
    }

    /// A command that is refused, and why.
    pub(crate) fn refuse(&self, session: &str, command: &Value) -> String {
        let answer = self.post(session, command);
        assert_eq!(answer.status, 400, "{command}: {answer:?}");
        answer.json()["error"].as_str().unwrap().to_owned()
    }

    /// Waits until the session's state is as wanted.
    pub(crate) fn await_state(&self, session: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let state = self.get(session).json();
            if wanted(&state) {
                return state;
            }
            assert!(began.elapsed() < PATIENCE, "{state}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Listens to a session.
    pub(crate) fn listen(&self, session: &str) -> Events {
        let mut stream = self.connect();
        let request = format!("GET {session}/events HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        Events { lines: BufReader::new(stream) }
    }
}

/// A stream of events.
pub(crate) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// The next event of that name whose data is as wanted.
    pub(crate) fn find(&mut self, name: &str, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        let began = Instant::now();
        let mut event = String::new();
        loop {
            assert!(began.elapsed() < PATIENCE, "no such {name}");
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the stream has ended");
            if let Some(name) = line.strip_prefix("event:") {
                event = name.trim().to_owned();
            }
            let Some(data) = line.strip_prefix("data:").filter(|data| event == name && !data.trim().is_empty()) else {
                continue;
            };
            let value: Value = serde_json::from_str(data.trim()).unwrap();
            if wanted(&value) {
                return value;
            }
        }
    }
}

pub(crate) fn game(name: &str) -> Value {
    json!({ "game": name })
}

pub(crate) fn play(text: &str) -> Value {
    json!({ "do": "play", "text": text })
}
