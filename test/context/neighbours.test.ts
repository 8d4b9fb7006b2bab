import { beforeAll, describe, expect, it } from '@jest/globals';
import { neighboursBlock } from '../../src/model-calls/neighbours-block.ts';
import { patchQuestion } from '../../src/model-calls/patch-messages.ts';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { at } from '../../src/state/select.ts';
import { WORKING } from '../flow/stories.ts';
import { taskAfter } from '../task/task-world.ts';
import { HOSTILE, NONCE, outside, promptTools } from './views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { Neighbours } from '../../src/state/neighbours.ts';

const NEIGHBOURS: Neighbours = {
  tasks: [{ issue: 14, title: 'Tax is wrong', doing: 'wait', files: ['src/tax.js'] }],
  pull_requests: [{ number: 31, title: 'Ship by weight', draft: true, files: ['src/ship.js', 'src/weight.js'] }],
  more: true,
  earlier: 'Task of issue #9: prices are whole numbers of cents.',
};

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

describe('what else goes on in the repository (PLAN-2)', () => {
  const told = [
    '#14 Tax is wrong [waits for people]: src/tax.js',
    'Ship by weight [draft]: src/ship.js, src/weight.js',
  ];

  it.each([
    ['goal_understanding', 2],
    ['task_decomposition', 3],
    ['action_plan', 4],
  ] as const)('is shown in the planning call %s', (call, facts) => {
    const task = { ...taskAfter(WORKING.slice(0, facts)), neighbours: NEIGHBOURS };
    for (const text of [...told, NEIGHBOURS.earlier]) expect(planningQuestion(call, task, tools)).toContain(text);
  });

  it('is shown in a patch', () => {
    const task = { ...at(taskAfter(WORKING), 'work'), neighbours: NEIGHBOURS };
    const question = patchQuestion(task, { by: { id: 8, login: 'mika' }, text: 'And drop c.' }, tools);
    for (const text of [...told, NEIGHBOURS.earlier]) expect(question).toContain(text);
  });

  it('is words of other people, in marked blocks that they cannot close (MODEL-7)', () => {
    const text = neighboursBlock(
      {
        tasks: [{ issue: 1, title: HOSTILE, doing: 'execute', files: [HOSTILE] }],
        pull_requests: [{ number: 2, title: HOSTILE, draft: false, files: [HOSTILE] }],
        more: false,
        earlier: HOSTILE,
      },
      { nonce: NONCE },
    );
    const lines = outside(text).split('\n');
    expect(lines.filter((line) => line.trim() !== '' && !line.startsWith('('))).toEqual([
      'Other active tasks:',
      'Open pull requests of yours:',
      'Earlier tasks of this repository that changed the same files:',
    ]);
  });

  it('is nothing where there is nothing, or where it is not known', () => {
    const nothing = { tasks: [], pull_requests: [], more: false, earlier: '' };
    expect(neighboursBlock(nothing, { nonce: NONCE })).toBe('None is known of.');
    expect(neighboursBlock(null, { nonce: NONCE })).toBe('None is known of.');
  });

  it('is bounded, however much goes on', () => {
    const files = Array.from({ length: 20 }, (_, index) => `src/some/folder/file-${index}.js`);
    const many: Neighbours = {
      tasks: Array.from({ length: 200 }, (_, issue) => ({ issue, title: 'x'.repeat(200), doing: 'execute', files })),
      pull_requests: Array.from({ length: 20 }, (_, number) => ({
        number,
        title: 'x'.repeat(200),
        draft: true,
        files,
      })),
      more: true,
      earlier: 'x'.repeat(8_000),
    };
    const text = neighboursBlock(many, { nonce: NONCE });
    expect(Buffer.byteLength(text)).toBeLessThan(25_000);
    expect(text).toContain('#0 xxx');
  });
});
