//! A slow solver of its own: a board of bytes, moves by walking, breadth-first search over every position.

use std::collections::HashMap;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

/// 32 letters, rank 1 first; a dot is an empty square.
pub(crate) type Board = [u8; 32];

pub(crate) fn read(position: &str) -> Board {
    let mut board = [b'.'; 32];
    let cells = position.split(' ').next().unwrap().bytes().filter(|&byte| byte != b'/');
    let mut at = 0;
    for byte in cells {
        if byte.is_ascii_digit() {
            at += usize::from(byte - b'0');
        } else {
            board[at] = byte;
            at += 1;
        }
    }
    board
}

pub(crate) fn write(board: &Board) -> String {
    let rank =
        |cells: &[u8]| cells.iter().map(|&cell| if cell == b'.' { '1' } else { char::from(cell) }).collect::<String>();
    board.chunks(8).map(rank).collect::<Vec<_>>().join("/") + " b"
}

pub(crate) fn has_reds(board: &Board) -> bool {
    board.iter().any(u8::is_ascii_lowercase)
}

fn may_take(black: u8, red: u8) -> bool {
    let prey: &[u8] = match black {
        b'K' => b"kaernc",
        b'A' => b"aerncp",
        b'E' => b"erncp",
        b'R' => b"rncp",
        b'N' => b"ncp",
        b'P' => b"pk",
        _ => b"kaerncp",
    };
    prey.contains(&red)
}

fn neighbour(at: usize, way: usize) -> Option<usize> {
    match way {
        0 if at % 8 != 7 => Some(at + 1),
        1 if !at.is_multiple_of(8) => Some(at - 1),
        2 if at < 24 => Some(at + 8),
        3 if at >= 8 => Some(at - 8),
        _ => None,
    }
}

/// Every legal move: from, to.
pub(crate) fn moves(board: &Board) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for from in 0..32 {
        let piece = board[from];
        if !piece.is_ascii_uppercase() || piece == b'D' {
            continue;
        }
        for way in 0..4 {
            let mut next = neighbour(from, way);
            while let Some(to) = next {
                let cell = board[to];
                if cell == b'.' {
                    found.push((from, to));
                } else {
                    if piece != b'C' && cell.is_ascii_lowercase() && may_take(piece, cell) {
                        found.push((from, to));
                    }
                    if piece == b'C' {
                        let mut behind = neighbour(to, way);
                        while let Some(at) = behind.filter(|&at| board[at] == b'.') {
                            behind = neighbour(at, way);
                        }
                        found.extend(behind.filter(|&at| board[at].is_ascii_lowercase()).map(|at| (from, at)));
                    }
                    break;
                }
                if piece != b'R' && piece != b'C' {
                    break;
                }
                next = neighbour(to, way);
            }
        }
    }
    found
}

pub(crate) fn play(board: &Board, (from, to): (usize, usize)) -> Board {
    let mut child = *board;
    child[to] = child[from];
    child[from] = b'.';
    child
}

/// The shortest solution's length, by trying everything; `Err` when more than `most` positions would have to be looked at,
/// `Ok(None)` when there is no solution.
pub(crate) fn shortest(start: &Board, most: usize) -> Result<Option<u32>, ()> {
    if !has_reds(start) {
        return Ok((!moves(start).is_empty()).then_some(0));
    }
    let mut layer = vec![*start];
    let mut seen = HashMap::from([(*start, ())]);
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in &layer {
            for mv in moves(board) {
                let child = play(board, mv);
                if !has_reds(&child) {
                    return Ok(Some(depth));
                }
                if seen.insert(child, ()).is_none() {
                    next.push(child);
                }
            }
        }
        if seen.len() > most {
            return Err(());
        }
        layer = next;
    }
    Ok(None)
}

/// The distances to a solution of every position that can be reached, by trying everything; `None` in place of those that have
/// no solution. `Err` when there are more than `most`.
pub(crate) fn distances(start: &Board, most: usize) -> Result<HashMap<Board, Option<u32>>, ()> {
    let mut boards = vec![*start];
    let mut index = HashMap::from([(*start, 0usize)]);
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < boards.len() {
        let board = boards[at];
        if has_reds(&board) {
            for mv in moves(&board) {
                let child = play(&board, mv);
                let number = *index.entry(child).or_insert_with(|| {
                    boards.push(child);
                    parents.push(Vec::new());
                    boards.len() - 1
                });
                parents[number].push(at);
            }
        }
        at += 1;
        if boards.len() > most {
            return Err(());
        }
    }
    let mut distance = vec![None; boards.len()];
    let mut layer: Vec<usize> = (0..boards.len()).filter(|&at| !has_reds(&boards[at])).collect();
    layer.iter().for_each(|&at| distance[at] = Some(0));
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut before = Vec::new();
        for &at in &layer {
            for &parent in &parents[at] {
                if distance[parent].is_none() {
                    distance[parent] = Some(depth);
                    before.push(parent);
                }
            }
        }
        layer = before;
    }
    Ok(boards.into_iter().zip(distance).collect())
}

/// A board with anything anywhere.
pub(crate) fn random_board(random: &mut Pcg64) -> Board {
    let letters = b"KAERNCPkaerncp";
    let (ducks, pieces) = (random.random_range(0..14), 1 + random.random_range(0..16));
    let mut board = [b'.'; 32];
    for _ in 0..ducks {
        board[random.random_range(0..32)] = b'D';
    }
    for _ in 0..pieces {
        board[random.random_range(0..32)] = *letters.choose(random).unwrap();
    }
    board
}
