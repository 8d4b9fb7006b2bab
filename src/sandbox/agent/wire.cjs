'use strict';
/**
 * The line protocol on the agent's side: one message per line, each sealed for its session (`protocol.ts`). Only the
 * newest session is obeyed; it begins with a hello, and the previous one is told that it is over. Commands can write to
 * this stream and read from it: lines without a valid seal are ignored, and missing ones are reported.
 */
const net = require('node:net');
const { lineKey, sealLine, splitLine, isSealed } = require('./seal.cjs');

const maxLineBytes = 16 * 1024 * 1024;
const maxHelloBytes = 1024;
const keyBytes = 32;
const openBrace = 123;
const space = 32;

/** `onKeys` gets the key of the notes, once. */
function createWire({ onMessage, onSession, onKeys }) {
  // Unlike process.stdout, a socket on descriptor 1 never blocks the event loop when the reader is slow.
  const output = new net.Socket({ fd: 1, readable: false, writable: true });
  output.on('error', () => {});
  /** Set by the first hello of this process, when nothing else had run in the container, and never replaced. */
  let lines = null;
  let session = null;
  /** Names of earlier sessions: commands may put lines back that they took from the stream. */
  const names = new Set();

  function send(message) {
    if (session === null) return;
    if (output.writableCorked === 0) gather();
    output.write(sealLine(session.keyFrom, session.said, written(message)));
    session.said += 1;
  }

  /** Lines sent together go in one write, since each write passes through the engine and wakes the reader. */
  function gather() {
    output.cork();
    process.nextTick(() => output.uncork());
  }

  function take(line) {
    if (line.length === 0) return;
    const parts = splitLine(line);
    if (parts === null) return;
    if (parts.count === 0) {
      takeHello(parts);
      return;
    }
    if (session === null || !isSealed(session.keyTo, parts) || parts.count < session.expected) return;
    const isWhole = parts.count === session.expected;
    session.expected = parts.count + 1;
    if (!isWhole) send({ t: 'garbled' });
    const message = read(parts.text);
    if (message.t === 'look') {
      send({ t: 'seen' });
    } else if (message.t === 'bye') {
      session = null;
      onSession(false);
    } else {
      onMessage(message);
    }
  }

  function takeHello(parts) {
    const hello = readHello(parts);
    if (hello === null) return;
    const key = lines ?? hello.keys?.lines;
    if (key === undefined) return;
    const keyTo = lineKey(key, hello.name, 'to agent');
    if (!isSealed(keyTo, parts)) return;
    if (lines === null) {
      lines = key;
      onKeys(hello.keys.notes);
    }
    // The same hello is repeated when the service was not sure that the first arrived.
    if (hello.name !== session?.name) {
      if (names.has(hello.name)) return;
      names.add(hello.name);
      send({ t: 'over' });
      onSession(false);
      session = { name: hello.name, keyTo, keyFrom: lineKey(key, hello.name, 'from agent'), said: 0, expected: 1 };
    }
    onSession(true);
  }

  readLines(take);
  return { send, hasSession: () => session !== null };
}

/** Connection data is most of the traffic, so it is inspected as little as possible. */
function written(message) {
  return message.t === 'data' ? `${message.c} ${message.d}` : JSON.stringify(message);
}

function read(text) {
  const gap = text[0] === openBrace ? -1 : text.indexOf(space);
  if (gap === -1) return JSON.parse(text.toString());
  return { t: 'data', c: Number(text.toString('latin1', 0, gap)), d: text.toString('latin1', gap + 1) };
}

function readHello({ sealed, text }) {
  if (sealed.length > maxHelloBytes) return null;
  try {
    const { t, s: name, keys } = JSON.parse(text.toString());
    if (t !== 'hello' || typeof name !== 'string') return null;
    if (keys === undefined) return { name, keys };
    const [known, notes] = [keys.lines, keys.notes].map((key) => Buffer.from(key, 'base64url'));
    return known.length === keyBytes && notes.length === keyBytes ? { name, keys: { lines: known, notes } } : null;
  } catch {
    return null;
  }
}

function readLines(onLine) {
  let pieces = [];
  let bytes = 0;
  process.stdin.on('data', (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const last = chunk.subarray(from, at);
      if (bytes + last.length <= maxLineBytes) onLine(pieces.length === 0 ? last : Buffer.concat([...pieces, last]));
      pieces = [];
      bytes = 0;
      from = at + 1;
    }
    bytes += chunk.length - from;
    if (bytes > maxLineBytes) pieces = [];
    else if (from < chunk.length) pieces.push(chunk.subarray(from));
  });
}

module.exports = { createWire };
