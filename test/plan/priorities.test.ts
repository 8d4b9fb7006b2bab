import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readPlanFile } from '../../src/app/read-plan-file.ts';
import { Settings } from '../../src/config/schema.ts';
import { adoptSamePlan } from '../../src/flow/same-plan.ts';
import { inPriorityOrder } from '../../src/plan/action-order.ts';
import { readActionPlan } from '../../src/effects/read-planning-answer.ts';
import { CALLS } from '../../src/model-calls/calls.ts';
import { planOf, prepared, SETTINGS, SNAPSHOT, subtask, taskAfter } from '../task/task-world.ts';
import type { Subtask } from '../../src/state/plan.ts';

const of = (id: string, priority?: Subtask['priority'], dependencies: readonly string[] = []): Subtask => ({
  ...subtask(id, dependencies),
  ...(priority === undefined ? {} : { priority }),
});

describe('the order of subtasks (PLAN-10)', () => {
  it.each([
    ['stays as it was listed without priorities', [of('a'), of('b'), of('c')], 'abc'],
    ['begins with what is high', [of('a'), of('b', 'low'), of('c', 'high')], 'cab'],
    ['takes what has none for normal', [of('a', 'low'), of('b'), of('c', 'normal')], 'bca'],
    ['never puts what is high before what it depends on', [of('a', 'low'), of('b'), of('c', 'high', ['a'])], 'bac'],
    ['goes on with what became ready', [of('a'), of('b', 'high', ['a']), of('c')], 'abc'],
    ['counts what is not listed for done', [of('a'), of('b', 'high', ['x'])], 'ba'],
  ])('%s', (_, subtasks, order) => {
    expect(
      inPriorityOrder(
        subtasks.map(({ id }) => id),
        subtasks,
      ).join(''),
    ).toBe(order);
  });

  it('is that of the plan that the model hands in', () => {
    const subtasks = [of('a'), of('b', 'high')];
    const { action_plan } = planOf(subtasks);
    const task = taskAfter(prepared(planOf(subtasks)).slice(0, 4));
    const input = { action_plan, selected_environment: { name: 'node' }, test_command: 'npm test' };
    const reading = readActionPlan(answering(input), task as Parameters<typeof readActionPlan>[1]);
    expect(reading).toMatchObject({ ok: true, value: { plan: { action_plan: { execution_order: ['b', 'a'] } } } });
  });

  it.each([
    ['is high', [of('a'), of('b'), of('c', 'high')], ['a', 'b', 'c'], 'cab'],
    ['is high and ready', [of('a', 'low'), of('b'), of('c', 'high', ['a'])], ['b', 'a', 'c'], 'bac'],
    [
      'the order left out as finished, unless others are higher',
      [of('a'), of('b', 'high'), of('c')],
      ['b', 'c'],
      'bac',
    ],
    ['stood first, without priorities', [of('a'), of('b'), of('c')], ['c', 'b', 'a'], 'cba'],
  ])('of an imported plan begins with what %s', (_, subtasks, listed, order) => {
    const plan = planOf(subtasks);
    const exported = { version: 1, ...plan, action_plan: { ...plan.action_plan, execution_order: listed } };
    const file = join(mkdtempSync(join(tmpdir(), 'plan-')), 'plan.json');
    writeFileSync(file, JSON.stringify(exported));
    const read = readPlanFile(file, Settings.parse({}));
    expect(read.action_plan.execution_order.join('')).toBe(order);
    expect(adoptSamePlan(read, SNAPSHOT, SETTINGS).action_plan.execution_order.join('')).toBe(order);
  });

  it('reads a priority in other words as none', () => {
    const { schema } = CALLS.task_decomposition;
    const read = (priority: unknown) =>
      schema.parse({
        task_decomposition: { reasoning: '', subtasks: [{ id: 'a', description: 'A', priority }] },
        acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
      }).task_decomposition.subtasks[0]?.priority;
    expect([read('high'), read('urgent'), read(undefined)]).toEqual(['high', undefined, undefined]);
  });
});

function answering(input: unknown): Parameters<typeof readActionPlan>[0] {
  return {
    content: [{ type: 'tool_use', id: 't', name: 'submit_action_plan', input }],
    stopReason: 'tool_use',
    model: 'm',
    attempts: 1,
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  };
}
