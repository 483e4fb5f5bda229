// Processor time as Linux counts it, thread by thread.

import { readFileSync, readdirSync } from "node:fs";

const TICK_MS = 10;

const numbers = (folder) => readdirSync(folder).filter((name) => /^\d+$/.test(name));
const stat = (path) => readFileSync(`${path}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");

/** What a function gives, or nothing of a process or thread that has ended meanwhile. */
function alive(read) {
  try {
    return [read()];
  } catch {
    return [];
  }
}

/** Milliseconds of processor time that each thread of that name has used, in all processes that this one has started. */
export function processorTimes(thread) {
  const parents = new Map(numbers("/proc").flatMap((pid) => alive(() => [pid, stat(`/proc/${pid}`)[1]])));
  const isOwn = (pid) => pid === String(process.pid) || (parents.has(pid) && isOwn(parents.get(pid)));
  const threads = [...parents.keys()].filter(isOwn).flatMap((pid) => alive(() => numbers(`/proc/${pid}/task`).map((tid) => `/proc/${pid}/task/${tid}`)).flat());
  return threads.flatMap((path) => alive(() => {
    if (!readFileSync(`${path}/comm`, "utf8").startsWith(thread)) return 0;
    const [user, system] = stat(path).slice(11, 13).map(Number);
    return (user + system) * TICK_MS;
  })).filter((time) => time > 0);
}
