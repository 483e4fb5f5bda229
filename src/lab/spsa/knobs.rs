//! The numbers to be tuned, and how far each is moved.

use rustc_hash::FxHashSet;

use super::error::SpsaError;
use crate::search::Params;
use crate::search::params::Param;

/// One number to be tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Its name in [`Params`].
    pub name: &'static str,
    /// Where it stands. What is played with are whole numbers nearby.
    pub value: f64,
    /// How far it is moved for a trial at the end of the climb: as far as is felt in a few hundred games.
    pub step: f64,
    /// The smallest value allowed.
    pub low: f64,
    /// The largest value allowed.
    pub high: f64,
}

/// Reads a list of knobs: a line each, `NAME STEP`, with what stands in `start`; or `NAME STEP VALUE`, to begin elsewhere. Empty
/// lines and what follows a `#` say nothing.
///
/// # Errors
/// When a line is something else, names no number or one twice, or the list is empty.
pub fn read_knobs(text: &str, start: &Params) -> Result<Vec<Knob>, SpsaError> {
    let mut named = FxHashSet::default();
    let mut knobs = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let knob = read_knob(line, start).map_err(|what| SpsaError::Knob { line: at + 1, what })?;
        if !named.insert(knob.name) {
            return Err(SpsaError::Knob { line: at + 1, what: format!("{} is named twice", knob.name) });
        }
        knobs.push(knob);
    }
    if knobs.is_empty() { Err(SpsaError::NoKnobs) } else { Ok(knobs) }
}

fn read_knob(line: &str, start: &Params) -> Result<Knob, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (&name, numbers) = words.split_first().ok_or("no name")?;
    let param = find(name).ok_or_else(|| format!("the search has no number called {name}"))?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Vec<f64> = numbers
        .iter()
        .map(|text| number(text).ok_or_else(|| format!("'{text}' is no number")))
        .collect::<Result<_, _>>()?;
    let (step, value) = match numbers[..] {
        [step] => (step, f64::from(start.get(name).unwrap_or(param.default))),
        [step, value] => (step, value),
        _ => return Err("expected NAME STEP or NAME STEP VALUE".to_owned()),
    };
    let (low, high) = (f64::from(param.low), f64::from(param.high));
    if step <= 0.0 || step > high - low {
        return Err(format!("a step of {step} for {name}, which lies in {low} to {high}"));
    }
    if !(low..=high).contains(&value) {
        return Err(format!("{name} lies in {low} to {high}, and {value} does not"));
    }
    Ok(Knob { name: param.name, value, step, low, high })
}

fn find(name: &str) -> Option<&'static Param> {
    Params::TABLE.iter().find(|param| param.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_numbers_steps_and_values() {
        let start = Params { lmp_base: 9, ..Params::default() };
        let knobs = read_knobs("lmp_base 2 # moves\n\n# none\n futility_base 20 77.5\n", &start).unwrap();
        let told: Vec<_> = knobs.iter().map(|knob| (knob.name, knob.step, knob.value)).collect();
        assert_eq!(told, [("lmp_base", 2.0, 9.0), ("futility_base", 20.0, 77.5)]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, why) in [
            ("", "no number is named"),
            ("nonsense 1", "line 1: the search has no number called nonsense"),
            ("lmp_base", "line 1: expected NAME STEP or NAME STEP VALUE"),
            ("lmp_base 2 3 4", "line 1: expected NAME STEP or NAME STEP VALUE"),
            ("\ncount_base x", "line 2: 'x' is no number"),
            ("lmp_base inf", "line 1: 'inf' is no number"),
            ("lmp_base 0", "line 1: a step of 0 for lmp_base, which lies in 1 to 256"),
            ("lmp_base 1 0", "line 1: lmp_base lies in 1 to 256, and 0 does not"),
            ("lmp_base 1\ncount_base 2", "line 2: lmp_base is named twice"),
        ] {
            let error = read_knobs(text, &Params::default()).unwrap_err();
            assert_eq!(error.to_string(), why);
        }
    }
}
