// Loading: a dialog for texts, files and examples, and a text or a file that is pasted or dropped anywhere on the page.

import * as api from "./api.js";
import { $, create } from "./dom.js";
import { t } from "./language.js";
import { isWeights, loadWeights } from "./weights.js";

/** Asks for a text or a file to be loaded: `start(body)` gets the command, `notify(text)` what is left out. */
export function setUpLoad(list, current, start, notify) {
  const dialog = $("dialog-load");
  const begin = async ({ spec, left_out: lost }) => {
    await start({ do: "game", spec, engine: [false, false] });
    dialog.close();
    if (lost) notify(lost);
  };
  const offer = (found) => {
    $("found").replaceChildren(...found.map((game) => create("button", { type: "button", textContent: game.name, onclick: () => attempt(() => begin(game)) })));
  };
  const attempt = async (action) => {
    $("load-error").textContent = "";
    try {
      await action();
    } catch (error) {
      if (dialog.open) $("load-error").textContent = error.message;
      else notify(error.message);
    }
  };
  const read = (asked) =>
    attempt(async () => {
      const { found } = await asked();
      if (found.length === 1) return begin(found[0]);
      offer(found);
      if (!dialog.open) dialog.showModal();
    });
  $("load").onclick = () => {
    $("load-error").textContent = "";
    const { positions } = list.find(({ name }) => name === current().game);
    offer(positions.map((position, nth) => ({ name: t("example", { n: nth + 1 }), spec: { game: current().game, position } })));
    dialog.showModal();
  };
  const readText = (text) => read(() => api.load(current().id, text));
  const readFile = async (file) => {
    if (!(await isWeights(file))) return read(() => api.loadFile(current().id, file));
    await attempt(async () => {
      await loadWeights(file);
      dialog.close();
    });
  };
  $("load-ok").onclick = () => readText($("text").value);
  $("file").onchange = async ({ target }) => {
    const [file] = target.files;
    if (file) await readFile(file);
    target.value = "";
  };
  $("paste").onclick = () => attempt(async () => ($("text").value = await navigator.clipboard.readText()));
  anywhere(readText, readFile);
}

function anywhere(readText, readFile) {
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text/plain").trim();
    if (file) readFile(file);
    else if (text) readText(text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    readFile(file);
  });
}
