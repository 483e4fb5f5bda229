// The keys of the page, and the list of them.

import { $, create } from "./dom.js";
import { t } from "./language.js";

/** Keys, what is clicked or called for them, and the phrase that tells what they do. */
const ROWS = [
  { keys: ["←↑↓→"], phrase: "key-cursor" },
  { keys: ["Enter"], phrase: "key-enter" },
  { keys: ["Esc"], phrase: "key-escape" },
  { keys: ["U", "R"], does: { u: "undo", r: "redo" }, phrase: "key-steps" },
  { keys: [",", "."], does: { ",": "back", ".": "ahead" }, phrase: "key-steps" },
  { keys: ["Home", "End"], does: { Home: "first", End: "last" }, phrase: "key-ends" },
  { keys: ["[", "]"], does: { "[": "before", "]": "after" }, phrase: "key-variation" },
  { keys: ["A"], does: { a: "analyse" }, phrase: "analyse" },
  { keys: ["T"], does: { t: "threats" }, phrase: "threats" },
  { keys: ["J"], does: { j: "judge" }, phrase: "judge" },
  { keys: ["G"], does: { g: "go" }, phrase: "go" },
  { keys: ["N"], does: { n: "new" }, phrase: "new-game" },
  { keys: ["L"], does: { l: "load" }, phrase: "load" },
  { keys: ["S"], does: { s: "save" }, phrase: "save" },
  { keys: ["C"], does: { c: "comment" }, phrase: "comment" },
  { keys: ["F"], does: { f: "flip" }, phrase: "flip" },
  { keys: ["Ctrl C", "Ctrl V"], phrase: "key-copy" },
  { keys: ["?"], does: { "?": "keys-open" }, phrase: "key-help" },
];

const DOES = Object.assign({}, ...ROWS.map(({ does }) => does));

/** `acts` has functions for what no button does; `escape()` leaves what is shown. */
export function setUpKeys(acts, escape) {
  $("keys-list").append(
    ...ROWS.flatMap(({ keys, phrase }) => [create("dt", {}, ...keys.map((textContent) => create("kbd", { textContent }))), create("dd", { textContent: t(phrase) })]),
  );
  $("keys-open").onclick = () => $("dialog-keys").showModal();
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=range]), textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return escape();
    const name = DOES[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name) return;
    event.preventDefault();
    if (acts[name]) acts[name]();
    else $(name).click();
  });
}
