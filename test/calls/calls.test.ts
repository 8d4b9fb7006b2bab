import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ModelAnswer } from '../../src/ports/model.ts';
import { actionTools, CALLS } from '../../src/model-calls/calls.ts';
import type { CallName } from '../../src/state/outcome.ts';
import { loadPrompts, type Prompts } from '../../src/model-calls/catalogue.ts';
import { readModelAnswer, readToolCall } from '../../src/model-calls/read-model-answer.ts';
import { repairMessages } from '../../src/model-calls/repair-messages.ts';

function answered(name: string, input: unknown): ModelAnswer {
  return {
    model: 'm',
    content: [{ type: 'tool_use', id: 'toolu_1', name, input }],
    stopReason: 'tool_use',
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    attempts: 1,
  };
}

function read(call: CallName, input: unknown) {
  return readModelAnswer(call, answered(CALLS[call].tool.name, input));
}

describe('the calls (MODEL-2)', () => {
  it('have the specified names and plain objects as schema roots', () => {
    expect(
      Object.values(CALLS)
        .map((call) => call.tool.name)
        .toSorted(),
    ).toEqual([
      'submit_action_plan',
      'submit_completion_assessment',
      'submit_environment_fix',
      'submit_gathering',
      'submit_goal_understanding',
      'submit_plan_patch',
      'submit_reflection',
      'submit_replan_decision',
      'submit_review',
      'submit_summary',
      'submit_task_decomposition',
    ]);
    expect(actionTools.map((tool) => tool.name)).toEqual([
      'run_command',
      'read_file',
      'write_file',
      'edit_file',
      'list_files',
      'search_files',
      'ask_human',
      'finish_action',
    ]);
    for (const tool of [...Object.values(CALLS).map((call) => call.tool), ...actionTools]) {
      expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(tool.inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      for (const key of ['$schema', 'anyOf', 'oneOf', 'allOf']) expect(tool.inputSchema).not.toHaveProperty(key);
    }
    expect(CALLS.task_decomposition.tool.inputSchema['required']).toEqual([
      'task_decomposition',
      'acceptance_criteria',
    ]);
  });

  it('reads a goal or an error, exactly one', () => {
    const goal = { main_objective: 'Do it', success_criteria: ['It is done'] };
    const error = { type: 'unclear_goal', message: 'Which one?' };
    expect(read('goal_understanding', { goal_understanding: goal })).toEqual({
      ok: true,
      value: { goal_understanding: { ...goal, constraints: [], context: '' } },
    });
    expect(read('goal_understanding', { goal_understanding: null, error })).toMatchObject({
      ok: true,
      value: { error: { clarification_needed: [], assumptions: [] } },
    });
    expect(read('goal_understanding', { goal_understanding: goal, error })).toMatchObject({
      ok: false,
      broke: 'schema',
    });
    expect(read('goal_understanding', {})).toMatchObject({
      ok: false,
      problems: ['input: Give exactly one of `goal_understanding` and `error`.'],
    });
    expect(read('goal_understanding', { error: { type: 'already_done', message: 'See a.ts' } })).toMatchObject({
      ok: true,
      value: { error: { evidence: [] } },
    });
  });

  it('fills in what a model leaves out and drops what it adds', () => {
    expect(
      read('task_decomposition', {
        mood: 1,
        task_decomposition: { subtasks: [{ id: 'task_1', description: 'd', wbs_level: null, extra: 1 }] },
        acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
      }),
    ).toEqual({
      ok: true,
      value: {
        task_decomposition: {
          reasoning: '',
          subtasks: [
            {
              id: 'task_1',
              description: 'd',
              dependencies: [],
              estimated_complexity: 'medium',
              required_tools: [],
              tags: [],
            },
          ],
        },
        acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
      },
    });
    expect(
      read('action_plan', {
        action_plan: {
          execution_order: ['task_1'],
          actions: [{ task_id: 'task_1', action_type: 'tool_call', purpose: 'p' }],
        },
      }),
    ).toMatchObject({ ok: true, value: { selected_environment: { setup_commands: [], verification: [] } } });
    expect(read('replan_decision', { replan_decision: { replan_needed: false, confidence: 1 } })).toMatchObject({
      ok: true,
      value: { replan_decision: { replan_type: null, target_phase: null, replan_level: null } },
    });
    expect(
      read('plan_patch', {
        understanding: 'u',
        operations: [{ op: 'update', task_id: 't', dependencies: [], parent_id: null }],
      }),
    ).toEqual({
      ok: true,
      value: {
        understanding: 'u',
        operations: [{ op: 'update', task_id: 't', dependencies: [], parent_id: null }],
        questions: [],
        potential_conflicts: [],
      },
    });
    for (const [call, input] of [
      ['reflection', { reflection: { status: 'partial', evaluation: 'e' } }],
      ['environment_fix', {}],
      ['completion_assessment', { summary: 's', all_criteria_satisfied: false }],
      [
        'summary',
        { summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 0 }, pull_request: { title: 't' } },
      ],
    ] as const) {
      expect(read(call, input)).toMatchObject({ ok: true });
    }
  });

  it('says which field is wrong', () => {
    expect(read('review', { result: 'MAYBE' })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('result: ')],
    });
    expect(read('replan_decision', { replan_decision: { replan_needed: true, confidence: 2 } })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('replan_decision.confidence')],
    });
    expect(readModelAnswer('review', answered('other', {}))).toMatchObject({
      ok: false,
      broke: 'schema',
      problems: [expect.stringContaining('`submit_review`')],
    });
    expect(read('review', JSON.parse('{"__proto__":{"result":"PASS"}}'))).toMatchObject({ ok: false });
  });

  it('reads the calls of the action loop', () => {
    expect(
      readToolCall({ type: 'tool_use', id: 'a', name: 'run_command', input: { command: 'ls', timeout_sec: null } }),
    ).toEqual({
      ok: true,
      value: { name: 'run_command', input: { command: 'ls' } },
    });
    expect(readToolCall({ type: 'tool_use', id: 'a', name: 'constructor', input: {} })).toMatchObject({ ok: false });
    expect(
      readToolCall({
        type: 'tool_use',
        id: 'a',
        name: 'finish_action',
        input: { status: 'success', evaluation: 'e', replan_decision: { nonsense: true } },
      }),
    ).toMatchObject({ ok: true, value: { input: { status: 'success', issues_identified: [] } } });
  });
});

describe('repairMessages (MODEL-3)', () => {
  const asked = [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] as const;
  let prompts: Prompts;
  beforeAll(async () => {
    prompts = await loadPrompts();
  });

  it('pairs every wrong call with an error that lists the problems', () => {
    const answer = answered('submit_review', {});
    const repaired = repairMessages(asked, answer, ['result: wrong', 'feedback: wrong'], prompts);
    expect(repaired.slice(0, 2)).toEqual([asked[0], { role: 'assistant', content: answer.content }]);
    expect(repaired[2]?.content).toMatchObject([
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        is_error: true,
        content: expect.stringContaining('- result: wrong\n- feedback: wrong'),
      },
    ]);
  });

  it('explains once what was wrong, beside the call that was read, also when several were made', () => {
    const [use] = answered('submit_review', {}).content;
    const other = { ...use, id: 'toolu_0', name: 'think' } as NonNullable<typeof use>;
    const again = { ...use, id: 'toolu_2' } as NonNullable<typeof use>;
    const content = [other, ...(use ? [use] : []), again];
    const last = repairMessages(asked, { content }, ['result: wrong'], prompts).at(-1)?.content ?? [];
    expect(
      last.map(
        (block) => block.type === 'tool_result' && [block.tool_use_id, JSON.stringify(block).includes('result: wrong')],
      ),
    ).toEqual([
      ['toolu_0', false],
      ['toolu_1', true],
      ['toolu_2', false],
    ]);
  });

  it('does not take blanks for an id, a description, a purpose or a question, nor a goal of a thousand constraints', () => {
    const subtask = { id: 'a', description: 'D' };
    const divided = (extra: object) =>
      read('task_decomposition', {
        task_decomposition: { subtasks: [{ ...subtask, ...extra }] },
        acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
      });
    expect(divided({})).toMatchObject({ ok: true });
    expect(divided({ id: ' ' })).toMatchObject({
      problems: ['task_decomposition.subtasks.0.id: This must not be blank.'],
    });
    expect(divided({ description: '\n\t' })).toMatchObject({
      problems: ['task_decomposition.subtasks.0.description: This must not be blank.'],
    });
    const asks = { type: 'tool_use', id: 't', name: 'ask_human', input: { question: ' ' } } as const;
    expect(readToolCall(asks)).toMatchObject({ problems: ['question: This must not be blank.'] });
    expect(read('plan_patch', { understanding: 'U', questions: [{ text: '\u3000' }] })).toMatchObject({ ok: false });
    const goal = (count: number) => ({
      goal_understanding: {
        main_objective: 'G',
        success_criteria: ['S'],
        constraints: Array.from({ length: count }, () => 'c'),
      },
    });
    expect([read('goal_understanding', goal(100)).ok, read('goal_understanding', goal(101)).ok]).toEqual([true, false]);
  });

  it('PLAN-1: refuses a plan whose lists are empty, or hold nothing but blanks', () => {
    const subtasks = [{ id: 'a', description: 'D' }];
    const actions = [{ task_id: 'a', action_type: 'tool_call', purpose: 'P' }];
    const problems = (call: 'goal_understanding' | 'task_decomposition' | 'action_plan', input: object) => {
      const reading = read(call, input);
      return reading.ok ? [] : reading.problems.map((problem) => problem.split(':')[0]);
    };
    for (const success_criteria of [undefined, [], [' ']])
      expect(problems('goal_understanding', { goal_understanding: { main_objective: 'G', success_criteria } })).toEqual(
        ['goal_understanding.success_criteria'],
      );
    for (const acceptance_criteria of [undefined, []])
      expect(problems('task_decomposition', { task_decomposition: { subtasks }, acceptance_criteria })).toEqual([
        'acceptance_criteria',
      ]);
    for (const execution_order of [undefined, []])
      expect(problems('action_plan', { action_plan: { execution_order, actions } })).toEqual([
        'action_plan.execution_order',
      ]);
    expect(problems('action_plan', { action_plan: { execution_order: ['a'], actions: [] } })).toEqual([
      'action_plan.actions',
    ]);
  });

  it('says how many of the problems of an answer it leaves out', () => {
    const subtasks = Array.from({ length: 30 }, () => ({ id: '', description: 'D' }));
    const reading = read('task_decomposition', {
      task_decomposition: { reasoning: '', subtasks },
      acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
    });
    expect(reading.ok ? [] : reading.problems.slice(19)).toEqual([
      expect.stringMatching(/^task_decomposition\.subtasks\.19\.id: /),
      '… and 10 more like these; look for them too.',
    ]);
  });

  it('reminds when no tool was called, and joins the question when nothing was said', () => {
    const said = { ...answered('x', {}), content: [{ type: 'text' as const, text: 'prose' }] };
    expect(repairMessages(asked, said, ['p'], prompts)).toHaveLength(3);
    const silent = repairMessages(
      asked,
      { ...said, content: [{ type: 'opaque', raw: { type: 'thinking' } }] },
      ['p'],
      prompts,
    );
    expect(silent).toHaveLength(1);
    expect(silent[0]?.content).toHaveLength(2);
  });
});
