//! Matches: the judge against an independent referee, and `fukumi match` as a process among good and bad engines.

#[path = "../support/mod.rs"]
mod support;

mod abalone;
#[cfg(unix)]
mod command_line;
#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod faults;
mod judge;
#[cfg(unix)]
mod resume;
