//! Slow proofs by the referee alone: forced wins by fours, tried without any knowledge of shapes.

use super::referee::Referee;
use fukumi::games::gomoku::notation::Point;

/// Can the side to move win within that many plies, every move of its own but the last threatening to win at once?
pub(crate) fn wins_by_fours(position: &Referee, plies: usize) -> bool {
    if position.outcome().is_some() || plies == 0 {
        return false;
    }
    if !position.winning_points().is_empty() {
        return true;
    }
    plies >= 3 && legal(position).into_iter().any(|point| is_won_by(position, point, plies))
}

/// Does that move win in five plies, whatever the reply, the rest by fours?
pub(crate) fn wins_in_five(position: &Referee, point: Point) -> bool {
    let after = played(position, point);
    !position.is_forbidden(point)
        && after.outcome().is_none()
        && legal(&after).into_iter().all(|reply| wins_by_fours(&played(&after, reply), 3))
}

/// Does that move threaten to win at once, and win against every reply?
fn is_won_by(position: &Referee, point: Point, plies: usize) -> bool {
    let me = position.to_move();
    let after = played(position, point);
    // A threat first: it is what most moves lack.
    if after.outcome().is_some()
        || after.with_mover(me).winning_points().is_empty()
        || !after.winning_points().is_empty()
    {
        return false;
    }
    blocks(&after).into_iter().all(|reply| wins_by_fours(&played(&after, reply), plies - 2))
}

/// The replies after which the opponent cannot win at once.
pub(crate) fn blocks(position: &Referee) -> Vec<Point> {
    let safe = |point: &Point| {
        let after = played(position, *point);
        after.outcome().is_some() || after.winning_points().is_empty()
    };
    legal(position).into_iter().filter(safe).collect()
}

/// The moves that do not lose by a foul.
fn legal(position: &Referee) -> Vec<Point> {
    position.moves().into_iter().filter(|&point| !position.is_forbidden(point)).collect()
}

fn played(position: &Referee, point: Point) -> Referee {
    let mut after = position.clone();
    after.play(point);
    after
}
