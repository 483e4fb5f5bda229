//! Mutations that keep most of what makes an input worth reading: whole lines, words and numbers are changed as well as bytes.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Numbers at which behaviour may change.
const NUMBERS: &[&str] = &[
    "-1",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "15",
    "19",
    "20",
    "22",
    "23",
    "61",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "-2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e9",
    "0.5",
    "+3",
    "007",
];

/// A changed copy of an input, no longer than `longest`. `others` are inputs that pieces may be taken from. With
/// `by_lines` most copies have a few lines only, for targets that read every line by itself.
pub(crate) fn mutate(
    data: &[u8],
    others: &[Vec<u8>],
    words: &[&str],
    by_lines: bool,
    seed: u64,
    longest: usize,
) -> Vec<u8> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    // A few lines are read faster than many, and most faults show in one.
    let few = random.random_ratio(if by_lines { 15 } else { 8 }, 16);
    let mut out = if few { few_lines(data, &mut random) } else { data.to_vec() };
    for _ in 0..random.random_range(1..=4) {
        match random.random_range(0..10) {
            0..4 => change_line(&mut out, others, &mut random),
            4..7 => change_word(&mut out, words, &mut random),
            _ => change_bytes(&mut out, &mut random),
        }
    }
    out.truncate(longest);
    out
}

/// Keeps the first byte too: in some targets it chooses how the rest is read.
fn few_lines(data: &[u8], random: &mut Pcg64Mcg) -> Vec<u8> {
    let begins = || (0..).zip(data).filter_map(|(at, &byte)| (byte == b'\n').then_some(at + 1));
    let from = random.random_range(0..=begins().count());
    let begin = from.checked_sub(1).and_then(|before| begins().nth(before)).unwrap_or(0);
    let end = begins().nth(from + random.random_range(0..4)).unwrap_or(data.len());
    [&data[..1.min(begin)], &data[begin..end]].concat()
}

fn change_line(out: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Pcg64Mcg) {
    let mut lines: Vec<&[u8]> = out.split(|&byte| byte == b'\n').collect();
    let at = random.random_range(0..lines.len());
    match random.random_range(0..5) {
        0 => lines.insert(at, lines[at]),
        1 => drop(lines.remove(at)),
        2 => {
            let to = random.random_range(0..lines.len());
            lines.swap(at, to);
        }
        3 => {
            let copies = random.random_range(1..6);
            let block: Vec<_> = lines[at..].iter().take(copies).copied().collect();
            lines.splice(at..at, block);
        }
        _ => {
            let Some(other) = others.choose(random) else { return };
            let from = random.random_range(0..=other.len());
            let count = random.random_range(1..4);
            let line_begins = other[..from].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            lines.splice(at..at, other[line_begins..].split(|&byte| byte == b'\n').take(count));
        }
    }
    *out = lines.join(&b'\n');
}

/// Runs of letters and digits, with the points between them left in place.
fn change_word(out: &mut Vec<u8>, words: &[&str], random: &mut Pcg64Mcg) {
    let found: Vec<(usize, usize)> = runs(out);
    let Some(&(from, to)) = found.choose(random) else { return };
    let word: Vec<u8> = match random.random_range(0..4) {
        0 => NUMBERS.choose(random).map_or(Vec::new(), |word| word.as_bytes().to_vec()),
        1 => words.choose(random).map_or(Vec::new(), |word| word.as_bytes().to_vec()),
        2 => found.choose(random).map_or(Vec::new(), |&(from, to)| out[from..to].to_vec()),
        _ => nudged(&out[from..to], random),
    };
    out.splice(from..to, word);
}

/// A number plus or minus one, or letters in the other case.
fn nudged(word: &[u8], random: &mut Pcg64Mcg) -> Vec<u8> {
    match str::from_utf8(word).ok().and_then(|text| text.parse::<i64>().ok()) {
        Some(number) => number.wrapping_add(random.random_range(-2..=2)).to_string().into_bytes(),
        None if random.random() => word.to_ascii_uppercase(),
        None => word.to_ascii_lowercase(),
    }
}

fn runs(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = None;
    for (at, byte) in bytes.iter().chain(b" ").enumerate() {
        match (byte.is_ascii_alphanumeric() || *byte == b'_', from) {
            (true, None) => from = Some(at),
            (false, Some(begin)) => {
                found.push((begin, at));
                from = None;
            }
            _ => {}
        }
    }
    found
}

fn change_bytes(out: &mut Vec<u8>, random: &mut Pcg64Mcg) {
    let at = random.random_range(0..=out.len());
    let length = random.random_range(0..20).min(out.len() - at);
    match random.random_range(0..6) {
        0 => out.insert(at, random.random()),
        1 => out.insert(at, *b" ,/;()[]{}\"\\\r\n\0\xFF~-".choose(random).unwrap_or(&0)),
        2 if at < out.len() => out[at] ^= 1 << random.random_range(0..8),
        3 => drop(out.drain(at..at + length)),
        4 => {
            let piece = out[at..at + length].to_vec();
            let to = random.random_range(0..=out.len());
            out.splice(to..to, piece);
        }
        _ => {
            let piece = out[at..at + length].repeat(random.random_range(2..40));
            out.splice(at..at, piece);
        }
    }
}
