// How the page looks and listens, by the person's taste: language, light or dark, numbers, coordinates, taps.

import { $, create } from "./dom.js";
import { language, speak } from "./language.js";
import { LANGUAGES } from "./phrases.js";
import { prefer, tastes } from "./store.js";

const NUMBERED = { off: 0, last: 5, all: Infinity };

const isTouched = () => matchMedia("(pointer: coarse)").matches;

/** Does a stone need a second tap? On a touched screen it does, unless the person thinks otherwise. */
export const confirms = () => tastes.confirms ?? isTouched();

export function showTheme() {
  document.documentElement.dataset.theme = tastes.theme ?? "";
}

const isDark = () => (tastes.theme ? tastes.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

export function otherTheme() {
  prefer("theme", isDark() ? "light" : "dark");
  showTheme();
}

/** Gives a board and its input the tastes. */
export function applyTastes(board, input) {
  board.flipped = tastes.flipped ?? false;
  board.numbers = NUMBERED[tastes.numbers ?? "off"];
  board.coordinates = tastes.coordinates ?? true;
  input.confirms = confirms();
}

/** The dialog; `changed()` is called when a taste has changed. */
export function setUpView(changed) {
  const select = $("language");
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => create("option", { value: code, textContent: name, lang: code })));
  select.value = language();
  select.onchange = () => {
    speak(select.value);
    location.reload(); // the page is made anew in it
  };
  const keep = (name, value) => {
    prefer(name, value);
    changed();
  };
  $("numbers").value = tastes.numbers ?? "off";
  $("numbers").onchange = ({ target }) => keep("numbers", target.value);
  $("coordinates").checked = tastes.coordinates ?? true;
  $("coordinates").onchange = ({ target }) => keep("coordinates", target.checked);
  $("confirms").checked = confirms();
  $("confirms").onchange = ({ target }) => keep("confirms", target.checked);
  $("view").onclick = () => $("dialog-view").showModal();
}
