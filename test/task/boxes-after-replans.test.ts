import { describe, expect, it } from '@jest/globals';
import { boxesOf } from '../../src/state/replans.ts';
import { checklist } from '../../src/comments/checklist.ts';
import { timeText } from '../../src/comments/plan-history.ts';
import { activityOf } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import { actionDone, after, doing, planOf, prepared, saved, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { At, Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a']), subtask('c', ['b'])]);
const LATER = planOf([subtask('a'), subtask('b2', ['a']), subtask('c', ['b2'])]);
const POINTS = {
  understand: 'goal_understanding',
  decompose: 'task_decomposition',
  sequence: 'action_sequence',
} as const;

/** `a` is done and saved, `b` failed, and the plan is being judged. */
function failedAtB(language: 'en' | 'ja' = 'en'): Task {
  const task = doing(
    taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')], { settings: { language } }),
    'execute',
  );
  const planning = { ...UNDISTURBED, replanning: limitsOf() };
  const withJudgements: Task = { ...task, settings: { ...task.settings, planning } };
  return after(withJudgements, ...actionDone(1, 'failure', ['It broke']));
}

/** The model judges; what it comes to is decided. */
function judged(task: Task, point: DecisionPoint, wish: Partial<ReplanDecision>): Task {
  const said = decision({ reasoning: 'It broke.', ...wish });
  return after(task, { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision: said });
}

/** Through the planning phases that are left, with the plan that comes of them; each judgement is that it will do. */
function replanned(begun: Task, plan: Plan): At<'work'> {
  let task = begun;
  const fine = { replan_needed: false, replan_type: 'none' } as const;
  const answers: { readonly [Phase in keyof typeof POINTS]: Fact } = {
    understand: { type: 'phase', name: 'goal_understanding', goal_understanding: plan.goal_understanding },
    decompose: {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: plan.task_decomposition,
      acceptance_criteria: plan.acceptance_criteria,
    },
    sequence: { type: 'revision', reason: 'It broke.', source: 'replan', changes: [], updated_plan: plan },
  };
  for (
    let step = activityOf(task);
    step === 'understand' || step === 'decompose' || step === 'sequence';
    step = activityOf(task)
  )
    task = judged(after(task, answers[step]), POINTS[step], fine);
  return doing(task, 'execute');
}

const LEVELS = {
  retry: 1,
  partial_replan: 2,
  action_regeneration: 3,
  task_redecomposition: 4,
  goal_revision: 5,
} as const;
const wanted = (type: keyof typeof LEVELS) => ({ replan_type: type, replan_level: LEVELS[type] });
const boxes = (task: At<'work'>) => boxesOf(task.plan, task.work).map(({ id, state }) => `${id} ${state}`);

describe('the boxes after a re-plan (REPLAN-3, REPLAN-7)', () => {
  it.each([
    ['retry', 'execute'],
    ['partial_replan', 'sequence'],
    ['action_regeneration', 'sequence'],
    ['task_redecomposition', 'decompose'],
    ['goal_revision', 'understand'],
  ] as const)('%s goes on at %s', (type, phase) => {
    expect(activityOf(judged(failedAtB(), 'execution', wanted(type)))).toBe(phase);
  });

  it.each(['partial_replan', 'action_regeneration'] as const)(
    '%s keeps finished boxes, and nothing of them is done again',
    (type) => {
      const task = replanned(judged(failedAtB(), 'execution', wanted(type)), LATER);
      expect(boxes(task)).toEqual(['a done', 'b2 running', 'c open']);
      expect(task.work.current).toBe(1);
    },
  );

  it.each(['task_redecomposition', 'goal_revision'] as const)('%s clears them', (type) => {
    const task = replanned(judged(failedAtB(), 'execution', wanted(type)), LATER);
    expect(boxes(task)).toEqual(['a running', 'b2 open', 'c open']);
  });

  it('a regeneration in the middle of a re-decomposition does not bring them back', () => {
    const divided = after(judged(failedAtB(), 'execution', wanted('task_redecomposition')), {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: LATER.task_decomposition,
      acceptance_criteria: [],
    });
    const sequenced = judged(divided, 'task_decomposition', { replan_needed: false, replan_type: 'none' });
    const planned = after(sequenced, {
      type: 'revision',
      reason: 'r',
      source: 'replan',
      changes: [],
      updated_plan: LATER,
    });
    const again = judged(planned, 'action_sequence', { replan_type: 'action_regeneration' });
    expect(boxes(replanned(again, LATER))).toEqual(['a running', 'b2 open', 'c open']);
  });

  it('a re-decomposition in the middle of a partial re-plan clears them', () => {
    const planned = after(judged(failedAtB(), 'execution', wanted('partial_replan')), {
      type: 'revision',
      reason: 'r',
      source: 'replan',
      changes: [],
      updated_plan: LATER,
    });
    const again = judged(planned, 'action_sequence', { replan_type: 'task_redecomposition' });
    expect(boxes(replanned(again, LATER))).toEqual(['a running', 'b2 open', 'c open']);
  });

  it('the same action again leaves the plan and its boxes as they were', () => {
    const task = doing(judged(failedAtB(), 'execution', wanted('retry')), 'execute');
    expect(boxes(task)).toEqual(['a done', 'b running', 'c open']);
    expect(task.replanning.versions).toEqual([]);
  });

  it('the plan before goes into the fold with its boxes, its reason and its times, and is counted', () => {
    const failed = failedAtB();
    const first = replanned(judged(failed, 'execution', wanted('partial_replan')), LATER);
    expect(first.replanning).toMatchObject({
      reason: 'It broke.',
      previous: { done: 1, all: 3 },
      currentSince: first.updatedAt,
      versions: [
        {
          number: 1,
          replacedBecause: 'It broke.',
          boxes: [{ state: 'done' }, { id: 'b', state: 'failed' }, { state: 'open' }],
        },
      ],
      notes: [],
    });
    const again = after(first, ...actionDone(1, 'failure', ['Another']));
    const second = replanned(
      judged(again, 'execution', { ...wanted('action_regeneration'), reasoning: 'Once more.' }),
      PLAN,
    );
    expect(second.replanning.versions.map(({ number, replacedBecause }) => [number, replacedBecause])).toEqual([
      [1, 'It broke.'],
      [2, 'Once more.'],
    ]);
    expect(second.replanning.versions[1]?.startedAt).toBe(first.replanning.currentSince);
  });
});

describe('the boxes of a subtask with several actions (REPLAN-7)', () => {
  const [one] = planOf([subtask('a')]).action_plan.actions;
  const plan = {
    ...PLAN,
    action_plan: { ...PLAN.action_plan, actions: [one, one].flatMap((action) => (action ? [action] : [])) },
  };
  const states = (...facts: readonly Fact[]) => {
    const { work } = doing(taskAfter([...prepared(plan), ...facts]), 'execute');
    return boxesOf(plan, work)[0]?.state;
  };

  it('are done when all of them are', () => {
    expect(states()).toBe('running');
    expect(states(...actionDone(0))).toBe('running');
    expect(states(...actionDone(0), ...actionDone(1), saved('a'))).toBe('done');
    expect(states(...actionDone(0, 'partial'), ...actionDone(1), saved('a'))).toBe('partial');
    expect(states(...actionDone(0, 'partial'), ...actionDone(1, 'failure'), saved('a'))).toBe('failed');
    expect(boxesOf(plan, null)[0]?.state).toBe('open');
  });
});

describe('the checklist of a task (REPLAN-7)', () => {
  const shown = (task: At<'work'>, isOver = false) =>
    checklist({ plan: task.plan, work: task.work }, task, isOver ? 'stopped' : 'running');
  const revised = (language: 'en' | 'ja') =>
    replanned(judged(failedAtB(language), 'execution', wanted('partial_replan')), LATER);

  it('tells the first plan, and after a re-plan its number, its reason and what was done before', () => {
    const first = doing(failedAtB(), 'execute');
    expect(shown(first)).toMatch(/^## 📋 Execution Plan\n/);
    const task = revised('en');
    const text = shown(task);
    const since = timeText(task.replanning.currentSince ?? 0);
    for (const part of [
      '## 📋 Execution Plan (Revised #1)',
      '**Revision Reason**: It broke.\n\n**Previous Progress**: 1/3\n',
      '- [x] **a**: Do a\n- [ ] **b2**: Do b2 🔄\n- [ ] **c**: Do c',
      `*Progress: 1/3 (33%) complete | Revision: #1 at ${since}*`,
      '*Plan Revisions: 1 time*',
      `*Current Plan: #2 (started at ${since})*`,
      ' UTC)\n\n- [x] **a**: Do a\n- [ ] **b**: Do b ❌\n- [ ] **c**: Do c\n\n</details>',
    ])
      expect(text).toContain(part);
  });

  it('does so in Japanese', () => {
    const text = shown(revised('ja'));
    for (const part of [
      '## 📋 実行計画 (改訂 #1)',
      '**改訂の理由**: It broke.',
      '**改訂前の進捗**: 1/3',
      '*計画の改訂: 1 回*',
      '*現在の計画: #2 (',
    ])
      expect(text).toContain(part);
  });

  it('shows as stopped what was in hand when the task ended', () => {
    expect(shown(revised('en'), true)).toContain('- [ ] **b2**: Do b2 ⏹️');
  });

  it('tells apart what verification added', () => {
    const task = revised('en');
    const subtasks = LATER.task_decomposition.subtasks.map((one) =>
      one.id === 'c' ? { ...one, from_verification: true as const } : one,
    );
    const plan = { ...task.plan, task_decomposition: { ...task.plan.task_decomposition, subtasks } };
    expect(shown({ ...task, plan })).toContain(
      '- [ ] **b2**: Do b2 🔄\n\n### Additional Work (From Verification)\n- [ ] **c**: Do c\n',
    );
  });
});
