'use strict';
/**
 * What was asked of this agent, kept in the workspace: after the agent itself was killed, a finished operation is
 * answered as it ended, and one that was cut off is reported as such; neither is run again. One file, to whose end a
 * sealed line is written for each beginning and each end. A disk that is too full for a note loses the note, nothing
 * else. Commands can write there, too: a note counts by its seal alone.
 */
const crypto = require('node:crypto');
const fs = require('node:fs');
const { sealOf } = require('./seal.cjs');
const { openRegular } = require('./confine.cjs');
const { workspace } = require('./place.cjs');

const folder = `${workspace}/.agent`;
const file = `${folder}/journal`;
/** A file beyond this is written anew, with what is still needed. */
const tidyBytes = 8 * 1024 * 1024;
/** Of a file that commands made longer, the end is read. */
const maxReadBytes = 64 * 1024 * 1024;
const sealChars = 24;
const lineEnd = 10;

let notesKey = null;
let descriptor = null;
let size = 0;
let tidyAt = tidyBytes;
/** The notes that nobody was told yet, by key: whether they are from before, and their last line. */
const kept = new Map();
/** From before this agent was started: key → result, or null where there is none. */
const before = new Map();

function useKey(key) {
  notesKey = crypto.createSecretKey(key);
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch {
    // A command put something else there.
  }
  for (const line of linesOf(readEnd())) {
    const note = unsealed(line);
    if (note === null) continue;
    before.set(note.key, note.result ?? null);
    kept.set(note.key, `\n${line.toString()}\n`);
  }
  tidy();
}

function begin(key) {
  append(key, { key });
}

function finish(key, result) {
  append(key, { key, result });
}

/** What is known of a key from before the agent was started: null for nothing. */
function recall(key) {
  const result = before.get(key);
  return result === undefined ? null : { result: result ?? { interrupted: true } };
}

function forget(key) {
  before.delete(key);
  kept.delete(key);
  if (size > tidyAt) tidy();
}

/** An empty line before it: what a full disk cut off, or others left unended, spoils nothing. */
function append(key, note) {
  const text = JSON.stringify(note);
  const line = `\n${sealOf(notesKey, text)} ${text}\n`;
  kept.set(key, line);
  if (descriptor === null) return;
  try {
    size += fs.writeSync(descriptor, line);
  } catch {
    // The disk is full.
  }
}

/** Put in place whole: what commands made there (a pipe would be waited for without end) is replaced, not opened. */
function tidy() {
  const draft = `${folder}/${crypto.randomBytes(16).toString('hex')}.new`;
  let fresh = null;
  try {
    fresh = fs.openSync(draft, 'ax');
    let bytes = 0;
    for (const line of kept.values()) bytes += fs.writeSync(fresh, line);
    fs.renameSync(draft, file);
    if (descriptor !== null) fs.closeSync(descriptor);
    descriptor = fresh;
    size = bytes;
  } catch {
    // The disk is full, or a command took the folder away.
    if (fresh !== null) fs.closeSync(fresh);
    fs.rmSync(draft, { force: true });
  }
  tidyAt = Math.max(tidyBytes, 2 * size);
}

function readEnd() {
  let reading = null;
  try {
    reading = openRegular(file, fs.constants.O_RDONLY);
    if (reading === null) return Buffer.alloc(0);
    const length = fs.fstatSync(reading).size;
    const bytes = Buffer.alloc(Math.min(length, maxReadBytes));
    return bytes.subarray(0, fs.readSync(reading, bytes, 0, bytes.length, length - bytes.length));
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (reading !== null) fs.closeSync(reading);
  }
}

function* linesOf(bytes) {
  for (let from = 0, at = bytes.indexOf(lineEnd); at !== -1; from = at + 1, at = bytes.indexOf(lineEnd, from))
    if (at - from > sealChars + 1) yield bytes.subarray(from, at);
}

function unsealed(line) {
  const text = line.subarray(sealChars + 1);
  const right = Buffer.from(sealOf(notesKey, text), 'latin1');
  return crypto.timingSafeEqual(line.subarray(0, sealChars), right) ? JSON.parse(text.toString()) : null;
}

module.exports = { useKey, begin, finish, forget, recall };
