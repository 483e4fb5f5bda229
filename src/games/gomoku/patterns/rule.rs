//! The rule sets as types.

use once_cell::sync::Lazy;

use super::tables::Tables;
use crate::games::gomoku::rules::code::RuleCode;

/// A rule set as a type: the board is compiled for each, and no rule is asked about inside the search.
pub trait Rule: Copy + std::fmt::Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Which rule set this is.
    const CODE: RuleCode;
    /// See [`RuleCode::reach`].
    const REACH: usize = Self::CODE.reach();
    /// Are there points Black must not play?
    const FOULS: bool = matches!(Self::CODE, RuleCode::Renju);

    /// The look-up tables, built at first use.
    fn tables() -> &'static Tables;
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl Rule for $name {
            const CODE: RuleCode = RuleCode::$name;

            fn tables() -> &'static Tables {
                static TABLES: Lazy<Tables> = Lazy::new(|| Tables::new(RuleCode::$name));
                &TABLES
            }
        }
    )* };
}

rules! {
    /// Rule 0.
    Freestyle;
    /// Rule 1.
    Standard;
    /// Rule 4.
    Renju;
    /// Rule 8.
    Caro;
    /// Rule 9.
    CaroFive;
}
