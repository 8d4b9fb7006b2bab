'use strict';
/**
 * Keeps file operations inside the project. The container is the real boundary; this guards against mistakes of the
 * model and against hostile links.
 */
const fs = require('node:fs');
const path = require('node:path');
const { project: root } = require('./place.cjs');

function isWithin(folder, file) {
  return file === folder || file.startsWith(`${folder}/`);
}

function outside(given) {
  return {
    ok: false,
    text: `"${given}" is outside the project folder. Use a path inside ${root}, such as "src/index.js".`,
  };
}

/** `wanted`: 'file' or 'folder' must exist; 'new' may be missing, and then its nearest existing parent is checked. */
function resolveInside(given, wanted) {
  if (typeof given !== 'string' || given.includes('\0')) return { ok: false, text: 'The path is not valid text.' };
  const base = realOrSelf(root);
  const absolute = path.resolve(root, given === '' ? '.' : given);
  if (!isWithin(root, absolute)) return outside(given);
  let real;
  try {
    real = nearestReal(absolute, wanted === 'new');
  } catch (error) {
    if (error.code === 'ENOENT')
      return { ok: false, text: `"${given}" does not exist. List the files to see what is there.` };
    return { ok: false, text: `"${given}" cannot be reached (${error.code}).` };
  }
  if (!isWithin(base, real)) return outside(given);
  if (wanted === 'folder' && !fs.statSync(real).isDirectory())
    return { ok: false, text: `"${given}" is a file, not a folder.` };
  return { ok: true, path: real, relative: path.relative(base, real) || '.' };
}

function realOrSelf(folder) {
  try {
    return fs.realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function nearestReal(absolute, mayBeMissing) {
  try {
    return fs.realpathSync.native(absolute);
  } catch (error) {
    if (error.code !== 'ENOENT' || !mayBeMissing || absolute === '/') throw error;
    // A dangling link counts as existing: writing through it would leave the project.
    if (isLink(absolute)) throw error;
    return path.join(nearestReal(path.dirname(absolute), true), path.basename(absolute));
  }
}

function isLink(file) {
  try {
    return fs.lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Opens only regular files, so it never waits for the other end of a pipe; the caller closes it. */
function openRegular(file, flags) {
  const descriptor = fs.openSync(file, flags | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK, 0o644);
  if (fs.fstatSync(descriptor).isFile()) return descriptor;
  fs.closeSync(descriptor);
  return null;
}

module.exports = { resolveInside, openRegular };
