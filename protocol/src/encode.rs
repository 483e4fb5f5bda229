//! Replies out: each dialect writes them its own way.

use crate::analysis::Style;
use crate::dialect::Dialect;
use crate::reply::Reply;
use crate::{gomocup, ugi};

impl Reply {
    /// The lines to send, each closed by a line feed; empty where this dialect or style says nothing.
    #[must_use]
    pub fn encode(&self, dialect: Dialect, style: &Style) -> String {
        match dialect {
            Dialect::Gomocup => gomocup::encode(self, style),
            Dialect::Ugi | Dialect::Aep => ugi::encode(self),
        }
    }
}
