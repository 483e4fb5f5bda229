// The files that the browser keeps for the engine: the database and its journal, in the origin's private file system. One page of the site
// has them open at a time.

/** What there is of the database. SQLite takes an empty file for none. */
const NAMES = ["study.db", "study.db-journal"];

/** A page that was closed, or an engine that has failed, lets go of its files a moment later. */
const PATIENCE_MS = 1500;
const RETRY_MS = 50;

/** A host may have other sites at other paths. */
const FOLDER = `database of ${encodeURIComponent(new URL(".", import.meta.url).pathname)}`;

/** Opens the files; gives them by their names, or `fault`: `in-use`, or `none` where the browser keeps nothing. */
export async function openKept() {
  const handles = [];
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    for (const name of NAMES) handles.push([name, await openOne(folder, name)]);
    return { handles };
  } catch (error) {
    for (const [, handle] of handles) handle.close();
    return { fault: isTaken(error) ? "in-use" : "none" };
  }
}

async function openOne(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!isTaken(error) || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

const isTaken = ({ name }) => name === "NoModificationAllowedError";
