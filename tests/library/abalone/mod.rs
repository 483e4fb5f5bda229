//! Abalone: rules against an independent referee, counts of move trees, text, compactness, evaluation, draws in the search,
//! proofs.

mod compactness;
mod draws;
mod evaluation;
mod perft;
mod proofs;
mod rules;
mod text;

use fukumi::games::abalone::notation::parse_position;
use fukumi::games::abalone::{Abalone, DrawRules, Move};
use fukumi::search::{MoveStack, Position};

/// The position of a text.
fn position(text: &str, rules: DrawRules) -> Abalone {
    Abalone::new(parse_position(text).unwrap(), rules)
}

fn moves(pos: &Abalone) -> Vec<Move> {
    let mut stack = MoveStack::new();
    pos.generate(&mut stack);
    stack.moves(0).collect()
}

/// The positions of the perft table, each once.
fn table_positions() -> Vec<&'static str> {
    let mut texts: Vec<&str> = perft::rows().into_iter().map(|row| row.position).collect();
    texts.dedup();
    texts
}
