'use strict';
/** How a line on the stream proves its author; `seal.ts` of the service is the other side and explains it. */
const crypto = require('node:crypto');

const sealBytes = 18;
const sealChars = 24;
const unsealed = ' '.repeat(sealChars);
const maxCountDigits = 15;
const space = 32;

function lineKey(lines, session, direction) {
  return crypto.createSecretKey(crypto.createHmac('sha256', lines).update(`${direction} ${session}`).digest());
}

function sealOf(key, text) {
  return crypto.createHmac('sha256', key).update(text).digest('base64url').slice(0, sealChars);
}

/** Begins with an empty line, so that unfinished output of others does not damage it. */
function sealLine(key, count, text) {
  const line = Buffer.from(`\n${unsealed} ${count} ${text}\n`);
  line.write(sealOf(key, line.subarray(sealChars + 2, -1)), 1, 'latin1');
  return line;
}

/** The parts of a line, whoever wrote it; null if it is not one. */
function splitLine(line) {
  const from = sealChars + 1;
  if (line[sealChars] !== space) return null;
  const gap = line.subarray(from, from + maxCountDigits + 1).indexOf(space);
  if (gap < 1) return null;
  return {
    seal: Buffer.from(line.toString('latin1', 0, sealChars), 'base64url'),
    sealed: line.subarray(from),
    count: Number(line.toString('latin1', from, from + gap)),
    text: line.subarray(from + gap + 1),
  };
}

function isSealed(key, { seal, sealed }) {
  const right = crypto.createHmac('sha256', key).update(sealed).digest();
  return seal.length === sealBytes && crypto.timingSafeEqual(seal, right.subarray(0, sealBytes));
}

module.exports = { lineKey, sealOf, sealLine, splitLine, isSealed };
