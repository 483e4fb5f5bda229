//! Many sessions at once, as another process sees it: how soon each is answered, what memory it takes, and what slow and dead
//! clients cost. `scripts/limits.sh serve` runs the measurement.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Host, PATIENCE, game};

/// `fukumi serve` as a process of its own.
struct Served {
    child: Child,
    host: Host,
}

impl Served {
    fn start() -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
        let mut child =
            command.args(["serve", "--port", "0", "--threads", "2"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("fukumi plays on http://").trim_end_matches('/').parse();
        Served { child, host: Host { address: address.unwrap() } }
    }

    /// The most memory held so far, in bytes.
    fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    }

    /// Processor time used so far by all threads, those that have ended too.
    fn processor_time(&self) -> Duration {
        /// The unit of these figures (`USER_HZ`), the same on all usual machines.
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // The name in parentheses may hold anything; time of the program and of the system are the 12th and 13th fields after it.
        let fields = stat.rsplit_once(')').unwrap().1.split_whitespace();
        let ticks: u32 = fields.skip(11).take(2).map(|field| field.parse::<u32>().unwrap()).sum();
        TICK * ticks
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended by a fault, which has been told
        let _ = self.child.wait();
    }
}

/// Clients that send a byte a second of a request that is never whole.
fn dribble(streams: &mut [TcpStream], over: &AtomicBool) {
    let request = b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nX-Long: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy";
    for byte in request {
        for stream in &mut *streams {
            let _ = stream.write_all(&[*byte]); // it may have been closed as too slow
        }
        if over.load(Relaxed) {
            return;
        }
        sleep(Duration::from_secs(1));
    }
}

/// Asks all the sessions for a move of a second at the same moment; how long each waited, sorted.
fn ask_all(host: &Host, paths: &[String]) -> Vec<Duration> {
    let began = Instant::now();
    for path in paths {
        host.obey(path, &json!({ "do": "go" }));
    }
    let mut waiting: Vec<&String> = paths.iter().collect();
    let mut waited = Vec::new();
    while !waiting.is_empty() {
        waiting.retain(|path| {
            let answered = host.get(path).json()["ply"] == 1;
            waited.extend(answered.then(|| began.elapsed()));
            !answered
        });
        assert!(began.elapsed() < 4 * PATIENCE, "{} are left", waiting.len());
        sleep(Duration::from_millis(50));
    }
    waited
}

#[test]
#[ignore = "a measurement of a minute: scripts/limits.sh"]
fn two_hundred_sessions_at_once_beside_slow_and_dead_clients() {
    const SESSIONS: usize = 200;
    let served = Served::start();
    let host = &served.host;
    let paths: Vec<String> = (0..SESSIONS).map(|at| host.open(&game(["gomoku", "abalone"][at % 2]))).collect();
    for path in &paths {
        host.obey(path, &json!({ "do": "wish", "ms": 1000 }));
    }
    // Listeners that never read, and clients that never finish what they ask.
    let _deaf: Vec<_> = paths.iter().step_by(2).map(|path| host.listen(path)).collect();
    let mut slow: Vec<_> = (0..100).map(|_| host.connect()).collect();
    let over = AtomicBool::new(false);
    scope(|scope| {
        scope.spawn(|| dribble(&mut slow, &over));
        let waited = ask_all(host, &paths);
        let peak = served.peak_memory();
        println!(
            "serve sessions {SESSIONS} answered median {:?} last {:?} peak {} MiB",
            waited[SESSIONS / 2],
            waited[SESSIONS - 1],
            peak >> 20
        );
        let before = served.processor_time();
        sleep(Duration::from_secs(5));
        let spent = served.processor_time() - before;
        println!("serve idle with 100 deaf listeners and 100 slow clients: {spent:?} of the processor in 5 s");
        over.store(true, Relaxed);
        assert!(peak < 512 << 20 && spent < Duration::from_millis(250), "{peak} bytes, {spent:?}");
    });
}
