//! What people see on a terminal: the greeting, the words they may type, and the lines that show progress.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::process::PATIENCE;
use crate::support::folder::Folder;

/// A terminal, and a program that has its standard input or standard error there.
struct Terminal {
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    shown: String,
    child: Child,
}

/// Which of its streams a program has on the terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Streams {
    /// All of them: a person sits there.
    All,
    /// Standard error: the others are redirected.
    Errors,
}

impl Terminal {
    fn start(arguments: &[&str], streams: Streams) -> Terminal {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&controller).and_then(|()| unlockpt(&controller)).expect("a terminal that can be used");
        let name = ptsname(&controller, Vec::new()).expect("a name").into_string().expect("text");
        let open = || File::options().read(true).write(true).open(&name).expect("the terminal's other end");
        tcsetwinsize(&controller, Winsize { ws_row: 40, ws_col: 160, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
        let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
        command.args(arguments).env_remove("RUST_LOG").env("TERM", "xterm").stderr(open());
        if streams == Streams::All {
            command.stdin(open()).stdout(open());
        } else {
            command.stdin(Stdio::null()).stdout(Stdio::piped());
        }
        let child = command.spawn().expect("the program starts");
        let keyboard = File::from(controller.try_clone().expect("a copy"));
        Terminal { keyboard, screen: watch(controller), shown: String::new(), child }
    }

    fn type_line(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\n").as_bytes()).expect("somebody reads");
    }

    /// Waits until the screen has shown this, after what was waited for before; what has been shown up to there.
    fn wait_for(&mut self, part: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.shown.find(part) {
                let rest = self.shown.split_off(at + part.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            match self.screen.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes).replace('\r', ""),
                Err(why) => panic!("{part:?} was not shown ({why}): {:?}", self.shown),
            }
        }
    }

    /// The rest of the screen, when the program has ended well.
    fn end(mut self) -> String {
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}: {:?}", self.shown);
        loop {
            match self.screen.recv_timeout(Duration::from_millis(300)) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return self.shown.clone(),
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended already
        let _ = self.child.wait();
    }
}

fn watch(controller: OwnedFd) -> Receiver<Vec<u8>> {
    let (send, screen) = channel();
    let mut controller = File::from(controller);
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        // The end of the program is an error here.
        while let Ok(read @ 1..) = controller.read(&mut bytes) {
            if send.send(bytes[..read].to_vec()).is_err() {
                return;
            }
        }
    });
    screen
}

#[test]
fn a_person_plays_gomoku_with_moves_and_a_few_words() {
    let mut terminal = Terminal::start(&["--hash", "4"], Streams::All);
    let greeting = terminal.wait_for("quit leaves.");
    assert!(greeting.contains("plays Gomoku") && greeting.contains("such as h8"), "{greeting}");
    terminal.type_line("help");
    let help = terminal.wait_for("--help lists games");
    assert!(help.contains("\nd        draw the board\n") && !help.contains("MESSAGE"), "{help}");
    terminal.type_line("h8");
    let answer = terminal.wait_for("fukumi plays ");
    assert!(answer.contains("fukumi's chance ") && answer.contains("looked at "), "{answer}");
    assert!(!answer.contains("MESSAGE") && !answer.contains("ERROR"), "{answer}");
    let mv = terminal.wait_for("\n");
    let mv = mv.trim();
    assert!(mv.as_bytes()[0].is_ascii_lowercase() && mv[1..].parse::<u8>().is_ok(), "{mv}");
    terminal.type_line("d");
    let board = terminal.wait_for(" b 0");
    assert!(!board.contains("MESSAGE") && board.matches(['X', 'O']).count() == 2, "{board}");
    let eighth = board.lines().find_map(|line| line.strip_prefix(" 8 ")).expect("the eighth row from the bottom");
    assert_eq!(eighth.split(' ').nth(7), Some("X"), "{board}");
    terminal.type_line("z99");
    terminal.wait_for("\nbad move z99: off the 15x15 board");
    terminal.type_line("quit");
    terminal.end();
}

#[test]
fn a_person_may_speak_the_protocol_as_ever() {
    let mut terminal = Terminal::start(&["--hash", "4"], Streams::All);
    terminal.wait_for("quit leaves.");
    for (typed, answer) in [("START 15", "\nOK\n"), ("INFO timeout_turn 50", ""), ("TURN 7,7", "MESSAGE Speed ")] {
        terminal.type_line(typed);
        terminal.wait_for(answer);
    }
    terminal.type_line("ABOUT");
    terminal.wait_for("name=\"fukumi\"");
    terminal.type_line("hello");
    terminal.wait_for("UNKNOWN hello");
    terminal.type_line("END");
    terminal.end();
}

#[test]
fn abalone_greets_for_abalone_and_is_played_by_moves() {
    let mut terminal = Terminal::start(&["--game", "abalone", "--hash", "4"], Streams::All);
    let greeting = terminal.wait_for("quit leaves.");
    assert!(greeting.contains("plays Abalone"), "{greeting}");
    let example = greeting.split("such as ").nth(1).and_then(|rest| rest.split(',').next()).expect("a move").to_owned();
    terminal.type_line(&example);
    terminal.wait_for("fukumi plays ");
    terminal.type_line("new");
    terminal.wait_for("OK\n");
    terminal.type_line("go");
    terminal.wait_for("fukumi plays ");
    terminal.type_line("quit");
    terminal.end();
}

/// What a tool shows of its progress while its output is redirected.
fn progress(arguments: &[&str]) -> String {
    Terminal::start(arguments, Streams::Errors).end()
}

#[test]
fn long_work_shows_how_far_it_has_come_and_what_is_left() {
    let folder = Folder::new();
    let games = folder.write("games.txt", b"h8 i9 g9 j8\nh8 h9\n").display().to_string();
    let puzzles =
        folder.write("puzzles.txt", b"A\nK6c/8/8/8 b\nB\n2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b\n").display().to_string();
    let selfplay = folder.file("games.fsp");
    let engine = format!("cmd='{} --hash 1' nodes=60 move-time=20s", env!("CARGO_BIN_EXE_fukumi"));
    let bench: &[&str] = &["bench", "--depth", "3"];
    let analyze = ["analyze", "--nodes", "2000", &games];
    let whole_games = ["analyze", "--games", "--nodes", "2000", &games];
    let solve = ["solve", &puzzles];
    let own = ["selfplay", "--games", "3", "--nodes", "50", "--out", &selfplay];
    let arena = ["match", "--engine", &engine, "--engine", &engine, "--games", "4", "--max-plies", "8"];
    let generate = ["generate", "capture", "--count", "3"];
    let convert = ["convert", "--to", "yixin", &games];
    for (arguments, part) in [
        (bench, "positions, "),
        (&analyze, "of 2 positions, "),
        (&whole_games, "of 8 positions, "),
        (&solve, "of 2 puzzles, "),
        (&own, "of 3 games, "),
        (&arena, "of 4 games, "),
        (&generate, "of 3 puzzles, "),
        (&convert, "of 2 games, "),
    ] {
        let shown = progress(arguments);
        assert!(shown.contains(part) && shown.contains(" left"), "{arguments:?}: {shown:?}");
    }
    assert!(progress(&["perft", "--size", "7", "--depth", "3"]).contains("depth 3, "));
    let open_end = [arena.as_slice(), &["--sprt", "elo0=0,elo1=50"]].concat();
    assert!(progress(&open_end).contains(" left"), "the test may end it earlier");
    assert!(progress(&open_end).contains("at most "));
}
