//! Records as clients of the Yixin family show them. A label is from the view of the player who has just moved, a value from that of
//! the one to move.

use fukumi_protocol::DatabaseEntry;

use super::table::label;
use crate::database::{Record, Value, yxdb};
use crate::engine::win_rate;
use crate::search::Score;

/// In how many plies the player who has just moved wins or loses, that move counted; `None` when nobody knows.
pub(super) fn steps(record: &Record) -> Option<u32> {
    match (label(record)?, record.value?) {
        (b'w', Value::Loss(plies)) | (b'l', Value::Win(plies)) => Some(plies.saturating_add(1)),
        _ => None,
    }
}

/// The record in the numbers of the wire.
pub(super) fn entry(record: &Record) -> DatabaseEntry {
    DatabaseEntry {
        label: label(record).map_or(-1, i32::from),
        value: yxdb::number_of(record.value).into(),
        depth: record.depth.into(),
        bound: record.bound as u8,
        shown: shown(record),
    }
}

fn shown(record: &Record) -> String {
    match label(record) {
        Some(mark @ (b'w' | b'l')) => {
            let steps = steps(record).map_or_else(|| "*".to_owned(), |steps| steps.to_string());
            format!("{}{steps}", char::from(mark))
        }
        Some(mark) => char::from(mark).to_string(),
        None => match record.value {
            Some(Value::Score(score)) if record.bound == crate::database::Bound::Exact => {
                format!("{}%", (win_rate(-Score::fixed(score)) / 10).min(99))
            }
            _ => String::new(),
        },
    }
}
