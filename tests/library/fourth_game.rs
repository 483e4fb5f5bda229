//! What a fourth game costs: this file and a line in the list of games. Nothing in the engine knows it; the session lists its
//! option, plays it, and draws it; bench, doctor, the arena and the page's dialogs take it from the list too.

use std::io::{Cursor, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use fukumi::engine::clock::TimeParams;
use fukumi::engine::options::{OptionKey, Options, Row};
use fukumi::engine::registry::{Entry, Games, Trial, Wire};
use fukumi::engine::session::terminal::Client;
use fukumi::engine::view::{Board, BoardCell, BoardView, Piece, Shape, Sign, Step};
use fukumi::engine::{Change, Engine, MoveStyle, Notation, Rejected, TwoPlayer, session};
use fukumi::games::{abalone, capture, gomoku};
use fukumi::lab::arena::adjudication::Adjudication;
use fukumi::lab::arena::game::{self, GameSettings};
use fukumi::lab::arena::judge::Judge;
use fukumi::lab::arena::opening::Opening;
use fukumi::lab::arena::player::{Failure, GamePlayer, PlayedMove, Turn};
use fukumi::lab::arena::process_player::Patience;
use fukumi::lab::arena::record::GameResult;
use fukumi::lab::arena::schedule::Tournament;
use fukumi::lab::arena::settings::{Book, MatchSettings};
use fukumi::lab::arena::time::TimeControl;
use fukumi::search::{Game, Player, Position};
use fukumi::tools::bench::Bench;
use fukumi::tools::doctor::Doctor;
use fukumi::web::{Server, ServerSettings};
use fukumi_protocol::Decoder;

use crate::toys::{Mnk, RowJudge};

/// The games with one more.
static GAMES: Games = &[&gomoku::ENTRY, &abalone::ENTRY, &capture::ENTRY, &ENTRY];

static ENTRY: Entry = Entry {
    name: "tictactoe",
    options: OPTIONS,
    wire: Wire { board_size: Some(&WIDTH.row), ..Wire::NONE },
    open,
    read: |_, _| Ok(()),
    time: TimeParams::DEFAULT,
    bench: &[Trial { options: &[], position: None, moves: "b2 a1", depth: 5 }],
    identity: None,
};

static WIDTH: OptionKey<usize> = OptionKey::spin("Width", 3, 3, 5, "tictactoe: rows and columns");
static OPTIONS: &[&Row] = &[&WIDTH.row];

fn open(options: &Options) -> Result<Box<dyn Engine>, Rejected> {
    Ok(Box::new(TwoPlayer::new(MnkNotation { width: options.get(&WIDTH) }, RowJudge::default())))
}

#[derive(Clone)]
struct MnkNotation {
    width: usize,
}

impl MnkNotation {
    fn name(&self, cell: u8) -> String {
        let (x, y) = (usize::from(cell) % self.width, usize::from(cell) / self.width);
        format!("{}{}", char::from(b'a' + x as u8), self.width - y)
    }

    fn rows(&self) -> impl Iterator<Item = std::ops::Range<u8>> {
        let width = self.width as u8;
        (0..width).map(move |y| y * width..(y + 1) * width)
    }
}

impl Notation<Mnk> for MnkNotation {
    fn start(&self) -> Mnk {
        Mnk::new(self.width, self.width, 3)
    }

    fn parse_move(&self, pos: &Mnk, text: &str) -> Result<u8, Rejected> {
        let cell = self.rows().flatten().find(|&cell| self.name(cell) == text);
        let mv = cell.and_then(|cell| pos.unpack(Mnk::pack(cell)));
        mv.ok_or_else(|| Rejected::bad_move(text, "no free cell"))
    }

    fn format_move(&self, _pos: &Mnk, cell: u8, _style: MoveStyle) -> String {
        self.name(cell)
    }

    fn parse_position(&self, text: &str) -> Result<Mnk, Rejected> {
        let rows = text.split(' ').next().unwrap_or_default();
        let mut stones = [Vec::new(), Vec::new()];
        let mut cell = 0;
        for sign in rows.chars().filter(|&sign| sign != '/') {
            match sign {
                'x' => stones[0].push(cell),
                'o' => stones[1].push(cell),
                _ => cell += sign.to_digit(10).map_or(0, |run| run as u8 - 1),
            }
            cell += 1;
        }
        let [first, second] = stones;
        let turns = (0..first.len()).flat_map(|turn| [first.get(turn), second.get(turn)]).flatten();
        Ok(self.start().play(&turns.copied().collect::<Vec<_>>()))
    }

    fn format_position(&self, pos: &Mnk) -> String {
        let sign = |cell| match pos.stone(cell) {
            Some(Player::First) => 'x',
            Some(Player::Second) => 'o',
            None => '1',
        };
        let rows: Vec<String> = self.rows().map(|row| row.map(sign).collect()).collect();
        format!("{} {}", rows.join("/"), if pos.to_move() == Player::First { 'x' } else { 'o' })
    }

    fn draw(&self, pos: &Mnk) -> String {
        self.format_position(pos).replace('/', "\n").replace('1', ".")
    }
}

impl BoardView<Mnk> for MnkNotation {
    fn board(&self, _pos: &Mnk) -> Board {
        let cell = |cell: u8| BoardCell {
            name: self.name(cell),
            x: f32::from(cell % self.width as u8),
            y: f32::from(cell / self.width as u8),
        };
        let sign = |sign, owner| Sign { sign, name: String::from(sign), owner: Some(owner) };
        Board {
            shape: Shape::Squares,
            rows: self.rows().map(|row| row.map(cell).collect()).collect(),
            labels: Vec::new(),
            stars: Vec::new(),
            signs: vec![sign('x', 0), sign('o', 1)],
        }
    }

    fn step(&self, _pos: &Mnk, cell: u8) -> Step {
        Step { text: self.name(cell), from: Vec::new(), to: vec![self.name(cell)] }
    }

    fn tail(&self, _pieces: &[Piece], to_move: Player) -> String {
        if to_move == Player::First { "x" } else { "o" }.to_owned()
    }
}

/// What a session with these games says to a whole file of commands.
fn said(commands: &str) -> String {
    let mut output = Vec::new();
    let input = Cursor::new(commands.as_bytes().to_vec());
    session::serve(input, &mut output, Decoder::auto(), Options::with_games(GAMES), false, Client::Manager)
        .expect("a thread");
    String::from_utf8(output).expect("ASCII")
}

#[test]
fn a_session_lists_it_and_plays_it() {
    let told = said(
        "ugi\nsetoption name Game value tictactoe\nposition startpos moves b2 a1 a2 c2 b1\ngo depth 4\nd\n\
         position startpos moves b2 a1 a2 b3 c2\nquery result\n",
    );
    assert!(told.contains("var capture var tictactoe\n"), "{told}");
    assert!(told.contains("option name Width type spin default 3 min 3 max 5\n"), "{told}");
    assert!(told.contains("bestmove b3\n"), "the only move that holds: {told}");
    assert!(told.contains("111/xxo/ox1 o\n"), "{told}");
    assert!(told.contains("response p1win\n"), "{told}");
}

#[test]
fn its_board_is_shown_and_set_up_and_no_weights_are_asked_of_it() {
    let mut options = Options::with_games(GAMES);
    options.set("Game", "tictactoe").expect("it is in the list");
    options.set("Width", "4").expect("its own option");
    let mut engine = (options.game().open)(&options).expect("it opens");
    engine.apply(&Change::Play("a4".to_owned())).expect("a free cell");
    let view = engine.view();
    assert_eq!((view.board.rows.len(), view.pieces.len(), view.moves.len()), (4, 1, 15));
    assert_eq!(engine.arrange(&view.pieces, Player::Second).expect("a position"), "x111/1111/1111/1111 o");
    assert_eq!(engine.perft(2).leaves, 15 * 14);
    let game = engine.training_game().expect("two players");
    assert!(game.linear().is_none());
}

/// A command of the command line, with its arguments.
#[derive(clap::Parser)]
struct Tool<T: clap::Args> {
    #[command(flatten)]
    tool: T,
}

fn tool<T: clap::Args>(arguments: &[&str]) -> T {
    let words = ["fukumi"].iter().chain(arguments);
    <Tool<T> as clap::Parser>::try_parse_from(words).expect("good arguments").tool
}

#[test]
fn bench_and_doctor_search_it() {
    let mut told = Vec::new();
    tool::<Bench>(&["--depth", "4"]).run(GAMES, &mut told).expect("it runs");
    let told = String::from_utf8(told).expect("ASCII");
    let nodes = told.trim_end().rsplit("tictactoe=").next().and_then(|nodes| nodes.parse::<u64>().ok());
    assert!(nodes.is_some_and(|nodes| nodes > 50), "{told}");
    let mut told = Vec::new();
    tool::<Doctor>(&[]).run(GAMES, &mut told).expect("it runs");
    let told = String::from_utf8(told).expect("ASCII");
    assert!(told.lines().any(|line| line.starts_with("ok      tictactoe: a legal move")), "{told}");
    // Its nodes are no part of the signature that this version was committed with.
    assert!(told.contains("1 of 13 tests failed"), "{told}");
}

/// Plays the first legal move.
struct FirstMove;

impl GamePlayer for FirstMove {
    fn begin(&mut self, _: &Judge) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<PlayedMove, Failure> {
        let taken = turn.judge.moves();
        let cells = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
        let free = cells.into_iter().find(|cell| taken.iter().all(|mv| mv.text != *cell)).expect("a free cell");
        Ok(PlayedMove { text: free.to_owned(), used: Duration::from_millis(1), ..PlayedMove::default() })
    }
}

#[test]
fn the_arena_judges_it() {
    let settings = MatchSettings {
        moves_only: false,
        located: Vec::new(),
        v: 1,
        game: "tictactoe".to_owned(),
        options: vec![("Width".to_owned(), "3".to_owned())],
        engines: Vec::new(),
        tournament: Tournament::RoundRobin,
        games: 2,
        book: Book::Start,
        seed: 1,
        adjudication: Adjudication::default(),
        patience: Patience { tolerance_ms: 0, grace_ms: 0, silence_ms: 0 },
        sprt: None,
        concurrency: 1,
        start_failures: 1,
    };
    let mut judge = Judge::new(settings.rules(GAMES).expect("it is in the list")).expect("a judge");
    judge.begin(&Opening::default()).expect("a game");
    let limits = TimeControl::default();
    let terms = GameSettings { limits: [&limits; 2], tolerance: Duration::ZERO, adjudication: &settings.adjudication };
    let ending = game::play(&mut judge, [&mut FirstMove, &mut FirstMove], &terms).expect("nobody stops it");
    assert_eq!((ending.result, ending.moves.len()), (GameResult::won_by(Player::First), 7));
}

#[test]
fn the_page_offers_it() {
    let settings = ServerSettings {
        games: GAMES,
        sessions: 1,
        threads: 1,
        hash: 16,
        idle: Duration::from_secs(60),
        hosts: Vec::new(),
        database: None,
    };
    let server = Server::start(&[SocketAddr::from(([127, 0, 0, 1], 0))], &settings).expect("a free port");
    let address = server.address().expect("an address");
    std::thread::spawn(move || server.run());
    let ask = |head: &str, body: &str| {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let length = body.len();
        let kind = "Content-Type: application/json";
        write!(stream, "{head} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{kind}\r\nContent-Length: {length}\r\n\r\n{body}")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    let games = ask("GET /api/games", "");
    assert!(games.contains("\"name\":\"tictactoe\"") && games.contains("\"name\":\"Width\""), "{games}");
    let session =
        ask("POST /api/sessions", "{\"game\":\"tictactoe\",\"options\":{\"Width\":\"4\"},\"moves\":[\"b2\"]}");
    assert!(session.contains(" 200 ") && session.contains("b2"), "{session}");
}
