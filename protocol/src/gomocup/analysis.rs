//! The three styles in which Gomocup clients read an analysis (G70 to G74).

use crate::analysis::{Analysis, AnalysisLine, Effort, Score, Style};
use crate::write::{push_fitting, push_line};

/// The lines of a finished iteration.
pub(super) fn iteration(out: &mut String, result: &Analysis, style: &Style) {
    if style.realtime && result.multipv <= 1 {
        realtime(out, result);
    }
    if style.groups {
        group(out, result);
    }
    match style.line {
        AnalysisLine::Human => {
            let head = format!(
                "MESSAGE {}Depth {}-{} | Eval {} | Time {}ms |",
                rank(result),
                result.depth,
                result.seldepth,
                eval(result.score),
                result.time_ms
            );
            push_fitting(out, &head, text_pv(result));
        }
        AnalysisLine::Tool => {
            let head = format!(
                "MESSAGE {}depth {}-{} ev {} n {} n/ms {} tm {} pv",
                rank(result),
                result.depth,
                result.seldepth,
                eval(result.score),
                short(result.nodes),
                result.nps / 1000,
                result.time_ms
            );
            push_fitting(out, &head, text_pv(result));
        }
        AnalysisLine::Off => {}
    }
}

/// The sign of life of a search without a new result. A client with lines of its own gets those, and its log stays short.
pub(super) fn effort(out: &mut String, effort: &Effort, style: &Style) {
    let Effort { nodes, nps, time_ms } = effort;
    if style.realtime {
        push_line(out, &format!("MESSAGE REALTIME NODES {nodes} SPEED {nps} TIME {time_ms}"));
    }
    if style.groups {
        push_line(out, &format!("INFO TOTALNODES {nodes}"));
        push_line(out, &format!("INFO TOTALTIME {time_ms}"));
        push_line(out, &format!("INFO SPEED {nps}"));
    }
    if style.realtime || style.groups {
        return;
    }
    match style.line {
        AnalysisLine::Human => {
            let (speed, nodes) = (short(*nps), short(*nodes));
            push_line(out, &format!("MESSAGE Speed {speed} | Node {nodes} | Time {time_ms}ms"));
        }
        AnalysisLine::Tool => {
            push_line(out, &format!("MESSAGE n {} n/ms {} tm {time_ms}", short(*nodes), nps / 1000));
        }
        AnalysisLine::Off => {}
    }
}

/// The line that sums a search up.
pub(super) fn summary(out: &mut String, result: &Analysis, style: &Style) {
    if style.line == AnalysisLine::Human {
        let line = format!(
            "MESSAGE Speed {} | Depth {}-{} | Eval {} | Node {} | Time {}ms",
            short(result.nps),
            result.depth,
            result.seldepth,
            eval(result.score),
            short(result.nodes),
            result.time_ms
        );
        push_line(out, &line);
    }
}

fn realtime(out: &mut String, result: &Analysis) {
    if let Some(best) = result.pv.first() {
        push_line(out, &format!("MESSAGE REALTIME BEST {best}"));
    }
    push_line(out, &format!("MESSAGE REALTIME VAL {}", eval(result.score)));
    push_fitting(out, "MESSAGE REALTIME PV", text_pv(result));
}

fn group(out: &mut String, result: &Analysis) {
    push_line(out, &format!("INFO PV {}", result.multipv.saturating_sub(1)));
    push_line(out, &format!("INFO NUMPV {}", result.multipv_count.max(1)));
    push_line(out, &format!("INFO DEPTH {}", result.depth));
    push_line(out, &format!("INFO SELDEPTH {}", result.seldepth));
    push_line(out, &format!("INFO NODES {}", result.nodes));
    push_line(out, &format!("INFO TOTALNODES {}", result.nodes));
    push_line(out, &format!("INFO TOTALTIME {}", result.time_ms));
    push_line(out, &format!("INFO SPEED {}", result.nps));
    push_line(out, &format!("INFO EVAL {}", eval(result.score)));
    if let Some(rate) = result.win_rate {
        push_line(out, &format!("INFO WINRATE {}.{:03}", rate / 1000, rate % 1000));
    }
    push_fitting(out, "INFO BESTLINE", &result.pv);
    push_line(out, "INFO PV DONE");
}

/// A win in five plies is `+M5`, a loss in four `-M4`.
fn eval(score: Score) -> String {
    match score {
        Score::Static(value) => value.to_string(),
        Score::Win(plies) => format!("+M{plies}"),
        Score::Loss(plies) => format!("-M{plies}"),
    }
}

/// Which variation this is, where there are several.
fn rank(result: &Analysis) -> String {
    if result.multipv_count > 1 { format!("({}) ", result.multipv) } else { String::new() }
}

fn text_pv(result: &Analysis) -> &[String] {
    if result.pv_text.is_empty() { &result.pv } else { &result.pv_text }
}

/// `950`, `120k`, `1.2M`.
fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{}k", count / 1_000),
        _ => format!("{}.{}M", count / 1_000_000, count / 100_000 % 10),
    }
}
