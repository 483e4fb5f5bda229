//! `convert`: games from one format of files to another.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use encoding_rs::Encoding;

use super::values;
use crate::engine::registry::Games;
use crate::files::{self, Checker, FORMATS, FileError, FileWriter, Format, GameRecord, Hint, MOST_BYTES};
use crate::progress::{End, Progress};
use crate::whole_file;

/// Converts games between file formats: every move is checked by the rules on the way.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub struct Convert {
    /// The files to read; `-`, or none, for standard input.
    #[arg(value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// The format of the files; told by their names and contents when not given.
    #[arg(long, value_name = "FORMAT", value_parser = values::readable_format(), hide_possible_values = true)]
    from: Option<&'static Format>,
    /// The format to write; told by the name of the output when not given.
    #[arg(long, value_name = "FORMAT", value_parser = values::writable_format(), hide_possible_values = true)]
    to: Option<&'static Format>,
    /// The game, where a file does not tell.
    #[arg(long, value_parser = values::game(), ignore_case = true)]
    game: Option<String>,
    /// The rule, by name or code, whatever a file says; freestyle, or renju in the files of RenLib and RenjuNet, when nobody tells.
    #[arg(long, value_parser = values::rule(), ignore_case = true)]
    rule: Option<String>,
    /// Rows and columns of the board, where a file does not tell.
    #[arg(long)]
    size: Option<u32>,
    /// Another option of the game, such as Start=standard; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// The encoding of texts in the files, such as gbk or shift_jis; UTF-8, else Windows-1252, when not given.
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Leave out games that cannot be read or written, name each, and end with status 1.
    #[arg(long)]
    skip_bad: bool,
    /// The file to write; `-`, or none, for standard output. A folder takes each game as a file of its own.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace files that are there.
    #[arg(long)]
    force: bool,
}

/// An option and its value.
pub(super) fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(super) fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| "no such encoding".to_owned())
}

fn after_help() -> String {
    let line = |format: &&Format| {
        let ways = match (format.reads(), format.writes()) {
            (true, true) => "r w",
            (true, false) => "r  ",
            _ => "  w",
        };
        format!("  {:<10} {ways}  {}\n", format.name, format.about)
    };
    "Formats, read (r) and written (w):\n".to_owned() + &FORMATS.iter().map(line).collect::<String>()
}

/// What went wrong on the way, for the exit status and for people.
#[derive(Default)]
struct Complaints {
    lines: Vec<String>,
    skipped: usize,
}

impl Complaints {
    fn skip(&mut self, line: String) {
        self.lines.push(line);
        self.skipped += 1;
    }
}

impl Convert {
    /// Reads all files of these games and writes what they hold. What is left out is told on standard error, as standard output may be the
    /// file written.
    ///
    /// # Errors
    /// When anything is wrong, unless it is a game that is to be skipped. Nothing is written then.
    pub fn run(&self, games: Games, out: &mut impl Write) -> Result<ExitCode> {
        let to = self.target()?;
        let mut complaints = Complaints::default();
        let mut found = Vec::new();
        let stdin = [PathBuf::from("-")];
        for path in if self.inputs.is_empty() { &stdin[..] } else { &self.inputs } {
            self.read(path, games, &mut found, &mut complaints).with_context(|| shown(path))?;
        }
        ensure!(!found.is_empty(), "no game is left to be written");
        self.write(&found, to, out, &mut complaints)?;
        let mut stderr = io::stderr().lock();
        complaints.lines.iter().try_for_each(|line| writeln!(stderr, "{line}"))?;
        Ok(if complaints.skipped == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The file or folder to write; `None` for standard output.
    fn output(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    fn target(&self) -> Result<&'static Format> {
        let by_name = || self.output().and_then(Path::to_str).and_then(Format::of_name);
        let to = self.to.or_else(by_name).context("name the format to write: --to FORMAT")?;
        ensure!(to.writes(), FileError::OneWay { format: to.name, what: "written" });
        if let Some(path) = self.output().filter(|path| !self.force && path.is_file()) {
            bail!("{} is there already; --force replaces it", path.display());
        }
        Ok(to)
    }

    fn read(&self, path: &Path, games: Games, into: &mut Vec<GameRecord>, complaints: &mut Complaints) -> Result<()> {
        let bytes = read_bytes(path)?;
        let hint = Hint {
            format: self.from,
            name: path.to_str().filter(|name| *name != "-").map(str::to_owned),
            game: self.game.clone(),
            rule: self.rule.clone(),
            size: self.size,
            options: self.options.clone(),
            encoding: self.encoding,
        };
        let mut checker = Checker::default();
        let found_games = files::parse(&bytes, &hint, games)?;
        let progress = Progress::new("games", End::After(found_games.len() as u64));
        for (index, found) in found_games.into_iter().enumerate() {
            progress.set(index as u64);
            match found.and_then(|found| checker.check(found, index + 1)) {
                Ok(mut record) => {
                    let left_out = std::mem::take(&mut record.left_out);
                    let told = |what| format!("{}: game {}: left out: {what}", shown(path), index + 1);
                    complaints.lines.extend(left_out.into_iter().map(told));
                    into.push(record);
                }
                Err(error) if self.skip_bad => {
                    complaints.skip(format!("{}: {error}; left out", shown(path)));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn write(
        &self,
        games: &[GameRecord],
        to: &'static Format,
        out: &mut impl Write,
        complaints: &mut Complaints,
    ) -> Result<()> {
        let folder = self.output().filter(|path| path.is_dir());
        let one_file = folder.is_none();
        let (of_games, name) = (games.len(), to.name);
        ensure!(
            !one_file || to.many || of_games == 1,
            "{name} holds one game a file, and there are {of_games}: name a folder with --output"
        );
        let files = self.encode(games, to, one_file, complaints)?;
        match (self.output(), folder) {
            (_, Some(folder)) => {
                let digits = of_games.to_string().len();
                files.iter().try_for_each(|(number, bytes)| {
                    let name = format!("game-{number:0digits$}.{}", to.extensions.first().unwrap_or(&name));
                    whole_file::write(&folder.join(name), bytes, self.force)
                })
            }
            (Some(path), None) => files.iter().try_for_each(|(_, bytes)| whole_file::write(path, bytes, self.force)),
            (None, None) => {
                let written = files.iter().try_for_each(|(_, bytes)| out.write_all(bytes));
                written.and_then(|()| out.flush()).context("cannot write to standard output")
            }
        }
    }

    /// The files to write, each with the number of its first game.
    fn encode(
        &self,
        games: &[GameRecord],
        to: &'static Format,
        one_file: bool,
        complaints: &mut Complaints,
    ) -> Result<Vec<(usize, Vec<u8>)>> {
        let mut writer = FileWriter::new(to)?;
        let mut files = Vec::new();
        for (number, game) in (1..).zip(games) {
            match writer.add(game) {
                Ok(()) if one_file => {}
                Ok(()) => files.push((number, writer.take_file())),
                Err(error) if self.skip_bad => complaints.skip(format!("{error}; left out")),
                Err(error) => return Err(error.into()),
            }
        }
        if one_file {
            files.push((1, writer.take_file()));
        }
        ensure!(writer.written() > 0, "no game is left to be written: {}", complaints.lines.join("; "));
        complaints.lines.extend(writer.left_out());
        Ok(files)
    }
}

fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The bytes of a file, or one byte more than any file may have.
fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
