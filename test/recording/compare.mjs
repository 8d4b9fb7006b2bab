#!/usr/bin/env node
// Compares two folders of recorded stories: `node test/recording/compare.mjs <before> <after> [<before once more> …]`.
// What differs between the first and those after the second varies by itself, is listed, and is not compared. Exits with 1 where
// anything else differs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { judgeStory } from './judge.mjs';
import { lineDiff } from './line-diff.mjs';
import { storiesOf } from './stories.mjs';

const [before, after, ...repeats] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  process.stderr.write('Usage: node test/recording/compare.mjs <folder A> <folder B> [<folder A2> …]\n');
  process.exit(2);
}

// Whoever reads it may have seen enough.
process.stdout.on('error', () => process.exit(1));

const filesOf = (folder) => readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (folder, name) => storiesOf(JSON.parse(readFileSync(join(folder, name), 'utf8')));
const say = (...lines) => process.stdout.write(`${lines.join('\n')}\n`);

const wanted = filesOf(before);
const there = new Set(filesOf(after));
const repeated = new Map(repeats.map((folder) => [folder, new Set(filesOf(folder))]));
const tally = { equal: 0, differing: 0, racy: [], missing: wanted.filter((name) => !there.has(name)) };
tally.added = [...there].filter((name) => !wanted.includes(name));
const once =
  repeats.length === 0 ? [] : wanted.filter((name) => [...repeated.values()].every((names) => !names.has(name)));

for (const name of wanted.filter((one) => there.has(one))) {
  const [one, other] = [read(before, name), read(after, name)];
  const more = repeats.filter((folder) => repeated.get(folder)?.has(name)).map((folder) => read(folder, name));
  for (const story of new Set([one, other, ...more].flatMap((stories) => [...stories.keys()]))) {
    const [was, is, ...again] = [one, other, ...more].map((stories) => stories.get(story) ?? new Map());
    const judged = judgeStory(was, is, again);
    const differing = judged.filter(({ missing, extra }) => missing.length + extra.length > 0);
    const racy = judged.filter((group) => group.racy.length > 0);
    if (racy.length > 0) tally.racy.push(`${name} ${story}: ${racy.map(told).join(', ')}`);
    tally[differing.length === 0 ? 'equal' : 'differing'] += 1;
    if (differing.length === 0) continue;
    say('', `=== ${name} ${story}`);
    for (const group of differing) show(group);
  }
}

function told({ group, racy, another }) {
  return `${group} (${racy.length}${another.length === 0 ? '' : `, and ${another.length} in yet another way`})`;
}

function show({ group, missing, extra }) {
  const pairs = Math.max(missing.length, extra.length);
  say(`--- ${group}: ${missing.length} missing, ${extra.length} new`);
  for (let at = 0; at < Math.min(pairs, 5); at += 1)
    say(...lineDiff(missing[at] ?? '', extra[at] ?? '').map((line) => `  ${line}`), '  ·');
  if (pairs > 5) say(`  … and ${pairs - 5} more`);
}

say(
  '',
  ...list('vary by themselves, which was left out', tally.racy),
  ...list('recorded once only, so that what varies counts as a difference', once),
  ...list('missing', tally.missing),
  ...list('not in the first folder', tally.added),
  `stories: ${tally.equal} equal (${tally.racy.length} in part), ${tally.differing} differing; records: ${tally.missing.length} missing, ${tally.added.length} added`,
);
process.exitCode = tally.differing + tally.missing.length + tally.added.length === 0 ? 0 : 1;

function list(what, names) {
  return names.length === 0 ? [] : [`${what}:`, ...names.map((name) => `  ${name}`), ''];
}
