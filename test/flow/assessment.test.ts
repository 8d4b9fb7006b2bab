import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { ownQuestions } from '../../src/plan/own-words.ts';
import { withUnshown } from '../../src/plan/plan-changes.ts';
import { isReady, wantsPullRequest } from '../../src/plan/publication.ts';
import { activityOf, at, reportOf } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  ASSESSED,
  command,
  decidedAfter,
  effectOf,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { DONE } from './stories.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const TESTS: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const NOT_MET = { ...ASSESSED, criteria: ASSESSED.criteria.map((one) => ({ ...one, evidence: null })) };
const INVENTED = {
  ...ASSESSED,
  criteria: ASSESSED.criteria.map((one) => ({
    ...one,
    evidence: [{ is: 'command', command: 'npm run e2e', exit_code: 0, lines: [], fault: 'not_run' } as const],
  })),
};
const NOT_HAD = { ...ASSESSED, criteria: [], problems: ['It was refused.'] };
const FINE = { replan_needed: false, replan_type: 'none' } as const;

function judging(task: Task): Task {
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 1_800_000, replanning: limitsOf() };
  return { ...task, settings: { ...task.settings, planning } };
}
const MORE = decision({
  replan_type: 'plan_revision',
  replan_level: null,
  evaluation_result: 'partial_success',
  additional_actions: ['Do more.'],
});
const reviewing = (task: Task): Task =>
  after(
    {
      ...task,
      settings: { ...task.settings, planning: { ...task.settings.planning, review: { plan: false, diff: true } } },
    },
    carrying(FINE),
  );
const tested = () => after(taskAfter(DONE), TESTS);
const carrying = (fields: Partial<ReplanDecision>) => ({
  ...ASSESSED,
  judgement: { replan_id: 'd1', decision: decision(fields) },
});
/** The added work, carried out and tested. */
const workedOn = (task: Task): Task => {
  const { work } = at(task, 'work');
  return after(task, ...actionDone(work.current), saved(work.actions[work.current]?.taskId ?? ''), TESTS);
};
const rendered = (task: Task) => {
  const ended = at(task, 'report');
  return [resultComment(ended, { now: 0, noteUrl: null }), pullRequestText(ended, null).body];
};

describe('the acceptance criteria, when the plan is carried out', () => {
  it('are judged after the tests, with re-planning enabled or not; without criteria nothing is asked (EXEC-6)', () => {
    expect(kindOf(after(taskAfter(DONE), { type: 'verification', name: 'base_current' }))).toBe('run_tests');
    expect(kindOf(tested())).toBe('ask_assessment');
    expect(kindOf(after(judging(taskAfter(DONE)), TESTS))).toBe('ask_assessment');
    const without = planOf([subtask('a')], { acceptance_criteria: [] });
    const done = taskAfter([...prepared(without), ...actionDone(0), saved('a')]);
    expect(activityOf(after(done, TESTS))).toBe('report');
    expect(effectOf(after(judging(done), TESTS))).toEqual({ kind: 'ask_decision', point: 'reflection' });
  });

  it('keep what the answer said of the whole in the record, where it is looked at again (REPLAN-2, REPLAN-8)', () => {
    const doubtful = after(judging(tested()), carrying({ ...FINE, confidence: 0.6, reasoning: 'Perhaps.' }));
    expect(effectOf(doubtful)).toEqual({ kind: 'ask_decision', point: 'reflection' });
    const judged = { type: 'phase', name: 'judged', replan_id: 'd2', point: 'reflection' } as const;
    const sure = decision({ ...FINE, reasoning: 'It is there.' });
    const [record] = decidedAfter(doubtful, { ...judged, decision: sure });
    expect(record).toMatchObject({
      llm_decision: { reasoning: 'It is there.' },
      first_look: { reasoning: 'Perhaps.' },
    });
    const [kept] = decidedAfter(doubtful, { ...judged, decision: null });
    expect(kept).toMatchObject({ name: 'judged', decision: { reasoning: 'Perhaps.' } });
  });

  it.each([
    ['a failed review', { type: 'review', of: 'diff', result: 'FAIL', feedback: 'Mend it.', how: 'json', attempt: 1 }],
    ['a re-plan', { type: 'phase', name: 'judged', replan_id: 'd3', point: 'reflection', decision: MORE }],
  ] as const)('count %s among the ways back to work, which max_loops bounds (EXEC-1)', (_, happened) => {
    const before = happened.type === 'review' ? reviewing(judging(tested())) : after(judging(tested()), ASSESSED);
    expect(after(before, happened).loops).toBe(1);
    const used = after({ ...before, loops: before.settings.maxLoops }, happened);
    expect([used.loops, used.stage.is]).toEqual([10, 'report']);
    const { ending } = at(used, 'report').stage;
    expect(ending).toMatchObject({ status: 'failed', reason: 'not_achieved' });
    expect(ending.list.at(-1)).toContain('which is the limit (planning.max_loops)');
  });

  it('let the task succeed when each is shown to be met (EXEC-6, PLAN-7)', () => {
    const task = after(tested(), ASSESSED);
    expect(at(task, 'report').stage.ending.reason).toBe('finished');
    for (const text of rendered(task))
      expect(text).toContain('| **AC-1** The tests pass | ✅ met | `npm test` → exit 0 |');
  });

  it.each([
    ['is not said to be met', NOT_MET, 'It was not said to be met.'],
    ['has evidence that does not hold', INVENTED, '`npm run e2e` (exit code 0): it was not run in this task'],
  ])('lead back to work where one %s, as additional work that says why (EXEC-6)', (_, fact, why) => {
    const task = after(tested(), fact);
    const { work, plan } = at(task, 'work');
    expect(plan.task_decomposition.subtasks.at(-1)).toMatchObject({
      id: 'extra_1',
      description: 'AC-1: The tests pass',
      from_verification: true,
    });
    expect(work.actions.map(({ taskId, status }) => [taskId, status])).toEqual([
      ['a', 'success'],
      ['b', 'success'],
      ['extra_1', 'running'],
    ]);
    expect(work.actions.at(-1)?.planned.purpose).toContain(why);
    const again = workedOn(task);
    expect(kindOf(again)).toBe('ask_assessment');
    expect(at(after(again, ASSESSED), 'report').stage.ending.reason).toBe('finished');
  });

  it('give the revision a reason in the language of the people, which the model reads in English (GH-4, PLAN-1)', () => {
    const inJapanese = (task: Task) => ({ ...task, settings: { ...task.settings, language: 'ja' as const } });
    const task = after(inJapanese(tested()), NOT_MET);
    const reason = 'AC-1 を満たすことを示す根拠がまだありません';
    expect(task.replanning.reason).toBe(reason);
    expect(progressComment(task, { now: task.updatedAt, noteUrl: null })).toContain(`**改訂の理由**: ${reason}`);
    expect(at(task, 'work').work.conversation.findLast(({ kind }) => kind === 'replanned')).toMatchObject({
      reason: 'Acceptance criteria without evidence so far: AC-1',
    });
  });

  it('are one piece of additional work where more of them are missing, titled so that people know what it is where they are long (EXEC-6)', () => {
    const two = [
      { id: 'AC-1', description: 'A `node -e` that calls it for each of the editions prints the same.' },
      { id: 'AC-2', description: 'The tests pass.' },
    ];
    const unshown = two.map((one) => ({ ...one, evidence: null }));
    const titled = ownQuestions('en').toBeShown;
    const { task_decomposition: division, action_plan: plan } = withUnshown(planOf([subtask('a')]), unshown, titled);
    expect(division.subtasks.slice(1)).toMatchObject([
      {
        id: 'extra_1',
        title: 'Show what is unproven yet: AC-1, AC-2',
        description: `AC-1: ${two[0]?.description.slice(0, -1)}; AC-2: The tests pass.`,
      },
    ]);
    expect(plan.actions).toHaveLength(2);
    expect(plan.actions[1]?.purpose).toMatch(
      /AC-1, AC-2 .* are met\.\nAC-1: It was not said to be met\.\nAC-2: It was/,
    );
    const [, one] = withUnshown(planOf([subtask('a')]), unshown.slice(0, 1), titled).task_decomposition.subtasks;
    expect([one?.title, one?.description]).toEqual(['Show what is unproven yet: AC-1', `AC-1: ${two[0]?.description}`]);
  });

  it('end the task as not achieved, with a draft that names what is missing, after as many times as max_loops says (EXEC-1, EXEC-6)', () => {
    let task = tested();
    for (let loop = 0; loop < task.settings.maxLoops; loop += 1) {
      task = after(task, NOT_MET);
      expect(task.loops).toBe(loop + 1);
      task = workedOn(task);
    }
    task = after(task, NOT_MET);
    expect(task.loops).toBe(10);
    const { stage } = at(task, 'report');
    expect(stage.ending).toMatchObject({
      status: 'failed',
      reason: 'not_achieved',
      list: [
        'AC-1: The tests pass',
        'I did not try again: verification led back to work 10 times, which is the limit (planning.max_loops).',
      ],
    });
    expect([wantsPullRequest(task, stage), isReady(task, stage)]).toEqual([true, false]);
    expect(rendered(task)[1]).toContain('nothing shows yet that every acceptance criterion is met');
    for (const text of rendered(task)) {
      expect(text).toContain('- AC-1: The tests pass');
      expect(text).toContain('| **AC-1** The tests pass | ❌ not met | – |');
    }
  });

  it('lead to work once where an action stands as failed, and to no more where that did not succeed (EXEC-6)', () => {
    const failed = taskAfter([...prepared(planOf([subtask('a')])), ...actionDone(0, 'failure'), saved('a'), TESTS]);
    const more = after(failed, NOT_MET);
    expect(more.stage.is).toBe('work');
    const again = after(more, ...actionDone(1, 'partial'), saved('extra_1'), TESTS);
    expect(at(after(again, NOT_MET), 'report').stage.ending.reason).toBe('not_achieved');
  });

  it('count, and not how single actions ended, where each is shown and the last judgement agrees (PLAN-7)', () => {
    const failed = taskAfter([...prepared(planOf([subtask('a')])), ...actionDone(0, 'failure'), saved('a'), TESTS]);
    const agreed = carrying({ ...FINE, replan_level: null, evaluation_result: 'success', achievement_rate: 100 });
    expect(at(after(judging(failed), agreed), 'report').stage.ending).toMatchObject({ reason: 'finished' });
    expect(at(after(failed, ASSESSED), 'report').stage.ending.reason).toBe('not_achieved');
  });

  it('keep the task from succeeding where nothing shows one of them, though the last judgement agrees (PLAN-7)', () => {
    const task = judging(taskAfter(DONE));
    const noLoops = { ...task, settings: { ...task.settings, maxLoops: 0 } };
    const { judgement } = carrying({ ...FINE, evaluation_result: 'success', achievement_rate: 100 });
    const ended = after(noLoops, TESTS, { ...NOT_MET, judgement });
    expect(at(ended, 'report').stage.ending).toMatchObject({ reason: 'not_achieved' });
  });

  it('are told as not judged, with a draft, where the model gave no judgement of them (EXEC-6)', () => {
    const task = after(tested(), NOT_HAD);
    const { stage } = at(task, 'report');
    expect([stage.ending.reason, isReady(task, stage)]).toEqual(['finished', false]);
    for (const text of rendered(task)) {
      expect(text).toContain('| **AC-1** The tests pass | – not judged | – |');
      expect(text).not.toContain('review could not');
    }
    expect(rendered(task)[0]).toContain('the acceptance criteria could not be judged');
    expect(effectOf(after(judging(taskAfter(DONE)), TESTS, NOT_HAD))).toMatchObject({ kind: 'ask_decision' });
  });
});

describe('a judgement that comes with the completion assessment', () => {
  const judged = (fields: Partial<ReplanDecision>) => after(judging(taskAfter(DONE)), TESTS, carrying(fields));

  it('is the last judgement, recorded as one, and no call is made for it (REPLAN-2, MODEL-2)', () => {
    const before = after(judging(taskAfter(DONE)), TESTS);
    const facts = decidedAfter(before, carrying({ ...FINE, confidence: 0.8 }));
    expect(facts).toMatchObject([
      { name: 'judged', point: 'reflection', replan_id: 'd1' },
      { type: 'replan_decision', name: 'decided', replan_id: 'd1', executed: false },
      { name: 'ending' },
    ]);
    const denied = judged({ ...FINE, evaluation_result: 'partial_success', issues_found: ['Half is missing.'] });
    expect(at(denied, 'report').stage.ending).toMatchObject({ reason: 'not_achieved', list: ['Half is missing.'] });
  });

  it('gets a second look where it would change the plan, is not sure, or the plan is large, and where there is none (REPLAN-2)', () => {
    const asksAgain = { kind: 'ask_decision', point: 'reflection' };
    expect(effectOf(judged({ replan_needed: true, replan_type: 'plan_revision' }))).toEqual(asksAgain);
    expect(effectOf(judged({ ...FINE, confidence: 0.79 }))).toEqual(asksAgain);
    expect(effectOf(after(judging(taskAfter(DONE)), TESTS, ASSESSED))).toEqual(asksAgain);
    const large = planOf([{ ...subtask('a'), estimated_complexity: 'high' }]);
    const done = judging(taskAfter([...prepared(large), ...actionDone(0), saved('a')]));
    expect(effectOf(after(done, TESTS, carrying(FINE)))).toEqual(asksAgain);
  });

  it('ends nothing where a criterion is not shown to be met: that is worked on, and judged again (EXEC-6, PLAN-7)', () => {
    const partial = decision({ ...FINE, evaluation_result: 'partial_success' });
    const task = after(judging(taskAfter(DONE)), TESTS, {
      ...NOT_MET,
      judgement: { replan_id: 'd1', decision: partial },
    });
    expect([reportOf(task), activityOf(task)]).toEqual([null, 'execute']);
  });
});
