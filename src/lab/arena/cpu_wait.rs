//! How long a process has waited for a processor. On a busy machine this explains moves that come late although the engine
//! thought in time.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// What the threads of a process and our own, which receive its answer, have waited so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuWait {
    /// By thread number, which is unique in the system.
    threads: BTreeMap<u32, Duration>,
}

impl CpuWait {
    /// The time for which the threads have been runnable without running, up to now. Only Linux reports it; `None` elsewhere.
    pub fn so_far(process: u32) -> Option<CpuWait> {
        let mut threads = by_thread(&process.to_string())?;
        threads.extend(by_thread("self")?);
        Some(CpuWait { threads })
    }

    /// How long they have waited since then, all together, apart from threads that have ended meanwhile.
    pub fn since(&self, then: &CpuWait) -> Duration {
        let before = |thread| then.threads.get(thread).copied().unwrap_or_default();
        self.threads.iter().map(|(thread, waited)| waited.saturating_sub(before(thread))).sum()
    }
}

fn by_thread(process: &str) -> Option<BTreeMap<u32, Duration>> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let waited = threads.filter_map(|thread| {
        let thread = thread.ok()?;
        let number = thread.file_name().to_str()?.parse().ok()?;
        // It may have ended since the folder was read.
        let line = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        Some((number, line))
    });
    let nanos = |line: String| line.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos);
    waited.map(|(number, line)| Some((number, nanos(line)?))).collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_runs_tells_what_it_has_waited_and_no_other_does() {
        let mut child = std::process::Command::new("sleep").arg("10").spawn().expect("a program that every system has");
        let told = [(); 2].map(|()| by_thread(&child.id().to_string()));
        child.kill().and_then(|()| child.wait()).expect("a child that ends");
        let number = told[0].as_ref().and_then(|told| told.keys().next().copied());
        assert_eq!(number, Some(child.id()));
        assert!(told[0].as_ref().map(|told| told[&child.id()]) <= told[1].as_ref().map(|told| told[&child.id()]));
        assert!(CpuWait::so_far(std::process::id()).is_some());
        assert_eq!(CpuWait::so_far(u32::MAX), None);
    }

    #[test]
    fn a_thread_that_has_ended_takes_nothing_from_the_others() {
        let waited = |threads: &[(u32, u64)]| CpuWait {
            threads: threads.iter().map(|&(thread, millis)| (thread, Duration::from_millis(millis))).collect(),
        };
        let then = waited(&[(1, 500), (2, 10)]);
        let now = waited(&[(2, 17), (3, 4)]);
        assert_eq!(now.since(&then), Duration::from_millis(11));
    }
}
