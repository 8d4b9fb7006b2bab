/**
 * Does the comparison find mistakes? Each mutation is put into a copy of a build, which lives until it differs:
 *
 *   node test/differential/mutate.mjs --dist <dist> [--lives 600] [--only 3,7]
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { live } from './life.mjs';
import { MUTATIONS } from './mutations.mjs';
import { firstDifference } from './record.mjs';
import { loadTree } from './tree.mjs';

const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: 'dist' },
    lives: { type: 'string', default: '600' },
    only: { type: 'string' },
  },
});
const dist = resolve(values.dist);
const project = dirname(dist);
const say = (text) => process.stdout.write(`${text}\n`);
const whole = await loadTree(dist);
const lived = new Map();
const found = [];
const chosen =
  values.only === undefined ? MUTATIONS : MUTATIONS.filter((_, at) => values.only.split(',').includes(String(at)));

for (const [file, from, to] of chosen) {
  const place = mkdtempSync(join(tmpdir(), 'mutated-'));
  for (const name of ['package.json', 'prompts', 'node_modules']) symlinkSync(join(project, name), join(place, name));
  cpSync(join(dist, 'src'), join(place, 'dist/src'), { recursive: true });
  const path = join(place, 'dist/src', file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) say(`NOT THERE ${file}: ${from}`);
  else {
    writeFileSync(path, text.replace(from, to));
    const seed = await firstSeed(await loadTree(join(place, 'dist')));
    if (seed !== null) found.push(seed);
    say(`${seed === null ? 'NOT FOUND' : `found by life ${seed}`}: ${file}: ${from} → ${to}`);
  }
  rmSync(place, { recursive: true });
}
say(`${found.length} of ${chosen.length} found`);

async function firstSeed(mutated) {
  for (let seed = 1; seed <= Number(values.lives); seed += 1) {
    if (!lived.has(seed)) lived.set(seed, (await live(whole, seed)).entries);
    if (firstDifference(lived.get(seed), (await live(mutated, seed)).entries) !== null) return seed;
  }
  return null;
}
