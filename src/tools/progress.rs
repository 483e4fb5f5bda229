//! The line on a terminal that says how far a long run has come.

use indicatif::{ProgressBar, ProgressStyle};

/// A line on standard error that is rewritten in place, cut to the width of the terminal, and removed when it is dropped.
/// Nothing is written where standard error is not a terminal.
pub(super) fn progress_line() -> ProgressBar {
    let line = ProgressBar::no_length();
    // Only a misspelt template is an error, and then the default style does.
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        line.set_style(style);
    }
    line
}
