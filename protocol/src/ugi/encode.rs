//! Replies to UGI lines. What the dialect has no words for gives none.

use crate::analysis::{Analysis, Effort, Score};
use crate::command::Handshake;
use crate::reply::{EngineOption, OptionKind, QueryAnswer, Reply};
use crate::write::{push_answer, push_line, push_wrapped};

/// The lines of a reply.
pub(crate) fn encode(reply: &Reply) -> String {
    let mut out = String::new();
    match reply {
        Reply::Best(mv) => push_line(&mut out, &format!("bestmove {mv}")),
        Reply::NoMove(why) => {
            push_wrapped(&mut out, "info string ", why);
            push_line(&mut out, "bestmove none");
        }
        Reply::Error(why) => push_answer(&mut out, "info string error: ", why),
        Reply::Unknown(text) => push_answer(&mut out, "info string error: ", &format!("unknown command: '{text}'")),
        Reply::Message(text) | Reply::Debug(text) => push_wrapped(&mut out, "info string ", text),
        Reply::Drawing(text) => text.lines().for_each(|line| push_line(&mut out, line)),
        Reply::Analysis(result) => push_line(&mut out, &info_line(result)),
        Reply::Effort(Effort { nodes, nps, time_ms }) => {
            push_line(&mut out, &format!("info nodes {nodes} nps {nps} time {time_ms}"));
        }
        Reply::ReadyOk => push_line(&mut out, "readyok"),
        Reply::Id { name, author } => {
            push_line(&mut out, &format!("id name {name}"));
            push_line(&mut out, &format!("id author {author}"));
        }
        Reply::Option(option) => push_line(&mut out, &option_line(option)),
        Reply::HandshakeOk(handshake) => push_line(&mut out, confirmation(*handshake)),
        Reply::Response(answer) => push_line(&mut out, &format!("response {}", answer_word(*answer))),
        _ => {}
    }
    out
}

fn info_line(result: &Analysis) -> String {
    let mut line = format!(
        "info depth {} seldepth {} score {} nodes {} nps {} time {} hashfull {}",
        result.depth,
        result.seldepth,
        score(result.score),
        result.nodes,
        result.nps,
        result.time_ms,
        result.hashfull
    );
    if result.multipv_count > 1 {
        line.push_str(&format!(" multipv {}", result.multipv));
    }
    if !result.pv.is_empty() {
        line.push_str(" pv ");
        line.push_str(&result.pv.join(" "));
    }
    line
}

/// Distances are told in the winner's or loser's own moves, rounded up.
fn score(score: Score) -> String {
    match score {
        Score::Static(value) => format!("cp {value}"),
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::Loss(0) => "mate 0".to_owned(),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
}

fn option_line(option: &EngineOption) -> String {
    let name = &option.name;
    match &option.kind {
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let choices: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("option name {name} type combo default {default}{choices}")
        }
        OptionKind::Text { default } if default.is_empty() => {
            format!("option name {name} type string default <empty>")
        }
        OptionKind::Text { default } => format!("option name {name} type string default {default}"),
        OptionKind::Button => format!("option name {name} type button"),
    }
}

fn confirmation(handshake: Handshake) -> &'static str {
    match handshake {
        Handshake::Ugi => "ugiok",
        Handshake::Uci => "uciok",
        Handshake::Aep => "readyok",
    }
}

fn answer_word(answer: QueryAnswer) -> &'static str {
    match answer {
        QueryAnswer::Bool(true) => "true",
        QueryAnswer::Bool(false) => "false",
        QueryAnswer::P1Win => "p1win",
        QueryAnswer::P2Win => "p2win",
        QueryAnswer::Draw => "draw",
        QueryAnswer::None => "none",
    }
}
