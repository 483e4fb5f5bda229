//! Random and mutated bytes: no decoder panics, what it keeps is bounded, and every error can be printed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects)]

mod script;

use std::io::Cursor;

use fukumi_protocol::{Decoder, Dialect, MAX_LINE, ParseError, Reply, Style, read_line};

/// Bytes fed to each decoder, at least.
const BYTES: usize = 600_000;
/// What a decoder may hold, told by how long it is when printed.
const HELD: usize = 1 << 20;

struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }
}

/// All lines of the transcripts that are not too long to be mutated quickly.
fn corpus() -> Vec<Vec<u8>> {
    let entries = script::entries(include_str!("../transcripts/malformed.txt"));
    let mut lines: Vec<Vec<u8>> = entries.into_iter().flat_map(|entry| entry.lines).collect();
    for text in [
        include_str!("../transcripts/piskvork.txt"),
        include_str!("../transcripts/yixin_board.txt"),
        include_str!("../transcripts/swap2.txt"),
        include_str!("../transcripts/ugi_manager.txt"),
        include_str!("../transcripts/ugi_errors.txt"),
    ] {
        lines.extend(text.lines().filter_map(|line| line.strip_prefix("< ")).map(script::unescape));
    }
    lines.retain(|line| line.len() < 200);
    lines
}

fn mutate(random: &mut Xorshift, line: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    for _ in 0..=random.below(3) {
        let at = random.below(line.len() + 1);
        match random.below(6) {
            0 => line.insert(at, random.next().to_le_bytes()[0]),
            1 if at < line.len() => line[at] ^= 1 << random.below(8),
            2 if at < line.len() => _ = line.remove(at),
            3 => line.truncate(at),
            4 => line.extend_from_slice(&corpus[random.below(corpus.len())]),
            _ => line.splice(at..at, *b" DONE ").for_each(drop),
        }
    }
}

fn random_line(random: &mut Xorshift, corpus: &[Vec<u8>]) -> Vec<u8> {
    if random.below(4) == 0 {
        return (0..random.below(80)).map(|_| random.next().to_le_bytes()[0]).collect();
    }
    let mut line = corpus[random.below(corpus.len())].clone();
    if random.below(4) != 0 {
        mutate(random, &mut line, corpus);
    }
    line
}

fn assert_printable(error: ParseError, dialect: Dialect) {
    let answer = Reply::from(error).encode(dialect, &Style::default());
    let line = answer.strip_suffix('\n').unwrap();
    assert!(line.len() < 250 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
}

fn feed(mut decoder: Decoder, seed: u64) {
    let corpus = corpus();
    let mut random = Xorshift(seed);
    let mut fed = 0;
    let mut errors = 0;
    while fed < BYTES {
        let line = random_line(&mut random, &corpus);
        fed += line.len() + 1;
        if let Some(Err(error)) = decoder.line(&line) {
            errors += 1;
            assert_printable(error, decoder.dialect());
        }
        if random.below(1000) == 0 {
            assert!(format!("{decoder:?}").len() < HELD);
            decoder.end().into_iter().for_each(|error| assert_printable(error, decoder.dialect()));
        }
    }
    assert!(errors > 100, "hardly anything was wrong");
}

#[test]
fn gomocup_survives() {
    feed(Decoder::new(Dialect::Gomocup), 0x9E37_79B9_7F4A_7C15);
}

#[test]
fn ugi_survives() {
    feed(Decoder::new(Dialect::Ugi), 0xD1B5_4A32_D192_ED03);
}

#[test]
fn aep_survives() {
    feed(Decoder::new(Dialect::Aep), 0xA24B_AED4_963E_E407);
}

#[test]
fn any_first_line_survives() {
    for seed in 1..20 {
        let mut random = Xorshift(seed);
        let corpus = corpus();
        let mut decoder = Decoder::auto();
        for _ in 0..200 {
            decoder.line(&random_line(&mut random, &corpus));
        }
    }
}

#[test]
fn an_endless_block_is_not_kept() {
    let mut decoder = Decoder::auto();
    decoder.line(b"BOARD");
    let rows = [&b"7,7,1 "[..]].concat().repeat(5_000);
    let long_row = vec![b'7'; MAX_LINE];
    for _ in 0..50 {
        assert_eq!(decoder.line(&rows), None);
        assert_eq!(decoder.line(&long_row), None);
    }
    assert!(format!("{decoder:?}").len() < HELD);
    assert!(decoder.line(b"DONE").unwrap().is_err());
}

#[test]
fn a_huge_line_is_read_but_not_kept() {
    let mut input = vec![b'x'; 10_000_000];
    input.extend_from_slice(b"\nBEGIN\r\nEND");
    let mut reader = Cursor::new(input);
    let mut line = Vec::new();
    assert!(read_line(&mut reader, &mut line).unwrap());
    assert_eq!(line.len(), MAX_LINE + 1);
    assert!(line.capacity() <= 4 * MAX_LINE);
    assert!(Decoder::auto().line(&line).unwrap().is_err());
    assert!(read_line(&mut reader, &mut line).unwrap());
    assert_eq!(line, b"BEGIN\r");
    assert!(read_line(&mut reader, &mut line).unwrap());
    assert_eq!(line, b"END");
    assert!(!read_line(&mut reader, &mut line).unwrap());
}
