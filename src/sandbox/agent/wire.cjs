'use strict';
/**
 * The line protocol, agent side: one JSON object per line, each carrying the session `s` it belongs to.
 * Only the newest session is obeyed; a line of an older one, or half a line left by a dead service, is dropped.
 */
const net = require('node:net');

const maxLineChars = 16 * 1024 * 1024;

function createWire(onMessage, onSession) {
  // Unlike process.stdout, a socket on descriptor 1 never blocks the event loop when the reader is slow.
  const output = new net.Socket({ fd: 1, readable: false, writable: true });
  output.on('error', () => {});
  let session = null;
  let parts = [];
  let partChars = 0;

  function send(message) {
    if (session !== null) output.write(`${JSON.stringify({ s: session, ...message })}\n`);
  }

  function take(line) {
    if (line.trim() === '') return;
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      send({ t: 'garbled' });
      return;
    }
    if (message === null || typeof message !== 'object' || typeof message.s !== 'string') return;
    if (message.t === 'hello') {
      // The same hello may come again, when the service was not sure that the first arrived.
      if (message.s !== session) onSession(false);
      session = message.s;
      onSession(true);
    } else if (message.s === session && message.t === 'bye') {
      session = null;
      onSession(false);
    } else if (message.s === session) {
      onMessage(message);
    }
  }

  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text) => {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      parts.push(text.slice(from, at));
      take(parts.join(''));
      parts = [];
      partChars = 0;
      from = at + 1;
    }
    if (from < text.length) {
      parts.push(text.slice(from));
      partChars += text.length - from;
    }
    if (partChars > maxLineChars) parts = [];
  });

  return { send, hasSession: () => session !== null };
}

module.exports = { createWire };
