//! The thread that tells the news of a search while the search itself goes on.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Report;
use super::report::{News, Throttle};
use crate::search::Control;

/// Runs a search on this thread and has another tell what it posts, each report a moment after it came at the latest. The last
/// report has been told when this returns. Where there are no threads, as in a browser, this one tells each report as it comes.
pub fn tell_in_time<T>(
    ctl: &Control,
    tell: impl FnMut(News) + Send,
    search: impl FnOnce(&mut dyn FnMut(Report)) -> T,
) -> T {
    if cfg!(target_family = "wasm") {
        // A thread of a browser is another worker, which is there to search and cannot speak with the page.
        return tell_each(&mut { tell }, search);
    }
    let (post, posted) = channel();
    let tell = Mutex::new(tell);
    thread::scope(|scope| {
        let listen = || Relay { throttle: Throttle::default(), tell: &mut *locked(&tell) }.listen(posted, ctl);
        match thread::Builder::new().name("reports".to_owned()).spawn_scoped(scope, listen) {
            // The relay ends when nothing more can be posted. It cannot end before.
            Ok(_) => search(&mut move |report| drop(post.send(report))),
            Err(error) => {
                log::debug!("no thread for reports: {error}");
                tell_each(&mut *locked(&tell), search)
            }
        }
    })
}

/// What has been posted and is not told yet, and whom to tell.
struct Relay<F> {
    throttle: Throttle,
    tell: F,
}

impl<F: FnMut(News)> Relay<F> {
    /// Tells what is posted, until nothing more can be.
    fn listen(&mut self, posted: Receiver<Report>, ctl: &Control) {
        loop {
            match posted.recv_timeout(self.throttle.next().saturating_sub(ctl.elapsed())) {
                Ok(report) => self.throttle.keep(report),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.tell_what_is_due(ctl);
        }
        self.tell_the_last();
    }

    fn tell_what_is_due(&mut self, ctl: &Control) {
        self.throttle.due(ctl.elapsed()).into_iter().for_each(&mut self.tell);
    }

    fn tell_the_last(&mut self) {
        self.throttle.last().map(News::Report).into_iter().for_each(&mut self.tell);
    }
}

/// Runs a search and tells each report as it comes: one that were kept would wait for the next, however long that takes.
fn tell_each<T>(tell: &mut impl FnMut(News), search: impl FnOnce(&mut dyn FnMut(Report)) -> T) -> T {
    search(&mut |report| tell(News::Report(report)))
}

fn locked<F>(tell: &Mutex<F>) -> MutexGuard<'_, F> {
    tell.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    use super::*;

    fn report(depth: u32) -> Report {
        Report {
            depth,
            seldepth: depth,
            nodes: 0,
            proof_nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            best: None,
            lines: Vec::new(),
        }
    }

    #[test]
    fn what_is_posted_is_told_before_the_search_ends_and_the_last_of_it_in_any_case() {
        let (reports, efforts) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut depths = Vec::new();
        let tell = |news| match news {
            News::Report(report) => {
                depths.push(report.depth);
                reports.fetch_add(1, SeqCst);
            }
            News::Effort => drop(efforts.fetch_add(1, SeqCst)),
        };
        let wait_for = |count: &AtomicUsize, least| {
            while count.load(SeqCst) < least {
                thread::sleep(Duration::from_millis(1));
            }
        };
        let result = tell_in_time(&Control::unlimited(), tell, |post| {
            post(report(1));
            wait_for(&reports, 1);
            post(report(2));
            post(report(3));
            wait_for(&reports, 2);
            wait_for(&efforts, 1);
            post(report(4));
            "done"
        });
        assert_eq!(result, "done");
        assert_eq!(depths.last(), Some(&4));
        assert!(depths.contains(&3), "{depths:?}");
    }

    #[test]
    fn without_a_thread_each_report_is_told_as_it_comes() {
        let mut depths = Vec::new();
        let mut tell = |news| {
            if let News::Report(report) = news {
                depths.push(report.depth);
            }
        };
        let result = tell_each(&mut tell, |post| {
            (1..=3).for_each(|depth| post(report(depth)));
            "done"
        });
        assert_eq!((result, depths), ("done", vec![1, 2, 3]));
    }
}
