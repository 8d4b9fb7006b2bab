'use strict';
/**
 * The only way out of a container without a network: connections to 127.0.0.1:8118 become channels of the stream to the
 * host. In each direction of a channel a window limits the bytes in transit; the receiver gives credit as it consumes
 * them, so that nothing can fill memory.
 */
const net = require('node:net');
const { isShared, port } = require('./place.cjs');
const { isOwnPeer } = require('./own-processes.cjs');

const windowBytes = 256 * 1024;
const chunkBytes = 32 * 1024;
const maxChannels = 128;

/** `onOpen` gets the port once it is open. */
function createTunnel(wire, onBroken, onOpen) {
  const channels = new Map();
  const waiting = [];
  let lastChannel = 0;

  function openNext() {
    while (wire.hasSession() && channels.size < maxChannels && waiting.length > 0) open(waiting.shift());
  }

  function open(socket) {
    if (socket.destroyed) return;
    lastChannel += 1;
    const id = lastChannel;
    const channel = { socket, credit: windowBytes, unsent: [], isEnded: false, isEndSent: false, isHostEnded: false };
    channels.set(id, channel);
    wire.send({ t: 'open', c: id });
    socket.on('data', (chunk) => {
      channel.unsent.push(chunk);
      flush(id, channel);
    });
    socket.on('end', () => {
      channel.isEnded = true;
      flush(id, channel);
    });
    socket.on('close', () => {
      if (!channels.delete(id)) return;
      wire.send({ t: 'close', c: id });
      openNext();
    });
    socket.resume();
  }

  function flush(id, channel) {
    while (channel.unsent.length > 0 && channel.credit > 0) {
      const chunk = channel.unsent[0];
      const size = Math.min(chunk.length, channel.credit, chunkBytes);
      wire.send({ t: 'data', c: id, d: chunk.toString('base64', 0, size) });
      channel.credit -= size;
      if (size === chunk.length) channel.unsent.shift();
      else channel.unsent[0] = chunk.subarray(size);
    }
    if (channel.unsent.length > 0) channel.socket.pause();
    else if (!channel.isEnded) channel.socket.resume();
    else if (!channel.isEndSent) {
      channel.isEndSent = true;
      wire.send({ t: 'end', c: id });
    }
  }

  function take(message) {
    const channel = channels.get(message.c);
    if (channel === undefined) return;
    switch (message.t) {
      case 'data': {
        const bytes = Buffer.from(message.d, 'base64');
        channel.socket.write(bytes, () => wire.send({ t: 'credit', c: message.c, n: bytes.length }));
        return;
      }
      case 'credit':
        channel.credit += message.n;
        flush(message.c, channel);
        return;
      case 'end':
        channel.isHostEnded = true;
        channel.socket.end();
        return;
      case 'close':
        channels.delete(message.c);
        // After an orderly end, what is in the socket's buffer is delivered first.
        if (channel.isHostEnded) channel.socket.destroySoon();
        else channel.socket.destroy();
        openNext();
    }
  }

  /** The host's ends of all channels are gone. */
  function breakAll() {
    if (channels.size > 0) onBroken();
    for (const channel of channels.values()) channel.socket.destroy();
    channels.clear();
  }

  /** Bytes were lost: every connection is closed, and the host is told of each. */
  function reset() {
    if (channels.size > 0) onBroken();
    for (const channel of channels.values()) channel.socket.destroy();
  }

  const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {});
    if (isShared && !isOwnPeer(socket)) {
      socket.destroy();
      return;
    }
    waiting.push(socket);
    openNext();
  });
  server.on('error', (error) => process.stderr.write(`The tunnel failed: ${error.message}\n`));
  server.listen(port, '127.0.0.1', () => onOpen(server.address().port));

  return { take, breakAll, reset, openNext };
}

module.exports = { createTunnel };
