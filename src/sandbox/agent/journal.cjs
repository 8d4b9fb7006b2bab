'use strict';
/**
 * What was asked of this agent, kept in the workspace: after the agent itself was killed, a finished operation is
 * answered as it ended, and one that was cut off is reported as such; neither is run again. A disk that is too full
 * for a note loses the note, nothing else. Commands can write there, too: a note counts by its seal alone.
 */
const crypto = require('node:crypto');
const fs = require('node:fs');
const { sealOf } = require('./seal.cjs');
const { openRegular } = require('./confine.cjs');

const folder = '/workspace/.agent';
const maxNoteBytes = 16 * 1024 * 1024;
let notesKey = null;

function useKey(key) {
  notesKey = crypto.createSecretKey(key);
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch {
    // A command put something else there.
  }
}

function fileOf(key) {
  return `${folder}/${crypto.createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

function begin(key) {
  write(key, { key });
}

function finish(key, result) {
  write(key, { key, result });
}

function write(key, note) {
  const text = JSON.stringify(note);
  // Put in place whole; what commands made there (a pipe would be waited for without end) is replaced, not opened.
  const draft = `${folder}/${crypto.randomBytes(16).toString('hex')}.new`;
  try {
    fs.writeFileSync(draft, `${sealOf(notesKey, text)} ${text}`, { flag: 'wx' });
    fs.renameSync(draft, fileOf(key));
  } catch {
    // The disk is full, or a command took the folder away.
    fs.rmSync(draft, { force: true });
  }
}

function forget(key) {
  try {
    fs.unlinkSync(fileOf(key));
  } catch {
    // Never noted.
  }
}

/** What is known of a key from before the agent was started: null for nothing. */
function recall(key) {
  const text = read(fileOf(key));
  const gap = text.indexOf(' ');
  const sealed = text.slice(gap + 1);
  if (gap === -1 || !isSame(text.slice(0, gap), sealOf(notesKey, sealed))) return null;
  const note = JSON.parse(sealed);
  return note.key === key ? { result: note.result ?? { interrupted: true } } : null;
}

function isSame(one, other) {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && crypto.timingSafeEqual(first, second);
}

function read(file) {
  let descriptor = null;
  try {
    descriptor = openRegular(file, fs.constants.O_RDONLY);
    if (descriptor === null || fs.fstatSync(descriptor).size > maxNoteBytes) return '';
    return fs.readFileSync(descriptor, 'utf8');
  } catch {
    return '';
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

module.exports = { useKey, begin, finish, forget, recall };
