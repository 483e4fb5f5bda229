// The opening: what is to be done, what fukumi did and why, the choice of colours, the fifths on the board.

import { $, create } from "./dom.js";
import { language, maybe, t } from "./language.js";
import { UNIT, svg } from "./pieces.js";
import { command, session } from "./session.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A settled opening stays in view for so many stones of the game after it. */
const LINGERS = 2;

/** Is an opening being played, its colours not settled yet? */
export const opens = ({ opening }) => Boolean(opening && opening.step !== "settled");

/** May nothing be laid now? */
export const waits = (state) => opens(state) && (state.opening.engine || ["swap", "number"].includes(state.opening.step));

/** Why a point cannot be taken now; empty when it can. */
export function refusal(state, name) {
  const { opening } = state;
  if (!opens(state) || opening.points.includes(name)) return "";
  if (opening.step === "stone" && opening.central) return instruction(opening);
  if (opening.step === "fifth" && !state.view.pieces.some(({ at }) => at === name)) return t("fifth-same", { move: name });
  return opening.step === "pick" ? t("pick-fifth") : "";
}

/** Fills the banner. */
export function openings() {
  const banner = $("opening");
  const { state } = session;
  const { opening } = state;
  const settled = opening?.step === "settled";
  banner.hidden = !opening || (settled && state.ply > 5 + LINGERS);
  if (banner.hidden) return;
  const lines = [...told(opening), settled ? t("opening-settled") : instruction(opening)];
  banner.replaceChildren(create("b", { textContent: named(opening) }), ...lines.map((text) => create("span", { textContent: text })));
  if (!settled && !opening.engine) banner.append(...choices(opening));
}

function named({ rule, name }) {
  const rules = maybe(`opening-${rule}`, rule);
  if (!name || rule === "swap2") return rules;
  const [code, latin, kanji] = name;
  return `${rules} · ${code} ${["zh", "ja"].includes(language()) ? kanji : latin}`;
}

/** What fukumi has done last, with its reason. */
function told({ said }) {
  const own = said.filter(({ engine }) => engine).at(-1);
  if (!own || said.slice(said.lastIndexOf(own) + 1).length > 2) return [];
  // Stones that follow a choice to lay two, and fifths that follow one to offer ten, go without saying.
  const worth = own.chances === null ? "" : ` ${t("opening-worth", { n: Math.round(own.chances / 10) })}`;
  return [`${deed(own)}${worth}`];
}

function deed({ did, side, at, number, choice }) {
  const moves = at?.join(" ");
  if (did === "stones") return t("said-stones", { moves });
  if (did === "fifths") return t("said-fifths", { moves });
  if (did === "pick") return t("said-pick", { moves });
  if (did === "number") return t("said-number", { n: number });
  if (choice === "keep") return side === 0 ? t("said-keep-0") : t("said-keep-1");
  if (choice === "swap") return side === 0 ? t("said-swap-0") : t("said-swap-1");
  return choice === "two" ? t("said-two") : t("said-ten");
}

/** What is to be done, in words. */
function instruction({ step, engine, side, central, fifths, fifths_wanted }) {
  if (engine) return t("opening-thinking");
  const colour = t(`side-${session.state.to_move}`);
  if (step === "stone" && !central) return t("lay-anywhere", { side: colour });
  if (step === "stone") return central === 1 ? t("lay-centre", { side: colour }) : t("lay-central", { side: colour, n: central });
  if (step === "number") return t("how-many-fifths", { side: t(`side-${side}`), n: fifths_wanted });
  if (step === "fifth") return t("offer-fifths", { n: fifths.length, all: fifths_wanted });
  return step === "pick" ? t("pick-fifth") : t("choose-colour");
}

function choices({ step, side, extra, fifths_wanted }) {
  const button = (textContent, body) => create("button", { type: "button", textContent, onclick: () => command(body) });
  if (step === "number") {
    const numbers = Array.from({ length: fifths_wanted }, (_, nth) => nth + 1);
    return numbers.map((number) => button(String(number), { do: "declare", number }));
  }
  if (step !== "swap") return [];
  const colour = (wanted) => ({ do: "choose", choice: wanted === side ? "keep" : "swap" });
  const found = [button(t("play-black"), colour(0)), button(t("play-white"), colour(1))];
  if (extra === "two") found.push(button(t("lay-two"), { do: "choose", choice: "two" }));
  if (extra === "ten") found.push(button(t("offer-ten"), { do: "choose", choice: "ten" }));
  return found;
}

/** Draws the square where the stone belongs, and the fifths that are offered. */
export function drawOpening(board, state) {
  if (!opens(state)) return;
  const { step, engine, central, fifths } = state.opening;
  if (step === "stone" && central && !engine) board.layers.under.append(square(board, state, central));
  if (step !== "fifth" && step !== "pick") return;
  fifths.forEach((name, nth) => {
    const mark = svg("g", { class: "fifth" }, svg("circle", { r: 15 }), svg("text", { dy: "0.36em" }, LETTERS[nth]));
    board.layers.over.append(board.move(mark, name));
  });
}

function square(board, state, side) {
  const rows = state.view.board.rows;
  const { x, y } = board.at(rows[rows.length >> 1][rows.length >> 1].name);
  const half = (side / 2) * UNIT;
  return svg("rect", { class: "region", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 6 });
}
