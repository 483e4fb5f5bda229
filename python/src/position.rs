//! A position, as Python holds it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use fukumi::{Outcome, Player};
use pyo3::prelude::*;

use crate::errors::guarded;

/// A position with the moves that led to it. Methods are short, so other threads of Python wait for them.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Position(Mutex<fukumi::Position>);

impl Position {
    pub(crate) fn lock(&self) -> MutexGuard<'_, fukumi::Position> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(game: &str, rules: Vec<(String, String)>, text: Option<&str>) -> PyResult<Position> {
        let rules: Vec<(&str, &str)> = rules.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let position = guarded(|| match text {
            None => fukumi::Position::with_rules(game, &rules),
            Some(text) => fukumi::Position::from_text(game, text, &rules),
        })?;
        Ok(Position(Mutex::new(position)))
    }

    fn copy(&self) -> PyResult<Position> {
        let copy = guarded(|| Ok(self.lock().clone()))?;
        Ok(Position(Mutex::new(copy)))
    }

    fn play(&self, mv: &str) -> PyResult<()> {
        guarded(|| self.lock().play(mv))
    }

    fn take_back(&self) -> PyResult<Option<String>> {
        guarded(|| Ok(self.lock().take_back()))
    }

    fn moves(&self) -> Vec<String> {
        self.lock().moves().to_vec()
    }

    fn legal_moves(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.lock().legal_moves()))
    }

    fn forbidden(&self) -> PyResult<Vec<String>> {
        guarded(|| Ok(self.lock().forbidden()))
    }

    /// 0 for the first player, 1 for the second.
    fn to_move(&self) -> usize {
        self.lock().to_move().index()
    }

    /// Is the game over, and who won it.
    fn outcome(&self) -> (bool, Option<usize>) {
        match self.lock().outcome() {
            None => (false, None),
            Some(Outcome::Draw) => (true, None),
            Some(Outcome::Win(player)) => (true, Some(Player::index(player))),
        }
    }

    fn text(&self) -> PyResult<String> {
        guarded(|| Ok(self.lock().text()))
    }

    fn draw(&self) -> PyResult<String> {
        guarded(|| Ok(self.lock().to_string()))
    }

    fn game(&self) -> &'static str {
        self.lock().game()
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        self.lock().rules().collect()
    }
}

/// The names of the games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    fukumi::Position::games().collect()
}
