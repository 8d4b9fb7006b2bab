import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { judgingAfter } from '../../src/phases/between/judging.ts';
import { arrivals } from '../../src/drive/read-inbox.ts';
import { endFields } from '../../src/drive/end-fields.ts';
import { assume } from '../../src/effects/ask-people.ts';
import { decisionFact } from '../../src/effects/decision-fact.ts';
import { actionDone, after, inPhase, planOf, prepared, subtask, taskAfter, usage, UNDISTURBED } from './task-world.ts';
import { reported, reportOf } from '../progress/cases.ts';
import type { ReplanDecision } from '../../src/calls/judgement-schemas.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { Fact } from '../../src/state/facts.ts';
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
const FINE: ReplanDecision = { ...DOUBT, replan_needed: false, confidence: 0.9, replan_type: 'none', replan_level: null };
const comment = (text: string, id = 'i1'): InboxItem => ({
  kind: 'comment',
  id,
  addressed: false,
  by: { id: 8, login: 'maintainer' },
  text,
});

/** Up to the first action, each judgement saying that the plan will do; then one that is not sure. */
function waitingForConfirmation(): Task {
  const settings = { settings: SETTINGS };
  let task = taskAfter(prepared(PLAN).slice(0, 2), settings);
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    const points = { understand: 'goal_understanding', decompose: 'task_decomposition', sequence: 'action_sequence' } as const;
    if (task.phase === 'understand' || task.phase === 'decompose' || task.phase === 'sequence')
      task = after(task, decisionFact(task, points[task.phase], { id: `d${task.version}`, decision: FINE }));
  }
  task = after(task, ...actionDone(0, 'failure', ['It failed']));
  task = after(task, decisionFact(task, 'execution', { id: 'doubtful', decision: DOUBT }));
  return after(task, { type: 'question', question_id: 1, comment_id: 5, url: 'u', texts: [] });
}

describe('a re-plan that waits for confirmation', () => {
  const asked = waitingForConfirmation();
  const closed = { type: 'replan_decision', name: 'completed', replan_id: 'doubtful', executed: false, result: 'skipped' };

  it('is closed in the history when a person refuses it, once (REPLAN-8)', () => {
    expect(asked).toMatchObject({ phase: 'wait', reason: 'confirmation' });
    const facts = arrivals.facts([comment('no')], [], asked);
    expect(facts).toMatchObject([
      { type: 'answer', verdict: 'no' },
      { ...closed, override_reason: 'refused_by_person', plan_after: PLAN },
    ]);
    const task = after(asked, ...facts);
    expect(task.replanning.records.at(-1)).toMatchObject({ executed: false, override: 'refused_by_person', result: 'skipped' });
    expect(task.phase).toBe('execute');
    const twice = arrivals.facts([comment('no'), comment('no', 'i2')], [], asked);
    expect(twice.filter((fact) => fact.type === 'replan_decision')).toHaveLength(1);
  });

  it('is closed when nobody answers, and left open when somebody agrees or is not understood', async () => {
    const facts = await assume({
      effect: { kind: 'assume' },
      key: 'k',
      task: asked,
      tools: {} as never,
      signal: AbortSignal.abort(),
    });
    expect(facts).toMatchObject([
      { type: 'answer', name: 'assumed' },
      { ...closed, override_reason: 'low_confidence' },
    ]);
    expect(after(asked, ...facts).replanning.records.at(-1)).toMatchObject({
      executed: false,
      override: 'low_confidence',
      result: 'skipped',
    });
    for (const text of ['yes', 'Hm, let me think.'])
      expect(arrivals.facts([comment(text)], [], asked).map((fact) => fact.type)).toEqual(['answer']);
  });
});

describe('what people say during the work', () => {
  const planning = { ...UNDISTURBED, reflection: { enabled: true, onError: true, interval: 0, depth: 'moderate' as const } };
  const working = (settings: Partial<TaskSettings>) => {
    const said: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Not like that.' };
    const weighed: Fact = { type: 'control', name: 'comment_weighed', understanding: '', problems: [], questions: [] };
    return inPhase(taskAfter([...prepared(PLAN), said, weighed], { settings }), 'execute');
  };

  it('leads to a reflection when the action in hand ends, also a good one, once (PLAN-1.5)', () => {
    const task = working({ planning });
    expect(judgingAfter(task, { status: 'success' })).toMatchObject({ reflect: true, decide: false });
    const reflected = after(task, ...actionDone(0), { type: 'reflection', evaluation: null, plan_revision: null, problems: [] });
    expect(judgingAfter(inPhase(reflected, 'execute'), { status: 'success' })).toBeNull();
  });

  it('leads to none where reflections are off (PLAN-1)', () => {
    expect(judgingAfter(working({}), { status: 'success' })).toBeNull();
  });
});

describe('the line in the log when a task has ended', () => {
  it('says how it ended, how long it took and what it used', () => {
    const ended = inPhase(reported(reportOf('not_achieved'), true), 'ended');
    expect(endFields(ended)).toMatchObject({
      task: ended.id,
      trace: 'trace-1',
      issue: 'octo/shop#12',
      status: 'failed',
      reason: 'not_achieved',
      pull: 13,
      modelCalls: 0,
    });
    const busy = inPhase(after(reportOf('finished'), usage({ usd: 0.123_456 })), 'report');
    expect(endFields({ ...ended, usage: busy.usage })).toMatchObject({ modelCalls: 1, tokens: 120, usd: 0.1235, modelMs: 900 });
  });
});
