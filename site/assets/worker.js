// The engine in a worker: it answers what the page asks, searches in between, and tells states and news as they come.

import load, { Engine, Refusal } from "./fukumi.js";

/** How many messages the page has sent, in memory that it shares with the worker, and how many the worker has taken. */
let posted = null;
let taken = 0;

// What the engine knows of the worker around it.
globalThis.host = {
  waits: () => posted !== null && Atomics.load(posted, 0) !== taken,
  tell: (event, data) => postMessage(event === "fault" ? { fault: data } : { event, data }),
};

const loaded = load({ module_or_path: new URL("fukumi_bg.wasm", import.meta.url) });
let engine = null;

/** Turns of a search are messages of their own, so that others come in between. */
const turns = new MessageChannel();
let isDue = false;

function goOn() {
  if (isDue) return;
  isDue = true;
  turns.port2.postMessage(null);
}

/** Does something with the engine. After a fault in it nothing more can be done: the page ends this worker. */
function guarded(action) {
  try {
    action();
  } catch (error) {
    postMessage({ fault: String(error) });
  }
}

turns.port1.onmessage = () => {
  isDue = false;
  guarded(() => engine.search() && goOn());
};

function answer({ number, question, id, name, body }) {
  try {
    postMessage({ number, answer: engine.ask(question, id, name, body) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, message } = error;
    error.free();
    postMessage({ number, refused: { status, message } });
  }
  goOn();
}

onmessage = async ({ data }) => {
  if ("posted" in data) posted = data.posted;
  try {
    await loaded;
  } catch (error) {
    return postMessage({ fault: String(error) });
  }
  taken += 1;
  engine ??= new Engine(posted !== null);
  if (data.question) guarded(() => answer(data));
};
