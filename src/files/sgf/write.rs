//! From a record to SGF.

use super::super::record::{GameRecord, Tag};
use super::super::rule::rule_of_text;
use super::super::tree::{NodeId, Notes, Tree};
use super::text::{escape, join_time, letters};
use super::{STONES, TAGS};
use crate::engine::options::Value;
use crate::games::gomoku::notation::{Origin, parse_point, parse_position};
use crate::search::Player;

/// All tags but that of puzzles. A name of the rule that a reader would take for another rule gives way to our own.
pub(super) fn holds_tag(record: &GameRecord, tag: Tag, value: &str) -> bool {
    let rule = record.rules.value("Rule").map(Value::word);
    match tag {
        Tag::Rule => rule_of_text(value) == rule,
        tag => TAGS.iter().any(|(_, known)| *known == tag),
    }
}

/// Writes a game on one line, unless its comments have several.
pub(super) fn write(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    let size = record.size();
    let mut text = format!("(;FF[4]GM[4]SZ[{size}]CA[UTF-8]AP[fukumi:{}]", env!("CARGO_PKG_VERSION"));
    let rule = record.rules.value("Rule").map(|rule| rule.to_string()).unwrap_or_default();
    for &(name, tag) in TAGS {
        let own = record.tag(tag).filter(|value| holds_tag(record, tag, value));
        let value = own.or((tag == Tag::Rule).then_some(rule.as_str()));
        text += &value.map_or_else(String::new, |value| property(name, value));
    }
    let first = set_up(&mut text, record)?;
    notes(&mut text, record.tree.notes(Tree::ROOT), size)?;
    branches(&mut text, record, first)?;
    text += ")\n";
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

fn property(name: &str, value: &str) -> String {
    format!("{name}[{}]", escape(value, false))
}

/// Writes the stones of a start position, and returns who moves first.
fn set_up(text: &mut String, record: &GameRecord) -> Result<Player, String> {
    let Some(position) = &record.start else { return Ok(Player::First) };
    let setup = parse_position(position).map_err(|error| error.to_string())?;
    for (name, owner) in STONES {
        let stones = setup.stones.iter().filter(|stone| stone.1 == *owner);
        let points: String = stones.map(|(point, _)| format!("[{}]", letters(*point))).collect();
        if !points.is_empty() {
            *text += name;
            *text += &points;
        }
    }
    *text += if setup.to_move == Player::First { "PL[B]" } else { "PL[W]" };
    Ok(setup.to_move)
}

/// A part of the tree that is still to be written.
enum Step {
    /// A node, to which this player's move leads, and everything after it.
    Node(NodeId, Player),
    Open,
    Close,
}

/// Writes all nodes after the root, without recursion: trees may be deep.
fn branches(text: &mut String, record: &GameRecord, first: Player) -> Result<(), String> {
    let tree = &record.tree;
    let mut steps = Vec::new();
    push_children(&mut steps, tree, Tree::ROOT, first);
    while let Some(step) = steps.pop() {
        match step {
            Step::Open => text.push('('),
            Step::Close => text.push(')'),
            Step::Node(node, player) => {
                text.push(';');
                let mut next = player;
                if let Some(mv) = tree.text(node) {
                    let point = parse_point(mv, record.size(), Origin::Bottom).map_err(|error| error.to_string())?;
                    let colour = if player == Player::First { 'B' } else { 'W' };
                    *text += &format!("{colour}[{}]", letters(point));
                    next = player.opponent();
                }
                notes(text, tree.notes(node), record.size())?;
                push_children(&mut steps, tree, node, next);
            }
        }
    }
    Ok(())
}

/// Pushes the children of a node in reverse, because the last step pushed is done first. A single child needs no parentheses.
fn push_children(steps: &mut Vec<Step>, tree: &Tree, node: NodeId, player: Player) {
    let children: Vec<NodeId> = tree.children(node).collect();
    if let [child] = children[..] {
        steps.push(Step::Node(child, player));
        return;
    }
    for child in children.into_iter().rev() {
        steps.extend([Step::Close, Step::Node(child, player), Step::Open]);
    }
}

fn notes(text: &mut String, notes: &Notes, size: usize) -> Result<(), String> {
    let comment = join_time(notes.ms, &notes.comment);
    if !comment.is_empty() {
        *text += &property("C", &comment);
    }
    let mut labels = String::new();
    for (at, label) in &notes.labels {
        let point = parse_point(at, size, Origin::Bottom).map_err(|error| error.to_string())?;
        labels += &format!("[{}:{}]", letters(point), escape(label, true));
    }
    if !labels.is_empty() {
        *text += "LB";
        *text += &labels;
    }
    for (name, values) in &notes.kept {
        *text += name;
        values.iter().for_each(|raw| *text += &format!("[{raw}]"));
    }
    Ok(())
}
