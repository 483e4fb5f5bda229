//! A bounded number of connections. When all are taken, the one that has been idle longest is closed, so that slow or dead
//! clients keep nobody out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// An evicted connection is closed within this time.
const EVICTION_TIMEOUT: Duration = Duration::from_secs(2);

/// The open connections.
pub(super) struct Connections {
    permits: Arc<Semaphore>,
    idle: Mutex<IdleList>,
}

/// The connections that wait for a request or for the rest of one, the longest idle first.
#[derive(Default)]
struct IdleList {
    count: u64,
    /// Each with the signal that evicts it.
    connections: BTreeMap<u64, Arc<Notify>>,
}

/// An open connection; dropping it frees its permit.
pub(super) struct Connection {
    all: Arc<Connections>,
    eviction: Arc<Notify>,
    /// Its number in the idle list, now or last.
    number: AtomicU64,
    _permit: OwnedSemaphorePermit,
}

impl Connections {
    /// Room for at most `limit` connections.
    pub(super) fn new(limit: usize) -> Arc<Connections> {
        Arc::new(Connections { permits: Arc::new(Semaphore::new(limit)), idle: Mutex::default() })
    }

    /// Accepts one more connection, idle at first; `None` when all others are active.
    pub(super) async fn accept(self: &Arc<Connections>) -> Option<Connection> {
        let permits = Arc::clone(&self.permits);
        let permit = match Arc::clone(&permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.evict_oldest()?;
                timeout(EVICTION_TIMEOUT, permits.acquire_owned()).await.ok()?.ok()?
            }
        };
        let eviction = Arc::default();
        let number = AtomicU64::new(self.add_idle(&eviction));
        Some(Connection { all: Arc::clone(self), eviction, number, _permit: permit })
    }

    /// Evicts the connection that has been idle longest.
    fn evict_oldest(&self) -> Option<()> {
        let (_, oldest) = self.lock().connections.pop_first()?;
        oldest.notify_one();
        Some(())
    }

    fn add_idle(&self, eviction: &Arc<Notify>) -> u64 {
        let mut idle = self.lock();
        idle.count += 1;
        let number = idle.count;
        idle.connections.insert(number, Arc::clone(eviction));
        number
    }

    fn remove_idle(&self, number: u64) {
        self.lock().connections.remove(&number);
    }

    fn lock(&self) -> MutexGuard<'_, IdleList> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Waits until this connection is evicted.
    pub(super) async fn evicted(&self) {
        self.eviction.notified().await;
    }

    /// A request is being answered: the connection cannot be evicted.
    pub(super) fn set_active(&self) {
        self.all.remove_idle(self.number.load(Relaxed));
    }

    /// Nothing is being answered: the connection may be evicted.
    pub(super) fn set_idle(&self) {
        self.set_active();
        self.number.store(self.all.add_idle(&self.eviction), Relaxed);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.set_active();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps a connection open until it is evicted.
    fn hold(connection: Connection) {
        tokio::spawn(async move { connection.evicted().await });
    }

    #[tokio::test]
    async fn new_connections_evict_those_idle_longest() {
        let all = Connections::new(3);
        let listener = all.accept().await.unwrap();
        listener.set_active();
        let first = all.accept().await.unwrap();
        let second = all.accept().await.unwrap();
        first.set_idle(); // later than the second
        let first = tokio::spawn(async move { first.evicted().await });
        hold(second);
        hold(all.accept().await.unwrap());
        assert!(!first.is_finished());
        // The next one is accepted before an evicted one has been closed.
        for _ in 0..100 {
            hold(all.accept().await.unwrap());
        }
        first.await.unwrap();
        assert!(timeout(Duration::from_millis(1), listener.evicted()).await.is_err());
    }

    #[tokio::test]
    async fn no_connection_is_accepted_when_all_are_active() {
        let all = Connections::new(1);
        let connection = all.accept().await.unwrap();
        connection.set_active();
        assert!(all.accept().await.is_none());
        drop(connection);
        assert!(all.accept().await.is_some());
    }
}
