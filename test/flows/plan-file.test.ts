import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLocalWorld, type LocalWorld } from './local-world.ts';
import { NUMBER_FILES, scriptOf } from './stories.ts';

const EDITED = 'Write forty-two into answer.txt';
const PLANNING = ['submit_goal_understanding', 'submit_task_decomposition', 'submit_action_plan'];

interface PlanFile {
  readonly task_decomposition: { readonly subtasks: { description: string }[] };
  readonly action_plan: { execution_order: string[] };
}

describe('a plan that is taken out, edited and carried out (PLAN-10, OPS-3)', () => {
  let world: LocalWorld;
  let file: string;
  let plan: PlanFile;

  beforeAll(async () => {
    world = await openLocalWorld({ files: NUMBER_FILES, script: scriptOf({ planned: {} }) });
    file = join(world.repository, '..', 'plan.json');
    expect(await world.start(['run', '--issue', 'story planned']).ended).toBe(0);
    const told = world.start(['plan', taskIds()[0] ?? '']);
    expect(await told.ended).toBe(0);
    plan = JSON.parse(told.stdout()) as PlanFile;
  }, 120_000);
  afterAll(() => world.close());

  const taskIds = () =>
    (
      JSON.parse(world.read('.planwright/issues/1.json')) as { readonly tasks: readonly { readonly id: string }[] }
    ).tasks.map(({ id }) => id);
  const carryOut = () => world.start(['run', '--issue', 'story planned', '--plan', file]);

  it('is carried out from the base, on a branch of its own, without asking the model to plan', async () => {
    for (const subtask of plan.task_decomposition.subtasks) subtask.description = EDITED;
    writeFileSync(file, JSON.stringify(plan));
    const before = world.anthropic.requests.length;
    const run = carryOut();
    expect([await run.ended, run.stderr()]).toEqual([0, '']);
    const asked = world.anthropic.requests.slice(before);
    for (const tool of PLANNING)
      expect(asked.some(({ bodyText }) => bodyText.includes(`"name":"${tool}"`))).toBe(false);
    expect(asked.some(({ bodyText }) => bodyText.includes(EDITED))).toBe(true);
    const branches = world.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/planwright').trim().split('\n');
    expect(branches).toHaveLength(2);
    for (const branch of branches) expect(world.git('show', `${branch}:answer.txt`)).toBe('42\n');
    expect(taskIds()).toHaveLength(2);
  }, 120_000);

  it('is not carried out twice: asked for once more, it is told what came of it', async () => {
    const before = world.anthropic.requests.length;
    expect(await carryOut().ended).toBe(0);
    expect(world.anthropic.requests).toHaveLength(before);
    expect(taskIds()).toHaveLength(2);
  }, 60_000);

  it('is refused where it keeps the rules of plans no longer, with all that is wrong', async () => {
    writeFileSync(
      file,
      JSON.stringify({ ...plan, action_plan: { ...plan.action_plan, execution_order: ['task_9'] }, extra: 1 }),
    );
    const strange = carryOut();
    expect(await strange.ended).toBe(2);
    expect(strange.stderr()).toContain('Unrecognized key');
    writeFileSync(file, JSON.stringify({ ...plan, action_plan: { ...plan.action_plan, execution_order: ['task_9'] } }));
    const wrong = carryOut();
    expect(await wrong.ended).toBe(2);
    expect(wrong.stderr()).toContain('"task_9" is not a subtask');
    expect(wrong.stderr()).toContain('planwright plan <task> > plan.json');
  }, 60_000);
});
