//! Every sample is told by its name and content, and says what its format's description says it does.

use fukumi::files::{FileError, Format, GameRecord, Hint, Location, Tag, Tree};
use fukumi::games::GAMES;

use super::games::{named, of_format, read_sample, samples};
use crate::support::samples::sample;

fn moves(record: &GameRecord) -> String {
    record.moves().join(" ")
}

fn only(name: &str) -> GameRecord {
    let mut games = read_sample(name, Hint::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(games.len(), 1, "{name}");
    games.remove(0)
}

fn rule(record: &GameRecord) -> String {
    record.rules.value("Rule").expect("a rule").to_string()
}

#[test]
fn formats_are_told_by_name_and_by_content() {
    let expected = |name: &str| {
        match name {
            "moves.txt" | "abalone_moves.txt" | "pos.txt" => "moves",
            "page.txt" => "fukumi",
            "offset.txt" => "offset",
            "positions.txt" => "position",
            "protocol.txt" => "abp",
            "puzzles.txt" => "puzzles",
            "position.pos" => "pos-binary",
            "oldest.lib" => "lib",
            _ => name.rsplit_once('.').expect("an extension").1,
        }
        .to_owned()
    };
    for name in samples() {
        let told = |name: Option<&str>, bytes: &[u8]| Format::detect(bytes, name).map(|format| format.name.to_owned());
        let bytes = sample(&name);
        if name != "abalone_moves.txt" {
            assert_eq!(told(Some(&name), &bytes), Some(expected(&name)), "{name}");
        }
        // Without a name, only the oldest libraries and numbered moves look like nothing.
        if !["oldest.lib", "abalone_moves.txt"].contains(&name.as_str()) {
            assert_eq!(told(None, &bytes), Some(expected(&name)), "{name}");
        }
    }
    assert_eq!(Format::detect(b"\x00\x01", None).map(|format| format.name), None);
}

#[test]
fn sgf_of_a_match_manager() {
    let games = read_sample("cli.sgf", Hint::default()).expect("two games");
    assert_eq!(moves(&games[0]), "h8 h9 i7 j6");
    assert_eq!((rule(&games[0]).as_str(), games[0].size()), ("renju", 15));
    assert_eq!(games[0].tag(Tag::Result), Some("W+1"));
    assert_eq!(games[0].tag(Tag::Date), Some("2026.01.02 10:11:12"));
    let line = games[0].tree.main_line();
    let told: Vec<_> =
        line.iter().map(|&node| (games[0].tree.notes(node).ms, games[0].tree.notes(node).comment.as_str())).collect();
    assert_eq!(told, [(None, "opening move"), (None, "opening move"), (Some(31), ""), (Some(5), "")]);
    assert_eq!(games[0].tree.notes(Tree::ROOT).kept, [("TE".to_owned(), vec!["time forfeit".to_owned()])]);
    // On a board of 20 the point tt is a point.
    assert_eq!((moves(&games[1]).as_str(), games[1].size(), rule(&games[1]).as_str()), ("t1 a20", 20, "standard"));
}

#[test]
fn sgf_with_variations() {
    let game = only("variations.sgf");
    let start = "15/15/15/15/15/15/6bww6/7b7/15/15/15/15/15/15/15 w 0";
    assert_eq!(game.start.as_deref(), Some(start));
    assert_eq!(game.tree.notes(Tree::ROOT).comment, "A position [set up]\nof four stones");
    let line = game.tree.main_line();
    assert_eq!(moves(&game), "i7 a15 a14");
    assert_eq!(game.tree.children(Tree::ROOT).count(), 2);
    assert_eq!(game.tree.children(line[2]).count(), 2);
    assert_eq!(game.tree.notes(line[0]).labels, [("a15".into(), "A: one".into()), ("b14".into(), "2".into())]);
    assert_eq!((game.tree.text(line[2]), game.tree.notes(line[2]).comment.as_str()), (None, "only a comment"));
    let last = game.tree.children(line[2]).nth(1).expect("the second variation");
    assert_eq!(game.tree.notes(last).comment, "two joined");
}

#[test]
fn sgf_of_an_older_version() {
    let game = only("old.sgf");
    assert_eq!(moves(&game), "h8 h7 i6");
    assert_eq!((game.tag(Tag::Black), game.tag(Tag::White)), (Some("Anna"), Some("Ben")));
}

#[test]
fn games_of_piskvork() {
    let game = only("tournament.psq");
    assert_eq!((moves(&game).as_str(), game.size()), ("k10 k11 l11", 20));
    assert_eq!((game.tag(Tag::Black), game.tag(Tag::White)), (Some("pbrain-hello2.exe"), Some("pbrain-hello.exe")));
    assert_eq!(game.tag(Tag::Ending), Some("Piskvork code 15"));
    assert_eq!(game.tree.notes(game.tree.main_line()[1]).ms, Some(171));
    let game = only("saved.psq");
    assert_eq!((moves(&game).as_str(), game.size(), game.info.len()), ("h8 h9", 15, 0));
    let game = only("newer.psq");
    assert_eq!((moves(&game).as_str(), rule(&game).as_str()), ("h8 i7", "renju"));
    assert_eq!((game.tag(Tag::Black), game.tag(Tag::White)), (Some("One"), Some("Two")));
    let game = only("2003051702.rec");
    assert_eq!((moves(&game).as_str(), game.size()), ("k10 k11", 20));
    assert_eq!((game.tag(Tag::Black), game.tag(Tag::Date)), (Some("second"), Some("2003-05-17")));
}

#[test]
fn positions_of_boards() {
    assert_eq!(moves(&only("board.sav")), "h8 i9 a1");
    let game = only("position.pos");
    assert_eq!((moves(&game).as_str(), rule(&game).as_str()), ("h8 i9 a1", "renju"));
}

#[test]
fn libraries_of_renlib() {
    for (name, root_comment) in [("example.lib", ""), ("old.lib", ""), ("oldest.lib", "")] {
        let game = only(name);
        let tree = &game.tree;
        let order: Vec<_> = tree.walk().filter_map(|node| tree.text(node)).collect();
        assert_eq!(order, ["h8", "i9", "h9"], "{name}");
        assert_eq!(tree.children(tree.main_line()[0]).count(), 2, "{name}");
        assert_eq!((tree.notes(Tree::ROOT).comment.as_str(), rule(&game).as_str()), (root_comment, "renju"));
    }
    let game = only("example.lib");
    let last = game.tree.walk().last().expect("a node");
    assert_eq!(game.tree.notes(last).comment, "a");
    let game = only("everything.lib");
    let tree = &game.tree;
    let order: Vec<_> = tree.walk().filter_map(|node| tree.text(node)).collect();
    assert_eq!(order, ["h8", "i9", "j10", "h9", "g9"]);
    let line = tree.main_line();
    assert_eq!(tree.notes(Tree::ROOT).comment, "Library");
    assert_eq!(tree.notes(line[0]).comment, "title\nline one\nline two");
    assert_eq!(tree.notes(line[0]).labels, [("b13".into(), "A".into()), ("i9".into(), "\u{201c}q\u{201d}".into())]);
    assert_eq!(tree.notes(line[0]).kept, [("HO".to_owned(), vec!["1".to_owned()])]);
    assert_eq!(tree.notes(line[2]).comment, "sma\u{e5}");
    assert_eq!(game.left_out, ["2 nodes after a pass or a placeholder"]);
    let gbk = Hint { encoding: encoding_rs::Encoding::for_label(b"gbk"), ..Hint::default() };
    let game = &read_sample("everything.lib", gbk).expect("a library")[0];
    assert_ne!(game.tree.notes(game.tree.main_line()[0]).labels[1].1, "\u{201c}q\u{201d}");
}

#[test]
fn databases_of_renjunet() {
    let games = read_sample("database.rif", Hint::default()).expect("three games");
    let told = |game: &GameRecord, tag| game.tag(tag).unwrap_or_default().to_owned();
    assert_eq!(moves(&games[0]), "h8 h9 i8 g8");
    assert_eq!([Tag::Black, Tag::White].map(|tag| told(&games[0], tag)), ["Ada O'Black", "Bo White"]);
    let tags = [Tag::Event, Tag::Date, Tag::Opening, Tag::Result, Tag::Rule, Tag::Round];
    assert_eq!(tags.map(|tag| told(&games[0], tag)), ["Cup & Plate", "2005-08-01", "Ura-getsu", "B+", "RIF", "8"]);
    let comment = &games[0].tree.notes(Tree::ROOT).comment;
    assert_eq!(comment, "free <text>\nalternatives for the fifth move: 51\nswaps: R--R-");
    assert_eq!((rule(&games[0]).as_str(), rule(&games[1]).as_str()), ("renju", "standard"));
    assert_eq!((told(&games[1], Tag::Black).as_str(), told(&games[1], Tag::Result).as_str()), ("Bo White", "0"));
    assert!(games[2].tree.is_empty() && games[2].info.is_empty());
}

#[test]
fn lists_of_openings_and_positions() {
    let all = |name, hint| read_sample(name, hint).expect("a list").iter().map(moves).collect::<Vec<_>>();
    assert_eq!(all("pos.txt", of_format("pos")), ["d13 e11 f10 d9", "h8 i7 g6"]);
    assert_eq!(all("pos.txt", Hint::default()), ["d3 e5 f6 d7", "h8 i9 g10"], "nobody has named the format");
    assert_eq!(all("moves.txt", Hint::default()), ["h8 h9 i10", "h8 h9 h10", "h8 i9"]);
    assert_eq!(all("pos.txt", of_format("yixin")), ["d3 e5 f6 d7", "h8 i9 g10"]);
    assert_eq!(all("offset.txt", Hint::default()), ["h8 i7 i5", "f8 k9"]);
    assert_eq!(all("offset.txt", Hint { size: Some(20), ..Hint::default() }), ["k10 l9 l7", "i10 n11"]);
    let games = read_sample("positions.txt", Hint::default()).expect("three games");
    assert_eq!(games.iter().map(GameRecord::game).collect::<Vec<_>>(), ["gomoku", "abalone", "capture"]);
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["a1 b2", "a1b2 i5h5", ""]);
    assert_eq!((games[0].size(), games[1].start.as_deref()), (5, None));
}

#[test]
fn abalone_and_puzzles() {
    let abalone = Hint { game: Some("abalone".to_owned()), ..of_format("moves") };
    assert_eq!(moves(&read_sample("abalone_moves.txt", abalone).expect("a game")[0]), "a1b2 i5h5 a2b3");
    let games = read_sample("rows.apf", Hint::default()).expect("two positions");
    assert_eq!(games[0].start, None);
    assert_eq!(games[1].start.as_deref(), Some("5/6/7/8/bbbbbbbbb/8/wwwwwww/ww4/5 w 5 5"));
    assert_eq!(moves(&only("protocol.txt")), "a1b2 i5h5");
    let puzzles = read_sample("puzzles.txt", Hint::default()).expect("three puzzles");
    let told: Vec<_> = puzzles.iter().map(|puzzle| (puzzle.tag(Tag::Name), puzzle.tag(Tag::Length))).collect();
    assert_eq!(told, [(Some("EAp-01"), Some("1")), (Some("none"), Some("-1")), (None, None)]);
    assert_eq!(puzzles[1].start.as_deref(), Some("8/8/8/K6k b"));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let nowhere = named("nowhere");
    for (format, text, error) in [
        ("sgf", "(;GM[4]SZ[15]\n;B[hh]\n;B[hi])", "line 3: game tree: move 2: B[hi]: out of turn"),
        ("sgf", "(;GM[4]SZ[15];B[hh];W[hh])", "line 1: game 1: move 2: h8: the cell is occupied"),
        ("sgf", "(;GM[4]SZ[15];B[pa])", "move 1: B[pa]: not a point of a 15x15 board"),
        ("sgf", "(;GM[4]SZ[15];B[])", "a pass, which these games do not have"),
        ("sgf", "(;GM[2])", "line 1: GM: the game is 2, Othello, not 4, Gomoku and Renju"),
        (
            "sgf",
            "(;GM[1]SZ[19];B[dd])",
            "GM: the game is 1, Go, not 4, Gomoku and Renju; if it is Gomoku all the same, write GM[4]",
        ),
        ("sgf", "(;GM[77])", "GM: the game is 77, not 4"),
        ("sgf", "(;SZ[15:20])", "SZ: 15x20; only square boards are known"),
        ("sgf", "(;SZ[99])", "bad value '99' for BoardSize"),
        ("sgf", "(;C[open", "line 1: property: the value of C is not closed by ]"),
        ("sgf", "(;B[hh]", "the file ends before the last parenthesis"),
        ("sgf", "(;B)", "B has no value in brackets"),
        ("sgf", "(;B[hh];AB[aa])", "set-up: AB after the first node"),
        ("sgf", "(;B[hh]W[aa])", "two moves in one node"),
        ("sgf", "no game", "holds no game"),
        ("psq", "Piskvorky 20x15, 0:0, 0", "line 1: header: a board of 20x15"),
        ("psq", "Piskvorky 15x15, 0:0, 0\n16,1,0", "line 1: game 1: move 1: 15,0: off the 15x15 board"),
        ("psq", "Piskvorky 15x15, 0:0, 0\n0,1,0", "line 2: column: '0' is out of range"),
        ("psq", "Piskvorky 15x15, 0:0, 0\n1,1,-5", "line 2: time: '-5' is out of range"),
        ("rec", "a\n1,1,1\n", "line 2: name of a player: missing"),
        ("sav", "15\n15\n2\n7 7\n", "line 4: row: missing at the end of the file"),
        ("sav", "15\n14\n", "line 2: width: '14' is not a number from 15 to 15"),
        ("sav", "15\n15\n1\n7 7 8", "line 4: end of the file: '8' after the last of 1 moves"),
        ("pos-binary", "\u{3}ab", "byte 0: number of moves: 3, but 2 bytes follow"),
        ("lib", "RenLib", "byte 0: header: neither that of RenLib nor the move h8"),
        ("lib", "x\u{0}\u{0}", "holds no game"),
        (
            "rif",
            "<database><games><game><move>h8 h8</move></game></games></database>",
            "game 1: move 2: h8: the cell is occupied",
        ),
        ("rif", "<database><game>", "line 1: game: is not closed"),
        ("pos", "h8\nh8i9h8", "line 2: game: move 3: h8 has been played already"),
        ("moves", "h8 q1", "line 1: game: move 2: q1 is off the 15x15 board"),
        ("offset", "0,0\n0,0,1", "line 2: game: 3 numbers, expected pairs"),
        ("position", "5/5/5/5/6 b 0", "line 1: game"),
        ("apf", "1.1", "line 1: game"),
        ("puzzles", "name\n8/8/8 b\n", "line 2: game 1: start position: 3 ranks, not 4"),
        ("puzzles", "name\n", "line 1: position: missing after the name"),
        ("fukumi", "game chess", "line 1: game: bad value 'chess' for Game"),
        ("fukumi", "h8 h9", "line 1: game: 'h8 h9': expected the word game"),
        ("fukumi", "game gomoku\noption Threads 5", "line 2: option: unknown option Threads"),
        ("fukumi", "game gomoku\noption BoardSize 99", "line 2: option: bad value '99' for BoardSize"),
        ("fukumi", "game gomoku\n\nposition 5/5 b 0", "line 3: position: board: 2 rows"),
        ("fukumi", "game gomoku\nmovs h8", "line 2: game: 'movs': expected option, position, tag or moves"),
        ("fukumi", "game gomoku\nmoves h8 z99", "line 1: game 1: move 2: z99: off the 15x15 board"),
    ] {
        let hint = Hint { format: of_format(format).format, ..nowhere.clone() };
        let found = fukumi::files::read(text.as_bytes(), &hint, GAMES);
        if (format, text) == ("lib", "x\u{0}\u{0}") {
            // The oldest files have no header; a lone h8 and an odd byte are a library of one move.
            assert_eq!(found.expect("a library")[0].moves(), ["h8"]);
            continue;
        }
        let told = found.expect_err(text).to_string();
        assert!(told.contains(error), "{format} {text:?}: {told}");
    }
    assert_eq!(fukumi::files::read(b"", &nowhere, GAMES).err(), Some(FileError::UnknownFormat));
    assert_eq!(fukumi::files::read(b"\x1F\x8B\x08", &named("all.rif"), GAMES).err(), Some(FileError::Compressed));
    assert!(matches!(
        fukumi::files::read(b"\xFFRenLib\xFF\x03\x05\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", &nowhere, GAMES),
        Err(FileError::Bad { location: Location::Byte(8), .. })
    ));
}

#[test]
fn texts_that_the_page_saves() {
    let game = only("page.txt");
    assert_eq!((moves(&game).as_str(), rule(&game).as_str(), game.size()), ("h8 i9 a1", "renju", 15));
    let two = sample("page.txt").repeat(2);
    let games = fukumi::files::read(&two, &Hint::default(), GAMES).expect("two games");
    assert_eq!(games, [game.clone(), game]);
    let overruled = Hint { rule: Some("caro".to_owned()), ..Hint::default() };
    assert_eq!(rule(&read_sample("page.txt", overruled).expect("a game")[0]), "caro");
}
