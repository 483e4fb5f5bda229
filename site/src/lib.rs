//! The engine as WebAssembly for a page without a server (`scripts/site.sh`): what `fukumi serve` does over HTTP, in a worker of the page.
//!
//! The worker (worker.rs) asks (desk.rs) and lets the engine search a turn (runner.rs) between two messages. All that happens to a game is
//! done by `fukumi::page`, as on the server.

#[cfg(any(test, target_family = "wasm"))]
mod desk;
#[cfg(any(test, target_family = "wasm"))]
mod runner;
#[cfg(test)]
mod tests;
#[cfg(target_family = "wasm")]
mod worker;
