//! Named puzzles to begin with, from the easiest to the hardest: those that the source of the game published, and their shortest
//! solutions.

/// A named puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its name in the source.
    pub name: &'static str,
    /// The position as text.
    pub position: &'static str,
    /// Moves of a shortest solution.
    pub best: u32,
}

const fn example(name: &'static str, position: &'static str, best: u32) -> Example {
    Example { name, position, best }
}

/// The examples.
pub static EXAMPLES: &[Example] = &[
    example("1-1", "2c3n1/4R3/7p/1r4n1 b", 7),
    example("1-2", "8/8/c7/1Kaaeerr b", 10),
    example("2-3", "c2DD1e1/1K1DD3/2rDDK2/3DD1a1 b", 11),
    example("1-3", "2D2p2/2DpDD2/1pD1Ap2/8 b", 13),
    example("2-1", "2D2p2/2DpDDD1/1pD1Ap2/8 b", 15),
    example("3-2", "2D2D2/aP1NpD2/2DDaD1n/K1D1a3 b", 15),
    example("SH-1", "K1D2p2/1KDpDDD1/1pD1Ap2/8 b", 15),
    example("SH-3", "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b", 16),
    example("3-3", "D1N2paa/1D2KDDD/1nDD4/8 b", 17),
    example("2-2", "1D3Dk1/DDkD2D1/3DD1D1/PD1kD3 b", 21),
    example("SH-2", "DrprprDD/DDD1DDDD/2K1N3/8 b", 23),
    example("3-1", "k3kDk1/DDkD2D1/3DD1D1/PD1k1k2 b", 25),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::capture::method::{SolverSettings, Verdict, solve};
    use crate::games::capture::notation::parse_position;
    use crate::search::Control;

    #[test]
    fn examples_are_as_hard_as_they_say() {
        for example in EXAMPLES {
            let pos = parse_position(example.position, false).unwrap();
            let Verdict::Solved(moves) = solve(&pos, &SolverSettings::default(), None, &Control::unlimited()).verdict
            else {
                panic!("{} is not solved", example.name)
            };
            assert_eq!(moves.len() as u32, example.best, "{}", example.name);
        }
        assert!(EXAMPLES.windows(2).all(|pair| pair[0].best <= pair[1].best), "in order");
    }
}
