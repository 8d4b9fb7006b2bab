'use strict';
/**
 * Keeps the first and last bytes of a stream in bounded memory and counts the rest, so that output of any length is
 * cheap. Most commands print little, so memory is allocated only when needed.
 */
const none = Buffer.alloc(0);

function createCapture(limitBytes) {
  const headLimit = limitBytes >> 1;
  const tailLimit = limitBytes - headLimit;
  let head = none;
  let tail = none;
  let headBytes = 0;
  let tailBytes = 0;
  let droppedBytes = 0;

  function addToTail(chunk) {
    // Twice the limit, so that the tail is moved only once per `tailLimit` bytes.
    if (tail === none) tail = Buffer.allocUnsafe(tailLimit * 2);
    if (chunk.length >= tailLimit) {
      droppedBytes += tailBytes + chunk.length - tailLimit;
      chunk.copy(tail, 0, chunk.length - tailLimit);
      tailBytes = tailLimit;
      return;
    }
    if (tailBytes + chunk.length > tail.length) {
      tail.copy(tail, 0, tailBytes - tailLimit, tailBytes);
      droppedBytes += tailBytes - tailLimit;
      tailBytes = tailLimit;
    }
    tailBytes += chunk.copy(tail, tailBytes);
  }

  function growHead(bytes) {
    const larger = Buffer.allocUnsafe(Math.min(headLimit, Math.max(bytes, head.length * 2)));
    head.copy(larger, 0, 0, headBytes);
    head = larger;
  }

  function add(chunk) {
    if (headBytes + chunk.length > head.length && head.length < headLimit) growHead(headBytes + chunk.length);
    const taken = headBytes < headLimit ? chunk.copy(head, headBytes) : 0;
    headBytes += taken;
    if (taken < chunk.length) addToTail(taken === 0 ? chunk : chunk.subarray(taken));
  }

  function result() {
    const extra = Math.max(0, tailBytes - tailLimit);
    const omitted = droppedBytes + extra;
    if (omitted === 0)
      return {
        text: Buffer.concat([head.subarray(0, headBytes), tail.subarray(0, tailBytes)]).toString('utf8'),
        omitted,
      };
    const first = wholeCharacters(head.subarray(0, headBytes));
    const last = wholeCharacters(tail.subarray(extra, tailBytes));
    const left = omitted + headBytes - first.length + (tailBytes - extra) - last.length;
    return {
      text: `${first.toString('utf8')}\n[... ${left} bytes left out ...]\n${last.toString('utf8')}`,
      omitted: left,
    };
  }

  return { add, result };
}

/** Removes the partial characters that the limit left at either end. */
function wholeCharacters(bytes) {
  let start = 0;
  while (start < Math.min(3, bytes.length) && (bytes[start] & 0xc0) === 0x80) start += 1;
  let end = bytes.length;
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (length > back) end = bytes.length - back;
    break;
  }
  return bytes.subarray(start, Math.max(start, end));
}

module.exports = { createCapture };
