import { describe, expect, it } from '@jest/globals';
import { answered } from './answered.ts';
import { after, planOf, prepared, SNAPSHOT, subtask, taskAfter } from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';

const PLAN = planOf([subtask('a')]);

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
