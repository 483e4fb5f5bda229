//! The parameters to tune, and how far each is moved.

use rustc_hash::FxHashSet;

use super::error::SpsaError;
use crate::search::ParamValues;

/// One parameter to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedParam {
    /// Its name among the numbers of the game.
    pub name: &'static str,
    /// The current value. Games are played with whole numbers near it.
    pub value: f64,
    /// The perturbation in the last iteration: large enough to matter within a few hundred games.
    pub step: f64,
    /// The smallest value allowed.
    pub low: f64,
    /// The largest value allowed.
    pub high: f64,
}

/// Reads a list of parameters, one per line: `NAME STEP`, of the numbers in `start`, beginning with the value there, or `NAME STEP VALUE`.
/// Empty lines and comments after `#` are ignored.
///
/// # Errors
/// When a line is malformed, names an unknown parameter or one twice, or the list is empty.
pub fn read_tuned_params(text: &str, start: &ParamValues) -> Result<Vec<TunedParam>, SpsaError> {
    let mut named = FxHashSet::default();
    let mut tuned_params = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let param = read_tuned_param(line, start).map_err(|what| SpsaError::Line { line: at + 1, what })?;
        if !named.insert(param.name) {
            return Err(SpsaError::Line { line: at + 1, what: format!("{} is named twice", param.name) });
        }
        tuned_params.push(param);
    }
    if tuned_params.is_empty() { Err(SpsaError::NoParams) } else { Ok(tuned_params) }
}

fn read_tuned_param(line: &str, start: &ParamValues) -> Result<TunedParam, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (&name, numbers) = words.split_first().ok_or("no name")?;
    let param = start.find(name).ok_or_else(|| format!("the search has no parameter called {name}"))?;
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
    Ok(TunedParam { name: param.name, value, step, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Params;

    #[test]
    fn a_list_names_numbers_steps_and_values() {
        let start = Params { lmp_base: 9, ..Params::default() }.values();
        let tuned_params = read_tuned_params("lmp_base 2 # moves\n\n# none\n futility_base 20 77.5\n", &start).unwrap();
        let told: Vec<_> = tuned_params.iter().map(|param| (param.name, param.step, param.value)).collect();
        assert_eq!(told, [("lmp_base", 2.0, 9.0), ("futility_base", 20.0, 77.5)]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, why) in [
            ("", "no parameter is named"),
            ("nonsense 1", "line 1: the search has no parameter called nonsense"),
            ("lmp_base", "line 1: expected NAME STEP or NAME STEP VALUE"),
            ("lmp_base 2 3 4", "line 1: expected NAME STEP or NAME STEP VALUE"),
            ("\nlmp_base x", "line 2: 'x' is no number"),
            ("lmp_base inf", "line 1: 'inf' is no number"),
            ("lmp_base 0", "line 1: a step of 0 for lmp_base, which lies in 1 to 256"),
            ("lmp_base 1 0", "line 1: lmp_base lies in 1 to 256, and 0 does not"),
            ("lmp_base 1\nlmp_base 2", "line 2: lmp_base is named twice"),
        ] {
            let error = read_tuned_params(text, &Params::default().values()).unwrap_err();
            assert_eq!(error.to_string(), why);
        }
    }
}
