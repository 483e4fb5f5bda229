// Saving: the game as text, SGF or Piskvork's file, the board as a picture, the position and a link; as a file or copied.

import * as api from "./api.js";
import { $ } from "./dom.js";
import { t } from "./language.js";
import { linkTo } from "./link.js";
import { asPng, asSvg } from "./picture.js";
import { command } from "./session.js";

/** The formats by the ends of their files; those of other programs hold Gomoku alone. */
const FORMATS = {
  txt: { kind: "text/plain", make: ({ text }) => ({ text }) },
  sgf: { kind: "application/x-go-sgf", make: async ({ id }) => read(await api.saveAs(id, "sgf")), gomoku: true },
  psq: { kind: "text/plain", make: async ({ id }) => read(await api.saveAs(id, "psq")), gomoku: true },
  svg: { kind: "image/svg+xml", make: () => ({ text: asSvg($("board")) }) },
  png: { kind: "image/png", make: async () => ({ blob: await asPng($("board")) }) },
};

/** The names of the players, as SGF and others keep them. */
const TAGS = ["Black", "White"];

const read = ({ text, left_out: lost }) => ({ text, lost });

/** Shows the texts of the game, to be copied or saved. */
export function setUpSave(list, current, notify) {
  let made = null; // what the chosen format makes of the game
  const tell = (text) => ($("save-note").textContent = text);
  const copy = async (write) => {
    try {
      await write();
      tell(t("copied"));
    } catch {
      tell(t("copy-yourself"));
    }
  };
  const show = async () => {
    const format = $("save-format").value;
    const { kind, make } = FORMATS[format];
    tell("");
    try {
      made = { format, kind, ...(await make(current())) };
    } catch (error) {
      made = null;
      tell(error.message);
    }
    const picture = made?.blob ? URL.createObjectURL(made.blob) : null;
    $("save-text").hidden = format === "png";
    $("save-text").value = made?.text ?? "";
    $("copy-game").disabled = $("download").ariaDisabled = !made;
    if (made?.lost?.length) tell(made.lost.join(" "));
    URL.revokeObjectURL($("download").href);
    $("download").href = picture ?? URL.createObjectURL(new Blob([made?.text ?? ""], { type: kind }));
    $("download").download = `fukumi-${current().game}.${format}`;
  };
  $("save").onclick = async () => {
    const { position, game } = current();
    for (const option of $("save-format").options) option.hidden = option.disabled = Boolean(FORMATS[option.value].gomoku) && game !== "gomoku";
    if ($("save-format").selectedOptions[0].disabled) $("save-format").value = "txt";
    $("save-position").value = position;
    $("save-link").value = linkTo(current(), list);
    TAGS.forEach((name, side) => ($(`name-${side}`).value = current().tags[name] ?? ""));
    await show();
    $("dialog-save").showModal();
  };
  $("save-format").onchange = show;
  TAGS.forEach((name, side) => {
    $(`name-${side}`).onchange = async ({ target }) => {
      await command({ do: "edit", edit: { do: "tag", name, text: target.value } });
      await show();
    };
  });
  $("copy-position").onclick = () => copy(() => navigator.clipboard.writeText($("save-position").value));
  $("copy-link").onclick = () => copy(() => navigator.clipboard.writeText($("save-link").value));
  $("copy-game").onclick = () => copy(() => (made.blob ? navigator.clipboard.write([new ClipboardItem({ [made.kind]: made.blob })]) : navigator.clipboard.writeText(made.text)));
  document.addEventListener("copy", (event) => {
    if (event.target.closest?.("input, textarea, dialog") || String(getSelection())) return;
    event.clipboardData.setData("text/plain", current().text);
    event.preventDefault();
    notify(t("copied"));
  });
}
