import { isDeepStrictEqual } from 'node:util';
import { Settings } from './schema.ts';
import type { ServiceOptions } from './service-settings.ts';

/**
 * Settings that are understood and checked but change nothing in this version; a path stands for all below it.
 * Take a path out when its value begins to have an effect, and write the reference again.
 */
export const NOT_YET_EFFECTIVE: readonly string[] = ['daily_budget'];

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

/** No page of ours can be linked to yet. */
export function serviceWarnings({ publicUrl }: Pick<ServiceOptions, 'publicUrl'>): readonly string[] {
  return publicUrl === null
    ? []
    : ['The variable PUBLIC_URL is accepted, but has no effect in this version: there are no pages to link to yet.'];
}

function leavesOf(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`));
}
