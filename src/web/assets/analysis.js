// What a search has found, as numbers and lines that people read.

import { t } from "./language.js";

/** A line's value in a few characters, seen from the first player: +1.25, #5, -#4. */
export function value(line) {
  if (line.mate !== null) return `${line.mate > 0 ? "" : "−"}#${Math.abs(line.mate)}`;
  return `${line.value < 0 ? "−" : "+"}${(Math.abs(line.value) / 100).toFixed(2)}`;
}

/** What the best line says, in words. */
export function verdict(state, news) {
  const [best] = news?.lines ?? [];
  if (!best) return news?.note ?? "";
  if (state.players === 1) return solved(best);
  if (best.mate !== null) return winsIn(best.mate);
  const chances = best.chances / 10;
  const side = chances >= 50 ? 0 : 1;
  return `${value(best)}  ·  ${t("chances-of", { side: t(`side-${side}`), percent: (side ? 100 - chances : chances).toFixed(0) })}`;
}

const solved = (line) => t("shortest-solution", { n: line.steps.length });

/** A proven win in words, in the winner's moves: `mate` is in plies. */
const winsIn = (mate) => t(mate > 0 ? "wins-in-0" : "wins-in-1", { n: Math.ceil(Math.abs(mate) / 2) });

export function figures(news) {
  if (!news?.lines.length) return "";
  const depth = news.seldepth > news.depth ? `${news.depth}–${news.seldepth}` : `${news.depth}`;
  return t("figures", { depth, nodes: short(news.nodes), speed: short(news.nps), seconds: (news.ms / 1000).toFixed(1) });
}

function short(number) {
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

/** The label of a candidate on the board, for the side to move. */
export function label(line, player) {
  if (line.mate !== null) return `${kind(line, player) === "win" ? "W" : "L"}${Math.abs(line.mate)}`;
  const own = player === 0 ? line.value : -line.value;
  return `${own < 0 ? "−" : "+"}${(Math.abs(own) / 100).toFixed(Math.abs(own) >= 1000 ? 0 : 1)}`;
}

/** Fills the list of lines, keeping its buttons: a list that is being read must not jump. */
export function fill(list, state, news, { preview, play }) {
  const lines = news?.lines ?? [];
  while (list.children.length > lines.length) list.lastChild.remove();
  while (list.children.length < lines.length) {
    const button = document.createElement("button");
    button.append(document.createElement("b"), document.createElement("span"));
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  lines.forEach((line, nth) => {
    const button = list.children[nth].firstChild;
    const moves = line.steps.map((step) => step.text).join(" ");
    button.firstChild.textContent = state.players === 1 ? line.steps.length : value(line);
    button.firstChild.className = state.players === 1 ? "" : kind(line, state.to_move);
    button.lastChild.textContent = moves;
    button.setAttribute("aria-label", t("play-line", { move: line.steps[0]?.text, value: `${value(line)}, ${moves}` }));
    button.onmouseenter = button.onfocus = () => preview(nth);
    button.onmouseleave = button.onblur = () => preview(null);
    button.onclick = () => line.steps[0] && play(line.steps[0].text);
  });
}
