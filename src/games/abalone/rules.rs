//! The numbers of the rules, and the draw rules, which are the players' choice (spec/abalone.md).

/// Who has lost that many marbles has lost.
pub const MARBLES_TO_LOSE: u8 = 6;
/// A side never has more marbles, those lost included.
pub const MOST_MARBLES: u32 = 14;

/// How a game ends that nobody wins by six marbles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// Is the third occurrence of a position a draw?
    pub repetition: bool,
    /// After that many plies the side that has lost fewer marbles wins, and equal numbers are a draw; 0: the game goes on.
    pub ply_cap: u32,
}

impl DrawRules {
    /// No draws at all: what move counts are made with.
    pub const NONE: DrawRules = DrawRules { repetition: false, ply_cap: 0 };
}

impl Default for DrawRules {
    fn default() -> Self {
        DrawRules { repetition: true, ply_cap: 350 }
    }
}
