//! What the engine claims without searching moves of every kind: wins and losses seen on the board, and wins by fours. Compared
//! on scattered stones with proofs that know nothing of shapes.

use std::time::Instant;

use crate::support::oracle::{blocks, wins_by_fours, wins_in_five};
use crate::support::referee::Referee;
use fukumi::games::gomoku::checker::check;
use fukumi::games::gomoku::notation::{Point, Setup, draw, parse_position};
use fukumi::games::gomoku::vcf::Vcf;
use fukumi::games::gomoku::{
    Caro, CaroFive, Cell, Freestyle, Gomoku, GomokuModel, GomokuThreats, Rule, RuleCode, search_params,
};
use fukumi::search::{
    Control, Limits, Params, Player, Proved, Score, SearchRequest, SearchResult, Searcher, Table, ThreatSearch,
};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Stones of both colours on a board at least that large, so many percent of its cells and up to 35 more, the game not over.
fn scattered<R: Rule>(random: &mut Pcg64, size: usize, least: usize) -> Setup {
    let size = size + random.random_range(0..4);
    let share = least + random.random_range(0..35);
    loop {
        let mut setup = Setup::empty(size, R::CODE);
        for at in 0..size * size {
            if random.random_range(0..100) < share {
                setup.stones.push((
                    Point::new((at % size) as u8, (at / size) as u8),
                    Some(*Player::ALL.choose(random).unwrap()),
                ));
            }
        }
        setup.to_move = *Player::ALL.choose(random).unwrap();
        if Referee::new(&setup).outcome().is_none() {
            return setup;
        }
    }
}

fn drawn(setup: &Setup) -> String {
    format!("{:?}, {:?} to move\n{}", setup.rule, setup.to_move, draw(setup, &[]))
}

/// A claim that needs no search is true, and a win at once or a five that cannot be met is always seen.
fn check_static<R: Rule>(setup: &Setup) -> Option<Score> {
    let referee = Referee::new(setup);
    let board = Gomoku::<R>::from_setup(setup);
    let claim = GomokuThreats::default().immediate_result(&board);
    let wins = !referee.winning_points().is_empty();
    assert_eq!(claim == Some(Score::win_in(1)), wins, "a win at once: {claim:?}\n{}", drawn(setup));
    if wins {
        return claim;
    }
    let threatened = !referee.with_mover(setup.to_move.opponent()).winning_points().is_empty();
    let lost = threatened && blocks(&referee).is_empty();
    assert_eq!(claim == Some(Score::loss_in(2)), lost, "a five that cannot be met: {claim:?}\n{}", drawn(setup));
    if claim == Some(Score::win_in(3)) {
        assert!(wins_by_fours(&referee, 3), "no win in three plies\n{}", drawn(setup));
    }
    if claim == Some(Score::win_in(5)) {
        let mut board = board;
        let line = GomokuThreats::default().prove_line(&mut board, 10_000, &Control::unlimited()).unwrap();
        let line = line.unwrap_or_else(|| panic!("no line\n{}", drawn(setup)));
        assert_eq!(line.len(), 5, "{line:?}\n{}", drawn(setup));
        assert!(wins_in_five(&referee, line[0].into()), "no win in five plies by {:?}\n{}", line[0], drawn(setup));
        check_line(referee, line.into_iter().map(Into::into), setup);
    }
    claim
}

/// How a position was judged.
#[derive(PartialEq)]
enum Fours {
    /// No win.
    None,
    /// A win, though not by a chain.
    Apart,
    /// A win by a chain.
    Chain,
}

/// A win by fours is claimed exactly where there is one, and holds within the claimed length; one by a chain only where there is
/// one, and that there is no chain is not taken for a proof afterwards.
fn check_fours<R: Rule>(setup: &Setup) -> Fours {
    let referee = Referee::new(setup);
    let mut board = Gomoku::<R>::from_setup(setup);
    let before = board.clone();
    let mut vcf = Vcf::default();
    let length = vcf.win_length(&mut board, 1_000_000, &Control::unlimited()).unwrap();
    let proof = vcf.solve(&mut board, 1_000_000, &Control::unlimited()).unwrap();
    assert!(board == before, "the proof changes the board\n{}", drawn(setup));
    match &proof {
        Proved::Win(tree) => {
            let plies = tree.plies();
            assert!(wins_by_fours(&referee, plies), "no win by fours in {plies} plies\n{}", drawn(setup));
            assert_eq!(check(setup, tree, u64::MAX).map(|checked| checked.plies), Ok(plies), "{}", drawn(setup));
            let line = GomokuThreats::default().tree_line(&board, tree);
            assert_eq!(line.len(), plies, "{}", drawn(setup));
            check_line(referee, line.into_iter().map(Into::into), setup);
            let Some(length) = length else { return Fours::Apart };
            assert!(wins_by_fours(&Referee::new(setup), length), "no win by fours in {length} plies\n{}", drawn(setup));
            Fours::Chain
        }
        Proved::NoWin => {
            assert_eq!(length, None, "a chain wins, fours do not\n{}", drawn(setup));
            assert!(!wins_by_fours(&referee, usize::MAX), "a win by fours is missed\n{}", drawn(setup));
            Fours::None
        }
        Proved::Unknown => panic!("a small board is solved\n{}", drawn(setup)),
    }
}

/// The line is legal play and ends in a win of the side that began.
fn check_line(mut referee: Referee, line: impl Iterator<Item = Point>, setup: &Setup) {
    for point in line {
        assert!(
            referee.moves().contains(&point) && !referee.is_forbidden(point),
            "{point} in the line\n{}",
            drawn(setup)
        );
        referee.play(point);
    }
    let won = referee.outcome() == Some(fukumi::search::Outcome::Win(setup.to_move));
    assert!(won, "the line ends with {:?}\n{}", referee.outcome(), drawn(setup));
}

fn check_rule<R: Rule>() {
    let mut random = Pcg64::seed_from_u64(100 + u64::from(R::CODE.number()));
    let (mut open_fours, mut wins, mut chains) = (0, 0, 0);
    for _ in 0..300 {
        let setup = scattered::<R>(&mut random, 6, 25);
        open_fours += usize::from(check_static::<R>(&setup) == Some(Score::win_in(3)));
        let fours = check_fours::<R>(&setup);
        wins += usize::from(fours != Fours::None);
        chains += usize::from(fours == Fours::Chain);
    }
    assert!(open_fours > 5 && wins > 30, "{open_fours} open fours, {wins} wins by fours are too few to show anything");
    assert!(chains >= wins * 9 / 10, "{chains} of {wins} wins by fours are found as chains");
}

/// Two threats at once are claimed where stones are few, and win.
fn check_together<R: Rule>() {
    let mut random = Pcg64::seed_from_u64(200 + u64::from(R::CODE.number()));
    let claims = (0..600).map(|_| check_static::<R>(&scattered::<R>(&mut random, 8, 10)));
    let together = claims.filter(|claim| *claim == Some(Score::win_in(5))).count();
    assert!(together > 5, "{together} wins by two threats at once are too few to show anything");
}

test_every_rule!(two_threats_at_once_win, check_together);

test_every_rule!(claims_hold, check_rule);

#[test]
fn lines_shown_under_caro_end_in_a_win() {
    // A reply can block one of two fives from beyond its end, so the line must go on with the other.
    check_fours::<Caro>(&parse_position("wb1ww1w1/b3wb2/2bw2bw/1ww3b1/3b4/4www1/wb4w1/3w2ww w 8").unwrap());
    check_fours::<CaroFive>(&parse_position("1b2w2/w1w1b1b/bw1w1w1/w2wb1b/2wbbw1/w1w1wbb/2wwwb1 w 9").unwrap());
}

/// A search of `board` to that depth, without the proofs at the root.
fn searched(board: &Gomoku<Freestyle>, params: Params, depth: u32, only: Option<Vec<Cell>>) -> SearchResult<Cell> {
    let params = Params { root_proof_nodes: 0, root_vct_share: 0, root_vct_high_share: 0, ..params };
    let ctl = Control::new(&Limits { depth: Some(depth), ..Limits::default() }, Instant::now());
    let request = SearchRequest { only, ..SearchRequest::default() };
    // A network that knows more would see in fewer plies what these positions hide.
    let mut searcher = Searcher::with_params(GomokuModel::classical(RuleCode::Freestyle), params);
    searcher.search(board, &Table::new(4).unwrap(), &request, &ctl, &mut |_| {}).unwrap()
}

#[test]
fn a_forced_reply_is_searched_where_extensions_have_ended() {
    // Black's four at the bottom changes nothing: once it is blocked, a four and a three win as before.
    let setup = parse_position("15/15/15/15/15/15/4wbbb7/8b6/8b6/15/15/wbbb11/15/3w1w9/15 b 0").unwrap();
    let board = Gomoku::<Freestyle>::from_setup(&setup);
    let params = Params { extension_reach: 1, ..search_params() };
    let answer = searched(&board, params, 1, Some(vec![Cell::new(4, 11)]));
    assert_eq!(answer.lines[0].score, Score::win_in(7));
}

/// Black wins by fours that run into the empty centre. Every move near a stone leaves one of the wins; h8, three steps from the
/// nearest stone, stops them all. It loses all the same, but only to threes as well, nine plies deep, so these searches are shallow.
const FAR_DEFENCE: &str = "wb1wbwbww1bww1w/wwbwwwwbbwwbwb1/wbw2b1w1b2bbw/1wwbw3bw1b1w1/bbw1bwb1wb1wwwb/1wbwb5wbbb1/bbwbb5bb1wb/w2bw5wwbw1/2w7w1b1w/1bbwb5bbwbb/3wbwb2w1wbbb/1bw1bw1bbwbw3/bwbbwb1wwbwbbww/wwbw2w1bbwbw2/bb1w1bbbww2bb1 w 0";

#[test]
fn a_loss_is_claimed_only_where_no_far_defence_holds() {
    let mut board = Gomoku::<Freestyle>::from_setup(&parse_position(FAR_DEFENCE).unwrap());
    let centre = Cell::new(7, 7);
    let trusting = searched(&board, Params { far_defence_nodes: 0, ..search_params() }, 6, None);
    assert!(trusting.lines[0].score.is_loss(), "the candidates all lose: {}", trusting.lines[0].score);
    let answer = searched(&board, search_params(), 6, None);
    assert!(!answer.lines[0].score.is_mate(), "{}", answer.lines[0].score);
    assert_eq!(answer.lines[0].pv[0], centre);
    board.place(centre);
    let rest = Vcf::default().solve(&mut board, 1_000_000, &Control::unlimited());
    assert_eq!(rest, Ok(Proved::NoWin));
}

#[test]
fn a_win_is_claimed_inside_the_tree_only_where_no_far_defence_holds() {
    let mut setup = parse_position(FAR_DEFENCE).unwrap();
    let at = setup.stones.iter().position(|&(_, player)| player == Some(Player::First)).unwrap();
    let (last, _) = setup.stones.remove(at);
    setup.to_move = Player::First;
    let board = Gomoku::<Freestyle>::from_setup(&setup);
    let score = |far_defence_nodes| {
        let params = Params { far_defence_nodes, ..search_params() };
        searched(&board, params, 5, Some(vec![last.into()])).lines[0].score
    };
    assert!(score(0).is_win(), "the candidates all lose: {}", score(0));
    let defended = score(search_params().far_defence_nodes);
    assert!(!defended.is_mate(), "{defended}");
}
