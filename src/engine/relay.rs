//! The thread that tells the news of a search while the search itself goes on.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use super::Report;
use super::report::{News, Throttle};
use crate::search::Control;

/// Runs a search on this thread and has another tell what it posts, each report a moment after it came at the latest. The last
/// report has been told when this returns.
///
/// # Errors
/// When the system gives no thread; nothing has been searched then.
pub fn tell_in_time<T>(
    ctl: &Control,
    mut tell: impl FnMut(News) + Send,
    search: impl FnOnce(&mut dyn FnMut(Report)) -> T,
) -> io::Result<T> {
    let (post, posted) = channel();
    thread::scope(|scope| {
        let relay = move || {
            let mut throttle = Throttle::default();
            loop {
                match posted.recv_timeout(throttle.next().saturating_sub(ctl.elapsed())) {
                    Ok(report) => throttle.keep(report),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                throttle.due(ctl.elapsed()).into_iter().for_each(&mut tell);
            }
            throttle.last().map(News::Report).into_iter().for_each(tell);
        };
        thread::Builder::new().name("reports".to_owned()).spawn_scoped(scope, relay)?;
        // The relay ends when nothing more can be posted. It cannot end before.
        Ok(search(&mut move |report| drop(post.send(report))))
    })
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
        assert_eq!(result.ok(), Some("done"));
        assert_eq!(depths.last(), Some(&4));
        assert!(depths.contains(&3), "{depths:?}");
    }
}
