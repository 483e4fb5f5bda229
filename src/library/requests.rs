//! Questions about positions and changes of what is kept of them.

use fukumi_protocol::{DatabaseChild, DatabaseReply, DatabaseRequest};

use super::board::Board;
use super::{OpenFile, delete, refused, shown};
use crate::database::{Bound, DatabaseError, Label, Positions, Record, Stones, yxdb};
use crate::engine::Rejected;
use crate::engine::options::Options;

pub(super) fn obey(
    file: &OpenFile,
    options: &Options,
    request: &DatabaseRequest,
) -> Result<Vec<DatabaseReply>, Rejected> {
    let board = Board::new(file.space(options).map_err(refused)?, options)?;
    match request {
        DatabaseRequest::Children { position, with_text } => {
            let stones = board.stones(position)?;
            let mut replies = vec![children(file, &board, &stones).map_err(refused)?];
            if *with_text {
                replies.push(text(file, &board, &stones)?);
            }
            Ok(replies)
        }
        DatabaseRequest::One(position) => Ok(vec![one(file, &board, &board.stones(position)?)?]),
        DatabaseRequest::Text(position) => Ok(vec![text(file, &board, &board.stones(position)?)?]),
        DatabaseRequest::EditValues { label, value, depth, position } => {
            let stones = board.stones(position)?;
            let edit = values(*label, *value, *depth)?;
            file.store.edit(&board.space, &stones, edit).map_err(refused)?;
            Ok(vec![one(file, &board, &stones)?])
        }
        DatabaseRequest::EditComment { text, position } => {
            let (stones, text) = (board.stones(position)?, text.clone());
            file.store.edit(&board.space, &stones, |record| record.comment = text).map_err(refused)?;
            Ok(Vec::new())
        }
        DatabaseRequest::EditPoint { point, text, position } => {
            let stones = board.stones(position)?;
            let cell = board.cell(point)?;
            if board.after(&stones, cell).is_none() {
                return Err(Rejected::bad_move(point, "there is a stone already"));
            }
            // The wire ends texts at blanks and lines.
            let text: String = text.chars().filter(|sign| !sign.is_whitespace() && !sign.is_control()).collect();
            file.store.edit(&board.space, &stones, |record| record.set_board_text(cell, &text)).map_err(refused)?;
            Ok(Vec::new())
        }
        DatabaseRequest::EditBest { best, is_set, position } => {
            let stones = board.stones(position)?;
            let cell = board.cell(best).and_then(|cell| match board.after(&stones, cell) {
                Some(_) => Ok(cell),
                None => Err(Rejected::bad_move(best, "there is a stone already")),
            });
            let cell = cell.map_err(|why| why.of_move(position.len() + 1))?;
            edit_best(file, &board, &stones, is_set.then_some(cell))?;
            Ok(Vec::new())
        }
        DatabaseRequest::DeleteOne(position) => {
            delete::one(file, &board, &board.stones(position)?).map_err(refused)?;
            Ok(Vec::new())
        }
        DatabaseRequest::DeleteChildren { which, recursive, position } => {
            let stones = board.stones(position)?;
            delete::children(file, &board, &stones, (*which, *recursive)).map_err(refused)?;
            Ok(vec![children(file, &board, &stones).map_err(refused)?])
        }
    }
}

/// Sets a position's best move; with none, forgets which it is.
fn edit_best(file: &OpenFile, board: &Board, stones: &Stones, best: Option<u16>) -> Result<(), Rejected> {
    let is_changed = best.is_some() || find(file, board, stones)?.is_some_and(|record| !record.best.is_empty());
    if !is_changed {
        return Ok(()); // nothing is made known by forgetting
    }
    file.store.edit(&board.space, stones, |record| record.best = best.into_iter().collect()).map_err(refused)
}

/// The record of a position, with its own cells.
pub(super) fn record(
    board: &Board,
    positions: &Positions<'_>,
    stones: &Stones,
) -> Result<Option<Record>, DatabaseError> {
    let placed = board.space.place(stones);
    Ok(positions.get(&placed.key)?.map(|record| board.space.from_kept(&placed, record)))
}

fn find(file: &OpenFile, board: &Board, stones: &Stones) -> Result<Option<Record>, Rejected> {
    file.read(&board.space, |positions| record(board, positions, stones)).map_err(refused)
}

fn one(file: &OpenFile, board: &Board, stones: &Stones) -> Result<DatabaseReply, Rejected> {
    let found = find(file, board, stones)?.filter(|record| record.label != Label::Unset || record.value.is_some());
    Ok(DatabaseReply::One(found.map(|record| shown::entry(&record))))
}

fn text(file: &OpenFile, board: &Board, stones: &Stones) -> Result<DatabaseReply, Rejected> {
    Ok(DatabaseReply::Text(find(file, board, stones)?.map(|record| record.comment).unwrap_or_default()))
}

fn children(file: &OpenFile, board: &Board, stones: &Stones) -> Result<DatabaseReply, DatabaseError> {
    let (texts, children) = file.read(&board.space, |positions| {
        let texts = record(board, positions, stones)?.map(|record| record.board_texts).unwrap_or_default();
        let children = board.children(stones).map(|(cell, child)| Ok((cell, record(board, positions, &child)?)));
        Ok((texts, children.collect::<Result<Vec<_>, DatabaseError>>()?))
    })?;
    let mut found = Vec::new();
    for (cell, record) in children {
        let text = texts.iter().find(|(at, _)| *at == cell).map(|(_, text)| text);
        // A text is shown whether the position behind it is known or not.
        if record.is_none() && text.is_none() {
            continue;
        }
        let (record, text) = (record.unwrap_or_default(), text.cloned().unwrap_or_default());
        let (point, has_comment) = (board.point(cell), !record.comment.is_empty());
        found.push(DatabaseChild { point, entry: shown::entry(&record), has_comment, text });
    }
    Ok(DatabaseReply::Children(found))
}

/// What sets those fields of a record that are named.
fn values(label: Option<i64>, value: Option<i64>, depth: Option<i64>) -> Result<impl FnOnce(&mut Record), Rejected> {
    let bad = |what, number: i64, allowed: &str| Rejected::BadValue {
        name: "YXEDITTVDDATABASE".to_owned(),
        text: number.to_string(),
        allowed: format!("{what} {allowed}"),
    };
    let label = label.map(|number| match u8::try_from(number) {
        _ if number == -1 => Ok(Label::Open),
        Ok(0) => Ok(Label::Unset),
        // Clients name those that files have in small letters.
        Ok(mark @ (b'W' | b'L' | b'D' | b'X')) => Ok(Label::Mark(mark.to_ascii_lowercase())),
        Ok(mark) if mark.is_ascii_graphic() => Ok(Label::Mark(mark)),
        _ => Err(bad("label", number, "-1, 0 or the code of a printable character")),
    });
    let label = label.transpose()?;
    let small = |what, number: i64| i16::try_from(number).map_err(|_| bad(what, number, "-32768 to 32767"));
    let value = value.map(|number| small("value", number)).transpose()?;
    let depth = depth.map(|number| small("depth", number)).transpose()?;
    Ok(move |record: &mut Record| {
        if let Some(label) = label {
            record.label = label;
        }
        if let Some(value) = value {
            record.value = Some(yxdb::value_of(value));
        }
        if let Some(depth) = depth {
            (record.depth, record.bound) = (depth, Bound::Exact);
        }
    })
}
