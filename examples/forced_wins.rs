//! Measures claims of forced wins, one thread: a list of positions with claimed wins, or positions of recorded games. Every claim
//! is verified by the checker of proofs, which plays it out against all replies. `scripts/forced_wins.sh` calls it.

use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Parser;
use fukumi::games::gomoku::notation::{Origin, Setup, parse_point, parse_rule, parse_xy, position_text};
use fukumi::games::gomoku::{
    Caro, CaroFive, Cell, Freestyle, Gomoku, GomokuModel, Renju, Rule, RuleCode, Standard, checker, proof,
};
use fukumi::search::{
    Control, Limits, Model, MoveOrdering, ProofTree, Proved, Refutation, STACK_BYTES, SearchRequest, Searcher, Table,
};

/// Which claims of forced wins are true?
#[derive(Clone, Debug, Parser)]
struct Args {
    /// A list of positions (rule, size, plies, first move, moves; separated by tabs), or games as `fukumi records --json` tells
    /// them.
    file: PathBuf,
    /// Time of the engine's search, in milliseconds.
    #[arg(long, default_value_t = 0)]
    ms: u64,
    /// Nodes of the engine's search, where it has no time.
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    /// Nodes of the proof search that a claim is verified with.
    #[arg(long, default_value_t = 1_000_000)]
    proof_nodes: u64,
    /// Positions that the checker looks at, at most.
    #[arg(long, default_value_t = 300_000_000)]
    positions: u64,
    /// Of the positions of games, only every so many.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// No more positions than that.
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    /// A line for each claim, not only for those that are not verified.
    #[arg(long)]
    verbose: bool,
}

/// A position, where it stands in the file, and the plies of the win that somebody claims.
struct Case {
    name: String,
    setup: Setup,
    known: Option<usize>,
}

/// What came of a position.
#[derive(Debug, Default)]
struct Found {
    /// The plies in which the engine claims to win.
    claimed: Option<usize>,
    /// When it first claimed a win.
    after: Option<Duration>,
    /// The plies of a proof that the checker has verified.
    verified: Option<usize>,
    /// A proof that the checker did not let pass.
    refuted: Option<String>,
    /// A claim that nobody verified: why.
    undecided: Option<&'static str>,
}

/// Counts of positions.
#[derive(Debug, Default)]
struct Sums {
    positions: usize,
    claimed: usize,
    claimed_in_time: usize,
    verified: usize,
    verified_in_time: usize,
    refuted: usize,
    undecided: usize,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || run(&args))?;
    match worker.join() {
        Ok(result) => result,
        Err(_) => bail!("a search failed"),
    }
}

fn run(args: &Args) -> Result<()> {
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let cases = if text.starts_with('{') { recorded(&text)? } else { listed(&text)? };
    let mut sums = Sums::default();
    for case in cases.iter().step_by(args.every.max(1)).take(args.most) {
        let found = match case.setup.rule {
            RuleCode::Freestyle => judge::<Freestyle>(case, args)?,
            RuleCode::Standard => judge::<Standard>(case, args)?,
            RuleCode::Renju => judge::<Renju>(case, args)?,
            RuleCode::Caro => judge::<Caro>(case, args)?,
            RuleCode::CaroFive => judge::<CaroFive>(case, args)?,
        };
        sums.add(case, &found);
        let doubtful = found.refuted.is_some() || found.claimed.is_some() != found.verified.is_some();
        if args.verbose || doubtful || (found.claimed.is_none() && case.known.is_some()) {
            let Found { claimed, after, verified, refuted, undecided } = found;
            print!("{}: known {:?}, claimed {claimed:?} after {after:?}, ", case.name, case.known);
            println!(
                "verified {verified:?}, refuted {refuted:?}, undecided {undecided:?}, {}",
                position_text(&case.setup)
            );
        }
    }
    println!("{sums:?}");
    Ok(())
}

/// Searches, and verifies what is claimed.
fn judge<R: Rule>(case: &Case, args: &Args) -> Result<Found> {
    let mut board = Gomoku::<R>::from_setup(&case.setup);
    if board.outcome().is_some() {
        return Ok(Found::default());
    }
    let Some(Claim { plies, first, after }) = claim(&board, args)? else { return Ok(Found::default()) };
    let mut found = Found { claimed: Some(plies), after, ..Found::default() };
    let Some(tree) = proven(&mut board, args.proof_nodes).or_else(|| proven_behind(&board, first, args.proof_nodes))
    else {
        return Ok(Found { undecided: Some("no proof found"), ..found });
    };
    match checker::check(&case.setup, &tree, args.positions) {
        Ok(checked) => found.verified = Some(checked.plies),
        Err(Refutation::TooLarge) => found.undecided = Some("the proof is too large"),
        Err(refutation) => found.refuted = Some(format!("{refutation:?}")),
    }
    Ok(found)
}

/// A proof that the side to move wins by threats.
fn proven<R: Rule>(board: &mut Gomoku<R>, nodes: u64) -> Option<ProofTree<Cell>> {
    match proof::prove(board, nodes, &Control::unlimited()) {
        Ok(Proved::Win(tree)) => Some(tree),
        _ => None,
    }
}

/// A proof that it wins by a move after which every reply loses to threats: for wins that do not begin with a threat.
fn proven_behind<R: Rule>(board: &Gomoku<R>, first: Cell, nodes: u64) -> Option<ProofTree<Cell>> {
    let mut board = board.clone();
    board.place(first);
    if board.outcome().is_some() {
        return None;
    }
    // The replies that refute most claims first.
    let ordering = Model::<Gomoku<R>>::ordering(&GomokuModel::built_in(R::CODE));
    let mut replies: Vec<Cell> = board.empty().iter().collect();
    replies.sort_by_key(|&reply| Reverse(ordering.prior(&board, reply)));
    let mut answers = Vec::new();
    for reply in replies {
        board.place(reply);
        // A reply that ends the game is a foul, which needs no answer, or the claim's end.
        let answer = if board.outcome().is_none() { Some(proven(&mut board, nodes)?) } else { None };
        board.take();
        answers.extend(answer.map(|answer| (reply, answer)));
    }
    Some(ProofTree { mv: first, replies: answers, otherwise: None })
}

/// A win that a search claims.
struct Claim {
    plies: usize,
    first: Cell,
    /// When it was first reported, if before the end of the search.
    after: Option<Duration>,
}

/// The win that a search claims, if it does.
fn claim<R: Rule>(board: &Gomoku<R>, args: &Args) -> Result<Option<Claim>> {
    let time = (args.ms > 0).then(|| Duration::from_millis(args.ms));
    let nodes = (args.ms == 0).then_some(args.nodes);
    let limits = Limits { hard: time, nodes, ..Limits::default() };
    let mut searcher = Searcher::new(GomokuModel::built_in(R::CODE));
    let table = Table::new(16)?;
    // A session has its searcher and its table before the first move is asked for.
    let started = Instant::now();
    let mut after = None;
    let answer =
        searcher.search(board, &table, &SearchRequest::default(), &Control::new(&limits, started), &mut |progress| {
            if progress.lines[0].score.is_win() && after.is_none() {
                after = Some(progress.elapsed);
            }
        });
    let answer = answer.context("no move")?;
    let score = answer.lines[0].score;
    let plies = score.mate_distance().filter(|_| score.is_win());
    Ok(plies.map(|plies| Claim { plies: plies.unsigned_abs() as usize, first: answer.best(), after }))
}

/// The positions of a list.
fn listed(text: &str) -> Result<Vec<Case>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let case = |(at, line): (usize, &str)| {
        let &[rule, size, plies, _first, moves] = &line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("line {}: five fields wanted", at + 1);
        };
        let size = size.parse()?;
        let moves = moves.split_whitespace().map(|point| parse_xy(point, size)).collect::<Result<Vec<_>, _>>()?;
        let setup = Setup::from_moves(size, parse_rule(rule)?, &moves);
        Ok(Case { name: format!("line {}", at + 1), setup, known: Some(plies.parse()?) })
    };
    lines.map(case).collect()
}

/// The positions of games after their openings.
fn recorded(text: &str) -> Result<Vec<Case>> {
    let mut lines = text.lines().map(serde_json::from_str::<serde_json::Value>);
    let conditions = lines.next().context("no conditions")??;
    let option = |name: &str| conditions["options"][name].as_str().with_context(|| format!("no option {name}"));
    let size: usize = option("BoardSize")?.parse()?;
    let rule = option("Rule")?;
    let rule = RuleCode::ALL.into_iter().find(|code| code.name() == rule).context("an unknown rule")?;
    let mut cases = Vec::new();
    for game in lines {
        let game = game?;
        let texts = game["moves"].as_array().context("no moves")?.iter().filter_map(|text| text.as_str());
        let moves = texts.map(|text| parse_point(text, size, Origin::Bottom)).collect::<Result<Vec<_>, _>>()?;
        let opening = game["opening"].as_u64().context("no opening")? as usize;
        for length in opening..moves.len() {
            let setup = Setup::from_moves(size, rule, &moves[..length]);
            cases.push(Case { name: format!("game {} ply {length}", game["game"]), setup, known: None });
        }
    }
    Ok(cases)
}

impl Sums {
    fn add(&mut self, case: &Case, found: &Found) {
        let in_time = |plies: Option<usize>| plies.is_some_and(|plies| case.known.is_some_and(|known| plies <= known));
        self.positions += 1;
        self.claimed += usize::from(found.claimed.is_some());
        self.claimed_in_time += usize::from(in_time(found.claimed));
        self.verified += usize::from(found.verified.is_some());
        self.verified_in_time += usize::from(in_time(found.verified));
        self.refuted += usize::from(found.refuted.is_some());
        self.undecided += usize::from(found.undecided.is_some());
    }
}
