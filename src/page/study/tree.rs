//! What the database knows of a position and of those that a move leads to, as JSON. Values are the first player's, as in analyses.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use serde_json::{Value as Json, json};

use crate::database::walk::{self, Walker};
use crate::database::{Bound, DatabaseError, Label, Positions, Record, Space, Stones, Store, Value};
use crate::engine::options::Options;

/// What is known of a position and, the best first, of its moves.
pub(super) fn look(store: &Store, options: &Options, position: &str) -> Result<Json, DatabaseError> {
    let space = Space::new(options)?;
    let snapshot = store.snapshot()?;
    let positions = snapshot.positions(space.rules())?;
    let here = space.parse(position)?;
    let mut walker = Walker::new(options)?;
    let mut children = Vec::new();
    let mut seen = FxHashSet::default();
    match walker.set(&space, &here) {
        Err(DatabaseError::Position(_)) => {} // set up by hand, in a way that the rules do not allow
        set => {
            set?;
            for child in walker.children(&space)? {
                let key = space.place(&child.stones).key;
                if !seen.insert(key.clone()) {
                    continue;
                }
                if let Some(record) = positions.get(&key)? {
                    children.push((rank(&record), child, record));
                }
            }
        }
    }
    children.sort_by_key(|child| Reverse(child.0));
    let moves: Vec<Json> = children
        .into_iter()
        .map(|(_, child, record)| {
            let mut row = row(&record, record.value.map(Value::one_ply_before), flipped(record.bound), here.to_move);
            row["move"] = child.text.into();
            row["ways"] = ways(&space, &positions, &child.stones)?.into();
            Ok(row)
        })
        .collect::<Result<_, DatabaseError>>()?;
    let placed = space.place(&here);
    let known = positions.get(&placed.key)?.map(|record| {
        let record = space.from_kept(&placed, record);
        let mut row = row(&record, record.value, record.bound, here.to_move);
        row["best"] = space.move_text(&record.best).into();
        row["texts"] = texts(&space, &record);
        row["source"] = record.source.into();
        row
    });
    Ok(json!({ "kept": true, "position": position, "count": positions.count()?, "here": known, "moves": moves }))
}

/// The texts on points.
fn texts(space: &Space, record: &Record) -> Json {
    record.board_texts.iter().filter_map(|(cell, text)| Some(json!([space.name(*cell)?, text]))).collect()
}

/// By what moves are ordered, for the player who makes them: blocked ones last, those without a value before them, in the order of games.
fn rank(record: &Record) -> (bool, Option<i64>, u32) {
    let is_open = record.label != Label::Mark(b'x');
    (is_open, record.value.map(|value| value.one_ply_before().rank()), record.games)
}

fn flipped(bound: Bound) -> Bound {
    match bound {
        Bound::Upper => Bound::Lower,
        Bound::Lower => Bound::Upper,
        other => other,
    }
}

/// A record as a row, with its value and bound for the side that is to move.
fn row(record: &Record, value: Option<Value>, bound: Bound, to_move: u8) -> Json {
    let own = |value: i64| if to_move == 0 { value } else { -value };
    let (score, mate) = match value {
        None | Some(Value::Draw) => (None, None),
        Some(Value::Score(score)) => (Some(own(score.into())), None),
        Some(Value::Win(plies)) => (None, Some(own(i64::from(plies.max(1))))),
        Some(Value::Loss(plies)) => (None, Some(own(-i64::from(plies.max(1))))),
    };
    let label = match record.label {
        Label::Mark(byte) => Some(char::from(byte).to_string()),
        Label::Unset | Label::Open => None,
    };
    let bound = match bound {
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::None | Bound::Exact => "exact",
    };
    json!({
        "value": score, "mate": mate, "drawn": value == Some(Value::Draw), "depth": record.depth, "bound": bound,
        "label": label, "comment": record.comment, "games": record.games,
    })
}

/// From how many known positions one stone leads here; none in a game where moves cannot be traced back.
fn ways(space: &Space, positions: &Positions<'_>, stones: &Stones) -> Result<Option<usize>, DatabaseError> {
    let Some(before) = walk::before(space, stones) else { return Ok(None) };
    let mut known = FxHashSet::default();
    for stones in before {
        let key = space.place(&stones).key;
        if positions.contains(&key)? {
            known.insert(key);
        }
    }
    Ok(Some(known.len()))
}
