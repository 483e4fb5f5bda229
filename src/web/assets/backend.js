// The server as a back end: questions as requests, states and news as they are pushed. A site without a server has another file here.

import { Refused } from "./refused.js";

/** Questions that hand over a file, and where. */
const FILES = { file: "files", "study/file": "study/files" };

function pathOf(question, id, body) {
  if (question === "games") return "api/games";
  if (question === "puzzle") return "api/puzzles";
  if (question === "open") return "api/sessions";
  const session = `api/sessions/${id}`;
  if (question === "state" || question === "command") return session;
  return FILES[question] ? `${session}/${FILES[question]}/${encodeURIComponent(body.name)}` : `${session}/${question}`;
}

async function request(question, { id, body }) {
  const isFile = body instanceof Blob;
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": isFile ? "application/octet-stream" : "application/json" },
    body: isFile ? body : JSON.stringify(body),
  };
  const response = await fetch(pathOf(question, id, body), options);
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Refused(response.status, error ?? `the server answered ${response.status}`);
}

/** Asks a question, of a session where it has an `id`. What is refused is thrown. */
export async function ask(question, asked = {}) {
  return (await request(question, asked)).json().catch(() => ({}));
}

/** Asks a question whose answer is a file. */
export async function askForFile(question, asked = {}) {
  return (await request(question, asked)).blob();
}

/** Listens to a session; `onLost` is called when the server does not know it any more, or is gone. Returns how to stop it. */
export function listen(id, { onState, onNews, onLost }) {
  const source = new EventSource(`api/sessions/${id}/events`);
  source.addEventListener("state", (event) => onState(JSON.parse(event.data)));
  source.addEventListener("news", (event) => onNews(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) onLost();
  });
  return () => source.close();
}
