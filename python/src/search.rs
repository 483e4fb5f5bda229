//! A search that tells what it finds while it goes on.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, TryLockError};
use std::thread;

use fukumi::{Limit, Rejected, Stop};
use pyo3::prelude::*;

use crate::engine::{Taken, lock};
use crate::errors::{EngineBusyError, raised};
use crate::raw::{self, RawAnalysis};
use crate::wait::receive;

/// What comes of a search.
enum News {
    /// It knows more.
    Found(RawAnalysis),
    /// It is over, and the engine is free again.
    Over(Result<RawAnalysis, Rejected>),
}

/// A search that goes on beside the program; it is stopped when nobody holds it any more.
#[pyclass(frozen, module = "fukumi._native")]
pub(crate) struct Search {
    stop: Stop,
    news: Mutex<Receiver<News>>,
    /// What was heard last.
    last: Mutex<Option<RawAnalysis>>,
}

impl Search {
    pub(crate) fn start(
        mut engine: Taken,
        stop: Stop,
        position: fukumi::Position,
        limit: Limit,
        lines: usize,
    ) -> PyResult<Search> {
        let (send, news) = channel();
        let (tell, stops) = (send.clone(), stop.clone());
        let run = move || {
            let found = engine.watch(&position, &limit, lines, &stop, |found| {
                // Nobody need listen: the search is stopped then.
                let _ = tell.send(News::Found(raw::analysis(found)));
            });
            drop(engine);
            let _ = send.send(News::Over(found.map(|found| raw::analysis(&found))));
        };
        let started = thread::Builder::new().spawn(run);
        started.map_err(|why| raised(&Rejected::Internal(format!("the system gives no thread: {why}"))))?;
        Ok(Search { stop: stops, news: Mutex::new(news), last: Mutex::default() })
    }
}

#[pymethods]
impl Search {
    /// What is found next; `None` when the search is over.
    fn next(&self, py: Python<'_>) -> PyResult<Option<RawAnalysis>> {
        let mut news = match self.news.try_lock() {
            Ok(news) => news,
            Err(TryLockError::Poisoned(news)) => news.into_inner(),
            // Waiting for it here would hold up all of Python.
            Err(TryLockError::WouldBlock) => {
                return Err(EngineBusyError::new_err("another thread waits for this analysis"));
            }
        };
        match receive(py, &mut news) {
            Ok(Some(News::Found(found))) => {
                *lock(&self.last) = Some(found.clone());
                Ok(Some(found))
            }
            Ok(Some(News::Over(Ok(found)))) => {
                *lock(&self.last) = Some(found);
                Ok(None)
            }
            Ok(Some(News::Over(Err(why)))) => Err(raised(&why)),
            Ok(None) => Ok(None),
            Err(signal) => {
                self.stop.stop();
                Err(signal)
            }
        }
    }

    /// What is known now.
    fn last(&self) -> Option<RawAnalysis> {
        lock(&self.last).clone()
    }

    fn stop(&self) {
        self.stop.stop();
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
