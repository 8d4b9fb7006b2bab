import { describe, expect, it } from '@jest/globals';
import { MAX_STARTS_OF_ONE_EFFECT } from '../../src/flow/ending.ts';
import { next } from '../../src/flow/next.ts';
import { resultOf } from '../../src/api/task-view.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import { phaseStates } from '../../src/state/reviews.ts';
import { activityOf, at } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  ASSESSED,
  command,
  decidedAfter,
  effectOf,
  kindOf,
  taskAfter,
  usage,
} from '../task/task-world.ts';
import { DONE, LOST, REPORTED, STOP, VERIFIED, WORDS, WORKING } from './stories.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';

const starts = (effect: EffectKind, count: number): readonly Fact[] =>
  Array.from({ length: count }, (): Fact => ({ type: 'effect', name: 'started', effect, key: 'k' }));

const FAULT = { type: 'error', name: 'fault', effect: 'look_at_repository', message: 'No.', advice: '' } as const;

describe('reporting back', () => {
  it('comes in order: words for the pull request, the pull request, result, progress comment, sandbox, label, end', () => {
    let task = taskAfter(VERIFIED);
    const steps: readonly Fact[] = [
      WORDS,
      { type: 'effect', name: 'pull_request', number: 13, url: 'u', draft: false, title: 't' },
      { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' },
      { type: 'effect', name: 'progress_finished' },
      { type: 'effect', name: 'sandbox_removed' },
      { type: 'effect', name: 'label_finished' },
      REPORTED,
    ];
    const kinds = steps.map((fact) => {
      const kind = kindOf(task);
      task = after(task, fact);
      return kind;
    });
    expect(kinds).toEqual([
      'ask_summary',
      'open_pull_request',
      'post_result',
      'finish_progress',
      'remove_sandbox',
      'finish_label',
      'complete',
    ]);
    expect(next(task)).toEqual({ kind: 'ended' });
  });

  it('ends with what was made of it, counted, in the words of the model', () => {
    const task = after(taskAfter(VERIFIED), WORDS);
    expect(decidedAfter(task, REPORTED)).toEqual([
      {
        type: 'completion',
        phase: 'completion',
        done: true,
        status: 'succeeded',
        reason: 'finished',
        summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 0, key_outcomes: ['It rounds.'] },
      },
    ]);
  });

  it('leaves out a step that stops the service each time', () => {
    const often = after(taskAfter(VERIFIED), WORDS, ...starts('open_pull_request', MAX_STARTS_OF_ONE_EFFECT));
    expect(kindOf(often)).toBe('open_pull_request');
    const left = after(often, ...starts('open_pull_request', 1));
    const missing = after(left, { type: 'effect', name: 'pull_request_missing' });
    expect(kindOf(missing)).toBe('post_result');
    expect(at(missing, 'report').stage).toMatchObject({
      ending: { reason: 'no_pull_request', code: 'crashed' },
      skipped: [{ effect: 'open_pull_request' }],
    });
  });

  it('looks for the pull request that the step which stopped the service may have opened, before it says that there is none (GH-7, R16)', () => {
    const left = after(taskAfter(VERIFIED), WORDS, ...starts('open_pull_request', MAX_STARTS_OF_ONE_EFFECT + 1));
    expect(kindOf(left)).toBe('find_pull_request');
    expect(at(left, 'report').stage.ending).toMatchObject({ reason: 'finished' });
    const found = after(left, { type: 'effect', name: 'pull_request', number: 13, url: 'u', draft: false, title: 't' });
    expect(kindOf(found)).toBe('post_result');
    expect(at(found, 'report').stage).toMatchObject({
      ending: { status: 'succeeded', reason: 'finished' },
      pullRequest: { number: 13 },
      skipped: [],
    });
    const closed: Fact = { type: 'effect', name: 'left_out', step: 'find_pull_request', reason: 'Closed.' };
    const unknown = { effect: 'find_pull_request', reason: 'Closed.' };
    for (const [code, ending] of [
      ['pull_request_closed', { status: 'stopped', code: 'pull_request_closed' }],
      ['github', { status: 'failed', code: 'crashed' }],
    ] as const) {
      const task = after(left, { ...closed, code });
      expect(kindOf(task)).toBe('post_result');
      expect(at(task, 'report').stage).toMatchObject({
        ending: { reason: 'no_pull_request', ...ending },
        skipped: [{ effect: 'open_pull_request' }, unknown],
      });
    }
  });

  it('ends also when its last step stops the service each time (PLAN-5)', () => {
    const tidied: Fact = { type: 'effect', name: 'sandbox_removed' };
    const told: readonly Fact[] = [
      { type: 'effect', name: 'pull_request', number: 13, url: 'u', draft: false, title: 't' },
      { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' },
      { type: 'effect', name: 'progress_finished' },
    ];
    const often = after(taskAfter(VERIFIED), WORDS, ...told, tidied, ...starts('complete', MAX_STARTS_OF_ONE_EFFECT));
    expect(kindOf(often)).toBe('complete');
    const over = after(often, ...starts('complete', 1));
    expect(next(over)).toEqual({ kind: 'ended' });
    expect(at(over, 'ended').stage).toMatchObject({ ending: { status: 'succeeded' } });
  });

  it('brings a progress comment to its end that a crash may have kept out of the record, and makes none after a stop (GH-4)', () => {
    const result: Fact = { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' };
    const often = after(taskAfter([]), ...starts('create_progress_comment', MAX_STARTS_OF_ONE_EFFECT + 1));
    expect([kindOf(often), kindOf(after(often, result))]).toEqual(['post_result', 'finish_progress']);
    const damaged: Fact = { ...FAULT, code: 'history_damaged' };
    expect(kindOf(after(taskAfter([]), damaged, result))).toBe('finish_progress');
    expect(kindOf(after(taskAfter([]), { ...damaged, code: 'history_failed' }, result))).toBe('remove_sandbox');
    const stopped = after(taskAfter([]), STOP);
    expect([kindOf(stopped), kindOf(after(stopped, result))]).toEqual(['post_result', 'remove_sandbox']);
  });

  it.each([
    [
      'is refused',
      { type: 'error', name: 'fault', effect: 'ask_summary', code: 'model_credentials', message: 'No.', advice: '' },
    ],
    [
      'finds the model away',
      { type: 'phase', name: 'summary', title: '', body: '', key_outcomes: [], problems: ['529'] },
    ],
  ] as const)(
    'opens the pull request all the same when the question for its text %s, and counts that as no failure (MODEL-2)',
    (_, fact) => {
      const task = after(taskAfter(VERIFIED), fact);
      expect(kindOf(task)).toBe('open_pull_request');
      expect(at(task, 'report').stage).toMatchObject({ ending: { status: 'succeeded' }, skipped: [], summary: null });
    },
  );

  it('does not ask for words when that stops the service each time, nor when nothing is left to spend', () => {
    const often = after(taskAfter(VERIFIED), ...starts('ask_summary', MAX_STARTS_OF_ONE_EFFECT + 1));
    expect(kindOf(often)).toBe('open_pull_request');
    expect(at(often, 'report').stage.skipped).toEqual([]);
    const settings = { budget: { tokens: 120, usd: 1, minutes: 1e4, modelCalls: 9 } };
    const spent = after(taskAfter(VERIFIED, { settings }), usage());
    expect(kindOf(spent)).toBe('open_pull_request');
  });

  it.each([
    ['github_refused', 'failed'],
    ['pull_request_closed', 'stopped'],
  ] as const)(
    'is no success without its pull request (%s), which is skipped and said (GH-7, EXEC-9)',
    (code, status) => {
      const message = 'Pull requests are off.';
      const refused: Fact = { type: 'error', name: 'fault', effect: 'open_pull_request', code, message, advice: '' };
      const task = after(taskAfter(VERIFIED), WORDS, refused);
      expect(kindOf(task)).toBe('post_result');
      expect(at(task, 'report').stage).toMatchObject({
        ending: { status, reason: 'no_pull_request', code },
        skipped: [{ effect: 'open_pull_request', reason: message }],
      });
      expect(phaseStates(task)).toMatchObject({
        planning: { status: 'completed' },
        execution: { status: 'completed' },
      });
      const ended = after(task, REPORTED);
      expect([summaryOf(ended).state, resultOf(ended).status]).toEqual([status.toUpperCase(), 'failed']);
      expect(decidedAfter(task, REPORTED)).toMatchObject([{ status, summary: { goal_achieved: false } }]);
    },
  );

  it('stays as it ended where a draft of it cannot be opened, or something else is left out (GH-7)', () => {
    const refused: Fact = { type: 'effect', name: 'left_out', step: 'open_pull_request', reason: 'No.' };
    const failing: Fact = { type: 'verification', name: 'tests', command: command('npm test', 1) };
    const task = after(taskAfter([...DONE, failing, ASSESSED]), refused);
    expect(at(task, 'report').stage.ending).toMatchObject({ status: 'failed', reason: 'not_achieved' });
    const unposted = after(taskAfter(VERIFIED), { ...refused, step: 'post_result' });
    expect(at(unposted, 'report').stage.ending).toMatchObject({ status: 'succeeded', reason: 'finished' });
  });

  it('saves what is there when a task ends in the middle of an action, but not from a workspace that is only being rebuilt', () => {
    const middle = [...WORKING, ...actionDone(0).slice(0, 2)];
    expect(effectOf(after(taskAfter(middle), STOP))).toEqual({ kind: 'checkpoint', subtask: null });
    expect(effectOf(after(taskAfter(WORKING), STOP))).toEqual({ kind: 'post_result' });
    const rebuilding = after(taskAfter(middle), LOST, ...WORKING.slice(5, 6));
    expect(activityOf(rebuilding)).toBe('prepare');
    expect(effectOf(after(rebuilding, STOP))).toEqual({ kind: 'post_result' });
  });
});
