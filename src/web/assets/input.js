// Choosing moves: by clicks, drags, keys. A move is known by the cells it leaves and enters, which the server has told.

import { t } from "./language.js";
import { pieceName } from "./names.js";

const DRAG = 14; // pixels

export class Input {
  /** `play(text)` is called with a chosen move, `refuse(name)` with a forbidden point; `wrong(names)` says why cells cannot be
   * chosen together; `say(text)` with what the cursor is on. */
  constructor(board, { play, say, edit, refuse, wrong }) {
    Object.assign(this, { board, play, say, edit, refuse, wrong, moves: [], picked: [], selected: [], cursor: null, state: null, enabled: true });
    this.confirms = false; // does a stone need a second tap?
    this.pending = null;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", () => (this.pressed = null));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("blur", () => board.showCursor(null));
    element.addEventListener("focus", () => element.matches(":focus-visible") && this.pointAt(this.cursor ?? this.central()));
  }

  /** A new position: what was selected stays only while it can still be moved. */
  update(state, enabled) {
    this.state = state;
    this.enabled = enabled;
    this.moves = enabled ? state.view.moves : [];
    this.wait(null);
    const movable = this.moves.some((move) => includesAll(move.from, this.selected));
    this.select(movable ? this.selected : [], movable ? this.picked : []);
  }

  /** Selects cells that can move together; `picked` are those of them that were clicked on. */
  select(cells, picked = []) {
    this.selected = cells;
    this.picked = picked;
    const ways = cells.length ? this.moves.filter((move) => same(move.from, cells)) : [];
    this.board.select(cells, ways, (text) => this.choose(text));
  }

  /** A stone is shown where one more tap plays it. */
  wait(name) {
    if (name === this.pending) return;
    this.pending = name;
    this.board.showPending(name, this.state.to_move);
    if (name) this.say(t("tap-again", { move: name }));
  }

  choose(text) {
    this.select([]);
    this.play(text);
  }

  /** A click on a cell: a move, or more or less of a selection. */
  pick(name) {
    if (this.edit(name)) return;
    if (!this.enabled) return;
    const placed = this.moves.find((move) => move.from.length === 0 && move.to[0] === name);
    if (placed) return this.confirms && this.pending !== name ? this.wait(name) : this.choose(placed.text);
    this.wait(null);
    const ways = this.moves.filter((move) => same(move.from, this.selected) && !this.selected.includes(name) && move.to.includes(name));
    if (ways.length === 1) return this.choose(ways[0].text);
    if (ways.length > 1) return this.say(t("choose-arrow"));
    if (this.state.view.forbidden.includes(name)) return this.refuse(name);
    if (this.picked.length === 1 && this.picked[0] === name) return this.select([]);
    const more = this.picked.includes(name) ? [name] : [...this.picked, name];
    const why = this.wrong(more);
    if (why) this.say(why);
    const picked = this.group(more) ? more : [name];
    this.select(this.group(picked) ?? [], picked);
  }

  /** The smallest group that can move and has all these cells. */
  group(cells) {
    const groups = this.moves.map((move) => move.from).filter((from) => from.length && includesAll(from, cells));
    return groups.sort((a, b) => a.length - b.length)[0];
  }

  press(event) {
    if (event.button !== 0 || event.target.closest(".way")) return;
    const name = this.board.cellAt(event.clientX, event.clientY);
    this.pressed = name && { name, x: event.clientX, y: event.clientY };
    if (name && this.moves.some((move) => move.from.includes(name))) this.board.element.setPointerCapture(event.pointerId);
  }

  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed) return;
    this.cursor = pressed.name;
    const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (Math.hypot(dx, dy) < DRAG) return this.pick(pressed.name);
    const dropped = this.board.cellAt(event.clientX, event.clientY);
    const move = this.dragged(pressed.name, dropped, Math.atan2(dy, dx));
    if (move) this.choose(move.text);
  }

  /** The move that a drag means: of the selected group, else of the line of pieces that the dragged one pushes. */
  dragged(name, dropped, angle) {
    const own = this.selected.includes(name);
    const candidates = this.moves.filter((move) => (own ? same(move.from, this.selected) : move.from.includes(name)));
    const exact = candidates.filter((move) => move.from.length === 1 && move.to[0] === dropped);
    if (exact.length) return exact[0];
    const along = candidates.filter((move) => this.turn(move, angle) < Math.PI / 5);
    const pushes = (move) => own || move.from.length === 1 || (move.from[0] === name && move.to[0] === move.from[1]);
    return along.filter(pushes).sort((a, b) => a.from.length - b.from.length || this.turn(a, angle) - this.turn(b, angle))[0];
  }

  /** How far a move's direction is from an angle. */
  turn(move, angle) {
    const [a, b] = [this.board.at(move.from[0]), this.board.at(move.to[0])];
    const apart = Math.abs(Math.atan2(b.y - a.y, b.x - a.x) - angle) % (2 * Math.PI);
    return Math.min(apart, 2 * Math.PI - apart);
  }

  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) this.pointAt(this.neighbour(this.cursor ?? this.central(), way));
    else if (event.key === "Enter" || event.key === " ") this.cursor && this.pick(this.cursor);
    else if (event.key === "Escape") this.select([]), this.wait(null);
    else return;
    event.preventDefault();
  }

  pointAt(name) {
    this.cursor = name;
    this.board.showCursor(name);
    const piece = this.state?.view.pieces.find((found) => found.at === name);
    const sign = piece && this.board.signs.get(piece.sign);
    if (this.state?.view.fouls.some(({ at }) => at === name)) return this.refuse(name);
    this.say(`${name}: ${sign ? pieceName(sign) : t("empty")}`);
  }

  central() {
    return [...this.board.places].sort(([, a], [, b]) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0]?.[0];
  }

  /** The nearest cell in that direction; the same when there is none. */
  neighbour(name, [dx, dy]) {
    const from = this.board.at(name);
    let best = name;
    let least = Infinity;
    for (const [other, place] of this.board.places) {
      const [x, y] = [place.x - from.x, place.y - from.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (along < 1 || aside > along * 1.1) continue;
      const cost = along + aside * 1.5;
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }
}

const includesAll = (cells, some) => some.every((cell) => cells.includes(cell));
const same = (a, b) => a.length > 0 && a.length === b.length && includesAll(a, b);
