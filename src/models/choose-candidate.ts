/**
 * Chooses the candidate for a task (MODEL-5) by weight, with the task's id as seed. One number serves all categories of
 * a task and stays the same when a candidate is removed. So a replay makes the same choice, and a task stays with one
 * provider and fills its cache.
 */
import { createHash } from 'node:crypto';
import type { Candidate } from '../ports/model.ts';

export function chooseCandidate(
  candidates: readonly Candidate[],
  seed: string,
  without: readonly Pick<Candidate, 'tool' | 'model'>[],
): Candidate | null {
  const left = candidates.filter((one) => !without.some((other) => isSameCandidate(one, other)));
  const total = left.reduce((sum, { weight }) => sum + weight, 0);
  let at = fractionOf(seed) * total;
  for (const candidate of left) {
    at -= candidate.weight;
    if (at < 0) return candidate;
  }
  return left.at(-1) ?? null;
}

export function isSameCandidate(
  one: Pick<Candidate, 'tool' | 'model'>,
  other: Pick<Candidate, 'tool' | 'model'>,
): boolean {
  return one.tool === other.tool && one.model === other.model;
}

/** From 0 to 1, excluding 1. */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}
