//! Long runs end at Ctrl-C with what they have done kept; the second Ctrl-C ends them at once.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// The exit status of a program that a signal ended, as shells tell it.
const INTERRUPTED: i32 = 130;

/// Becomes true when the user wants an end.
pub(in crate::tools) fn at_ctrl_c() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&stop);
    let handler = move || {
        if shared.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handler).context("cannot handle Ctrl-C")?;
    Ok(stop)
}
