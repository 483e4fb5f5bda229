//! What is lost when a game is written in a format that cannot hold all of it.

use std::collections::BTreeMap;

use super::format::{Contents, Format, OptionsHeld};
use super::record::{GameRecord, Tag};
use super::tree::{NodeId, Notes, Tree};
use crate::engine::options::Row;

/// A part of a game that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Players,
    Tag(Tag),
    Option(&'static str),
    Variations,
    Comments,
    Labels,
    Times,
    Properties,
}

/// How much of a part is lost, and where.
#[derive(Clone, Copy, Debug, Default)]
struct Lost {
    count: usize,
    games: usize,
    first: usize,
}

/// What the games written so far have lost.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    parts: BTreeMap<Part, Lost>,
}

impl Losses {
    /// Notes what the game with this number, from 1, loses in a format.
    pub(super) fn add(&mut self, record: &GameRecord, number: usize, format: &Format) {
        for (part, count) in lost(record, &format.holds) {
            let lost = self.parts.entry(part).or_insert(Lost { first: number, ..Lost::default() });
            lost.count += count;
            lost.games += 1;
        }
    }

    /// The losses for a person: one line for a single game, one for each part otherwise.
    pub(super) fn lines(&self, format: &Format, games: usize) -> Vec<String> {
        let name = format.name;
        if games == 1 && !self.parts.is_empty() {
            let parts: Vec<String> = self.parts.iter().map(|(part, lost)| part.in_words(lost.count)).collect();
            return vec![format!("game 1: left out, as {name} cannot hold it: {}", parts.join(", "))];
        }
        let line = |(part, lost): (&Part, &Lost)| {
            let where_lost = match lost.games {
                1 => format!("game {}", lost.first),
                all if all == games => format!("all {games} games"),
                some => format!("{some} of {games} games, the first of them game {}", lost.first),
            };
            format!("{where_lost}: left out, as {name} cannot hold it: {}", part.in_words(lost.count))
        };
        self.parts.iter().map(line).collect()
    }
}

impl Part {
    fn in_words(&self, count: usize) -> String {
        let counted = |one: &str, many: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {many}") };
        match self {
            Part::Players => "the players".to_owned(),
            Part::Tag(tag) => tag.in_words().to_owned(),
            Part::Option("Rule") => "the rule".to_owned(),
            Part::Option("BoardSize") => "the size of the board".to_owned(),
            Part::Option(name) => format!("the option {name}"),
            Part::Variations => counted("move of variations", "moves of variations"),
            Part::Comments => counted("comment", "comments"),
            Part::Labels => counted("label", "labels"),
            Part::Times => "the times of the moves".to_owned(),
            Part::Properties => counted("other SGF property", "other SGF properties"),
        }
    }
}

/// The parts of a game that are lost, each with how much of it.
fn lost(record: &GameRecord, holds: &Contents) -> BTreeMap<Part, usize> {
    let tree = &record.tree;
    let main = tree.main_line();
    let moves_beside = tree.len() - 1 - main.len();
    let written: Vec<NodeId> = if holds.variations { tree.walk().collect() } else { main };
    let mut counts: BTreeMap<Part, usize> = BTreeMap::new();
    let mut count = |part: Part, held: bool, more: usize| {
        if !held && more > 0 {
            *counts.entry(part).or_default() += more;
        }
    };
    count(Part::Variations, holds.variations, moves_beside);
    for node in std::iter::once(Tree::ROOT).chain(written) {
        let Notes { comment, ms, labels, kept } = tree.notes(node);
        count(Part::Comments, holds.comments, usize::from(!comment.is_empty()));
        count(Part::Labels, holds.labels, labels.len());
        count(Part::Times, holds.times, usize::from(ms.is_some()));
        count(Part::Properties, false, kept.iter().filter(|(name, _)| !(holds.property)(name)).count());
    }
    for (&tag, value) in &record.info {
        let part = if matches!(tag, Tag::Black | Tag::White) { Part::Players } else { Part::Tag(tag) };
        // Whoever reads the moves knows this result.
        let told_by_moves = tag == Tag::Result && record.decided == Some(value);
        count(part, told_by_moves || (holds.tag)(record, tag, value), 1);
    }
    for row in record.rules.game().options {
        count(Part::Option(row.name), holds_option(record, holds.options, row), 1);
    }
    counts
}

/// Does a reader of the file know the value of this option?
fn holds_option(record: &GameRecord, options: OptionsHeld, row: &Row) -> bool {
    let OptionsHeld::Some { names, rule } = options else { return true };
    let value = record.rules.value(row.name);
    let assumed = || match row.name {
        "Rule" => value.is_some_and(|value| value.word() == rule),
        _ => value == Some(row.default()),
    };
    names.contains(&row.name) || assumed()
}
