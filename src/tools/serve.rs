//! `serve`: the board in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::engine::registry::Games;
use crate::engine::settings::processors;
use crate::page::study::StudyFile;
use crate::web::{Server, ServerSettings};

/// The port that is tried first when none is asked for; the next free one is taken when it is not free.
const PORT: u16 = 8017;
const PORTS_TRIED: u16 = 10;

/// Plays and analyses all the games on a board in the browser.
#[derive(Debug, Args)]
pub struct Serve {
    /// The port to listen on; 0 for any that is free. By default 8017, or one of the next nine.
    #[arg(long)]
    port: Option<u16>,
    /// The address to listen on. Only this machine can reach 127.0.0.1; 0.0.0.0 lets in the whole network.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// A further name by which browsers may call this machine; may be given several times.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Sessions held at a time: a page is one.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    sessions: u32,
    /// Threads that search, all sessions together; as many as there are processors by default.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Memory of all the transposition tables together, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(16..=65_536))]
    hash: u32,
    /// Minutes after which a session that nobody uses is forgotten.
    #[arg(long, value_name = "MINUTES", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    idle: u32,
    /// A database of positions for the study view; it is made when it is not there.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Leave the database as it is.
    #[arg(long, requires = "database")]
    database_read_only: bool,
}

impl Serve {
    /// Serves until the process is ended.
    ///
    /// # Errors
    /// When it cannot listen there.
    pub fn run(&self, games: Games, out: &mut impl Write) -> Result<()> {
        ensure!(self.hosts.iter().all(|name| !name.contains(['/', ':', ' '])), "--host takes a bare name");
        let settings = ServerSettings {
            games,
            sessions: self.sessions as usize,
            threads: self.threads.unwrap_or_else(processors) as usize,
            hash: self.hash as usize,
            idle: Duration::from_secs(60 * u64::from(self.idle)),
            hosts: self.hosts.clone(),
            database: self.database.as_deref().map(|path| self.study_file(path)).transpose()?,
        };
        let ports = self.port.map_or(PORT..=PORT + PORTS_TRIED - 1, |port| port..=port);
        let addresses: Vec<SocketAddr> = ports.map(|port| SocketAddr::new(self.bind, port)).collect();
        let server = Server::start(&addresses, &settings)
            .with_context(|| format!("cannot listen on {} port {}", self.bind, addresses[0].port()))?;
        writeln!(out, "fukumi plays on http://{}/", server.address()?)?;
        out.flush()?;
        server.run();
        Ok(())
    }
    fn study_file(&self, path: &Path) -> Result<StudyFile> {
        let opened = StudyFile::open(path, self.database_read_only, std::env::temp_dir());
        opened.with_context(|| path.display().to_string())
    }
}
