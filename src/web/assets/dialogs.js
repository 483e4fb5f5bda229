// The dialogs: a new game, loading, saving.

import * as api from "./api.js";
import { $ } from "./dom.js";
import { maybe, t } from "./language.js";

/** What a page need not ask: how a puzzle is solved is for those who measure it. */
const UNASKED = ["Algorithm", "Bound"];

/** The names of games, options and rules are phrases; what has none is shown as the engine calls it. */
const NAMES = { gomoku: () => t("gomoku"), abalone: () => t("abalone"), capture: () => t("capture") };

export const title = (name) => NAMES[name]?.() ?? name;

/** Words apart and a capital: BoardSize is "Board size". */
const spaced = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^(.)(.*)$/, (_, first, rest) => first + rest.toLowerCase());

function field({ name, doc, kind }, current) {
  const label = document.createElement("label");
  label.textContent = maybe(`option-${name}`, spaced(name));
  label.title = doc;
  const id = (label.htmlFor = `option-${name}`);
  const input = document.createElement(kind.words ? "select" : "input");
  Object.assign(input, { id, name });
  const value = current?.[name] ?? kind.choice ?? kind.spin ?? kind.check;
  if (kind.words) {
    input.append(...kind.words.map((word) => new Option(maybe(`rule-${word}`, word.replaceAll("-", " ")), word)));
    input.value = value;
  } else if (kind.spin !== undefined) {
    Object.assign(input, { type: "number", min: kind.min, max: kind.max, value, required: true });
  } else {
    Object.assign(input, { type: "checkbox", checked: String(value) === "true" });
  }
  return [label, input];
}

/** Asks for a new game: `start(body)` gets the command. */
export function setUpNew(list, current, start) {
  const dialog = $("dialog-new");
  const choose = (game) => {
    const { options } = list.find(({ name }) => name === game);
    const same = current().game === game ? current().options : null;
    $("options").replaceChildren(...options.filter(({ name }) => !UNASKED.includes(name)).flatMap((option) => field(option, same)));
    $("who-fields").hidden = game === "capture";
    for (const element of dialog.querySelectorAll(".gomoku-only")) element.hidden = game !== "gomoku";
  };
  $("games").append(
    ...list.map(({ name }) => {
      const label = document.createElement("label");
      const radio = Object.assign(document.createElement("input"), { type: "radio", name: "game", value: name });
      radio.onchange = () => choose(name);
      label.append(radio, title(name));
      return label;
    }),
  );
  $("new").onclick = () => {
    dialog.querySelector(`[value=${current().game}]`).checked = true;
    choose(current().game);
    $("new-error").textContent = "";
    dialog.showModal();
  };
  dialog.querySelector("form").onsubmit = async (event) => {
    if (event.submitter?.value === "cancel") return;
    event.preventDefault();
    const form = new FormData(event.target);
    const game = form.get("game");
    const inputs = [...$("options").querySelectorAll("input, select")];
    const options = Object.fromEntries(inputs.map((input) => [input.name, input.type === "checkbox" ? String(input.checked) : input.value]));
    const who = game === "capture" ? "" : $("who").value;
    const body = { do: "game", spec: { game, options }, engine: [who.includes("0"), who.includes("1")] };
    if (game === "gomoku" && $("swap").value) body.swap2 = $("swap").value === "true";
    try {
      await start(body);
      dialog.close();
    } catch (error) {
      $("new-error").textContent = error.message;
    }
  };
}

/** Asks for a text or a file to be loaded: `start(body)` gets the command. */
export function setUpLoad(list, current, start) {
  const dialog = $("dialog-load");
  const begin = async (spec) => {
    await start({ do: "game", spec, engine: [false, false] });
    dialog.close();
  };
  const offer = (found) => {
    $("found").replaceChildren(
      ...found.map(({ name, spec }) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
        button.onclick = () => attempt(() => begin(spec));
        return button;
      }),
    );
  };
  const attempt = async (action) => {
    $("load-error").textContent = "";
    try {
      await action();
    } catch (error) {
      $("load-error").textContent = error.message;
    }
  };
  const read = (asked) =>
    attempt(async () => {
      const { found } = await asked();
      if (found.length === 1) await begin(found[0].spec);
      else offer(found);
    });
  $("load").onclick = () => {
    $("load-error").textContent = "";
    const { positions } = list.find(({ name }) => name === current().game);
    offer(positions.map((position, nth) => ({ name: t("example", { n: nth + 1 }), spec: { game: current().game, position } })));
    dialog.showModal();
  };
  $("load-ok").onclick = () => read(() => api.load(current().id, $("text").value));
  $("file").onchange = async ({ target }) => {
    const [file] = target.files;
    if (file) await read(() => api.loadFile(current().id, file));
    target.value = "";
  };
  $("paste").onclick = () => attempt(async () => ($("text").value = await navigator.clipboard.readText()));
}

/** Shows the texts of the game, to be copied or saved. */
export function setUpSave(current, say) {
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      say(t("copied"));
    } catch {
      say(t("copy-yourself"));
    }
  };
  $("save").onclick = () => {
    const { position, text, game } = current();
    $("save-position").value = position;
    $("save-text").value = text;
    const link = $("download");
    URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = `fukumi-${game}.txt`;
    $("dialog-save").showModal();
  };
  $("copy-position").onclick = () => copy(current().position);
  $("copy-game").onclick = () => copy(current().text);
}
