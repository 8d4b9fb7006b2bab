import { describe, expect, it } from '@jest/globals';
import { next } from '../../src/flow/next.ts';
import { activityOf, underlying } from '../../src/state/select.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  ASSESSED,
  asking,
  command,
  decidedAfter,
  kindOf,
  PAUSED,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { DONE, started, STOP, VERIFIED, WORKING } from './stories.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const by = { id: 8, login: 'mika' };
const SAID: Fact = { type: 'control', name: 'comment', by, text: 'Write a note as well.' };
const RESUME: Fact = { type: 'control', name: 'resume', by: 'mika' };
const WEIGHED: Fact = {
  type: 'control',
  name: 'comment_weighed',
  understanding: 'A note.',
  problems: [],
  questions: [],
};
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const RELEASED: Fact = { type: 'environment', name: 'sandbox_released', container_id: 'c1' };
const posted = (question_id: number): Fact => ({
  type: 'question',
  name: 'posted',
  question_id,
  comment_id: 5,
  url: 'u',
  texts: [],
});
function answer(question_id: number, text = 'Those of the shop.'): Fact {
  return { type: 'answer', name: 'given', question_id, by, text, settles: { 0: text }, verdict: null };
}
const starts = (kind: 'run_tests' | 'post_result' | 'pause' | 'ask_next_step' | 'use_tool' | 'ask_patch'): Fact =>
  kind === 'use_tool'
    ? started({ kind, toolUseId: 'use-1', tool: 'run_command' }, 'k')
    : started(kind === 'ask_patch' ? { kind, comment: 0 } : { kind }, 'k');
const later = (effect: EffectKind): Fact => ({
  type: 'error',
  name: 'retry_later',
  effect,
  of: 'model',
  message: '529',
  due_at: 9e15,
});
const named = (facts: readonly Fact[]) => facts.map((fact) => ('name' in fact ? fact.name : fact.type));

const ALONE = prepared(planOf([subtask('a')]));
const UNCHANGED: Fact = { ...saved('a'), change: null } as Fact;
const FAILED_REVIEW: Fact = {
  type: 'review',
  of: 'diff',
  result: 'FAIL',
  feedback: 'No test.',
  how: 'tool',
  attempt: 1,
};
/** The change is refused until the limit is reached. */
function neverPassed(): Task {
  const settings = { planning: { ...UNDISTURBED, review: { plan: false, diff: true } } };
  let task = taskAfter([...ALONE, ...actionDone(0), saved('a'), TESTED, ASSESSED], { settings });
  for (let turn = 0; turn < 3; turn += 1)
    task = after(task, FAILED_REVIEW, ...actionDone(9), saved('extra'), TESTED, ASSESSED);
  return after(task, FAILED_REVIEW);
}

describe('what is said about a plan that was carried out, before people see a result (GH-2)', () => {
  it.each([
    ['finished', () => taskAfter(VERIFIED)],
    ['no_change', () => taskAfter([...ALONE, ...actionDone(0), UNCHANGED, TESTED, ASSESSED])],
    ['not_achieved', () => taskAfter([...ALONE, ...actionDone(0, 'failure'), saved('a'), TESTED, ASSESSED])],
    ['change_not_passed', neverPassed],
  ] as const)('given one that ended as %s, when somebody says something, then it is weighed', (reason, ended) => {
    const task = ended();
    expect(task.stage).toMatchObject({ is: 'report', ending: { reason } });
    expect([activityOf(after(task, SAID)), kindOf(after(task, SAID))]).toEqual(['execute', 'ask_patch']);
  });

  it('given a result that may be seen any moment, or a step that was left out, when something is said, then the end stays', () => {
    const unchanged = taskAfter([...ALONE, ...actionDone(0), UNCHANGED, TESTED, ASSESSED]);
    expect(activityOf(after(unchanged, starts('post_result'), SAID))).toBe('report');
    for (const step of ['open_pull_request', 'post_result'] as const) {
      const leftOut: Fact = { type: 'effect', name: 'left_out', step, reason: 'No.' };
      expect(activityOf(after(step === 'post_result' ? unchanged : taskAfter(VERIFIED), leftOut, SAID))).toBe('report');
    }
    expect(activityOf(after(taskAfter(VERIFIED), later('ask_summary'), SAID))).toBe('report');
  });

  it('given tests that run, when somebody says something, then they are not run a second time beside themselves', () => {
    const running = after(taskAfter(DONE), starts('run_tests'));
    expect(decidedAfter(running, SAID)).toEqual([]);
    expect(named(decidedAfter(taskAfter(DONE), SAID))).toEqual(['working']);
  });

  it('given a question about the whole, when somebody says something else, then it is asked on, and weighed when it is answered', () => {
    const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf() };
    const done = taskAfter(DONE);
    const verified = after({ ...done, settings: { ...done.settings, planning } }, TESTED);
    const doubt = { replan_type: 'plan_revision', confidence: 0.4, additional_actions: ['Write a note'] } as const;
    const asked = after(verified, judgement(verified, 'reflection', doubt), posted(1));
    expect([activityOf(asked), underlying(asked)]).toEqual(['wait', 'verify']);
    expect(underlying(after(asked, SAID))).toBe('verify');
  });
});

describe('a task in a pause (GH-5, EXEC-5)', () => {
  it('given a container, when it is let go of, then no other is begun before somebody says to go on', () => {
    const held = after(taskAfter(WORKING), ...PAUSED, RELEASED);
    expect([held.workspace.is, kindOf(held)]).toEqual(['stopped', 'remind']);
    expect(after(held, RESUME).workspace.is).toBe('preparing');
  });

  it('given a question beside the work, when it is answered in the pause, then nothing is begun by that', () => {
    const beside: Fact = { ...WEIGHED, questions: [{ text: 'Which note?', blocking: false }] };
    const held = after(taskAfter(WORKING), SAID, beside, posted(1), ...PAUSED, RELEASED, answer(1, 'A short one.'));
    expect([held.comments.length, held.workspace.is]).toEqual([2, 'stopped']);
  });

  it('given a pause that was asked for, when somebody says to stop before it begins, then that is told, and nothing is paused', () => {
    const stopped = after(taskAfter(WORKING), { type: 'control', name: 'pause', by: 'mika' }, STOP);
    expect([activityOf(stopped), kindOf(stopped)]).toEqual(['report', 'post_result']);
  });

  it('given a reminder that is being written, when somebody says to go on, then it is not written any more', () => {
    const reminding = after(taskAfter(WORKING), ...PAUSED, started({ kind: 'remind' }, 'k'));
    expect(reminding.inFlight?.key).toBe('k');
    expect([after(reminding, RESUME).inFlight, kindOf(after(reminding, RESUME))]).toEqual([null, 'ask_next_step']);
  });

  it('given a question that is waited for, when it is answered in the pause, then where that leads is settled at once', () => {
    const held = after(taskAfter([...WORKING, ...asking(0)]), posted(1), ...PAUSED, RELEASED, answer(1));
    expect([activityOf(held), held.workspace]).toMatchObject([
      'pause',
      { is: 'preparing', kept: { containerId: 'c1' } },
    ]);
  });
});

describe('an effect in hand that something comes before (GH-3, PLAN-5)', () => {
  it('given a call of the model, when somebody says something, then it is left and the comment is weighed first', () => {
    const asking = after(taskAfter(WORKING), starts('ask_next_step'));
    expect(decidedAfter(asking, SAID)).toEqual([{ type: 'effect', name: 'superseded', key: 'k' }]);
    expect(kindOf(after(asking, SAID))).toBe('ask_patch');
  });

  it('given a tool that runs, when somebody says something, then it is finished first', () => {
    const using = after(taskAfter([...WORKING, ...actionDone(1).slice(0, 1)]), starts('use_tool'));
    expect(decidedAfter(using, SAID)).toEqual([]);
    expect(after(using, SAID).inFlight?.key).toBe('k');
  });

  it('given a comment that is weighed, when another is said, then that one is weighed on', () => {
    const weighing = after(taskAfter(WORKING), SAID, starts('ask_patch'));
    expect(decidedAfter(weighing, SAID)).toEqual([]);
    expect(kindOf(after(weighing, SAID, WEIGHED))).toBe('ask_patch');
  });

  it('given a pause that begins, when it is taken back, then it does not begin, and nothing else is left by that (GH-5)', () => {
    const pausing: Fact = { type: 'control', name: 'pause', by: 'mika' };
    expect(decidedAfter(after(taskAfter(WORKING), pausing, starts('pause')), RESUME)).toEqual([
      { type: 'effect', name: 'superseded', key: 'k' },
    ]);
    expect(kindOf(after(taskAfter(WORKING), pausing, starts('pause'), RESUME))).toBe('ask_next_step');
    expect(decidedAfter(after(taskAfter(WORKING), starts('ask_next_step'), pausing), RESUME)).toEqual([]);
  });

  it('given an outage, when what is tried again is left for a comment, then the outage is not over by that (EXEC-1)', () => {
    const trying = after(taskAfter(WORKING), later('ask_next_step'), starts('ask_next_step'));
    const left = after(trying, SAID);
    expect([left.inFlight, left.retry?.since]).toEqual([null, trying.retry?.since]);
    expect(trying.retry).not.toBeNull();
  });

  it('given an outage of a reminder, when somebody answers, then nothing is waited for any more (GH-6)', () => {
    const asked = after(taskAfter([...WORKING, ...asking(0)]), posted(1), later('remind'));
    const answered = after(asked, answer(1));
    expect([asked.retry?.attempt, answered.retry, next(answered)]).toMatchObject([1, null, { notBefore: null }]);
  });

  it('given a result that is being told, when somebody says something, then it is told (GH-2)', () => {
    const telling = after(taskAfter(VERIFIED), starts('post_result'));
    expect(decidedAfter(telling, SAID)).toEqual([]);
  });
});
