//! The `fukumi` executable.

fn main() {}
