//! The text protocols fukumi speaks: Gomocup with the Yixin extensions, UGI, and the abalone engine protocol. `spec/`
//! numbers the rules.
//!
//! The crate knows no game, except that a board of the abalone engine protocol has 61 cells. A move is opaque text (`7,7`
//! in Gomocup, `h8` in UGI), a position too; what they mean is decided by the engine behind. Lines come in as raw bytes,
//! [`Decoder`] makes [`Command`]s of them, and a [`Reply`] goes out by [`Reply::encode`].
//!
//! ```
//! use fukumi_protocol::{Command, Decoder, Dialect, Reply, Style};
//!
//! let mut decoder = Decoder::auto();
//! assert_eq!(decoder.line(b"START 15\r\n"), Some(Ok(Command::Start { width: 15, height: 15 })));
//! assert_eq!(decoder.dialect(), Dialect::Gomocup);
//! assert_eq!(decoder.line(b"BOARD"), None);
//! assert!(decoder.line(b"7,7,2 DONE").is_some());
//! assert_eq!(Reply::Best("7,8".into()).encode(decoder.dialect(), &Style::default()), "7,8\n");
//! ```

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects
    )
)]

mod aep;
mod analysis;
mod arguments;
mod command;
mod database;
mod decoder;
mod dialect;
mod encode;
mod error;
mod go;
mod gomocup;
mod reply;
mod text;
mod ugi;
mod write;

pub use analysis::{Analysis, AnalysisLine, Effort, Realtime, Score, Style};
pub use command::{Absent, Command, GoLimits, Handshake, Owner, Query, Setting, Soosorv, Start, Stone, TableFile};
pub use database::{DatabaseChild, DatabaseEntry, DatabaseFile, DatabaseReply, DatabaseRequest, DeleteWhich};
pub use decoder::Decoder;
pub use dialect::Dialect;
pub use error::{Fault, ParseError};
pub use reply::{About, EngineOption, OptionKind, QueryAnswer, Reply, SoosorvReply};
pub use text::{MAX_LINE, MAX_STONES, read_line};
