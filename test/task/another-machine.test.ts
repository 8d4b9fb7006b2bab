import { describe, expect, it } from '@jest/globals';
import { restoreQuarantine } from '../../src/effects/quarantine.ts';
import {
  actionDone,
  after,
  asking,
  doing,
  kindOf,
  PAUSED,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
} from './task-world.ts';
import type { RestoreWish } from '../../src/ports/repositories.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const PLAN = planOf([subtask('a'), subtask('b'), subtask('c')]);
const working = () => doing(taskAfter([...prepared(PLAN), ...actionDone(0), saved('a'), ...actionDone(1)]), 'execute');
/** It waited, its container was stopped, and is not there any more; a new one is to be filled. */
const cloningAfterWait = () =>
  after(
    working(),
    ...asking(1),
    { type: 'question', name: 'posted', question_id: 1, comment_id: 7, url: 'u', texts: ['Which?'] },
    { type: 'environment', name: 'sandbox_released', container_id: 'c1' },
    {
      type: 'answer',
      name: 'given',
      question_id: 1,
      by: { login: 'ann', id: 1 },
      text: 'This.',
      settles: { 0: 'This.' },
      verdict: null,
    },
    { type: 'environment', name: 'container', container_id: 'c2', image: 'base' },
  );

function toolsWith(state: 'there' | 'restored') {
  const wishes: RestoreWish[] = [];
  const repositories = {
    restore: async (_taskId: string, _repo: unknown, wish: RestoreWish) => {
      wishes.push(wish);
      return state;
    },
  };
  return { wishes, tools: { repositories, github: { gitToken: async () => 'token' } } as unknown as Toolbox };
}

describe('a task that goes on on another machine (PLAN-5)', () => {
  it('goes back to its last checkpoint when what was saved beyond it is not here, once, and clones then', async () => {
    const task = doing(cloningAfterWait(), 'prepare');
    expect(kindOf(task)).toBe('clone');
    expect(task.work.current).toBeGreaterThan(1);
    const { tools, wishes } = toolsWith('restored');
    const facts = await restoreQuarantine('clone', task, tools);
    expect(facts).toEqual([{ type: 'environment', name: 'saved_work_lost' }]);
    expect(wishes).toEqual([
      expect.objectContaining({ baseSha: task.snapshot.baseSha, pushedSha: task.work.checkpoint.change?.sha ?? null }),
    ]);

    const back = doing(after(task, ...(facts ?? [])), 'prepare');
    expect(kindOf(back)).toBe('clone');
    expect(back.work.actions.map(({ status }) => status)).toEqual(['success', 'running', 'pending']);
    expect(back.work.conversation.at(-1)).toMatchObject({
      kind: 'workspace_rebuilt',
      cause: expect.stringContaining('another machine'),
    });
    expect(await restoreQuarantine('clone', back, tools)).toBeNull();
  });

  it('keeps all its work where its repository is, and where its container is still the same', async () => {
    expect(await restoreQuarantine('clone', cloningAfterWait(), toolsWith('there').tools)).toBeNull();
    const { tools, wishes } = toolsWith('restored');
    expect(await restoreQuarantine('checkpoint', working(), tools)).toBeNull();
    expect(wishes).toHaveLength(1);
    const wish = [wishes[0]?.baseSha, wishes[0]?.pushedSha];
    const paused = after(
      working(),
      { type: 'control', name: 'pause', by: 'm' },
      { type: 'control', name: 'paused', by: 'm' },
    );
    expect(await restoreQuarantine('release_sandbox', paused, tools)).toBeNull();
    expect(wishes.map(({ baseSha, pushedSha }) => [baseSha, pushedSha])).toEqual([wish, wish]);
  });

  it('has its repository made again also while it is paused or waits (GH-5)', async () => {
    for (const facts of [asking(1), PAUSED, [...asking(1), ...PAUSED]]) {
      const { tools, wishes } = toolsWith('restored');
      await restoreQuarantine('checkpoint', after(working(), ...facts), tools);
      expect(wishes).toHaveLength(1);
    }
  });

  it('asks for no repository where nothing needs it, or before there is one', async () => {
    const { tools, wishes } = toolsWith('restored');
    expect(await restoreQuarantine('use_tool', working(), tools)).toBeNull();
    expect(await restoreQuarantine('checkpoint', taskAfter([]), tools)).toBeNull();
    expect(wishes).toEqual([]);
  });
});
