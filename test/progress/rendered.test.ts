/** What people see of a task, stored for review: `node scripts/comments.mjs` shows it as GitHub does. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CASES } from './rendered-cases.ts';

const FOLDER = join(import.meta.dirname, 'rendered');
/** `PLANWRIGHT_RENDER=1` writes them again. */
const WRITES = process.env['PLANWRIGHT_RENDER'] === '1';

function rendered(name: string): string {
  const parts = (['en', 'ja'] as const).flatMap((language) =>
    Object.entries(CASES[name]?.(language) ?? {}).map(([what, text]) => `<!-- ${language}: ${what} -->\n\n${text}\n`),
  );
  return parts.join('\n');
}

describe('the comments of a task, in both languages (GH-4, GH-7, REPLAN-6, REPLAN-7)', () => {
  it.each(Object.keys(CASES))('are those that were looked at: %s', (name) => {
    const file = join(FOLDER, `${name}.md`);
    const text = rendered(name);
    if (WRITES) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('are kept for no other task', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      Object.keys(CASES)
        .map((name) => `${name}.md`)
        .toSorted(),
    );
  });
});
