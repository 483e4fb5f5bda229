// The judgement of a game: marks on the moves, the better lines, accuracy.

import { $, create } from "./dom.js";
import { t } from "./language.js";
import { command, session } from "./session.js";

const SIGNS = { dubious: "?!", mistake: "?", blunder: "??", missed: "⊘" };
const NAMES = { dubious: () => t("mark-dubious"), mistake: () => t("mark-mistake"), blunder: () => t("mark-blunder"), missed: () => t("mark-missed") };
const PLAYERS = { black: "side-0", white: "side-1" };

const judged = () => session.state.judgement?.moves ?? [];

/** The sign of a judged move, if it deserves one. */
export function mark(node) {
  const found = judged().find((move) => move.node === node);
  return found?.mark ? { kind: found.mark, text: SIGNS[found.mark], title: NAMES[found.mark]() } : null;
}

/** Draws what is known; `look(move)` shows the better line of a judged move. */
export function judgement(look) {
  const found = session.state.judgement;
  $("judge").textContent = found?.running ? t("judge-stop") : t("judge");
  $("judging").textContent = found?.running ? t("judging", { n: found.done, all: found.all }) : "";
  const known = found && !found.running ? found.players.filter(({ accuracy }) => accuracy !== null) : [];
  $("accuracy").replaceChildren(...known.map(({ player, accuracy }) => create("li", { textContent: t("accuracy", { side: t(PLAYERS[player]), percent: accuracy.toFixed(1) }) })));
  $("marks").replaceChildren(...judged().filter((move) => move.mark).map((move) => row(move, look)));
}

function row(move, look) {
  const name = `${move.ply}. ${move.move}`;
  const go = create("button", { className: `verdict-move ${move.mark}`, onclick: () => command({ do: "visit", node: move.node }) }, create("b", { textContent: SIGNS[move.mark] }), name);
  go.title = t("judged-move", { move: move.move, mark: NAMES[move.mark](), best: move.best ?? "–" });
  const lost = create("span", { className: "small", textContent: `${NAMES[move.mark]()}${move.chance_lost ? ` · −${Math.round(move.chance_lost / 10)} %` : ""}` });
  const item = create("li", {}, go, lost);
  if (move.line.length) item.append(create("button", { className: "better", textContent: `${t("better-line")}: ${move.best}`, onclick: () => look(move) }));
  return item;
}

export const toggleJudging = () => command({ do: session.state.judgement?.running ? "stop" : "judge" });
