import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boxLine } from '../../src/comments/plan-history.ts';
import { shortTitle, MAX_TITLE, titleIn, titleOf, wholeText } from '../../src/state/subtask-title.ts';
import { HOSTILE, hazards } from '../progress/markdown.ts';
import { answered } from '../task/answered.ts';
import { planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { runs } from '../long.ts';

const LONG = 'Fix the parser. Then write tests for all of the cases that the issue names, and run them.';

describe('what people know a subtask by (MODEL-2)', () => {
  it('MODEL-2: its title; where it has none that can be seen, the beginning of its description', () => {
    expect(titleOf({ title: 'Mend the parser', description: LONG })).toBe('Mend the parser');
    for (const title of [undefined, '', ' \n ', '\u200B\u202E'])
      expect(titleOf({ title, description: LONG })).toBe('Fix the parser');
    expect(titleOf({ title: ' Mend\n\nthe  parser ', description: '' })).toBe('Mend the parser');
  });

  it.each([
    ['what fits is shown whole', 'Write the tests, then run them.', 'Write the tests, then run them.'],
    ['whole sentences', LONG, 'Fix the parser'],
    [
      'a part of a sentence',
      'In the README and in docs/usage.md, describe the new option: what it does, and when to use it',
      'In the README and in docs/usage.md, describe the new option',
    ],
    [
      'a part of a sentence rather than more words',
      'Leave the parser of dates as it is for now, and only change how the printer of them rounds',
      'Leave the parser of dates as it is for now',
    ],
    [
      'no bracket is left open',
      'Change how the parser deals with nested keys (`__proto__` and others that reach it), and test it',
      'Change how the parser deals with nested keys',
    ],
    [
      'whole words, and none that leads on',
      'The quick brown fox jumps over the lazy dog and goes into the woods at night',
      'The quick brown fox jumps over the lazy dog and goes',
    ],
    [
      'no code is cut',
      'Leave everything as it is in the parser and run `npm run test:all -- --watch` once',
      'Leave everything as it is in the parser and run',
    ],
    [
      'a sentence in Japanese',
      '既存のテストを確認し、parseArrayValue が空配列を返すケースを追加する。その後、lib/parse.js を修正して、すべてのテストを実行する。',
      '既存のテストを確認し、parseArrayValue が空配列を返すケースを追加する',
    ],
    [
      'whole words in Japanese',
      'parseDate関数でタイムゾーンの指定がない文字列を受け取った場合にも世界標準時として正しく解釈されるように修正してテストも追加する',
      'parseDate関数でタイムゾーンの指定がない文字列を受け取った場合にも世界標準時として正しく解釈されるように修正',
    ],
    ['60 characters of what has no words', '🎉'.repeat(80), '🎉'.repeat(60)],
    ['a secret is not cut in two', `Use the token ghp_${'x'.repeat(60)} for it`, 'Use the token'],
  ])('MODEL-2: of a long description %s', (_, text, title) => {
    expect(shortTitle(text)).toBe(title);
  });

  it('MODEL-2: is one line of at most 60 characters that says something, never with a sign of a cut', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(fc.constantFrom(...HOSTILE, '関数を', '修正する。', ' and ', ', '), { maxLength: 40 })
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, text, (title, description) => {
        const shown = titleOf({ title, description });
        expect(Array.from(shown).length).toBeLessThanOrEqual(MAX_TITLE);
        expect(shown).not.toMatch(/[\n\r\u2028]/);
        expect(shown.isWellFormed()).toBe(true);
        if (!/…/.test(title + description)) expect(shown).not.toContain('…');
        if (/[a-z]/i.test(shown))
          expect(hazards(boxLine({ id: 'task_1', description: '', title: shown, state: 'open' }))).toEqual([]);
      }),
      { numRuns: runs(3_000, 400) },
    );
  });

  it('MODEL-2: is found in the plan; whoever works by it reads both', () => {
    const plan = planOf([
      { ...subtask('a', [], 'In the README'), title: 'Write docs' },
      subtask('b', [], 'Docs are written'),
    ]);
    expect([titleIn(plan, 'a'), titleIn(plan, 'b'), titleIn(plan, 'c'), titleIn(null, 'a')]).toEqual([
      'Write docs',
      'Docs are written',
      '',
      '',
    ]);
    const [a, b] = plan.task_decomposition.subtasks;
    expect([a, b].map((one) => one && wholeText(one))).toEqual(['Write docs — In the README', 'Docs are written']);
    expect(wholeText({ title: 'Write docs', description: 'Write docs for it' })).toBe('Write docs for it');
    expect(taskAfter(prepared(plan)).work?.actions[0]?.description).toBe('Write docs — In the README');
  });

  it('MODEL-2: is taken from the division, with the criteria of the subtask alone', async () => {
    const task = taskAfter(prepared(planOf([subtask('a')])).slice(0, 3));
    const fact = await answered(task, 'task_decomposition', {
      task_decomposition: {
        subtasks: [
          { id: 'task_1', title: ' Write\nthe tests ', description: 'Tests exist', acceptance_criteria: ['They pass'] },
          { id: 'task_2', title: ' ', description: 'Docs exist' },
        ],
      },
      acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
    });
    expect(fact).toMatchObject({
      task_decomposition: { subtasks: [{ title: 'Write the tests', description: 'Tests exist' }, { id: 'task_2' }] },
      acceptance_criteria: [{ id: 'AC-1' }, { id: 'task_1.AC-1', description: 'They pass', task_id: 'task_1' }],
    });
    const subtasks =
      fact?.type === 'phase' && fact.name === 'task_decomposition' ? fact.task_decomposition.subtasks : [];
    expect(subtasks[1]?.title).toBeUndefined();
  });
});
