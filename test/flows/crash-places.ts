/** Where a story has its service killed. */
import { join } from 'node:path';
import { IS_LONG } from '../long.ts';
import type { Side } from '../../src/crashpoint.ts';
import type { World } from './world.ts';

/** Both sides of every place take minutes for each story. */
export const SIDES: readonly Side[] = IS_LONG ? ['before', 'after'] : ['before'];

/**
 * At every place, once each, if tests may be long; otherwise at the first place of each kind, or at every place of the
 * kinds in which this story is rich.
 */
export function crashing(
  side: Side,
  world: World,
  kinds: 'first' | readonly string[],
): Readonly<Record<string, string>> {
  return {
    PLANWRIGHT_CRASHPOINTS: `${side}:${crashesOf(world)}`,
    ...(IS_LONG ? {} : { PLANWRIGHT_CRASHPOINTS_AT: kinds === 'first' ? kinds : kinds.join(',') }),
  };
}

/** The file with the places where it was killed. */
export function crashesOf(world: World): string {
  return join(world.folder, 'crashes');
}

/** The minimum number of kills. */
export function killsOf(long: number, short: number): number {
  return IS_LONG ? long : short;
}

/** How long a story may take: each kill costs a start and the time of a lock. */
export function patience(ms: number): number {
  return IS_LONG ? 5 * ms : ms;
}
