// How much the engine thinks: time or nodes a move, and its level. The same choices are beside the board and in the new game.

import { short } from "./analysis.js";
import { create } from "./dom.js";
import { t } from "./language.js";

const SECONDS = [0.1, 0.3, 1, 3, 10, 30];
const NODES = [1000, 10_000, 100_000, 1_000_000];
const NAMED = {
  10: (n) => t("strength-beginner", { n }),
  30: (n) => t("strength-casual", { n }),
  50: (n) => t("strength-club", { n }),
  70: (n) => t("strength-strong", { n }),
  90: (n) => t("strength-master", { n }),
  100: () => t("strength-full"),
};
const LEVELS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

const option = (value, textContent) => create("option", { value: String(value), textContent });

/** Fills a select with levels. */
export const offerLevels = (select) => select.replaceChildren(...LEVELS.map((n) => option(n, (NAMED[n] ?? ((n) => t("strength-level", { n })))(n))));

/** Fills a select with limits of time and nodes. */
export function offerLimits(select) {
  const times = SECONDS.map((n) => option(`ms:${n * 1000}`, t("by-time", { n })));
  const nodes = NODES.map((n) => option(`nodes:${n}`, t("by-nodes", { n: short(n) })));
  select.replaceChildren(...times, ...nodes);
}

/** Shows a value that was set elsewhere, too. */
function choose(select, value, name) {
  if (![...select.options].some((known) => known.value === value)) select.append(option(value, name()));
  select.value = value;
}

export const showLevel = (select, level) => choose(select, String(level), () => t("strength-level", { n: level }));

export function showLimit(select, { ms, nodes_limit: nodes }) {
  if (nodes) choose(select, `nodes:${nodes}`, () => t("by-nodes", { n: short(nodes) }));
  else choose(select, `ms:${ms}`, () => t("by-time", { n: ms / 1000 }));
}

/** The wish that a limit's value stands for. */
export function limitOf(value) {
  const [unit, number] = value.split(":");
  return unit === "ms" ? { ms: Number(number), nodes: 0 } : { nodes: Number(number) };
}
