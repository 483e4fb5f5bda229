// The engine's memory. It is shared by the threads of one engine; without threads nobody else sees it.

/** A page of WebAssembly, in bytes. */
const PAGE = 65_536;
const MIB = 1_048_576 / PAGE;
/** As scripts/site.sh tells the linker. */
const FIRST_MIB = 32;
const MOST_MIB = 512;
/** A telephone may refuse to set so much aside. */
const LEAST_MIB = 128;

/** Memory for an engine. Not more is set aside than the browser is willing to. */
export function newMemory() {
  for (let most = MOST_MIB; ; most /= 2) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_MIB * MIB, maximum: most * MIB, shared: true });
    } catch (error) {
      if (most <= LEAST_MIB) throw error;
    }
  }
}
