/** Runs the same lives in two trees and reports where they differ. */
import { createCoverage } from './coverage.mjs';
import { live } from './life.mjs';
import { firstDifference } from './record.mjs';

const CONTEXT = 6;
const MOST_CHARACTERS = 1_500;

/** @yields one report for each seed whose lives differ */
export async function* differences({ a, b, seeds, logs, coverage = createCoverage(), onLife = () => undefined }) {
  for (const seed of seeds) {
    const one = await live(a, seed, { logs });
    const other = await live(b, seed, { logs });
    coverage.life(one);
    onLife(one);
    if (firstDifference(one.entries, other.entries) !== null)
      yield { seed, text: await explained(seed, { a, b, logs }) };
  }
}

/** Run again, with every text kept. */
async function explained(seed, { a, b, logs }) {
  const one = await live(a, seed, { keepsTexts: true, logs });
  const other = await live(b, seed, { keepsTexts: true, logs });
  const at = firstDifference(one.entries, other.entries);
  if (at === null)
    return `Seed ${seed}: the lives differed once, and not again. Something in a tree is left to chance.`;
  const before = one.entries
    .slice(Math.max(0, at - CONTEXT), at)
    .map(({ name, text }, index) => `  ${at - Math.min(CONTEXT, at) + index} ${name} ${short(text, 160)}`);
  return [
    `Seed ${seed}: the first difference is at call ${at} (of ${one.entries.length} and ${other.entries.length}).`,
    ...before,
    ...differing(one.entries[at], other.entries[at]),
    `  A goes on: ${names(one.entries, at + 1)}`,
    `  B goes on: ${names(other.entries, at + 1)}`,
    `  A ended: ${one.ended}`,
    `  B ended: ${other.ended}`,
  ].join('\n');
}

/** From slightly before the first differing character. */
function differing(one, other) {
  if (one === undefined || other === undefined || one.name !== other.name)
    return [`A ${whole(one)}`, `B ${whole(other)}`];
  let at = 0;
  while (one.text[at] === other.text[at]) at += 1;
  const from = Math.max(0, at - 200);
  return [
    `${one.name}, from character ${from} on:`,
    `A ${one.text.slice(from, from + MOST_CHARACTERS)}`,
    `B ${other.text.slice(from, from + MOST_CHARACTERS)}`,
  ];
}

function whole(entry) {
  return entry === undefined ? '(nothing)' : `${entry.name} ${short(entry.text, MOST_CHARACTERS)}`;
}

function names(entries, from) {
  return entries
    .slice(from, from + 8)
    .map(({ name }) => name)
    .join(', ');
}

function short(text, most) {
  return text.length <= most ? text : `${text.slice(0, most)} …`;
}
