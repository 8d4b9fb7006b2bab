import { describe, expect, it } from '@jest/globals';
import { loadPrompts } from '../../src/prompts/catalogue.ts';
import { askModel } from '../../src/task/perform/ask-model.ts';
import { after, planOf, prepared, SNAPSHOT, subtask, taskAfter } from './task-world.ts';
import type { Fact } from '../../src/task/fact.ts';
import type { Task } from '../../src/task/task.ts';
import type { Toolbox } from '../../src/task/toolbox.ts';

const PLAN = planOf([subtask('a')]);

async function answered(task: Task, call: 'goal_understanding' | 'task_decomposition', input: unknown): Promise<Fact | undefined> {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const content = [{ type: 'tool_use', id: 'a', name: `submit_${call}`, input }];
  const tools = {
    prompts: await loadPrompts(),
    clock: { now: () => 0 },
    nonceOf: () => '0123456789abcdef0123456789abcdef',
    redact: (text: string) => text,
    maxOutputTokens: 1_000,
    model: { name: 'test', price: () => 0, ask: async () => ({ model: 'test', content, stopReason: 'tool_use', usage, attempts: 1 }) },
  } as unknown as Toolbox;
  const effect = { kind: 'ask_model', call, wrongAnswers: [] } as const;
  return (await askModel({ effect, key: 'k', task, tools, signal: new AbortController().signal }))[0];
}

describe('an issue that is done already (PLAN-2)', () => {
  const task = taskAfter(prepared(PLAN).slice(0, 2));
  const error = (evidence: readonly string[]) => ({ error: { type: 'already_done', message: 'It is there.', evidence } });

  it('ends the task with the places that show it; without them the model is asked once, and then believed', async () => {
    expect(await answered(task, 'goal_understanding', error(['src/price.js:3']))).toMatchObject({ name: 'goal_error' });
    for (const bare of [[], [' ']]) {
      const fact = await answered(task, 'goal_understanding', error(bare));
      expect(fact).toMatchObject({ name: 'invalid_answer', problems: [expect.stringContaining('paths and lines')] });
      const asked = after(task, fact as Fact);
      expect(asked).toMatchObject({ phase: 'understand', wrongAnswers: [{ broke: 'schema' }] });
      expect(await answered(asked, 'goal_understanding', error(bare))).toMatchObject({ name: 'goal_error' });
    }
  });
});

describe('a division (MODEL-2)', () => {
  it('is recorded with the kind of work and the part of the project, and its conflicts are told to what comes next', async () => {
    const task = after(taskAfter(prepared(PLAN).slice(0, 2)), prepared(PLAN)[2] as Fact);
    const hint = { file_paths: ['src/price/round.js'], constraints: ['Keep the name'] };
    const fact = await answered(task, 'task_decomposition', {
      task_decomposition: { reasoning: '', subtasks: [{ id: 'a', description: 'Round', phase_name: '実装', suggested_impl: hint }] },
      acceptance_criteria: [],
      potential_conflicts: [{ file: 'src/price.js', tasks: ['a'], warning: 'It is being changed elsewhere' }, ''],
    });
    expect(fact).toMatchObject({
      name: 'task_decomposition',
      task_decomposition: { subtasks: [{ work_type: 'implementation', domain: 'price' }] },
      potential_conflicts: ['src/price.js (a): It is being changed elsewhere'],
    });
    const following = after(task, fact as Fact);
    expect(following).toMatchObject({ phase: 'sequence', snapshot: SNAPSHOT });
    expect(following.replanning.notes.join('\n')).toContain('being changed elsewhere');
  });
});
