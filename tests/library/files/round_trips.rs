//! Games written in a format are read back the same.

use std::sync::Arc;

use fukumi::engine::options::Options;
use fukumi::files::{Format, GameRecord, Hint, NodeId, Notes, Tag, Tree, read, write};
use fukumi::games::GAMES;

use super::games::{checked, inform, of_format, options, random_game, random_tree};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-five"];

fn gomoku(rule: &str, size: usize) -> Arc<Options> {
    options("gomoku", &[("Rule", rule), ("BoardSize", &size.to_string())])
}

/// Writes games and reads them; what the format does not tell is told by the hint.
fn there_and_back(games: &[GameRecord], format: &str) -> Vec<GameRecord> {
    let told = &games[0].rules;
    let written = write(games, Format::named(format).unwrap()).unwrap_or_else(|error| panic!("{format}: {error}"));
    let is_gomoku = games[0].game() == "gomoku";
    let hint = Hint {
        game: Some(games[0].game().to_owned()),
        rule: is_gomoku.then(|| told.value("Rule").unwrap().to_string()),
        size: is_gomoku.then(|| games[0].size() as u32),
        ..of_format(format)
    };
    read(&written.bytes, &hint, GAMES)
        .unwrap_or_else(|error| panic!("{format}: {error}\n{}", String::from_utf8_lossy(&written.bytes)))
}

#[test]
fn lists_of_gomoku() {
    let random = &mut Pcg64::seed_from_u64(1);
    for (rule, size) in RULES.into_iter().zip([15, 20, 15, 22, 5]) {
        let rules = gomoku(rule, size);
        let games: Vec<GameRecord> = (0..20)
            .map(|_| {
                let plies = 1 + random.random_range(0..40);
                random_game(&rules, None, plies, random)
            })
            .collect();
        for format in ["pos", "moves", "yixin", "offset", "position", "sgf", "fukumi"] {
            assert_eq!(there_and_back(&games, format), games, "{format} {rule}");
        }
    }
}

#[test]
fn games_of_piskvork() {
    let random = &mut Pcg64::seed_from_u64(2);
    for rule in RULES {
        for size in [5, 15, 20] {
            let mut game = random_game(&gomoku(rule, size), None, 30, random);
            inform(&mut game, random);
            game.info.retain(|tag, _| [Tag::Black, Tag::White, Tag::Result].contains(tag));
            assert_eq!(there_and_back(std::slice::from_ref(&game), "psq"), [game]);
        }
    }
}

#[test]
fn positions_that_are_set_up() {
    let random = &mut Pcg64::seed_from_u64(3);
    for start in ["5/1bb2/2b2/wx1w1/5 w 1", "7/7/7/3w3/7/7/7 b 0", "6/6/6/6/6/6 w 8"] {
        let mut rules = Options::for_game("gomoku").unwrap();
        (rules.game().read)(start, &mut rules).unwrap();
        let game = random_game(&Arc::new(rules), Some(start), 6, random);
        for format in ["position", "sgf", "fukumi"] {
            assert_eq!(there_and_back(std::slice::from_ref(&game), format), std::slice::from_ref(&game), "{format}");
        }
        for format in ["pos", "moves", "offset", "psq", "lib", "yixin"] {
            let error = write(std::slice::from_ref(&game), Format::named(format).unwrap()).unwrap_err().to_string();
            assert!(error.contains("game 1") && error.contains(format), "{error}");
        }
    }
}

#[test]
fn trees_with_comments() {
    let random = &mut Pcg64::seed_from_u64(4);
    for rule in RULES {
        let rules = gomoku(rule, 15);
        for nodes in [1, 2, 5, 30, 120] {
            let mut game = random_tree(&rules, nodes, random);
            let in_library = checked(game.clone());
            let found = there_and_back(std::slice::from_ref(&in_library), "lib").remove(0);
            assert_eq!(sorted(found.tree), sorted(in_library.tree), "{rule} {nodes}");
            inform(&mut game, random);
            for node in game.tree.walk().collect::<Vec<_>>() {
                if random.random_range(0..8) == 0 {
                    game.tree.keep(node, "BM", vec!["1".to_owned(), "a\\]b".to_owned()]);
                }
            }
            let game = checked(game);
            assert_eq!(there_and_back(&[game.clone(), game.clone()], "sgf"), [game.clone(), game]);
        }
    }
}

/// A library lists labels where no move follows before the others.
fn sorted(mut tree: Tree) -> Tree {
    let all: Vec<NodeId> = [Tree::ROOT].into_iter().chain(tree.walk()).collect();
    for node in all {
        if tree.notes(node) != &Notes::default() {
            tree.notes_mut(node).labels.sort();
        }
    }
    tree
}

#[test]
fn games_of_abalone() {
    let random = &mut Pcg64::seed_from_u64(5);
    let rules = options("abalone", &[]);
    let starts =
        [None, Some("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"), Some("5/6/7/8/4b4/8/7/6/4w w 5 5 2 9")];
    for start in starts {
        let games: Vec<GameRecord> = (0..4).map(|_| random_game(&rules, start, 30, random)).collect();
        for format in ["position", "abp", "fukumi"] {
            assert_eq!(there_and_back(&games, format), games, "{format}");
        }
        if start.is_none() {
            assert_eq!(there_and_back(&games, "moves"), games);
        }
        let position = random_game(&rules, start, 0, random);
        assert_eq!(there_and_back(std::slice::from_ref(&position), "apf"), [position]);
        assert!(write(&games, Format::named("apf").unwrap()).is_err());
    }
}

#[test]
fn puzzles() {
    let random = &mut Pcg64::seed_from_u64(6);
    let rules = options("capture", &[]);
    for start in ["2D2D2/aP1NpD2/2DDaD1n/K1D1a3 b", "8/8/8/K6k b"] {
        let mut puzzle = random_game(&rules, Some(start), 0, random);
        assert_eq!(there_and_back(std::slice::from_ref(&puzzle), "puzzles"), [puzzle.clone()]);
        puzzle.set_tag(Tag::Name, "A name");
        puzzle.set_tag(Tag::Length, "-1");
        assert_eq!(there_and_back(&[puzzle.clone(), puzzle.clone()], "puzzles"), [puzzle.clone(), puzzle.clone()]);
        let played = random_game(&rules, Some(start), 3, random);
        assert_eq!(there_and_back(std::slice::from_ref(&played), "position"), std::slice::from_ref(&played));
    }
}

/// A game with all there is: every tag, a variation, a comment, a label, a time, other properties, a rule and a size of its own.
fn everything(size: usize) -> GameRecord {
    let mut game = checked(random_game(&gomoku("standard", size), None, 6, &mut Pcg64::seed_from_u64(8)));
    for tag in TAGS {
        game.set_tag(tag, if tag == Tag::Result { "W+T" } else { "some text" });
    }
    let first = game.tree.main_line()[0];
    game.tree.add(first, Some("a1"));
    game.tree.add_comment(first, "a comment");
    game.tree.add_label(first, "b2".to_owned(), "A".to_owned());
    game.tree.notes_mut(first).ms = Some(5);
    game.tree.keep(first, "BM", vec!["1".to_owned()]);
    game.tree.keep(first, "HO", vec!["1".to_owned()]);
    game
}

const TAGS: [Tag; 12] = [
    Tag::Name,
    Tag::Black,
    Tag::White,
    Tag::Event,
    Tag::Round,
    Tag::Date,
    Tag::Site,
    Tag::Opening,
    Tag::Rule,
    Tag::Result,
    Tag::Ending,
    Tag::Length,
];

/// What a game has that a file of it has not, found by reading the file.
fn missing(game: &GameRecord, found: &GameRecord) -> Vec<String> {
    let mut missing = Vec::new();
    let mut note = |lost: bool, words: &str| {
        if lost && !missing.iter().any(|known| known == words) {
            missing.push(words.to_owned());
        }
    };
    for tag in TAGS.into_iter().filter(|tag| game.tag(*tag) != found.tag(*tag)) {
        note(true, if matches!(tag, Tag::Black | Tag::White) { "the players" } else { tag.in_words() });
    }
    note(game.rules.value("Rule") != found.rules.value("Rule"), "the rule");
    note(game.size() != found.size(), "the size of the board");
    note(game.tree.len() != found.tree.len(), "1 move of variations");
    let notes = |record: &GameRecord| record.tree.notes(record.tree.main_line()[0]).clone();
    let (had, has) = (notes(game), notes(found));
    note(had.comment != has.comment, "1 comment");
    note(had.labels != has.labels, "1 label");
    note(had.ms != has.ms, "the times of the moves");
    let left = had.kept.iter().filter(|kept| !has.kept.contains(kept)).count();
    note(left > 0, &format!("{left} other SGF propert{}", if left == 1 { "y" } else { "ies" }));
    missing.sort();
    missing
}

#[test]
fn what_is_told_to_be_left_out_is_what_a_reader_misses() {
    for format in ["sgf", "lib", "psq", "fukumi", "pos", "yixin", "moves", "offset", "position"] {
        let game = everything(if format == "lib" { 15 } else { 19 });
        let written = write(std::slice::from_ref(&game), Format::named(format).unwrap()).unwrap();
        // Lists are told the size, or the moves would be others.
        let listed = ["pos", "yixin", "moves", "offset"].contains(&format);
        let hint = Hint { size: listed.then_some(19), ..of_format(format) };
        let mut expected = missing(&game, &read(&written.bytes, &hint, GAMES).unwrap()[0]);
        if listed {
            expected.push("the size of the board".to_owned());
            expected.sort();
        }
        let mut told: Vec<String> = match written.left_out.first() {
            Some(line) => line.split(": ").nth(2).expect("a list").split(", ").map(str::to_owned).collect(),
            None => Vec::new(),
        };
        told.sort();
        assert_eq!(told, expected, "{format}: {:?}", written.left_out);
        assert!(format != "lib" || told.iter().any(|part| part == "the date"), "{told:?}");
    }
}

#[test]
fn losses_of_many_games_are_told_part_by_part() {
    let plain = random_game(&gomoku("freestyle", 15), None, 6, &mut Pcg64::seed_from_u64(9));
    let mut dated = plain.clone();
    dated.set_tag(Tag::Date, "2026-11-23");
    let left_out = |games: &[GameRecord]| write(games, Format::named("yixin").unwrap()).unwrap().left_out;
    assert_eq!(left_out(&[plain.clone(), plain.clone()]), Vec::<String>::new());
    let words = "left out, as yixin cannot hold it: the date";
    assert_eq!(left_out(&[plain.clone(), dated.clone()]), [format!("game 2: {words}")]);
    assert_eq!(left_out(&[dated.clone(), dated.clone()]), [format!("all 2 games: {words}")]);
    assert_eq!(left_out(&[plain, dated.clone(), dated]), [format!("2 of 3 games, the first of them game 2: {words}")]);
    // Whoever reads the moves knows who has won.
    let mut won = GameRecord::new(gomoku("freestyle", 15));
    won.tree = Tree::from_moves("h8 a1 h9 a2 h10 a3 h11 a4 h12".split(' '));
    let won = checked(won);
    assert_eq!((won.tag(Tag::Result), left_out(std::slice::from_ref(&won))), (Some("B+"), Vec::new()));
}

#[test]
fn what_a_format_cannot_hold_at_all_is_refused() {
    let random = &mut Pcg64::seed_from_u64(7);
    let rules = gomoku("freestyle", 15);
    let mut tree = random_tree(&rules, 20, random);
    let main = tree.tree.main_line()[0];
    tree.tree.add_comment(main, "a comment");
    let first_reply = tree.tree.text(main).unwrap().to_owned();
    let other = if first_reply == "a1" { "b1" } else { "a1" };
    tree.tree.add(Tree::ROOT, Some(other));
    assert!(write(&[tree.clone()], Format::named("sgf").unwrap()).unwrap().left_out.is_empty());
    let named = |name| Format::named(name).unwrap();
    for (games, format, why) in [
        (vec![tree.clone(), tree.clone()], "psq", "game 2: psq holds one game a file"),
        (vec![GameRecord::new(options("abalone", &[]))], "sgf", "game 1: sgf does not hold abalone"),
        (vec![GameRecord::new(rules.clone())], "pos", "game 1: pos holds no game without moves"),
        (vec![GameRecord::new(gomoku("renju", 20))], "lib", "game 1: lib holds boards of 15x15 only"),
        (vec![tree], "rif", "rif cannot be written"),
    ] {
        assert_eq!(write(&games, named(format)).unwrap_err().to_string(), why);
    }
    assert_eq!(Format::named("nothing").unwrap_err().to_string(), "there is no format 'nothing'");
}
