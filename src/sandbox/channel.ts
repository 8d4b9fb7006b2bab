/**
 * One connection made inside the sandbox, as a stream for the host. A window bounds the bytes in transit in each
 * direction; credit is given as bytes are consumed.
 */
import { Duplex } from 'node:stream';
import { createGrowing } from './growing.ts';
import { chunkBytes, windowBytes, type ChannelMessage } from './protocol.ts';

export interface Channel {
  readonly stream: Duplex;
  data(bytes: Buffer): void;
  credit(bytes: number): void;
  /** The sandbox will send nothing more. */
  end(): void;
  /** The connection in the sandbox is gone. */
  close(): void;
}

interface PendingWrite {
  bytes: Buffer;
  readonly done: (error?: Error | null) => void;
}

const creditStepBytes = windowBytes / 4;
/** Smaller pieces are gathered into blocks, since each piece costs a hundred bytes by itself. */
const wholeBytes = 4096;
const blockBytes = 16 * 1024;
/** Passed on at once: an HTTP reader makes a piece of every chunk before it can wait. */
const handedBytes = 8 * 1024;

export function createChannel(id: number, send: (message: ChannelMessage) => void, onGone: () => void): Channel {
  const arrived: Buffer[] = [];
  /** Comes after all of `arrived`. */
  const gathered = createGrowing();
  let arrivedBytes = 0;
  let uncreditedBytes = 0;
  /** The reader asked for more and has not been filled up since. */
  let isWanted = false;
  let isEnded = false;
  let isClosed = false;
  let credit = windowBytes;
  let pending: PendingWrite | null = null;

  const stream = new Duplex({
    // Asks for a block only when it has none; unread data is gathered here.
    readableHighWaterMark: 0,
    read() {
      isWanted = true;
      hand();
    },
    write(chunk: Buffer, _encoding, done) {
      pending = { bytes: chunk, done };
      flush();
    },
    final(done) {
      if (!isClosed) send({ t: 'end', c: id });
      done();
    },
    destroy(error, done) {
      pending = null;
      if (!isClosed) send({ t: 'close', c: id });
      isClosed = true;
      onGone();
      done(error);
    },
  });
  // The stream's user gets errors too; without this listener a broken connection would end the service.
  stream.on('error', () => {});

  function hand(): void {
    while (isWanted && arrivedBytes > 0) {
      const next = arrived.shift() ?? gathered.take();
      const chunk = next.subarray(0, handedBytes);
      if (next.length > handedBytes) arrived.unshift(next.subarray(handedBytes));
      arrivedBytes -= chunk.length;
      uncreditedBytes += chunk.length;
      if (uncreditedBytes >= creditStepBytes && !isClosed) {
        send({ t: 'credit', c: id, n: uncreditedBytes });
        uncreditedBytes = 0;
      }
      // Set to false first, since a reader that consumes at once may ask again from inside the push.
      isWanted = false;
      if (stream.push(chunk)) isWanted = true;
    }
    if (isEnded && arrivedBytes === 0) stream.push(null);
  }

  function gather(bytes: Buffer): void {
    const isWhole = bytes.length >= wholeBytes;
    if (gathered.length() > 0 && (isWhole || gathered.length() + bytes.length > blockBytes))
      arrived.push(gathered.take());
    if (isWhole) arrived.push(bytes);
    else gathered.add(bytes);
  }

  function flush(): void {
    if (pending === null) return;
    if (isClosed) {
      const { done } = pending;
      pending = null;
      done(new Error('The connection in the sandbox was closed.'));
      return;
    }
    while (pending.bytes.length > 0 && credit > 0) {
      const size = Math.min(pending.bytes.length, credit, chunkBytes);
      send({ t: 'data', c: id, d: pending.bytes.toString('base64', 0, size) });
      credit -= size;
      pending.bytes = pending.bytes.subarray(size);
    }
    if (pending.bytes.length > 0) return;
    const { done } = pending;
    pending = null;
    done();
  }

  function data(bytes: Buffer): void {
    if (isEnded || stream.destroyed) return;
    // Does not count against a window.
    if (bytes.length === 0) {
      stream.destroy();
      return;
    }
    arrivedBytes += bytes.length;
    if (arrivedBytes + uncreditedBytes > windowBytes) {
      stream.destroy();
      return;
    }
    gather(bytes);
    hand();
  }

  return {
    stream,
    data,
    credit(bytes) {
      credit = Math.min(windowBytes, credit + bytes);
      flush();
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      if (arrivedBytes === 0) stream.push(null);
    },
    close() {
      const wasEnded = isEnded;
      isClosed = true;
      // After an orderly end, earlier data may still be read.
      if (wasEnded) flush();
      else stream.destroy();
    },
  };
}
