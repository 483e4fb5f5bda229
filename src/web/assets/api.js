// The server: commands as requests, states and news as they are pushed.

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function request(path, body) {
  const isFile = body instanceof Blob;
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": isFile ? "application/octet-stream" : "application/json" },
    body: isFile ? body : JSON.stringify(body),
  };
  const response = await fetch(path, options);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, answer.error ?? `the server answered ${response.status}`);
  return answer;
}

export const games = () => request("/api/games");
export const open = (spec) => request("/api/sessions", spec);
export const look = (id) => request(`/api/sessions/${id}`);
export const command = (id, body) => request(`/api/sessions/${id}`, body);
export const threats = (id) => request(`/api/sessions/${id}/threats`, {});
export const lookAhead = (id, ply, moves) => request(`/api/sessions/${id}/look`, { ply, moves });
export const saveAs = (id, format) => request(`/api/sessions/${id}/save`, { format });
export const best = (id) => request(`/api/sessions/${id}/best`, {});
export const puzzle = (level, seed) => request("/api/puzzles", { level, seed });
export const load = (id, text) => request(`/api/sessions/${id}/load`, { text });
export const loadFile = (id, file) => request(`/api/sessions/${id}/files/${encodeURIComponent(file.name)}`, file);

export const study = (id) => request(`/api/sessions/${id}/study`);
export const addBranch = (id, searches, nodes) => request(`/api/sessions/${id}/study/branches`, { searches, nodes });
export const orderBranch = (id, number, order) => request(`/api/sessions/${id}/study/order`, { number, order });
export const importStudy = (id, file) => request(`/api/sessions/${id}/study/files/${encodeURIComponent(file.name)}`, file);

/** A file of the database, as it is. */
export async function exportStudy(id, format) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/api/sessions/${id}/study/export`, { method: "POST", headers, body: JSON.stringify({ format }) });
  if (!response.ok) throw new Refused(response.status, (await response.json()).error);
  return response.blob();
}

/** Listens to a session; `onLost` is called when the server does not know it any more, or is gone. */
export function listen(id, { onState, onNews, onLost }) {
  const source = new EventSource(`/api/sessions/${id}/events`);
  source.addEventListener("state", (event) => onState(JSON.parse(event.data)));
  source.addEventListener("news", (event) => onNews(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) onLost();
  });
  return () => source.close();
}
