// The board: draws a view of the server, whichever game it is, and what lies over it. Knows no rules.

import { t } from "./language.js";
import { UNIT, definitions, piece, svg } from "./pieces.js";

const LAYERS = ["base", "labels", "under", "pieces", "over", "ghosts", "cells", "cursor", "arrows"];
const MOST_GHOSTS = 9;
const LABEL_ROOM = 0.96;

export class Board {
  constructor(element) {
    this.element = element;
    this.flipped = false;
    this.turns = 0;
    element.append(definitions());
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
    element.append(...LAYERS.map((name) => this.layers[name]));
    this.places = new Map();
  }

  /** Where a cell lies in the drawing. */
  at(name) {
    return this.places.get(name);
  }

  /** The cell nearest to a point of the screen, within its own room. */
  cellAt(clientX, clientY) {
    const { x, y } = this.point(clientX, clientY);
    let best = null;
    let nearest = UNIT * 0.62;
    for (const [name, place] of this.places) {
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < nearest) [best, nearest] = [name, distance];
    }
    return best;
  }

  point(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
  }

  flip() {
    this.flipped = !this.flipped;
  }

  turn() {
    this.turns += 1;
  }

  /** A place of the server in the drawing: mirrored and turned about the middle. */
  placed(place) {
    const { middle, board } = this;
    let x = place.x - middle.x;
    const y = place.y - middle.y;
    if (this.flipped) x = -x;
    const angle = (board.shape === "hexes" ? Math.PI / 3 : Math.PI / 2) * this.turns;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return { x: (x * cos - y * sin) * UNIT, y: (x * sin + y * cos) * UNIT };
  }

  /** Draws a state: board, pieces, last move, forbidden points. */
  draw(state) {
    const { view } = state;
    const key = JSON.stringify([view.board, this.flipped, this.turns]);
    if (key !== this.key) this.drawBoard(view.board, key);
    const signs = new Map(view.board.signs.map((sign) => [sign.sign, sign]));
    this.layers.pieces.replaceChildren(...view.pieces.map(({ at, sign }) => this.move(piece(this.board.shape, signs.get(sign)), at)));
    const under = [];
    const over = [];
    for (const name of view.last?.from ?? []) under.push(this.mark("left", name, 15));
    for (const name of view.last?.to ?? []) over.push(this.mark("last", name, 5));
    for (const name of view.winning) over.push(this.mark("winning", name, 19));
    for (const name of view.forbidden) under.push(this.move(svg("path", { class: "forbidden", d: "M-7-7L7 7M7-7L-7 7" }), name));
    this.layers.under.replaceChildren(...under);
    this.layers.over.replaceChildren(...over);
    this.signs = signs;
  }

  drawBoard(board, key) {
    this.key = key;
    this.board = board;
    const cells = board.rows.flat();
    const mean = (axis) => (Math.min(...cells.map((cell) => cell[axis])) + Math.max(...cells.map((cell) => cell[axis]))) / 2;
    this.middle = { x: mean("x"), y: mean("y") };
    this.places = new Map(cells.map((cell) => [cell.name, this.placed(cell)]));
    const labels = board.labels.map((label) => {
      const { x, y } = this.placed(label);
      return svg("text", { x, y, dy: "0.35em" }, label.name);
    });
    this.layers.labels.replaceChildren(...labels);
    this.layers.base.replaceChildren(...this.base(board, cells));
    this.layers.cells.replaceChildren(
      ...cells.map((cell) => this.move(svg("circle", { r: UNIT / 2, "data-cell": cell.name }), cell.name)),
    );
    this.frame([...this.places.values()], board.labels.map((label) => this.placed(label)));
  }

  /** Makes room for the cells, and a little less around the labels. */
  frame(cells, labels) {
    const margin = UNIT * 0.72;
    const inner = labels.map(({ x, y }) => ({ x: x * LABEL_ROOM, y: y * LABEL_ROOM }));
    const points = [...cells, ...inner];
    const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    const [width, height] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
    this.element.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.dataset.shape = this.board.shape;
    this.layers.base.prepend(svg("rect", { class: "wood", x: left, y: top, width, height, rx: 14 }));
  }

  base(board, cells) {
    if (board.shape === "points") return [svg("path", { class: "lines", d: this.grid(cells) }), ...board.stars.map((name) => this.move(svg("circle", { class: "star", r: 3.6 }), name))];
    if (board.shape === "hexes") return [svg("polygon", { class: "hexagon", points: this.outline(cells) }), ...cells.map((cell) => this.move(svg("circle", { class: "hollow", r: 18, fill: "url(#hollow)" }), cell.name))];
    return cells.map((cell, nth) => {
      const dark = (nth + Math.floor(nth / board.rows[0].length)) % 2;
      return this.move(svg("rect", { class: dark ? "square dark" : "square", x: -UNIT / 2 + 0.75, y: -UNIT / 2 + 0.75, width: UNIT - 1.5, height: UNIT - 1.5, rx: 4 }), cell.name);
    });
  }

  /** Lines between neighbouring points. */
  grid(cells) {
    const at = new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell]));
    const line = (cell, other) => {
      if (!other) return "";
      const [a, b] = [this.at(cell.name), this.at(other.name)];
      return `M${a.x} ${a.y}L${b.x} ${b.y}`;
    };
    return cells.map((cell) => line(cell, at.get(`${cell.x + 1},${cell.y}`)) + line(cell, at.get(`${cell.x},${cell.y + 1}`))).join("");
  }

  /** A hexagon around the cells. */
  outline(cells) {
    const reach = Math.max(...cells.map((cell) => Math.hypot(this.at(cell.name).x, this.at(cell.name).y))) + UNIT * 0.72;
    const corner = (nth) => [Math.cos((nth * Math.PI) / 3) * reach, Math.sin((nth * Math.PI) / 3) * reach].join(",");
    return [0, 1, 2, 3, 4, 5].map(corner).join(" ");
  }

  /** Puts a drawing on a cell. */
  move(element, name) {
    const place = this.at(name);
    if (place) element.setAttribute("transform", `translate(${place.x} ${place.y})`);
    return element;
  }

  mark(kind, name, radius) {
    return this.move(svg("circle", { class: kind, r: radius }), name);
  }

  middleOf(names) {
    const places = names.map((name) => this.at(name));
    const sum = (axis) => places.reduce((total, place) => total + place[axis], 0) / places.length;
    return { x: sum("x"), y: sum("y") };
  }

  /** The cells of a selection, and an arrow for each move it can make. */
  select(cells, moves, play) {
    const rings = cells.map((name) => this.mark("selected", name, 19));
    const arrows = moves.map((move) => this.arrow(move, cells, play));
    this.layers.arrows.replaceChildren(...rings, ...arrows);
  }

  arrow(move, cells, play) {
    const [a, b] = [this.at(move.from[0]), this.at(move.to[0])];
    const ahead = move.to.filter((name) => !cells.includes(name));
    const { x, y } = this.middleOf(ahead.length ? ahead : move.to);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const arrow = svg(
      "g",
      { class: "way", transform: `translate(${x} ${y})`, tabindex: 0, role: "button", "aria-label": t("confirm-move", { move: move.text }), "data-move": move.text },
      svg("circle", { r: 11 }),
      svg("path", { d: "M-7-2H0V-6.2L7.5 0 0 6.2V2H-7z", transform: `rotate(${angle})` }),
    );
    arrow.addEventListener("click", (event) => {
      event.stopPropagation();
      play(move.text);
    });
    arrow.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      play(move.text);
    });
    return arrow;
  }

  /** The keyboard's cursor; none when `name` is null. */
  showCursor(name) {
    this.layers.cursor.replaceChildren(...(name ? [this.mark("here", name, 19.5)] : []));
  }

  /** Lines of play over the board: the first in full, of the others their first moves. */
  preview(lines, player) {
    const ghosts = [];
    const [best, ...others] = lines;
    for (const line of others) ghosts.push(...this.candidate(line));
    if (best) {
      const steps = best.steps.slice(0, best.short ? 1 : MOST_GHOSTS);
      const taken = new Set();
      steps.forEach((step, nth) => ghosts.push(...this.ghost(step, nth, (player + nth) % best.players, taken)));
    }
    this.layers.ghosts.replaceChildren(...ghosts);
  }

  ghost(step, nth, player, taken) {
    if (step.from.length) return this.path(step, nth);
    const [name] = step.to;
    if (taken.has(name)) return [];
    taken.add(name);
    const side = player === 0 ? "black" : "white";
    const stone = svg("g", { class: `ghost ${side}`, opacity: Math.max(0.35, 0.92 - nth * 0.07) }, svg("circle", { r: 15 }), svg("text", { dy: "0.36em" }, String(nth + 1)));
    return [this.move(stone, name)];
  }

  path(step, nth) {
    if (nth > 2) return [];
    const [a, b] = [this.middleOf(step.from), this.middleOf(step.to)];
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const head = 9;
    const d = `M0-3.2H${length - head}V-8L${length + 4} 0 ${length - head} 8V3.2H0z`;
    return [svg("path", { class: `line line${nth}`, d, transform: `translate(${a.x} ${a.y}) rotate(${(angle * 180) / Math.PI})` })];
  }

  candidate(line) {
    const [step] = line.steps;
    if (!step) return [];
    if (step.from.length) return this.path(step, 2);
    const label = svg("g", { class: `candidate ${line.kind}` }, svg("circle", { r: 15 }), svg("text", { dy: "0.36em" }, line.label));
    return [this.move(label, step.to[0])];
  }
}
