//! The `fukumi` executable.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match fukumi::cli::Cli::parse().run() {
        Ok(status) => status,
        Err(error) => {
            // When nobody looks any more there is nobody to tell.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
