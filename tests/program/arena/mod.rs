//! `fukumi match` among good and bad engines.

mod command_line;
mod engines;
mod faults;
mod resume;
