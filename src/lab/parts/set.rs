//! The parts of one run, gathered from files in any order.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use super::{Part, PartError, PartFile, Run};

/// The parts of one run, each of them once.
#[derive(Clone, Debug)]
pub struct PartSet {
    run: Run,
    of: u32,
    files: BTreeMap<u32, PartFile>,
}

/// How a file of a part ends, where a folder is named for all that lie in it.
const EXTENSION: &str = "part";

impl PartSet {
    /// Gathers parts; a folder stands for all files `*.part` in it. A part that comes twice counts once.
    ///
    /// # Errors
    /// When a file is no part or one of another run, or two files of one part contradict each other.
    pub fn gather(paths: &[PathBuf]) -> Result<PartSet, PartError> {
        let mut files = Vec::new();
        for path in paths {
            if path.is_dir() { files.extend(parts_in(path)?) } else { files.push(path.clone()) }
        }
        let mut set: Option<PartSet> = None;
        for path in &files {
            let file = PartFile::open(path)?;
            match &mut set {
                Some(set) => set.add(file)?,
                None => {
                    let (run, of) = (file.header().run.clone(), file.part().of());
                    set = Some(PartSet { run, of, files: BTreeMap::from([(file.part().number(), file)]) });
                }
            }
        }
        let named = || paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        set.ok_or_else(|| PartError::None(named()))
    }

    fn add(&mut self, file: PartFile) -> Result<(), PartError> {
        let other = self.files.first_key_value().map(|(_, first)| first.path().to_owned()).unwrap_or_default();
        file.check_run(&self.run, &other)?;
        let part = file.part();
        if part.of() != self.of {
            let difference = ["the number of parts".to_owned(), part.of().to_string(), self.of.to_string()];
            let (path, difference) = (file.path().to_owned(), Box::new(difference));
            return Err(PartError::OtherRun { path, other, difference });
        }
        match self.files.entry(part.number()) {
            Entry::Vacant(place) => drop(place.insert(file)),
            Entry::Occupied(mut place) => {
                let [held, new] = [place.get(), &file].map(|file| (file.header().crc32, file.header().bytes));
                if held != new && self.run.repeatable {
                    let (one, other) = (file.path().to_owned(), place.get().path().to_owned());
                    return Err(PartError::Contradiction { part, one, other });
                }
                // Of games on the clock each answer is as good; the choice must not depend on the order of the files.
                if new < held {
                    place.insert(file);
                }
            }
        }
        Ok(())
    }

    /// What they are parts of.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// One of the parts that the run has, whether it is there or not.
    pub fn part(&self, number: u32) -> Part {
        Part { number, of: self.of }
    }

    /// The parts that are there, in their order.
    pub fn files(&self) -> impl Iterator<Item = &PartFile> {
        self.files.values()
    }

    /// The parts before the first one that is missing.
    pub fn unbroken(&self) -> impl Iterator<Item = &PartFile> {
        self.files.values().zip(1..).take_while(|(file, number)| file.part().number() == *number).map(|(file, _)| file)
    }

    /// Is every part there?
    ///
    /// # Errors
    /// Names those that are missing.
    pub fn check_complete(&self) -> Result<(), PartError> {
        let mut gaps = Vec::new();
        let mut next = 1;
        for number in self.files.keys().copied().chain([self.of + 1]) {
            match number - next {
                0 => {}
                1 => gaps.push(next.to_string()),
                _ => gaps.push(format!("{next}-{}", number - 1)),
            }
            next = number + 1;
        }
        if gaps.is_empty() { Ok(()) } else { Err(PartError::Missing { of: self.of, missing: gaps.join(", ") }) }
    }

    /// The largest exit status of any part.
    pub fn exit(&self) -> u8 {
        self.files.values().map(|file| file.header().exit).max().unwrap_or(0)
    }
}

fn parts_in(folder: &Path) -> Result<Vec<PathBuf>, PartError> {
    let io = || PartError::io(folder);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io())? {
        let path = entry.map_err(io())?.path();
        if path.is_file() && path.extension().is_some_and(|extension| extension == EXTENSION) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::Command;
    use super::*;

    fn run(nodes: u32, repeatable: bool) -> Run {
        let settings = json!({ "nodes": nodes });
        Run { command: Command::Selfplay, program: "test 1".to_owned(), repeatable, settings }
    }

    fn write(folder: &Path, name: &str, part: &str, run: Run, results: &str) -> PathBuf {
        let (source, path) = (folder.join("results"), folder.join(name));
        std::fs::write(&source, results).unwrap();
        PartFile::write(&path, part.parse().unwrap(), run, 0, &source).unwrap();
        path
    }

    #[test]
    fn parts_are_found_in_any_order_and_missing_ones_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let names = ["a.part", "b.part", "c.part"];
        let paths: Vec<_> = names
            .iter()
            .zip(["7/9", "2/9", "4/9"])
            .map(|(name, part)| write(at, name, part, run(1, true), part))
            .collect();
        let set = PartSet::gather(&paths).unwrap();
        assert_eq!(set.files().map(|file| file.lines().unwrap().join("")).collect::<Vec<_>>(), ["2/9", "4/9", "7/9"]);
        assert_eq!(set.unbroken().count(), 0);
        let missing = set.check_complete().unwrap_err().to_string();
        assert_eq!(missing, "of 9 parts these are missing: 1, 3, 5-6, 8-9");
        let again = PartSet::gather(&[at.to_owned(), paths[0].clone()]).unwrap();
        assert_eq!(again.files().count(), 3, "a folder stands for its parts, and twice counts once");
        let empty = tempfile::tempdir().unwrap();
        assert!(matches!(PartSet::gather(&[empty.path().to_owned()]), Err(PartError::None(_))));
    }

    #[test]
    fn parts_of_other_runs_are_refused_with_what_differs() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let first = write(at, "1", "1/2", run(100, true), "x");
        let others = [
            (write(at, "2", "2/2", run(200, true), "y"), "nodes is 200 there, 100 in"),
            (write(at, "3", "2/3", run(100, true), "y"), "the number of parts is 3 there, 2 in"),
            (
                write(at, "4", "2/2", Run { program: "test 2".to_owned(), ..run(100, true) }, "y"),
                "program is \"test 2\" there",
            ),
            (write(at, "5", "1/2", run(100, true), "z"), "part 1/2 has other results in"),
        ];
        for (other, said) in others {
            let error = PartSet::gather(&[first.clone(), other]).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn of_two_answers_that_may_differ_the_same_one_is_taken_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["x", "y"].map(|text| write(folder.path(), text, "1/1", run(1, false), text));
        let chosen = |paths: &[PathBuf]| PartSet::gather(paths).unwrap().files().next().unwrap().lines().unwrap();
        assert_eq!(chosen(&paths), chosen(&[paths[1].clone(), paths[0].clone()]));
    }

    #[test]
    fn a_file_that_is_cut_or_changed_anywhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "a", "1/1", run(1, true), "some results\nof a part\n");
        let bytes = std::fs::read(&path).unwrap();
        let start = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        for length in 0..bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(PartFile::open(&path).is_err(), "{length} bytes");
        }
        for at in start..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            std::fs::write(&path, changed).unwrap();
            assert!(PartFile::open(&path).is_err(), "byte {at}");
        }
    }
}
