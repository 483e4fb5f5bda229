// Runs a test program for WebAssembly: node run.mjs PROGRAM [ARGUMENTS]. It finds the networks where it looks for them in a browser: beside it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// The fast calls of Node.js 20 from WebAssembly into its WASI corrupt its heap: it crashed after most runs that read a file.
setFlagsFromString("--no-turbo-fast-api-calls");

const [, , program, ...args] = process.argv;
const networks = fileURLToPath(new URL("../../src/games/gomoku/network/data", import.meta.url));
const wasi = new WASI({ version: "preview1", args: [program, ...args], preopens: { "/": networks } });
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
