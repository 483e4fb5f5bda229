//! Waiting for the engine without holding up Python: other threads run, and Ctrl-C is heard.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use pyo3::prelude::*;

/// How long Ctrl-C may go unheard.
const DEAF: Duration = Duration::from_millis(20);

/// The next thing that comes; `None` when no more will.
///
/// # Errors
/// What the handler of a signal raises, such as `KeyboardInterrupt`.
pub(crate) fn receive<T: Send>(py: Python<'_>, from: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        // A `Receiver` is not to be shared by threads, but it may be lent to one.
        let from = &mut *from;
        match py.detach(move || from.recv_timeout(DEAF)) {
            Ok(come) => return Ok(Some(come)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
