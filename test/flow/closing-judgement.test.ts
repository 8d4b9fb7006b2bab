import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { actionTools } from '../../src/model-calls/calls.ts';
import { systemPrompt } from '../../src/model-calls/planning-messages.ts';
import { at, blockingQuestion } from '../../src/state/select.ts';
import { decisionView } from '../../src/model-calls/decision-view.ts';
import { assessmentQuestion, decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { promptTools } from '../context/views.ts';
import { decision, judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  answeredBy,
  command,
  decidedAfter,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { ActionStatus, ReplanDecision } from '../../src/state/judgements.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf(['a', 'b', 'c', 'd'].map((id) => subtask(id)));
const REFLECTS = { enabled: true, onError: true, interval: 3, depth: 'moderate' as const };
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2, reasoning: 'The tool is not there.' } as const;
const FINE = { replan_needed: false, replan_type: 'none' } as const;

function working(planning: Partial<PlanningSettings> = {}, plan = PLAN): Task {
  const task = taskAfter(prepared(plan));
  const all = { ...UNDISTURBED, assumes: true, reflection: REFLECTS, maxRevisions: 3, replanning: limitsOf() };
  return { ...task, settings: { ...task.settings, planning: { ...all, ...planning } } };
}
const due = (task: Task): Task => ({ ...task, work: task.work && { ...task.work, sinceReflection: 2 } });
/** An action that ends with this status, and with its judgement if one is given. */
function ends(index: number, status: ActionStatus, fields?: Partial<ReplanDecision>): readonly Fact[] {
  const facts = actionDone(index, status, status === 'success' ? [] : ['no tool']);
  const judged = fields && { judgement: { replan_id: `c${index}`, decision: decision(fields) } };
  return [...facts.slice(0, 3), { ...facts[3], ...judged } as Fact];
}
const kinds = (facts: readonly Fact[]) =>
  facts.map((fact) => ('name' in fact ? `${fact.type} ${fact.name}` : fact.type));
const reflected = (plan_revision_needed: boolean): Fact => ({
  type: 'reflection',
  name: 'model',
  evaluation: {
    action_evaluated: 'a',
    status: 'success',
    evaluation: 'It drifts.',
    alignment_with_plan: '',
    issues_identified: [],
    plan_revision_needed,
  },
  plan_revision: null,
  problems: [],
});

describe('a judgement that came with the closing answer', () => {
  it('after a failure: what that answer says is recorded as the reflection, and no call is made (PLAN-1, MODEL-2)', () => {
    const facts = decidedAfter(working(), ...ends(0, 'failure', PARTIAL));
    expect(facts.find((fact) => fact.type === 'reflection')).toMatchObject({
      name: 'model',
      evaluation: {
        action_evaluated: 'a: Carry out a',
        status: 'failure',
        evaluation: 'Action 1 came to its end.',
        issues_identified: ['no tool'],
        plan_revision_needed: true,
      },
    });
    const task = after(working(), ...ends(0, 'failure', PARTIAL));
    expect([kindOf(task), task.work?.reflections, task.work?.sinceReflection]).toEqual(['ask_model', 1, 0]);
    expect(task.replanning).toMatchObject({ revisions: 1, counts: { partialReplans: 1 } });
    expect(kinds(decidedAfter(working(), ...ends(0, 'success', FINE)))).not.toContain('reflection model');
    const off = working({ reflection: { ...REFLECTS, onError: false } });
    expect(kinds(decidedAfter(off, ...ends(0, 'failure', PARTIAL)))).not.toContain('reflection model');
  });

  it('beyond max_revisions: a person decides, as after any reflection (PLAN-6)', () => {
    const before = working({ maxRevisions: 2 });
    const revised = { ...before, replanning: { ...before.replanning, revisions: 2 } };
    const task = after(revised, ...ends(0, 'failure', PARTIAL));
    expect(blockingQuestion(task)).toMatchObject({ kind: 'intervention', context: 'The tool is not there.' });
    expect(blockingQuestion(task)?.texts[0]).toContain('revised as often as allowed');
  });

  it('the periodic reflection takes place in any case, and what was judged counts after it (PLAN-1, PLAN-3)', () => {
    for (const [status, fields] of [
      ['success', FINE],
      ['failure', FINE],
      ['success', PARTIAL],
      ['failure', PARTIAL],
    ] as const) {
      const task = after(due(working()), ...ends(0, status, fields));
      expect([status, fields.replan_type, kindOf(task)]).toEqual([status, fields.replan_type, 'ask_reflection']);
      const then = after(task, reflected(false));
      expect(kindOf(then)).toBe(fields === PARTIAL ? 'ask_model' : 'checkpoint');
      expect(then.replanning.counts.partialReplans).toBe(fields === PARTIAL ? 1 : 0);
    }
    const wanted = after(due(working()), ...ends(0, 'success', FINE), reflected(true));
    expect(kindOf(wanted)).toBe('ask_decision');
    const revising = after(due(working()), ...ends(0, 'success', PARTIAL), reflected(true));
    expect(revising.replanning.revisions).toBe(1);
  });

  it('none with a success is recorded as one that lets the plan be, and makes no call (REPLAN-2, MODEL-2)', () => {
    const facts = decidedAfter(working(), ...ends(0, 'success'));
    expect(facts).toMatchObject([
      {
        type: 'replan_decision',
        phase: 'execution',
        executed: false,
        override_reason: null,
        result: 'skipped',
        llm_decision: { replan_needed: false, replan_type: 'none' },
      },
      { type: 'action', name: 'next' },
    ]);
    expect(kinds(decidedAfter(due(working()), ...ends(0, 'success')))).toEqual([
      'replan_decision decided',
      'action judging',
    ]);
    const off = working({ replanning: limitsOf({ enabled: false }) });
    expect(kinds(decidedAfter(off, ...ends(0, 'success')))).toEqual(['action next']);
    const first = after(working(), ...ends(0, 'success'), saved('a'));
    const ids = [working(), first].map((task, at) =>
      decidedAfter(task, ...ends(at, 'success')).flatMap((fact) => ('replan_id' in fact ? [fact.replan_id] : [])),
    );
    expect(new Set(ids.flat()).size).toBe(2);
  });
});

describe('failed actions in a row (PLAN-6)', () => {
  const fails = (index: number) => ends(index, 'failure', FINE);
  const failing = (planning: Partial<PlanningSettings> = {}) =>
    after(working(planning), ...fails(0), saved('a'), ...ends(1, 'partial', FINE), saved('b'));
  const answered = (task: Task): Task => answeredBy(task, 'Go on.');

  it('as many as revisions are allowed: a person is asked before the next action, and the task waits', () => {
    expect(failing().work).toMatchObject({ failuresInARow: 2, current: 2 });
    const task = after(failing(), ...fails(2));
    expect(blockingQuestion(task)).toMatchObject({
      kind: 'intervention',
      needsPerson: true,
      texts: ['3 actions in a row did not succeed. How should I continue?'],
      context: 'Action 3 came to its end.\nno tool',
    });
    expect(task.work?.current).toBe(2);
    expect(failing({ maxRevisions: 2 }).work?.current).toBe(1);
    expect(blockingQuestion(after(failing({ maxRevisions: 0 }), ...fails(2)))).toBeNull();
  });

  it('with their answer the count begins anew, and the work goes on', () => {
    const task = answered(after(failing(), ...fails(2)));
    expect(task.work).toMatchObject({ failuresInARow: 0, current: 3 });
  });

  it('a success between, and trying the same action again, are none', () => {
    const good = after(failing(), ...ends(2, 'success'), saved('c'));
    expect([good.work?.failuresInARow, blockingQuestion(after(good, ...fails(3)))]).toEqual([0, null]);
    const again = after(failing(), ...ends(2, 'failure', { replan_type: 'retry', replan_level: 1 }));
    expect([again.work?.failuresInARow, again.work?.current]).toEqual([2, 2]);
  });

  it('another plan is a way on; where it is refused, a person is asked', () => {
    const planning = after(failing(), ...ends(2, 'failure', PARTIAL));
    expect(kindOf(planning)).toBe('ask_model');
    const planned = after(planning, { type: 'plan', plan: PLAN });
    const begun = after(planned, judgement(planned, 'action_sequence', FINE));
    expect(begun.work).toMatchObject({ failuresInARow: 0, current: 0 });
    const doubtful = after(failing(), ...ends(2, 'failure', { ...PARTIAL, confidence: 0.1 }));
    expect(blockingQuestion(doubtful)?.texts[0]).toContain('3 actions in a row');
  });

  it.each([
    ['judged by a call', {}, [judgement({ version: 1 }, 'execution', FINE)]],
    ['without re-planning', { replanning: limitsOf({ enabled: false }) }, []],
    ['looked back on without re-planning', { replanning: limitsOf({ enabled: false }) }, [reflected(false)]],
  ] as const)('%s, too', (_, planning, facts) => {
    const isLookedAt = facts.some((fact) => fact.type === 'reflection');
    const reflection = { ...REFLECTS, enabled: isLookedAt, interval: 0 };
    let task = working({ ...planning, reflection });
    for (const index of [0, 1, 2]) task = after(task, ...ends(index, 'failure'), ...facts, saved('abc'.charAt(index)));
    expect(blockingQuestion(task)?.texts[0]).toContain('3 actions in a row');
    expect(answered(task).work?.current).toBe(3);
  });
});

describe('what the closing answer judges by (REPLAN-2, PLAN-1)', () => {
  let tools: PromptTools;
  beforeAll(async () => {
    tools = await promptTools();
  });
  const last = (task: Task) => JSON.stringify(actionMessages(at(task, 'work'), tools).at(-1)?.content);

  it('is explained in the system prompt, and stands with each action as it is then', () => {
    const failed = after(working(), ...ends(0, 'failure', FINE), saved('a'));
    const system = systemPrompt('act-system', failed, tools);
    for (const told of ['`replan_decision`', '`replan_level`', '`confidence`']) expect(system).toContain(told);
    expect(systemPrompt('act-system', working(), tools)).toBe(system);
    expect(last(failed)).toContain('a, how an action ended: Action 1 came to its end.');
    expect(last(failed)).toContain('a, action: no tool');
    expect(last(failed)).toContain('Actions without success: 1, 1 in a row up to now.');
    expect(last(failed)).toContain('Still to come: 2 more, as given before.');
    for (const told of ['b: Carry out b', 'c: Carry out c', 'planning the rest anew 2'])
      expect(last(working())).toContain(told);
    const again = after(working(), ...ends(0, 'failure', { replan_type: 'retry', replan_level: 1 }));
    expect(last(again)).toContain('try the action again (confidence 90 %): begun');
    expect(last(working({ replanning: limitsOf({ enabled: false }) }))).toContain('Re-planning is switched off');
  });

  it('leaves what was sent before as it was (MODEL-6)', () => {
    const one = after(working(), ...ends(0, 'failure', FINE), saved('a'));
    const two = after(one, ...ends(1, 'success'), saved('b'));
    const sent = (task: Task) => JSON.stringify(actionMessages(at(task, 'work'), tools));
    expect(sent(two).startsWith(sent(one).slice(0, -1))).toBe(true);
    expect(actionTools.find(({ name }) => name === 'finish_action')).toBeDefined();
  });

  it('the last judgement is told of the reflections that were made (PLAN-1)', () => {
    const plan = planOf([subtask('a')]);
    const done = after(due(working({}, plan)), ...ends(0, 'success'), reflected(false), saved('a'), {
      type: 'verification',
      name: 'tests',
      command: command('npm test'),
    });
    expect(kindOf(done)).toBe('ask_assessment');
    expect(assessmentQuestion(decisionView(done, 'reflection'), tools)).toContain('a: success. It drifts.');
    expect(decisionQuestion(decisionView(done, 'reflection'), tools)).toContain('a: success. It drifts.');
  });
});
