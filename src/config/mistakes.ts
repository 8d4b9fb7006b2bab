/** What is wrong with the settings, in words that say where, what was found and what belongs there. */
import type { z } from 'zod';
import { SECRET_NAMES, SERVICE_NAMES } from './service-names.ts';
import { allSettings, expectation, nodeAt } from './setting-tree.ts';
import { nearest } from './suggest.ts';

export interface Whereabouts {
  /** Where the value at this path was written, such as "planwright.yaml, line 7". */
  locate(path: readonly PropertyKey[]): string;
  /** Values that must not be repeated, whoever put them where. */
  readonly secrets: readonly string[];
}

const LOOKS_SECRET = /(^|[^a-z])(sk-|gh[a-z]_|github_pat_|xox|akia|eyj|-----begin)|:\/\/[^/]*@/i;
const MAX_SHOWN = 40;

export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  given: unknown,
  whereabouts: Whereabouts,
): readonly string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownKey([...issue.path, key], whereabouts));
    if (issue.code === 'invalid_key')
      return [`${named(issue.path, whereabouts)}: the name must be ${nameExpected(issue)}.`];
    const node = nodeAt(issue.path);
    const found = shown(valueAt(given, issue.path), whereabouts.secrets);
    return [
      `${named(issue.path, whereabouts)}: found ${found}; expected ${node === null ? issue.message : expectation(node)}.`,
    ];
  });
}

export function unknownKey(path: readonly PropertyKey[], whereabouts: Whereabouts): string {
  return `${named(path, whereabouts)}: there is no such setting.${adviceFor(path)}`;
}

function adviceFor(path: readonly PropertyKey[]): string {
  const key = String(path.at(-1));
  if (key === '<<') return ' Merge keys are not supported; write the keys out.';
  const variable = key.toUpperCase();
  if (SERVICE_NAMES.includes(variable)) {
    return SECRET_NAMES.includes(variable)
      ? ` Secrets do not belong in this file: set the environment variable ${variable}.`
      : ` Set the environment variable ${variable}.`;
  }
  const siblings = Object.keys(nodeAt(path.slice(0, -1))?.properties ?? {});
  const sibling = nearest(key, siblings);
  if (sibling !== null) return ` Did you mean "${sibling}"?`;
  const elsewhere = allSettings()
    .map(([known]) => known)
    .find((known) => known.endsWith(`.${key}`));
  if (elsewhere !== undefined) return ` Did you mean "${elsewhere}"?`;
  return siblings.length === 0 ? '' : ` Known here: ${siblings.join(', ')}.`;
}

function named(path: readonly PropertyKey[], whereabouts: Whereabouts): string {
  const name =
    path.length === 0 ? 'the settings' : path.map((key) => clipped(String(key), whereabouts.secrets)).join('.');
  return `${name} (${whereabouts.locate(path)})`;
}

function nameExpected(issue: z.core.$ZodIssueInvalidElement | z.core.$ZodIssueInvalidKey): string {
  return issue.code === 'invalid_key' ? 'small letters, digits, - and _, beginning with a letter' : issue.message;
}

export function shown(value: unknown, secrets: readonly string[]): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'an empty value';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a section with keys';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${clipped(value, secrets)}"`;
  return JSON.stringify(value) ?? 'something unreadable';
}

function clipped(text: string, secrets: readonly string[]): string {
  if (
    LOOKS_SECRET.test(text) ||
    secrets.some((secret) => text.includes(secret) || (secret.includes(text) && text.length >= 8))
  )
    return '(not shown)';
  const oneLine = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return oneLine.length > MAX_SHOWN ? `${oneLine.slice(0, MAX_SHOWN)}…` : oneLine;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value;
}
