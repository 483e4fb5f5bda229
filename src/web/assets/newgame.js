// The dialog of a new game: which, by what rules, who plays whom, how strong and how long.

import { $, create } from "./dom.js";
import { optionName, title, wordName } from "./names.js";
import { maybe, t } from "./language.js";
import { prefer, tastes } from "./store.js";
import { limitOf, offerLevels, offerLimits, showLevel, showLimit } from "./thought.js";

/** What a page need not ask: how a puzzle is solved is for those who measure it. */
const UNASKED = ["Algorithm", "Bound"];

/** Minutes of each side, and seconds that a move adds. */
const CLOCKS = [[1, 0], [3, 2], [5, 3], [10, 5], [30, 20]];

function field({ name, doc, kind }, current) {
  const label = create("label", { textContent: optionName(name), title: doc, htmlFor: `option-${name}` });
  const input = create(kind.words ? "select" : "input", { id: `option-${name}`, name });
  const value = current?.[name] ?? kind.choice ?? kind.spin ?? kind.check;
  if (kind.words) {
    input.append(...kind.words.map((word) => new Option(wordName(word), word)));
    input.value = value;
  } else if (kind.spin !== undefined) {
    Object.assign(input, { type: "number", min: kind.min, max: kind.max, value, required: true });
  } else {
    Object.assign(input, { type: "checkbox", checked: String(value) === "true" });
  }
  return [label, input];
}

/** Who the engine plays, as the server has it. */
const seats = (who) => [who.includes("0"), who.includes("1")];

/** Asks for a new game: `start(body, wishes)` gets the command, and how the engine plays. */
export function setUpNew({ games: list, openings }, current, start) {
  const dialog = $("dialog-new");
  $("rule-of-opening").append(...["", ...openings].map((name) => new Option(name ? maybe(`opening-${name}`, name) : t("opening-free"), name)));
  const choose = (game) => {
    const { options } = list.find(({ name }) => name === game);
    const same = current().game === game ? current().options : null;
    $("options").replaceChildren(...options.filter(({ name }) => !UNASKED.includes(name)).flatMap((option) => field(option, same)));
    $("who-fields").hidden = game === "capture";
    for (const element of dialog.querySelectorAll(".gomoku-only")) element.hidden = game !== "gomoku";
  };
  $("games").append(
    ...list.map(({ name }) => {
      const radio = create("input", { type: "radio", name: "game", value: name, onchange: () => choose(name) });
      return create("label", {}, radio, title(name));
    }),
  );
  offerLevels($("new-level"));
  offerLimits($("new-limit"));
  $("new-clock").replaceChildren(new Option(t("clock-off"), ""), ...CLOCKS.map(([minutes, seconds]) => new Option(t("clock-of", { minutes, seconds }), `${minutes * 60}+${seconds}`)));
  $("new-clock").onchange = ({ target }) => ($("new-limit").disabled = Boolean(target.value));
  $("new").onclick = () => {
    dialog.querySelector(`[value=${current().game}]`).checked = true;
    choose(current().game);
    showLevel($("new-level"), current().level);
    showLimit($("new-limit"), current());
    $("who").value = tastes.who ?? "1";
    $("new-error").textContent = "";
    dialog.showModal();
  };
  dialog.querySelector("form").onsubmit = async (event) => {
    if (event.submitter?.value === "cancel") return;
    event.preventDefault();
    const game = new FormData(event.target).get("game");
    try {
      await start(body(game), wishes(game));
      dialog.close();
    } catch (error) {
      $("new-error").textContent = error.message;
    }
  };
}

function body(game) {
  const inputs = [...$("options").querySelectorAll("input, select")];
  const options = Object.fromEntries(inputs.map((input) => [input.name, input.type === "checkbox" ? String(input.checked) : input.value]));
  const command = { do: "game", spec: { game, options }, engine: [false, false] };
  if (game === "capture") return command;
  prefer("who", $("who").value);
  command.engine = seats($("who").value);
  const [seconds, increment] = $("new-clock").value.split("+").map(Number);
  if (seconds) command.clock = { seconds, increment };
  if (game === "gomoku" && $("rule-of-opening").value) command.opening = $("rule-of-opening").value;
  return command;
}

const wishes = (game) => (game === "capture" ? {} : { level: Number($("new-level").value), ...limitOf($("new-limit").value) });
