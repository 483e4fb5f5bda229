//! The values that arguments take: for errors, help and completions.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::engine::options::Kind;
use crate::files::{FORMATS, Format};
use crate::games::GAMES;

/// A game by its name.
pub(crate) fn game() -> PossibleValuesParser {
    PossibleValuesParser::new(GAMES.iter().map(|game| game.name))
}

/// A rule of any game by its name, or by the code that means the same on the wire.
pub(super) fn rule() -> PossibleValuesParser {
    let rows = GAMES.iter().flat_map(|game| game.options).filter(|row| row.is_named("Rule"));
    let words = rows.flat_map(|row| match row.kind {
        Kind::Choice { words, .. } => words,
        Kind::Check { .. } | Kind::Spin { .. } => &[],
    });
    PossibleValuesParser::new(words.map(|&(word, code)| PossibleValue::new(word).alias(code.to_string())))
}

/// A format of files, of which those are completed that can be read.
pub(super) fn readable_format() -> impl TypedValueParser<Value = &'static Format> {
    formats(Format::reads)
}

/// A format of files, of which those are completed that can be written.
pub(super) fn writable_format() -> impl TypedValueParser<Value = &'static Format> {
    formats(Format::writes)
}

/// Any format by its name; one that is of no use here is hidden, and taken so that an error can say why.
fn formats(is_useful: fn(&Format) -> bool) -> impl TypedValueParser<Value = &'static Format> {
    let value = move |format: &&'static Format| PossibleValue::new(format.name).hide(!is_useful(format));
    PossibleValuesParser::new(FORMATS.iter().map(value)).try_map(|name| Format::named(&name))
}

/// Numbers of moves from the fewest to the most: `4-9`, or `6`.
pub(super) fn plies(text: &str) -> Result<(usize, usize), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let read = |text: &str| text.trim().parse().map_err(|_| format!("'{text}' is no number of moves"));
    let (least, most) = (read(least)?, read(most)?);
    if least <= most && most <= 100 { Ok((least, most)) } else { Err("expected MIN-MAX, at most 100".to_owned()) }
}
