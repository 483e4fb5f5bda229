//! Writes the source file that holds the weights of a rule set.

use crate::games::gomoku::patterns::multiset;
use crate::games::gomoku::threats::kinds as threats;

/// Weights a side: tempo, threats, cells when to move, cells when waiting.
pub(in crate::games::gomoku) const SIDE: usize = 1 + threats::MASKS + 2 * multiset::COUNT;

/// Threats in a line of the file: those of the side to move, for the same ones of its opponent's.
const THREATS_A_LINE: usize = 1 << threats::OWN.len();

/// The text of the file. `weights` are those of each side in turn, in the order of [`SIDE`]; `note` says where they
/// come from.
pub(in crate::games::gomoku) fn text(rule: &str, weights: &[i32], note: &str) -> String {
    let mut lines = vec![format!("//! The weights of {rule}, written by `fukumi tune`."), "//!".to_owned()];
    lines.extend(note.lines().map(|line| format!("//! {line}").trim_end().to_owned()));
    lines.extend([String::new(), "use super::Side;".to_owned(), String::new()]);
    let sides = weights.len() / SIDE;
    lines.push(format!("pub(super) static SIDES: [Side; {sides}] = ["));
    for side in weights.chunks_exact(SIDE) {
        let (threats, cells) = side[1..].split_at(threats::MASKS);
        lines.push("    Side {".to_owned());
        lines.push(format!("        tempo: {},", side[0]));
        lines.push("        threats: [".to_owned());
        lines.extend(threats.chunks(THREATS_A_LINE).map(row));
        lines.push("        ],".to_owned());
        for (name, cells) in ["moving", "waiting"].into_iter().zip(cells.chunks_exact(multiset::COUNT)) {
            lines.push(format!("        {name}: ["));
            lines.extend(cell_lines(cells));
            lines.push("        ],".to_owned());
        }
        lines.push("    },".to_owned());
    }
    lines.extend(["];".to_owned(), String::new()]);
    lines.join("\n")
}

/// A line for every three shapes, over which the last, the smallest, runs; the two largest are named above their lines.
fn cell_lines(cells: &[i32]) -> Vec<String> {
    let shapes: Vec<_> = multiset::all().collect();
    let mut lines = Vec::new();
    let mut at = 0;
    for run in shapes.chunk_by(|one, other| one[..3] == other[..3]) {
        if run[0][2] as usize == 0 {
            lines.push(format!("            // {:?} and {:?}", run[0][0], run[0][1]));
        }
        lines.push(row(&cells[at..at + run.len()]));
        at += run.len();
    }
    lines
}

fn row(values: &[i32]) -> String {
    let values: Vec<String> = values.iter().map(i32::to_string).collect();
    format!("            {},", values.join(", "))
}
