// What is told in passing: the line under the board, which gives way to a notice and then comes back. Nothing is covered by it.

import { $ } from "./dom.js";

const NOTICE_MS = 5000;
const SAY_MS = 2500;

let standing = ""; // what the line says when there is nothing else
let said = "";
let sayTimer = 0;
let noticeTimer = 0;

/** A text that does not change is not set again, or it would be read aloud again. */
function show() {
  const text = said || standing;
  if ($("status").textContent !== text) $("status").textContent = text;
}

/** How the game stands. */
export function stand(text) {
  standing = text;
  show();
}

/** For people who listen, and in place of how the game stands for a moment. */
export function say(text) {
  said = text;
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => say(""), SAY_MS);
  show();
}

/** A notice of an error or a result; an empty text takes it away. */
export function notify(text, { stays = false } = {}) {
  const notice = $("toast");
  notice.textContent = text;
  notice.hidden = !text;
  $("status").classList.toggle("unseen", Boolean(text));
  clearTimeout(noticeTimer);
  if (text && !stays) noticeTimer = setTimeout(() => notify(""), NOTICE_MS);
}
