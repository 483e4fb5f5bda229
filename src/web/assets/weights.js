// The player's own weights: a file of weights or of a network, loaded as games are, that fukumi thinks with in place of its own.

import { $ } from "./dom.js";
import { t } from "./language.js";
import { notify } from "./notices.js";
import { attempt, session, useWeights } from "./session.js";

/** The first bytes of such a file, and of one that gzip has compressed: no game begins like either. */
const MAGIC = [[0x89, 0x46, 0x55, 0x4b], [0x1f, 0x8b]];

let offered = false;

/** Is it a file of weights, where the back end takes such? */
export async function isWeights(file) {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return offered && MAGIC.some((magic) => magic.every((byte, at) => head[at] === byte));
}

export async function loadWeights(file) {
  await useWeights(file);
  const { refused } = session.state.weights;
  if (refused) notify(refused);
}

export function showWeights() {
  const { weights } = session.state;
  $("weights").hidden = !weights;
  if (!weights) return;
  $("weights-name").textContent = t("weights", { name: weights.name });
  $("weights").classList.toggle("unused", Boolean(weights.refused));
  $("weights").title = weights.refused ?? "";
}

export function setUpWeights(games) {
  offered = games.weights === true;
  $("weights-off").onclick = () => attempt(() => useWeights(null));
}
