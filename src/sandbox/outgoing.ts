/** Writes sealed lines to the agent, and notices when nobody reads them. */
import type { KeyObject } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { maxChannels, maxLineBytes, windowBytes, written, type Hello, type ToAgent } from './protocol.ts';
import { sealLine } from './seal.ts';

interface Outgoing {
  hello(message: Hello): void;
  send(message: ToAgent): void;
}

/** All windows, in base64, and a long request. A peer that leaves more unread tries to fill our memory. */
const maxUnreadBytes = maxChannels * windowBytes * (4 / 3) + 8 * maxLineBytes;
/** The cost of an unread line beside its bytes. */
const lineCost = 512;

export function createOutgoing(stream: Duplex, key: KeyObject, onTooMuch: () => void): Outgoing {
  let count = 0;
  let unreadBytes = 0;

  function write(line: Buffer): void {
    const cost = line.length + lineCost;
    unreadBytes += cost;
    if (stream.writableCorked === 0) gather();
    stream.write(line, () => {
      unreadBytes -= cost;
    });
    if (unreadBytes > maxUnreadBytes) onTooMuch();
  }

  /** Lines sent together go in one write, since each write passes through the engine and wakes the agent. */
  function gather(): void {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  return {
    hello: (message) => write(sealLine(key, 0, written(message))),
    send(message) {
      count += 1;
      write(sealLine(key, count, written(message)));
    },
  };
}
