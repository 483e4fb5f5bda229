// What stands on a cell, as SVG. The server names each piece by its sign, its owner and the shape of the board.

import { glyph } from "./glyphs.js";

export const UNIT = 40;

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Gradients that the pieces use. */
export function definitions() {
  const gradient = (id, stops) =>
    svg("radialGradient", { id, cx: "35%", cy: "30%", r: "75%" }, ...stops.map(([offset, colour]) => svg("stop", { offset, "stop-color": colour })));
  return svg(
    "defs",
    {},
    gradient("black-stone", [["0", "#70757d"], ["0.35", "#2b2e33"], ["1", "#0c0d0f"]]),
    gradient("white-stone", [["0", "#ffffff"], ["0.6", "#f1eee6"], ["1", "#c3bdae"]]),
    gradient("hollow", [["0", "#8d6135"], ["0.7", "#a8763f"], ["1", "#bf8a4c"]]),
    gradient("disc", [["0", "#fff6df"], ["0.8", "#efdcb2"], ["1", "#d3b883"]]),
  );
}

const DUCK =
  "M-9 5c-3-2-4-5-3-8 2 2 5 3 8 2-2-3-2-8 3-9 4-1 7 2 7 5l5 2c-1 2-3 3-5 3 2 6-1 10-7 10-4 0-6-1-8-5z";

/** Draws a piece around the origin. */
export function piece(shape, sign) {
  if (shape === "squares") return sign.owner === null ? duck() : disc(sign);
  if (sign.owner === null) return svg("path", { class: "blocked", d: "M-9-9L9 9M9-9L-9 9" });
  const radius = shape === "hexes" ? 17.2 : 18.4;
  const fill = sign.owner === 0 ? "url(#black-stone)" : "url(#white-stone)";
  return svg("g", { class: "stone" }, svg("circle", { class: "shade", cy: 1.6, cx: 0.8, r: radius }), svg("circle", { r: radius, fill }));
}

function disc(sign) {
  const side = sign.owner === 0 ? "black" : "red";
  return svg(
    "g",
    { class: `disc ${side}` },
    svg("circle", { class: "shade", cy: 2, cx: 1, r: 17 }),
    svg("circle", { r: 17, fill: "url(#disc)" }),
    svg("circle", { r: 13.6, class: "ring" }),
    svg("text", { dy: "0.36em" }, glyph(sign)),
  );
}

function duck() {
  return svg("g", { class: "duck" }, svg("path", { d: DUCK }), svg("circle", { class: "eye", cx: 2.5, cy: -6, r: 1.3 }));
}
