//! What the engine tells about itself.

use std::io::{self, Write};

use fukumi_protocol::{About, EngineOption, Handshake, OptionKind, Reply};

use super::Session;
use crate::engine::database::DATABASE;
use crate::engine::eval_file::EVAL_FILE;
use crate::engine::options::{HASH, Kind, Options, Row};
use crate::engine::settings::processors;

impl<W: Write> Session<W> {
    pub(super) fn shake_hands(&mut self, handshake: Handshake) -> io::Result<()> {
        let about = about();
        self.say(&Reply::Id { name: format!("{} {}", about.name, about.version), author: about.author })?;
        if handshake != Handshake::Aep {
            for option in listed_options(&self.settings.options) {
                self.say(&Reply::Option(option))?;
            }
        }
        self.say(&Reply::HandshakeOk(handshake))
    }

    pub(super) fn show_info(&mut self) -> io::Result<()> {
        self.gui = true;
        let max_hash_log2_kib = (largest(&HASH.row).max(1) as u64 * 1024).ilog2();
        self.say(&Reply::Limits { max_threads: processors(), max_hash_log2_kib })?;
        self.say(&Reply::Message(format!("{} {}", about().name, about().version)))
    }
}

/// What `ABOUT` and the handshakes tell.
pub(super) fn about() -> About {
    About {
        name: "fukumi".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        author: env!("CARGO_PKG_AUTHORS").to_owned(),
        country: String::new(),
        www: String::new(),
        email: String::new(),
    }
}

/// Every option as a handshake lists it.
fn listed_options(options: &Options) -> Vec<EngineOption> {
    let games: Vec<String> = options.game_names().into_iter().map(str::to_owned).collect();
    let default = games.first().cloned().unwrap_or_default();
    let game = EngineOption { name: "Game".to_owned(), kind: OptionKind::Combo { default, choices: games } };
    let eval_file = EngineOption { name: EVAL_FILE.to_owned(), kind: OptionKind::Text { default: String::new() } };
    let database = EngineOption { name: DATABASE.to_owned(), kind: OptionKind::Text { default: String::new() } };
    [game, eval_file, database].into_iter().chain(options.each().map(listed)).collect()
}

/// The largest value of a number.
fn largest(row: &Row) -> i64 {
    if let Kind::Spin { max, .. } = row.kind { max } else { 1 }
}

fn listed(row: &Row) -> EngineOption {
    let kind = match row.kind {
        Kind::Check { default } => OptionKind::Check { default },
        Kind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
        Kind::Choice { default, words } => OptionKind::Combo {
            default: default.to_owned(),
            choices: words.iter().map(|(word, _)| (*word).to_owned()).collect(),
        },
    };
    EngineOption { name: row.name.to_owned(), kind }
}
