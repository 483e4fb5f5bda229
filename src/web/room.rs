//! Room for connections: when there is none left, the one that has been quiet for longest goes, so that clients who are slow or
//! gone keep nobody out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// A connection that was told to go has gone by then.
const LEAVING: Duration = Duration::from_secs(2);

/// A bounded number of connections.
pub(super) struct Room {
    places: Arc<Semaphore>,
    quiet: Mutex<Quiet>,
}

/// The connections that wait for the rest of a request, or for another, in the order in which they began to.
#[derive(Default)]
struct Quiet {
    count: u64,
    /// Each with what tells it to go.
    connections: BTreeMap<u64, Arc<Notify>>,
}

/// A connection that has a place until this is dropped.
pub(super) struct Guest {
    room: Arc<Room>,
    leave: Arc<Notify>,
    /// The number under which it is listed as quiet, or was.
    number: AtomicU64,
    _place: OwnedSemaphorePermit,
}

impl Room {
    pub(super) fn new(places: usize) -> Arc<Room> {
        Arc::new(Room { places: Arc::new(Semaphore::new(places)), quiet: Mutex::default() })
    }

    /// A place for one more, which is quiet from now on; `None` when all others are busy.
    pub(super) async fn admit(self: &Arc<Room>) -> Option<Guest> {
        let places = Arc::clone(&self.places);
        let place = match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => place,
            Err(_) => {
                self.send_one_away()?;
                timeout(LEAVING, places.acquire_owned()).await.ok()?.ok()?
            }
        };
        let leave = Arc::default();
        let number = AtomicU64::new(self.list(&leave));
        Some(Guest { room: Arc::clone(self), leave, number, _place: place })
    }

    /// Tells the one that has been quiet for longest to go.
    fn send_one_away(&self) -> Option<()> {
        let (_, oldest) = self.lock().connections.pop_first()?;
        oldest.notify_one();
        Some(())
    }

    fn list(&self, leave: &Arc<Notify>) -> u64 {
        let mut quiet = self.lock();
        quiet.count += 1;
        let number = quiet.count;
        quiet.connections.insert(number, Arc::clone(leave));
        number
    }

    fn strike(&self, number: u64) {
        self.lock().connections.remove(&number);
    }

    fn lock(&self) -> MutexGuard<'_, Quiet> {
        self.quiet.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    /// Waits until this connection is told to make room.
    pub(super) async fn told_to_go(&self) {
        self.leave.notified().await;
    }

    /// It is not quiet any more.
    pub(super) fn set_busy(&self) {
        self.room.strike(self.number.load(Relaxed));
    }

    /// It is quiet from now on.
    pub(super) fn set_quiet(&self) {
        self.set_busy();
        self.number.store(self.room.list(&self.leave), Relaxed);
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.set_busy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets a connection go as soon as it is told to.
    fn seat(guest: Guest) {
        tokio::spawn(async move { guest.told_to_go().await });
    }

    #[tokio::test]
    async fn many_at_once_are_all_admitted_and_those_quiet_for_longest_go() {
        let room = Room::new(3);
        let listener = room.admit().await.unwrap();
        listener.set_busy();
        let first = room.admit().await.unwrap();
        let second = room.admit().await.unwrap();
        first.set_quiet(); // later than the second
        let first = tokio::spawn(async move { first.told_to_go().await });
        seat(second);
        seat(room.admit().await.unwrap());
        assert!(!first.is_finished());
        // Nobody waits to be told to go before the next one comes.
        for _ in 0..100 {
            seat(room.admit().await.unwrap());
        }
        first.await.unwrap();
        assert!(timeout(Duration::from_millis(1), listener.told_to_go()).await.is_err());
    }

    #[tokio::test]
    async fn when_all_are_busy_nobody_is_admitted() {
        let room = Room::new(1);
        let guest = room.admit().await.unwrap();
        guest.set_busy();
        assert!(room.admit().await.is_none());
        drop(guest);
        assert!(room.admit().await.is_some());
    }
}
