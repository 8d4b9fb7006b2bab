import { describe, expect, it } from '@jest/globals';
import { resultComment } from '../../src/comments/result-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { isReady, wantsPullRequest } from '../../src/plan/publication.ts';
import { activityOf, at } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import { after, ASSESSED, command, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { DONE, VERIFIED } from './stories.ts';
import type { FactNamed } from '../../src/state/facts.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { Task } from '../../src/state/task.ts';

const TESTS = { type: 'verification', name: 'tests', command: command('npm test') } as const;

/** Carried out with passing tests, and the model's judgement of the whole. */
function judged(fields: Partial<ReplanDecision>): Task {
  const done = taskAfter(DONE);
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 1_800_000, replanning: limitsOf() };
  return after({ ...done, settings: { ...done.settings, planning } }, TESTS, {
    type: 'phase',
    name: 'judged',
    replan_id: 'd1',
    point: 'reflection',
    decision: decision(fields),
  });
}

const nowhere = { replan_needed: false, replan_type: 'none' } as const;
const rendered = (task: Task) => {
  const ended = at(task, 'report');
  return [resultComment(ended, { now: 0, noteUrl: null }), pullRequestText(ended, null).body];
};

describe('what the last judgement says of the result', () => {
  it.each(['failure', 'partial_success'] as const)(
    'ends the task as not achieved, with a draft, when it is %s and nothing is planned anew (PLAN-7)',
    (evaluation_result) => {
      const task = judged({ ...nowhere, evaluation_result, issues_found: ['Half of it is missing.'] });
      const { stage } = at(task, 'report');
      expect(stage.ending).toMatchObject({
        status: 'failed',
        reason: 'not_achieved',
        list: ['Half of it is missing.'],
      });
      expect([wantsPullRequest(task, stage), isReady(task, stage)]).toEqual([true, false]);
      for (const text of rendered(task)) {
        expect(text).toContain('Half of it is missing.');
        expect(text).toContain('by my own judgement');
        expect(text).not.toContain('tests failed');
      }
    },
  );

  it('says its reasons where it names no issue, and what it would do beside them (PLAN-7)', () => {
    const silent = judged({ ...nowhere, evaluation_result: 'failure', reasoning: 'It rounds the wrong way.' });
    expect(at(silent, 'report').stage.ending.list).toEqual(['It rounds the wrong way.']);
    const both = { issues_found: ['No test.'], additional_actions: ['Add one.', 'No test.'] };
    const told = judged({ ...nowhere, evaluation_result: 'failure', ...both });
    expect(at(told, 'report').stage.ending.list).toEqual(['No test.', 'Add one.']);
  });

  it('leads to more work, and to no end, where a re-plan is granted (PLAN-7, REPLAN-1)', () => {
    const wanted = { replan_needed: true, replan_type: 'plan_revision', confidence: 0.95 } as const;
    const task = judged({ ...wanted, evaluation_result: 'failure', additional_actions: ['Add the other half.'] });
    expect(['report', 'ended']).not.toContain(activityOf(task));
  });

  it('stays a success below 100 percent, with the rate and what is missing among the risks; what it found stays one at 100, too (PLAN-7)', () => {
    const most = { evaluation_result: 'success', achievement_rate: 90, issues_found: ['No example.'] } as const;
    const task = judged({ ...nowhere, ...most });
    expect(at(task, 'report').stage.ending.reason).toBe('finished');
    for (const text of rendered(task)) {
      expect(text).toContain('90 %');
      expect(text).toContain('No example.');
    }
    const whole = judged({ ...nowhere, ...most, achievement_rate: 100 });
    for (const text of rendered(whole)) {
      expect(text).not.toContain('100 %');
      expect(text).toContain('No example.');
    }
  });
});

describe('a summary that denies the goal', () => {
  const denied: FactNamed<'summary'> = {
    type: 'phase',
    name: 'summary',
    title: 'Round half up',
    body: 'It rounds.',
    key_outcomes: ['It rounds.'],
    goal_achieved: false,
    remaining_risks: ['Dates are not covered.'],
  };

  it('ends the task as not achieved, with a draft and what it names (PLAN-7)', () => {
    const task = after(taskAfter(VERIFIED), denied);
    const { stage } = at(task, 'report');
    expect(stage.ending).toMatchObject({ status: 'failed', reason: 'not_achieved', list: ['Dates are not covered.'] });
    expect([wantsPullRequest(task, stage), isReady(task, stage)]).toEqual([true, false]);
    expect(stage.summary?.body).toBe('It rounds.');
    for (const text of rendered(task)) expect(text).toContain('Dates are not covered.');
  });

  it('names what is missing in place of the reasons of a judgement that denied it before (PLAN-7)', () => {
    const partly = judged({
      ...nowhere,
      evaluation_result: 'partial_success',
      reasoning: 'All that can be done is done.',
    });
    expect(at(partly, 'report').stage.ending.list).toEqual(['All that can be done is done.']);
    expect(at(after(partly, denied), 'report').stage.ending.list).toEqual(['Dates are not covered.']);
    const silent = after(partly, { ...denied, remaining_risks: [] });
    expect(at(silent, 'report').stage.ending.list).toEqual(['All that can be done is done.']);
  });

  it('tells what is missing in the order in which it was named, points by number among it (PLAN-7, GH-4)', () => {
    const points = { ...ASSESSED, remaining_risks: ['The heading is a guess.', 'Not checked.'] };
    const task = after(taskAfter([...DONE, TESTS, points]), {
      ...denied,
      remaining_risks: ['The script is missing.', 'P2', 'P1'],
    });
    const list = ['The script is missing.', 'Not checked.', 'The heading is a guess.'];
    expect(at(task, 'report').stage.ending.list).toEqual(list);
  });

  it('changes no other ending, and one that agrees changes none (PLAN-7)', () => {
    const agrees = after(taskAfter(VERIFIED), { ...denied, goal_achieved: true });
    expect(at(agrees, 'report').stage.ending.reason).toBe('finished');
    const failing = [...DONE, { ...TESTS, command: command('npm test', 1) }, ASSESSED];
    const task = after(taskAfter(failing), denied);
    expect(at(task, 'report').stage.ending.list).toEqual([]);
  });
});
