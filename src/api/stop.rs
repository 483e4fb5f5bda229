//! Stops a search from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use web_time::Instant;

use crate::search::{Control, Limits, Watcher};

/// Stops the searches that it is given to, from any thread, within milliseconds. Once pulled it stays so: each search that may be
/// stopped by itself gets one of its own.
///
/// ```
/// use std::time::Duration;
/// use fukumi::{Limit, Position, SimpleEngine, Stop};
///
/// let (mut engine, position, stop) = (SimpleEngine::new(), Position::new("gomoku")?, Stop::new());
/// let pulled = stop.clone();
/// let analysis = std::thread::scope(|scope| {
///     scope.spawn(move || {
///         std::thread::sleep(Duration::from_millis(50));
///         pulled.stop();
///     });
///     engine.watch(&position, &Limit::default(), 1, &stop, |_| ())
/// })?;
/// assert!(analysis.best().is_some());
/// # Ok::<(), fukumi::Rejected>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// One that has not been pulled.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops the searches that have it, and those that will get it.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Has it been pulled?
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }

    pub(super) fn control(&self, limits: &Limits) -> Control {
        let stop = self.clone();
        let ctl = Control::new(limits, Instant::now()).watched_by(Watcher::new(move |_| stop.is_stopped()));
        if self.is_stopped() {
            ctl.stop();
        }
        ctl
    }
}
