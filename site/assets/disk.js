// The files of the engine: those that the page has fetched, those that the browser keeps, and passing ones in memory.

/** Error numbers of WASI. */
const IO = 29;
const NOSPC = 51;

/** What an error is called where there is no room. */
const NO_ROOM = "QuotaExceededError";

/** A file in memory. */
class Passing {
  constructor(bytes = new Uint8Array()) {
    Object.assign(this, { bytes, size: bytes.length });
  }

  read(into, at) {
    const part = this.bytes.subarray(Math.min(at, this.size), Math.min(at + into.length, this.size));
    into.set(part);
    return part.length;
  }

  write(from, at) {
    this.reserve(at + from.length);
    this.bytes.set(from, at);
    this.size = Math.max(this.size, at + from.length);
    return from.length;
  }

  resize(size) {
    this.reserve(size);
    this.bytes.fill(0, Math.min(size, this.size), Math.max(size, this.size));
    this.size = size;
  }

  flush() {}

  reserve(size) {
    if (size <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(size, 2 * this.bytes.length));
    bytes.set(this.bytes.subarray(0, this.size));
    this.bytes = bytes;
  }
}

/** A file that the browser keeps. One that is empty at first counts as not there, as does one that is removed: the browser cannot delete it
 * while it is open. */
class Kept {
  constructor(handle) {
    this.handle = handle;
    this.isThere = handle.getSize() > 0;
  }

  get size() {
    return this.handle.getSize();
  }

  read(into, at) {
    const bytes = new Uint8Array(into.length); // not every browser reads into shared memory
    const done = this.handle.read(bytes, { at });
    into.set(bytes.subarray(0, done));
    return done;
  }

  /** Where there is no room a browser throws, writes less, or tells a number of bytes that makes no sense (Chromium). */
  write(from, at) {
    const done = this.handle.write(from.slice(), { at });
    if (done !== from.length) throw new DOMException("there is no room", NO_ROOM);
    return done;
  }

  resize(size) {
    this.handle.truncate(size);
  }

  flush() {
    this.handle.flush();
  }
}

/** All files by their names. `fetched(name)` gives the bytes of one that only the page has, or null. */
export class Disk {
  constructor(fetched = () => null) {
    Object.assign(this, { fetched, passing: new Map(), kept: new Map(), folders: new Set([""]) });
  }

  /** From now on these files are those that the browser keeps. */
  keep(handles) {
    for (const [name, handle] of handles) this.kept.set(name, new Kept(handle));
  }

  find(name) {
    const kept = this.kept.get(name);
    if (kept) return kept.isThere ? kept : null;
    const passing = this.passing.get(name);
    if (passing) return passing;
    const bytes = this.fetched(name);
    return bytes && new Passing(bytes);
  }

  create(name) {
    const kept = this.kept.get(name);
    if (kept) {
      kept.isThere = true;
      return kept;
    }
    const file = new Passing();
    this.passing.set(name, file);
    return file;
  }

  /** False when it is not there. */
  remove(name) {
    const kept = this.kept.get(name);
    if (!kept) return this.passing.delete(name);
    const wasThere = kept.isThere;
    kept.isThere = false;
    kept.resize(0);
    return wasThere;
  }

  /** Only of passing files; false when it is not there. */
  rename(from, to) {
    const file = this.passing.get(from);
    if (!file || this.kept.has(to)) return false;
    this.passing.delete(from);
    this.passing.set(to, file);
    return true;
  }

  /** The names in a folder, and whether each is a folder. */
  list(folder) {
    const before = folder && `${folder}/`;
    const inside = (name) => name.length > before.length && name.startsWith(before) && !name.slice(before.length).includes("/");
    const told = (isFolder) => (name) => [name.slice(before.length), isFolder];
    return [...[...this.passing.keys()].filter(inside).map(told(false)), ...[...this.folders].filter(inside).map(told(true))];
  }
}

/** The error number of what a file has thrown. */
export const errorOf = ({ name }) => (name === NO_ROOM ? NOSPC : IO);
