'use strict';
/**
 * What was asked of this agent, kept in the workspace: after the agent itself was killed, a finished operation is
 * answered as it ended, and one that was cut off is reported as such; neither is run again. A disk that is too full
 * for a note loses the note, nothing else.
 */
const crypto = require('node:crypto');
const fs = require('node:fs');

const folder = '/workspace/.agent';
const maxNotes = 200;
const maxNoteBytes = 1024 * 1024;

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
  try {
    fs.writeFileSync(fileOf(key), JSON.stringify(note));
  } catch {
    // The disk is full, or a command took the folder away.
  }
}

function forget(key) {
  try {
    fs.unlinkSync(fileOf(key));
  } catch {
    // Never noted.
  }
}

/** key → result; undefined for what was cut off. */
function recall() {
  const found = new Map();
  fs.mkdirSync(folder, { recursive: true });
  for (const name of fs.readdirSync(folder).slice(0, maxNotes)) {
    try {
      const file = `${folder}/${name}`;
      const facts = fs.lstatSync(file);
      if (!facts.isFile() || facts.size > maxNoteBytes) continue;
      const { key, result } = JSON.parse(fs.readFileSync(file, 'utf8'));
      if (typeof key === 'string') found.set(key, result);
    } catch {
      // Half a note, or somebody else's file.
    }
  }
  return found;
}

module.exports = { begin, finish, forget, recall };
