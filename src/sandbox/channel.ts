/**
 * One connection made inside the sandbox, as a stream the host can read and write. A window bounds what may be
 * under way in each direction: credit is given as bytes are consumed.
 */
import { Duplex } from 'node:stream';
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

export function createChannel(id: number, send: (message: ChannelMessage) => void, onGone: () => void): Channel {
  const arrived: Buffer[] = [];
  let arrivedBytes = 0;
  let uncreditedBytes = 0;
  /** The reader asked for more and has not been filled up since. */
  let isWanted = false;
  let isEnded = false;
  let isClosed = false;
  let credit = windowBytes;
  let pending: PendingWrite | null = null;

  const stream = new Duplex({
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
  // Whoever uses the stream hears of errors too; without a listener a broken connection would end the service.
  stream.on('error', () => {});

  function hand(): void {
    while (isWanted && arrived.length > 0) {
      const chunk = arrived.shift() ?? Buffer.alloc(0);
      arrivedBytes -= chunk.length;
      uncreditedBytes += chunk.length;
      if (uncreditedBytes >= creditStepBytes && !isClosed) {
        send({ t: 'credit', c: id, n: uncreditedBytes });
        uncreditedBytes = 0;
      }
      // First false: a reader that takes the chunk at once may ask again from inside the push.
      isWanted = false;
      if (stream.push(chunk)) isWanted = true;
    }
    if (isEnded && arrived.length === 0) stream.push(null);
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
    arrivedBytes += bytes.length;
    if (arrivedBytes + uncreditedBytes > windowBytes) {
      stream.destroy();
      return;
    }
    arrived.push(bytes);
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
      if (arrived.length === 0) stream.push(null);
    },
    close() {
      const wasEnded = isEnded;
      isClosed = true;
      // After an orderly end, what arrived before may still be read.
      if (wasEnded) flush();
      else stream.destroy();
    },
  };
}
