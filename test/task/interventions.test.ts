import { describe, expect, it } from '@jest/globals';
import { Fault, RetryLater } from '../../src/errors.ts';
import { ask } from '../../src/questions/ask.ts';
import { completionFact, interventionFact, interventionSummary } from '../../src/effects/completion.ts';
import { remind } from '../../src/effects/ask-people.ts';
import { decision } from '../replan/situations.ts';
import { reportOf, taskIn } from '../progress/cases.ts';
import { inPhase } from './task-world.ts';
import type { ReplanRecord } from '../../src/state/replanning.ts';
import type { TaskIn } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/toolbox.ts';

function asking(language: 'en' | 'ja' = 'en'): TaskIn<'wait'> {
  const task = inPhase(taskIn('execute', { language }), 'execute');
  return ask(task, { kind: 'intervention', texts: ['How should I go on?'], context: 'It goes in circles.', assumptions: [] });
}

describe('the completion of a task', () => {
  it('has exactly the summary of PLAN-7, with our counts and the outcomes in the words of the model', () => {
    const summary = { title: 't', body: 'b', keyOutcomes: ['It rounds half up.'] };
    expect(completionFact({ ...reportOf('finished'), summary })).toMatchObject({ phase: 'completion', done: true, status: 'succeeded' });
    expect(completionFact({ ...reportOf('finished'), summary })).toHaveProperty('summary', {
      goal_achieved: true,
      tasks_completed: 3,
      tasks_failed: 0,
      key_outcomes: ['It rounds half up.'],
    });
    expect(completionFact(reportOf('not_achieved'))).toMatchObject({
      status: 'failed',
      summary: { goal_achieved: false, tasks_completed: 2, tasks_failed: 1 },
    });
    expect(completionFact(reportOf('stopped'))).toMatchObject({
      status: 'stopped',
      summary: { goal_achieved: false, tasks_completed: 1, tasks_failed: 0 },
    });
  });

  it('says that the goal is reached only of a success without a subtask that failed or is open (PLAN-7)', () => {
    const done = reportOf('finished');
    const goal = (task: TaskIn<'report'>) => completionFact(task);
    const [first, ...rest] = done.work?.actions ?? [];
    const withFirst = (status: 'partial' | 'pending') => {
      if (!first || !done.work) throw new Error('There is work.');
      return goal({ ...done, work: { ...done.work, actions: [{ ...first, status }, ...rest] } });
    };
    expect(goal(done)).toMatchObject({ summary: { goal_achieved: true } });
    expect(withFirst('partial')).toMatchObject({ summary: { goal_achieved: false, tasks_completed: 2, tasks_failed: 1 } });
    expect(withFirst('pending')).toMatchObject({ summary: { goal_achieved: false, tasks_completed: 2, tasks_failed: 0 } });
    const failed = { ...done, ending: { ...done.ending, status: 'failed' as const } };
    expect(goal(failed)).toMatchObject({ summary: { goal_achieved: false, tasks_completed: 3 } });
  });

  it('has our own account of the actions where the model gave no words (PLAN-7)', () => {
    const evaluations = [1, 2, 3].map((action) => `Action ${action} came to its end.`);
    for (const summary of [null, { title: 't', body: 'b', keyOutcomes: [] }])
      expect(completionFact({ ...reportOf('finished'), summary })).toMatchObject({ summary: { key_outcomes: evaluations } });
  });

  it('that asks for a person has exactly the keys of PLAN-6, and no end', () => {
    const fact = interventionFact(asking());
    expect(fact).toEqual({
      type: 'completion',
      phase: 'completion',
      status: 'requires_human_intervention',
      summary: {
        goal_achieved: false,
        tasks_completed: 1,
        tasks_failed: 0,
        revision_attempts: 0,
        reason: 'How should I go on?\nIt goes in circles.',
        current_state: expect.stringContaining('are on the branch `planwright/12-'),
        recommendations: [expect.stringContaining('what to do differently'), expect.stringContaining('"stop"')],
      },
    });
    expect(JSON.stringify(interventionFact(asking('ja')))).toContain('終わったサブタスクはブランチ');
  });
});

describe('what a person is told who has to step in (PLAN-6)', () => {
  const record = (kind: ReplanRecord['kind'], executed = true): ReplanRecord => ({
    id: 'r',
    point: 'execution',
    decision: decision({ recommended_actions: ['Pin the version'] }),
    kind,
    executed,
    override: null,
    at: 0,
    result: 'success',
  });
  const summary = (records: readonly ReplanRecord[], revisions = 0) => {
    const task = asking();
    return interventionSummary({ ...task, replanning: { ...task.replanning, records, revisions } });
  };

  it('counts the revisions that were carried out, and no retry, question or refusal', () => {
    const others = [record('retry'), record('clarification'), record('goal', false)];
    expect(summary([record('partial'), record('actions'), ...others]).revision_attempts).toBe(2);
    expect(summary(others, 3).revision_attempts).toBe(3);
    expect(summary([record('partial')], 3).revision_attempts).toBe(3);
  });

  it('names first what the model recommends', () => {
    expect(summary([record('partial')]).recommendations[0]).toBe('Pin the version');
  });
});

describe('a reminder', () => {
  const tools = (trouble: Error | null): Toolbox =>
    ({
      redact: (text: string) => text,
      log: { warn: () => undefined },
      github: { ensureComment: async () => (trouble ? Promise.reject(trouble) : { id: 6, url: 'u' }) },
    }) as unknown as Toolbox;
  const reminding = (trouble: Error | null) =>
    remind({ effect: { kind: 'remind' }, key: 'k', task: asking(), tools: tools(trouble), signal: AbortSignal.abort() });

  it('is posted once; one that GitHub refuses for good ends nothing, and an outage is waited out', async () => {
    expect(await reminding(null)).toEqual([{ type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' }]);
    expect(await reminding(new Fault('github_refused', 'Locked.', ''))).toMatchObject([{ name: 'reminded', comment_id: null }]);
    await expect(reminding(new RetryLater('503', { of: 'github' }))).rejects.toMatchObject({ name: 'RetryLater' });
  });
});
