'use strict';
/** Reads, writes and edits text files. Answers are written for the model: what happened, what to do next. */
const fs = require('node:fs');
const path = require('node:path');
const { resolveInside, openRegular } = require('./confine.cjs');

const maxFileBytes = 8 * 1024 * 1024;
const maxShownChars = 64 * 1024;
const maxWriteChars = 4 * 1024 * 1024;

function good(text) {
  return { ok: true, text };
}

function bad(text) {
  return { ok: false, text };
}

/** The text of a file, or why there is none. */
function load(given) {
  const place = resolveInside(given, 'file');
  if (!place.ok) return place;
  if (fs.statSync(place.path).isDirectory()) return bad(`"${given}" is a folder. Use list_files to see what is in it.`);
  const descriptor = openRegular(place.path, fs.constants.O_RDONLY);
  if (descriptor === null)
    return bad(`"${given}" is not a regular file (it is a pipe, socket or device), so it is not read.`);
  try {
    const size = fs.fstatSync(descriptor).size;
    if (size > maxFileBytes)
      return bad(
        `"${given}" has ${size} bytes; at most ${maxFileBytes} are read. Look at parts of it with a command such as head, sed or grep.`,
      );
    const bytes = fs.readFileSync(descriptor);
    if (bytes.subarray(0, 8192).includes(0))
      return bad(`"${given}" is a binary file of ${bytes.length} bytes, so its content is not shown.`);
    const text = bytes.toString('utf8');
    return {
      ok: true,
      path: place.path,
      text,
      isUtf8: Buffer.byteLength(text) === bytes.length && !text.includes('\uFFFD'),
    };
  } finally {
    fs.closeSync(descriptor);
  }
}

function readFile(operation) {
  const file = load(operation.path);
  if (!file.ok) return file;
  const lines = file.text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const total = lines.length;
  if (total === 0) return good('(The file is empty.)');
  const first = Math.max(1, operation.start_line ?? 1);
  const lastAsked = Math.min(total, operation.end_line ?? total);
  if (first > total) return bad(`"${operation.path}" has ${total} lines; line ${first} does not exist.`);
  if (lastAsked < first) return bad(`end_line ${operation.end_line} is before start_line ${first}.`);
  let last = first - 1;
  let chars = 0;
  while (last < lastAsked && chars + lines[last].length + 1 <= maxShownChars) {
    chars += lines[last].length + 1;
    last += 1;
  }
  if (last < first)
    return good(
      `(Line ${first} of ${total} is ${lines[first - 1].length} characters long; its first ${maxShownChars} follow.)\n${lines[first - 1].slice(0, maxShownChars)}`,
    );
  const shown = lines.slice(first - 1, last).join('\n');
  if (first === 1 && last === total) return good(file.text);
  const more = last < lastAsked ? ` The rest is too long to show at once: read on with start_line ${last + 1}.` : '';
  return good(`(Lines ${first} to ${last} of ${total}.${more})\n${shown}`);
}

function store(file, text) {
  const descriptor = openRegular(file, fs.constants.O_WRONLY | fs.constants.O_CREAT);
  if (descriptor === null) return false;
  try {
    fs.ftruncateSync(descriptor, 0);
    const bytes = Buffer.from(text, 'utf8');
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
    return true;
  } finally {
    fs.closeSync(descriptor);
  }
}

function writeFile(operation) {
  if (operation.content.length > maxWriteChars)
    return bad(
      `The content has ${operation.content.length} characters; at most ${maxWriteChars} are written at once. Make the file with a command instead.`,
    );
  const place = resolveInside(operation.path, 'new');
  if (!place.ok) return place;
  const before = fs.statSync(place.path, { throwIfNoEntry: false });
  if (before?.isDirectory()) return bad(`"${operation.path}" is a folder. Name a file inside it.`);
  fs.mkdirSync(path.dirname(place.path), { recursive: true });
  if (!store(place.path, operation.content)) return notRegular(operation.path);
  const lines = operation.content === '' ? 0 : operation.content.replace(/\n$/, '').split('\n').length;
  return good(`${before === undefined ? 'Created' : 'Replaced'} "${operation.path}" (${lines} lines).`);
}

function editFile(operation) {
  const file = load(operation.path);
  if (!file.ok) return file;
  if (!file.isUtf8)
    return bad(
      `"${operation.path}" is not valid UTF-8; editing it would damage it. Change it with a command such as sed.`,
    );
  if (operation.old_text === '') return bad('old_text is empty. Give the exact text to replace, or use write_file.');
  const pieces = file.text.split(operation.old_text);
  const matches = pieces.length - 1;
  if (matches === 0) return bad(noMatch(operation, file.text));
  if (matches > 1 && operation.replace_all !== true)
    return bad(
      `old_text occurs ${matches} times in "${operation.path}". Include more of the lines around it so that it occurs once, or set replace_all.`,
    );
  if (operation.old_text === operation.new_text) return bad('old_text and new_text are the same; nothing was changed.');
  if (!store(file.path, pieces.join(operation.new_text))) return notRegular(operation.path);
  return good(`Replaced ${matches} ${matches === 1 ? 'place' : 'places'} in "${operation.path}".`);
}

function noMatch(operation, text) {
  const loose = (value) => value.replace(/\s+/g, ' ').trim();
  const wanted = loose(operation.old_text);
  const hint =
    wanted !== '' && loose(text).includes(wanted)
      ? ' The same words are there with other spaces, tabs or line ends.'
      : '';
  return `old_text was not found in "${operation.path}".${hint} Read the file again and copy the text exactly.`;
}

function notRegular(given) {
  return bad(`"${given}" is not a regular file (it is a pipe, socket or device), so it is not written.`);
}

module.exports = { readFile, writeFile, editFile, good, bad };
