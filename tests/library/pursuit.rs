//! The search for a forced win beside the iterations: it finds long wins, and a search by nodes stays repeatable.

use std::time::Instant;

use crate::support::known_wins::known_wins;
use fukumi::games::gomoku::{Cell, Freestyle, Gomoku, GomokuModel, RuleCode, search_params};
use fukumi::search::{Control, Limits, Params, SearchRequest, SearchResult, Searcher, Table};

/// The known wins on these lines of the file take threats that the iterations do not see soon.
const LINES: [usize; 4] = [9, 4, 53, 67];
/// The one of them that leaves the side to move a choice: a four to answer would be the only line.
const OPEN_LINE: usize = 53;

/// Several times what the wins take today, for that changes with the numbers of the search.
const NODES: u64 = 200_000;

fn searched(
    board: &Gomoku<Freestyle>,
    params: Params,
    request: &SearchRequest<Cell>,
) -> (SearchResult<Cell>, Vec<u32>) {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    searched_within(board, params, request, &limits)
}

/// The answer, and for every win that was told the iterations finished by then.
fn searched_within(
    board: &Gomoku<Freestyle>,
    params: Params,
    request: &SearchRequest<Cell>,
    limits: &Limits,
) -> (SearchResult<Cell>, Vec<u32>) {
    let mut searcher = Searcher::with_params(GomokuModel::built_in(RuleCode::Freestyle), params);
    let ctl = Control::new(limits, Instant::now());
    let mut told = Vec::new();
    let table = Table::new(4).unwrap();
    let answer = searcher.search(board, &table, request, &ctl, &mut |progress| {
        if progress.lines[0].score.is_win() {
            told.push(progress.depth);
        }
    });
    (answer.unwrap(), told)
}

/// Much of the effort goes to the pursuit.
fn eager() -> Params {
    Params { root_vct_share: 100, root_vct_high_share: 100, root_vct_cost: 1, ..search_params() }
}

#[test]
fn long_wins_are_found_told_and_found_again() {
    for win in known_wins(RuleCode::Freestyle).into_iter().filter(|win| LINES.contains(&win.line)) {
        let board = Gomoku::<Freestyle>::from_setup(&win.setup);
        let (answer, told) = searched(&board, eager(), &SearchRequest::default());
        let line = &answer.lines[0];
        assert!(line.score.is_win() && !told.is_empty(), "line {}: {}", win.line, line.score);
        assert_eq!(Some(line.pv.len() as i32), line.score.mate_distance(), "line {}: the whole line is told", win.line);
        let (again, told_again) = searched(&board, eager(), &SearchRequest::default());
        assert_eq!((again.lines, again.nodes, told_again), (answer.lines, answer.nodes, told), "line {}", win.line);
    }
}

#[test]
fn other_lines_and_left_out_moves_stay_as_they_were_asked_for() {
    let win = known_wins(RuleCode::Freestyle).into_iter().find(|win| win.line == OPEN_LINE).unwrap();
    let board = Gomoku::<Freestyle>::from_setup(&win.setup);
    let (answer, _) = searched(&board, eager(), &SearchRequest { multi_pv: 3, ..SearchRequest::default() });
    let mut moves: Vec<Cell> = answer.lines.iter().map(|line| line.pv[0]).collect();
    assert!(answer.lines[0].score.is_win() && answer.lines.is_sorted_by_key(|line| -line.score), "{:?}", answer.lines);
    let best = moves[0];
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 3);
    let without = SearchRequest { exclude: vec![best], ..SearchRequest::default() };
    assert_ne!(searched(&board, eager(), &without).0.best(), best);
}

#[test]
fn a_win_is_told_before_its_iteration_is_over() {
    let alone = Params { root_proof_nodes: 0, root_vct_share: 0, root_vct_high_share: 0, ..search_params() };
    let mut seen = 0;
    for win in known_wins(RuleCode::Freestyle).into_iter().take(40) {
        let board = Gomoku::<Freestyle>::from_setup(&win.setup);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let (_, told) = searched_within(&board, alone.clone(), &SearchRequest::default(), &limits);
        let Some(&finished) = told.first().filter(|&&finished| finished > 0) else { continue };
        let limits = Limits { depth: Some(finished), ..Limits::default() };
        let (answer, _) = searched_within(&board, alone.clone(), &SearchRequest::default(), &limits);
        assert!(!answer.lines[0].score.is_win(), "line {}: found at depth {finished} and not told", win.line);
        seen += 1;
    }
    assert!(seen > 2, "{seen} wins are too few to show anything");
}
