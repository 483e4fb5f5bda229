//! The table of positions that `YXDBTOTXT` writes: values with commas between, a line each.

use std::io::Write;

use anyhow::{Context, Result};

use super::sink::Spaces;
use crate::database::{Bound, Label, Record, Snapshot, Space, Value, yxdb};

/// The first line.
pub(crate) const HEADER: &str = "index,key,label,value,depth,bound,text";
/// A position without a label.
pub(crate) const NO_LABEL: &str = "(none)";
/// How bounds are named.
pub(crate) const BOUNDS: [(Bound, &str); 4] =
    [(Bound::None, "none"), (Bound::Upper, "upper"), (Bound::Lower, "lower"), (Bound::Exact, "exact")];

/// The record's label; of one that has none, what its proven value says.
pub(crate) fn label(record: &Record) -> Option<u8> {
    match (record.label, record.value) {
        (Label::Mark(mark), _) => Some(mark),
        (_, Some(Value::Loss(_))) => Some(b'w'),
        (_, Some(Value::Win(_))) => Some(b'l'),
        (_, Some(Value::Draw)) => Some(b'd'),
        _ => None,
    }
}

/// Writes all positions, or those of one set of rules; tells how many.
pub(crate) fn write(snapshot: &Snapshot, only: Option<&Space>, out: &mut dyn Write) -> Result<u64> {
    writeln!(out, "{HEADER}")?;
    let (mut spaces, mut count) = (Spaces::default(), 0);
    for found in snapshot.rules()?.iter().filter(|found| only.is_none_or(|only| only.rules() == found.rules)) {
        let space = spaces.get(&found.rules).with_context(|| found.rules.clone())?;
        for entry in snapshot.positions(&found.rules)?.iter() {
            let (key, record) = entry?;
            let label = label(&record).map_or_else(|| NO_LABEL.to_owned(), |mark| char::from(mark).to_string());
            let bound = BOUNDS.iter().find(|known| known.0 == record.bound).map_or("none", |known| known.1);
            let text = record.comment.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let position = space.text(&space.stones(&key.0)?);
            let value = yxdb::number_of(record.value);
            writeln!(out, "{count},{} {position},{label},{value},{},{bound},\"{text}\"", found.rules, record.depth)?;
            count += 1;
        }
    }
    Ok(count)
}
