// The first player's chances over the game.

import { svg } from "./pieces.js";

const [WIDTH, HEIGHT] = [300, 90];

/** Draws the chart; `mark(node)` gives the sign of a judged move. A click goes to that place in the game. */
export function chart(element, state, mark, goTo) {
  const last = Math.max(state.moves.length, 1);
  const x = (ply) => (ply / last) * WIDTH;
  const y = (chances) => HEIGHT - (chances / 1000) * HEIGHT;
  const chances = [...state.chances];
  if (state.outcome && state.ply === state.moves.length) chances[state.ply] = { first: 1000, second: 0, draw: 500 }[state.outcome];
  const known = chances.map((value, ply) => ({ value, ply })).filter(({ value }) => value !== null && value !== undefined);
  const points = known.map(({ value, ply }) => `${x(ply)},${y(value)}`);
  const area = points.length > 1 ? `${x(known[0].ply)},${HEIGHT} ${points.join(" ")} ${x(known.at(-1).ply)},${HEIGHT}` : "";
  element.replaceChildren(
    svg("polygon", { class: "area", points: area }),
    svg("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "now", d: `M${x(state.ply)} 0V${HEIGHT}` }),
    svg("polyline", { class: "curve", points: points.join(" ") }),
    ...known.map(({ value, ply }) => svg("path", { class: `dot${ply === state.ply ? " here" : ""} ${mark(state.line[ply - 1])?.kind ?? ""}`, d: `M${x(ply)} ${y(value)}h0` })),
  );
  element.onclick = (event) => {
    const { left, width } = element.getBoundingClientRect();
    goTo(Math.round(((event.clientX - left) / width) * last));
  };
}
