//! Parts of an input: which questions are whose, and what all parts of one input have in common.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::Analyze;
use super::analyst::Conditions;
use super::input::{Asked, Questions};
use super::result::Terms;
use crate::lab::parts::{Command, Part, PartFile};
use crate::tools::part::{PartToDo, run_of};

/// What decides the results of an input.
#[derive(Debug, Serialize, Deserialize)]
struct PartedRun {
    terms: Terms,
    /// How many questions there are, and the checksum of them all.
    questions: u64,
    crc32: u32,
}

impl Analyze {
    /// Answers the questions of a part, into its file. Tells whether any of them is invalid.
    pub(super) fn answer_part(
        &self,
        part: Part,
        path: &Path,
        questions: Questions<'_>,
        conditions: &Conditions,
        terms: &Terms,
    ) -> Result<bool> {
        let asked: Vec<Asked> = questions.collect::<Result<_>>()?;
        let (questions, crc32) = (asked.len() as u64, checksum(&asked));
        let parted = PartedRun { terms: terms.clone(), questions, crc32 };
        let to_do = PartToDo::new(part, run_of(Command::Analyze, conditions.time.is_none(), &parted)?, path);
        if let Some(exit) = to_do.done()? {
            return Ok(exit != 0);
        }
        let range = part.range(questions);
        let own: Vec<Asked> = asked.into_iter().filter(|asked| range.contains(&(asked.number - 1))).collect();
        let answers = to_do.work()?.join("answers.jsonl");
        let own = Box::new(own.into_iter().map(Ok));
        let any_invalid = self.answer(own, conditions, terms, Some(&answers), &mut std::io::sink())?;
        to_do.finish(u8::from(any_invalid), &answers)?;
        Ok(any_invalid)
    }

    /// Tells how many positions each part studies, a line each.
    pub(super) fn tell_plan(&self, parts: u32, questions: Questions<'_>, out: &mut impl Write) -> Result<()> {
        let positions: Vec<u64> = questions.map(|asked| Ok(self.positions_of(&asked?))).collect::<Result<_>>()?;
        for part in Part::all(parts) {
            let range = part.range(positions.len() as u64);
            let own: u64 = positions[range.start as usize..range.end as usize].iter().sum();
            writeln!(out, "{own}")?;
        }
        Ok(())
    }
}

fn checksum(asked: &[Asked]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for asked in asked {
        hasher.update(asked.input.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize()
}

/// What is looked at of an answer.
#[derive(Deserialize)]
struct Numbered {
    n: u64,
}

/// Joins parts, given in their order. Returns how many answers there are.
///
/// # Errors
/// When a part does not hold exactly its own answers, or a file cannot be read or written.
pub(in crate::tools) fn join<'a>(
    settings: &serde_json::Value,
    files: impl Iterator<Item = &'a PartFile>,
    out: &mut impl Write,
) -> Result<u64> {
    let run: PartedRun = serde_json::from_value(settings.clone()).context("the settings of the parts")?;
    let mut answers = 0;
    for file in files {
        let (shown, part) = (file.path().display(), file.part());
        let mut expected = part.range(run.questions);
        for line in file.lines()? {
            let found: Numbered =
                serde_json::from_str(&line).with_context(|| format!("{shown}: no result of analyze"))?;
            let own = expected.next().map(|index| index + 1);
            ensure!(own == Some(found.n), "{shown}: part {part} has an answer {} in a wrong place", found.n);
            writeln!(out, "{line}")?;
            answers += 1;
        }
        ensure!(expected.next().is_none(), "{shown}: part {part} lacks answers");
    }
    Ok(answers)
}
