//! The five rule sets and the codes by which protocols and position texts name them.

/// When a line of stones of one colour wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRule {
    /// Five or more in a row.
    FiveOrMore,
    /// Exactly five in a row; six and more are nothing.
    ExactlyFive,
    /// Six or more, or five unless opponent stones stand at both ends. The edge of the board does not block.
    Caro,
    /// Exactly five unless opponent stones stand at both ends.
    CaroExactlyFive,
}

/// A rule set by its number in the Gomocup protocol (`INFO rule`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleCode {
    /// 0: five or more wins.
    Freestyle,
    /// 1: exactly five wins.
    Standard,
    /// 4: Black wins with exactly five and loses by a forbidden point; White wins with five or more.
    Renju,
    /// 8: six or more wins, five wins unless blocked at both ends.
    Caro,
    /// 9: exactly five wins unless blocked at both ends.
    CaroFive,
}

impl RuleCode {
    /// Every rule set, in the order of its number.
    pub const ALL: [RuleCode; 5] =
        [RuleCode::Freestyle, RuleCode::Standard, RuleCode::Renju, RuleCode::Caro, RuleCode::CaroFive];

    /// The number in the Gomocup protocol and in position texts.
    pub const fn number(self) -> u8 {
        match self {
            RuleCode::Freestyle => 0,
            RuleCode::Standard => 1,
            RuleCode::Renju => 4,
            RuleCode::Caro => 8,
            RuleCode::CaroFive => 9,
        }
    }

    /// The rule set of a number.
    pub fn from_number(number: u8) -> Option<RuleCode> {
        RuleCode::ALL.into_iter().find(|rule| rule.number() == number)
    }

    /// The name people use, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            RuleCode::Freestyle => "freestyle",
            RuleCode::Standard => "standard",
            RuleCode::Renju => "renju",
            RuleCode::Caro => "caro",
            RuleCode::CaroFive => "caro-five",
        }
    }

    /// When Black's and White's lines win.
    pub const fn lines(self) -> [LineRule; 2] {
        match self {
            RuleCode::Freestyle => [LineRule::FiveOrMore; 2],
            RuleCode::Standard => [LineRule::ExactlyFive; 2],
            RuleCode::Renju => [LineRule::ExactlyFive, LineRule::FiveOrMore],
            RuleCode::Caro => [LineRule::Caro; 2],
            RuleCode::CaroFive => [LineRule::CaroExactlyFive; 2],
        }
    }

    /// How far along a line a stone changes what other cells are worth: four cells where five or more wins for both, one
    /// more where the cell behind a five matters.
    pub const fn reach(self) -> usize {
        match self {
            RuleCode::Freestyle => 4,
            _ => 5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_rules() {
        for rule in RuleCode::ALL {
            assert_eq!(RuleCode::from_number(rule.number()), Some(rule));
        }
        assert_eq!(RuleCode::from_number(2), None);
    }
}
