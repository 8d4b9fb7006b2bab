/** Describes mistakes in the settings: where, what was found and what is expected. */
import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { CREDENTIALS, SECRET_NAMES, ServiceEnvironment } from './service-settings.ts';
import { allSettings, expectation, nodeAt } from './setting-tree.ts';

export interface Whereabouts {
  /** Where the value at this path was written, such as "planwright.yaml, line 7". */
  locate(path: readonly PropertyKey[]): string;
  /** Values that must not be repeated, wherever they were put. */
  readonly secrets: readonly string[];
}

const LOOKS_SECRET = /(^|[^a-z])(sk-|gh[a-z]_|github_pat_|xox|akia|eyj|-----begin)|:\/\/[^/]*@/i;
const MAX_SHOWN = 40;
const VARIABLES = [...Object.keys(ServiceEnvironment.shape), ...Object.keys(CREDENTIALS)];

export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  given: unknown,
  { locate, secrets }: Whereabouts,
): readonly string[] {
  const named = (path: readonly PropertyKey[]): string => {
    const name = path.length === 0 ? 'the settings' : path.map((key) => clipped(String(key), secrets)).join('.');
    return `${name} (${locate(path)})`;
  };
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => {
        const path = [...issue.path, key];
        const advice = asksForNoIsolation(path, given) ? NEVER_WITHOUT_CONTAINER : adviceFor(key, issue.path);
        return `${named(path)}: there is no such setting.${advice}`;
      });
    // Only environments have names chosen by the operator.
    if (issue.code === 'invalid_key')
      return [`${named(issue.path)}: the name must be small letters, digits, - and _, beginning with a letter.`];
    const node = nodeAt(issue.path);
    const found = shown(valueAt(given, issue.path), secrets);
    const advice = asksForNoIsolation(issue.path, given) ? NEVER_WITHOUT_CONTAINER : '';
    return [
      `${named(issue.path)}: found ${found}; expected ${node === null ? issue.message : expectation(node)}.${advice}`,
    ];
  });
}

const NEVER_WITHOUT_CONTAINER =
  ' Tasks of issues always work in a container. Without one, as plain processes of yours without isolation, there is only ' +
  '"planwright run --sandbox process", which is asked for each time.';

/** `sandbox: process`, or any key that means it (EXEC-2). */
function asksForNoIsolation(path: readonly PropertyKey[], given: unknown): boolean {
  return path[0] === 'sandbox' && path.length <= 2 && valueAt(given, path) === 'process';
}

/** The probable meaning of an unknown key in the section at this path. */
function adviceFor(key: string, section: readonly PropertyKey[]): string {
  if (key === '<<') return ' Merge keys are not supported; write the keys out.';
  const variable = key.toUpperCase();
  if (SECRET_NAMES.includes(variable))
    return ` Secrets do not belong in this file: set the environment variable ${variable}.`;
  if (VARIABLES.includes(variable)) return ` Set the environment variable ${variable}.`;
  const siblings = Object.keys(nodeAt(section)?.properties ?? {});
  const elsewhere = allSettings.map(([known]) => known);
  const meant = nearest(key, siblings) ?? elsewhere.find((known) => known.endsWith(`.${key}`));
  if (meant !== undefined) return ` Did you mean "${meant}"?`;
  return siblings.length === 0 ? '' : ` Known here: ${siblings.join(', ')}.`;
}

/** The most likely candidate, or null if none is near enough. */
export function nearest(written: string, candidates: readonly string[]): string | null {
  const wanted = plain(written);
  // Two swapped neighbours count as two.
  const allowed = Math.max(wanted.length < 4 ? 1 : 2, Math.floor(wanted.length / 3));
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: distance(wanted, plain(candidate)) }))
    .toSorted((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= allowed ? best.candidate : null;
}

/** `maxSubtasks`, `max-subtasks` and `MAX_SUBTASKS` all mean `max_subtasks`. */
function plain(key: string): string {
  return key
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[_.\s-]/g, '');
}

function shown(value: unknown, secrets: readonly string[]): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'an empty value';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a section with keys';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${clipped(value, secrets)}"`;
  return JSON.stringify(value) ?? 'something unreadable';
}

function clipped(text: string, secrets: readonly string[]): string {
  const isSecret = (secret: string) => text.includes(secret) || (secret.includes(text) && text.length >= 8);
  if (LOOKS_SECRET.test(text) || secrets.some(isSecret)) return '(not shown)';
  const oneLine = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return oneLine.length > MAX_SHOWN ? `${oneLine.slice(0, MAX_SHOWN)}…` : oneLine;
}

export function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value;
}
