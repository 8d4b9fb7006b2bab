import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openFindings } from '../../src/state/findings.ts';
import { risks } from '../../src/comments/work-report.ts';
import { openBlock } from '../../src/model-calls/findings-block.ts';
import { at } from '../../src/state/select.ts';
import { chanceFrom } from '../task/chance.ts';
import { decision, judgement, limitsOf } from '../replan/situations.ts';
import { driven, taskIn, WORKING } from '../flow/stories.ts';
import { runs } from '../long.ts';
import {
  actionDone,
  after,
  ASSESSED,
  command,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2 } as const;
const FINE = { replan_needed: false, replan_type: 'none' } as const;

function judging(task: Task): Task {
  const replanning = limitsOf();
  return { ...task, settings: { ...task.settings, planning: { ...UNDISTURBED, assumes: true, replanning } } };
}
const working = (plan = PLAN) => judging(taskAfter(prepared(plan)));
const judged = (task: Task, fields: Partial<ReplanDecision>, point: DecisionPoint = 'execution') =>
  after(task, judgement(task, point, fields));
const open = (task: Task) => openFindings(task).map(({ text }) => text);
const settled = (task: Task) =>
  task.findings.filter((one) => one.settled !== null).map((one) => [one.text, one.settled]);
const tests: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const reflected = (issues_identified: readonly string[], plan_revision_needed = false): Fact => ({
  type: 'reflection',
  name: 'model',
  evaluation: {
    action_evaluated: 'a',
    status: 'partial',
    evaluation: 'Hm.',
    alignment_with_plan: '',
    issues_identified,
    plan_revision_needed,
  },
  plan_revision: null,
  problems: [],
});
/** A new plan with these subtasks. */
const planned = (task: Task, plan = PLAN) => judged(after(task, { type: 'plan', plan }), FINE, 'action_sequence');

describe('what is open when the acceptance criteria are judged (EXEC-6, PLAN-7)', () => {
  const reporting = [...prepared(PLAN), ...actionDone(0, 'success', ['The suite is red', 'Slow']), saved('a')];
  const done = [...reporting, ...actionDone(1, 'success', ['No example']), saved('b')];
  const assessed = (facts: readonly Fact[], ...remaining_risks: readonly string[]) =>
    taskAfter([...facts, { ...ASSESSED, remaining_risks: [...remaining_risks] }]);

  it('is what that names, by number or in the same words; what else was reported is settled', () => {
    const task = assessed([...done, tests], 'P2, still', 'No example', 'Dates are not covered', 'P9');
    expect(open(task)).toEqual(['Slow', 'No example', 'Dates are not covered']);
    expect(settled(task)).toEqual([['The suite is red', 'judged_again']]);
    expect(risks(at(task, 'report'))).not.toContain('The suite is red');
  });

  it('stays open where the tests or an action failed, or nothing was judged: no words settle that', () => {
    const failing: Fact = { type: 'verification', name: 'tests', command: command('npm test', 1) };
    expect(open(assessed([...done, failing]))).toEqual(['The suite is red', 'Slow', 'No example']);
    const broken = [...reporting, ...actionDone(1, 'failure', ['It broke']), saved('b'), tests];
    expect(open(assessed(broken))).toEqual(['The suite is red', 'Slow', 'Action 2 came to its end.', 'It broke']);
    const notHad: Fact = { ...ASSESSED, criteria: [], problems: ['Refused.'] };
    expect(open(taskAfter([...done, tests, notHad]))).toEqual(['The suite is red', 'Slow', 'No example']);
  });

  it('is what a judgement of planning listed, too, where it is named: the judgement in the same answer settles it not', () => {
    const goal = after(judging(taskAfter(prepared(PLAN).slice(0, 2))), ...prepared(PLAN).slice(2, 3));
    const listed = after(goal, judgement(goal, 'goal_understanding', { ...FINE, issues_found: ['No script'] }));
    const over = { ...judging(taskAfter([...done, tests])), findings: listed.findings };
    const openAfter = (...remaining_risks: readonly string[]) => {
      const task = after(over, { ...ASSESSED, remaining_risks: [...remaining_risks] });
      return open(judged({ ...task, stage: over.stage }, FINE, 'reflection'));
    };
    expect(openAfter('P1')).toEqual(['No script']);
    expect(openAfter('No example')).toEqual(['No example']);
  });

  it('and was named then is replaced when they are judged again, but for what is named again', () => {
    const first = judging(taskAfter([...done, tests]));
    const once = after(first, { ...ASSESSED, remaining_risks: ['Dates are not covered', 'No docs'] });
    expect(open(once)).toEqual(['Dates are not covered', 'No docs']);
    const twice = after(once, { ...ASSESSED, remaining_risks: ['P5'] });
    expect(open(twice)).toEqual(['No docs']);
  });

  it('is told as the summary chooses it, by number; where it chooses nothing of it, all of it is', () => {
    const words = {
      type: 'phase',
      name: 'summary',
      title: 'T',
      body: 'B',
      key_outcomes: ['A2', 'It rounds.'],
    } as const;
    const task = assessed([...done, tests], 'P1', 'P2', 'P3');
    const chosen = after(task, { ...words, remaining_risks: ['P2', 'Made up'] });
    expect(risks(at(chosen, 'report'))).toBe('**Remaining risks**\n\n- Slow');
    expect(at(chosen, 'report').stage.summary?.keyOutcomes).toEqual(['Action 2 came to its end.', 'It rounds.']);
    expect(risks(at(after(task, { ...words, remaining_risks: [] }), 'report'))).toContain('The suite is red');
  });
});

describe('what a finished action reported (PLAN-1, PLAN-7)', () => {
  it('stays open when nothing settles it, of a success too, and is told whole at the end', () => {
    const long = `${'The old rounding is kept in one place. '.repeat(12)}\`npm test\` was not run whole.`;
    const done = [...prepared(PLAN), ...actionDone(0, 'success', [long]), saved('a'), ...actionDone(1), saved('b')];
    const named = { ...ASSESSED, remaining_risks: ['P1'] };
    const task = taskAfter([...done, tests, named]);
    expect(open(task)).toEqual([long]);
    expect(risks(at(task, 'report'))).toContain('was not run whole');
  });

  it('is settled when a later action of its subtask succeeds, and is open no more to people', () => {
    const failed = after(working(), ...actionDone(0, 'failure', ['It broke']));
    expect(open(failed)).toEqual(['Action 1 came to its end.', 'It broke']);
    const again = after(judged(failed, { replan_type: 'retry', replan_level: 1 }), ...actionDone(0));
    expect([open(again), settled(again)]).toEqual([
      [],
      [
        ['Action 1 came to its end.', 'done_again'],
        ['It broke', 'done_again'],
      ],
    ]);
  });

  it('stays open while another action of the subtask stands as failed, or the same one fails again', () => {
    const twice = planOf([subtask('a')], {
      action_plan: {
        execution_order: ['a'],
        actions: [...PLAN.action_plan.actions.slice(0, 1), ...PLAN.action_plan.actions.slice(0, 1)],
      },
    });
    const goodBefore = after(working(twice), ...actionDone(0, 'success', ['Slow']), ...actionDone(1));
    expect(open(goodBefore)).toEqual(['Slow']);
    const goneOn = judged(after(working(twice), ...actionDone(0, 'failure', ['It broke'])), FINE);
    expect(open(after(goneOn, ...actionDone(1)))).toContain('It broke');
    const failed = after(working(), ...actionDone(0, 'failure', ['It broke']));
    const again = judged(failed, { replan_type: 'retry', replan_level: 1 });
    expect(open(after(again, ...actionDone(0, 'partial', ['It broke'])))).toEqual([
      'Action 1 came to its end.',
      'It broke',
    ]);
  });

  it('is settled when its subtask is dropped, or what was done of it is planned anew', () => {
    const started = after(working(), ...actionDone(0, 'success', ['Slow']), saved('a'));
    const failed = after(started, ...actionDone(1, 'failure', ['It broke']));
    const dropped: Fact = {
      type: 'revision',
      reason: 'Leave out b.',
      source: 'comment',
      changes: [],
      updated_plan: planOf([subtask('a')]),
    };
    expect([open(after(failed, dropped)), settled(after(failed, dropped))]).toMatchObject([
      ['Slow'],
      [
        [expect.anything(), 'replaced'],
        ['It broke', 'replaced'],
      ],
    ]);
    const divided = judged(failed, { replan_type: 'full_replan', replan_level: 4 });
    const anew = after(divided, ...prepared(PLAN).slice(3, 4));
    const task = planned(judged(anew, FINE, 'task_decomposition'));
    expect(task.plan).toEqual(PLAN);
    expect(open(task)).not.toContain('Slow');
    expect(open(task)).toContain('It broke');
  });

  it('of a success is settled, too, when the same action is tried again and succeeds', () => {
    const [said, used, answer, finished] = actionDone(0, 'success', ['Slow']) as readonly [Fact, Fact, Fact, Fact];
    const retry = { replan_id: 'c', decision: decision({ replan_type: 'retry', replan_level: 1 }) };
    const again = after(working(), said, used, answer, { ...finished, judgement: retry } as Fact);
    expect([open(again), again.work?.current]).toEqual([['Slow'], 0]);
    expect(open(after(again, ...actionDone(0)))).toEqual([]);
  });

  it('is done again where the container was lost after the last checkpoint', () => {
    const noted = after(taskAfter(WORKING), ...actionDone(0, 'success', ['Slow']));
    const lost: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1' };
    const back = after(noted, lost, ...WORKING.slice(5));
    expect([open(back), back.work?.current]).toEqual([['Slow'], 0]);
    expect(open(after(back, ...actionDone(0)))).toEqual([]);
  });
});

describe('what judges, reflections and reviews reported (PLAN-7)', () => {
  it('a reflection or judgement on a success that led to a re-plan: settled when that is carried out', () => {
    const periodic = (task: Task): Task => ({ ...task, work: task.work && { ...task.work, sinceReflection: 9 } });
    const reflects = { enabled: true, onError: true, interval: 3, depth: 'moderate' as const };
    const task = working(planOf([subtask('a')]));
    const planning = { ...task.settings.planning, reflection: reflects, maxRevisions: 3 };
    const done = after(periodic({ ...task, settings: { ...task.settings, planning } }), ...actionDone(0));
    const wanted = judged(after(done, reflected(['No error handling'], true)), { ...PARTIAL, issues_found: ['Thin'] });
    expect(open(wanted)).toEqual(['No error handling', 'Thin']);
    const again = planned(wanted, planOf([subtask('a'), subtask('c')]));
    expect(open(again)).toEqual(['No error handling', 'Thin']);
    const over = after(again, ...actionDone(1), saved('c'));
    expect(over.stage.is).toBe('verify');
    expect(settled(over)).toEqual([
      ['No error handling', 'replanned'],
      ['Thin', 'replanned'],
    ]);
    const calm = after(after(done, reflected(['No error handling'])), saved('a'));
    expect([calm.stage.is, open(calm)]).toEqual(['verify', ['No error handling']]);
  });

  it('the last judgement: its issues, wherever it names them, until the next last judgement', () => {
    const done = after(working(), ...actionDone(0), saved('a'), ...actionDone(1), saved('b'), tests);
    const wish = { replan_type: 'plan_revision', issues_found: ['No example'], issues_identified: ['Slow'] } as const;
    const first = judged(done, wish, 'reflection');
    expect(open(first)).toEqual(['No example', 'Slow']);
    const again = { ...done, findings: first.findings };
    const second = judged(again, { ...FINE, issues_found: ['Slow'] }, 'reflection');
    expect([open(second), settled(second)[0]]).toEqual([['Slow'], ['No example', 'judged_again']]);
    const none: Fact = { type: 'phase', name: 'judged', replan_id: 'x', point: 'reflection', decision: null };
    expect(open(after(again, none))).toEqual(['No example', 'Slow']);
  });

  it('a judgement in planning: until the step is judged again, or the result as a whole', () => {
    const goal = after(judging(taskAfter(prepared(PLAN).slice(0, 2))), ...prepared(PLAN).slice(2, 3));
    const doubt = after(goal, judgement(goal, 'goal_understanding', { ...FINE, issues_found: ['Which prices?'] }));
    expect(open(doubt)).toEqual(['Which prices?']);
    expect(open(after(doubt, judgement(doubt, 'goal_understanding', FINE)))).toEqual([]);
    expect(open(judged({ ...doubt, stage: { ...at(goal, 'plan').stage } }, FINE, 'reflection'))).toEqual([]);
  });

  it('a review: until a later one of the same passes; one that could not be made settles nothing', () => {
    const review = (result: 'PASS' | 'FAIL' | 'NOT_MADE', of: 'plan' | 'diff' = 'diff'): Fact => ({
      type: 'review',
      of,
      result,
      feedback: result === 'FAIL' ? 'Mend the sign.' : '',
      how: 'tool',
      attempt: 1,
    });
    const task = taskAfter([...prepared(PLAN), ...actionDone(0), saved('a'), ...actionDone(1), saved('b')]);
    const refused = after(task, review('FAIL'));
    expect(open(refused)).toEqual(['Mend the sign.']);
    const notMade = after(refused, review('NOT_MADE'));
    expect(open(notMade)).toEqual(['Mend the sign.']);
    const told = (one: Task) => risks({ ...one, stage: at(taskIn('report'), 'report').stage });
    expect([told(notMade), told(refused)]).toEqual([expect.stringContaining('Mend the sign.'), '']);
    expect(open(after(refused, review('PASS', 'plan')))).toEqual(['Mend the sign.']);
    expect(settled(after(refused, review('PASS')))).toEqual([['Mend the sign.', 'review_passed']]);
  });
});

describe('a point that is settled', () => {
  it('is never told as open, to people or to the model, whatever happens to a task (PLAN-7)', () => {
    const reflection = { enabled: true, onError: true, interval: 2, depth: 'moderate' as const };
    const planning = { ...UNDISTURBED, assumes: true, reflection, maxRevisions: 3, replanning: limitsOf() };
    const kinds = new Set<string>();
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), (numbers) => {
        const settings = { planning, budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls: 60 } };
        const ended = driven(chanceFrom(numbers), taskAfter([], { settings }), { troublePercent: 3 });
        const told = risks({ ...ended, stage: { ...ended.stage, is: 'report' } });
        const isOpen = new Set(open(ended));
        const shown = openBlock(openFindings(ended), { nonce: '0'.repeat(32), maxBytes: 40_000 });
        for (const { text, settled: by } of ended.findings) {
          if (by !== null) kinds.add(by);
          if (by !== null && !isOpen.has(text))
            for (const lines of [told, shown])
              expect(lines.split('\n').some((line) => line.endsWith(text))).toBe(false);
        }
      }),
      { numRuns: runs(200, 40) },
    );
    expect(kinds.size).toBeGreaterThan(2);
  });

  it('found again, is open again (PLAN-7)', () => {
    const failed = after(working(), ...actionDone(0, 'failure', ['It broke']));
    const again = after(judged(failed, { replan_type: 'retry', replan_level: 1 }), ...actionDone(0), saved('a'));
    const once = after(again, ...actionDone(1, 'failure', ['It broke']));
    expect(open(once)).toContain('It broke');
  });
});
