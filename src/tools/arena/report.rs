//! How the results of a match are shown: a line while it is played, a table at its end.

use std::io::Write;

use anyhow::Result;

use crate::lab::arena::results::{EngineResults, Results};

/// One line: results and what the test says.
pub(super) fn standing(results: &Results) -> String {
    let mut line = String::new();
    for engine in results.engines().iter().take(6) {
        line.push_str(&format!("{} {}-{}-{}  ", engine.name, engine.won, engine.lost, engine.drawn));
    }
    if let Some(duel) = results.head_to_head() {
        line.push_str(&format!("Elo {:+.0} ± {:.0}  ", duel.elo, duel.error()));
    }
    if let Some(sprt) = results.sprt() {
        line.push_str(&format!("LLR {:.2} ({:.2}, {:.2})  ", sprt.llr, sprt.lower, sprt.upper));
    }
    if results.faults() > 0 {
        line.push_str(&format!("faults {}", results.faults()));
    }
    line
}

/// The final table.
pub(crate) fn show(results: &Results, out: &mut impl Write) -> Result<()> {
    let summary = results.summary();
    writeln!(out, "{} of {} games", summary.games, summary.of_games)?;
    write!(out, "{}", summary.ratings)?;
    if let [first, second] = results.engines()
        && let Some(duel) = summary.head_to_head
    {
        writeln!(out, "{} against {}: Elo {duel}", first.name, second.name)?;
    }
    if let Some(sprt) = summary.sprt {
        writeln!(out, "SPRT: {sprt}")?;
    }
    writeln!(out)?;
    let width = results.engines().iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(
        out,
        "{:width$}   won  lost drawn  ms/move  depth  knodes/s  worst overshoot  unexplained  faults",
        "engine"
    )?;
    results.engines().iter().try_for_each(|engine| spent(engine, width, out))
}

fn spent(engine: &EngineResults, width: usize, out: &mut impl Write) -> Result<()> {
    let number =
        |value: Option<f64>, decimals: usize| value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"));
    let faults: Vec<String> = engine.faults.iter().map(|(kind, times)| format!("{times} {}", kind.name())).collect();
    writeln!(
        out,
        "{:width$} {:>5} {:>5} {:>5} {:>8} {:>6} {:>9} {:>13} ms {:>9} ms  {}",
        engine.name,
        engine.won,
        engine.lost,
        engine.drawn,
        number(engine.ms_per_move, 1),
        number(engine.depth, 1),
        number(engine.nodes_per_second.map(|speed| speed / 1_000.0), 0),
        number(Some(engine.worst_overshoot_ms), 1),
        number(Some(engine.worst_own_overshoot_ms), 1),
        if faults.is_empty() { "none".to_owned() } else { faults.join(", ") },
    )?;
    Ok(())
}
