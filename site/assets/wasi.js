// The little of WASI (preview 1) that the engine's standard library asks for: clocks, random numbers, a console, files to read, threads.

/** Error numbers of WASI. */
const AGAIN = 6;
const BADF = 8;
const INVAL = 28;
const NOENT = 44;
const NOSYS = 52;

/** The descriptor of the only folder, and its kind and that of a file. */
const FOLDER = 3;
const IS_FOLDER = 3;
const IS_FILE = 4;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;

/** What the module imports. `file(name)` gives the bytes of a file or null; `spawn(start)` starts a thread and gives its number, or
 * null when there is none to be had; `host` is what the engine knows of the worker around it. */
export function imports(memory, { file = () => null, spawn = () => null, host }) {
  // Always anew: the memory grows.
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const text = (at, length) => new TextDecoder().decode(bytes(at, length).slice());
  /** The files that are open, by their descriptors: their bytes, and how far they have been read. */
  const open = new Map();
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
      view().setUint8(at, fd === FOLDER ? IS_FOLDER : IS_FILE);
      for (const offset of [8, 16]) view().setBigUint64(at + offset, ALL_RIGHTS, true);
      return 0;
    },
    path_filestat_get(fd, flags, at, length, to) {
      const found = file(text(at, length));
      return found ? describe(to, IS_FILE, found.length) : NOENT;
    },
    path_open(folder, lookup, at, length, flags, rights, inherited, status, to) {
      const found = file(text(at, length));
      if (!found) return NOENT;
      open.set(next, { bytes: found, at: 0 });
      view().setUint32(to, next, true);
      next += 1;
      return 0;
    },
    fd_filestat_get(fd, to) {
      return open.has(fd) ? describe(to, IS_FILE, open.get(fd).bytes.length) : BADF;
    },
    fd_seek(fd, offset, whence, to) {
      const found = open.get(fd);
      if (!found) return BADF;
      const place = [0, found.at, found.bytes.length][whence] + Number(offset);
      if (!(place >= 0)) return INVAL;
      found.at = place;
      view().setBigUint64(to, BigInt(place), true);
      return 0;
    },
    fd_read(fd, lists, count, sum) {
      const found = open.get(fd);
      if (!found) return BADF;
      return each(lists, count, sum, (at, length) => {
        const part = found.bytes.subarray(found.at, found.at + length);
        bytes(at, part.length).set(part);
        found.at += part.length;
        return part.length;
      });
    },
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
