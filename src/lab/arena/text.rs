//! The small texts of a match's settings: times, amounts of memory, and lists of `key=value`.

use std::time::Duration;

use super::ArenaError;

/// The longest time a setting may name, in seconds: what fits into 32 bits of milliseconds.
const LONGEST: f64 = 2_000_000.0;

/// Reads a time: `0.3` and `0.3s` are seconds, `300ms` milliseconds, `2m` minutes.
///
/// # Errors
/// When it is no such text, or longer than 23 days.
pub fn duration(setting: &str, text: &str) -> Result<Duration, ArenaError> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("", 1.0)];
    let found = units.iter().find_map(|(unit, seconds)| Some((text.trim().strip_suffix(unit)?, seconds)));
    let seconds = found.and_then(|(number, unit)| Some(decimal(number)? * unit)).filter(|&time| time <= LONGEST);
    let bad = || ArenaError::setting(setting, text, "expected a time such as 0.3, 300ms or 2m");
    seconds.map(Duration::from_secs_f64).ok_or_else(bad)
}

/// A number without sign or exponent.
fn decimal(text: &str) -> Option<f64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if plain { text.parse().ok() } else { None }
}

/// Reads an amount of memory, in bytes: `350M` and `350` are MiB, `2G` GiB.
///
/// # Errors
/// When it is no such text, or more than 64 bits hold.
pub fn memory(setting: &str, text: &str) -> Result<u64, ArenaError> {
    let upper = text.trim().to_ascii_uppercase();
    let (number, shift) = match upper.strip_suffix('G') {
        Some(number) => (number, 30),
        None => (upper.strip_suffix('M').unwrap_or(&upper), 20),
    };
    let bytes = number.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| ArenaError::setting(setting, text, "expected an amount such as 350M or 2G"))
}

/// Reads a whole number.
///
/// # Errors
/// When it is none, or out of the range of its type.
pub fn number<T: std::str::FromStr>(setting: &str, text: &str) -> Result<T, ArenaError> {
    text.trim().parse().map_err(|_| ArenaError::setting(setting, text, "expected a number"))
}

/// Reads `key=value` pairs with blanks between, quoted as in a shell.
///
/// # Errors
/// When a quote is not closed, or a word has no `=`.
pub fn pairs(setting: &str, text: &str) -> Result<Vec<(String, String)>, ArenaError> {
    let words = shell_words::split(text).map_err(|error| ArenaError::setting(setting, text, error.to_string()))?;
    let pair = |word: String| match word.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(ArenaError::setting(setting, word, "expected key=value")),
    };
    words.into_iter().map(pair).collect()
}

/// Reads numbers by their names, with commas or blanks between: `elo0=0,elo1=5`. What is not named keeps its value.
///
/// # Errors
/// When a name is unknown or a value no finite number.
pub fn named_numbers(setting: &str, text: &str, known: &mut [(&str, f64)]) -> Result<(), ArenaError> {
    for (key, value) in pairs(setting, &text.replace(',', " "))? {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let unknown = || ArenaError::setting(setting, &key, format!("expected one of {}", names.join(", ")));
        let slot = known.iter_mut().find(|(name, _)| *name == key).ok_or_else(unknown)?;
        let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
        slot.1 = number.ok_or_else(|| ArenaError::setting(format!("{setting} {key}"), &value, "expected a number"))?;
    }
    Ok(())
}

/// How much of a stranger's line is repeated.
const QUOTED: usize = 120;

/// The beginning of a stranger's text, in characters that do no harm to a terminal or a file.
pub fn quote(text: &str) -> String {
    let shown = text.chars().take(QUOTED).map(|c| if c.is_control() { '?' } else { c });
    let more = if text.chars().nth(QUOTED).is_some() { "..." } else { "" };
    shown.collect::<String>() + more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds_unless_they_say_otherwise() {
        for (text, millis) in [("0.3", 300), ("10", 10_000), ("2s", 2_000), ("300ms", 300), ("2m", 120_000), ("0", 0)] {
            assert_eq!(duration("x", text).unwrap(), Duration::from_millis(millis), "{text}");
        }
        for text in ["", "s", "-1", "1e9", "nan", "inf", "1.2.3", "1 h", "99999999999"] {
            assert!(duration("x", text).is_err(), "{text}");
        }
    }

    #[test]
    fn memory_is_in_mebibytes() {
        assert_eq!(memory("x", "350").unwrap(), 367_001_600);
        assert_eq!(memory("x", "350m").unwrap(), 367_001_600);
        assert_eq!(memory("x", "2G").unwrap(), 2 << 30);
        for text in ["", "M", "-1", "1.5G", "99999999999999999999", "99999999999G"] {
            assert!(memory("x", text).is_err(), "{text}");
        }
    }

    #[test]
    fn pairs_are_quoted_as_in_a_shell() {
        let found = pairs("x", "name=A cmd='dir/prog --flag \"a b\"' option.Hash=16").unwrap();
        assert_eq!(found[1], ("cmd".to_owned(), "dir/prog --flag \"a b\"".to_owned()));
        assert!(pairs("x", "name='A").is_err());
        assert!(pairs("x", "name").unwrap_err().to_string().contains("'name': expected key=value"));
    }

    #[test]
    fn only_known_names_take_numbers() {
        let mut known = [("elo0", 0.0), ("elo1", 5.0)];
        named_numbers("--sprt", "elo1=3.5", &mut known).unwrap();
        assert_eq!(known, [("elo0", 0.0), ("elo1", 3.5)]);
        for text in ["elo2=1", "elo0=x", "elo0=inf", "elo0"] {
            assert!(named_numbers("--sprt", text, &mut known).is_err(), "{text}");
        }
    }
}
