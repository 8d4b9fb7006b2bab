'use strict';
/** The output of a process, and how it ended. */
const fs = require('node:fs');
const net = require('node:net');
const { createCapture } = require('./capture.cjs');

/** How long to wait, after a command ended, for output of its background children. */
const drainQuietMs = 40;
const drainMaxMs = 400;
const drainLookMs = 10;

/**
 * `ended` resolves at the end of the process plus a short drain, since background children may hold its pipes open for
 * ever.
 */
function createWatch(limitBytes) {
  const captures = [createCapture(limitBytes), createCapture(limitBytes)];
  let lastDataAt = 0;
  let open = 0;
  let exit = null;
  let isDone = false;
  let timer;
  let resolve;
  const ended = new Promise((settle) => {
    resolve = settle;
  });

  function finish() {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    resolve({ ...exit, stdout: captures[0], stderr: captures[1] });
  }

  function add(which, chunk) {
    // Keeps reading after the result: a background server must not die of a closed pipe.
    if (isDone) return;
    lastDataAt = Date.now();
    captures[which].add(chunk);
  }

  /** `which`: 0 for output, 1 for errors. */
  function listen(which, stream) {
    open += 1;
    stream
      .on('data', (chunk) => add(which, chunk))
      .on('error', () => {})
      .on('close', () => {
        open -= 1;
        if (open === 0 && exit !== null) finish();
      });
  }

  function exited(how) {
    if (exit !== null) return;
    exit = { exitCode: null, signal: null, error: null, isUnknown: false, ...how };
    if (open === 0 || exit.error !== null) {
      finish();
      return;
    }
    const exitedAt = Date.now();
    const look = () => {
      const now = Date.now();
      if (now - Math.max(lastDataAt, exitedAt) >= drainQuietMs || now - exitedAt >= drainMaxMs) finish();
      else lookAgain();
    };
    // After reading what is there: on a busy machine, timers may be over before the agent reads.
    const lookAgain = () => {
      timer = setTimeout(() => setImmediate(look), drainLookMs);
    };
    lookAgain();
  }

  return { ended, add, listen, exited };
}

const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** The reading ends of two pipes. Most commands end soon, and their output is then read at once. */
function createOutputs(descriptors, watch) {
  let isHeard = false;

  /** Reads continuously from now on. */
  function hear() {
    if (isHeard) return;
    isHeard = true;
    for (const [which, descriptor] of descriptors.entries()) if (descriptor !== null) listen(which, descriptor);
  }

  function listen(which, descriptor) {
    try {
      watch.listen(which, new net.Socket({ fd: descriptor, readable: true, writable: false }));
    } catch {
      // A command replaced the pipe by something else.
      fs.closeSync(descriptor);
    }
  }

  /** Reads the remaining output; a pipe that is still held open is read further. */
  function take() {
    if (isHeard) return;
    for (const [which, descriptor] of descriptors.entries()) if (takeAll(which, descriptor)) close(which);
    hear();
  }

  function takeAll(which, descriptor) {
    try {
      for (let read = 0; read < maxTaken; read += 1) {
        const length = fs.readSync(descriptor, scratch);
        if (length === 0) return true;
        watch.add(which, scratch.subarray(0, length));
      }
      return false;
    } catch (error) {
      return error.code !== 'EAGAIN';
    }
  }

  function close(which) {
    fs.closeSync(descriptors[which]);
    descriptors[which] = null;
  }

  /** No output will follow. */
  function discard() {
    for (const descriptor of descriptors) fs.closeSync(descriptor);
  }

  return { hear, take, discard };
}

/** A pipe holds as much as one read returns; a background process may refill it repeatedly. */
const maxTaken = 4;

module.exports = { createWatch, createOutputs };
