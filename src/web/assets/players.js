// The two players above the board: who is to move, who is played by the engine, what was lost.

import { clockOf } from "./clock.js";
import { create } from "./dom.js";
import { t } from "./language.js";

const TRAY = 6;
const TAGS = ["Black", "White"];

/** Draws the players of a state into an element; `signs` are the pieces that the board knows. */
export function players(element, state, signs) {
  const { lost } = state.view;
  const sides = state.players === 2 ? [0, 1] : [0];
  const rows = sides.map((side) => {
    const moving = !state.outcome && state.to_move === side;
    const name = [t(`side-${side}`), state.tags[TAGS[side]] ?? (state.engine[side] ? "fukumi" : "")].filter(Boolean).join(" · ");
    const row = create("div", { className: `player side${side}${moving ? " moving" : ""}` }, create("i"), create("span", { textContent: name }));
    if (state.clock) row.append(clockOf(state, side));
    if (lost && state.players === 2) row.append(tray(lost[side], side));
    return row;
  });
  if (lost && state.players === 1) {
    const left = state.view.pieces.filter(({ sign }) => signs.get(sign).owner === 1).length;
    rows[0].append(create("em", { textContent: t("puzzle-so-far", { n: state.ply, taken: lost[1], left }) }));
  }
  element.replaceChildren(...rows);
}

/** The marbles a side has lost, of the six that lose the game. */
function tray(lost, side) {
  const marbles = Array.from({ length: TRAY }, (_, nth) => create("b", { className: nth < lost ? "gone" : "" }));
  const attributes = { role: "img", "aria-label": t("marbles-lost", { n: lost }) };
  return create("em", { className: `tray side${side}`, attributes }, ...marbles);
}
