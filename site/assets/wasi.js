// The little of WASI (preview 1) that the engine's standard library and SQLite ask for: clocks, random numbers, a console, files, threads.

import { Disk, errorOf } from "./disk.js";

/** Error numbers of WASI. */
const AGAIN = 6;
const BADF = 8;
const EXIST = 20;
const INVAL = 28;
const ISDIR = 31;
const NOENT = 44;
const NOSYS = 52;
const NOTEMPTY = 55;

/** The descriptor of the folder that all others are in, and the kinds of folders and of files. */
const FOLDER = 3;
const IS_FOLDER = 3;
const IS_FILE = 4;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;
/** How a file is opened. */
const CREATE = 1;
const DIRECTORY = 2;
const EXCLUSIVE = 4;
const TRUNCATE = 8;
const APPEND = 1;
/** The bytes of an entry of a folder, before its name. */
const ENTRY = 24;

/** What the module imports. `disk` has its files; `spawn(start)` starts a thread and gives its number, or null when there is none to be
 * had; `host` is what the engine knows of the worker around it. */
export function imports(memory, { disk = new Disk(), spawn = () => null, host }) {
  // Always anew: the memory grows.
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const text = (at, length) => new TextDecoder().decode(bytes(at, length).slice());
  /** What is open, by its descriptor: a file and the place that it is read or written at, or the name of a folder. */
  const open = new Map([[FOLDER, { folder: "" }]]);
  let next = FOLDER + 1;

  /** Hands the lists of bytes that a call names to a function, until it gives fewer than there is room for. */
  function each(lists, count, sum, take) {
    let total = 0;
    for (let nth = 0; nth < count; nth += 1) {
      const [at, length] = [0, 4].map((offset) => view().getUint32(lists + 8 * nth + offset, true));
      const done = take(at, length);
      total += done;
      if (done < length) break;
    }
    view().setUint32(sum, total, true);
    return 0;
  }

  /** The name that a call tells from a folder that is open. */
  function named(fd, at, length) {
    const parts = [open.get(fd)?.folder ?? "", text(at, length)].join("/").split("/");
    return parts.filter((part) => part && part !== ".").join("/");
  }

  /** Does something with a file that is open; what the browser refuses is an error of the disk. */
  function guarded(fd, action) {
    const found = open.get(fd);
    if (!found?.file) return BADF;
    try {
      return action(found);
    } catch (error) {
      return errorOf(error);
    }
  }

  function describe(at, kind, size) {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, kind);
    view().setBigUint64(at + 32, BigInt(size), true);
    return 0;
  }

  const known = {
    args_sizes_get: (count, size) => known.environ_sizes_get(count, size),
    args_get: () => 0,
    environ_sizes_get(count, size) {
      for (const at of [count, size]) view().setUint32(at, 0, true);
      return 0;
    },
    environ_get: () => 0,
    clock_time_get(clock, precision, at) {
      // One clock for all workers, in whole microseconds.
      const now = BigInt(Math.round(1000 * (performance.timeOrigin + performance.now()))) * 1000n;
      view().setBigUint64(at, now, true);
      return 0;
    },
    random_get(at, length) {
      for (let done = 0; done < length; done += 65_536) {
        const part = Math.min(length - done, 65_536);
        bytes(at + done, part).set(crypto.getRandomValues(new Uint8Array(part))); // which takes no shared memory
      }
      return 0;
    },
    sched_yield: () => 0,
    proc_exit(code) {
      throw new Error(`the engine has ended: ${code}`);
    },
    fd_write(fd, lists, count, sum) {
      if (open.has(fd)) {
        return guarded(fd, (found) =>
          each(lists, count, sum, (at, length) => {
            if (found.appends) found.at = found.file.size;
            const done = found.file.write(bytes(at, length), found.at);
            found.at += done;
            return done;
          }),
        );
      }
      let said = "";
      each(lists, count, sum, (at, length) => {
        said += text(at, length);
        return length;
      });
      console.warn(said.trimEnd());
      return 0;
    },
    fd_prestat_get(fd, at) {
      if (fd !== FOLDER) return BADF;
      view().setUint32(at, 0, true); // a folder
      view().setUint32(at + 4, 1, true); // the length of its name
      return 0;
    },
    fd_prestat_dir_name(fd, at) {
      bytes(at, 1)[0] = "/".charCodeAt(0);
      return 0;
    },
    fd_fdstat_get(fd, at) {
      bytes(at, 24).fill(0);
      if (fd > FOLDER && !open.has(fd)) return BADF;
      view().setUint8(at, open.get(fd)?.file || fd < FOLDER ? IS_FILE : IS_FOLDER);
      for (const offset of [8, 16]) view().setBigUint64(at + offset, ALL_RIGHTS, true);
      return 0;
    },
    path_filestat_get(fd, flags, at, length, to) {
      const name = named(fd, at, length);
      if (disk.folders.has(name)) return describe(to, IS_FOLDER, 0);
      const found = disk.find(name);
      return found ? describe(to, IS_FILE, found.size) : NOENT;
    },
    path_open(fd, lookup, at, length, flags, rights, inherited, status, to) {
      const name = named(fd, at, length);
      const opened = disk.folders.has(name) ? { folder: name } : { file: disk.find(name), at: 0, appends: Boolean(status & APPEND) };
      if (opened.file && flags & CREATE && flags & EXCLUSIVE) return EXIST;
      if (opened.folder === undefined && flags & DIRECTORY) return NOENT;
      if (opened.folder !== undefined && flags & CREATE) return ISDIR;
      if (opened.file === null && flags & CREATE) opened.file = disk.create(name);
      if (opened.file === null) return NOENT;
      open.set(next, opened);
      view().setUint32(to, next, true);
      next += 1;
      if (!(flags & TRUNCATE)) return 0;
      return guarded(next - 1, ({ file }) => {
        file.resize(0);
        return 0;
      });
    },
    path_create_directory(fd, at, length) {
      const name = named(fd, at, length);
      if (disk.folders.has(name)) return EXIST;
      disk.folders.add(name);
      return 0;
    },
    path_remove_directory(fd, at, length) {
      const name = named(fd, at, length);
      if (disk.list(name).length) return NOTEMPTY;
      return disk.folders.delete(name) ? 0 : NOENT;
    },
    path_unlink_file(fd, at, length) {
      const name = named(fd, at, length);
      if (disk.folders.has(name)) return ISDIR;
      return disk.remove(name) ? 0 : NOENT;
    },
    path_rename(fd, at, length, toFd, toAt, toLength) {
      return disk.rename(named(fd, at, length), named(toFd, toAt, toLength)) ? 0 : NOENT;
    },
    fd_readdir(fd, at, length, cookie, to) {
      const folder = open.get(fd)?.folder;
      if (folder === undefined) return BADF;
      const entries = new Uint8Array(length);
      let used = 0;
      for (const [nth, [name, isFolder]] of disk.list(folder).entries()) {
        if (nth < Number(cookie) || used === length) continue;
        const encoded = new TextEncoder().encode(name);
        const entry = new DataView(new ArrayBuffer(ENTRY));
        entry.setBigUint64(0, BigInt(nth + 1), true);
        entry.setBigUint64(8, BigInt(nth + 1), true);
        entry.setUint32(16, encoded.length, true);
        entry.setUint8(20, isFolder ? IS_FOLDER : IS_FILE);
        // An entry that does not fit is cut; then the rest is asked for once more.
        for (const part of [new Uint8Array(entry.buffer), encoded]) {
          const fits = part.subarray(0, length - used);
          entries.set(fits, used);
          used += fits.length;
        }
      }
      bytes(at, used).set(entries.subarray(0, used));
      view().setUint32(to, used, true);
      return 0;
    },
    fd_filestat_get(fd, to) {
      const found = open.get(fd);
      if (!found) return BADF;
      return found.file ? guarded(fd, ({ file }) => describe(to, IS_FILE, file.size)) : describe(to, IS_FOLDER, 0);
    },
    fd_filestat_set_size: (fd, size) =>
      guarded(fd, ({ file }) => {
        file.resize(Number(size));
        return 0;
      }),
    fd_sync(fd) {
      if (open.get(fd)?.folder !== undefined) return 0; // the browser's affair
      return guarded(fd, ({ file }) => {
        file.flush();
        return 0;
      });
    },
    fd_datasync: (fd) => known.fd_sync(fd),
    fd_seek: (fd, offset, whence, to) =>
      guarded(fd, (found) => {
        const place = [0, found.at, found.file.size][whence] + Number(offset);
        if (!(place >= 0)) return INVAL;
        found.at = place;
        view().setBigUint64(to, BigInt(place), true);
        return 0;
      }),
    fd_read: (fd, lists, count, sum) =>
      guarded(fd, (found) =>
        each(lists, count, sum, (at, length) => {
          const done = found.file.read(bytes(at, length), found.at);
          found.at += done;
          return done;
        }),
      ),
    fd_fdstat_set_flags: () => 0,
    fd_close: (fd) => (open.delete(fd) ? 0 : BADF),
  };
  const { waits, tell } = host;
  return {
    env: { memory },
    wasi: { "thread-spawn": (start) => spawn(start) ?? -AGAIN },
    wasi_snapshot_preview1: new Proxy(known, { get: (all, name) => all[name] ?? (() => NOSYS) }),
    host: {
      waits: () => Number(waits()),
      tell: (name, nameLength, data, length) => tell(text(name, nameLength), text(data, length)),
    },
  };
}
