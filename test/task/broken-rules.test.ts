import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resultComment } from '../../src/comments/result-comment.ts';
import { activityOf } from '../../src/state/select.ts';
import { answered } from './answered.ts';
import { after, doing, planOf, prepared, subtask, taskAfter } from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { At, Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const dividing = (language: 'en' | 'ja' = 'en') => taskAfter(prepared(PLAN).slice(0, 3), { settings: { language } });
const sequencing = (language: 'en' | 'ja' = 'en') => taskAfter(prepared(PLAN).slice(0, 4), { settings: { language } });
const division = (...subtasks: readonly object[]) => ({
  task_decomposition: { reasoning: '', subtasks },
  acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
});
const step = (id: string, extra: object = {}) => ({ id, description: `Do ${id}`, dependencies: [], ...extra });
const action = (id: unknown, extra: object = {}) => ({
  task_id: id,
  action_type: 'tool_call',
  tool: 'run_command',
  purpose: 'It',
  ...extra,
});

async function problemsOf(
  task: Task,
  call: 'task_decomposition' | 'action_plan',
  input: unknown,
): Promise<readonly string[]> {
  const fact = await answered(task, call, input);
  return fact?.type === 'error' && fact.name === 'invalid_answer' ? fact.problems : [];
}

describe('an answer that breaks its schema (MODEL-3, PLAN-1)', () => {
  it('is told at once what else is wrong with the division', async () => {
    const broken = division(step('a', { dependencies: ['b'] }), {
      id: 'b',
      dependencies: ['a', 'ghost'],
      wbs_level: 9,
    });
    const fact = await answered(dividing(), 'task_decomposition', broken);
    expect(fact).toMatchObject({ name: 'invalid_answer', broke: 'schema' });
    expect(await problemsOf(dividing(), 'task_decomposition', broken)).toEqual([
      expect.stringMatching(/^task_decomposition\.subtasks\.1\.description: /),
      expect.stringMatching(/^task_decomposition\.subtasks\.1\.wbs_level: /),
      expect.stringMatching(/^Subtask "b" depends on "ghost", which is not a subtask\./),
      'The dependencies form a cycle: a → b → a. Take out the one that matters least.',
    ]);
  });

  it('is told at once what else is wrong with the actions, numbers for names and all', async () => {
    const plan = {
      action_plan: {
        execution_order: ['b', 'a'],
        actions: [action('a', { purpose: 7 }), action('a', { tool: 'sudo' }), action(5)],
      },
      selected_environment: { name: 'moon', setup_commands: 'npm ci' },
    };
    const problems = await problemsOf(sequencing(), 'action_plan', plan);
    expect(problems.filter((problem) => /^(?:action_plan|selected_environment)\./.test(problem))).toHaveLength(3);
    expect(problems.slice(3)).toEqual([
      expect.stringMatching(/^"5" is not a subtask, but actions name it/),
      expect.stringMatching(/^execution_order puts "b" before "a"/),
      expect.stringMatching(/^There is no tool "sudo"/),
      expect.stringMatching(/^There is no environment "moon"/),
    ]);
  });

  it('is told of no rule that it does not break, whatever cannot be read', async () => {
    const sound = division(
      step('a'),
      step('b', { dependencies: ['a'], parent_id: 'a' }),
      step('c', { dependencies: ['a', 'b'] }),
    );
    const soundPlan = {
      action_plan: { execution_order: ['a', 'b'], actions: [action('a'), action('b')] },
      selected_environment: {
        name: 'node',
        setup_commands: ['npm ci'],
        verification: [{ command: 'ls', expected_output: '' }],
      },
      test_command: 'npm test',
    };
    const cases = [
      ...damaged(sound).map((input) => ['task_decomposition', input, dividing()] as const),
      ...damaged(soundPlan).map((input) => ['action_plan', input, sequencing()] as const),
    ];
    for (const [call, input, task] of cases) {
      const ofRules = (await problemsOf(task, call, input)).filter((problem) => !/^[a-z_.0-9]+: /.test(problem));
      expect([input, ofRules]).toEqual([input, []]);
    }
    expect(cases.length).toBeGreaterThan(100);
  });

  it('whatever it holds, is read without an accident', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ withNullPrototype: true }), fc.anything(), async (one, other) => {
        const fact = await answered(dividing(), 'task_decomposition', {
          task_decomposition: { subtasks: [one, step('a', { dependencies: other })] },
        });
        expect(['invalid_answer', 'task_decomposition']).toContain(fact && 'name' in fact ? fact.name : '');
      }),
      { numRuns: 200 },
    );
  });
});

describe('a plan that breaks the rules of plans (PLAN-1, PLAN-6)', () => {
  const circle = division(step('a', { dependencies: ['b'] }), step('b', { dependencies: ['a', 'ghost'] }));
  const ended = async (language: 'en' | 'ja'): Promise<At<'report'>> => {
    let task: Task = dividing(language);
    for (let round = 0; round < 4 && activityOf(task) === 'decompose'; round += 1)
      task = after(task, (await answered(task, 'task_decomposition', circle)) as Fact);
    return doing(task, 'report');
  };

  it('is told to the model, with what to do about it', async () => {
    expect(await answered(dividing('ja'), 'task_decomposition', circle)).toMatchObject({
      broke: 'rules',
      problems: [
        expect.stringMatching(/^Subtask "b" depends on "ghost"/),
        expect.stringMatching(/^The dependencies form a cycle: a → b → a/),
      ],
    });
  });

  it.each([
    ['en', 'The remaining problems are in the technical details', 'Technical details'],
    ['ja', '残った問題は「技術的な詳細」にあります', '技術的な詳細'],
  ] as const)(
    'is shown below a fold, as the model was told it, with a sentence of the people (%s)',
    async (language, said, title) => {
      const task = await ended(language);
      const text = resultComment(task, { now: 0, noteUrl: null });
      expect(text).toContain(said);
      expect(text.slice(text.indexOf(`<summary>${title}`))).toContain('The dependencies form a cycle: a → b → a.');
    },
  );
});

/** The value, each time with one part of it replaced by something that cannot be read there. */
function damaged(value: unknown): readonly unknown[] {
  const here = [null, {}, [], true, [{}]];
  if (Array.isArray(value))
    return [...here, ...value.flatMap((entry, at) => damaged(entry).map((other) => value.toSpliced(at, 1, other)))];
  if (typeof value !== 'object' || value === null) return here;
  return [
    ...here,
    ...Object.entries(value).flatMap(([key, entry]) => damaged(entry).map((other) => ({ ...value, [key]: other }))),
  ];
}
