// Capture puzzles: examples by name, new ones of a chosen difficulty, ranks and rules, the signs on the pieces, the best result.

import * as api from "./api.js";
import { $, create } from "./dom.js";
import { HANZI } from "./glyphs.js";
import { t } from "./language.js";
import { notify } from "./notices.js";
import { attempt, send, session } from "./session.js";
import { prefer, tastes } from "./store.js";

const LEVELS = ["easy", "medium", "hard"];
const RANKS = ["K", "A", "E", "R", "N", "C", "P"];

/** The shortest solutions that are known, by start position; null while one is sought in vain. */
const known = new Map();
let redraw = () => {};

/** Makes the card: `examples` are those of the server, `drawn()` draws the board anew. */
export function setUpPuzzles(examples, drawn) {
  redraw = drawn;
  examples.forEach(({ position, best }) => known.set(position, best));
  const select = create("select", { id: "puzzle-examples" }, new Option(t("puzzle-examples"), ""));
  select.append(...examples.map(({ name, position, best }) => new Option(`${name} · ${t("moves-count", { n: best })}`, position)));
  select.onchange = () => select.value && open(select.value).then(() => (select.value = ""));
  const level = create("select", { id: "puzzle-level" }, ...LEVELS.map((name) => new Option(t(`puzzle-${name}`), name)));
  const make = create("button", { id: "puzzle-new", type: "button", textContent: t("puzzle-new"), onclick: () => generate(level.value, make) });
  const signs = create("button", { id: "puzzle-signs", type: "button", className: "switch", textContent: t("puzzle-hanzi"), onclick: () => turn(signs) });
  signs.setAttribute("aria-pressed", String(tastes.glyphs === "chinese"));
  const label = (htmlFor, key) => create("label", { htmlFor, className: "unseen", textContent: t(key) });
  $("puzzle-card").replaceChildren(
    create("div", { className: "row" }, create("h2", { id: "puzzle-title", textContent: t("capture") }), signs),
    create("div", { className: "row" }, label("puzzle-examples", "puzzle-examples"), select),
    create("div", { className: "row" }, label("puzzle-level", "puzzle-level"), level, make),
    create("details", {}, create("summary", { textContent: t("puzzle-rules") }), ranks(), ...rules()),
  );
}

function ranks() {
  const items = RANKS.flatMap((letter, nth) => [
    ...(nth ? [create("i", { textContent: ">" })] : []),
    create("b", { textContent: `${letter} ${HANZI[letter]}` }),
  ]);
  return create("p", { className: "ranks" }, ...items);
}

const rules = () => ["rule-ranks", "rule-steps", "rule-ducks", "rule-goal"].map((key) => create("p", { textContent: t(key) }));

function turn(button) {
  prefer("glyphs", tastes.glyphs === "chinese" ? "letters" : "chinese");
  button.setAttribute("aria-pressed", String(tastes.glyphs === "chinese"));
  redraw();
}

const open = (position) => attempt(() => send({ do: "game", spec: { game: "capture", position }, engine: [false, false] }));

async function generate(level, button) {
  button.disabled = true;
  await attempt(async () => {
    const { position, best } = await api.puzzle(level, Math.floor(Math.random() * 2 ** 32));
    known.set(position, best);
    await open(position);
  });
  button.disabled = false;
}

/** How a solved puzzle is told: with the best result, when it is known; it is sought when it is not. */
export function solved(state) {
  const start = state.start ?? "";
  if (!known.has(start)) seek(state, start);
  const best = known.get(start);
  if (!best) return t("solved", { n: state.ply });
  return state.ply === best ? t("solved-best", { n: best }) : t("solved-of", { n: state.ply, best });
}

async function seek(state, start) {
  known.set(start, null);
  try {
    const { best } = await api.best(state.id);
    known.set(start, best);
    if (session.state.id === state.id) redraw();
  } catch (error) {
    notify(error.message);
  }
}
