import { describe, expect, it } from '@jest/globals';
import { summaryOf } from '../../src/state/task-summary.ts';
import { spent } from '../../src/comments/work-report.ts';
import { MAX_STARTS_OF_ONE_EFFECT } from '../../src/flow/ending.ts';
import { next } from '../../src/flow/next.ts';
import { activityOf, at, reportOf } from '../../src/state/select.ts';
import { actionDone, after, BEGAN, decidedAfter, doing, kindOf, taskAfter, usage } from '../task/task-world.ts';
import { PLAN, STOP, taskIn, WORKING } from './stories.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';

describe('a stop', () => {
  it.each(['report', 'ended'] as const)('keeps the ending of a task that does this: %s', (activity) => {
    const task = taskIn(activity);
    const stopped = after(task, STOP);
    expect(activityOf(stopped)).toBe(activity);
    expect(reportOf(stopped)?.ending.reason).toBe('finished');
    expect(stopped.version).toBe(task.version + 1);
    expect(decidedAfter(task, STOP)).toEqual([]);
  });

  it('ends a task as withdrawn when nobody in particular stops it', () => {
    const task = at(after(taskIn('execute'), { ...STOP, by: null, reason: 'closed' }), 'report');
    expect(task.stage.ending).toMatchObject({ reason: 'withdrawn', status: 'stopped', detail: 'closed' });
  });
});

describe('what counts whatever a task does', () => {
  it('adds up model calls and the time of commands', () => {
    const task = after(
      taskIn('execute'),
      usage({
        input_tokens: 7,
        output_tokens: 5,
        cache_read_tokens: 3,
        cache_write_tokens: 2,
        usd: 0.5,
        duration_ms: 10,
      }),
      usage(),
    );
    expect(task.usage).toEqual({
      modelCalls: 2,
      inputTokens: 107,
      outputTokens: 25,
      cacheReadTokens: 3,
      cacheWriteTokens: 2,
      usd: 0.51,
      unpricedCalls: 0,
      unpricedModels: [],
      modelMs: 910,
      commandMs: 50,
      waitedMs: 0,
      interruptedCalls: 0,
      estimatedCalls: 0,
    });
  });

  it('remembers that tokens were estimated, and says so where it shows them (MODEL-3)', () => {
    const task = after(taskIn('execute'), usage({ estimated: true, usd: 0.5 }), usage());
    expect(task.usage.estimatedCalls).toBe(1);
    expect(summaryOf(task).usage).toMatchObject({ estimated_calls: 1 });
    expect(spent(task, task.startedAt)).toContain('about 240 tokens (partly estimated) · ≈ $0.51');
    const japanese = { ...task, settings: { ...task.settings, language: 'ja' as const } };
    expect(spent(japanese, task.startedAt)).toContain('約 240 トークン (一部は推定値)');
    expect(spent(after(taskIn('execute'), usage()), 0)).not.toMatch(/about|≈/);
  });

  it.each([
    ['modelCalls', { modelCalls: 2 }, [usage(), usage()]],
    ['tokens', { tokens: 240 }, [usage(), usage()]],
    ['usd', { usd: 0.5 }, [usage({ usd: 0.2 }), usage({ usd: 0.3 })]],
    ['minutes', { minutes: 0.05 }, [usage(), usage(), usage()]],
  ] as const)('ends a task that used up its %s', (limit, budget, facts) => {
    const settings = {
      budgetExtensions: 0,
      budget: { tokens: 1e6, usd: 50, minutes: 1e4, modelCalls: 1e3, ...budget },
    };
    const before = after(taskAfter([], { settings }), ...facts.slice(0, -1));
    expect(activityOf(before)).toBe('orient');
    const spent = at(after(before, ...facts.slice(-1)), 'report');
    expect(spent.stage.ending).toMatchObject({ status: 'failed', reason: 'budget', detail: limit });
    expect(at(after(spent, usage()), 'report').stage.ending).toEqual(spent.stage.ending);
  });

  it('counts model calls that a crash interrupted, and other effects not (PLAN-5)', () => {
    const again = (effect: EffectKind): Fact => ({ type: 'effect', name: 'started', effect, key: 'k' });
    expect(
      after(taskIn('understand'), again('ask_model'), again('ask_model'), again('ask_model')).usage.interruptedCalls,
    ).toBe(2);
    expect(after(taskIn('prepare'), again('run_setup'), again('run_setup')).usage.interruptedCalls).toBe(0);
  });

  it('does not try a step for ever that stops the service each time (PLAN-5, R2)', () => {
    const start: Fact = { type: 'effect', name: 'started', effect: 'clone', key: 'k' };
    const often = after(
      taskAfter(WORKING.slice(0, 6)),
      ...Array.from({ length: MAX_STARTS_OF_ONE_EFFECT }, () => start),
    );
    expect(activityOf(often)).toBe('prepare');
    const over = at(after(often, start), 'report');
    expect(over.inFlight).toBeNull();
    expect(over.stage.ending).toMatchObject({ reason: 'fault', code: 'crashed' });
  });

  it('waits for an outage with its first moment kept, goes on when it passes, and gives up when it does not', () => {
    const later: Fact = {
      type: 'error',
      name: 'retry_later',
      effect: 'ask_model',
      of: 'model',
      message: '529',
      due_at: BEGAN + 60_000,
    };
    const once = after(taskIn('understand', { settings: { outageMs: 2_500 } }), later);
    expect(next(once)).toMatchObject({ kind: 'perform', notBefore: BEGAN + 60_000 });
    const twice = after(once, later);
    expect(twice.retry).toMatchObject({ since: once.retry?.since, attempt: 2 });
    const passed = after(twice, {
      type: 'phase',
      name: 'goal_understanding',
      goal_understanding: PLAN.goal_understanding,
    });
    expect([activityOf(passed), passed.retry]).toEqual(['decompose', null]);
    const over = at(after(twice, later, later), 'report');
    expect(over.retry).toBeNull();
    expect(over.stage.ending).toMatchObject({ reason: 'outage', detail: '529' });
  });

  it('keeps what people write', () => {
    const comment: Fact = {
      type: 'control',
      name: 'comment',
      by: { id: 8, login: 'maintainer' },
      text: 'Mind the tests.',
    };
    expect(after(taskIn('prepare'), comment).comments).toEqual([
      { by: { id: 8, login: 'maintainer' }, text: 'Mind the tests.' },
    ]);
  });
});

describe('a push that is refused in the middle of the work', () => {
  it.each([
    ['secret', 'secret', ['config.txt:2 (AWS access key)'], 'failed'],
    ['too_large', 'too_large', [], 'failed'],
    ['push_refused', 'not_saved', [], 'failed'],
    ['push_refused', 'rejected', [], 'failed'],
    ['branch_gone', 'branch_gone', [], 'stopped'],
    ['no_access', 'no_write_access', [], 'failed'],
  ] as const)('ends the task with %s because of %s (P9)', (reason, cause, paths, status) => {
    const task = after(doing(taskAfter([...WORKING, ...actionDone(0)]), 'execute'), {
      type: 'effect',
      name: 'push_refused',
      subtask: 'a',
      cause,
      reason: 'No.',
      paths,
    });
    expect(at(task, 'report').stage.ending).toMatchObject({ status, reason, detail: 'No.', list: paths });
    // Refused once, it is not tried again at the end.
    expect(kindOf(task)).toBe('post_result');
  });
});
