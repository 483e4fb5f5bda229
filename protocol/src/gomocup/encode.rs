//! Replies to Gomocup lines. What the dialect has no words for gives none.

use super::{analysis, database};
use crate::analysis::{Realtime, Style};
use crate::reply::{About, Reply, SoosorvReply};
use crate::write::{push_answer, push_line, push_wrapped};

/// The lines of a reply.
pub(crate) fn encode(reply: &Reply, style: &Style) -> String {
    let mut out = String::new();
    match reply {
        Reply::Ok => push_line(&mut out, "OK"),
        Reply::Best(mv) => push_line(&mut out, mv),
        Reply::Moves(moves) => push_line(&mut out, &moves.join(" ")),
        Reply::Swap => push_line(&mut out, "SWAP"),
        Reply::NoMove(why) | Reply::Error(why) => push_answer(&mut out, "ERROR ", why),
        Reply::Unknown(text) if style.quiet_unknown => push_answer(&mut out, "MESSAGE unknown command: ", text),
        Reply::Unknown(text) => push_answer(&mut out, "UNKNOWN ", text),
        Reply::Message(text) | Reply::Drawing(text) => push_wrapped(&mut out, "MESSAGE ", text),
        Reply::Debug(text) => push_wrapped(&mut out, "DEBUG ", text),
        Reply::About(about) => push_line(&mut out, &about_line(about)),
        Reply::Limits { max_threads, max_hash_log2_kib } => {
            push_line(&mut out, &format!("MESSAGE INFO MAX_THREAD_NUM {max_threads}"));
            push_line(&mut out, &format!("MESSAGE INFO MAX_HASH_SIZE {max_hash_log2_kib}"));
        }
        Reply::Forbid(points) => push_line(&mut out, &forbid_line(points)),
        Reply::Swap2Stones { first, moves } => {
            for (number, mv) in (u32::from(*first)..).zip(moves) {
                push_line(&mut out, &format!("MESSAGE SWAP2 MOVE{number} {}", numbers(mv)));
            }
        }
        Reply::Swap2Choice { chance, swap } => {
            push_line(&mut out, &format!("MESSAGE SWAP2 SWAP{chance} {}", if *swap { "YES" } else { "NO" }));
        }
        Reply::Soosorv(reply) => soosorv(&mut out, reply),
        Reply::Database(reply) => database::encode(&mut out, reply),
        Reply::Analysis(result) => analysis::iteration(&mut out, result, style),
        Reply::Effort(effort) => analysis::effort(&mut out, effort, style),
        Reply::Summary(result) => analysis::summary(&mut out, result, style),
        Reply::Realtime(mark) if style.realtime => push_line(&mut out, &realtime_line(mark)),
        Reply::Realtime(_) => {}
        Reply::ReadyOk | Reply::Id { .. } | Reply::Option(_) | Reply::HandshakeOk(_) | Reply::Response(_) => {}
    }
    out
}

fn soosorv(out: &mut String, reply: &SoosorvReply) {
    let mut say = |text: String| push_line(out, &format!("MESSAGE SOOSORV {text}"));
    match reply {
        SoosorvReply::Stones(moves) => {
            for (number, mv) in (1..).zip(moves) {
                say(format!("MOVE{number} {}", numbers(mv)));
            }
        }
        SoosorvReply::Swap { chance, swap } => say(format!("SWAP{chance} {}", if *swap { 'Y' } else { 'N' })),
        SoosorvReply::Fourth { mv, fifths } => say(format!("MOVE4 {} {fifths}", numbers(mv))),
        SoosorvReply::Fifths(moves) => {
            say("MOVE5 REFRESH".to_owned());
            moves.iter().for_each(|mv| say(format!("MOVE5 {}", numbers(mv))));
            say("MOVE5 DONE".to_owned());
        }
        SoosorvReply::Fifth(mv) => say(format!("MOVE5C {}", numbers(mv))),
    }
}

/// A move as two numbers with a blank between.
fn numbers(mv: &str) -> String {
    mv.replace(',', " ")
}

fn about_line(about: &About) -> String {
    let About { name, version, author, country, www, email } = about;
    let fields = [
        ("name", name),
        ("version", version),
        ("author", author),
        ("country", country),
        ("www", www),
        ("email", email),
    ];
    fields.map(|(key, value)| format!("{key}=\"{}\"", value.replace('"', "'"))).join(", ")
}

fn forbid_line(points: &[(u8, u8)]) -> String {
    let digits: String = points.iter().map(|(x, y)| format!("{x:02}{y:02}")).collect();
    format!("FORBID {digits}.")
}

fn realtime_line(mark: &Realtime) -> String {
    match mark {
        Realtime::Refresh => "MESSAGE REALTIME REFRESH".to_owned(),
        Realtime::Searching(mv) => format!("MESSAGE REALTIME POS {mv}"),
        Realtime::Searched(mv) => format!("MESSAGE REALTIME DONE {mv}"),
        Realtime::Best(mv) => format!("MESSAGE REALTIME BEST {mv}"),
        Realtime::Lost(mv) => format!("MESSAGE REALTIME LOST {mv}"),
    }
}
