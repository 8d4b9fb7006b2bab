/** Collects bytes that arrive in pieces of any size in one buffer of at most twice their size. */
export interface Growing {
  readonly length: () => number;
  add(piece: Buffer): void;
  /** All bytes, valid until more are added. */
  peek(): Buffer;
  /** All bytes; later ones go into another buffer. */
  take(): Buffer;
  /** Starts again in the same buffer. */
  clear(): void;
}

const leastBytes = 64;
/** Larger buffers are not reused. */
const keptBytes = 128 * 1024;
const none = Buffer.alloc(0);

export function createGrowing(): Growing {
  let room = none;
  let length = 0;
  return {
    length: () => length,
    add(piece) {
      const wanted = length + piece.length;
      if (wanted > room.length) {
        // Not from Node's pool, which a few bytes would keep in memory.
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * room.length, wanted, leastBytes));
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      length += piece.copy(room, length);
    },
    peek: () => room.subarray(0, length),
    take() {
      const taken = room.subarray(0, length);
      room = none;
      length = 0;
      return taken;
    },
    clear() {
      if (room.length > keptBytes) room = none;
      length = 0;
    },
  };
}
