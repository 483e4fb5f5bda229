//! The engine as a whole: a process that is spoken to over its standard input and output.

mod abalone;
mod aep;
mod command_line;
mod database;
#[cfg(target_os = "linux")]
mod faults;
mod forbidden;
#[cfg(target_os = "linux")]
mod growth;
mod lab;
#[cfg(target_os = "linux")]
mod limits;
mod malformed;
#[cfg(target_os = "linux")]
mod memory;
#[path = "../../../protocol/tests/script/mod.rs"]
mod script;
mod session;
mod timing;
mod transcripts;
