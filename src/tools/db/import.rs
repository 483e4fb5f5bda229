//! `db import`: libraries, databases, games and results of analyses.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use encoding_rs::Encoding;

use super::open::open_or_create;
use super::stop;
use crate::database::{Merge, Store};
use crate::files::{Format, Hint};
use crate::library::sink::{Counts, Sink, Terms};
use crate::library::{now, sources};
use crate::tools::convert;
use crate::tools::values;

/// Takes over files. What they are is told by their content: databases of Rapfi and Yixin-Board (YXDB), `db export --to lines`,
/// `analyze --json`, the records of `match`, and every format of `fukumi convert`, RenLib and SGF among them.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The database; it is made when it is not there.
    database: PathBuf,
    /// The files.
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The format of files of games; told by their names and contents when not given.
    #[arg(long, value_name = "FORMAT", value_parser = values::readable_format(), hide_possible_values = true)]
    from: Option<&'static Format>,
    /// The game, where a file does not tell.
    #[arg(long, value_parser = values::game(), ignore_case = true)]
    game: Option<String>,
    /// The rule, whatever a file of games says; freestyle, or renju in the files of RenLib and RenjuNet, when nobody tells.
    #[arg(long, value_parser = values::rule(), ignore_case = true)]
    rule: Option<String>,
    /// Rows and columns of the board, where a file does not tell.
    #[arg(long)]
    size: Option<u32>,
    /// Another option of the game, such as Start=standard; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = convert::option)]
    options: Vec<(String, String)>,
    /// The encoding of texts that are not UTF-8, such as gbk.
    #[arg(long, value_name = "LABEL", value_parser = convert::encoding)]
    encoding: Option<&'static Encoding>,
    /// What becomes of positions that are known already.
    #[arg(long, value_enum, default_value = "better")]
    known: Known,
    /// Where the records came from; the name of the file when not given.
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// Leave out what cannot be read, name the first of it, and end with status 1.
    #[arg(long)]
    skip_bad: bool,
}

/// What becomes of positions that are known already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Known {
    /// The better value is kept: proven, exact, deeper; texts stay.
    Better,
    /// The better value is kept; new texts replace old ones.
    Texts,
    /// The new record replaces the old one.
    Replace,
    /// The old record stays.
    Keep,
}

impl Known {
    pub(super) fn merge(self) -> Merge {
        match self {
            Known::Better => Merge::Better,
            Known::Texts => Merge::NewTexts,
            Known::Replace => Merge::Replace,
            Known::Keep => Merge::Keep,
        }
    }
}

impl Import {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let store = open_or_create(&self.database)?;
        let stop = stop::at_ctrl_c()?;
        let mut left_out = 0;
        for path in &self.inputs {
            let (counts, faults) = self.one(&store, path, &stop).with_context(|| path.display().to_string())?;
            faults.iter().try_for_each(|fault| writeln!(out, "{}: left out: {fault}", path.display()))?;
            writeln!(out, "{}: {}", path.display(), told(counts))?;
            left_out += counts.left_out;
        }
        Ok(if left_out == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn one(&self, store: &Store, path: &Path, stop: &AtomicBool) -> Result<(Counts, Vec<String>)> {
        let mut file = File::open(path)?;
        ensure!(file.metadata()?.is_file(), "it is no file");
        let mut start = Vec::new();
        Read::by_ref(&mut file).take(1 << 16).read_to_end(&mut start)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let terms = Terms {
            import: format!("{name} {} {:08x}", file.metadata()?.len(), crc32fast::hash(&start)),
            merge: self.known.merge(),
            source: self.source.clone().unwrap_or_else(|| name.clone()),
            time: now(),
            stop,
            skip_bad: self.skip_bad,
        };
        let kind = sources::kind(&start, self.from.is_some());
        let hint = self.hint(&name);
        let mut sink = Sink::new(store, terms, sources::steps(kind, path)?)?;
        sources::read(kind, path, &hint, &mut sink)?;
        Ok((sink.finish()?, std::mem::take(&mut sink.faults)))
    }

    fn hint(&self, name: &str) -> Hint {
        Hint {
            format: self.from,
            name: Some(name.to_owned()),
            game: self.game.clone(),
            rule: self.rule.clone(),
            size: self.size,
            options: self.options.clone(),
            encoding: self.encoding,
        }
    }
}

fn told(counts: Counts) -> String {
    let more = |count: u64, what: &str| if count > 0 { format!(", {count} {what}") } else { String::new() };
    format!("{} records{}{}", counts.written, more(counts.left_out, "left out"), more(counts.before, "done before"))
}
