//! Capture puzzles: the tools, and the solver over UGI.

mod tools;
mod ugi;
