//! Between the engine and the JavaScript of its worker: functions that it calls, and those that it offers. Texts and files lie in the
//! memory that both see.
#![expect(unsafe_code, reason = "functions of another language")]

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde::Deserialize;

use crate::desk::{Desk, Refused};
use crate::runner::Host;

/// How long a turn lasts where nobody can tell during it that a message waits.
const BLIND_TURN: Duration = Duration::from_millis(30);

/// The status of an answer.
const ANSWERED: u32 = 200;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Has the page sent a message that the worker has not taken yet?
    safe fn waits() -> u32;
    /// Sends an event to the page: its name, and what it tells.
    fn tell(name: *const u8, name_length: usize, data: *const u8, data_length: usize);
}

unsafe extern "C" {
    /// Makes the first thread one of the C library's, as its own start of a program does.
    fn __wasi_init_tp();
    /// Runs the constructors of the C library. That they are named here keeps the linker from running them at every call.
    fn __wasm_call_ctors();
}

/// The worker around the engine.
struct Worker;

impl Host for Worker {
    fn waits(&self) -> bool {
        waits() != 0
    }

    fn tell(&self, event: &str, data: &str) {
        // SAFETY: the host reads these bytes before it returns.
        unsafe { tell(event.as_ptr(), event.len(), data.as_ptr(), data.len()) }
    }
}

static DESK: OnceLock<Desk> = OnceLock::new();

/// The bytes of the question and of the answer, which JavaScript writes and reads between two calls.
static BYTES: Mutex<(Vec<u8>, Vec<u8>)> = Mutex::new((Vec::new(), Vec::new()));

fn bytes() -> MutexGuard<'static, (Vec<u8>, Vec<u8>)> {
    BYTES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A question without its body. `id` and `name`, of the session and of a file, are empty where there are none.
#[derive(Deserialize)]
struct Head {
    question: String,
    id: String,
    name: String,
}

/// The first call: an engine without a game, which searches with so many threads. `sees` tells whether the worker sees during a search
/// that a message waits; else turns are short.
#[unsafe(no_mangle)]
extern "C" fn begin(sees: u32, threads: usize) {
    // SAFETY: nothing else of the module runs yet, and this is called once.
    unsafe {
        __wasi_init_tp();
        __wasm_call_ctors();
    }
    std::panic::set_hook(Box::new(|why| Worker.tell("fault", &why.to_string())));
    DESK.get_or_init(|| Desk::new(Arc::new(Worker), (sees == 0).then_some(BLIND_TURN), threads, "/".into()));
}

/// Room for the next question: its head in JSON, then its body.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let (question, _) = &mut *bytes();
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question whose head is so long. The status is that of a server; the answer is JSON or a file, or for a person why there is none.
#[unsafe(no_mangle)]
extern "C" fn ask(head_length: usize) -> u32 {
    let question = std::mem::take(&mut bytes().0);
    let (status, answer) = match asked(&question, head_length) {
        Ok(answer) => (ANSWERED, answer),
        Err(why) => (why.status().into(), why.to_string().into_bytes()),
    };
    bytes().1 = answer;
    status
}

fn asked(question: &[u8], head_length: usize) -> Result<Vec<u8>, Refused> {
    let (head, body) = question.split_at_checked(head_length).unwrap_or((question, &[]));
    let Head { question, id, name } = serde_json::from_slice(head)?;
    DESK.get().ok_or(Refused::UnknownSession)?.ask(&question, &id, &name, body)
}

/// Where the answer lies.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    bytes().1.as_ptr()
}

/// How many bytes it has.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    bytes().1.len()
}

/// Searches for a turn; 1 when there is more to search.
#[unsafe(no_mangle)]
extern "C" fn search() -> u32 {
    DESK.get().is_some_and(Desk::search).into()
}
