//! Databases of Rapfi and Yixin-Board, records of our own text form, and keys.

use std::cell::RefCell;
use std::collections::HashMap;

use fukumi::database::lines::Line;
use fukumi::database::yxdb::{Entry, RULES, Reader, Writer, holds, least};
use fukumi::database::{Bound, Label, Record, Space, Stones, Value, options_of};
use fukumi::games::GAMES;

thread_local! {
    static SPACES: RefCell<HashMap<String, Space>> = RefCell::default();
}

/// So many positions of an input are looked at: an LZ4 frame of a few bytes may hold millions.
const MOST: usize = 1_000;

pub(crate) fn run(data: &[u8]) {
    let Ok(reader) = Reader::new(data, None) else { return };
    for entry in reader.take(MOST) {
        match entry {
            Ok(entry) => check(&entry),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

/// What was read is a position, has a key, and reads back from both forms.
fn check(entry: &Entry) {
    let rules = format!("gomoku Rule={} BoardSize={}", RULES[usize::from(entry.rule)], entry.size);
    SPACES.with_borrow_mut(|spaces| {
        let space = spaces
            .entry(rules)
            .or_insert_with_key(|rules| Space::new(&options_of(GAMES, rules).expect("rules")).expect("a space"));
        let placed = space.place(&entry.stones);
        let kept = space.stones(&placed.key.0).expect("a key");
        assert_eq!(space.place(&kept).key, placed.key);
        assert_eq!(space.parse(&space.text(&entry.stones)).expect("a text"), entry.stones);
        let line = Line::new(space, space.text(&entry.stones), entry.record.clone());
        assert_eq!(line.record(space).expect("a record"), entry.record);
        if holds(&entry.stones) {
            let (stones, record) = least(space, entry.size, &entry.stones, &entry.record);
            written(Entry { stones, record, ..entry.clone() });
        }
    });
}

fn written(entry: Entry) {
    let mut writer = Writer::new(Vec::new(), 1, false).expect("a header");
    writer.add(&entry).expect("a record");
    let bytes = writer.finish().expect("a file");
    let again: Vec<Entry> =
        Reader::new(&bytes[..], None).expect("a header").map(|entry| entry.expect("a record")).collect();
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].stones, entry.stones);
}

/// Lines of our own text form, and any bytes as a key: what is taken reads back.
pub(crate) fn run_lines(data: &[u8]) {
    SPACES.with_borrow_mut(|spaces| {
        for line in data.split(|&byte| byte == b'\n').take(MOST) {
            let Ok(line) = serde_json::from_slice::<Line>(line) else { continue };
            let Ok(options) = options_of(GAMES, &line.rules) else { continue };
            let Ok(new) = Space::new(&options) else { continue };
            let space = spaces.entry(new.rules().to_owned()).or_insert(new);
            let Ok(stones) = space.parse(&line.position) else { continue };
            assert_eq!(space.parse(&space.text(&stones)).expect("a text"), stones);
            let Ok(record) = line.record(space) else { continue };
            let again = Line::new(space, space.text(&stones), record.clone());
            assert_eq!(again.record(space).expect("a record"), record);
        }
        let rules = "gomoku Rule=freestyle BoardSize=15".to_owned();
        let space = spaces
            .entry(rules)
            .or_insert_with_key(|rules| Space::new(&options_of(GAMES, rules).expect("rules")).expect("a space"));
        if let Ok(stones) = space.stones(data) {
            let placed = space.place(&stones);
            assert_eq!(space.place(&space.stones(&placed.key.0).expect("a key")).key, placed.key);
        }
    });
}

pub(crate) const LINE_WORDS: &[&str] = &[
    "score", "win", "loss", "draw", "exact", "lower", "upper", "15/", "b", "w", "renju", "abalone", "Start=", "\\u0000",
];

pub(crate) fn line_seeds() -> Vec<Vec<u8>> {
    let board = "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15";
    let lines = [
        format!(
            r#"{{"rules":"gomoku Rule=renju BoardSize=15","position":"{board} w","value":{{"score":-12}},"depth":9,"bound":"exact","label":"w","best":"i9","comment":"a\nb","texts":[["a1","x"]],"source":"s","time":7,"games":2}}"#
        ),
        r#"{"rules":"gomoku Rule=freestyle BoardSize=5","position":"5/5/2b2/5/5 w","value":{"win":3},"label":""}"#
            .to_owned(),
        r#"{"rules":"gomoku Rule=freestyle BoardSize=5","position":"5/5/5/5/5 b","value":"draw","bound":"lower"}"#
            .to_owned(),
    ];
    vec![lines.join("\n").into_bytes(), vec![0, 224, 17, 255, 3], vec![1]]
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let record = Record {
        value: Some(Value::Win(9)),
        depth: 12,
        bound: Bound::Exact,
        label: Label::Mark(b'w'),
        comment: "one\ntwo".to_owned(),
        board_texts: vec![(112, "A".to_owned())],
        ..Record::default()
    };
    let entry = |pieces: &[(u16, u8)], to_move| Entry {
        rule: 2,
        size: 15,
        stones: Stones { to_move, numbers: Vec::new(), pieces: pieces.to_vec() },
        record: record.clone(),
    };
    let entries = [entry(&[], 0), entry(&[(112, 0)], 1), entry(&[(111, 1), (112, 0)], 1)];
    let file = |packed| {
        let mut writer = Writer::new(Vec::new(), entries.len() as u64, packed).expect("a header");
        entries.iter().for_each(|entry| writer.add(entry).expect("a record"));
        writer.finish().expect("a file")
    };
    vec![file(false), file(true)]
}
