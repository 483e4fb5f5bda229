//! The split by game: positions of one game resemble each other, so that all of them are training rows or none.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::samples::Samples;

/// Is a game held out? It depends on the game and the seed alone, so that adding games does not move others across the split.
pub fn is_held_out(game: u64, seed: u64, share: f64) -> bool {
    let mut seeded = Pcg64::seed_from_u64(game);
    let state: u64 = seeded.random();
    Pcg64::seed_from_u64(state ^ seed).random::<f64>() < share
}

/// Training rows and held-out rows.
pub(super) struct Split {
    pub(super) training: Vec<u32>,
    pub(super) held_out: Vec<u32>,
}

impl Split {
    pub(super) fn of(samples: &Samples, seed: u64, share: f64) -> Split {
        let mut previous = None;
        let (held_out, training) = (0..samples.len() as u32).partition(|&row| {
            // The rows of a game usually follow each other.
            let game = samples.game(row);
            match previous {
                Some((same, side)) if same == game => side,
                _ => previous.insert((game, is_held_out(game, seed, share))).1,
            }
        });
        Split { training, held_out }
    }
}

#[cfg(test)]
mod tests {

    use rustc_hash::FxHashSet;

    use super::*;

    #[test]
    fn no_game_is_on_both_sides() {
        let mut samples = Samples::new(1).unwrap();
        // Games that continue later, as when several workers write.
        (0..20_000u64).for_each(|row| samples.push(row / 7 % 1000, 0.5, 0.0, []).unwrap());
        let split = Split::of(&samples, 5, 0.2);
        let games = |rows: &[u32]| rows.iter().map(|&row| samples.game(row)).collect::<FxHashSet<_>>();
        let (training, held_out) = (games(&split.training), games(&split.held_out));
        assert!(training.is_disjoint(&held_out));
        assert_eq!(training.len() + held_out.len(), 1000);
        assert_eq!(split.training.len() + split.held_out.len(), 20_000);
        assert!((150..250).contains(&held_out.len()), "{} games", held_out.len());
    }

    #[test]
    fn the_seed_chooses_the_games() {
        let chosen = |seed| (0..100).filter(|&game| is_held_out(game, seed, 0.3)).collect::<Vec<_>>();
        assert_eq!(chosen(1), chosen(1));
        assert_ne!(chosen(1), chosen(2));
    }
}
