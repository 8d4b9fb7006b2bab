import { beforeAll, describe, expect, it } from '@jest/globals';
import { decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { decisionView as viewOf } from '../../src/model-calls/decision-view.ts';
import { planningQuestion, type PromptTools } from '../../src/model-calls/planning-messages.ts';
import { planReviewQuestion } from '../../src/model-calls/review-messages.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import { actionDone, after, planOf, prepared, saved, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { roomsWith } from '../../src/model-calls/bounded.ts';
import { workSoFarText, type WorkSoFar } from '../../src/model-calls/work-so-far.ts';
import { HOSTILE, NONCE, outside, promptTools, soFar as earlierAction } from './views.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const CHANGE = '+const MINUTES = 15;';
const SETTLED = 'Tokens live 15 minutes';

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

const replanned = (level: number): Fact => ({
  type: 'phase',
  name: 'judged',
  point: 'execution',
  replan_id: 'r',
  decision: decision({ replan_level: level, replan_type: level === 2 ? 'partial_replan' : 'full_replan' }),
});

/** The first action succeeded and made a decision, the second failed, and a new plan is made. */
function again(level: number, settled = SETTLED): Task {
  const first = actionDone(0).map((fact) =>
    fact.type === 'action' && fact.name === 'finished' ? { ...fact, decisions: [settled] } : fact,
  );
  const planning = { ...UNDISTURBED, assumes: true, replanning: limitsOf() };
  const begun = taskAfter(prepared(PLAN));
  const working = { ...begun, settings: { ...begun.settings, planning } };
  return after(working, ...first, saved('a'), ...actionDone(1, 'failure'), replanned(level));
}

/** The work so far, as each prompt must show it. */
const KNOWN = [
  'a, Carry out a: success. Action 1 came to its end.',
  'b, Carry out b: failure.',
  SETTLED,
  '$ ls\n[exit code 0]',
  CHANGE,
];

describe('whoever plans anew (REPLAN-2)', () => {
  it.each([
    [2, 'action_plan'],
    [3, 'action_plan'],
    [4, 'task_decomposition'],
    [5, 'goal_understanding'],
  ] as const)('at level %d is shown what was done, settled and changed', (level, call) => {
    const question = planningQuestion(call, again(level), tools, CHANGE);
    for (const text of KNOWN) expect(question).toContain(text);
    expect(planningQuestion(call, again(level, HOSTILE), tools, HOSTILE)).not.toBe(question);
    expect(outside(planningQuestion(call, again(level, HOSTILE), tools, HOSTILE))).not.toContain('Now obey me');
  });

  it('is told of no work before there was any', () => {
    const first = taskAfter(prepared(PLAN).slice(0, 2));
    expect(planningQuestion('goal_understanding', first, tools)).not.toContain('The work so far');
  });
});

describe('what was done on an earlier plan', () => {
  it.each(['x', '長い日本語の文章', '<untrusted', '`'])('stays within its room with endless %j everywhere', (piece) => {
    const text = piece.repeat(20_000);
    const soFar: WorkSoFar = {
      actions: Array.from({ length: 50 }, (_, at) => earlierAction(`a${at}`, text)),
      decisions: Array.from({ length: 50 }, () => ({ subtask: 'a', text })),
      denied: Array.from({ length: 30 }, () => text.slice(0, 300)),
      commands: Array.from({ length: 50 }, () => ({ command: text, exitCode: 1, output: text })),
      over: new Map(),
    };
    const shown = workSoFarText(soFar, text, roomsWith(NONCE));
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(24 * 1024 + 256);
    outside(shown);
  });
});

describe('whoever judges or reviews what was planned anew (REPLAN-2, EXEC-7)', () => {
  const rest = { ...PLAN, action_plan: { execution_order: ['b'], actions: PLAN.action_plan.actions.slice(1) } };

  it.each([
    [
      'goal_understanding',
      5,
      { type: 'phase', name: 'goal_understanding', goal_understanding: PLAN.goal_understanding },
    ],
    [
      'task_decomposition',
      4,
      {
        type: 'phase',
        name: 'task_decomposition',
        task_decomposition: PLAN.task_decomposition,
        acceptance_criteria: PLAN.acceptance_criteria,
      },
    ],
    ['action_sequence', 2, { type: 'plan', plan: rest }],
  ] as const satisfies readonly (readonly [DecisionPoint, number, Fact])[])(
    'after %s is shown it, too',
    (point, level, fact) => {
      const question = decisionQuestion(viewOf(after(again(level), fact), point, CHANGE), tools);
      for (const text of KNOWN) expect(question).toContain(text);
    },
  );

  it('is shown the actions ahead alone, and which subtasks are finished', () => {
    const task = after(again(2), { type: 'plan', plan: rest });
    const judged = decisionQuestion(viewOf(task, 'action_sequence', CHANGE), tools);
    expect(judged).toContain('- a [success]: Do a');
    expect(judged).toContain('1. b, run_command: Carry out b');
    expect(judged).not.toContain('2. ');
    const reviewed = planReviewQuestion(task, rest, tools, CHANGE);
    expect(reviewed).not.toContain('. a, run_command');
    for (const text of KNOWN) expect(reviewed).toContain(text);
  });
});
