//! Damaged and malicious files: an error or legal games, never a panic, and never all the memory or time there is.

use std::time::{Duration, Instant};

use fukumi::files::{Checker, FORMATS, FileError, FoundGame, Hint, Location, MOST_BYTES, parse, read, write};
use fukumi::games::GAMES;

use super::games::{named, of_format, samples};
use crate::support::samples::sample;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Reads bytes; legal games are still legal when they are read again.
fn try_read(bytes: &[u8], hint: &Hint) {
    let Ok(games) = parse(bytes, hint, GAMES) else { return };
    let mut checker = Checker::default();
    for (index, found) in games.into_iter().enumerate() {
        let Ok(record) = found.and_then(|found| checker.check(found, index + 1)) else { continue };
        let again = checker.check(FoundGame { location: Location::File, record: record.clone() }, 1);
        assert_eq!(again.as_ref(), Ok(&record));
        for format in FORMATS.iter().filter(|format| format.writes()) {
            let _ = write(std::slice::from_ref(&record), format);
        }
    }
}

fn hint_for(name: &str) -> Hint {
    if name == "abalone_moves.txt" {
        Hint { game: Some("abalone".to_owned()), ..of_format("moves") }
    } else {
        named(name)
    }
}

#[test]
fn files_cut_at_every_byte() {
    for name in samples() {
        let bytes = sample(&name);
        (0..bytes.len()).for_each(|length| try_read(&bytes[..length], &hint_for(&name)));
    }
}

#[test]
fn files_with_bytes_changed() {
    let random = &mut Pcg64::seed_from_u64(11);
    for name in samples() {
        let bytes = sample(&name);
        for _ in 0..200 {
            let mut odd = bytes.clone();
            for _ in 0..1 + random.random_range(0..4) {
                let at = random.random_range(0..odd.len());
                match random.random_range(0..3) {
                    0 => odd[at] ^= 1 << random.random_range(0..8),
                    1 => odd[at] = *b"()[];\\/,\n\0\xFF<>&x09aB".choose(random).unwrap(),
                    _ => {
                        let copy = odd[at..].iter().take(random.random_range(0..20)).copied().collect::<Vec<_>>();
                        let to = random.random_range(0..odd.len());
                        odd.splice(to..to, copy);
                    }
                }
            }
            try_read(&odd, &hint_for(&name));
        }
    }
}

#[test]
fn every_reader_survives_every_file_and_noise() {
    let random = &mut Pcg64::seed_from_u64(12);
    let noise: Vec<Vec<u8>> =
        (0..20).map(|_| (0..random.random_range(0..200)).map(|_| random.random::<u8>()).collect()).collect();
    let files: Vec<Vec<u8>> = samples().iter().map(|name| sample(name)).chain(noise).collect();
    for format in FORMATS {
        files.iter().for_each(|bytes| try_read(bytes, &of_format(format.name)));
    }
}

/// The error that a file ends in, within a minute on a busy machine.
fn refused(bytes: &[u8], format: &str) -> FileError {
    let begun = Instant::now();
    let error = read(bytes, &of_format(format), GAMES).expect_err(format);
    assert!(begun.elapsed() < Duration::from_secs(60), "{format}: {error} after {:?}", begun.elapsed());
    error
}

#[test]
fn depth_is_no_recursion() {
    let depth = 200_000;
    let nested = format!("(;SZ[15]{}{}", "(;C[x]".repeat(depth), ")".repeat(depth + 1));
    let games = read(nested.as_bytes(), &of_format("sgf"), GAMES).expect("a deep tree of comments");
    assert_eq!(games[0].tree.len(), depth + 1);
    let again = write(&games, of_format("sgf").format.expect("a format")).expect("written");
    assert_eq!(read(&again.bytes, &of_format("sgf"), GAMES).expect("read"), games);
    assert!(matches!(refused("(".repeat(depth).as_bytes(), "sgf"), FileError::Empty));
    let legal = "(;B[hh]".to_owned() + &"(;W[aa]".repeat(depth);
    assert!(matches!(refused(legal.as_bytes(), "sgf"), FileError::Bad { .. }));
    let library: Vec<u8> = [0x78, 0].into_iter().chain([0x69, 0x80].repeat(depth)).collect();
    assert!(matches!(refused(&library, "lib"), FileError::Illegal { ply: 3, .. }));
    let xml = format!("<database>{}", "<game>".repeat(depth));
    assert!(matches!(refused(xml.as_bytes(), "rif"), FileError::Bad { .. }));
}

/// A comment whose second zero byte is missing at the end of the file, where a label should follow.
#[test]
fn a_library_that_ends_inside_a_node_is_refused() {
    let error = refused(b"\x78\x49\x00\x01ab\0", "lib");
    assert!(error.to_string().contains("label"), "{error}");
    let old = refused(b"\x78\x61\x00\x01a\xE2", "lib");
    assert!(old.to_string().contains("label"), "{old}");
}

/// A comb: at every depth a variation that has to be played from the start.
#[test]
fn a_comb_of_variations_is_refused_in_time() {
    let teeth = 20_000;
    let comb = "(;SZ[15]".to_owned() + &"(;C[x]".repeat(teeth) + &"(;B[aa];W[bb])(;B[cc]))".repeat(teeth) + ")";
    let error = refused(comb.as_bytes(), "sgf");
    assert!(error.to_string().contains("too many variations"), "{error}");
}

#[test]
fn sizes_have_limits() {
    assert_eq!(refused(&vec![b' '; MOST_BYTES + 1], "sgf"), FileError::TooLarge);
    let line = "a1 ".repeat(400_000);
    assert!(refused(line.as_bytes(), "moves").to_string().contains("a line of more than 1024 KiB"));
    assert!(refused(&b"/\n".repeat(5 << 20), "puzzles").to_string().contains("more than 8 MiB of puzzles"));
    let database = format!("<database><game><move>{line}</move></game></database>");
    assert!(refused(database.as_bytes(), "rif").to_string().contains("more than 225 moves"));
    let values = "(;SZ[15]AB".to_owned() + &"[aa]".repeat(100_000) + ")";
    assert!(refused(values.as_bytes(), "sgf").to_string().contains("more than 16384 values"));
    let moves = "Piskvorky 20x20, 0:0, 0\n".to_owned() + &"1,1,1\n".repeat(100_000);
    assert!(refused(moves.as_bytes(), "psq").to_string().contains("more than 1000 moves"));
}
