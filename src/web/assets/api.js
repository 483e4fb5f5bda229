// What the page asks of its back end: of `serve` over HTTP, or of the engine in a worker on a site without a server.

import { ask, askForFile } from "./backend.js";

export { listen } from "./backend.js";

export const games = () => ask("games");
export const open = (spec) => ask("open", { body: spec });
export const look = (id) => ask("state", { id });
export const command = (id, body) => ask("command", { id, body });
export const threats = (id) => ask("threats", { id, body: {} });
export const lookAhead = (id, ply, moves) => ask("look", { id, body: { ply, moves } });
export const saveAs = (id, format) => ask("save", { id, body: { format } });
export const best = (id) => ask("best", { id, body: {} });
export const puzzle = (level, seed) => ask("puzzle", { body: { level, seed } });
export const load = (id, text) => ask("load", { id, body: { text } });
export const loadFile = (id, file) => ask("file", { id, body: file });
export const useWeights = (id, file) => ask("weights", { id, body: file });

export const study = (id) => ask("study", { id });
export const addBranch = (id, searches, nodes) => ask("study/branches", { id, body: { searches, nodes } });
export const orderBranch = (id, number, order) => ask("study/order", { id, body: { number, order } });
export const editStudy = (id, position, edit) => ask("study/edit", { id, body: { position, edit } });
export const importStudy = (id, file) => ask("study/file", { id, body: file });
export const exportStudy = (id, format) => askForFile("study/export", { id, body: { format } });

/** Of a site, where its database cannot be opened: its bytes; and that the next page begins a new one. */
export const damagedStudy = () => askForFile("storage/file");
export const clearStudy = () => ask("storage/clear");
