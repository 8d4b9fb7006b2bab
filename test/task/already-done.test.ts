import { describe, expect, it } from '@jest/globals';
import { activityOf, reportOf } from '../../src/state/select.ts';
import { answered } from './answered.ts';
import { after, planOf, prepared, SNAPSHOT, subtask, taskAfter } from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';

const PLAN = planOf([subtask('a')]);

describe('an issue that is done already (PLAN-2)', () => {
  const task = taskAfter(prepared(PLAN).slice(0, 2));
  const error = (evidence: readonly string[]) => ({
    error: { type: 'already_done', message: 'It is there.', evidence },
  });

  it('ends the task with the places that show it; without them the model is asked once, and then believed', async () => {
    const shown = await answered(task, 'goal_understanding', error(['src/price.js:3']));
    expect(shown).toMatchObject({ name: 'goal_error' });
    const ending = { status: 'succeeded', reason: 'already_done', detail: 'It is there.' };
    expect(reportOf(after(task, shown as Fact))?.ending).toMatchObject({ ...ending, list: ['src/price.js:3'] });
    for (const bare of [[], [' ']]) {
      const fact = await answered(task, 'goal_understanding', error(bare));
      expect(fact).toMatchObject({ name: 'invalid_answer', problems: [expect.stringContaining('paths and lines')] });
      const asked = after(task, fact as Fact);
      expect(asked).toMatchObject({ stage: { draft: { step: 'goal' } }, unusable: [{ broke: 'schema' }] });
      const believed = await answered(asked, 'goal_understanding', error(bare));
      expect(believed).toMatchObject({ name: 'goal_error' });
      expect(reportOf(after(asked, believed as Fact))?.ending).toMatchObject(ending);
    }
  });
});

describe('the evidence that an issue is done already (PLAN-2)', () => {
  const task = taskAfter(prepared(PLAN).slice(0, 2));
  const saying = (...evidence: readonly string[]) => ({
    error: { type: 'already_done', message: 'It is there.', evidence },
  });

  it.each<readonly [string, readonly string[]]>([
    ['src/rounding.js:3 rounds', ['src/rounding.js is not in the repository.']],
    ['src/price.js:21', ['src/price.js has 20 lines, and no line 21.']],
    ['`src/price.js:18-25`', ['src/price.js has 20 lines, and no line 25.']],
    ['see src/price.js, lines 18-25.', ['src/price.js has 20 lines, and no line 25.']],
    [
      'src/price.js#L99 and made.js:1',
      ['src/price.js has 20 lines, and no line 99.', 'made.js is not in the repository.'],
    ],
    ['src/price.jsの21行目で丸めている', ['src/price.js has 20 lines, and no line 21.']],
    ['README.md line 4 says so', ['README.md has 3 lines, and no line 4.']],
  ])('is told to the model where it is not there, and ends nothing, however often: %s', async (place, faults) => {
    let now = task;
    for (let time = 0; time < 3; time += 1) {
      const fact = await answered(now, 'goal_understanding', saying('README.md', place));
      const problems = faults.map((fault) => `error.evidence, not there: ${fault}`);
      expect(fact).toMatchObject({ name: 'invalid_answer', problems });
      now = after(now, fact as Fact);
      expect(now.stage.is).toBe('plan');
    }
    // Nor does the same without any place: who makes up places is not believed.
    expect(await answered(now, 'goal_understanding', saying())).toMatchObject({ name: 'invalid_answer' });
  });

  it.each([
    'src/price.js:20 rounds, e.g. 2.675, and/or more',
    './src/price.js:3-5',
    'src/price.js:12:7',
    'README.md says so since v1.2.x',
    'README.mdの3行目',
    'src/price.jsで丸めている',
  ])('is taken where it is there, whatever else is said: %s', async (place) => {
    expect(await answered(task, 'goal_understanding', saying(place))).toMatchObject({ name: 'goal_error' });
  });

  it('is none where no place is named', async () => {
    const fact = await answered(task, 'goal_understanding', saying('It rounds already.'));
    expect(fact).toMatchObject({ problems: [expect.stringContaining('paths and lines')] });
  });
});

describe('a division (MODEL-2)', () => {
  it('is recorded with the kind of work and the part of the project, and its conflicts are told to what comes next', async () => {
    const task = after(taskAfter(prepared(PLAN).slice(0, 2)), prepared(PLAN)[2] as Fact);
    const hint = { file_paths: ['src/price/round.js'], constraints: ['Keep the name'] };
    const fact = await answered(task, 'task_decomposition', {
      task_decomposition: {
        reasoning: '',
        subtasks: [{ id: 'a', description: 'Round', phase_name: '実装', suggested_impl: hint }],
      },
      acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
      potential_conflicts: [{ file: 'src/price.js', tasks: ['a'], warning: 'It is being changed elsewhere' }, ''],
    });
    expect(fact).toMatchObject({
      name: 'task_decomposition',
      task_decomposition: { subtasks: [{ work_type: 'implementation', domain: 'price' }] },
      potential_conflicts: ['src/price.js (a): It is being changed elsewhere'],
    });
    const following = after(task, fact as Fact);
    expect(activityOf(following)).toBe('sequence');
    expect(following.snapshot).toEqual(SNAPSHOT);
    expect(following.replanning.notes.join('\n')).toContain('being changed elsewhere');
  });
});
