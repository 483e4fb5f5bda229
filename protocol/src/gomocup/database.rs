//! The database commands of the Yixin family: blocks with arguments before their rows, and answers.

use crate::arguments;
use crate::command::Command;
use crate::database::{DatabaseChild, DatabaseEntry, DatabaseFile, DatabaseReply, DatabaseRequest, DeleteWhich};
use crate::error::{Fault, ParseError};
use crate::write::{push_line, push_text};

/// What a block does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    All,
    AllWithText,
    One,
    Text,
    EditValues,
    EditComment,
    EditPoint,
    SetBest,
    ClearBest,
    DeleteOne,
    DeleteChildren,
}

const ANY: (i64, i64) = (i64::MIN, i64::MAX);
/// Which fields `YXEDITTVDDATABASE` sets: label 1, value 2, depth and bound 4; the text, 8, is set by another command.
const MASK: (i64, i64) = (0, 15);
const STEPS: (i64, i64) = (0, 9_999);

impl Kind {
    /// The block that this command word, in lower case, opens.
    pub(super) fn of(word: &str) -> Option<Kind> {
        Some(match word {
            "yxquerydatabaseall" => Kind::All,
            "yxquerydatabaseallt" => Kind::AllWithText,
            "yxquerydatabaseone" => Kind::One,
            "yxquerydatabasetext" => Kind::Text,
            "yxedittvddatabase" => Kind::EditValues,
            "yxedittextdatabase" => Kind::EditComment,
            "yxeditlabeldatabase" => Kind::EditPoint,
            "yxsetbestmovedatabase" => Kind::SetBest,
            "yxclearbestmovedatabase" => Kind::ClearBest,
            "yxdeletedatabaseone" => Kind::DeleteOne,
            "yxdeletedatabaseall" => Kind::DeleteChildren,
            _ => return None,
        })
    }

    /// The documented spelling of the opening word.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::All => "YXQUERYDATABASEALL",
            Kind::AllWithText => "YXQUERYDATABASEALLT",
            Kind::One => "YXQUERYDATABASEONE",
            Kind::Text => "YXQUERYDATABASETEXT",
            Kind::EditValues => "YXEDITTVDDATABASE",
            Kind::EditComment => "YXEDITTEXTDATABASE",
            Kind::EditPoint => "YXEDITLABELDATABASE",
            Kind::SetBest => "YXSETBESTMOVEDATABASE",
            Kind::ClearBest => "YXCLEARBESTMOVEDATABASE",
            Kind::DeleteOne => "YXDELETEDATABASEONE",
            Kind::DeleteChildren => "YXDELETEDATABASEALL",
        }
    }

    /// The request of a closed block with these rows, and the text of one that has any.
    pub(super) fn request(self, mut rows: Vec<String>, text: String) -> Result<Command, ParseError> {
        let name = self.name();
        let request = match self {
            Kind::All | Kind::AllWithText => {
                DatabaseRequest::Children { position: rows, with_text: self == Kind::AllWithText }
            }
            Kind::One => DatabaseRequest::One(rows),
            Kind::Text => DatabaseRequest::Text(rows),
            Kind::EditValues => edit_values(name, rows)?,
            Kind::EditComment => DatabaseRequest::EditComment { text: text.trim().to_owned(), position: rows },
            Kind::EditPoint => {
                if rows.is_empty() {
                    return Err(ParseError::new(name, Fault::Missing("point"), ""));
                }
                let point = rows.remove(0);
                DatabaseRequest::EditPoint { point, text: text.trim().to_owned(), position: rows }
            }
            Kind::SetBest | Kind::ClearBest => {
                let Some(best) = rows.pop() else {
                    return Err(ParseError::new(name, Fault::Missing("move"), ""));
                };
                DatabaseRequest::EditBest { best, is_set: self == Kind::SetBest, position: rows }
            }
            Kind::DeleteOne => DatabaseRequest::DeleteOne(rows),
            Kind::DeleteChildren => delete_children(name, rows)?,
        };
        Ok(Command::Database(request))
    }
}

fn edit_values(name: &'static str, mut rows: Vec<String>) -> Result<DatabaseRequest, ParseError> {
    let mut next = |what, range| {
        let word = if rows.is_empty() { String::new() } else { rows.remove(0) };
        arguments::number(name, what, &word, range)
    };
    let mask = next("mask", MASK)?;
    let (label, value, depth) = (next("label", ANY)?, next("value", ANY)?, next("depth", ANY)?);
    let chosen = |bit: i64, number: i64| (mask & bit != 0).then_some(number);
    Ok(DatabaseRequest::EditValues {
        label: chosen(1, label),
        value: chosen(2, value),
        depth: chosen(4, depth),
        position: rows,
    })
}

fn delete_children(name: &'static str, mut rows: Vec<String>) -> Result<DatabaseRequest, ParseError> {
    let has_word = rows.first().is_some_and(|row| row.starts_with(|c: char| c.is_ascii_alphabetic()));
    let word = if has_word { rows.remove(0).to_ascii_lowercase() } else { String::new() };
    let (kind, recursive) = match word.strip_suffix("recursive") {
        Some(kind) => (kind, true),
        None => (word.as_str(), false),
    };
    let which = match kind {
        "" if !recursive => DeleteWhich::All,
        "nonwl" => DeleteWhich::NotDecided,
        "nonwld" => DeleteWhich::NotDecidedOrDrawn,
        "w" => DeleteWhich::Won,
        "l" => DeleteWhich::Lost,
        "wl" => DeleteWhich::Decided,
        "wld" => DeleteWhich::DecidedOrDrawn,
        "wlnostep" => DeleteWhich::DecidedUntold,
        "wlinstep" => {
            let steps = if rows.is_empty() { String::new() } else { rows.remove(0) };
            DeleteWhich::DecidedWithin(arguments::narrow(arguments::number(name, "number of moves", &steps, STEPS)?))
        }
        _ => {
            let kinds = "nonwl, nonwld, w, l, wl, wld, wlnostep or wlinstep, each with or without recursive";
            return Err(ParseError::new(name, Fault::Expected(kinds), &word));
        }
    };
    Ok(DatabaseRequest::DeleteChildren { which, recursive, position: rows })
}

/// A command whose file name comes on the same line or the next one.
pub(super) fn with_path(word: &str) -> Option<DatabaseFile> {
    Some(match word {
        "yxsetdatabase" => DatabaseFile::Open,
        "yxdbtotxt" => DatabaseFile::Text,
        "yxdbtotxtall" => DatabaseFile::TextOfAll,
        "yxtxttodb" => DatabaseFile::FromText,
        "yxdbtopos" => DatabaseFile::Positions,
        "yxlibtodb" => DatabaseFile::FromLibrary,
        "yxdbtolib" => DatabaseFile::ToLibrary,
        "yxdbsplit" => DatabaseFile::Split,
        "yxdbmerge" => DatabaseFile::Merge,
        _ => return None,
    })
}

/// The lines of an answer.
pub(super) fn encode(out: &mut String, reply: &DatabaseReply) {
    match reply {
        DatabaseReply::Children(children) => {
            push_line(out, "MESSAGE DATABASE REFRESH");
            children.iter().for_each(|child| push_text(out, &row(child)));
            push_line(out, "MESSAGE DATABASE DONE");
        }
        DatabaseReply::One(None) => push_line(out, "MESSAGE DATABASE ONE 0 0 0 0"),
        DatabaseReply::One(Some(DatabaseEntry { label, value, depth, bound, shown })) => {
            push_line(out, format!("MESSAGE DATABASE ONE {label} {value} {depth} {bound} {shown}").trim_end());
        }
        // Line feeds stay: the client reads on to the closing quote.
        DatabaseReply::Text(text) => {
            let printable = text.chars().filter(|&sign| sign == '\n' || !sign.is_control());
            let quoted = printable.collect::<String>().replace('\\', "\\\\").replace('"', "\\\"");
            out.push_str(&format!("MESSAGE DATABASE TEXT \"{quoted}\"\n"));
        }
        DatabaseReply::Opening(path) => push_text(out, &format!("MESSAGE DATABASE LOAD START {path}")),
        DatabaseReply::Opened => push_line(out, "MESSAGE DATABASE LOAD DONE"),
    }
}

fn row(child: &DatabaseChild) -> String {
    let DatabaseChild { point: (x, y), entry, has_comment, text } = child;
    let DatabaseEntry { value, depth, bound, shown, .. } = entry;
    // The first four characters, the first one in the highest byte.
    let packed = shown.bytes().take(4).fold(0_u32, |packed, byte| packed << 8 | u32::from(byte));
    let label = if shown.is_empty() { -1 } else { i64::from(packed) };
    let comment = u8::from(*has_comment);
    format!("MESSAGE DATABASE {x} {y} {label} {value} {depth} {bound} {comment} {text}").trim_end().to_owned()
}
