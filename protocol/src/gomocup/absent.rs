//! Commands of the Yixin family for things that this engine does not have: what is said of each.

use crate::command::Absent;

/// A command that is complete in its line, whatever follows on it.
pub(super) fn line(word: &str) -> Option<Absent> {
    let (command, what) = match word {
        "yxforbid" => ("YXFORBID", "only the rule forbids points; YXBLOCK leaves a move out"),
        "yxdraw" => ("YXDRAW", "no draw is agreed on; the game goes on"),
        "yxresign" => ("YXRESIGN", "nothing to do; START begins the next game"),
        "yxprintfeature" => ("YXPRINTFEATURE", "the features of the evaluation are not listed"),
        _ => return None,
    };
    Some(Absent { command, what })
}

/// A key of `INFO`, in lower case.
pub(super) fn key(key: &str) -> Option<Absent> {
    let (command, what) = match key {
        "caution_factor" => ("caution_factor", "no such setting; the search decides itself how wide to look"),
        "vcthread" => ("vcthread", "no such setting; the search looks for wins by threats in any case"),
        "start_depth" => ("start_depth", "no such setting; every search begins at depth 1"),
        "nbestsym" => ("nbestsym", "no such setting; moves that a symmetry makes equal are all shown"),
        _ => return None,
    };
    Some(Absent { command, what })
}
