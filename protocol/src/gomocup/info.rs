//! `INFO` lines: typed where the key is known, never answered.

use super::absent;
use crate::arguments::{self, narrow};
use crate::command::Setting;
use crate::text::{self, split_word};

const NON_NEGATIVE: (i64, i64) = (0, i64::MAX);
const ANY: (i64, i64) = (i64::MIN, i64::MAX);
const SMALL: (i64, i64) = (0, 9_999);
/// -1 stands for "no limit".
const LIMIT: (i64, i64) = (-1, i64::MAX);

/// The setting of an `INFO` line, if it has one, and whether only clients of the Yixin family send its key.
pub(super) fn decode(rest: &str) -> (Option<Setting>, bool) {
    let (key, value) = split_word(rest);
    let lower = key.to_ascii_lowercase();
    let from_yixin = is_yixin(&lower);
    let setting = match lower.as_str() {
        // The mouse of a person passes over the board: many lines a second, none of our business.
        "" | "evaluate" => None,
        "folder" => Some(Setting::Folder(value.to_owned())),
        _ => Some(match absent::key(&lower) {
            Some(key) => Setting::Absent { key, value: text::excerpt(value) },
            None => numeric(&lower, value).unwrap_or_else(|| other(key, value)),
        }),
    };
    (setting, from_yixin)
}

/// A key with a number; `None` for one that is not known.
fn numeric(key: &str, value: &str) -> Option<Setting> {
    let (key, range, make) = row(key)?;
    Some(match arguments::number("INFO", key, value, range) {
        Ok(number) => make(number),
        Err(error) => Setting::Malformed { key, error },
    })
}

type Row = (&'static str, (i64, i64), fn(i64) -> Setting);

/// Range and type of a known key.
fn row(key: &str) -> Option<Row> {
    Some(match key {
        "timeout_turn" => ("timeout_turn", NON_NEGATIVE, |n| Setting::TimeoutTurn(n.unsigned_abs())),
        "timeout_match" => ("timeout_match", NON_NEGATIVE, |n| Setting::TimeoutMatch(n.unsigned_abs())),
        "time_left" => ("time_left", ANY, Setting::TimeLeft),
        "max_memory" => ("max_memory", NON_NEGATIVE, |n| Setting::MaxMemory(n.unsigned_abs())),
        "game_type" => ("game_type", SMALL, |n| Setting::GameType(narrow(n))),
        "rule" => ("rule", SMALL, |n| Setting::Rule(narrow(n))),
        "max_depth" => ("max_depth", LIMIT, |n| Setting::MaxDepth((n > 0).then(|| narrow(n)))),
        "max_node" => ("max_node", LIMIT, |n| Setting::MaxNodes((n > 0).then_some(n.unsigned_abs()))),
        "time_increment" => ("time_increment", NON_NEGATIVE, |n| Setting::TimeIncrement(n.unsigned_abs())),
        "hash_size" => ("hash_size", NON_NEGATIVE, |n| Setting::HashSizeKib(n.unsigned_abs())),
        "thread_num" => ("thread_num", SMALL, |n| Setting::Threads(narrow(n))),
        "pondering" => ("pondering", (0, 1), |n| Setting::Pondering(n != 0)),
        "show_detail" => ("show_detail", (0, 3), |n| Setting::ShowDetail(u8::try_from(n).unwrap_or(0))),
        "usedatabase" => ("usedatabase", (0, 1), |n| Setting::UseDatabase(n != 0)),
        "database_readonly" => ("database_readonly", (0, 1), |n| Setting::DatabaseReadOnly(n != 0)),
        "strength" => ("strength", (0, 100), |n| Setting::Strength(narrow(n))),
        _ => return None,
    })
}

fn other(key: &str, value: &str) -> Setting {
    Setting::Other { name: key.to_owned(), value: value.to_owned() }
}

/// Keys of Yixin and its descendants, those included that mean nothing to this engine.
fn is_yixin(key: &str) -> bool {
    matches!(
        key,
        "max_depth"
            | "max_node"
            | "time_increment"
            | "hash_size"
            | "thread_num"
            | "thread_split_depth"
            | "caution_factor"
            | "pondering"
            | "show_detail"
            | "nbestsym"
            | "vcthread"
            | "checkmate"
            | "start_depth"
            | "usedatabase"
            | "strength"
            | "swapable"
            | "max_moves"
            | "draw_result"
            | "database_readonly"
            | "search_type"
    )
}
