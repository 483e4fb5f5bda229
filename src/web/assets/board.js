// The board: draws a view of the server, whichever game it is, and what lies over it. Knows no rules.

import { t } from "./language.js";
import { UNIT, definitions, piece, svg } from "./pieces.js";

const LAYERS = ["base", "labels", "rows", "under", "pieces", "over", "numbers", "notes", "ghosts", "cells", "cursor", "arrows"];
const MOST_GHOSTS = 9;
const LONGEST_NOTE = 4; // signs
const LABEL_ROOM = 0.96;

export class Board {
  constructor(element) {
    this.element = element;
    this.flipped = false;
    this.turns = 0;
    this.numbers = 0; // how many of the last moves are numbered
    this.coordinates = true;
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

  /** Draws a state: board, pieces, last move. */
  draw(state) {
    const { view } = state;
    const key = JSON.stringify([view.board, this.flipped, this.turns, this.coordinates]);
    if (key !== this.key) this.drawBoard(view.board, key);
    const signs = new Map(view.board.signs.map((sign) => [sign.sign, sign]));
    this.owners = new Map(view.pieces.map(({ at, sign }) => [at, signs.get(sign).owner]));
    this.signs = signs;
    this.layers.pieces.replaceChildren(...view.pieces.map(({ at, sign }) => this.move(piece(this.board.shape, signs.get(sign)), at)));
    const under = [];
    const over = [];
    for (const name of view.last?.from ?? []) under.push(this.mark("left", name, 15));
    for (const name of view.last?.to ?? []) over.push(this.mark("last", name, 5));
    for (const name of view.winning) over.push(this.mark("winning", name, 19));
    this.layers.under.replaceChildren(...under);
    this.layers.over.replaceChildren(...over);
    this.drawNumbers(state);
    this.drawNotes(state.labels ?? []);
  }

  /** Numbers on the stones, where a move is a stone; the last one takes the place of its mark. */
  drawNumbers(state) {
    const { moves, ply } = state;
    const numbered = this.board.shape === "points" && this.numbers ? moves.slice(0, ply).map((at, nth) => ({ at, nth })).slice(-this.numbers) : [];
    const labelled = new Set((state.labels ?? []).map(([at]) => at));
    const numbers = numbered.filter(({ at }) => this.owners.has(at) && !labelled.has(at)).map(({ at, nth }) => {
      const last = nth === ply - 1 ? " latest" : "";
      return this.move(svg("text", { class: `number owner${this.owners.get(at)}${last}`, dy: "0.35em" }, String(nth + 1)), at);
    });
    this.layers.numbers.replaceChildren(...numbers);
    this.element.classList.toggle("numbered", numbers.length > 0);
  }

  /** Labels that somebody has put on cells. */
  drawNotes(labels) {
    this.layers.notes.replaceChildren(
      ...labels.filter(([at]) => this.places.has(at)).map(([at, text]) => {
        const taken = this.owners.has(at);
        const ground = taken ? [] : [svg("circle", { r: 12, class: "patch" })];
        const signs = [...text];
        const kind = `note${taken ? ` owner${this.owners.get(at)}` : ""}${signs.length > 2 ? " long" : ""}`;
        const shown = signs.length > LONGEST_NOTE ? `${signs.slice(0, LONGEST_NOTE - 1).join("")}…` : text;
        return this.move(svg("g", { class: kind }, svg("title", {}, text), ...ground, svg("text", { dy: "0.35em" }, shown)), at);
      }),
    );
  }

  /** Rows of stones that threaten something, as lines through them. */
  showRows(rows) {
    const drawn = rows.flatMap(({ player, kind, stones, points }) => {
      const places = [...stones, ...points].map((name) => this.at(name)).filter(Boolean);
      if (places.length < 2) return [];
      places.sort((a, b) => a.x - b.x || a.y - b.y);
      const [a, b] = [places[0], places.at(-1)];
      const line = svg("path", { class: `row ${kind} side${player}`, d: `M${a.x} ${a.y}L${b.x} ${b.y}` });
      return [line, ...points.map((name) => this.move(svg("circle", { class: `gain ${kind}`, r: 6 }), name))];
    });
    this.layers.rows.replaceChildren(...drawn);
  }

  drawBoard(board, key) {
    this.key = key;
    this.board = board;
    const cells = board.rows.flat();
    const mean = (axis) => (Math.min(...cells.map((cell) => cell[axis])) + Math.max(...cells.map((cell) => cell[axis]))) / 2;
    this.middle = { x: mean("x"), y: mean("y") };
    this.places = new Map(cells.map((cell) => [cell.name, this.placed(cell)]));
    const labels = this.coordinates ? board.labels : [];
    this.layers.labels.replaceChildren(
      ...labels.map((label) => {
        const { x, y } = this.placed(label);
        return svg("text", { x, y, dy: "0.35em" }, label.name);
      }),
    );
    this.layers.base.replaceChildren(...this.base(board, cells));
    this.layers.cells.replaceChildren(
      ...cells.map((cell) => this.move(svg("circle", { r: UNIT / 2, "data-cell": cell.name }), cell.name)),
    );
    this.frame([...this.places.values()], labels.map((label) => this.placed(label)));
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

  /** A line of play over the board, its moves numbered. */
  showLine(line, player, players) {
    const taken = new Set();
    const ghosts = line.slice(0, MOST_GHOSTS).flatMap((step, nth) => this.ghost(step, nth, (player + nth) % players, taken));
    this.layers.ghosts.replaceChildren(...ghosts);
  }

  /** The first moves of several lines, the best of them last so that it lies on top. */
  showCandidates(lines) {
    this.layers.ghosts.replaceChildren(...lines.map((line, nth) => this.candidate(line, nth)).reverse().flat());
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
    const [a, b] = [this.middleOf(step.from), this.middleOf(step.to)];
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const wide = nth === 0 ? 1.35 : 1;
    const head = 9 * wide;
    const d = `M0${-3.2 * wide}H${length - head}V${-8 * wide}L${length + 4} 0 ${length - head} ${8 * wide}V${3.2 * wide}H0z`;
    return [svg("path", { class: `line line${Math.min(nth, 3)}`, d, transform: `translate(${a.x} ${a.y}) rotate(${(angle * 180) / Math.PI})` })];
  }

  /** A candidate is a label with corners, so that nobody takes it for a stone; its colour tells its rank. */
  candidate(line, nth) {
    const [step] = line.steps;
    if (!step) return [];
    if (step.from.length) return this.path(step, nth);
    const best = nth === 0;
    const [width, height] = best ? [38, 27] : [34, 22];
    const box = svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 6 });
    const label = svg("g", { class: `candidate rank${Math.min(nth + 1, 6)} ${line.kind}` }, box, svg("text", { dy: "0.36em" }, line.label));
    return [this.move(label, step.to[0])];
  }

  /** The move that one more tap plays. */
  showPending(name, player) {
    const side = player === 0 ? "black" : "white";
    const stone = name && svg("g", { class: `ghost pending ${side}` }, svg("circle", { r: 17 }), svg("path", { d: "M-26 0H-19M19 0H26M0-26V-19M0 19V26" }));
    this.layers.cursor.replaceChildren(...(name ? [this.move(stone, name)] : []));
  }
}
