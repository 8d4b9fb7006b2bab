import { isDeepStrictEqual } from 'node:util';
import { Settings } from './schema.ts';

/**
 * Settings that are understood and checked but change nothing in this version; a path stands for all below it.
 * Take a path out when its value begins to have an effect, and write the reference again.
 */
export const NOT_YET_EFFECTIVE: readonly string[] = [
  'allowed_bots',
  'daily_budget',
  'planning.review',
  'planning.history.storage_type',
  'planning.history.retention_days',
  'github.redelivery_sec',
];

export function isNotYetEffective(path: string): boolean {
  return NOT_YET_EFFECTIVE.some((quiet) => path === quiet || path.startsWith(`${quiet}.`));
}

/** One sentence for each value that was set and does nothing, so that nobody relies on it. */
export function warningsFor(settings: Settings): readonly string[] {
  const defaults = leavesOf(Settings.parse({}));
  return leavesOf(settings)
    .filter(([path, value]) => isNotYetEffective(path) && !isDeepStrictEqual(value, new Map(defaults).get(path)))
    .map(([path]) => `The setting "${path}" is accepted, but has no effect in this version.`);
}

function leavesOf(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`));
}
