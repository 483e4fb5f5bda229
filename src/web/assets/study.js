// The study view: what the database knows at the position on the board, files of it, and the branches that are analysed while nobody
// searches.

import { value } from "./analysis.js";
import * as api from "./api.js";
import { $, create, fillList } from "./dom.js";
import { maybe, t } from "./language.js";
import { notify } from "./notices.js";
import { attempt, command, session } from "./session.js";
import { setUpNotes, showNotes } from "./studynotes.js";

/** How often the view is filled anew while the database grows. */
const REFRESH_MS = 1500;

let offered; // false where the server has no database, undefined where there can be none
let asked = 0; // answers to earlier questions are out of date
let shown = null; // what is drawn, as text: a list that is being read must not jump
let timer = 0;
let play = () => {};

/** Is this branch searched now, or as soon as there is time? */
const isDue = ({ done, all, stopped }) => !stopped && done < all;

/** Is there something to ask, somebody to answer, and somebody who looks? */
const asks = () => offered && session.state && session.state.players !== 1 && !document.hidden;

/** Another state: the view follows the board. */
export function showStudy(before) {
  const { state } = session;
  $("study-card").hidden = offered === undefined || state.players === 1;
  $("keep").setAttribute("aria-pressed", String(state.keep));
  if (!before || before.position !== state.position || before.id !== state.id || before.keep !== state.keep || before.analyse !== state.analyse) refresh();
}

async function refresh() {
  clearTimeout(timer);
  if (!asks()) return;
  const turn = ++asked;
  const found = await api.study(session.state.id).catch(() => null);
  if (turn !== asked) return;
  if (found) show(found);
  const { keep, analyse } = session.state ?? {};
  if ((keep && analyse) || found?.queue.some(isDue)) timer = setTimeout(refresh, REFRESH_MS);
}

/** Does something that changes the database, and shows what is known then. */
const change = (action) => attempt(async () => {
  const turn = ++asked;
  const found = await action(session.state.id);
  if (turn === asked && found.queue) show(found);
  await refresh();
});

function show(found) {
  for (const id of ["keep", "study-add", "study-import"]) $(id).disabled = found.read_only;
  const text = JSON.stringify(found);
  if (text === shown) return;
  shown = text;
  $("study-count").textContent = found.read_only ? t("study-read-only") : t("study-count", { n: found.count });
  $("study-here").textContent = found.here ? [worth(found.here), told(found.here)].filter(Boolean).join(" · ") : t("study-unknown");
  if (found.kept) showNotes(found);
  fillList($("study-moves"), found.moves, ({ move }) => move, moveRow);
  fillList($("study-queue"), found.queue, ({ number }) => number, branchRow);
}

/** A value for the side to move, as analyses tell it. */
function worth({ value: score, mate, drawn, bound }) {
  if (drawn) return t("study-drawn");
  if (score === null && mate === null) return "";
  const text = value({ value: score, mate }, session.state.to_move);
  return bound === "exact" || mate !== null ? text : bound === "upper" ? `≤ ${text}` : `≥ ${text}`;
}

/** Depth, games, and in how many ways the position comes about. */
function told({ value: score, depth, games, ways }) {
  const parts = [];
  if (score !== null) parts.push(t("study-depth", { n: depth }));
  if (games) parts.push(t("study-games", { n: games }));
  if (ways > 1) parts.push(t("study-ways", { n: ways }));
  return parts.join(" · ");
}

/** The row of a move: a button that plays it, and what is known of it. */
function moveRow(move) {
  const go = create("button", { className: "study-move", onclick: () => play(move) });
  const about = create("span", { className: "small study-told" });
  const fill = (found) => {
    const label = found.label ? [create("i", { className: "study-label", textContent: found.label, title: t("study-label") })] : [];
    go.replaceChildren(create("b", { textContent: move }), create("span", { className: "study-value", textContent: worth(found) }), ...label);
    about.textContent = [told(found), found.comment.split("\n")[0]].filter(Boolean).join(" · ");
    about.title = found.comment;
  };
  return { row: create("li", {}, go, about), fill };
}

/** The row of a branch of the queue: how far it has come, and what can be done with it. */
function branchRow(number) {
  const order = (wanted) => change((id) => api.orderBranch(id, number, wanted));
  const [head, bar, state] = [create("span", { className: "study-branch" }), create("progress"), create("span", { className: "small" })];
  const [pause, remove] = [create("button", { type: "button" }), create("button", { type: "button", onclick: () => order("remove") })];
  const fill = ({ name, rules, done, all, stopped, running, size, fault }) => {
    const doing = fault ?? (running ? t("study-running", { n: size }) : done >= all ? t("study-done") : stopped ? t("study-stopped") : t("study-waits"));
    Object.assign(head, { textContent: name || t("start-position"), title: rules });
    Object.assign(bar, { max: all, value: done, ariaLabel: t("study-progress", { n: done, all }) });
    state.textContent = `${t("study-progress", { n: done, all })} · ${doing}`;
    Object.assign(pause, { textContent: t(stopped ? "study-go-on" : "study-stop"), hidden: done >= all, onclick: () => order(stopped ? "go" : "stop") });
    remove.textContent = t("study-remove");
  };
  return { row: create("li", {}, head, bar, state, pause, remove), fill };
}

function download(bytes, name) {
  const link = create("a", { href: URL.createObjectURL(bytes), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REFRESH_MS);
}

async function save() {
  const format = $("study-format").value;
  download(await api.exportStudy(session.state.id, format), `study.${format}`);
}

/** Why there is no database: what a server says, or a site, whose browser keeps it. One that is there and cannot be opened may be saved, and
 * gives way to a new one. */
function tellNone(fault) {
  if (!fault) return;
  const told = $("study-none");
  delete told.dataset.t;
  const known = maybe(`study-none-${fault}`, null);
  told.textContent = known ?? t("study-none-damaged", { why: fault });
  $("study-damaged").hidden = known !== null;
  $("study-rescue").onclick = () => attempt(async () => download(await api.damagedStudy(), "damaged.db"));
  $("study-clear").onclick = () => attempt(async () => {
    if (!confirm(t("study-clear-sure"))) return;
    await api.clearStudy();
    location.reload();
  });
}

/** `answer` is what the back end offers; `play(text)` plays a move, `drawBoard()` draws the board anew. */
export function setUpStudy(answer, playMove, drawBoard) {
  offered = answer.study;
  play = playMove;
  $("study-none").hidden = offered !== false;
  $("study-body").hidden = !offered;
  $("keep").hidden = !offered;
  if (offered === undefined) return;
  tellNone(answer.study_fault);
  setUpNotes(change, drawBoard);
  $("keep").onclick = () => command({ do: "wish", keep: !session.state.keep });
  $("study-add").onclick = () => change((id) => api.addBranch(id, Number($("study-searches").value), Number($("study-nodes").value)));
  $("study-import").onclick = () => $("study-file").click();
  $("study-file").onchange = async ({ target }) => {
    const [file] = target.files;
    if (file) await change(async (id) => {
      const { done } = await api.importStudy(id, file);
      notify(done);
      return {};
    });
    target.value = "";
  };
  $("study-export").onclick = () => attempt(save);
  document.addEventListener("visibilitychange", refresh);
  if (session.state) showStudy(null);
}
