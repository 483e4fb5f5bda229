//! How soon people are told what the engine knows: forced wins analysed over every way it is spoken to. A report says how long
//! the search had been running when it came to know; what its line took beyond that is the delay.

use std::time::{Duration, Instant};

use fukumi::games::gomoku::RuleCode;
use fukumi::games::gomoku::notation::position_text;

use crate::process::{Engine, PATIENCE};
use crate::support::known_wins::{KnownWin, known_wins};

/// What came of one analysis.
#[derive(Default)]
struct Timing {
    delays: Vec<Duration>,
    silences: Vec<Duration>,
    last: Option<Instant>,
}

impl Timing {
    /// A line has come now; of a report `known` is the time since `asked` at which its search knew it.
    fn line(&mut self, asked: Instant, known: Option<Duration>) {
        let now = Instant::now();
        self.silences.push(now - self.last.replace(now).unwrap_or(asked));
        self.delays.extend(known.map(|known| (now - asked).saturating_sub(known)));
    }

    fn add(&mut self, other: Timing) {
        self.delays.extend(other.delays);
        self.silences.extend(other.silences);
    }

    /// Prints the figures: the delay of which 99 in 100 are not longer, the longest one, the longest silence.
    fn sum_up(&mut self, name: &str) -> [Duration; 3] {
        self.delays.sort();
        self.silences.sort();
        let part = |of: &[Duration], percent: usize| of[(of.len() - 1) * percent / 100];
        let figures = [part(&self.delays, 99), part(&self.delays, 100), part(&self.silences, 100)];
        let [most, longest, silence] = figures;
        let (half, count) = (part(&self.delays, 50), self.delays.len());
        println!(
            "{name}: {count} reports, delay {half:?}, 99 % {most:?}, longest {longest:?}; longest silence {silence:?}"
        );
        figures
    }
}

/// The word behind this one, as milliseconds.
fn millis_after(line: &str, word: &str) -> Option<Duration> {
    let rest = &line[line.find(&format!("{word} "))? + word.len() + 1..];
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().map(Duration::from_millis)
}

fn over_ugi(win: &KnownWin, time: Duration) -> Timing {
    let mut engine = Engine::with(&["--protocol", "ugi"]);
    engine.send(&format!("position fen {}", position_text(&win.setup)));
    engine.send("isready");
    assert_eq!(engine.reply(), "readyok", "{}", engine.told());
    let mut timing = Timing::default();
    let asked = Instant::now();
    engine.send("go infinite");
    while asked.elapsed() < time {
        let line = engine.line_within(PATIENCE).expect("a search that goes on");
        timing.line(asked, millis_after(&line, "time").filter(|_| line.starts_with("info depth")));
        let number = |word| line.split(' ').skip_while(|other| *other != word).nth(1)?.parse::<u32>().ok();
        assert!(number("seldepth") >= number("depth"), "{line}");
    }
    engine.send("stop");
    assert!(engine.reply().starts_with("bestmove "), "{}", engine.told());
    timing
}

/// A position in Gomocup: the engine that is asked for a move there, and the block that asks.
fn in_gomocup(win: &KnownWin, timeout_turn: u32) -> (Engine, String) {
    let mut engine = Engine::with(&[]);
    assert_eq!(engine.ask(&format!("START {}", win.setup.size)), "OK");
    engine.send(&format!("INFO rule {}", win.setup.rule.number()));
    engine.send(&format!("INFO timeout_turn {timeout_turn}"));
    let mut board = String::from("BOARD\n");
    for (point, player) in &win.setup.stones {
        let owner = if *player == Some(win.setup.to_move) { 1 } else { 2 };
        board += &format!("{},{},{owner}\n", point.x, point.y);
    }
    (engine, board + "DONE")
}

fn over_gomocup(win: &KnownWin, time: Duration) -> Timing {
    let (mut engine, board) = in_gomocup(win, 2_147_483_647);
    let mut timing = Timing::default();
    let asked = Instant::now();
    engine.send(&board);
    while asked.elapsed() < time {
        let line = engine.line_within(PATIENCE).expect("a search that goes on");
        timing.line(asked, millis_after(&line, "Time").filter(|_| line.starts_with("MESSAGE Depth")));
        if !line.starts_with("MESSAGE ") {
            assert!(crate::process::is_move(&line), "{}", engine.told());
            return timing;
        }
    }
    assert!(crate::process::is_move(&engine.ask("STOP")), "{}", engine.told());
    timing
}

#[cfg(feature = "web")]
mod page {
    use fukumi::web::ServerSettings;
    use serde_json::{Value, json};

    use super::*;
    use crate::web::client::{Host, settings};

    pub(super) fn host() -> Host {
        Host::start(&ServerSettings { sessions: 300, ..settings() })
    }

    pub(super) fn over(host: &Host, win: &KnownWin, time: Duration) -> Timing {
        let session = host.open(&json!({ "game": "gomoku", "position": position_text(&win.setup) }));
        let mut events = host.listen(&session);
        events.find("state", |state| state["ply"] == 0);
        let mut timing = Timing::default();
        let asked = Instant::now();
        host.obey(&session, &json!({ "do": "wish", "analyse": true, "lines": 1 }));
        let mut before = Value::Null;
        events.find("news", |news| {
            if news.is_null() {
                return false;
            }
            // What is told again is no report, but the search going on.
            let is_new = news["lines"] != before["lines"] || news["depth"] != before["depth"];
            let known = Duration::from_millis(news["ms"].as_u64().unwrap());
            timing.line(asked, Some(known).filter(|_| is_new));
            before = news.clone();
            news["running"] == false || asked.elapsed() >= time
        });
        host.obey(&session, &json!({ "do": "stop" }));
        timing
    }
}

/// The positions of every rule, each `step`th of them.
fn wins(step: usize) -> Vec<KnownWin> {
    [RuleCode::Freestyle, RuleCode::Standard, RuleCode::Renju].into_iter().flat_map(known_wins).step_by(step).collect()
}

fn measure(name: &str, wins: &[KnownWin], mut analyse: impl FnMut(&KnownWin) -> Timing) -> [Duration; 3] {
    let mut all = Timing::default();
    wins.iter().for_each(|win| all.add(analyse(win)));
    all.sum_up(name)
}

fn measure_all(wins: &[KnownWin], time: Duration) -> Vec<[Duration; 3]> {
    vec![
        measure("UGI", wins, |win| over_ugi(win, time)),
        measure("Gomocup", wins, |win| over_gomocup(win, time)),
        #[cfg(feature = "web")]
        {
            let host = page::host();
            measure("page", wins, |win| page::over(&host, win, time))
        },
    ]
}

#[test]
fn what_the_engine_knows_is_told_at_once_and_it_is_never_silent() {
    for [_, longest, silence] in measure_all(&wins(50), Duration::from_millis(900)) {
        // Wide: the machine may be busy. What was kept for the next report came seconds late.
        assert!(longest < Duration::from_millis(250), "told {longest:?} after it was known");
        assert!(silence < Duration::from_millis(500), "silent for {silence:?}");
    }
}

#[test]
fn a_win_is_played_when_a_faster_one_is_no_longer_likely() {
    for win in wins(50) {
        let (mut engine, board) = in_gomocup(&win, 8_000);
        let asked = Instant::now();
        assert!(crate::process::is_move(&engine.ask(&board)), "{}", engine.told());
        let told = engine.told();
        let known = told.lines().find(|line| line.contains("Eval +M")).and_then(|line| millis_after(line, "Time"));
        // The last quarter of what is left is not spent, and faster wins begin it anew only a few times.
        let known = known.unwrap_or_else(|| panic!("no win in\n{told}"));
        assert!(asked.elapsed() < known + Duration::from_secs(5), "{told}");
    }
}

#[test]
#[ignore = "a measurement of twenty minutes: scripts/reports.sh"]
fn two_hundred_analyses() {
    for [most, _, silence] in measure_all(&wins(1), Duration::from_secs(2)) {
        assert!(most < Duration::from_millis(60), "99 % are told within {most:?}");
        assert!(silence < Duration::from_millis(300), "silent for {silence:?}");
    }
}
