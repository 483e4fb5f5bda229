// What a search has found, as numbers and lines that people read.

import { create } from "./dom.js";
import { t } from "./language.js";

/** Moves of the winner until a proven end; `mate` is in plies. */
const moves = (mate) => Math.ceil(Math.abs(mate) / 2);

/** A line's value for the side to move: +1.25, win in 3 moves, loss in 2 moves. */
export function value(line, player) {
  if (line.mate === null) return signed(player === 0 ? line.value : -line.value, 2);
  return kind(line, player) === "win" ? t("win-in", { n: moves(line.mate) }) : t("loss-in", { n: moves(line.mate) });
}

const signed = (value, digits) => `${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(digits)}`;

/** What the best line says, in words. */
export function verdict(state, news) {
  const [best] = news?.lines ?? [];
  if (!best) return news?.note ?? "";
  if (state.players === 1) return t("shortest-solution", { n: best.steps.length });
  if (best.mate !== null) return t(best.mate > 0 ? "wins-in-0" : "wins-in-1", { n: moves(best.mate) });
  const chances = best.chances / 10;
  const side = chances >= 50 ? 0 : 1;
  return `${value(best, state.to_move)}  ·  ${t("chances-of", { side: t(`side-${side}`), percent: (side ? 100 - chances : chances).toFixed(0) })}`;
}

export function figures(news) {
  if (!news?.lines.length) return "";
  const depth = news.seldepth > news.depth ? `${news.depth}–${news.seldepth}` : `${news.depth}`;
  return t("figures", { depth, nodes: short(news.nodes), speed: short(news.nps), seconds: (news.ms / 1000).toFixed(1) });
}

export function short(number) {
  for (const [size, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (number >= size) return `${(number / size).toFixed(number >= 10 * size ? 0 : 1)} ${letter}`;
  }
  return String(number);
}

/** Who a line is good for: "win", "loss" or "open", for the side to move. */
export function kind(line, player) {
  if (line.mate === null) return "open";
  return line.mate > 0 === (player === 0) ? "win" : "loss";
}

/** The label of a candidate on the board, for the side to move: its value, or the moves to a proven end. */
export function label(line, player) {
  if (line.mate !== null) return `${kind(line, player) === "win" ? "+" : "−"}#${moves(line.mate)}`;
  return signed(player === 0 ? line.value : -line.value, Math.abs(line.value) >= 1000 ? 0 : 1);
}

/** Fills the list of lines, keeping its elements: a list that is being read must not jump. `preview(nth)` draws a line on the board,
 * `play(text)` plays its first move, `look(moves, at)` shows the position after so many of them. */
export function fill(list, state, news, hooks) {
  const lines = news?.lines ?? [];
  resize(list, lines.length, () => create("li", {}, create("button", { className: "value" }), create("span", { className: "steps" })));
  lines.forEach((line, nth) => fillLine(list.children[nth], line, nth, state, hooks));
}

function resize(list, length, make) {
  while (list.children.length > length) list.lastChild.remove();
  while (list.children.length < length) list.append(make());
}

function fillLine(item, line, nth, state, { preview, play, look }) {
  const [button, steps] = item.children;
  const texts = line.steps.map((step) => step.text);
  const told = state.players === 1 ? t("moves-count", { n: texts.length }) : value(line, state.to_move);
  setText(button, told);
  button.className = `value rank${Math.min(nth + 1, 6)}${state.players === 1 ? "" : ` ${kind(line, state.to_move)}`}`;
  button.setAttribute("aria-label", t("play-line", { move: texts[0], value: told }));
  button.onclick = () => texts[0] && play(texts[0]);
  button.onfocus = item.onmouseenter = () => preview(nth);
  button.onblur = item.onmouseleave = () => preview(null);
  resize(steps, texts.length, () => create("button", { className: "step", tabIndex: -1 }));
  texts.forEach((text, at) => {
    const step = steps.children[at];
    setText(step, text);
    step.tabIndex = at === 0 ? 0 : -1;
    step.onclick = () => look(texts, at + 1);
    step.onkeydown = (event) => along(event, steps);
    step.setAttribute("aria-label", t("show-position", { move: text }));
  });
}

/** A text that does not change is not set again: it may be selected. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The arrows go along the moves of a line. */
function along(event, steps) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const next = steps.children[[...steps.children].indexOf(event.target) + by];
  next?.focus();
}
