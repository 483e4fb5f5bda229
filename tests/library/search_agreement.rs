//! Every driver finds the value that plain negamax finds, and keeps its promises when stopped, restricted or shared.

use std::time::{Duration, Instant};

use crate::toys::{HashJudge, Judge, Mnk, RowJudge, Tree, negamax, root_scores};
use fukumi::search::{
    Algorithm, Control, Game, Limits, Params, Position, Score, SearchRequest, SearchResult, Searcher, Table, perft,
};

const DRIVERS: [Algorithm; 2] = [Algorithm::Mtdf, Algorithm::Pvs];

fn to_depth(depth: u32) -> Control {
    Control::new(&Limits { depth: Some(depth), ..Limits::default() }, Instant::now())
}

fn search<G: Game, J: Judge<G>>(
    pos: &G,
    judge: J,
    params: &Params,
    request: &SearchRequest<G::Move>,
    ctl: &Control,
) -> SearchResult<G::Move> {
    let table = Table::new(1).unwrap();
    Searcher::with_params(judge, params.clone()).search(pos, &table, request, ctl, &mut |_| {}).unwrap()
}

/// Full-width parameters, without the table and with exact-depth hits.
fn exact_params() -> [Params; 2] {
    [Params { table_use: 0, ..Params::full_width() }, Params::full_width()]
}

fn agree<G: Game, J: Judge<G>>(pos: &G, judge: &J, depths: std::ops::RangeInclusive<u32>) {
    for depth in depths {
        let mut scores = root_scores(&mut pos.clone(), &mut judge.clone(), depth as i32, 0);
        scores.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        let value = scores[0].1;
        for (algorithm, params) in DRIVERS.iter().flat_map(|&driver| exact_params().map(|params| (driver, params))) {
            for multi_pv in [1, 3] {
                let request = SearchRequest { algorithm: Some(algorithm), multi_pv, ..SearchRequest::default() };
                let answer = search(pos, judge.clone(), &params, &request, &to_depth(depth));
                let found: Vec<Score> = answer.lines.iter().map(|line| line.score).collect();
                let known: Vec<Score> = scores.iter().take(multi_pv).map(|&(_, score)| score).collect();
                let searched_on = answer.depth == depth;
                assert!(searched_on || value.is_mate(), "only a proven result ends a search early");
                if searched_on {
                    assert_eq!(found, known, "{algorithm:?} at depth {depth}, table {}", params.table_use);
                    for line in &answer.lines {
                        assert!(
                            scores.contains(&(line.pv[0], line.score)),
                            "{algorithm:?} at depth {depth}, {multi_pv} lines, table {}: {:?} of {scores:?}",
                            params.table_use,
                            answer.lines
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn drivers_agree_with_negamax_on_made_up_trees() {
    for seed in 0..60 {
        agree(&Tree::new(seed, 3 + (seed % 4) as u8), &HashJudge, 1..=5);
    }
}

#[test]
fn drivers_agree_with_negamax_on_small_boards() {
    agree(&Mnk::new(3, 3, 3), &RowJudge::default(), 1..=7);
    agree(&Mnk::new(3, 3, 3).play(&[0, 4, 8]), &RowJudge::default(), 1..=6);
    agree(&Mnk::new(4, 4, 4).play(&[5, 6, 9, 0]), &RowJudge::default(), 1..=4);
    agree(&Mnk::new(5, 4, 4).play(&[7, 8, 12]), &RowJudge::default(), 1..=4);
    agree(&Mnk::new(5, 5, 4).play(&[12, 6, 13]), &RowJudge::default(), 1..=3);
}

/// With everything switched on, what is said to be proven is true, and what is proven by the full tree is found.
#[test]
fn selective_searches_prove_only_what_is_true() {
    for cells in [&[][..], &[0], &[4], &[0, 4], &[0, 1], &[1, 3], &[4, 1], &[0, 8, 6]] {
        let pos = Mnk::new(3, 3, 3).play(cells);
        let truth = negamax(&mut pos.clone(), &mut RowJudge::default(), 9, 0);
        for algorithm in DRIVERS {
            let request = SearchRequest { algorithm: Some(algorithm), ..SearchRequest::default() };
            let answer = search(&pos, RowJudge::default(), &Params::default(), &request, &to_depth(20));
            let found = answer.lines[0].score;
            assert_eq!(found.is_win(), truth.is_win(), "{cells:?} {algorithm:?}: {found} for {truth}");
            assert_eq!(found.is_loss(), truth.is_loss(), "{cells:?} {algorithm:?}: {found} for {truth}");
        }
    }
}

#[test]
fn a_claimed_win_is_played_out_in_the_claimed_number_of_moves() {
    let mut longest = 0;
    for (algorithm, opening) in
        DRIVERS.iter().flat_map(|&driver| [[12, 0, 7, 4], [12, 1, 16, 3], [6, 0, 18, 2]].map(|cells| (driver, cells)))
    {
        let table = Table::new(1).unwrap();
        let mut searcher = Searcher::new(RowJudge::default());
        let mut pos = Mnk::new(5, 5, 4).play(&opening);
        let mut claimed = None;
        while pos.outcome().is_none() {
            let request = SearchRequest { algorithm: Some(algorithm), ..SearchRequest::default() };
            let answer = searcher.search(&pos, &table, &request, &to_depth(7), &mut |_| {}).unwrap();
            let score = answer.lines[0].score;
            if let Some(left) = claimed {
                assert!(score >= Score::win_in(left), "{algorithm:?}: {score}, but {left} plies were claimed");
            }
            pos.make(answer.best());
            // The other side defends as long as it can.
            let mut replies = root_scores(&mut pos, &mut RowJudge::default(), 3, 0);
            replies.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
            if let Some(&(reply, _)) = replies.first() {
                pos.make(reply);
            }
            if let (true, Some(distance)) = (score.is_win(), score.mate_distance()) {
                longest = longest.max(distance);
                claimed = (distance as usize).checked_sub(2);
            }
        }
    }
    assert!(longest >= 5, "some wins were longer than what the judge sees at once: {longest}");
}

#[test]
fn a_search_repeats_itself_to_the_node() {
    for algorithm in DRIVERS {
        let request = SearchRequest { algorithm: Some(algorithm), ..SearchRequest::default() };
        let pos = Mnk::new(5, 5, 4).play(&[12]);
        let run = |limits: &Limits| {
            let ctl = Control::new(limits, Instant::now());
            let answer = search(&pos, RowJudge::default(), &Params::default(), &request, &ctl);
            (answer.nodes, answer.proof_nodes, answer.lines)
        };
        let by_depth = Limits { depth: Some(6), ..Limits::default() };
        assert_eq!(run(&by_depth), run(&by_depth));
        for nodes in [1, 100, 1024, 5000] {
            let by_nodes = Limits { nodes: Some(nodes), ..Limits::default() };
            assert_eq!(run(&by_nodes).0, nodes);
        }
    }
}

#[test]
fn a_stopped_search_holds_a_legal_move() {
    let pos = Mnk::new(5, 5, 5);
    for algorithm in DRIVERS {
        let request = SearchRequest { algorithm: Some(algorithm), threads: 2, ..SearchRequest::default() };
        let ctl = Control::unlimited();
        ctl.stop();
        let answer = search(&pos, RowJudge::default(), &Params::default(), &request, &ctl);
        assert!(pos.unpack(Mnk::pack(answer.best())).is_some() && answer.depth == 0);

        let ctl = Control::unlimited();
        std::thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                ctl.stop();
                Instant::now()
            });
            let answer = search(&pos, RowJudge::default(), &Params::full_width(), &request, &ctl);
            let late = stopper.join().unwrap().elapsed();
            assert!(late < Duration::from_millis(100), "stopped {late:?} late");
            assert!(answer.depth > 0 && pos.unpack(Mnk::pack(answer.best())).is_some());
        });
    }
}

#[test]
fn time_limits_are_kept() {
    let limits = Limits { hard: Some(Duration::from_millis(60)), ..Limits::default() };
    let start = Instant::now();
    search(
        &Mnk::new(5, 5, 5),
        RowJudge::default(),
        &Params::full_width(),
        &SearchRequest::default(),
        &Control::new(&limits, start),
    );
    assert!((60..160).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
}

#[test]
fn root_restrictions_are_respected() {
    let pos = Mnk::new(3, 3, 3).play(&[0, 3, 1, 4]);
    for algorithm in DRIVERS {
        let run = |only: Option<Vec<u8>>, exclude: Vec<u8>| {
            let request = SearchRequest { algorithm: Some(algorithm), only, exclude, ..SearchRequest::default() };
            let table = Table::new(1).unwrap();
            Searcher::new(RowJudge::default()).search(&pos, &table, &request, &to_depth(5), &mut |_| {})
        };
        assert_eq!(run(None, vec![]).unwrap().best(), 2, "wins at once");
        let defended = run(None, vec![2]).unwrap();
        assert_eq!(defended.best(), 5, "stops the loss");
        assert_eq!(run(Some(vec![7, 0]), vec![]).unwrap().best(), 7, "0 is taken");
        assert!(run(Some(vec![7]), vec![7]).is_none());
        assert!(run(Some(vec![]), vec![]).is_none());
    }
    let over = Mnk::new(3, 3, 3).play(&[0, 3, 1, 4, 2]);
    let table = Table::new(1).unwrap();
    let answer = Searcher::new(RowJudge::default()).search(
        &over,
        &table,
        &SearchRequest::default(),
        &Control::unlimited(),
        &mut |_| {},
    );
    assert!(answer.is_none(), "no move is legal when the game is over");
}

#[test]
fn several_lines_are_distinct_sorted_and_playable() {
    let pos = Mnk::new(5, 5, 4).play(&[12, 0]);
    for algorithm in DRIVERS {
        let request = SearchRequest { algorithm: Some(algorithm), multi_pv: 5, ..SearchRequest::default() };
        let answer = search(&pos, RowJudge::default(), &Params::default(), &request, &to_depth(6));
        assert_eq!(answer.lines.len(), 5);
        for (at, line) in answer.lines.iter().enumerate() {
            assert_eq!(line.rank, at + 1);
            let mut pos = pos.clone();
            for &cell in &line.pv {
                assert!(pos.unpack(Mnk::pack(cell)).is_some(), "{:?}", line.pv);
                pos.make(cell);
            }
        }
        assert!(answer.lines.windows(2).all(|two| two[0].score >= two[1].score));
        let mut firsts: Vec<u8> = answer.lines.iter().map(|line| line.pv[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 5);
        let all = SearchRequest { algorithm: Some(algorithm), multi_pv: 1000, ..SearchRequest::default() };
        assert_eq!(search(&pos, RowJudge::default(), &Params::default(), &all, &to_depth(2)).lines.len(), 23);
    }
}

#[test]
fn several_threads_find_the_same_value() {
    for seed in 0..10 {
        let pos = Tree::new(seed, 5);
        for algorithm in DRIVERS {
            let request = SearchRequest { algorithm: Some(algorithm), threads: 3, ..SearchRequest::default() };
            let answer = search(&pos, HashJudge, &Params::full_width(), &request, &to_depth(6));
            if answer.depth == 6 {
                assert_eq!(answer.lines[0].score, negamax(&mut pos.clone(), &mut HashJudge, 6, 0));
            }
        }
    }
}

#[test]
fn a_mate_limit_ends_the_search() {
    let pos = Mnk::new(3, 3, 3).play(&[0, 1]);
    let limits = Limits { mate: Some(5), ..Limits::default() };
    let ctl = Control::new(&limits, Instant::now());
    let answer = search(&pos, RowJudge::default(), &Params::default(), &SearchRequest::default(), &ctl);
    assert_eq!(answer.lines[0].score, Score::win_in(5));
}

#[test]
fn reports_come_in_order() {
    let mut depths = Vec::new();
    let table = Table::new(1).unwrap();
    Searcher::new(RowJudge::default()).search(
        &Mnk::new(5, 5, 5),
        &table,
        &SearchRequest::default(),
        &to_depth(5),
        &mut |progress| {
            assert!(!progress.lines[0].pv.is_empty() && progress.lines[0].depth == progress.depth);
            depths.push(progress.depth);
        },
    );
    assert_eq!(depths, [1, 2, 3, 4, 5]);
}

/// A search that is stopped in an iteration may have found a better move than the one reported after the last.
#[test]
fn the_best_move_is_the_one_reported_last() {
    let mut reported_late = 0;
    for algorithm in DRIVERS {
        let request = SearchRequest { algorithm: Some(algorithm), ..SearchRequest::default() };
        for seed in 0..10 {
            for nodes in (0..1_000).step_by(20) {
                let ctl = Control::new(&Limits { nodes: Some(nodes), ..Limits::default() }, Instant::now());
                let table = Table::new(1).unwrap();
                let (mut moves, mut depths) = (Vec::new(), Vec::new());
                let answer =
                    Searcher::new(HashJudge).search(&Tree::new(seed, 6), &table, &request, &ctl, &mut |progress| {
                        moves.push(progress.lines[0].pv[0]);
                        depths.push(progress.depth);
                    });
                assert_eq!(moves.last().copied(), answer.map(|answer| answer.best()), "{algorithm:?}, {nodes} nodes");
                reported_late += usize::from(depths.windows(2).any(|two| two[0] == two[1]));
            }
        }
    }
    assert!(reported_late > 10, "only {reported_late}");
}

/// Counts of tic-tac-toe games by length: 255,168 games in all, as enumerated by hand-written programs everywhere.
#[test]
fn perft_of_tic_tac_toe() {
    let counts: Vec<u64> = (0..=9).map(|depth| perft(&mut Mnk::new(3, 3, 3), depth).leaves).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
}
