//! The engine, as Python holds it: one search at a time.

use std::ops::{Deref, DerefMut};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use fukumi::{Rejected, SimpleEngine, Solution, Stop};
use pyo3::prelude::*;

use crate::errors::{EngineBusyError, guarded, raised};
use crate::position::Position;
use crate::raw::{self, RawAnalysis, RawLimit, RawProof};
use crate::search::Search;
use crate::wait::receive;

/// Where the engine is while it does nothing; empty while it searches.
type Place = Arc<Mutex<Option<SimpleEngine>>>;

/// Thinks about positions.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Engine {
    place: Place,
    /// Stops the search that was begun last.
    stop: Mutex<Stop>,
}

/// The engine while somebody uses it; it goes back to its place in the end, however that comes about.
pub(crate) struct Taken {
    engine: Option<SimpleEngine>,
    place: Place,
}

impl Taken {
    fn from(place: &Place) -> PyResult<Taken> {
        let engine = lock(place).take();
        if engine.is_none() {
            return Err(EngineBusyError::new_err("the engine is searching: wait for it, or stop it first"));
        }
        Ok(Taken { engine, place: Arc::clone(place) })
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        *lock(&self.place) = self.engine.take();
    }
}

impl Deref for Taken {
    type Target = SimpleEngine;

    fn deref(&self) -> &SimpleEngine {
        self.engine.as_ref().expect("it is taken until it goes back")
    }
}

impl DerefMut for Taken {
    fn deref_mut(&mut self) -> &mut SimpleEngine {
        self.engine.as_mut().expect("it is taken until it goes back")
    }
}

impl Engine {
    /// Takes the engine for a search, with what stops that.
    fn take(&self) -> PyResult<(Taken, Stop)> {
        let taken = Taken::from(&self.place)?;
        let stop = Stop::new();
        *lock(&self.stop) = stop.clone();
        Ok((taken, stop))
    }

    /// Lets the engine work while other threads of Python run; a signal such as Ctrl-C stops it.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut SimpleEngine, &Stop) -> Result<T, Rejected> + Send + 'static,
    ) -> PyResult<T> {
        let (mut taken, stop) = self.take()?;
        let stops = stop.clone();
        let (send, mut done) = channel();
        let run = move || {
            let result = work(&mut taken, &stop);
            drop(taken);
            // Nobody waits for it any more when a signal came.
            let _ = send.send(result);
        };
        let started = thread::Builder::new().spawn(run);
        started.map_err(|why| raised(&Rejected::Internal(format!("the system gives no thread: {why}"))))?;
        let result = match receive(py, &mut done) {
            Ok(result) => result,
            Err(signal) => {
                stops.stop();
                // The engine is back in its place when the signal is heard of.
                py.detach(move || done.recv().ok());
                return Err(signal);
            }
        };
        let result = result.unwrap_or_else(|| Err(Rejected::Internal("the search failed".to_owned())));
        result.map_err(|why| raised(&why))
    }
}

#[pymethods]
impl Engine {
    #[new]
    fn new() -> PyResult<Engine> {
        let engine = guarded(|| Ok(SimpleEngine::new()))?;
        Ok(Engine { place: Arc::new(Mutex::new(Some(engine))), stop: Mutex::default() })
    }

    fn set(&self, name: &str, value: &str) -> PyResult<()> {
        let mut engine = Taken::from(&self.place)?;
        guarded(|| engine.set(name, value))
    }

    fn new_game(&self) -> PyResult<()> {
        let mut engine = Taken::from(&self.place)?;
        guarded(|| {
            engine.new_game();
            Ok(())
        })
    }

    fn stop(&self) {
        lock(&self.stop).stop();
    }

    fn choose(&self, py: Python<'_>, position: &Position, limit: RawLimit) -> PyResult<RawAnalysis> {
        let (position, limit) = (position.lock().clone(), raw::limit(limit)?);
        self.work(py, move |engine, stop| Ok(raw::analysis(&engine.choose(&position, &limit, stop)?)))
    }

    fn analyse(&self, py: Python<'_>, position: &Position, limit: RawLimit, lines: usize) -> PyResult<RawAnalysis> {
        let (position, limit) = (position.lock().clone(), raw::limit(limit)?);
        self.work(py, move |engine, stop| Ok(raw::analysis(&engine.watch(&position, &limit, lines, stop, |_| ())?)))
    }

    fn start(&self, position: &Position, limit: RawLimit, lines: usize) -> PyResult<Search> {
        let (position, limit) = (position.lock().clone(), raw::limit(limit)?);
        let (engine, stop) = self.take()?;
        Search::start(engine, stop, position, limit, lines)
    }

    fn solve(&self, py: Python<'_>, puzzle: &Position, limit: RawLimit) -> PyResult<(&'static str, Vec<String>)> {
        let (puzzle, limit) = (puzzle.lock().clone(), raw::limit(limit)?);
        self.work(py, move |engine, stop| {
            Ok(match engine.solve(&puzzle, &limit, stop)? {
                Solution::Solved(moves) => ("solved", moves),
                Solution::Unsolvable => ("unsolvable", Vec::new()),
                Solution::Unknown => ("unknown", Vec::new()),
            })
        })
    }

    fn prove(&self, py: Python<'_>, position: &Position, nodes: u64, fours_alone: bool) -> PyResult<RawProof> {
        let position = position.lock().clone();
        self.work(py, move |engine, stop| {
            let search = if fours_alone { SimpleEngine::vcf } else { SimpleEngine::prove };
            raw::proof(search(engine, &position, nodes, stop)?)
        })
    }
}

/// Nothing that holds a lock here can leave half of something behind.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
