//! The program, started as a process: what is said over its standard input and output, and over HTTP.
//!
//! These tests wait more than they compute, and some measure how soon an answer comes. They are apart from those of the library,
//! which would take the processor from them.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod analyze;
#[cfg(unix)]
mod arena;
mod book;
mod capture;
mod convert;
mod db;
mod doctor;
mod engine;
#[cfg(unix)]
mod generation;
#[cfg(unix)]
mod makefile;
mod parts;
mod process;
mod reports;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(feature = "web")]
mod web;
