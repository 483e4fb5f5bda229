// What the pages of the tests come from: `fukumi serve`, or where $SITE names a folder the site in it, from a host of files.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

export const SITE = process.env.SITE;
const ENGINE = process.env.FUKUMI;

/** The site is at a path of its own, as on hosts that have many. */
const PATH = "/games/fukumi/";
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** Starts the server of the pages; gives its address and a way to end it. `fukumi serve` takes further options. */
export const serve = (port = 0, options = []) => (SITE ? host(SITE, port) : startEngine(port, options));

async function startEngine(port, options) {
  const child = spawn(ENGINE, ["serve", "--port", String(port), ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const url = String(line).match(/http:\S+/)?.[0];
  if (!url) throw new Error(`no address: ${line}`);
  const stop = async () => {
    child.kill();
    await once(child, "exit");
  };
  return { url, stop };
}

/** Files as a host sends them: compressed long before. */
const packed = new Map();

function file(path) {
  if (!packed.has(path)) packed.set(path, gzipSync(readFileSync(path)));
  return packed.get(path);
}

/** A host that knows nothing of the site but its files: no headers of its own, and compression as is usual. `sent()` tells how many bytes. */
export async function host(folder, port = 0) {
  let sent = 0;
  const server = createServer(({ url }, response) => {
    const name = normalize(decodeURIComponent(new URL(url, "http://host").pathname).slice(PATH.length) || "index.html");
    try {
      const body = url.startsWith(PATH) && !name.startsWith("..") ? file(join(folder, name)) : null;
      response.writeHead(body ? 200 : 404, { "Content-Type": KINDS[extname(name)] ?? "text/plain", "Content-Encoding": body ? "gzip" : "identity" });
      response.end(body);
      sent += body?.length ?? 0;
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${server.address().port}${PATH}`, stop, sent: () => sent };
}
