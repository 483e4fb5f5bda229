//! The engine as a whole: a process that is spoken to over its standard input and output.

mod command_line;
mod malformed;
mod process;
mod session;
mod timing;
mod transcripts;
