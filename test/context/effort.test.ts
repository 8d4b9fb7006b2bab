/** The effort of each call (MODEL-5). */
import { describe, expect, it } from '@jest/globals';
import { askedOf } from '../../src/model-calls/asked-of.ts';
import { effortOf } from '../../src/model-calls/effort.ts';
import { decision, judgement, limitsOf } from '../replan/situations.ts';
import { actionDone, after, kindOf, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { converse } from '../task/scripted-model.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { Subtask } from '../../src/state/plan.ts';
import type { Task } from '../../src/state/task.ts';

type Complexity = Subtask['estimated_complexity'];
const plan = (...complexities: readonly Complexity[]) =>
  planOf(complexities.map((estimated_complexity, at) => ({ ...subtask(`s${at}`), estimated_complexity })));
const working = (...complexities: readonly Complexity[]) => taskAfter(prepared(plan(...complexities)));

const PLANNING = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf() };
const judging = (task: Task): Task => ({ ...task, settings: { ...task.settings, planning: PLANNING } });
const FINE = (task: Task) => [judgement(task, 'execution', decision({ replan_needed: false, replan_type: 'none' }))];
const failed = () => after(judging(working('medium', 'low')), ...actionDone(0, 'failure', ['It broke']));
const judged = (fields: Partial<ReplanDecision>) => after(failed(), judgement(failed(), 'execution', fields));

describe('the effort that is asked for (MODEL-5)', () => {
  it('is medium for planning, and for what is about no subtask', () => {
    const planning = taskAfter(prepared(plan('low')).slice(0, 3));
    for (const call of ['goal_understanding', 'task_decomposition', 'action_plan'] as const)
      expect(effortOf(call, planning)).toBe('medium');
    expect(effortOf('summary', working('high'))).toBe('medium');
    expect(effortOf('next_step', planning)).toBe('medium');
  });

  it.each(['low', 'medium', 'high'] as const)('is by its complexity for the work on a subtask: %s', (complexity) => {
    expect(effortOf('next_step', working(complexity, 'medium'))).toBe(complexity);
    expect(effortOf('reflection', working(complexity, 'medium'))).toBe(complexity);
    expect(effortOf('replan_decision', working(complexity))).toBe('medium');
  });

  it('changes where the next action begins', () => {
    const task = working('low', 'high');
    expect(effortOf('next_step', task)).toBe('low');
    expect(effortOf('next_step', after(task, ...actionDone(0)))).toBe('high');
  });

  it('is high for a question that is asked again after an answer that could not be used', async () => {
    const asking = taskAfter(prepared(plan('low')).slice(0, 3));
    const { task, requests } = await converse(asking, [{ no: 'such' }, { no: 'such' }]);
    expect(requests.map(({ effort }) => effort)).toEqual(['medium', 'high']);
    expect(effortOf('task_decomposition', task)).toBe('high');
    expect(effortOf('action_plan', task)).toBe('medium');
  });

  it('is high for an action that is tried again, and by its complexity again for the next one', () => {
    const again = judged({ replan_type: 'retry', replan_level: 1 });
    expect([kindOf(again), effortOf('next_step', again)]).toEqual(['ask_next_step', 'high']);
    expect(effortOf('next_step', after(again, ...actionDone(0), ...FINE(again)))).toBe('low');
  });

  it('is high for a plan that is made again, and not for the first one', () => {
    const planning = judged({ replan_type: 'partial_replan', replan_level: 2 });
    expect([kindOf(planning), planning.stage.is]).toEqual(['ask_model', 'plan']);
    for (const call of ['action_plan', 'task_decomposition', 'replan_decision'] as const)
      expect(effortOf(call, planning)).toBe('high');
    expect(effortOf('action_plan', failed())).toBe('medium');
    const { replanning } = planning;
    const refused = { ...replanning, records: replanning.records.map((one) => ({ ...one, executed: false })) };
    expect(effortOf('action_plan', { ...planning, replanning: refused })).toBe('medium');
    const asks = {
      replan_type: 'clarification_request',
      clarification_needed: true,
      clarification_questions: ['One?'],
    } as const;
    const understood = judging(taskAfter(prepared(plan('low')).slice(0, 2)));
    const goal = after(understood, prepared(plan('low'))[2] as Fact);
    const asked = after(goal, judgement(goal, 'goal_understanding', asks));
    expect([asked.stage.is, asked.replanning.records.length > 0, effortOf('goal_understanding', asked)]).toEqual([
      'plan',
      true,
      'medium',
    ]);
  });

  it('goes with whom is asked, also where nobody chose among models', () => {
    expect(askedOf('next_step', working('high'))).toEqual({ effort: 'high' });
  });
});
