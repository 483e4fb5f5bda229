// The player's own weights, kept in the browser until they are taken back.

/** A host may have other sites at other paths. */
const KEPT = `weights of ${new URL(".", import.meta.url)}`;
const FILE = "weights";
const NAME = "X-Name";

/** The file; null when there is none. */
export async function keptWeights() {
  if (!globalThis.caches || !(await caches.has(KEPT))) return null; // there are none over plain HTTP
  const found = await (await caches.open(KEPT)).match(FILE);
  return found ? new File([await found.blob()], decodeURIComponent(found.headers.get(NAME))) : null;
}

/** Keeps a file, or with null forgets the one that was kept. */
export async function keepWeights(file) {
  if (!globalThis.caches || (!file && !(await caches.has(KEPT)))) return;
  const cache = await caches.open(KEPT);
  if (file) await cache.put(FILE, new Response(file, { headers: { [NAME]: encodeURIComponent(file.name) } }));
  else await cache.delete(FILE);
}
