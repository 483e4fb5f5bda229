//! The weights of a network in floating point, as they are learnt.

use super::adam::Moments;

/// All weights: a game's own lists, then those of the dense layers (`head.rs`).
#[derive(Clone, Debug)]
pub struct Model {
    /// The lists.
    pub lists: Vec<Vec<f32>>,
}

impl Model {
    /// Moves towards other weights by a share of the way.
    pub fn approach(&mut self, other: &Model, share: f32) {
        for (mine, theirs) in self.lists.iter_mut().zip(&other.lists) {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += share * (theirs - *mine);
            }
        }
    }
}

/// The moments of all weights.
pub struct Optimiser {
    /// As [`Model::lists`].
    pub moments: Vec<Moments>,
}

impl Optimiser {
    /// For a model that has not moved yet.
    pub fn new(model: &Model) -> Optimiser {
        Optimiser { moments: model.lists.iter().map(|list| Moments::new(list.len())).collect() }
    }
}
