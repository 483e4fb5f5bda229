// The clocks of the players, which run on between what the server tells.

import { create } from "./dom.js";
import { t } from "./language.js";
import { command, session } from "./session.js";

const TICK_MS = 200;
const SHORT_MS = 20_000;

let told = { clock: null, at: 0 };
let asked = false;

/** Milliseconds that a side has left now. */
function left(clock, side) {
  const spent = clock.running === side ? performance.now() - told.at : 0;
  return Math.max(0, clock.left[side] - spent);
}

/** 4:05, or 9.3 in the last twenty seconds. */
function text(ms) {
  if (ms < SHORT_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The clock of a side, as an element beside its name. */
export function clockOf(state, side) {
  if (told.clock !== state.clock) told = { clock: state.clock, at: performance.now() };
  asked = false;
  const time = text(left(state.clock, side));
  return create("time", { className: "clock", textContent: time, attributes: { "data-side": side, "aria-label": t("time-left", { side: t(`side-${side}`), time }) } });
}

/** Lets the clocks run. The server decides whose time is up, and is asked once when it seems to be. */
export function runClocks() {
  setInterval(() => {
    const { state } = session;
    const clock = state?.clock;
    if (!clock || clock.running === null || state.outcome) return;
    for (const element of document.querySelectorAll(".clock")) {
      const ms = left(clock, Number(element.dataset.side));
      element.textContent = text(ms);
      element.classList.toggle("short", ms < SHORT_MS);
    }
    if (left(clock, clock.running) === 0 && !asked) {
      asked = true;
      command({ do: "flag" });
    }
  }, TICK_MS);
}
