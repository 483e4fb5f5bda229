// Keeps the whole site, answers from what is kept, and adds the headers that isolate the page, so that it may share memory with its
// worker. Another version is fetched as a whole beside the old one, and used when no page is open any more.

importScripts("files.js"); // written by scripts/site.sh

const { version, files } = self.site;
/** A host may have other sites at other paths. */
const OWN = `fukumi ${registration.scope} `;
const KEPT = OWN + version;
const PAGE = "index.html";

const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Networks come when a game needs them, or when the engine has nothing else to fetch; another version brings them with it. */
const comesLater = (file) => file.endsWith(".network") && !registration.active;

/** Fetches a file, and keeps it. */
async function fetchOne(file) {
  const response = await fetch(file, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding"); // what is kept is decoded
  headers.delete("Content-Length");
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  const kept = new Response(response.body, { headers });
  await (await caches.open(KEPT)).put(file, kept.clone());
  return kept;
}

const keep = () => Promise.all(files.filter((file) => !comesLater(file)).map(fetchOne));

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== KEPT).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request.mode === "navigate" ? PAGE : request, { ignoreSearch: true });
  const file = request.url.slice(registration.scope.length);
  return kept ?? (files.includes(file) ? fetchOne(file) : fetch(request));
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
