//! The board, drawn for a person.

use super::super::board::Setup;
use super::super::cell::ROWS;
use super::error::side_name;
use super::position::owner;
use super::{row_cells, row_letter};
use crate::search::Player;

/// Draws the board in plain ASCII: `X` is Black, `O` White. Numbers stand at the lower ends of their diagonals.
pub fn draw(setup: &Setup) -> String {
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let indent = " ".repeat(row.abs_diff(ROWS / 2));
        let cells: String = row_cells(row)
            .flat_map(|cell| {
                let sign = match owner(setup, cell) {
                    Some(Player::First) => 'X',
                    Some(Player::Second) => 'O',
                    None => '.',
                };
                [' ', sign]
            })
            .collect();
        let number = if row < ROWS / 2 { format!(" {}", row + ROWS / 2 + 2) } else { String::new() };
        text += &format!("{indent}{}{cells}{number}\n", row_letter(row));
    }
    text += "       1 2 3 4 5\n";
    let [black, white] = setup.lost;
    let side = side_name(setup.to_move);
    text + &format!("{side} to move; lost: black (X) {black}, white (O) {white}; ply {}\n", setup.plies)
}

#[cfg(test)]
mod tests {
    use super::super::parse_position;
    use super::*;

    #[test]
    fn the_board_is_a_hexagon() {
        let setup = parse_position("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 2 3").unwrap();
        let expected = "    I O O . X X
   H O O O X X X
  G . O O . X X .
 F . . . . . . . .
E . . . . . . . . .
 D . . . . . . . . 9
  C . X X . O O . 8
   B X X X O O O 7
    A X X . O O 6
       1 2 3 4 5
black to move; lost: black (X) 0, white (O) 0; ply 3
";
        assert_eq!(draw(&setup), expected);
    }
}
