//! The line of a program with a command line.

use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::End;

/// How often the line is drawn anew while nothing else happens.
const TICK: Duration = Duration::from_millis(500);

/// A line on standard error that is rewritten in place, cut to the width of the terminal, and removed when it is dropped. Nothing is
/// written where standard error is not a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A line that counts these things: `games`.
    pub(crate) fn new(things: &'static str, end: End) -> Progress {
        let (steps, left) = match end {
            End::After(steps) => (Some(steps), "{left} left"),
            End::Within(steps) => (Some(steps), "at most {left} left"),
            End::Unknown => (None, ""),
        };
        let template = match steps {
            Some(_) => format!("[{{bar:20}}] {{pos}} of {{len}} {things}, {{time}}, {left}  {{wide_msg}}"),
            None => format!("{{spinner}} {{pos}} {things}, {{time}}  {{wide_msg}}"),
        };
        let left = |state: &ProgressState| (state.pos() > 0).then(|| state.eta());
        Progress::with_style(steps, &template, left)
    }

    /// A line for a single step that is expected to take so long, as far as anybody can tell.
    pub(crate) fn of_one_step(name: &str, expected: Option<Duration>) -> Progress {
        let left = if expected.is_some() { ", about {left} left" } else { "" };
        let template = format!("{{spinner}} {name}, {{time}}{left}");
        Progress::with_style(None, &template, move |state| {
            expected.map(|expected| expected.saturating_sub(state.elapsed()))
        })
    }

    /// A line that is never shown.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden() }
    }

    fn with_style(
        steps: Option<u64>,
        template: &str,
        left: impl Fn(&ProgressState) -> Option<Duration> + Clone + Send + Sync + 'static,
    ) -> Progress {
        let bar = steps.map_or_else(ProgressBar::no_length, ProgressBar::new);
        // Only a misspelt template is an error, and then the default style does.
        if let Ok(style) = ProgressStyle::with_template(template) {
            let style = style.with_key("time", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{:#}", HumanDuration(state.elapsed())); // writing to a String cannot fail
            });
            bar.set_style(style.with_key("left", move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = match left(state) {
                    Some(left) => write!(out, "{:#}", HumanDuration(left)),
                    None => write!(out, "?"),
                };
            }));
        }
        if !bar.is_hidden() {
            // Now, as what is done in no time would else end before the first tick.
            bar.tick();
            bar.enable_steady_tick(TICK);
        }
        Progress { bar }
    }

    /// Is there anybody to see such a line?
    pub(crate) fn is_seen() -> bool {
        !ProgressDrawTarget::stderr().is_hidden()
    }

    /// So many steps are done, those of earlier runs not among them.
    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// One step more is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// Says something more about the run.
    pub(crate) fn tell(&self, message: impl Into<String>) {
        self.bar.set_message(message.into());
    }

    /// Makes room for what is written meanwhile.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
