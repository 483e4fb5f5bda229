//! Games written in a format are read back the same.

use std::sync::Arc;

use fukumi::engine::options::Options;
use fukumi::files::{Format, GameRecord, Hint, NodeId, Notes, Tag, Tree, read, write};

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
    read(&written.bytes, &hint)
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
        for format in ["pos", "moves", "yixin", "offset", "position", "sgf"] {
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
        for format in ["position", "sgf"] {
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
        for format in ["position", "abp"] {
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

#[test]
fn what_a_format_cannot_hold_is_told() {
    let random = &mut Pcg64::seed_from_u64(7);
    let rules = gomoku("freestyle", 15);
    let mut tree = random_tree(&rules, 20, random);
    let main = tree.tree.main_line()[0];
    tree.tree.add_comment(main, "a comment");
    let first_reply = tree.tree.text(main).unwrap().to_owned();
    let other = if first_reply == "a1" { "b1" } else { "a1" };
    tree.tree.add(Tree::ROOT, Some(other));
    let written = write(&[tree.clone()], Format::named("psq").unwrap()).unwrap();
    assert!(written.left_out[0].contains("moves of variations and comments left out"), "{:?}", written.left_out);
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
