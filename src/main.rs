//! The `fukumi` executable.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match fukumi::cli::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // On stdout, where a manager and a person both look.
            println!("ERROR {error:#}");
            ExitCode::FAILURE
        }
    }
}
