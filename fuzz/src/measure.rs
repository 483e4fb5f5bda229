//! The cost of an execution, in processor time and memory growth, with limits that no input may exceed.

use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use rustix::time::{ClockId, clock_gettime};

use crate::Target;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The most processor time, over all threads, that an input may take: a second in an optimised build.
const LONGEST: Duration = Duration::from_secs(1);

/// The most memory, in bytes, that an input may take beyond what was held before.
const LARGEST: usize = 64 << 20;

/// Until this much time has passed, the processor time is not read: reading it takes as long as many an input.
const SHORT: Duration = Duration::from_millis(1);

/// The time between two progress lines.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// Has any thread panicked? A session and a server catch panics of their threads and live on.
static PANICKED: AtomicBool = AtomicBool::new(false);

fn watch_panics() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICKED.store(true, Ordering::Relaxed);
            before(info);
        }));
    });
}

/// What the executions of a target have cost so far.
#[derive(Debug)]
pub struct Tally {
    target: &'static Target,
    executions: u64,
    bytes: u64,
    worst_time: Duration,
    worst_growth: usize,
    told: Instant,
    /// When both clocks were read last.
    seen: Instant,
    seen_processor: Duration,
}

impl Tally {
    /// Nothing has been executed yet.
    pub fn new(target: &'static Target) -> Tally {
        watch_panics();
        let (zero, now) = (Duration::ZERO, Instant::now());
        Tally {
            target,
            executions: 0,
            bytes: 0,
            worst_time: zero,
            worst_growth: 0,
            told: now,
            seen: now,
            seen_processor: processor_time(),
        }
    }

    /// Gives the target an input.
    ///
    /// # Panics
    /// When the target does, or the input costs more than any may.
    pub fn execute(&mut self, data: &[u8]) {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        (self.target.run)(data);
        assert!(!PANICKED.load(Ordering::Relaxed), "{}: a thread panicked", self.target.name);
        let growth = MEMORY.peak_usage().saturating_sub(before);
        let time = self.time_of_late();
        // What is made only once, such as tables, is not the input's fault.
        if self.executions > 0 {
            self.worst_time = self.worst_time.max(time);
            self.worst_growth = self.worst_growth.max(growth);
            assert!(time <= LONGEST, "{}: an input took {time:?} of the processor", self.target.name);
            assert!(growth <= LARGEST, "{}: an input took {growth} bytes", self.target.name);
        }
        self.executions += 1;
        self.bytes += data.len() as u64;
    }

    /// The processor time since the last reading: at least that of the last input, since other inputs and their making count too. While
    /// they take less than a millisecond together it is not read and counts as nothing.
    fn time_of_late(&mut self) -> Duration {
        let now = Instant::now();
        if now - self.seen < SHORT {
            return Duration::ZERO;
        }
        let before = std::mem::replace(&mut self.seen_processor, processor_time());
        self.seen = now;
        self.seen_processor.saturating_sub(before)
    }

    /// Is a progress line due?
    pub fn is_due(&mut self) -> bool {
        let due = self.executions.is_multiple_of(16) && self.told.elapsed() >= TELL_EVERY;
        if due {
            self.told = Instant::now();
        }
        due
    }

    /// The figures in a line: name, executions, bytes, worst time in milliseconds, worst growth in KiB.
    pub fn line(&self) -> String {
        let millis = self.worst_time.as_secs_f64() * 1e3;
        let Tally { executions, bytes, worst_growth, .. } = self;
        format!(
            "{:9} executions {executions} bytes {bytes} worst-ms {millis:.1} growth-kib {}",
            self.target.name,
            worst_growth >> 10
        )
    }
}

fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}
