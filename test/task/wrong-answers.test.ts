import { describe, expect, it } from '@jest/globals';
import { interventionSummary } from '../../src/plan/intervention-summary.ts';
import { activityOf, blockingQuestion, draftIn } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  decidedAfter,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Question } from '../../src/state/question.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);

function wrong(broke: 'schema' | 'rules', call: 'task_decomposition' | 'action_plan' = 'task_decomposition'): Fact {
  return { type: 'error', name: 'invalid_answer', call, problems: ['A cycle.'], broke, content: [] };
}

describe('answers that cannot be used (PLAN-1, PLAN-6)', () => {
  const asked = (...facts: readonly Fact[]) => after(taskAfter(prepared(PLAN).slice(0, 3)), ...facts);

  it('a plan that breaks the rules of plans is repaired once, then divided more coarsely and repaired once, then it is an error of decomposition', () => {
    const repaired = doing(asked(wrong('rules')), 'decompose');
    expect([repaired.unusable, draftIn(repaired, 'division')?.coarser]).toMatchObject([
      [{ problems: ['A cycle.'] }],
      false,
    ]);
    const twice = [wrong('rules'), wrong('rules')];
    const coarser = doing(asked(...twice), 'decompose');
    expect([coarser.unusable, draftIn(coarser, 'division')?.coarser]).toEqual([[], true]);
    expect(doing(asked(...twice, wrong('rules')), 'decompose').unusable).toHaveLength(1);
    expect(asked(...twice, wrong('rules'), wrong('rules')).stage).toMatchObject({
      is: 'report',
      ending: { status: 'failed', reason: 'impossible_plan' },
    });
  });

  it('an answer that cannot be read is repaired three times, then the task has failed', () => {
    const three = [wrong('schema'), wrong('schema'), wrong('schema')];
    expect(doing(asked(...three), 'decompose').unusable).toHaveLength(3);
    expect(asked(...three, wrong('schema')).stage).toMatchObject({
      is: 'report',
      ending: { status: 'failed', reason: 'invalid_answers' },
    });
  });

  it('of which nothing is wrong but the number of subtasks ends with that number, also when something else was wrong before (PLAN-3, PLAN-6)', () => {
    const tooMany: Fact = { ...wrong('rules'), too_many: { subtasks: 101, most: 100 } } as Fact;
    const coarser = [wrong('rules'), wrong('rules')];
    expect(asked(...coarser, wrong('rules'), tooMany).stage).toMatchObject({
      is: 'report',
      ending: { status: 'failed', reason: 'too_many_subtasks', list: [], tooMany: { subtasks: 101, most: 100 } },
    });
    expect(asked(...coarser, tooMany, wrong('rules')).stage).toMatchObject({
      ending: { reason: 'impossible_plan', list: ['A cycle.'] },
    });
  });

  it('the two are counted apart', () => {
    expect(activityOf(asked(wrong('schema'), wrong('rules'), wrong('schema'), wrong('schema')))).toBe('decompose');
    expect(activityOf(asked(wrong('schema'), wrong('rules')))).toBe('decompose');
  });
});

describe('a granted re-plan that fails (REPLAN-10)', () => {
  /** `a` is done, `b` failed, and the actions from there on are planned again. */
  function replanning(assumes: boolean): Task {
    const task = doing(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')]), 'execute');
    const settings = { ...task.settings, planning: { ...UNDISTURBED, assumes, replanning: limitsOf() } };
    return wanted({ ...task, settings }, 'It broke');
  }
  function wanted(task: Task, issue: string): Task {
    const isJudged = task.stage.is === 'work' && task.work?.judging !== null;
    const failed = isJudged ? task : after(task, ...actionDone(1, 'failure', [issue]));
    const wish = decision({ replan_type: 'partial_replan', replan_level: 2, issues_found: [issue] });
    const again = after(failed, {
      type: 'phase',
      name: 'judged',
      replan_id: `d${failed.version}`,
      point: 'execution',
      decision: wish,
    });
    return doing(again, 'sequence');
  }
  const unusable = [wrong('rules', 'action_plan'), wrong('rules', 'action_plan')];

  it('leaves the earlier plan, records the failure, tells the model why and asks for another way', () => {
    const task = doing(after(replanning(true), ...unusable), 'execute');
    expect(task.plan).toEqual(PLAN);
    expect(task.work).toMatchObject({ current: 1, judging: { decide: true } });
    expect(task.replanning.records.at(-1)).toMatchObject({ executed: true, result: 'failure' });
    expect(task.replanning.notes.at(-1)).toBe(
      'The re-plan failed, and the earlier plan stands: A cycle. Find another way.',
    );
  });

  it.each([
    [true, 'clarification'],
    [false, 'intervention'],
  ] as const)('asks people when the alternative fails too; assumes or waits as configured (%j)', (assumes, kind) => {
    const first = after(replanning(assumes), ...unusable);
    const second = after(wanted(first, 'It broke again'), ...unusable);
    expect(activityOf(second)).toBe('wait');
    expect(second.questions).toMatchObject([{ kind, details: ['A cycle.'], needsPerson: !assumes }]);
    expect(blockingQuestion(second)).toEqual(second.questions[0]);
    if (assumes) return;
    // What is recorded before the earlier plan is back is what people are told afterwards.
    const recorded = decidedAfter(wanted(first, 'It broke again'), ...unusable).find(
      ({ type }) => type === 'completion',
    );
    expect(recorded).toMatchObject({ summary: interventionSummary(second, second.questions[0] as Question) });
    expect(recorded).toMatchObject({
      summary: { current_state: expect.stringContaining('while carrying out the plan') },
    });
  });
});
