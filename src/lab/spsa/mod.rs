//! Search parameters tuned by games: simultaneous perturbation stochastic approximation (SPSA). In each iteration all parameters
//! are moved at random, up in one set and down in the other; the two sets play a pair of games, and every parameter moves a
//! little towards the set that won.
//!
//! J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE
//! Transactions on Automatic Control 37, 1992; J. C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", 1998 (the sequences of gains).
//!
//! The same perturbations without updates measure the sensitivity to each parameter, with an error: which direction is better,
//! and whether it matters at all.
//!
//! [`tuned_param`] describes the parameters, [`optimizer`] is the method, [`game_pair`] plays a pair of games, and [`run`] plays
//! many pairs on several threads and keeps a journal. [`parts`] are what several machines share of a run.

mod error;
pub mod game_pair;
pub mod optimizer;
pub mod parts;
pub mod run;
pub mod tuned_param;

pub use error::SpsaError;
pub use game_pair::{GamePairPlayer, PairSettings};
pub use optimizer::Optimizer;
pub use run::{compare, sensitivities, tune};
pub use tuned_param::{TunedParam, read_tuned_params};
