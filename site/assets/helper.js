// A helper of the engine: a thread that searches in the engine's memory.

import { serve } from "./helpers.js";
import { imports } from "./wasi.js";

onmessage = async ({ data: { module, memory, board, nth } }) => {
  const host = { waits: () => false, tell: (event, data) => postMessage({ [event]: data }) };
  try {
    const { exports } = await WebAssembly.instantiate(module, imports(memory, { host }));
    serve(board, nth, exports.wasi_thread_start);
  } catch (error) {
    postMessage({ fault: String(error) });
  }
};
