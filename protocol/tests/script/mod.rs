//! Reads `transcripts/`: the format is described in its README.

// Every test takes the part that it needs.
#![allow(dead_code)]

/// What a line of `malformed.txt` must bring about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The decoder rejects it: one `ERROR` line.
    Error,
    /// The decoder does not know it: one `UNKNOWN` line.
    Unknown,
    /// It asks for what is not there: `MESSAGE` lines say so, and nothing else is printed.
    Told,
    /// Nothing is printed.
    Silent,
    /// The decoder takes it, the engine refuses it: one `ERROR` line.
    Refused,
    /// It is odd but good, and obeyed.
    Taken,
}

/// One entry of `malformed.txt`.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The section it stands in.
    pub(crate) section: String,
    /// Its line in the file, from 1.
    pub(crate) number: usize,
    /// What must come.
    pub(crate) outcome: Outcome,
    /// The lines to send, without their line feeds.
    pub(crate) lines: Vec<Vec<u8>>,
}

/// One step of a transcript.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Send this line, once its escapes are undone; `{name}` in it stands for a move bound before.
    Send(String),
    /// This must come next.
    Expect(String),
    /// Wait so many milliseconds.
    Wait(u64),
}

/// All entries of `malformed.txt`.
pub(crate) fn entries(text: &str) -> Vec<Entry> {
    let mut section = String::new();
    let mut entries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name.to_owned();
            continue;
        }
        let (word, escaped) = line.split_once(' ').unwrap_or((line, ""));
        let outcome = match word {
            "error" => Outcome::Error,
            "unknown" => Outcome::Unknown,
            "told" => Outcome::Told,
            "silent" => Outcome::Silent,
            "refused" => Outcome::Refused,
            "taken" => Outcome::Taken,
            _ => panic!("line {}: no such outcome: {word}", index + 1),
        };
        let lines = unescape(escaped).split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        entries.push(Entry { section: section.clone(), number: index + 1, outcome, lines });
    }
    entries
}

/// All steps of a transcript.
pub(crate) fn steps(text: &str) -> Vec<Step> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| match line.split_once(' ').unwrap_or((line, "")) {
            ("<", rest) => Step::Send(rest.to_owned()),
            (">", rest) => Step::Expect(rest.to_owned()),
            ("~", rest) => Step::Wait(rest.parse().expect("a wait in milliseconds")),
            _ => panic!("no step: {line}"),
        })
        .collect()
}

/// The bytes that a text with escapes stands for.
pub(crate) fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend(rest[..at].bytes());
        let code = rest[at + 1..].chars().next().expect("a character after the backslash");
        rest = &rest[at + 2..];
        match code {
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            's' => bytes.push(b' '),
            '0' => bytes.push(0),
            '\\' => bytes.push(b'\\'),
            'x' => {
                bytes.push(u8::from_str_radix(&rest[..2], 16).expect("two hexadecimal digits"));
                rest = &rest[2..];
            }
            '{' => {
                let (body, after) = rest.split_once('}').expect("a closed repetition");
                let (unit, count) = body.rsplit_once('*').expect("a repetition with its count");
                bytes.extend(unescape(unit).repeat(count.parse().expect("a count")));
                rest = after;
            }
            _ => panic!("no such escape: \\{code}"),
        }
    }
    bytes.extend(rest.bytes());
    bytes
}

/// Whether the line is what the pattern says; then the moves that it binds to names.
pub(crate) fn bindings(pattern: &str, line: &str) -> Option<Vec<(String, String)>> {
    let Some((literal, rest)) = pattern.split_once('<') else {
        return (pattern == line).then(Vec::new);
    };
    let line = line.strip_prefix(literal)?;
    let (placeholder, pattern) = rest.split_once('>').expect("a closed placeholder");
    let (kind, name) = placeholder.split_once('=').unwrap_or((placeholder, ""));
    for end in (0..=line.len()).rev().filter(|&end| line.is_char_boundary(end) && stands_for(kind, &line[..end])) {
        if let Some(mut found) = bindings(pattern, &line[end..]) {
            if !name.is_empty() {
                found.push((name.to_owned(), line[..end].to_owned()));
            }
            return Some(found);
        }
    }
    None
}

fn stands_for(kind: &str, text: &str) -> bool {
    match kind {
        "move" => is_move(text),
        "swap2" => text == "SWAP" || (text.split(' ').count() <= 2 && text.split(' ').all(is_move)),
        "int" => text.parse::<i64>().is_ok(),
        "text" => true,
        _ => panic!("no such placeholder: {kind}"),
    }
}

fn is_move(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b',')
}

/// Whether a line may come anywhere without being expected.
pub(crate) fn is_ignorable(line: &str) -> bool {
    let error = line.starts_with("info string error");
    !error && ["MESSAGE ", "DEBUG ", "INFO ", "info ", "id ", "option "].iter().any(|head| line.starts_with(head))
}

/// Whether a line that came can be passed over while this pattern is awaited.
pub(crate) fn may_pass_over(pattern: &str, line: &str) -> bool {
    is_ignorable(line) && bindings(pattern, line).is_none()
}
