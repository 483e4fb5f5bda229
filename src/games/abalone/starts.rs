//! The named starts: data/starts.txt, whose first lines say where they come from.

use super::board::Setup;
use super::notation::{NotationError, parse_position};

const TEXT: &str = include_str!("data/starts.txt");
const COUNT: usize = 60;

/// The names, each with its place in the file; the tournament's name of the classical start stands last.
pub(super) static WORDS: [(&str, i64); COUNT + 1] = words();

const fn words() -> [(&'static str, i64); COUNT + 1] {
    let mut words = [("standard", 0); COUNT + 1];
    let mut rest = TEXT;
    let mut found = 0;
    while !rest.is_empty() {
        let (line, after) = rest.split_at(index_of(rest, b'\n') + 1);
        if line.as_bytes()[0] != b'#' {
            let (name, _) = line.split_at(index_of(line, b'\t'));
            words[found] = (name, found as i64);
            if equal(name, "classical") {
                words[COUNT].1 = found as i64;
            }
            found += 1;
        }
        rest = after;
    }
    assert!(found == COUNT);
    words
}

const fn index_of(text: &str, byte: u8) -> usize {
    let mut at = 0;
    while text.as_bytes()[at] != byte {
        at += 1;
    }
    at
}

const fn equal(one: &str, other: &str) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one.as_bytes()[at] == other.as_bytes()[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The start with that place in the file.
///
/// # Errors
/// [`NotationError`] when there is none.
pub(super) fn start(at: usize) -> Result<Setup, NotationError> {
    let line = TEXT.lines().filter(|line| !line.starts_with('#')).nth(at);
    let text = line.and_then(|line| line.split('\t').nth(1));
    parse_position(text.ok_or(NotationError::Missing("board"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::abalone::notation::position_text;

    #[test]
    fn every_start_is_a_position_with_the_marbles_that_its_line_tells() {
        for (line, (name, at)) in TEXT.lines().filter(|line| !line.starts_with('#')).zip(WORDS) {
            let fields: Vec<&str> = line.split('\t').collect();
            let setup = start(at as usize).unwrap();
            assert_eq!((fields[0], fields[1]), (name, position_text(&setup).as_str()));
            assert_eq!([fields[2], fields[3]], setup.marbles.map(|bits| bits.count_ones().to_string()));
        }
        assert!(start(COUNT).is_err());
    }

    #[test]
    fn the_standard_start_is_the_classical_one() {
        let text = position_text(&start(WORDS[COUNT].1 as usize).unwrap());
        assert_eq!((WORDS[COUNT].0, text.as_str()), ("standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"));
    }
}
