//! The `fukumi` executable.

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match fukumi::cli::Cli::from_arguments().run() {
        Ok(status) => status,
        Err(error) => {
            // Whoever has closed the output wants no more of it, and when nobody looks any more there is nobody to tell.
            if !is_closed_output(&error) {
                let _ = writeln!(io::stderr(), "error: {error:#}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Is the only thing wrong that nobody reads the output any more, as when `head` has seen enough?
fn is_closed_output(error: &anyhow::Error) -> bool {
    let is_broken_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(is_broken_pipe)
}
