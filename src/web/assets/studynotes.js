// What a person writes about a position into the database: its label, its comment, texts on its points.

import * as api from "./api.js";
import { $, create } from "./dom.js";
import { t } from "./language.js";
import { say } from "./notices.js";
import { session } from "./session.js";

const SAVE_MS = 700;

/** Labels with a meaning of their own, for the player who has just moved. */
const MEANT = ["w", "l", "d", "x", "!"];
const OWN = "own";

let change = () => {};
let redraw = () => {};
let kept = null; // what is known of the position that is shown: its label, comment, texts
let timer = 0;
let point = null; // whose text is being written

const edit = (what, position = kept.position) => change((id) => api.editStudy(id, position, what));

/** The texts on the points of the position on the board. */
export const texts = (state) => (kept?.position === state.position ? kept.texts : []);

/** Shows what is known of a position; what is being written about another one is kept first. */
export function showNotes({ position, here, read_only: readOnly }) {
  const before = kept;
  const moved = before?.position !== position;
  if (moved) keepComment();
  kept = { position, label: here?.label ?? "", comment: here?.comment ?? "", texts: here?.texts ?? [] };
  const box = $("study-comment");
  if (moved || document.activeElement !== box) box.value = kept.comment;
  box.readOnly = readOnly;
  for (const id of ["study-label", "study-sign", "study-texts"]) $(id).disabled = readOnly;
  $("study-forget").disabled = readOnly || !here;
  if (moved || document.activeElement !== $("study-sign")) offerLabels();
  if (moved) closePoint();
  if (JSON.stringify(before?.texts) !== JSON.stringify(kept.texts)) redraw();
}

function offerLabels() {
  const mover = session.state.to_move === 0 ? 1 : 0; // a label is meant for the player who has just moved
  const told = { w: t(`study-won-${mover}`), l: t(`study-won-${1 - mover}`), d: t("study-drawn"), x: t("study-blocked"), "!": t("study-forced") };
  const own = kept.label !== "" && !MEANT.includes(kept.label);
  const option = (value, textContent) => create("option", { value, textContent, selected: value === (own ? OWN : kept.label) });
  $("study-label").replaceChildren(option("", t("study-unlabelled")), ...MEANT.map((mark) => option(mark, told[mark])), option(OWN, t("study-sign")));
  $("study-sign").hidden = !own;
  $("study-sign").value = own ? kept.label : "";
}

function chooseLabel() {
  const { value } = $("study-label");
  $("study-sign").hidden = value !== OWN;
  if (value === OWN) $("study-sign").focus();
  else edit({ label: value });
}

/** Keeps the comment that is being written, if it has changed. */
function keepComment() {
  clearTimeout(timer);
  const text = $("study-comment").value.trimEnd();
  if (!kept || $("study-comment").readOnly || text === kept.comment) return;
  kept.comment = text;
  edit({ comment: text });
}

// --- texts on points

function closePoint() {
  point = null;
  $("study-point").hidden = true;
}

/** A click on a cell: what is written there is to be written anew. */
export function writeOn(at) {
  if ($("study-texts").getAttribute("aria-pressed") !== "true" || $("study-card").hidden) return false;
  if (session.state.view.pieces.some((piece) => piece.at === at)) return false;
  point = at;
  $("study-point").hidden = false;
  $("study-point").querySelector("label").textContent = t("study-text-on", { at });
  $("study-text").value = texts(session.state).find(([name]) => name === at)?.[1] ?? "";
  $("study-text").focus();
  return true;
}

function toggleTexts() {
  const on = $("study-texts").getAttribute("aria-pressed") !== "true";
  $("study-texts").setAttribute("aria-pressed", String(on));
  if (on) say(t("study-texts-hint"));
  else closePoint();
}

/** `changeDatabase(action)` makes a change and shows what is known then; `drawBoard()` draws the board anew. */
export function setUpNotes(changeDatabase, drawBoard) {
  [change, redraw] = [changeDatabase, drawBoard];
  $("study-label").onchange = chooseLabel;
  $("study-sign").onchange = ({ target }) => edit({ label: target.value.trim() });
  $("study-comment").oninput = () => {
    clearTimeout(timer);
    timer = setTimeout(keepComment, SAVE_MS);
  };
  $("study-comment").onblur = keepComment;
  $("study-texts").onclick = toggleTexts;
  $("study-point").onsubmit = (event) => {
    event.preventDefault();
    edit({ text: { at: point, text: $("study-text").value } });
    closePoint();
  };
  $("study-forget").onclick = () => confirm(t("study-forget-sure")) && edit("forget");
}
