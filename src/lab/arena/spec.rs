//! One engine of a match: its command, its options and its time control.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::time::TimeControl;
use super::{ArenaError, text};

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The Gomocup protocol.
    Gomocup,
    /// UGI.
    Ugi,
}

/// One engine of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// Its name in the records; no other engine of the match has it.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it is started; where the match is, if `None`.
    pub directory: Option<PathBuf>,
    /// What it speaks.
    pub protocol: Protocol,
    /// What is set before each game, in this order: `setoption`, or `INFO` in Gomocup.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub limits: TimeControl,
    /// The memory it is told to keep to, in bytes; only Gomocup has words for it.
    pub memory: Option<u64>,
    /// A new process for every game?
    pub fresh: bool,
}

/// What every engine of a match has unless its own text says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    /// The limits of thinking.
    pub limits: TimeControl,
    /// The memory to keep to, in bytes.
    pub memory: Option<u64>,
    /// Settings in the form of an engine's text, applied before its own.
    pub each: Vec<(String, String)>,
}

/// Gives engines of the same name numbers, so that two copies of one engine can be told apart: `A 1` and `A 2`.
pub fn number_copies(engines: &mut [EngineSpec]) {
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let mut taken: BTreeSet<String> = names.iter().cloned().collect();
    for (engine, name) in engines.iter_mut().zip(&names) {
        if names.iter().filter(|other| *other == name).count() > 1 {
            let free = (1..).map(|number| format!("{name} {number}")).find(|numbered| !taken.contains(numbered));
            engine.name = free.unwrap_or_default();
            taken.insert(engine.name.clone());
        }
    }
}

/// The keys of an engine's text, for errors.
const KEYS: &str = "name, cmd, dir, protocol, tc, move-time, nodes, depth, memory, fresh, option.NAME";

impl EngineSpec {
    /// Reads `name=A cmd='program argument' protocol=ugi option.Hash=16 move-time=0.3`.
    ///
    /// # Errors
    /// When a key is unknown, a value makes no sense, or the command or a limit is missing.
    pub fn parse(source: &str, defaults: &Defaults, game: &str) -> Result<EngineSpec, ArenaError> {
        let mut spec = EngineSpec {
            name: String::new(),
            command: Vec::new(),
            directory: None,
            protocol: Protocol::of_game(game),
            options: Vec::new(),
            limits: defaults.limits.clone(),
            memory: defaults.memory,
            fresh: false,
        };
        let own = text::pairs("--engine", source)?;
        for (key, value) in defaults.each.iter().chain(&own) {
            spec.set(key, value, game)?;
        }
        spec.check(source, game)?;
        Ok(spec)
    }

    /// The engine on a machine where files that it names lie elsewhere: words of the command, what follows `=` in them, and values
    /// of options.
    pub fn located(&self, located: &[(String, String)]) -> EngineSpec {
        let there = |word: &str| located.iter().find(|(name, _)| name == word).map(|(_, path)| path.clone());
        let locate = |word: &String| {
            let value = word.split_once('=').and_then(|(name, value)| Some(format!("{name}={}", there(value)?)));
            there(word).or(value).unwrap_or_else(|| word.clone())
        };
        let option = |(name, value): &(String, String)| (name.clone(), there(value).unwrap_or_else(|| value.clone()));
        EngineSpec {
            command: self.command.iter().map(locate).collect(),
            options: self.options.iter().map(option).collect(),
            ..self.clone()
        }
    }

    fn set(&mut self, key: &str, value: &str, game: &str) -> Result<(), ArenaError> {
        let bad = |why: &str| ArenaError::setting(format!("--engine {key}"), value, why);
        match key {
            "name" if value.trim().is_empty() || value.chars().any(char::is_control) => {
                return Err(bad("expected a name that can be printed"));
            }
            "name" => self.name = value.trim().to_owned(),
            "cmd" => self.command = shell_words::split(value).map_err(|error| bad(&error.to_string()))?,
            "dir" => self.directory = Some(PathBuf::from(value)),
            "protocol" => {
                self.protocol = Protocol::parse(value, game).ok_or_else(|| bad("expected auto, gomocup or ugi"))?
            }
            "memory" if value == "none" => self.memory = None,
            "memory" => self.memory = Some(text::memory(key, value)?),
            "fresh" => self.fresh = value.parse().map_err(|_| bad("expected true or false"))?,
            _ => match key.strip_prefix("option.") {
                Some(name) => self.set_option(name, value).map_err(|why| bad(&why))?,
                None if self.limits.set(key, value)? => {}
                None => return Err(ArenaError::setting("--engine", key, format!("expected one of {KEYS}"))),
            },
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let one_line = |text: &str| !text.chars().any(char::is_control);
        if name.is_empty() || !one_line(name) || !one_line(value) {
            return Err("expected a name and a value of one line".to_owned());
        }
        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn check(&mut self, source: &str, game: &str) -> Result<(), ArenaError> {
        let Some(program) = self.command.first().filter(|program| !program.is_empty()) else {
            return Err(ArenaError::setting("--engine", source, "has no cmd"));
        };
        if self.name.is_empty() {
            let stem = std::path::Path::new(program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            self.name = stem.unwrap_or_else(|| program.clone());
        }
        if self.protocol == Protocol::Gomocup && game != "gomoku" {
            return Err(ArenaError::setting("--engine", source, format!("the Gomocup protocol has no {game}")));
        }
        if !self.limits.is_bounded() {
            let why = "nothing limits its thinking: give tc, move-time, nodes or depth";
            return Err(ArenaError::setting("--engine", source, why));
        }
        Ok(())
    }
}

impl Protocol {
    /// What the engines of a game mostly speak: what `auto` means.
    fn of_game(game: &str) -> Protocol {
        if game == "gomoku" { Protocol::Gomocup } else { Protocol::Ugi }
    }

    fn parse(text: &str, game: &str) -> Option<Protocol> {
        match text {
            "auto" => Some(Protocol::of_game(game)),
            "gomocup" => Some(Protocol::Gomocup),
            "ugi" => Some(Protocol::Ugi),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults() -> Defaults {
        let limits = TimeControl { turn_ms: Some(100), ..TimeControl::default() };
        Defaults { limits, memory: Some(1 << 20), each: vec![("option.Hash".to_owned(), "8".to_owned())] }
    }

    #[test]
    fn an_engine_has_its_own_settings_before_those_of_all() {
        let text =
            "name=A cmd='dir/prog -x \"a b\"' protocol=ugi option.hash=16 option.Threads=2 nodes=500 move-time=none";
        let spec = EngineSpec::parse(text, &defaults(), "gomoku").unwrap();
        assert_eq!(spec.command, ["dir/prog", "-x", "a b"]);
        assert_eq!(spec.protocol, Protocol::Ugi);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(spec.options, [option("hash", "16"), option("Threads", "2")]);
        assert_eq!(spec.limits, TimeControl { nodes: Some(500), ..TimeControl::default() });
        assert_eq!(spec.memory, Some(1 << 20));
    }

    #[test]
    fn a_name_is_made_of_the_program_and_a_protocol_of_the_game() {
        let spec = EngineSpec::parse("cmd=/usr/bin/pbrain-x.sh memory=none fresh=true", &defaults(), "gomoku").unwrap();
        assert_eq!((spec.name.as_str(), spec.protocol), ("pbrain-x", Protocol::Gomocup));
        assert_eq!((spec.memory, spec.fresh), (None, true));
        let spec = EngineSpec::parse("cmd=x", &defaults(), "abalone").unwrap();
        assert_eq!(spec.protocol, Protocol::Ugi);
    }

    #[test]
    fn copies_of_one_engine_get_numbers() {
        let numbered = |names: &[&str]| -> Vec<String> {
            let engine =
                |name: &&str| EngineSpec::parse(&format!("name='{name}' cmd=x"), &defaults(), "gomoku").unwrap();
            let mut engines: Vec<EngineSpec> = names.iter().map(engine).collect();
            number_copies(&mut engines);
            engines.into_iter().map(|engine| engine.name).collect()
        };
        assert_eq!(numbered(&["A", "B"]), ["A", "B"]);
        assert_eq!(numbered(&["A", "B", "A"]), ["A 1", "B", "A 2"]);
        assert_eq!(numbered(&["A 1", "A", "A"]), ["A 1", "A 2", "A 3"]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("name=A", "no cmd"),
            ("cmd=''", "no cmd"),
            ("cmd=x colour=red", "'colour': expected one of name"),
            ("cmd=x protocol=xboard", "--engine protocol 'xboard'"),
            ("cmd=x nodes=many", "nodes 'many'"),
            ("cmd=x fresh=maybe", "true or false"),
            ("cmd=x move-time=none", "nothing limits"),
            ("cmd='x \"'", "quote"),
            ("cmd=x option.=1", "one line"),
            ("cmd=x name=' '", "name"),
        ] {
            let error = EngineSpec::parse(text, &defaults(), "gomoku").unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let error = EngineSpec::parse("cmd=x protocol=gomocup", &defaults(), "abalone").unwrap_err().to_string();
        assert!(error.contains("no abalone"), "{error}");
    }
}
