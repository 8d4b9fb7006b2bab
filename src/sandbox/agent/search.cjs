'use strict';
/** Lists and searches files, both bounded. */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { resolveInside } = require('./confine.cjs');
const { good, bad } = require('./files.cjs');
const { ticksNow } = require('./processes.cjs');

const maxEntries = 500;
const maxVisited = 50_000;
const maxHits = 200;
const maxHitBytes = 16 * 1024;
const maxLineChars = 400;
const searchTimeoutMs = 30_000;
/** Shown as one line, since their content is not the project's own. */
const folded = new Set(['.git', 'node_modules']);

function listFiles(operation) {
  const place = resolveInside(operation.path ?? '.', 'folder');
  if (!place.ok) return place;
  const depth = Math.max(1, Math.min(operation.depth ?? 2, 20));
  const lines = [];
  let visited = 0;
  let left = 0;
  // Breadth first, so that a truncated list still shows the overall structure.
  let level = [place.path];
  for (let at = 0; at < depth && level.length > 0; at += 1) {
    const next = [];
    for (const folder of level) {
      for (const entry of entriesOf(folder)) {
        visited += 1;
        if (visited > maxVisited) break;
        const full = path.join(folder, entry.name);
        const isFolder = entry.isDirectory();
        if (isFolder && entry.name === '.git') continue;
        if (lines.length >= maxEntries) left += 1;
        else lines.push(describe(path.relative(place.path, full), entry, full));
        if (isFolder && !folded.has(entry.name)) next.push(full);
      }
    }
    level = next;
  }
  if (lines.length === 0) return good('(The folder is empty.)');
  const cut =
    left > 0
      ? [
          `(${visited > maxVisited ? 'Many' : left} more entries are not shown. List a folder further in, or a smaller depth.)`,
        ]
      : [];
  // oxlint-disable-next-line no-array-sort, require-array-sort-compare -- images may have Node 18, which lacks toSorted
  lines.sort();
  return good([...lines, ...cut].join('\n'));
}

function entriesOf(folder) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function describe(name, entry, full) {
  if (entry.isSymbolicLink()) return `${name} -> ${safeLink(full)}`;
  if (!entry.isDirectory()) return name;
  return entry.name === 'node_modules' ? `${name}/ (${entriesOf(full).length} entries, not listed)` : `${name}/`;
}

function safeLink(full) {
  try {
    return fs.readlinkSync(full);
  } catch {
    return '?';
  }
}

function searchFiles(operation, helpers) {
  const place = resolveInside(operation.path ?? '.', 'file');
  if (!place.ok) return Promise.resolve(place);
  const include = operation.glob === undefined ? [] : [`--include=${operation.glob}`];
  const args = [
    '-rnEIHs',
    '--exclude-dir=.git',
    '--exclude-dir=node_modules',
    '--devices=skip',
    ...include,
    '-e',
    operation.pattern,
    '--',
    `./${place.relative}`,
  ];
  return new Promise((resolve) => {
    const child = childProcess.spawn('grep', args, {
      cwd: rootOf(place),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: searchTimeoutMs,
      killSignal: 'SIGKILL',
    });
    const helper = {
      pid: child.pid ?? 0,
      started: ticksNow(),
      mark: null,
    };
    helpers.add(helper);
    const hits = [];
    let rest = '';
    let bytes = 0;
    let problem = '';
    let isCut = false;
    const take = (line) => {
      const shown = line.replace(/^\.\/(?:\.\/)?/, '').slice(0, maxLineChars);
      bytes += Buffer.byteLength(shown) + 1;
      isCut ||= hits.length >= maxHits || bytes > maxHitBytes;
      if (isCut) child.kill('SIGKILL');
      else hits.push(shown);
    };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      // A line without an end (a minified file) is kept only as far as it is shown.
      rest = lines.pop().slice(0, maxLineChars);
      for (const line of lines) if (!isCut) take(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      problem = (problem + text).slice(0, 1000);
    });
    child.once('error', (error) => {
      helpers.delete(helper);
      resolve(bad(`The search could not be started: ${error.message}.`));
    });
    child.once('close', (code, signal) => {
      helpers.delete(helper);
      if (isCut)
        resolve(
          good(
            `${hits.join('\n')}\n(There are more matches than the ${hits.length} shown. Narrow the pattern, the path or the glob.)`,
          ),
        );
      else if (hits.length > 0) resolve(good(hits.join('\n')));
      else if (signal !== null)
        resolve(bad(`The search did not end within ${searchTimeoutMs / 1000} s. Narrow the path or the glob.`));
      // Unreadable files make grep exit with 2, silently (-s).
      else if (code === 1 || (code === 2 && problem === '')) resolve(good('No matches.'));
      else
        resolve(
          bad(
            `The search failed: ${problem.trim() || `grep ended with ${code}`}. The pattern is an extended regular expression (grep -E).`,
          ),
        );
    });
  });
}

function rootOf(place) {
  return place.relative === '.' ? place.path : place.path.slice(0, -place.relative.length - 1);
}

module.exports = { listFiles, searchFiles };
