/**
 * When the current structured call started, including its repairs (MODEL-3); its fifteen minutes count from then. The
 * start is recorded, so a crash does not change it. A wait for people or for an outage restarts the count.
 */
import { CALLS_OF_MODEL, type EffectKind } from './effect.ts';
import type { Recorded } from './facts.ts';
import type { Task } from './task.ts';

/** The time limit of a structured call with all its retries and repairs. */
export const MOST_ASKED_MS = 15 * 60_000;

/** What is left of that time for the current call. */
export function askingLeftMs({ askedSince }: Pick<Task, 'askedSince'>, now: number): number {
  return askedSince === null ? MOST_ASKED_MS : askedSince + MOST_ASKED_MS - now;
}

/** `ends`: the fact is the outcome of the effect in flight. */
export function askedSinceAfter({ askedSince, updatedAt }: Task, fact: Recorded, ends: boolean): number | null {
  if (fact.type === 'effect' && fact.name === 'started') return isAsked(fact.effect) ? (askedSince ?? updatedAt) : null;
  if (fact.type === 'effect' && fact.name === 'superseded') return null;
  if (fact.type === 'control' && fact.name === 'suspended') return null;
  if (!ends) return askedSince;
  return isAskedOn(fact) ? askedSince : null;
}

function isAsked(effect: EffectKind): boolean {
  return CALLS_OF_MODEL.has(effect) && effect !== 'ask_next_step';
}

/** The same call is repeated. */
function isAskedOn(fact: Recorded): boolean {
  if (fact.type === 'error') return fact.name === 'invalid_answer';
  return fact.type === 'environment' && fact.name === 'images_refused';
}
