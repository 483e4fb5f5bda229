//! Positions as text: our own form, APF rows, and the rows of the abalone engine protocol.

use super::super::board::Setup;
use super::super::cell::{Bits, Cell, ROWS};
use super::super::rules::{MARBLES_TO_LOSE, MOST_MARBLES};
use super::error::{NotationError, quote};
use super::{row_cells, row_letter};
use crate::search::Player;

/// Plies that a text may tell: more than any game has.
const MOST_PLIES: u32 = 1_000_000;

/// How rows are written that are neither ours nor separated by `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowForm {
    /// `22.11 222111 …`, as in APF files.
    Apf,
    /// `22011 222111 …`, as `position abp` of the abalone engine protocol has them.
    Abp,
}

/// Writes a position: rows I to A, side to move, black and white marbles lost, and, when plies were played, plies since the last
/// ejection and plies played.
pub fn position_text(setup: &Setup) -> String {
    let rows: Vec<String> = (0..ROWS).rev().map(|row| packed_row(setup, row)).collect();
    let side = if setup.to_move == Player::First { 'b' } else { 'w' };
    let [black, white] = setup.lost;
    let text = format!("{} {side} {black} {white}", rows.join("/"));
    let plies = if setup.plies > 0 { format!(" {} {}", setup.since_ejection, setup.plies) } else { String::new() };
    text + &plies
}

/// Writes the rows I to A alone.
pub fn rows_text(setup: &Setup, form: RowForm) -> String {
    let sign = |cell: Cell| match (owner(setup, cell), form) {
        (Some(Player::First), _) => '1',
        (Some(Player::Second), _) => '2',
        (None, RowForm::Apf) => '.',
        (None, RowForm::Abp) => '0',
    };
    let rows: Vec<String> = (0..ROWS).rev().map(|row| row_cells(row).map(sign).collect()).collect();
    rows.join(" ")
}

pub(super) fn owner(setup: &Setup, cell: Cell) -> Option<Player> {
    Player::ALL.into_iter().find(|player| setup.marbles[player.index()] & cell.bit() != 0)
}

fn packed_row(setup: &Setup, row: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in row_cells(row) {
        let Some(player) = owner(setup, cell) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text += &empty.to_string();
        }
        empty = 0;
        text.push(if player == Player::First { 'b' } else { 'w' });
    }
    if empty > 0 { text + &empty.to_string() } else { text }
}

/// Reads a position in any of the forms.
///
/// Our own: nine rows with `/` between, side, marbles lost by Black and White, and, both or none, plies since the last ejection and
/// plies played. Else nine rows of `1`, `2` and `.` or `0`, with `abp` before them or not; then Black is to move and what is
/// missing of 14 marbles is lost, unless the same fields follow.
///
/// # Errors
/// [`NotationError`], which names the field that is wrong.
pub fn parse_position(text: &str) -> Result<Setup, NotationError> {
    let mut words = text.split_whitespace().peekable();
    if words.peek() == Some(&"abp") {
        words.next();
    }
    let first = *words.peek().ok_or(NotationError::Missing("board"))?;
    if first.contains('/') {
        let marbles = parse_board(&first.split('/').collect::<Vec<_>>(), true)?;
        words.next();
        return parse_fields(marbles, &words.collect::<Vec<_>>());
    }
    let rows: Vec<&str> = words.by_ref().take(ROWS).collect();
    let marbles = parse_board(&rows, false)?;
    let rest: Vec<&str> = words.collect();
    if !rest.is_empty() {
        return parse_fields(marbles, &rest);
    }
    let mut setup = Setup { marbles, to_move: Player::First, lost: [0; 2], since_ejection: 0, plies: 0 };
    for player in Player::ALL {
        let alive = marbles[player.index()].count_ones();
        check_marbles(player, alive, 0)?;
        let most = u32::from(MARBLES_TO_LOSE);
        let missing = MOST_MARBLES - alive;
        if missing > most {
            return Err(NotationError::BadNumber { field: lost_field(player), text: missing.to_string(), most });
        }
        setup.lost[player.index()] = missing as u8;
    }
    finish(setup)
}

/// Reads nine rows, in which digits count empty cells (`by_runs`) or name owners.
fn parse_board(rows: &[&str], by_runs: bool) -> Result<[Bits; 2], NotationError> {
    if rows.len() != ROWS {
        return Err(NotationError::RowCount(rows.len()));
    }
    let mut marbles = [0; 2];
    for (row, text) in (0..ROWS).rev().zip(rows) {
        parse_row(row, text, by_runs, &mut marbles)?;
    }
    Ok(marbles)
}

fn parse_row(row: usize, text: &str, by_runs: bool, marbles: &mut [Bits; 2]) -> Result<(), NotationError> {
    let mut cells = Vec::new();
    for sign in text.chars() {
        match sign {
            'b' | 'B' if by_runs => cells.push(Some(Player::First)),
            'w' | 'W' if by_runs => cells.push(Some(Player::Second)),
            '1' if !by_runs => cells.push(Some(Player::First)),
            '2' if !by_runs => cells.push(Some(Player::Second)),
            '.' | '0' if !by_runs => cells.push(None),
            '1'..='9' if by_runs => cells.extend(std::iter::repeat_n(None, sign as usize - '0' as usize)),
            _ => return Err(NotationError::BadSign { row: row_letter(row), sign }),
        }
    }
    let wanted = row_cells(row).count();
    if cells.len() != wanted {
        let text = quote(text);
        return Err(NotationError::RowLength { row: row_letter(row), text, cells: cells.len(), wanted });
    }
    for (cell, owner) in row_cells(row).zip(cells) {
        if let Some(player) = owner {
            marbles[player.index()] |= cell.bit();
        }
    }
    Ok(())
}

fn parse_fields(marbles: [Bits; 2], fields: &[&str]) -> Result<Setup, NotationError> {
    let mut fields = fields.iter().copied();
    let mut field = |name| fields.next().ok_or(NotationError::Missing(name));
    let side = field("side to move")?;
    let to_move = match side {
        "b" | "B" => Player::First,
        "w" | "W" => Player::Second,
        other => return Err(NotationError::BadSide(quote(other))),
    };
    let mut lost = [0; 2];
    for player in Player::ALL {
        let name = lost_field(player);
        lost[player.index()] = number(name, field(name)?, u32::from(MARBLES_TO_LOSE))? as u8;
    }
    let mut setup = Setup { marbles, to_move, lost, since_ejection: 0, plies: 0 };
    if let Some(text) = fields.next() {
        setup.since_ejection = number("plies since the last ejection", text, MOST_PLIES)?;
        let text = fields.next().ok_or(NotationError::Missing("number of plies played"))?;
        setup.plies = number("plies played", text, MOST_PLIES)?;
    }
    match fields.next() {
        Some(extra) => Err(NotationError::Extra(quote(extra))),
        None => finish(setup),
    }
}

fn lost_field(player: Player) -> &'static str {
    match player {
        Player::First => "black marbles lost",
        Player::Second => "white marbles lost",
    }
}

/// What the fields must fulfil together.
fn finish(setup: Setup) -> Result<Setup, NotationError> {
    for player in Player::ALL {
        let at = player.index();
        check_marbles(player, setup.marbles[at].count_ones(), setup.lost[at].into())?;
    }
    if setup.lost == [MARBLES_TO_LOSE; 2] {
        return Err(NotationError::BothLost);
    }
    if setup.since_ejection > setup.plies {
        return Err(NotationError::SinceEjection { since: setup.since_ejection, plies: setup.plies });
    }
    Ok(setup)
}

fn check_marbles(player: Player, alive: u32, lost: u32) -> Result<(), NotationError> {
    if alive + lost > MOST_MARBLES { Err(NotationError::TooMany { player, alive, lost }) } else { Ok(()) }
}

/// A plain decimal number up to `most`: no sign, no blank.
fn number(field: &'static str, text: &str, most: u32) -> Result<u32, NotationError> {
    let plain = (1..=7).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|&value: &u32| plain && value <= most);
    value.ok_or_else(|| NotationError::BadNumber { field, text: quote(text), most })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BELGIAN: &str = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww";

    #[test]
    fn positions_are_written_as_they_are_read() {
        for text in [
            &format!("{BELGIAN} b 0 0"),
            &format!("{BELGIAN} w 0 0 3 17"),
            "bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw b 2 2",
            "5/6/7/8/4b4/8/7/6/5 w 6 5",
        ] {
            assert_eq!(position_text(&parse_position(text).unwrap()), *text);
            let upper = parse_position(&text.to_uppercase()).unwrap();
            assert_eq!(position_text(&upper), *text);
        }
    }

    #[test]
    fn rows_of_other_programs_mean_the_same() {
        let ours = parse_position(&format!("{BELGIAN} b 0 0")).unwrap();
        for (form, start) in [(RowForm::Apf, "22.11 222111 .22.11. "), (RowForm::Abp, "22011 222111 0220110 ")] {
            let rows = rows_text(&ours, form);
            assert!(rows.starts_with(start), "{rows}");
            for text in [rows.clone(), format!("abp {rows}"), format!("{rows} b 0 0")] {
                assert_eq!(parse_position(&text), Ok(ours), "{text}");
            }
            let white = Setup { to_move: Player::Second, ..ours };
            assert_eq!(parse_position(&format!("{rows} w 0 0")), Ok(white));
        }
        let fewer = parse_position("..... ...... ....... ........ 111111111 ........ 2222222 22.... .....").unwrap();
        assert_eq!(fewer.lost, [5, 5]);
        assert!(parse_position("..... ...... ....... ........ 11111.1.. ........ 2222222 22.... .....").is_err());
    }
}
