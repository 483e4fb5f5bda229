//! How long a process has waited for a processor: on a busy machine that is what makes a move late that was thought in time.

use std::fs;
use std::time::Duration;

/// The time that the threads of a process and our own, which hear its answer, have been ready to run and have not run, all
/// together. `None` where the system does not tell, as only Linux does.
pub fn waited(process: u32) -> Option<Duration> {
    Some(waited_by(&process.to_string())? + waited_by("self")?)
}

fn waited_by(process: &str) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    // A thread may have ended since the folder was read.
    let told = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("schedstat")).ok());
    told.map(|line| line.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)).sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_runs_tells_what_it_has_waited_and_no_other_does() {
        let mut child = std::process::Command::new("sleep").arg("10").spawn().expect("a program that every system has");
        let told = [(); 2].map(|()| waited_by(&child.id().to_string()));
        child.kill().and_then(|()| child.wait()).expect("a child that ends");
        assert!(told[0].is_some() && told[0] <= told[1], "{told:?}");
        assert!(waited(std::process::id()).is_some());
        assert_eq!(waited(u32::MAX), None);
    }
}
