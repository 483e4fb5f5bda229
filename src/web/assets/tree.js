// The moves of the game with their variations, what is told about them, and the slider over the line that is shown.

import { $, create } from "./dom.js";
import { t } from "./language.js";
import { opens } from "./openings.js";
import { attempt, command, send, session } from "./session.js";

const SAVE_MS = 700;

const edit = (body) => command({ do: "edit", edit: body });

/** The comment and the labels are of the current position. */
const current = () => session.state.nodes.find(({ id }) => id === session.state.node);

export const labels = (state) => state.nodes.find(({ id }) => id === state.node)?.labels ?? [];

/** Draws the tree; `mark(node)` gives the sign of a judged move. */
export function showTree(mark) {
  const { state } = session;
  const children = new Map(state.nodes.map(({ id }) => [id, []]));
  for (const node of state.nodes) if (node.parent !== null) children.get(node.parent).push(node);
  const shown = new Set(state.line);
  const view = { children, shown, mark, current: state.node };
  $("moves").replaceChildren(...rootNote(), ...branch(children.get(state.nodes[0].id), 1, view));
  scrollToCurrent();
  Object.assign($("ply"), { max: state.moves.length, value: state.ply, disabled: state.moves.length === 0 || opens(state) });
  showNotes();
}

const rootNote = () => (session.state.nodes[0].comment ? [note(session.state.nodes[0])] : []);
const note = (node) => create("p", { className: "told-move", textContent: node.comment });

/** The moves that follow a position: the first of them and its line, the others as variations beside it. */
function branch(choices, ply, view) {
  const out = [];
  for (let at = choices; at.length; at = view.children.get(at[0].id), ply += 1) {
    const [main, ...others] = at;
    out.push(move(main, ply, view));
    if (main.comment) out.push(note(main));
    for (const other of others) {
      out.push(create("div", { className: "variation" }, move(other, ply, view), ...(other.comment ? [note(other)] : []), ...branch(view.children.get(other.id), ply + 1, view)));
    }
  }
  return out;
}

function move(node, ply, { shown, mark, current: here }) {
  const sign = mark(node.id);
  const classes = [shown.has(node.id) ? "" : "aside", sign ? `marked ${sign.kind}` : ""].join(" ").trim();
  const button = create("button", { className: classes, onclick: () => command({ do: "visit", node: node.id }) });
  button.append(create("span", { className: "nth", textContent: `${ply}.` }), node.move, ...(sign ? [create("b", { textContent: sign.text, title: sign.title })] : []));
  if (node.id === here) button.setAttribute("aria-current", "true");
  return button;
}

/** The list alone scrolls, never the page. */
function scrollToCurrent() {
  const list = $("moves");
  const here = list.querySelector("[aria-current]");
  list.scrollTop = here ? here.offsetTop - list.clientHeight / 2 : 0;
}

// --- comments and edits

let writing = 0; // the node that the comment is being written for
let timer = 0;

function showNotes() {
  const { state } = session;
  const node = current();
  const box = $("comment");
  if (document.activeElement !== box || writing !== node.id) {
    box.value = node.comment ?? "";
    writing = node.id;
  }
  const atStart = state.ply === 0;
  $("promote").disabled = atStart || opens(state);
  $("delete").disabled = atStart || opens(state);
  $("undo-edit").disabled = !state.edited || opens(state);
}

/** Keeps the comment that is being written, if it has changed. */
function keepComment() {
  clearTimeout(timer);
  const text = $("comment").value.trim();
  const node = current();
  if (node?.id === writing && text !== (node.comment ?? "")) return edit({ do: "comment", text });
}

/** How many moves there are from a node on. */
function sizeFrom(id) {
  const inside = new Set([id]);
  for (const node of session.state.nodes) if (inside.has(node.parent)) inside.add(node.id);
  return inside.size;
}

/** Goes to the next or the one before of the choices beside the current move. */
export function toVariation(step) {
  const { state } = session;
  const node = current();
  const choices = state.nodes.filter(({ parent }) => parent !== null && parent === node.parent);
  const next = choices[choices.indexOf(node) + step];
  if (next) command({ do: "visit", node: next.id });
}

export class Labels {
  /** `say(text)` tells what a click does now. */
  constructor(say) {
    this.active = false;
    $("label").onclick = () => {
      this.active = !this.active;
      $("label").setAttribute("aria-pressed", String(this.active));
      if (this.active) say(t("label-hint"));
    };
  }

  /** A click on a cell: the next letter that is free, or none where there is one. */
  put(at) {
    if (!this.active) return false;
    const taken = new Map(labels(session.state));
    const letters = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(65 + nth));
    const free = letters.find((letter) => ![...taken.values()].includes(letter)) ?? "*";
    edit({ do: "label", at, text: taken.has(at) ? "" : free });
    return true;
  }
}

export function setUpTree(notify) {
  $("comment").oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(keepComment, SAVE_MS);
  };
  $("comment").onblur = keepComment;
  $("promote").onclick = () => edit({ do: "promote", node: session.state.node });
  $("delete").onclick = () => attempt(async () => {
    const { node } = session.state;
    const n = sizeFrom(node);
    await send({ do: "edit", edit: { do: "delete", node } });
    notify(t("deleted", { n }));
  });
  $("undo-edit").onclick = () => edit({ do: "undo" });
}
