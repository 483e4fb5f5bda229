//! Moves with their variations as text, as chess has it: `h8 i9 (g9 h10 (j10)) j9`. A parenthesis holds another choice in place of
//! the move before it. `{a comment}`, `[h9:A]` (a label) and `[31ms]` (the time of the move) tell about the position after a move.
//! In comments and labels a backslash stands before a bracket or another backslash, and `\n` is the end of a line.

use super::error::quote;
use super::tree::{NodeId, Tree};

/// Writes a tree; [`parse`] reads it again. SGF properties that are only kept are left out.
pub fn write(tree: &Tree) -> String {
    let mut words = Vec::new();
    notes(&mut words, tree, Tree::ROOT);
    let mut steps = vec![Step::After(Tree::ROOT)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Open => words.push("(".to_owned()),
            Step::Close => words.push(")".to_owned()),
            Step::Move(node) => {
                words.extend(tree.text(node).map(str::to_owned));
                notes(&mut words, tree, node);
            }
            Step::After(node) => after(&mut steps, tree, node),
        }
    }
    words.join(" ").replace("( ", "(").replace(" )", ")")
}

/// What is still to be written.
enum Step {
    Open,
    Close,
    Move(NodeId),
    /// All that follows a node.
    After(NodeId),
}

/// The last step pushed is done first: the main move, the other choices, then what follows the main move.
fn after(steps: &mut Vec<Step>, tree: &Tree, node: NodeId) {
    let mut choices = tree.children(node);
    let Some(main) = choices.next() else { return };
    steps.push(Step::After(main));
    let others: Vec<NodeId> = choices.collect();
    for other in others.into_iter().rev() {
        steps.extend([Step::Close, Step::After(other), Step::Move(other), Step::Open]);
    }
    steps.push(Step::Move(main));
}

fn notes(words: &mut Vec<String>, tree: &Tree, node: NodeId) {
    let notes = tree.notes(node);
    words.extend(notes.ms.map(|ms| format!("[{ms}ms]")));
    words.extend(notes.labels.iter().map(|(at, label)| format!("[{at}:{}]", escape(label))));
    words.extend((!notes.comment.is_empty()).then(|| format!("{{{}}}", escape(&notes.comment))));
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' => escaped.push_str("\\n"),
            '(' | ')' | '{' | '}' | '[' | ']' | '\\' => escaped.extend(['\\', char]),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Reads what [`write()`] writes. The moves are not checked by any rules.
///
/// # Errors
/// What is wrong with it, as text: more than `most` moves, or brackets that do not match.
pub fn parse(text: &str, most: usize) -> Result<Tree, String> {
    let mut tree = Tree::new();
    let mut at = Tree::ROOT;
    let mut open = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        match first {
            '(' => {
                open.push(at);
                at = tree.parent(at).ok_or("a variation before the first move")?;
                rest = &rest[1..];
            }
            ')' => {
                at = open.pop().ok_or("a ')' without its '('")?;
                rest = &rest[1..];
            }
            '{' => {
                let (comment, behind) = bracketed(&rest[1..], '}')?;
                tree.add_comment(at, &comment);
                rest = behind;
            }
            '[' => {
                let (told, behind) = bracketed(&rest[1..], ']')?;
                note(&mut tree, at, &told)?;
                rest = behind;
            }
            _ => {
                let end = rest.find(|char: char| char.is_whitespace() || "()[]{}".contains(char)).unwrap_or(rest.len());
                if end == 0 {
                    return Err(format!("'{first}' without its opening bracket"));
                }
                let (word, behind) = rest.split_at(end);
                rest = behind;
                if !is_number(word) {
                    at = tree.child(at, word).unwrap_or_else(|| tree.add(at, Some(word)));
                }
                if tree.len() > most + 1 {
                    return Err(format!("more than {most} moves"));
                }
            }
        }
        rest = rest.trim_start();
    }
    if open.is_empty() { Ok(tree) } else { Err("a '(' without its ')'".to_owned()) }
}

/// The number of a move, which people write before it: `12.`
fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The text up to a closing bracket, and what is behind it.
fn bracketed(text: &str, close: char) -> Result<(String, &str), String> {
    let mut found = String::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some((_, 'n')) => found.push('\n'),
                Some((_, other)) => found.push(other),
                None => break,
            },
            _ if char == close => return Ok((found, &text[at + char.len_utf8()..])),
            other => found.push(other),
        }
    }
    Err(format!("'{close}' is missing at the end"))
}

fn note(tree: &mut Tree, node: NodeId, told: &str) -> Result<(), String> {
    let ms = told.strip_suffix("ms").and_then(|number| number.parse().ok());
    match (ms, told.split_once(':')) {
        (Some(ms), _) => tree.notes_mut(node).ms = Some(ms),
        (None, Some((at, label))) => tree.add_label(node, at.to_owned(), label.to_owned()),
        (None, None) => return Err(format!("'[{}]' is neither a label nor a time", quote(told))),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "",
            "h8 i9 j10",
            "h8 i9 (g9 h10 (j10)) (a1) j9",
            "h8 (i9 j9) (k9 l9 (m9)) n9 (o9)",
            "[h8:A] {at the start} h8 [31ms] [i9:1] {two\\nlines, \\} and \\\\} i9",
            "a1b2 (b1c2) i5h5",
        ] {
            let tree = parse(text, 100).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(write(&tree), text);
            assert_eq!(parse(&write(&tree), 100).unwrap(), tree);
        }
        let loose = parse("1. h8 2. i9( 2. g9 )3. j9{one}{two}", 9).unwrap();
        assert_eq!(write(&loose), "h8 i9 (g9) j9 {one\\ntwo}");
    }

    #[test]
    fn a_deep_tree_is_no_deep_recursion() {
        let text = format!("{}h1{}", "h1 (h2 ".repeat(10_000), ")".repeat(10_000));
        let tree = parse(&text, 100_000).unwrap();
        assert_eq!(parse(&write(&tree), 100_000).unwrap().len(), tree.len());
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, why) in [
            ("(h8)", "before the first move"),
            ("h8 (i9", "without its ')'"),
            ("h8 i9)", "without its '('"),
            ("h8 {never ends", "'}' is missing"),
            ("h8 {ends\\", "'}' is missing"),
            ("h8 [i9:A", "']' is missing"),
            ("h8 [what]", "neither a label nor a time"),
            ("h8 ] i9", "without its opening bracket"),
            ("a b c d", "more than 3 moves"),
        ] {
            let error = parse(text, 3).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
