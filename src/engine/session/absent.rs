//! What clients of the Yixin family ask for and this engine does not have: they are told so, since silence leaves people waiting.

use std::collections::BTreeMap;
use std::io::{self, Write};

use fukumi_protocol::{Absent, Reply};

use super::Session;

/// What has been said already and need not be said again.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The last value of each key of `INFO`.
    keys: BTreeMap<&'static str, String>,
    database: bool,
    /// How far YXBLOCKPATH goes.
    pub(super) block_line: bool,
}

impl<W: Write> Session<W> {
    pub(super) fn absent(&mut self, absent: Absent) -> io::Result<()> {
        self.say(&Reply::Message(absent.to_string()))
    }

    /// A key of `INFO`: some clients send them all before every move.
    pub(super) fn absent_key(&mut self, key: Absent, value: String) -> io::Result<()> {
        if self.told.keys.get(key.command) == Some(&value) {
            return Ok(());
        }
        self.told.keys.insert(key.command, value);
        self.absent(key)
    }

    /// The client asks after every click, and gets its answer; that there is nothing to ask is said once.
    pub(super) fn query_database(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.told.database, true) {
            self.say(&Reply::Message("there is no position database".to_owned()))?;
        }
        self.say(&Reply::DatabaseEmpty)
    }
}
