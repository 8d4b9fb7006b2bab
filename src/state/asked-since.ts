/**
 * Since when the structured question in hand is asked, with its repairs (MODEL-3): what its fifteen minutes are counted from.
 * A crash changes nothing of that, since the beginning is recorded; what waits for people or for an outage begins them anew.
 */
import { CALLS_OF_MODEL, type EffectKind } from './effect.ts';
import type { Recorded } from './facts.ts';
import type { Task } from './task.ts';

/** A structured call with all its retries and repairs ends within so long. */
export const MOST_ASKED_MS = 15 * 60_000;

/** What is left of that for the question in hand. */
export function askingLeftMs({ askedSince }: Pick<Task, 'askedSince'>, now: number): number {
  return askedSince === null ? MOST_ASKED_MS : askedSince + MOST_ASKED_MS - now;
}

/** `ends`: the fact is what came of the effect in hand. */
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

/** The same question is asked once more. */
function isAskedOn(fact: Recorded): boolean {
  if (fact.type === 'error') return fact.name === 'invalid_answer';
  return fact.type === 'environment' && fact.name === 'images_refused';
}
