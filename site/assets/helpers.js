// Threads of the engine: workers that wait in shared memory for something to do. The page starts them; the engine, which may not wait for
// a worker to be started, takes one that is there.

/** Numbers for each helper: its state, and what to start. */
const STATE = 0;
const START = 1;
const SIZE = 2;
/** The states: not ready yet, waiting, and at work. */
const IDLE = 1;
const BUSY = 2;

/** A helper that has just ended a thread is free a moment later; no longer than this is waited for it. */
const PATIENCE_MS = 5;

/** What the helpers share with the engine. */
export const boards = (count) => new Int32Array(new SharedArrayBuffer(4 * SIZE * Math.max(count, 1)));

/** Starts a thread; its number, or null when no helper is free. Numbers begin with 1. */
export function spawn(board, start) {
  const count = board.length / SIZE;
  const end = performance.now() + PATIENCE_MS;
  do {
    for (let nth = 0; nth < count; nth += 1) {
      const at = SIZE * nth;
      if (Atomics.load(board, at + STATE) !== IDLE) continue;
      Atomics.store(board, at + START, start);
      Atomics.store(board, at + STATE, BUSY);
      Atomics.notify(board, at + STATE);
      return nth + 1;
    }
  } while (board.includes(BUSY) && performance.now() < end);
  return null;
}

/** Runs the threads that are given to a helper, one after the other, for ever. */
export function serve(board, nth, run) {
  const at = SIZE * nth;
  for (;;) {
    Atomics.store(board, at + STATE, IDLE);
    while (Atomics.load(board, at + STATE) === IDLE) Atomics.wait(board, at + STATE, IDLE);
    run(nth + 1, Atomics.load(board, at + START));
  }
}
