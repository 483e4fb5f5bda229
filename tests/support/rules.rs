//! The five rules of Gomoku, where code is written once for each.

/// Evaluates an expression with `$rule` standing for the type of the rule that the code names.
macro_rules! with_rule {
    ($code:expr, $rule:ident => $body:expr) => {{
        use fukumi::games::gomoku::{Caro, CaroFive, Freestyle, Renju, RuleCode, Standard};
        macro_rules! under {
            ($named:ty) => {{
                type $rule = $named;
                $body
            }};
        }
        match $code {
            RuleCode::Freestyle => under!(Freestyle),
            RuleCode::Standard => under!(Standard),
            RuleCode::Renju => under!(Renju),
            RuleCode::Caro => under!(Caro),
            RuleCode::CaroFive => under!(CaroFive),
        }
    }};
}

/// A module of five tests, each of which calls `$check` with the type of a rule.
macro_rules! test_every_rule {
    ($name:ident, $check:ident) => {
        mod $name {
            use fukumi::games::gomoku::{Caro, CaroFive, Freestyle, Renju, Standard};

            #[test]
            fn freestyle() {
                super::$check::<Freestyle>();
            }

            #[test]
            fn standard() {
                super::$check::<Standard>();
            }

            #[test]
            fn renju() {
                super::$check::<Renju>();
            }

            #[test]
            fn caro() {
                super::$check::<Caro>();
            }

            #[test]
            fn caro_five() {
                super::$check::<CaroFive>();
            }
        }
    };
}
