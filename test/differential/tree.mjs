/** The parts of a built tree that drive a life. Files are found by name, so a tree may keep them in other folders. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Their current places, searched first. */
const KNOWN = {
  'drive.js': ['drive/drive.js', 'task/drive.js'],
  'sandbox-sessions.js': ['drive/sandbox-sessions.js', 'task/sandbox-sessions.js'],
};

export async function loadTree(dist) {
  const source = join(resolve(dist), 'src');
  const load = (name) => import(pathToFileURL(placeOf(source, name)).href);
  const [{ drive }, { progressComment }, { createSandboxSessions }, { loadPrompts }, errors] = await Promise.all(
    ['drive.js', 'progress-comment.js', 'sandbox-sessions.js', 'catalogue.js', 'errors.js'].map(load),
  );
  return { name: dist, drive, progressComment, createSandboxSessions, errors, prompts: await loadPrompts() };
}

function placeOf(source, name) {
  const known = (KNOWN[name] ?? []).map((path) => join(source, path)).find((path) => existsSync(path));
  if (known !== undefined) return known;
  const found = readdirSync(source, { recursive: true }).filter((path) => path === name || path.endsWith(`/${name}`));
  if (found.length === 1) return join(source, found[0]);
  throw new Error(`There are ${found.length} files ${name} below ${source}: name the right one in tree.mjs.`);
}
