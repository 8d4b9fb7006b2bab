import { describe, expect, it } from '@jest/globals';
import { checkActionPlan } from '../../src/plan/check-action-plan.ts';
import { toldFaults } from '../../src/plan/faults.ts';
import { noticeLog } from '../../src/comments/notices.ts';
import { addedWork } from '../../src/plan/plan-changes.ts';
import { draftIn } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import { actionDone, after, planOf, prepared, saved, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';

const PLAN = planOf([subtask('a'), subtask('extra_1')]);
const { task_decomposition: DIVIDED } = PLAN;

describe('work that verification asks for (REPLAN-7)', () => {
  it('becomes subtasks of its own, behind those there are, with ids nobody has', () => {
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const fine = { type: 'phase', name: 'judged', decision: decision({ replan_needed: false }) } as const;
    const [comment, repository, goal, division, plan, ...preparation] = prepared({ ...PLAN, test_command: null });
    const verified = taskAfter(
      [
        comment!,
        repository!,
        goal!,
        { ...fine, replan_id: 'd1', point: 'goal_understanding' },
        division!,
        { ...fine, replan_id: 'd2', point: 'task_decomposition' },
        plan!,
        { ...fine, replan_id: 'd3', point: 'action_sequence' },
        ...preparation,
        ...actionDone(0),
        saved('a'),
        ...actionDone(1),
        saved('extra_1'),
      ],
      { settings: { planning } },
    );
    const wanted = decision({ replan_type: 'plan_revision', additional_actions: ['Say more', ' ', 'Test it'] });
    const again = after(verified, {
      type: 'phase',
      name: 'judged',
      replan_id: 'd4',
      point: 'reflection',
      decision: wanted,
    });
    const subtasks = draftIn(again, 'actions')?.division.decomposition.subtasks ?? [];
    expect(subtasks.slice(0, 2)).toEqual(DIVIDED.subtasks);
    expect(subtasks.slice(2)).toMatchObject([
      { id: 'extra_2', description: 'Say more', from_verification: true },
      { id: 'extra_3', description: 'Test it', from_verification: true },
    ]);
  });

  it.each(['en', 'ja'] as const)('REPLAN-7: beyond ten is said, to the model and to people (%s)', (language) => {
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const done = [...prepared(PLAN), ...actionDone(0), saved('a'), ...actionDone(1)];
    const verified = taskAfter([...done, saved('extra_1')], { settings: { language } });
    const judged = { ...verified, settings: { ...verified.settings, planning } };
    const wanted = (count: number) =>
      after(judged, {
        type: 'phase',
        name: 'judged',
        replan_id: 'd',
        point: 'reflection',
        decision: decision({
          replan_type: 'plan_revision',
          additional_actions: [' ', ...Array.from({ length: count }, (_, at) => `Step ${at + 1}`)],
        }),
      });
    expect(wanted(12).replanning.notes.at(-1)).toBe(
      'Only the first 10 of 12 additional actions became subtasks. Left out: Step 11; Step 12. Ask for what of it is still needed when these are done.',
    );
    const shown = noticeLog(wanted(12).replanning.records, language);
    expect(shown).toContain(language === 'ja' ? '見送ったもの' : 'at most ten actions are added at a time');
    expect(shown).toMatch(/- Step 11\n- Step 12/);
    expect(noticeLog(wanted(10).replanning.records, language)).not.toContain('Step');
    expect(wanted(10).replanning.notes.join()).not.toContain('Left out');
    expect(wanted(31).replanning.notes.at(-1)).toContain('Step 30 … and 1 more.');
  });

  it('is nothing when nothing is wanted, and never more than ten subtasks at once', () => {
    expect(addedWork(DIVIDED, ['', '  '])).toEqual([]);
    expect(
      addedWork(
        DIVIDED,
        Array.from({ length: 30 }, (_, at) => `Step ${at}`),
      ),
    ).toHaveLength(10);
  });
});

describe('a later plan (REPLAN-3)', () => {
  const plan = planOf([subtask('a'), subtask('b', ['a'])]);
  const later = { execution_order: ['b'], actions: plan.action_plan.actions.slice(1) };
  const available = { tools: ['run_command'], environments: ['node'] };

  it('need not name what is finished, although others depend on it', () => {
    expect(
      toldFaults(
        checkActionPlan(later, plan.task_decomposition, { name: 'node' }, { ...available, done: new Set(['a']) }),
      ),
    ).toEqual([]);
    expect(toldFaults(checkActionPlan(later, plan.task_decomposition, { name: 'node' }, available))).toEqual([
      'execution_order puts "b" before "a", on which it depends. Put it behind.',
    ]);
  });
});
