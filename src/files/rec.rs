//! Games of Gomotur (`.rec`) on 20x20: two names, a line `x,y,ms` for each move, counted from 0 at the top left, and a result code.

use super::error::{FileError, Location};
use super::format::{Contents, Format, Reading};
use super::psq::{Moves, is_move, note_code};
use super::record::{GameRecord, Tag};
use super::source::{FileRules, FoundGame, Games, Source, decode, lines};

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "rec",
    extensions: &["rec"],
    about: "a game of Gomotur, 20x20",
    games: &["gomoku"],
    many: false,
    holds: Contents::MOVES,
    sniff,
    read: Some(Reading::Whole(|source| Games::one(read(source)))),
    write: None,
};

const SIZE: usize = 20;

fn sniff(bytes: &[u8]) -> bool {
    let text = decode(bytes, None);
    let mut told = lines(&text).map(|(_, line)| line);
    let names = [told.next(), told.next()];
    let named = |name: Option<&str>| name.is_some_and(|name| !name.contains(','));
    names.into_iter().all(named) && told.next().is_some_and(is_move)
}

fn read(source: &Source<'_>) -> Result<FoundGame, FileError> {
    let text = source.text();
    let mut lines = lines(&text).peekable();
    let mut record = GameRecord::new(
        source.rules(FileRules { game: Some("gomoku"), size: Some(SIZE), ..FileRules::default() }, Location::File)?,
    );
    let mut name = |location| {
        let found = lines.next_if(|(_, line)| !is_move(line)).map(|(_, line)| line);
        found.ok_or(FileError::Bad {
            location: Location::Line(location),
            field: "name of a player",
            why: "missing".to_owned(),
        })
    };
    let mut names = [name(1)?, name(2)?];
    if let Some((date, second_began)) = source.hint.name.as_deref().and_then(dated) {
        record.set_tag(Tag::Date, &date);
        if second_began {
            names.swap(0, 1);
        }
    }
    record.set_tag(Tag::Black, names[0]);
    record.set_tag(Tag::White, names[1]);
    let mut moves = Moves::default();
    while let Some((number, line)) = lines.next_if(|(_, line)| is_move(line)) {
        moves.add(number, line, 0)?;
    }
    record.tree = moves.tree;
    note_code(&mut record, lines.next().map(|(_, line)| line));
    Ok(FoundGame { location: Location::Line(1), record })
}

/// The date in a file name `YYYYMMDDnn.rec`, and whether the player named second began: `nn` is even in that case.
fn dated(path: &str) -> Option<(String, bool)> {
    let name = path.rsplit(['/', '\\']).next()?;
    let digits = name.get(..10).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let last = name.get(10..11).filter(|&dot| dot == ".").and(digits.bytes().last())?;
    let date = format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..8]);
    Some((date, last % 2 == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_a_date_tells_who_began() {
        assert_eq!(dated("games/2003051702.rec"), Some(("2003-05-17".to_owned(), true)));
        assert_eq!(dated("2003051703.REC"), Some(("2003-05-17".to_owned(), false)));
        for name in ["200305170.rec", "final.rec", "20030517023.rec", "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}.rec"] {
            assert_eq!(dated(name), None, "{name}");
        }
    }
}
