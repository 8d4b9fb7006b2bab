/**
 * Reads a TLS client's first message as far as the server name (RFC 8446, 4.1.2; RFC 6066, 3). It may arrive in any
 * pieces of TCP and TLS; each byte is looked at once.
 */
import { createGrowing } from './growing.ts';

/** `name` is null if the client names no server, as clients that were given an address do. */
type Hello = { readonly kind: 'hello'; readonly name: string | null };
type Reading = Hello | { readonly kind: 'incomplete' } | { readonly kind: 'unreadable' };

interface HelloReader {
  add(chunk: Buffer): Reading;
  /** All bytes so far, to be passed on. */
  taken(): Buffer;
}

const maxBytes = 32 * 1024;
const maxRecordBytes = 16 * 1024;
const handshake = 22;
const clientHello = 1;
const serverName = 0;
const hostName = 0;
const incomplete = { kind: 'incomplete' } as const;
const unreadable = { kind: 'unreadable' } as const;

export function createHelloReader(): HelloReader {
  const all = createGrowing();
  /** The part of `all` that is not a whole record yet. */
  const record = createGrowing();
  const message = createGrowing();

  /** Data after the whole message belongs to another one. */
  function readMessage(): Reading {
    const text = message.peek();
    if (text.length > 0 && text[0] !== clientHello) return unreadable;
    if (text.length < 4) return incomplete;
    const length = text.readUIntBE(1, 3);
    if (length > maxBytes) return unreadable;
    return text.length < 4 + length ? incomplete : nameIn(text.subarray(4, 4 + length));
  }

  function readRecords(): Reading {
    let left = record.take();
    let reading: Reading = incomplete;
    while (reading.kind === 'incomplete' && left.length >= 5) {
      const length = left.readUInt16BE(3);
      if (left[0] !== handshake || left[1] !== 3 || length === 0 || length > maxRecordBytes) return unreadable;
      if (left.length < 5 + length) break;
      message.add(left.subarray(5, 5 + length));
      left = left.subarray(5 + length);
      reading = readMessage();
    }
    if (reading.kind === 'incomplete' && left.length > 0 && left[0] !== handshake) return unreadable;
    record.add(left);
    return reading;
  }

  return {
    add(chunk) {
      all.add(chunk);
      record.add(chunk);
      if (all.length() > maxBytes) return unreadable;
      // An incomplete record is left alone until it is whole, however small the pieces are.
      return record.length() < wantedOf(record.peek()) ? incomplete : readRecords();
    },
    taken: () => all.peek(),
  };
}

/** First enough bytes to contain the record's length, then as many as it has. */
function wantedOf(start: Buffer): number {
  return start.length < 5 || start[0] !== handshake ? Math.min(5, start.length) : 5 + start.readUInt16BE(3);
}

function nameIn(body: Buffer): Reading {
  try {
    let at = 2 + 32;
    at += 1 + body.readUInt8(at);
    at += 2 + body.readUInt16BE(at);
    at += 1 + body.readUInt8(at);
    if (at === body.length) return { kind: 'hello', name: null };
    const end = at + 2 + body.readUInt16BE(at);
    if (end !== body.length) return unreadable;
    let name: string | null = null;
    for (at += 2; at < end; ) {
      const kind = body.readUInt16BE(at);
      const extension = body.subarray(at + 4, at + 4 + body.readUInt16BE(at + 2));
      at += 4 + body.readUInt16BE(at + 2);
      if (at > end) return unreadable;
      if (kind !== serverName) continue;
      if (name !== null) return unreadable;
      name = onlyName(extension);
      if (name === null) return unreadable;
    }
    return { kind: 'hello', name };
  } catch {
    // The message ends before its own length.
    return unreadable;
  }
}

/** Null unless there is exactly one name: servers differ in which of two they take. */
function onlyName(extension: Buffer): string | null {
  const length = extension.length - 5;
  const isOne =
    length > 0 &&
    extension.readUInt16BE(0) === length + 3 &&
    extension[2] === hostName &&
    extension.readUInt16BE(3) === length;
  return isOne ? extension.toString('latin1', 5).toLowerCase() : null;
}
