import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { promptTools } from '../context/views.ts';
import { activityOf } from '../../src/state/select.ts';
import { actionDone, after, doing, planOf, prepared, saved, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a']), subtask('c')]);
const SAID = {
  issues_found: ['The port is taken'],
  error_classification: 'persistent',
  recovery_strategy: 'Use another port',
  affected_actions: ['task_b'],
  unavailable_tools: ['run_worker'],
  alternative_tools: ['run_command'],
  assumptions_to_make: ['Any free port will do'],
} as const;

function working(plan: Plan = PLAN): Task {
  const settings = { planning: { ...UNDISTURBED, replanning: limitsOf() } };
  const points = {
    understand: 'goal_understanding',
    decompose: 'task_decomposition',
    sequence: 'action_sequence',
  } as const;
  return prepared(plan).reduce(
    (before, fact) => {
      const task = after(before, fact);
      const activity = activityOf(task);
      if (activity !== 'understand' && activity !== 'decompose' && activity !== 'sequence') return task;
      if (fact.type === 'environment') return task;
      return judged(task, points[activity], { replan_needed: false });
    },
    taskAfter([], { settings }),
  );
}
/** The model judges; what it comes to is decided. */
function judged(task: Task, point: DecisionPoint, fields: object): Task {
  const decision = ReplanDecisionSchema.parse({
    replan_needed: true,
    confidence: 0.9,
    reasoning: 'It did not work.',
    ...fields,
  });
  return after(task, { type: 'phase', name: 'judged', replan_id: `d${task.version}`, point, decision });
}
const failed = (action: number): readonly Fact[] => actionDone(action, 'failure', ['The port is taken']);

async function shown(task: Task): Promise<string> {
  return JSON.stringify(actionMessages(doing(task, 'execute'), await promptTools()).at(-1));
}

describe('a re-plan during the work', () => {
  it('tells the next planning question why and how: all of the decision (REPLAN-1)', async () => {
    const task = judged(after(working(), ...failed(0)), 'execution', {
      ...SAID,
      replan_type: 'full_replan',
      replan_level: 3,
    });
    const question = planningQuestion('action_plan', task, await promptTools());
    for (const text of ['Planning again (actions): It did not work.', ...Object.values(SAID).flat()])
      expect(question).toContain(text);
    expect(task.replanning.notes).toHaveLength(2);
  });

  it('keeps the reason and the way whatever else was said, at most for what there is room (REPLAN-1)', async () => {
    const endless = {
      issues_found: Array(50).fill('長い話 '.repeat(500)),
      affected_actions: Array(50).fill('b'.repeat(9_000)),
    };
    const task = judged(after(working(), ...failed(0)), 'execution', {
      ...SAID,
      ...endless,
      replan_type: 'full_replan',
      replan_level: 3,
    });
    const question = planningQuestion('action_plan', task, await promptTools());
    expect(question).toContain('Planning again (actions)');
    expect(question).toContain('Use another port');
  });

  it('tells a retry what was judged about the last try (REPLAN-1, REPLAN-3 level 1)', async () => {
    const task = judged(after(working(), ...failed(0)), 'execution', {
      ...SAID,
      replan_type: 'retry',
      replan_level: 1,
    });
    const text = await shown(task);
    expect(text).toContain('Once more: Action 1 of 3');
    expect(text).toContain('Way to recover: Use another port');
  });
});

describe('the preconditions of an action (PLAN-1.4)', () => {
  const goOn = (task: Task) => after(judged(task, 'execution', { replan_needed: false }), saved('a'));

  it('are told where what it builds on did not succeed: look first, and say what is missing', async () => {
    const text = await shown(goOn(after(working(), ...failed(0))));
    expect(text).toContain('Action 2 of 3');
    expect(text).toContain('It builds on what did not succeed: a (failure).');
  });

  it('are no word where it succeeded, and where nothing is built on', async () => {
    expect(await shown(after(working(), ...actionDone(0), saved('a')))).not.toContain('builds on');
    const third = after(goOn(after(working(), ...failed(0))), ...actionDone(1), saved('b'));
    expect(await shown(third)).toContain('Action 3 of 3');
    expect((await shown(third)).split('builds on')).toHaveLength(1);
  });

  it('show a planned question to people as what it is (PLAN-1 ask_human)', async () => {
    const asking = PLAN.action_plan.actions.map((action) => ({
      ...action,
      action_type: 'ask_human' as const,
      tool: '',
    }));
    const task = working({ ...PLAN, action_plan: { ...PLAN.action_plan, actions: asking } });
    expect(await shown(task)).toContain('Mostly with: ask_human');
  });
});
