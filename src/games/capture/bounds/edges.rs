//! The edges that paths are made of, with their weights: from a black piece to a red one it may take, and between two red ones
//! that one black piece could take in turn.

use std::sync::Arc;

use super::super::board::Capture;
use super::super::distance::{Distances, UNREACHABLE};
use super::super::geometry::{SQUARES, squares};
use super::super::kind::Kind;
use super::super::layout::Layout;

/// Weights of edges. Black pieces are never lost, so that the kinds there are at the start decide every edge between reds.
#[derive(Clone, Debug)]
pub struct Edges {
    pub(super) layout: Arc<Layout>,
    pub(super) distances: Arc<Distances>,
    /// Between two red squares: the least that any kind of black piece able to take both needs.
    between_reds: Box<[[u8; SQUARES]; SQUARES]>,
    /// Every edge between reds as (weight, red, red), the lightest first.
    sorted: Vec<(u8, u8, u8)>,
}

impl Edges {
    /// The edges of a puzzle.
    pub fn new(pos: &Capture, distances: Arc<Distances>) -> Edges {
        let layout = Arc::clone(pos.layout());
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| pos.of_kind(kind) != 0).collect();
        let mut between_reds = Box::new([[UNREACHABLE; SQUARES]; SQUARES]);
        let mut sorted = Vec::new();
        for a in squares(pos.reds()) {
            for b in squares(pos.reds()).filter(|&b| b != a) {
                let both = 1 << a | 1 << b;
                let able = kinds.iter().filter(|&&kind| layout.prey(kind) & both == both);
                let weight = able.map(|&kind| distances.of(kind, a, b)).min().unwrap_or(UNREACHABLE);
                between_reds[a][b] = weight;
                if a < b && weight != UNREACHABLE {
                    sorted.push((weight, a as u8, b as u8));
                }
            }
        }
        sorted.sort_unstable();
        Edges { layout, distances, between_reds, sorted }
    }

    /// The weight of an edge between two reds; [`UNREACHABLE`] when no piece could take both.
    #[inline]
    pub(super) fn between_reds(&self, a: usize, b: usize) -> u8 {
        self.between_reds[a][b]
    }

    /// The edges between reds that are both alive, the lightest first.
    #[inline]
    pub(super) fn red_red(&self, alive: u32) -> impl Iterator<Item = (u8, u8, u8)> + '_ {
        self.sorted.iter().copied().filter(move |&(_, a, b)| alive >> a & alive >> b & 1 == 1)
    }

    /// The edges from black pieces to reds that they may take, as (weight, black, red).
    #[inline]
    pub(super) fn black_red<'a>(&'a self, pos: &'a Capture) -> impl Iterator<Item = (u8, u8, u8)> + 'a {
        pos.blacks_with_kinds().flat_map(move |(from, kind)| {
            squares(pos.reds() & self.layout.prey(kind)).filter_map(move |red| {
                let weight = self.distances.of(kind, from, red);
                (weight != UNREACHABLE).then_some((weight, from as u8, red as u8))
            })
        })
    }
}
