//! What clients ask for and do not get: they are told so, since silence leaves people waiting.

use std::collections::BTreeMap;
use std::io::{self, Write};

use fukumi_protocol::{Absent, Reply};

use super::Session;

/// What has been said already and need not be said again.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The last value of each key of `INFO`.
    keys: BTreeMap<&'static str, String>,
    /// That there is no database.
    pub(super) no_database: bool,
    /// How far YXBLOCKPATH goes.
    pub(super) block_line: bool,
    /// The threads that the memory limit has no room for.
    threads: Option<String>,
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

    /// Before a search: threads that are left out are told once.
    pub(super) fn absent_threads(&mut self) -> io::Result<()> {
        let left_out = self.settings.threads_left_out();
        if left_out == self.told.threads {
            return Ok(());
        }
        self.told.threads.clone_from(&left_out);
        left_out.map_or(Ok(()), |why| self.say(&Reply::Message(why)))
    }
}
