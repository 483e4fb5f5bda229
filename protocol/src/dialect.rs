//! Which protocol a session speaks, told by its first line.

use crate::text;

/// A protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Gomocup ("Piskvork") with the Yixin extensions: `spec/gomocup.md`.
    #[default]
    Gomocup,
    /// The Universal Game Interface: `spec/ugi.md`.
    Ugi,
    /// The abalone engine protocol: `spec/aep.md`.
    Aep,
}

impl Dialect {
    /// The dialect that a session opening with this line speaks; `None` while the line is blank.
    #[must_use]
    pub fn detect(first_line: &[u8]) -> Option<Dialect> {
        let line = text::decode(first_line);
        let word = line.split_ascii_whitespace().next()?.to_ascii_lowercase();
        Some(match word.as_str() {
            "ugi" | "uci" => Dialect::Ugi,
            "aep" => Dialect::Aep,
            _ => Dialect::Gomocup,
        })
    }
}
