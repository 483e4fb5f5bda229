//! The engine as WebAssembly for a page without a server (`scripts/site.sh`): what `fukumi serve` does over HTTP, in a worker of the page.
//!
//! The worker asks (desk.rs) and lets the engine search a turn (runner.rs) between two messages. All that happens to a game is done by
//! `fukumi::page`, as on the server.

mod desk;
mod runner;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

use self::desk::{Desk, Refused};
use self::runner::Host;

/// How long a turn lasts where nobody can tell during it that a message waits.
const BLIND_TURN: Duration = Duration::from_millis(30);

#[wasm_bindgen(js_namespace = host)]
extern "C" {
    /// Has the page sent a message that the worker has not taken yet?
    fn waits() -> bool;
    /// Sends an event to the page.
    fn tell(event: &str, data: &str);
}

/// The worker around the engine.
struct Worker;

impl Host for Worker {
    fn waits(&self) -> bool {
        waits()
    }

    fn tell(&self, event: &str, data: &str) {
        tell(event, data);
    }
}

/// The engine and the game of one page.
#[wasm_bindgen]
pub struct Engine(Desk);

#[wasm_bindgen]
impl Engine {
    /// An engine without a game. `sees` tells whether the worker sees during a search that a message waits; else turns are short.
    #[wasm_bindgen(constructor)]
    pub fn new(sees: bool) -> Engine {
        std::panic::set_hook(Box::new(|why| tell("fault", &why.to_string())));
        Engine(Desk::new(Arc::new(Worker), (!sees).then_some(BLIND_TURN)))
    }

    /// Answers a question of the page in JSON; `id` and `name`, of the session and of a file, are empty where there are none.
    ///
    /// # Errors
    /// [`Refusal`], for the page.
    pub fn ask(&self, question: &str, id: &str, name: &str, body: &[u8]) -> Result<String, Refusal> {
        self.0.ask(question, id, name, body).map_err(Refusal)
    }

    /// Searches for a turn; true when there is more to search.
    pub fn search(&self) -> bool {
        self.0.search()
    }
}

/// Why a question is not answered.
#[wasm_bindgen]
pub struct Refusal(Refused);

#[wasm_bindgen]
impl Refusal {
    /// As the server's status: 404 when the session is not there.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status()
    }

    /// For a person.
    #[wasm_bindgen(getter)]
    pub fn message(&self) -> String {
        self.0.to_string()
    }
}
