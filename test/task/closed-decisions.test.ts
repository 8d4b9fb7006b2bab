import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { inboxToFacts } from '../../src/drive/read-inbox.ts';
import { endFields } from '../../src/drive/log-facts.ts';
import { noteTimeOver } from '../../src/effects/ask-people.ts';
import { activityOf, blockingQuestion } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  decidedAfter,
  doing,
  kindOf,
  lived,
  planOf,
  prepared,
  saved,
  subtask,
  TASK_ID,
  taskAfter,
  usage,
  UNDISTURBED,
} from './task-world.ts';
import { reported, reportOf } from '../progress/cases.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const SETTINGS: Partial<TaskSettings> = {
  planning: { ...UNDISTURBED, replanning: limitsOf(), assumes: true, assumeAfterMs: 1_800_000 },
};
const DOUBT: ReplanDecision = {
  replan_needed: true,
  confidence: 0.4,
  reasoning: 'It may be better the other way round.',
  replan_type: 'partial_replan',
  target_phase: 'execution',
  replan_level: 2,
  issues_found: ['It failed'],
  recommended_actions: [],
  clarification_needed: false,
  clarification_questions: [],
};
const FINE: ReplanDecision = {
  ...DOUBT,
  replan_needed: false,
  confidence: 0.9,
  replan_type: 'none',
  replan_level: null,
};
const comment = (text: string, id = 'i1'): InboxItem => ({
  kind: 'comment',
  id,
  addressed: false,
  by: { id: 8, login: 'maintainer' },
  text,
});

/** What came in, and all that follows from it. */
function arrived(items: readonly InboxItem[], task: Task): { readonly facts: readonly Fact[]; readonly task: Task } {
  const moment = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: task.updatedAt + 1_000 };
  const heard = inboxToFacts(items, { history: [], task, moment });
  return { facts: heard.facts, task: heard.task ?? task };
}
const judged = (task: Task, point: DecisionPoint, decision: ReplanDecision, id = `d${task.version}`): Task =>
  after(task, { type: 'phase', name: 'judged', replan_id: id, point, decision });
const records = (facts: readonly Fact[]) => facts.filter((fact) => fact.type === 'replan_decision');

/** Up to the first action, each judgement saying that the plan will do; then one that is not sure. */
function waitingForConfirmation(): Task {
  const settings = { settings: SETTINGS };
  let task = taskAfter(prepared(PLAN).slice(0, 2), settings);
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    const points = {
      understand: 'goal_understanding',
      decompose: 'task_decomposition',
      sequence: 'action_sequence',
    } as const;
    const activity = activityOf(task);
    if (activity === 'understand' || activity === 'decompose' || activity === 'sequence')
      task = judged(task, points[activity], FINE);
  }
  task = after(task, ...actionDone(0, 'failure', ['It failed']));
  task = judged(task, 'execution', DOUBT, 'doubtful');
  return after(task, { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] });
}

describe('a re-plan that waits for confirmation', () => {
  const asked = waitingForConfirmation();
  const closed = {
    type: 'replan_decision',
    name: 'completed',
    replan_id: 'doubtful',
    executed: false,
    result: 'skipped',
  };

  it('is closed in the history when a person refuses it, once (REPLAN-8)', () => {
    expect([activityOf(asked), blockingQuestion(asked)?.kind]).toEqual(['wait', 'confirmation']);
    const { facts, task } = arrived([comment('no')], asked);
    expect(facts[0]).toMatchObject({ type: 'answer', name: 'given', verdict: 'no' });
    expect(records(facts)).toMatchObject([{ ...closed, override_reason: 'refused_by_person', plan_after: PLAN }]);
    expect(task.replanning.records.at(-1)).toMatchObject({
      executed: false,
      override: 'refused_by_person',
      result: 'skipped',
    });
    expect(activityOf(task)).toBe('execute');
    const twice = arrived([comment('no'), comment('no', 'i2')], asked).facts;
    expect(records(twice)).toHaveLength(1);
  });

  it('is closed when nobody answers, and left open when somebody agrees or is not understood', async () => {
    const over = await noteTimeOver({
      effect: { kind: 'note_time_over' },
      key: 'k',
      task: asked,
      tools: {} as never,
      signal: AbortSignal.abort(),
    });
    const { facts, task } = lived(asked, over);
    expect(facts).toContainEqual(expect.objectContaining({ type: 'answer', name: 'assumed', question_id: 1 }));
    expect(records(facts)).toMatchObject([{ ...closed, override_reason: 'low_confidence' }]);
    expect(task.replanning.records.at(-1)).toMatchObject({
      executed: false,
      override: 'low_confidence',
      result: 'skipped',
    });
    for (const [text, activity] of [
      ['yes', 'sequence'],
      ['Hm, let me think.', 'wait'],
    ] as const) {
      const heard = arrived([comment(text)], asked);
      expect(heard.facts[0]).toMatchObject({ type: 'answer', name: 'given' });
      expect(records(heard.facts)).toEqual([]);
      expect(heard.task.replanning.records.at(-1)).toMatchObject({ id: 'doubtful', result: 'pending' });
      expect(activityOf(heard.task)).toBe(activity);
    }
  });
});

describe('a re-plan that waits for confirmation when the task ends', () => {
  it('has its line too, with why it was not carried out (REPLAN-8)', () => {
    const stop: Fact = { type: 'control', name: 'stop', by: 'maintainer', reason: '' };
    const { facts, task } = lived(waitingForConfirmation(), [stop, { type: 'effect', name: 'reported' }]);
    expect(records(facts)).toMatchObject([
      { replan_id: 'doubtful', executed: false, override_reason: 'low_confidence', result: 'skipped' },
    ]);
    expect(task.replanning.records.filter(({ result }) => result === 'pending')).toEqual([]);
  });
});

describe('what people say during the work', () => {
  const planning = {
    ...UNDISTURBED,
    reflection: { enabled: true, onError: true, interval: 0, depth: 'moderate' as const },
  };
  const working = (settings: Partial<TaskSettings>) => {
    const said: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Not like that.' };
    const weighed: Fact = { type: 'control', name: 'comment_weighed', understanding: '', problems: [], questions: [] };
    return doing(taskAfter([...prepared(PLAN), said, weighed], { settings }), 'execute');
  };

  it('leads to a reflection when the action in hand ends, also a good one, once (PLAN-1.5)', () => {
    const task = working({ planning });
    expect(decidedAfter(task, ...actionDone(0))).toEqual([
      { type: 'action', name: 'judging', reflect: true, decide: false },
    ]);
    const ended = after(task, ...actionDone(0));
    expect(kindOf(ended)).toBe('ask_reflection');
    const reflected = after(
      ended,
      { type: 'reflection', name: 'model', evaluation: null, plan_revision: null, problems: [] },
      saved('a'),
    );
    expect(decidedAfter(reflected, ...actionDone(1))[0]).toEqual({ type: 'action', name: 'next' });
  });

  it('is weighed before anybody looks back on it, and the action that follows is looked back on (PLAN-9, PLAN-1.5)', () => {
    const { comments, ...task } = working({ planning });
    const work = task.work && { ...task.work, commentsWeighed: 0 };
    const unweighed = { ...task, comments, work };
    expect(decidedAfter(unweighed, ...actionDone(0))).toEqual([{ type: 'action', name: 'next' }]);
    const saying = doing(after(unweighed, ...actionDone(0), saved('a')), 'execute');
    expect(kindOf(saying)).toBe('ask_patch');
    const weighed: Fact = { type: 'control', name: 'comment_weighed', understanding: '', problems: [], questions: [] };
    expect(kindOf(after(saying, weighed, ...actionDone(1)))).toBe('ask_reflection');
  });

  it('leads to none where reflections are off (PLAN-1)', () => {
    expect(decidedAfter(working({}), ...actionDone(0))).toEqual([{ type: 'action', name: 'next' }]);
  });
});

describe('the line in the log when a task has ended', () => {
  it('says how it ended, how long it took and what it used', () => {
    const ended = doing(reported(reportOf('not_achieved'), true), 'ended');
    expect(endFields(ended)).toMatchObject({
      task: ended.id,
      trace: 'trace-1',
      issue: 'octo/shop#12',
      status: 'failed',
      reason: 'not_achieved',
      pull: 13,
      modelCalls: 0,
    });
    const busy = after(reportOf('finished'), usage({ usd: 0.123_456 }));
    expect(endFields({ ...ended, usage: busy.usage })).toMatchObject({
      modelCalls: 1,
      tokens: 120,
      usd: 0.1235,
      modelMs: 900,
    });
  });
});
