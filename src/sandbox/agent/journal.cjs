'use strict';
/**
 * The operations requested from this agent, stored in the workspace. After the agent was killed, a finished operation
 * is answered with its result, and an interrupted one is reported as such; neither is run again. One file, to which a
 * sealed line is appended for each start and each end. If the disk is full, only the note is lost. Commands can write
 * to the file, too, so a note counts only with a valid seal.
 */
const crypto = require('node:crypto');
const fs = require('node:fs');
const { sealOf } = require('./seal.cjs');
const { openRegular } = require('./confine.cjs');
const { workspace } = require('./place.cjs');

const folder = `${workspace}/.agent`;
const file = `${folder}/journal`;
/** A larger file is rewritten with what is still needed. */
const tidyBytes = 8 * 1024 * 1024;
/** If commands made the file longer, only its end is read. */
const maxReadBytes = 64 * 1024 * 1024;
const sealChars = 24;
const lineEnd = 10;

let notesKey = null;
let descriptor = null;
let size = 0;
let tidyAt = tidyBytes;
/** Notes not yet acknowledged, by key: whether they are from before, and their last line. */
const kept = new Map();
/** From before this agent was started: key → result, or null if there is none. */
const before = new Map();

function useKey(key) {
  notesKey = crypto.createSecretKey(key);
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch {
    // A command replaced the file by something else.
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

/** What is known of a key from before this agent was started; null for nothing. */
function recall(key) {
  const result = before.get(key);
  return result === undefined ? null : { result: result ?? { interrupted: true } };
}

function forget(key) {
  before.delete(key);
  kept.delete(key);
  if (size > tidyAt) tidy();
}

/** Begins with an empty line, so that a truncated or foreign line does not damage it. */
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

/** Replaces the file as a whole and never opens what a command may have put there, such as a pipe that blocks. */
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
    // The disk is full, or a command removed the folder.
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
