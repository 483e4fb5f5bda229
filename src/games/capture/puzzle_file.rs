//! Files of puzzles: a name, a position and the length of the shortest solution, each on a line of its own, with blank lines and
//! `#` comments between. The name may be missing, and the length: -1 is "no solution".

/// A puzzle as a file has it; what is wrong with it is for the reader of the position to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The line its position stands on, from 1; where it is missing, that of the name.
    pub line: usize,
    /// Its name; `#3` for the third when it has none.
    pub name: String,
    /// The text of its position; empty when it is missing.
    pub position: String,
    /// The length the file claims; -1 for none.
    pub length: Option<i64>,
}

/// The longest line that is kept whole: no name or position is that long.
const LONGEST: usize = 400;

/// Reads the puzzles of a file.
pub fn parse(text: &str) -> Vec<Listed> {
    let mut listed: Vec<Listed> = Vec::new();
    let mut name: Option<String> = None;
    let mut named_on = 0;
    let mut claims = false;
    let numbered = (1..).zip(text.lines().map(str::trim));
    for (number, line) in numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let is_board = line.contains('/');
        let line: String = line.chars().take(LONGEST).collect();
        if let (true, None, Ok(length), Some(last)) = (claims, &name, line.parse(), listed.last_mut()) {
            last.length = Some(length);
            claims = false;
        } else if name.is_none() && !is_board {
            (name, named_on) = (Some(line), number);
        } else {
            let nth = listed.len() + 1;
            let name = name.take().unwrap_or(format!("#{nth}"));
            listed.push(Listed { line: number, name, position: line, length: None });
            claims = true;
        }
    }
    if let Some(name) = name {
        listed.push(Listed { line: named_on, name, position: String::new(), length: None });
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_lengths_may_be_missing() {
        let text = "# two\n\nA\n8/8/8/K6k b\n7\n8/8/8/7K b\nB\nnonsense\n-1\nC\n";
        let found: Vec<(String, String, Option<i64>)> =
            parse(text).into_iter().map(|one| (one.name, one.position, one.length)).collect();
        let expected =
            [("A", "8/8/8/K6k b", Some(7)), ("#2", "8/8/8/7K b", None), ("B", "nonsense", Some(-1)), ("C", "", None)];
        assert_eq!(parse(text).iter().map(|one| one.line).collect::<Vec<_>>(), [4, 6, 8, 10]);
        assert_eq!(found, expected.map(|(name, position, length)| (name.to_owned(), position.to_owned(), length)));
    }
}
