import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { next } from '../../src/flow/next.ts';
import { replay } from '../../src/state/evolve.ts';
import { activityOf } from '../../src/state/select.ts';
import { chanceFrom } from '../task/chance.ts';
import {
  after,
  BEGAN,
  command,
  kindOf,
  planOf,
  recorded,
  SNAPSHOT,
  subtask,
  taskAfter,
  UNDISTURBED,
  usage,
} from '../task/task-world.ts';
import { limitsOf } from '../replan/situations.ts';
import { ACTIVITIES, checked, driven, frozen, LOST, REPORTED, STOP, taskIn, VERIFIED, WORDS } from './stories.ts';
import { runs } from '../long.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';

const ENDLESS = {
  clarifications: 1e9,
  questionsInWork: 1e9,
  redecompositions: 1e9,
  regenerations: 1e9,
  actionRetries: 1e9,
  partialReplans: 1e9,
  monitoringRevisions: 1e9,
  total: 1e9,
  sameTrigger: 1e9,
};

describe('the life of a task', () => {
  it.each(ACTIVITIES)('comes to where it does this: %s', (activity) => {
    expect(activityOf(taskIn(activity))).toBe(activity);
  });

  it('asks for the effects of an undisturbed task in their order', () => {
    const kinds: (EffectKind | null)[] = [];
    let task = taskAfter([]);
    for (const fact of VERIFIED) {
      if (!['answer', 'finished'].includes('name' in fact ? fact.name : '')) kinds.push(kindOf(task));
      task = after(task, fact);
    }
    expect(kinds).toEqual([
      'create_progress_comment',
      'look_at_repository',
      'ask_model',
      'ask_model',
      'ask_model',
      'start_sandbox',
      'clone',
      'run_setup',
      'run_environment_check',
      'settle_workspace',
      'use_tool',
      'checkpoint',
      'use_tool',
      'checkpoint',
      'merge_base',
      'run_tests',
      'ask_assessment',
    ]);
  });

  it('does not throw, makes legal moves only and leaves its inputs alone, whatever facts come (EXEC-1)', () => {
    const pool = [...VERIFIED, ...anyFacts(), REPORTED, WORDS].map(frozen);
    fc.assert(
      fc.property(
        fc.constantFrom(...ACTIVITIES),
        fc.array(fc.constantFrom(...pool), { maxLength: 40 }),
        (activity, facts) => {
          let task = frozen(taskIn(activity));
          for (const fact of facts) {
            task = checked(task, fact, 500);
            next(task);
          }
        },
      ),
      { numRuns: runs(1_500, 300) },
    );
  });

  it('always comes to its end, through outages, faults, lost workspaces, crashes and wrong answers (QUAL-2.9)', () => {
    const reasons = new Set<string>();
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.nat(99_999)),
        fc.constantFrom(0, 5, 15, 40),
        fc.constantFrom(7, 60),
        (numbers, troublePercent, modelCalls) => {
          const start = taskAfter([], {
            settings: { outageMs: 600_000, budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls } },
          });
          const stepMs = troublePercent === 0 ? 1_000 : 400_000;
          const { stage, work, inFlight } = driven(chanceFrom(numbers), start, {
            troublePercent,
            crashes: true,
            stepMs,
          });
          reasons.add(stage.ending.reason);
          expect(inFlight).toBeNull();
          expect(stage.sandboxRemoved || stage.skipped.some((step) => step.effect === 'remove_sandbox')).toBe(true);
          expect(stage.resultComment !== null || stage.skipped.some((step) => step.effect === 'post_result')).toBe(
            true,
          );
          if (stage.pullRequest !== null) expect(work?.checkpoint.change).not.toBeNull();
        },
      ),
      { numRuns: 600 },
    );
    for (const reason of [
      'finished',
      'not_achieved',
      'fault',
      'outage',
      'unclear_goal',
      'impossible_plan',
      'empty_repository',
    ])
      expect(reasons).toContain(reason);
  });

  it('comes to its end and says so, whatever a model and its tools repeat for ever, by its budget alone (I10)', () => {
    const planning: PlanningSettings = {
      ...UNDISTURBED,
      reflection: { enabled: true, onError: true, interval: 2, depth: 'deep' },
      maxRevisions: 1e9,
      review: { plan: true, diff: true },
      replanning: { ...limitsOf(), ...ENDLESS, detectsLoops: false },
      assumes: true,
      assumeAfterMs: 60_000,
    };
    const budget = { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 60 };
    const start = taskAfter([], { settings: { planning, budget } });
    fc.assert(
      fc.property(fc.array(fc.nat(99), { minLength: 1, maxLength: 5 }), (pattern) => {
        const repeated = (function* () {
          for (;;) yield* pattern;
        })();
        const { stage, usage: used, extensions } = driven(chanceFrom(repeated), start, { troublePercent: 0 });
        expect(stage.resultComment).not.toBeNull();
        expect(used.modelCalls).toBeLessThanOrEqual(60 * (1 + extensions) + 10);
      }),
      { numRuns: runs(600, 40) },
    );
  });

  it.each(ACTIVITIES.filter((activity) => activity !== 'report' && activity !== 'ended'))(
    'ends as stopped when a person says so in the middle of this, and whatever happens while it tidies up: %s (P16)',
    (activity) => {
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat(99_999)), (numbers) => {
          const task = after(taskIn(activity), STOP);
          expect(activityOf(task)).toBe('report');
          const { stage } = driven(chanceFrom(numbers), task, { stepMs: 400_000 });
          expect(stage.ending).toEqual({ status: 'stopped', reason: 'stopped', detail: 'maintainer', list: [] });
          expect(stage.pullRequest).toBeNull();
        }),
        { numRuns: runs(60, 15) },
      );
    },
  );

  it('is the same from one history, however often it is folded, and each prefix folds', () => {
    const history = recorded([...VERIFIED, REPORTED]);
    expect(replay(history)).toEqual(replay(structuredClone(history)));
    for (let length = 1; length <= history.length; length += 1)
      expect(replay(history.slice(0, length))?.version).toBe(length);
    expect(replay([])).toBeNull();
    expect(() => replay(history.slice(1))).toThrow('A history begins with its task, not with effect.');
  });
});

/** One of each fact that no undisturbed history contains. */
function anyFacts(): readonly Fact[] {
  const kinds: readonly EffectKind[] = ['clone', 'ask_next_step', 'checkpoint', 'post_result'];
  const by = { id: 8, login: 'm' };
  return [
    STOP,
    { ...STOP, by: null, reason: 'closed' },
    { type: 'control', name: 'comment', by, text: 'Hello.' },
    { type: 'control', name: 'pause', by: 'm' },
    { type: 'control', name: 'resume', by: 'm' },
    {
      type: 'control',
      name: 'comment_weighed',
      understanding: 'I see.',
      problems: [],
      questions: [{ text: 'Which?', blocking: true }],
    },
    { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] },
    { type: 'effect', name: 'time_over' },
    { type: 'effect', name: 'reminded', question_id: 1, comment_id: 5, url: 'u' },
    { type: 'phase', name: 'judged', replan_id: 'd', point: 'execution', decision: null },
    { type: 'reflection', name: 'model', evaluation: null, plan_revision: null, problems: [] },
    { type: 'review', of: 'diff', result: 'FAIL', feedback: 'No.', how: 'tool', attempt: 1 },
    {
      type: 'revision',
      reason: 'So.',
      source: 'comment',
      changes: [],
      updated_plan: planOf([subtask('a'), subtask('z')]),
    },
    ...kinds.map((effect): Fact => ({ type: 'effect', name: 'started', effect, key: 'k' })),
    ...kinds.map(
      (effect): Fact => ({ type: 'error', name: 'retry_later', effect, of: 'model', message: 'later', due_at: BEGAN }),
    ),
    ...kinds.map(
      (effect): Fact => ({ type: 'error', name: 'fault', effect, code: 'internal', message: 'broken', advice: 'mend' }),
    ),
    { type: 'error', name: 'invalid_answer', call: 'action_plan', problems: ['wrong'], broke: 'schema', content: [] },
    { type: 'error', name: 'invalid_answer', call: 'action_plan', problems: ['wrong'], broke: 'rules', content: [] },
    {
      type: 'phase',
      name: 'goal_error',
      error: { type: 'unclear_goal', message: 'Which?', clarification_needed: [], assumptions: [], evidence: [] },
    },
    { type: 'phase', name: 'summary', title: 't', body: 'b', key_outcomes: [] },
    { type: 'environment', name: 'repository_empty', branch: 'main' },
    { type: 'control', name: 'blockers_changed' },
    LOST,
    { type: 'environment', name: 'cloned', command: command('git clone', 1) },
    { type: 'environment', name: 'setup', command: command('x', 1) },
    { type: 'effect', name: 'push_refused', subtask: 'a', cause: 'rejected', reason: 'no', paths: [] },
    { type: 'effect', name: 'pull_request', number: 1, url: 'u', draft: true, title: 't' },
    { type: 'effect', name: 'result_comment', comment_id: 1, url: 'u' },
    { type: 'effect', name: 'progress_finished' },
    { type: 'effect', name: 'sandbox_removed' },
    { type: 'action', name: 'answer', action: 9, content: [], stop_reason: 'end_turn' },
    { type: 'plan', plan: planOf([subtask('z')]) },
    { type: 'environment', name: 'repository', snapshot: SNAPSHOT, earlier_tasks: '', github_ms: 1 },
    usage(),
    recorded([])[0] as Recorded,
  ];
}
