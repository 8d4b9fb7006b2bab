import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ALL_CONTROL_WORDS, formsOf, readControlWord, useOf } from '../../src/people/control-words.ts';
import { readConfirmation } from '../../src/people/answers/read-confirmation.ts';

const docs = readFileSync(new URL('../../docs/on-issues.md', import.meta.url), 'utf8');

/** The forms in each row of the table of words: the code in its first cell, except `<anything else>`. */
function documentedIn(language: 'en' | 'ja'): readonly (readonly string[])[] {
  const [, table = ''] = docs.split(language === 'en' ? '| after `@planwright` |' : '| `@planwright` の後 |');
  const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
  const cells = rows.map((row) => row.split('|')[1] ?? '');
  return cells
    .map((cell) => [...cell.matchAll(/`([^`<]+)`/g)].map(([, form = '']) => form))
    .filter((forms) => forms.length > 0);
}

describe('the table of control words (GH-5)', () => {
  it('has each form once', () => {
    const forms = ALL_CONTROL_WORDS.flatMap(formsOf);
    expect(new Set(forms).size).toBe(forms.length);
    for (const word of ALL_CONTROL_WORDS)
      expect(formsOf(word).map(readControlWord)).toEqual(formsOf(word).map(() => word));
  });

  it.each(['en', 'ja'] as const)(
    'is documented, each word in a row of its own that begins with the form people are told (%s)',
    (language) => {
      const rows = documentedIn(language);
      expect(rows).toHaveLength(ALL_CONTROL_WORDS.length);
      expect(new Set(rows.map(([form]) => form))).toEqual(
        new Set(ALL_CONTROL_WORDS.map((word) => useOf(word)[language][0])),
      );
      for (const [first = '', ...others] of rows)
        expect(others.map((form) => [form, readControlWord(form)])).toEqual(
          others.map((form) => [form, readControlWord(first)]),
        );
    },
  );

  it('is understood where a word is passed on as the answer to a question (GH-6)', () => {
    for (const form of [...formsOf('approve'), ...formsOf('retry')])
      expect([form, readConfirmation(form).verdict]).toEqual([form, 'yes']);
    for (const form of [...formsOf('approve'), ...formsOf('resume')])
      expect([form, readConfirmation(form, 'consent').verdict]).toEqual([form, 'yes']);
  });
});
