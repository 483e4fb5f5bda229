//! The names of the rules of Gomoku and Renju in files.

use crate::games::gomoku::RuleCode;
use crate::games::gomoku::notation::parse_rule;

/// Parts of names, each with the rule that it means. All opening rules of Renju share one rule of fives and fouls.
const PARTS: &[(&str, RuleCode)] = &[
    ("renju", RuleCode::Renju),
    ("rif", RuleCode::Renju),
    ("yamaguchi", RuleCode::Renju),
    ("soos", RuleCode::Renju),
    ("taraguchi", RuleCode::Renju),
    ("tarannikov", RuleCode::Renju),
    ("sakata", RuleCode::Renju),
    ("caro", RuleCode::Caro),
    ("standard", RuleCode::Standard),
    ("freestyle", RuleCode::Freestyle),
    ("free style", RuleCode::Freestyle),
];

/// The name of the rule that a text means: `Taraguchi-10` means `renju`. `None` if it means no known rule.
pub(super) fn rule_of_text(text: &str) -> Option<&'static str> {
    let lower = text.trim().to_lowercase();
    let part = || PARTS.iter().find(|(part, _)| lower.contains(part)).map(|&(_, rule)| rule);
    parse_rule(&lower).ok().or_else(part).map(RuleCode::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rules_are_known() {
        for (text, rule) in [
            ("4", Some("renju")),
            ("RIF", Some("renju")),
            ("Soos\u{f5}rv-8", Some("renju")),
            ("Standard Gomoku", Some("standard")),
            ("caro-five", Some("caro-five")),
            ("Freestyle", Some("freestyle")),
            ("Japanese", None),
            ("", None),
        ] {
            assert_eq!(rule_of_text(text), rule, "{text}");
        }
    }
}
