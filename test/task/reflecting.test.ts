import { beforeAll, describe, expect, it } from '@jest/globals';
import { summaryOf } from '../../src/state/task-summary.ts';
import { askReflection } from '../../src/effects/ask-judgement.ts';
import { Fault } from '../../src/errors.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { activityOf } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import { converse } from './scripted-model.ts';
import {
  actionDone,
  after,
  decidedAfter,
  doing,
  kindOf,
  planOf,
  prepared,
  subtask,
  taskAfter,
  UNDISTURBED,
} from './task-world.ts';
import type { AnswerBlock, ModelRequest } from '../../src/ports/model.ts';
import type { Prompts } from '../../src/model-calls/catalogue.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { PlanRevision, Reflection, ReplanDecision } from '../../src/state/judgements.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { At, Task } from '../../src/state/task.ts';
import type { Work } from '../../src/state/work.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a']), subtask('c', ['b'])]);
const REFLECTION = { enabled: true, onError: true, interval: 3, depth: 'moderate' } as const;
const NEEDED: Reflection = {
  action_evaluated: 'a',
  status: 'failure',
  evaluation: 'It did not work.',
  alignment_with_plan: '',
  issues_identified: [],
  plan_revision_needed: true,
};
const REVISION: PlanRevision = { reason: 'Another way', changes: [], updated_action_plan: PLAN.action_plan };
const reflected = (evaluation: Reflection | null, plan_revision: PlanRevision | null = null): Fact => ({
  type: 'reflection',
  name: 'model',
  evaluation,
  plan_revision,
  problems: [],
});

/** At the first action; re-planning is off unless it is asked for. */
function working(planning: Partial<PlanningSettings> = {}, work: Partial<Work> = {}): At<'work'> {
  const task = doing(taskAfter(prepared(PLAN)), 'execute');
  const settings = {
    ...UNDISTURBED,
    reflection: REFLECTION,
    maxRevisions: 3,
    replanning: limitsOf({ enabled: false }),
    ...planning,
  };
  return { ...task, settings: { ...task.settings, planning: settings }, work: { ...task.work, ...work } };
}

type Status = 'success' | 'failure' | 'partial';
/** The action in hand ends, with a judgement of the plan in the same answer or without. */
const ended = (status: Status, judged: ReplanDecision | null = null): readonly Fact[] => [
  ...actionDone(0, status).slice(0, -1),
  {
    ...actionDone(0, status).at(-1),
    ...(judged === null ? {} : { judgement: { replan_id: 'd', decision: judged } }),
  } as Fact,
];
/** What has to be judged then; null where the next action begins at once. */
function judgingAfter(task: Task, status: Status, judged: ReplanDecision | null = null) {
  const decided = decidedAfter(task, ...ended(status, judged)).filter((fact) => fact.type === 'action');
  const [judging = null] = decided.filter((fact) => fact.name === 'judging');
  expect(kindOf(after(task, ...ended(status, judged))) === 'ask_reflection').toBe(judging?.reflect ?? false);
  return judging;
}
const reflects = (task: Task, status: Status) => judgingAfter(task, status)?.reflect ?? false;

describe('when the work is looked back on (PLAN-1, PLAN-3)', () => {
  it('is after every trigger_interval actions', () => {
    const due = (interval: number, finished: number) =>
      reflects(working({ reflection: { ...REFLECTION, interval } }, { sinceReflection: finished - 1 }), 'success');
    expect([1, 2, 3, 4].map((finished) => due(3, finished))).toEqual([false, false, true, true]);
    expect([1, 2].map((finished) => due(1, finished))).toEqual([true, true]);
  });

  it('is never periodic with a trigger_interval of 0', () => {
    const task = working({ reflection: { ...REFLECTION, interval: 0 } }, { sinceReflection: 100 });
    expect(reflects(task, 'success')).toBe(false);
    expect(reflects(task, 'failure')).toBe(true);
  });

  it('is after an error and after a result that differs, unless trigger_on_error is off', () => {
    const off = { reflection: { ...REFLECTION, onError: false } };
    for (const status of ['failure', 'partial'] as const) {
      expect(reflects(working(), status)).toBe(true);
      expect(reflects(working(off), status)).toBe(false);
      expect(reflects(working(off, { sinceReflection: 2 }), status)).toBe(true);
    }
    expect(reflects(working(), 'success')).toBe(false);
  });

  it('is never with reflections switched off', () => {
    const off = { reflection: { ...REFLECTION, enabled: false } };
    expect(judgingAfter(working(off, { sinceReflection: 9 }), 'failure')).toBeNull();
  });

  it('counts the actions from the last time on, and begins anew with each reflection', () => {
    const task = doing(after(working({}, { sinceReflection: 1 }), ...actionDone(0, 'failure')), 'execute');
    expect(task.work).toMatchObject({ sinceReflection: 2, reflections: 0 });
    expect(doing(after(task, reflected(null)), 'execute').work).toMatchObject({ sinceReflection: 0, reflections: 1 });
  });

  it('comes before the decision about the plan, which follows a failure, or a reflection that wants another plan (REPLAN-2)', () => {
    const replanning = limitsOf();
    const fine = decision({ replan_needed: false });
    expect(judgingAfter(working({ replanning }), 'failure')).toMatchObject({ reflect: true, decide: true });
    expect(judgingAfter(working({ replanning }), 'success')).toBeNull();
    expect(judgingAfter(working({ replanning }, { sinceReflection: 2 }), 'success', fine)).toMatchObject({
      reflect: true,
      decide: false,
    });
    const failed = after(working({ replanning }), ...actionDone(0, 'failure'));
    expect(kindOf(failed)).toBe('ask_reflection');
    expect(kindOf(after(failed, reflected(NEEDED)))).toBe('ask_decision');
    const periodic = after(working({ replanning }, { sinceReflection: 2 }), ...actionDone(0));
    expect(kindOf(after(periodic, reflected(NEEDED)))).toBe('ask_decision');
    expect(doing(after(periodic, reflected({ ...NEEDED, plan_revision_needed: false })), 'execute').work.current).toBe(
      1,
    );
  });
});

describe('a reflection that fails (PLAN-6)', () => {
  it('is left at that: the next action is tried', () => {
    const task = doing(after(working(), ...actionDone(0, 'failure'), reflected(null)), 'execute');
    expect(task.work).toMatchObject({ current: 1, judging: null });
    expect(task.work.actions[1]?.status).toBe('running');
  });
});

describe('more revisions than max_revisions (PLAN-3, PLAN-6)', () => {
  const failed = (planning: Partial<PlanningSettings>, revisions: number): Task => {
    const task = working(planning);
    return after({ ...task, replanning: { ...task.replanning, revisions } }, ...actionDone(0, 'failure'));
  };

  const waitsForPerson = { phase: 'wait', waiting_for: 'intervention' };

  it('without re-planning: the n-th revises the plan, for the next a person has to step in', () => {
    const last = after(failed({ maxRevisions: 2 }, 1), reflected(NEEDED, REVISION));
    expect([activityOf(last), last.replanning.revisions]).toEqual(['execute', 2]);
    expect(last.replanning.versions).toHaveLength(1);
    const tooMany = after(failed({ maxRevisions: 2 }, 2), reflected(NEEDED, REVISION));
    expect(summaryOf(tooMany)).toMatchObject(waitsForPerson);
    expect(tooMany.replanning).toMatchObject({ revisions: 2, versions: [] });
    expect(summaryOf(after(failed({ maxRevisions: 0 }, 0), reflected(NEEDED)))).toMatchObject(waitsForPerson);
    const calm = reflected({ ...NEEDED, plan_revision_needed: false }, REVISION);
    expect(activityOf(after(failed({ maxRevisions: 0 }, 0), calm))).toBe('execute');
  });

  it('with re-planning: the same, and trying the same action again is no revision', () => {
    const decided = (revisions: number, level: number, evaluation: Reflection) => {
      const task = after(failed({ maxRevisions: 2, replanning: limitsOf() }, revisions), reflected(evaluation));
      const wish = decision({ replan_type: level === 1 ? 'retry' : 'partial_replan', replan_level: level });
      const judged: Fact = { type: 'phase', name: 'judged', replan_id: 'd', point: 'execution', decision: wish };
      const [verdict] = decidedAfter(task, judged).filter((fact) => 'verdict' in fact);
      const then = after(task, judged);
      return {
        verdict,
        revisions: then.replanning.revisions,
        now: activityOf(then),
        waits: summaryOf(then).waiting_for,
      };
    };
    expect(decided(1, 2, NEEDED)).toMatchObject({ verdict: { executed: true }, now: 'sequence', revisions: 2 });
    expect(decided(2, 2, NEEDED)).toMatchObject({
      verdict: { executed: false, override_reason: 'limit_reached' },
      now: 'wait',
      waits: 'intervention',
      revisions: 2,
    });
    expect(decided(2, 1, NEEDED)).toMatchObject({ verdict: { executed: true }, now: 'execute', revisions: 2 });
    const calm = { ...NEEDED, plan_revision_needed: false };
    expect(decided(2, 2, calm)).toMatchObject({ verdict: { executed: true }, now: 'sequence', revisions: 2 });
  });

  it('loses nothing: what is done stays, and an answer lets the work go on with the count at 0', () => {
    const waiting = after(failed({ maxRevisions: 2 }, 2), reflected(NEEDED));
    expect(activityOf(waiting)).toBe('wait');
    const posted = after(waiting, {
      type: 'question',
      name: 'posted',
      question_id: 1,
      comment_id: 5,
      url: 'u',
      texts: [],
    });
    const person = { id: 8, login: 'maintainer' };
    const answer = {
      type: 'answer',
      name: 'given',
      question_id: 1,
      by: person,
      text: 'Go on.',
      settles: { 0: 'Go on.' },
      verdict: null,
    } as const;
    const back = doing(after(posted, answer), 'execute');
    expect(back).toMatchObject({ replanning: { revisions: 0 }, work: { current: 1 } });
  });
});

describe('the question of a reflection', () => {
  let prompts: Prompts;
  const requests: ModelRequest[] = [];
  const warnings: string[] = [];
  beforeAll(async () => {
    prompts = await loadPrompts();
  });

  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  function ask(task: Task, answer: () => readonly AnswerBlock[]): Promise<readonly Fact[]> {
    const tools = {
      prompts,
      clock: { now: () => 0 },
      log: { warn: (_: unknown, message: string) => warnings.push(message) },
      nonceOf: () => '0123456789abcdef0123456789abcdef',
      maxOutputTokens: 1_000,
      model: {
        price: () => 0,
        ask: async (request: ModelRequest) => {
          requests.push(request);
          return { model: 'test', content: answer(), stopReason: 'tool_use', usage, attempts: 1 };
        },
      },
    } as unknown as Toolbox;
    return askReflection({
      effect: { kind: 'ask_reflection' },
      key: 'k',
      task,
      tools,
      signal: new AbortController().signal,
    });
  }
  const answered = (input: object) => (): readonly AnswerBlock[] => [
    { type: 'tool_use', id: 'r', name: 'submit_reflection', input },
  ];
  const updated = REVISION;
  const judging = (planning: Partial<PlanningSettings>, revisions = 0) => {
    const task = working(planning);
    return after({ ...task, replanning: { ...task.replanning, revisions } }, ...actionDone(0, 'failure'));
  };

  it('changes the plan where re-planning is off, up to max_revisions (PLAN-1, PLAN-3)', async () => {
    const facts = async (planning: Partial<PlanningSettings>, revisions: number, reflection: Reflection = NEEDED) => {
      const task = judging(planning, revisions);
      const outcome = await ask(task, answered({ reflection, plan_revision: updated }));
      expect(outcome.map((fact) => fact.type)).toEqual(['reflection', 'usage']);
      const changed = decidedAfter(task, ...outcome).filter((fact) => fact.type === 'revision');
      expect(changed.every(({ source, reason }) => source === 'reflection' && reason === 'Another way')).toBe(true);
      return changed.length;
    };
    expect(await facts({ maxRevisions: 2 }, 1)).toBe(1);
    expect(await facts({ maxRevisions: 2 }, 2)).toBe(0);
    expect(await facts({ maxRevisions: 2, replanning: limitsOf() }, 0)).toBe(0);
    expect(await facts({ maxRevisions: 2 }, 0, { ...NEEDED, plan_revision_needed: false })).toBe(0);
  });

  it('asks for another plan only where it may change the plan (PLAN-1)', async () => {
    const shown = async (planning: Partial<PlanningSettings>) => {
      requests.length = 0;
      await ask(judging(planning), answered({ reflection: NEEDED }));
      return JSON.stringify(requests[0]?.messages);
    };
    expect(await shown({})).toContain('also hand in `plan_revision`');
    expect(await shown({ replanning: limitsOf() })).toContain('You do not change the plan here');
  });

  it('takes over no plan that breaks the rules of plans (PLAN-1)', async () => {
    const broken = { ...updated, updated_action_plan: { ...PLAN.action_plan, execution_order: ['c', 'b', 'a'] } };
    const given = { reflection: NEEDED, plan_revision: broken };
    const { task, recorded } = await converse(judging({}), [given, given]);
    const wrong = { name: 'invalid_answer', broke: 'rules', problems: [expect.any(String), expect.any(String)] };
    expect(recorded).toMatchObject([
      [wrong, { type: 'usage' }],
      [wrong, { type: 'usage' }],
    ]);
    expect(task.plan).toEqual(PLAN);
    expect(doing(task, 'execute').work).toMatchObject({ current: 1, reflections: 1 });
    // Where the decision that follows changes the plan, nothing depends on it, and no call is made for it.
    const [fact] = await ask(judging({ replanning: limitsOf() }), answered(given));
    expect(fact).toMatchObject({
      type: 'reflection',
      evaluation: NEEDED,
      plan_revision: null,
      problems: wrong.problems,
    });
  });

  it('of which only the other plan is unusable keeps what it says (PLAN-1)', async () => {
    const broken = { ...updated, updated_action_plan: { ...PLAN.action_plan, execution_order: ['c', 'b', 'a'] } };
    const given = { reflection: NEEDED, plan_revision: broken };
    const before = judging({ maxRevisions: 0 });
    const first = (await converse(before, [given])).recorded[0] as readonly Fact[];
    const [kept] = decidedAfter(after(before, ...first), ...first);
    expect(kept).toMatchObject({ type: 'reflection', evaluation: NEEDED, plan_revision: null });
  });

  it('that the model refuses or answers in no readable way is logged, and is none (PLAN-6)', async () => {
    const { task, requests: asked } = await converse(judging({}), ['Hm.', 'Hm.', 'Hm.', 'Hm.']);
    expect(asked).toHaveLength(4);
    expect(doing(task, 'execute').work).toMatchObject({ current: 1, reflections: 1, judging: null });
    const refused = ask(judging({}), () => {
      throw new Fault('model_refused', 'No.', '');
    });
    expect(await refused).toMatchObject([{ type: 'reflection', evaluation: null, problems: ['No.'] }]);
    expect(warnings).toEqual(['reflection failed, the work continues']);
    await expect(
      ask(judging({}), () => {
        throw new Fault('model_credentials', 'Wrong key.', '');
      }),
    ).rejects.toMatchObject({ code: 'model_credentials' });
  });

  it('shows as much of the log as depth says (PLAN-3)', async () => {
    const shown = async (depth: 'deep' | 'moderate' | 'shallow') => {
      requests.length = 0;
      const task = working({ reflection: { ...REFLECTION, depth }, maxRevisions: 3 });
      const good: Reflection = { ...NEEDED, plan_revision_needed: false };
      const saved = (id: string): Fact => ({
        type: 'effect',
        name: 'checkpoint',
        subtask: id,
        change: null,
        command_ms: 40,
      });
      const steps = [
        ...actionDone(0, 'failure'),
        reflected(good),
        saved('a'),
        ...actionDone(1, 'success'),
        saved('b'),
        ...actionDone(2, 'failure'),
      ];
      await ask(after(task, ...steps), answered({ reflection: good }));
      return /(?:All|The last) \d(?: of \d)? finished actions/.exec(JSON.stringify(requests))?.[0];
    };
    expect(await shown('deep')).toBe('All 3 finished actions');
    expect(await shown('moderate')).toBe('The last 2 of 3 finished actions');
    expect(await shown('shallow')).toBe('The last 1 of 3 finished actions');
  });
});
