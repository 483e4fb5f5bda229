//! What the moves of a game were worth: the value of every position, and what each move lost of it.

use serde::Serialize;

use super::position::{Study, Verdict};
use super::value::{Value, moves_to_win};
use crate::engine::win_rate;
use crate::search::{Player, Score};

/// A move that loses so much of the chance to win, in permille, is a turning point.
pub const TURNING: u32 = 200;

/// A move that loses so much is inaccurate, and one that loses so much throws the game away.
const INACCURATE: u32 = 100;
const THROWN_AWAY: u32 = 400;

/// The mark that a move deserves, as players of chess and Gomoku write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
    /// A win was proven before the move, and is no more after it.
    Missed,
}

impl Mark {
    fn of(before: Score, after: Score, chance_lost: u32) -> Option<Mark> {
        match chance_lost {
            _ if before.is_win() && !after.is_win() => Some(Mark::Missed),
            THROWN_AWAY.. => Some(Mark::Blunder),
            TURNING.. => Some(Mark::Mistake),
            INACCURATE.. => Some(Mark::Dubious),
            _ => None,
        }
    }
}

/// A move of a game, judged. Values are those of the player who moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it.
    pub player: &'static str,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The best move there.
    pub best: Option<String>,
    /// The line that begins with it.
    pub line: Vec<String>,
    /// The value before the move.
    pub before: Value,
    /// The value after it.
    pub after: Value,
    /// What it lost, in units of the evaluation; none where a win or loss is proven.
    pub loss: Option<u32>,
    /// What it lost of the chance to win, in permille; none where a value is unknown.
    pub chance_lost: Option<u32>,
    /// How many own moves later a proven win comes.
    pub delay: Option<u32>,
    /// Did it lose enough to turn the game?
    pub turning: bool,
    /// Its mark, if it deserves one.
    pub mark: Option<Mark>,
}

/// How well a player moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// Who.
    pub player: &'static str,
    /// How many moves were judged.
    pub moves: usize,
    /// The mean of the chances lost, in permille.
    pub mean_chance_lost: Option<f64>,
    /// How near the moves were to the best ones, in percent: 100 when none lost anything.
    pub accuracy: Option<f64>,
}

/// The accuracy of one move that lost so much of the chance to win, in percent, as lichess.org has it
/// (<https://lichess.org/page/accuracy>).
fn accuracy(chance_lost: u32) -> f64 {
    (103.1668 * (-0.04354 * f64::from(chance_lost) / 10.0).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The mean, to one digit after the point; none of nothing.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = values.len();
    (count > 0).then(|| (values.sum::<f64>() / count as f64 * 10.0).round() / 10.0)
}

/// The name of a player in results.
pub fn player_name(player: Player) -> &'static str {
    match player {
        Player::First => "black",
        Player::Second => "white",
    }
}

/// Judges every move of a game by the studies of its positions, those before the first and after the last move included.
pub fn judge_moves(studies: &[Study]) -> Vec<JudgedMove> {
    studies.windows(2).zip(1..).filter_map(|(pair, ply)| judge_move(&pair[0], &pair[1], ply)).collect()
}

fn judge_move(before: &Study, after: &Study, ply: usize) -> Option<JudgedMove> {
    let text = before.played.clone()?;
    let (was, is) = (before.score(), value_after(before, after));
    let best_played = before.best() == Some(&text);
    let scores = was.zip(is);
    let lost =
        |of: fn(Score) -> u32| scores.map(|(was, is)| if best_played { 0 } else { of(was).saturating_sub(of(is)) });
    let chance_lost = lost(win_rate);
    Some(JudgedMove {
        ply,
        player: player_name(before.to_move),
        best: before.best().map(str::to_owned),
        line: before.lines.first().map_or_else(Vec::new, |line| line.pv.iter().map(|mv| mv.text.clone()).collect()),
        before: Value::of(was, before.puzzle),
        after: Value::of(is, before.puzzle),
        loss: scores
            .filter(|(was, is)| !was.is_mate() && !is.is_mate())
            .map(|(was, is)| if best_played { 0 } else { (was.value() - is.value()).max(0).unsigned_abs() }),
        chance_lost,
        delay: scores
            .filter(|(was, is)| was.is_win() && is.is_win())
            .map(|(was, is)| if best_played { 0 } else { (moves_to_win(is) + 1).saturating_sub(moves_to_win(was)) }),
        turning: chance_lost.is_some_and(|lost| lost >= TURNING),
        mark: scores.zip(chance_lost).and_then(|((was, is), lost)| Mark::of(was, is, lost)),
        text,
    })
}

/// The value of the move that led from one position to the other, for the player who moved and with distances counted from the
/// position after it. What is proven there counts; else the search that compared the move with the best one knows better than one
/// from another position, as values swing with the depth.
fn value_after(before: &Study, after: &Study) -> Option<Score> {
    let own = |score: Score| if after.to_move == before.to_move { score } else { -score };
    let reached = after.score().map(own);
    let best_played = before.played.as_deref() == before.best();
    let compared = if best_played { before.score() } else { before.played_score }.filter(|_| !before.puzzle);
    let decided = matches!(after.verdict, Verdict::Over(_)) || reached.is_some_and(Score::is_mate);
    if decided { reached } else { compared.map(|score| score.to_node(1)).or(reached) }
}

/// How well each player moved.
pub fn players(moves: &[JudgedMove], puzzle: bool) -> Vec<Played> {
    let all = if puzzle { &Player::ALL[..1] } else { &Player::ALL[..] };
    let played = |&player: &Player| {
        let lost: Vec<u32> =
            moves.iter().filter(|mv| mv.player == player_name(player)).filter_map(|mv| mv.chance_lost).collect();
        Played {
            player: player_name(player),
            moves: lost.len(),
            mean_chance_lost: mean(lost.iter().map(|&lost| f64::from(lost))),
            accuracy: mean(lost.iter().map(|&lost| accuracy(lost))),
        }
    };
    all.iter().map(played).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{NamedMove, ReportLine};
    use crate::search::Outcome;

    fn study(to_move: Player, best: &str, score: Score, played: Option<&str>) -> Study {
        let named = NamedMove { wire: best.to_owned(), text: best.to_owned() };
        Study {
            position: String::new(),
            board: String::new(),
            to_move,
            puzzle: false,
            forbidden: Vec::new(),
            played: played.map(str::to_owned),
            played_score: None,
            verdict: Verdict::Found,
            depth: 1,
            seldepth: 1,
            nodes: 1,
            proof_nodes: 0,
            lines: vec![ReportLine { rank: 1, score, depth: 1, seldepth: 1, pv: vec![named] }],
            proof: None,
        }
    }

    #[test]
    fn a_move_loses_what_its_player_had_before_and_has_not_after() {
        let studies = [
            study(Player::First, "a1", Score::fixed(100), Some("b1")),
            study(Player::Second, "a2", Score::fixed(50), Some("a2")),
            study(Player::First, "a3", Score::win_in(5), Some("b3")),
            study(Player::Second, "a4", Score::loss_in(6), Some("a4")),
            study(Player::First, "a5", Score::win_in(5), Some("b5")),
            study(Player::Second, "a6", Score::fixed(300), None),
        ];
        let moves = judge_moves(&studies);
        let losses: Vec<_> = moves.iter().map(|mv| (mv.loss, mv.delay, mv.turning)).collect();
        let expected = [
            (Some(150), None, false),
            (None, None, false),
            (None, Some(1), false),
            (None, None, false),
            (None, None, true),
        ];
        assert_eq!(losses, expected);
        assert_eq!(moves[4].chance_lost, Some(1000 - win_rate(Score::fixed(-300))));
        assert_eq!((moves[1].chance_lost, moves[0].player, moves[1].player), (Some(0), "black", "white"));
        let marks: Vec<_> = moves.iter().map(|mv| mv.mark).collect();
        assert_eq!(marks, [Some(Mark::Dubious), None, None, None, Some(Mark::Missed)]);
        let means: Vec<_> =
            players(&moves, false).iter().map(|played| (played.moves, played.mean_chance_lost)).collect();
        let black = f64::from(moves[0].chance_lost.unwrap() + moves[4].chance_lost.unwrap()) / 3.0;
        assert_eq!(means, [(3, Some((black * 10.0).round() / 10.0)), (2, Some(0.0))]);
    }

    #[test]
    fn a_mark_tells_how_much_was_lost() {
        let even = Score::fixed(0);
        let marks = [0, 99, 100, 199, 200, 399, 400, 1000].map(|lost| Mark::of(even, even, lost));
        let (dubious, mistake, blunder) = (Some(Mark::Dubious), Some(Mark::Mistake), Some(Mark::Blunder));
        assert_eq!(marks, [None, None, dubious, dubious, mistake, mistake, blunder, blunder]);
        assert_eq!(Mark::of(Score::win_in(3), even, 50), Some(Mark::Missed));
        assert_eq!(Mark::of(Score::win_in(3), Score::win_in(9), 0), None);
    }

    #[test]
    fn accuracy_is_whole_for_best_moves_and_falls_with_what_is_lost() {
        let values = [0, 50, 200, 1000].map(accuracy);
        assert!((values[0] - 100.0).abs() < 0.01 && values[3] < 1.0, "{values:?}");
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]), "{values:?}");
        assert_eq!(mean([].into_iter()), None);
    }

    #[test]
    fn a_move_is_compared_with_the_best_one_of_its_own_position() {
        let mut before = study(Player::First, "a1", Score::fixed(100), Some("b1"));
        before.played_score = Some(Score::fixed(80));
        let after = study(Player::Second, "a2", Score::fixed(40), None);
        assert_eq!(judge_moves(&[before.clone(), after])[0].loss, Some(20));
        let lost = study(Player::Second, "a2", Score::win_in(3), None);
        assert_eq!(judge_moves(&[before.clone(), lost])[0].after.mate, Some(-3), "a proof counts more");
        before.played_score = Some(Score::loss_in(4));
        let unseen = study(Player::Second, "a2", Score::fixed(40), None);
        assert_eq!(judge_moves(&[before, unseen])[0].after.mate, Some(-3), "counted from the position after");
    }

    #[test]
    fn the_end_of_a_game_is_a_value_too() {
        let mut end = study(Player::Second, "", Score::DRAW, None);
        end.lines.clear();
        end.verdict = Verdict::Over(Outcome::Win(Player::First));
        let won = judge_moves(&[study(Player::First, "a1", Score::win_in(1), Some("b1")), end.clone()]);
        assert_eq!((won[0].chance_lost, won[0].delay), (Some(0), Some(0)));
        end.verdict = Verdict::Over(Outcome::Win(Player::Second));
        let foul = judge_moves(&[study(Player::First, "a1", Score::DRAW, Some("b1")), end.clone()]);
        assert_eq!((foul[0].chance_lost, foul[0].turning), (Some(500), true));
        end.verdict = Verdict::Unknown;
        let unknown = judge_moves(&[study(Player::First, "a1", Score::DRAW, Some("b1")), end]);
        assert_eq!((unknown[0].chance_lost, unknown[0].turning), (None, false));
    }
}
