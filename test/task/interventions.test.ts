import { describe, expect, it } from '@jest/globals';
import { Fault, RetryLater } from '../../src/errors.ts';
import { postQuestion, remind } from '../../src/effects/ask-people.ts';
import { decision } from '../replan/situations.ts';
import { reportOf, taskIn } from '../progress/cases.ts';
import { activityOf } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  change,
  decidedAfter,
  doing,
  effectOf,
  kindOf,
  PAUSED,
  planOf,
  prepared,
  subtask,
  taskAfter,
} from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { ReplanRecord, Replanning } from '../../src/state/replans.ts';
import type { Report } from '../../src/state/stage.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

/** Nothing may be assumed here, and no question is left: only a person can settle it. */
const SAID: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Do it otherwise.' };
const WEIGHED: Fact = {
  type: 'control',
  name: 'comment_weighed',
  understanding: 'It goes in circles.',
  problems: [],
  questions: [{ text: 'How should I go on?', blocking: true }],
};
const working = (language: 'en' | 'ja' = 'en'): Task => after(doing(taskIn('execute', { language }), 'execute'), SAID);
const asking = (language: 'en' | 'ja' = 'en'): Task => after(working(language), WEIGHED);

/** The task is told about to its end. */
const completionOf = (task: Task): Fact | undefined =>
  decidedAfter(task, { type: 'effect', name: 'reported' }).find(({ type }) => type === 'completion');
const finished = () => doing(reportOf('finished'), 'report');
const withWords = (key_outcomes: readonly string[]): Task =>
  after(finished(), { type: 'phase', name: 'summary', title: 't', body: 'b', key_outcomes });

describe('the completion of a task', () => {
  it('has exactly the summary of PLAN-7, with our counts and the outcomes in the words of the model', () => {
    const words = ['It rounds half up.'];
    expect(completionOf(withWords(words))).toMatchObject({ phase: 'completion', done: true, status: 'succeeded' });
    expect(completionOf(withWords(words))).toHaveProperty('summary', {
      goal_achieved: true,
      tasks_completed: 3,
      tasks_failed: 0,
      key_outcomes: ['It rounds half up.'],
    });
    expect(completionOf(reportOf('not_achieved'))).toMatchObject({
      status: 'failed',
      summary: { goal_achieved: false, tasks_completed: 2, tasks_failed: 1 },
    });
    expect(completionOf(reportOf('stopped'))).toMatchObject({
      status: 'stopped',
      summary: { goal_achieved: false, tasks_completed: 1, tasks_failed: 0 },
    });
  });

  it('says that the goal is reached where the task succeeded, with a failed action or without, and only there (PLAN-7)', () => {
    const done = finished();
    const [first, ...rest] = done.work?.actions ?? [];
    if (!first || !done.work) throw new Error('There is work.');
    const work = { ...done.work, actions: [{ ...first, status: 'failure' as const }, ...rest] };
    expect(completionOf(done)).toMatchObject({ summary: { goal_achieved: true, tasks_failed: 0 } });
    expect(completionOf({ ...done, work })).toMatchObject({
      status: 'succeeded',
      summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 1 },
    });
    const failed = { ...done, stage: { ...done.stage, ending: { ...done.stage.ending, status: 'failed' as const } } };
    expect(completionOf(failed)).toMatchObject({ summary: { goal_achieved: false, tasks_completed: 3 } });
  });

  it('has our own account of the actions where the model gave no words (PLAN-7)', () => {
    const evaluations = [1, 2, 3].map((action) => `Action ${action} came to its end.`);
    const unsaid = after(finished(), {
      type: 'phase',
      name: 'summary',
      title: '',
      body: '',
      key_outcomes: [],
      problems: ['Nothing came.'],
    });
    expect(unsaid.stage).toMatchObject({ summary: null } satisfies Partial<Report>);
    for (const task of [finished(), unsaid, withWords([])])
      expect(completionOf(task)).toMatchObject({ summary: { key_outcomes: evaluations } });
  });

  it('that asks for a person has exactly the keys of PLAN-6, and no end', () => {
    expect(activityOf(asking())).toBe('wait');
    const decided = decidedAfter(working(), WEIGHED);
    expect(decided.filter(({ type }) => type === 'completion')).toHaveLength(1);
    // A history that ends in a completion looks like one that is over: the question comes behind it.
    expect(decided.map(({ type }) => type)).toEqual(['completion', 'question']);
    expect(decided[0]).toEqual({
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
    expect(JSON.stringify(decidedAfter(working('ja'), WEIGHED)[0])).toContain('完了したサブタスクはブランチ');
  });
});

describe('what a person is told who has to step in (PLAN-6)', () => {
  const record = (kind: ReplanRecord['kind'], executed = true): ReplanRecord => ({
    id: 'r',
    point: 'execution',
    decision: decision({ recommended_actions: ['Pin the version'] }),
    kind,
    situation: { point: 'execution', subtask: null, action: null, cause: '' },
    executed,
    override: null,
    at: 0,
    result: 'success',
  });
  const summary = (records: readonly ReplanRecord[], revisions = 0) => {
    const task = working();
    const replanning: Replanning = { ...task.replanning, records, revisions };
    const [completion] = decidedAfter({ ...task, replanning }, WEIGHED);
    if (completion?.type !== 'completion' || 'done' in completion)
      throw new Error('Nobody is told where the task stands.');
    return completion.summary;
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

describe('where the work stands, when a person is asked to step in (PLAN-6, GH-5)', () => {
  const UNSAVED = [...prepared(planOf([subtask('a')])), ...actionDone(0).slice(0, 2), SAID, WEIGHED];
  const SAVED: Fact = { type: 'effect', name: 'checkpoint', subtask: 'unfinished', change: change(), command_ms: 40 };
  const RESUME: Fact = { type: 'control', name: 'resume', by: 'noor' };

  /** What the issue has after the question was posted, by its marker. */
  async function posted(task: Task, issue = new Map<string, string>()): Promise<ReadonlyMap<string, string>> {
    const effect = effectOf(task);
    if (effect?.kind !== 'post_question') throw new Error(`Next is ${effect?.kind}.`);
    const ensureComment = async (_repo: unknown, _issue: unknown, marker: string, body: string) => {
      if (!issue.has(marker)) issue.set(marker, body);
      return { id: 6, url: 'u' };
    };
    const tools = { redact: (text: string) => text, github: { ensureComment } } as unknown as Toolbox;
    await postQuestion({ effect, key: 'k', task, tools, signal: AbortSignal.abort() });
    return issue;
  }
  const told = async (task: Task) => [...(await posted(task)).values()].join();

  it('is told as it is when the question is posted: a pause that came first has saved the work', async () => {
    const asked = taskAfter(UNSAVED);
    expect(await told(asked)).toContain('No change has been saved yet; I paused while carrying out the plan.');
    const paused = after(asked, ...PAUSED);
    expect(kindOf(paused)).toBe('checkpoint');
    const resumed = after(paused, SAVED, RESUME);
    expect(await told(resumed)).toMatch(/finished so far are on the branch `planwright\/12-/);
    expect(await told(resumed)).not.toContain('No change has been saved');
  });

  it('is told once, as it was then, although the service stops before that is recorded (EXEC-5)', async () => {
    const started = after(taskAfter(UNSAVED), {
      type: 'effect',
      name: 'started',
      effect: 'post_question',
      with: { questionId: 1 },
      key: 'k',
    });
    const issue = new Map(await posted(started));
    const [first] = issue.values();
    // A pause waits for what is in hand.
    const again = after(started, { type: 'control', name: 'pause', by: 'mika' });
    expect([...(await posted(again, issue)).values()]).toEqual([first]);
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
    remind({
      effect: { kind: 'remind' },
      key: 'k',
      task: asking(),
      tools: tools(trouble),
      signal: AbortSignal.abort(),
    });

  it('is posted once; one that GitHub refuses for good ends nothing, and an outage is waited out', async () => {
    expect(await reminding(null)).toEqual([
      { type: 'effect', name: 'reminded', question_id: 1, comment_id: 6, url: 'u' },
    ]);
    expect(await reminding(new Fault('github_refused', 'Locked.', ''))).toMatchObject([
      { name: 'reminded', comment_id: null },
    ]);
    await expect(reminding(new RetryLater('503', { of: 'github' }))).rejects.toMatchObject({ name: 'RetryLater' });
  });
});
