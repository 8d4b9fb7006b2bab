import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { subtaskFacts } from '../../src/model-calls/subtask-facts.ts';
import { at, draftIn } from '../../src/state/select.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { answered } from '../task/answered.ts';
import { actionDone, after, planOf, prepared, saved, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { promptTools } from './views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Subtask } from '../../src/state/plan.ts';
import type { Task } from '../../src/state/task.ts';

const KNOWN: Subtask = {
  ...subtask('b', ['a'], 'Round them'),
  estimated_complexity: 'high',
  required_tools: ['edit_file', 'run_command'],
  parent_id: 'a',
  phase_name: 'Build',
  milestone: 'M1',
  wbs_level: 3,
  work_type: 'implementation',
  domain: 'prices',
  tags: ['money', 'core'],
  estimated_effort: 'small',
  suggested_impl: { language: 'go', file_paths: ['a.go', 'b.go'], constraints: ['No floats'] },
};
const FACTS =
  'complexity high · effort small · needs edit_file, run_command · part of a · phase Build · milestone M1 · level 3 (implementation) · kind implementation · in prices · tags money, core · suggested: go, in a.go, b.go, mind: No floats';
const PLAN = planOf([subtask('a'), KNOWN], {
  acceptance_criteria: [
    { id: 'AC-1', description: 'The tests pass' },
    { id: 'b.AC-1', description: '2.675 becomes 2.68', task_id: 'b' },
  ],
});

describe('what is known about a subtask (PLAN-1)', () => {
  let tools: PromptTools;
  beforeAll(async () => {
    tools = await promptTools();
  });
  const asked = (task: Task) => planningQuestion('action_plan', task, tools);
  const told = (task: Task): string => JSON.stringify(actionMessages(at(task, 'work'), tools).at(-1));

  it('PLAN-1: is told in a line, and of little only what there is', () => {
    expect(subtaskFacts(KNOWN)).toBe(FACTS);
    expect(subtaskFacts(subtask('a'))).toBe('complexity low');
    const suggested_impl = { file_paths: [], constraints: [] };
    expect(subtaskFacts({ ...subtask('a'), parent_id: '', tags: [], suggested_impl })).toBe('complexity low');
  });

  it('PLAN-1: reaches whoever plans its actions, with its own criteria', () => {
    const question = asked(taskAfter(prepared(PLAN).slice(0, 4)));
    expect(question).toContain(`- b: Round them (after a) [${FACTS}]`);
    expect(question).toContain('- AC-1: The tests pass\n- b.AC-1 (of b): 2.675 becomes 2.68');
  });

  it('PLAN-1: reaches whoever carries it out, also where the plan is not shown again', () => {
    const message = told(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a')]));
    expect(message).toContain('As given before; 1 of 2 actions are over.');
    expect(message).toContain(`About this subtask: ${FACTS}`);
    expect(message).toContain('It is done when:\\n- 2.675 becomes 2.68');
    const first = told(taskAfter(prepared(PLAN)));
    // A small plan is directly above its first action, so nothing of it is repeated.
    expect(first).toContain('- a: Do a [complexity low]');
    expect(first).toContain('of subtask a, as the plan has it.');
    expect(first).not.toContain('About this subtask');
    const many = told(taskAfter(prepared(planOf(['a', 'b', 'c', 'd'].map((id) => subtask(id))))));
    expect(many).toContain('of subtask a: Do a\\nAbout this subtask: complexity low');
  });

  it('REPLAN-3: what is over says so to whoever plans the rest', () => {
    const begun = taskAfter(prepared(planOf([subtask('a'), subtask('b'), subtask('c')])));
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const working = { ...begun, settings: { ...begun.settings, planning } };
    const failed = after(working, ...actionDone(0, 'failure'));
    const accepted = after(failed, judgement(failed, 'execution', { replan_needed: false, replan_type: 'none' }));
    const behind = after(accepted, saved('a'), ...actionDone(1), saved('b'), ...actionDone(2, 'failure'));
    const partial = after(behind, judgement(behind, 'execution', { replan_type: 'partial_replan', replan_level: 2 }));
    expect(asked(partial)).toContain('- a [ended without success, left so]: Do a [complexity low]');
    expect(asked(partial)).toContain('- b [finished]: Do b [complexity low]');
    expect(asked(partial)).toContain('- c: Do c [complexity low]');
    expect(asked(partial)).toMatch(/The work has been in `\w+` so far\. .* its set-up does not run again/);
    expect(asked(taskAfter(prepared(PLAN).slice(0, 4)))).not.toContain('so far');
    const anew = after(behind, judgement(behind, 'execution', { replan_type: 'full_replan', replan_level: 3 }));
    expect(asked(anew)).toContain('- a: Do a [complexity low]\n- b [finished]: Do b');
  });

  it('PLAN-10: its own criteria have ids of their own, and stand behind those of the whole', async () => {
    const input = {
      task_decomposition: {
        subtasks: [
          { id: 'a', description: 'Do a' },
          { id: 'b', description: 'Do b', acceptance_criteria: ['It rounds', ' ', 'It is fast'] },
        ],
      },
      acceptance_criteria: [{ id: 'AC-1', description: 'The tests pass' }],
    };
    const dividing = taskAfter(prepared(PLAN).slice(0, 3));
    const divided = after(dividing, (await answered(dividing, 'task_decomposition', input)) as Fact);
    expect(draftIn(divided, 'actions')?.division.criteria).toEqual([
      { id: 'AC-1', description: 'The tests pass' },
      { id: 'b.AC-1', description: 'It rounds', task_id: 'b' },
      { id: 'b.AC-2', description: 'It is fast', task_id: 'b' },
    ]);
    expect(draftIn(divided, 'actions')?.division.decomposition.subtasks[1]).not.toHaveProperty('acceptance_criteria');
  });
});
