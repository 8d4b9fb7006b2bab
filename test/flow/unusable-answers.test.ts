import { describe, expect, it } from '@jest/globals';
import { MAX_REFUSAL_REPAIRS, MAX_RULE_REPAIRS, MAX_SCHEMA_REPAIRS } from '../../src/flow/unusable-answers.ts';
import { activityOf, at } from '../../src/state/select.ts';
import { after, doing, effectOf } from '../task/task-world.ts';
import { taskIn } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';

const wrong = (broke: 'schema' | 'rules'): Fact => ({
  type: 'error',
  name: 'invalid_answer',
  call: 'task_decomposition',
  problems: ['A cycle.'],
  broke,
  content: [],
});

describe('an answer to a planning question that cannot be used (PLAN-1, PLAN-6)', () => {
  it.each([
    ['schema', MAX_SCHEMA_REPAIRS, 'invalid_answers'],
    ['rules', MAX_RULE_REPAIRS, 'impossible_plan'],
  ] as const)('because it breaks the %s is asked for again, %i times', (broke, repairs, reason) => {
    let task = taskIn('decompose');
    for (let count = 1; count <= repairs; count += 1) {
      task = after(task, wrong(broke));
      expect(effectOf(task)).toEqual({ kind: 'ask_model', call: 'task_decomposition' });
      expect(doing(task, 'decompose').unusable).toHaveLength(count);
    }
    // A plan that breaks the rules is decomposed more coarsely once, which may be repaired as well.
    if (broke === 'rules') task = after(task, wrong(broke), ...Array.from({ length: repairs }, () => wrong(broke)));
    expect(activityOf(task)).toBe('decompose');
    expect(at(after(task, wrong(broke)), 'report').stage.ending).toMatchObject({ reason, list: ['A cycle.'] });
  });

  it.each([
    ['refusal', MAX_REFUSAL_REPAIRS, 'model_declined'],
    ['model_context_window_exceeded', MAX_SCHEMA_REPAIRS, 'context_full'],
    ['max_tokens', MAX_SCHEMA_REPAIRS, 'answers_cut'],
  ] as const)(
    'because it ended by %s is asked for again %i times, and told as what it is (MODEL-3)',
    (stopped, repairs, code) => {
      const ended = { ...wrong('schema'), stopped } as Fact;
      const last = after(taskIn('decompose'), ...Array.from({ length: repairs }, () => ended));
      expect(effectOf(last)).toEqual({ kind: 'ask_model', call: 'task_decomposition' });
      expect(at(after(last, ended), 'report').stage.ending).toMatchObject({
        reason: 'fault',
        code,
        detail: 'A cycle.',
      });
    },
  );

  it('is counted by what it breaks', () => {
    const mixed = after(taskIn('decompose'), wrong('schema'), wrong('rules'), wrong('schema'), wrong('schema'));
    expect(activityOf(mixed)).toBe('decompose');
    expect(at(after(mixed, wrong('schema')), 'report').stage.ending).toMatchObject({ reason: 'invalid_answers' });
  });
});
