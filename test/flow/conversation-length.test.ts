import { describe, expect, it } from '@jest/globals';
import { conversationBytes } from '../../src/plan/conversation-size.ts';
import { actionDone, decidedAfter, doing, taskAfter, usage } from '../task/task-world.ts';
import { WORKING } from './stories.ts';
import type { Task } from '../../src/state/task.ts';

const named = (task: Task) => decidedAfter(task, usage()).map((fact) => ('name' in fact ? fact.name : fact.type));
function atMost(task: Task, conversationTokens: number): Task {
  return { ...task, settings: { ...task.settings, conversationTokens } };
}

describe('the conversation of the work (MODEL-6)', () => {
  it('given the model’s turn, when it is longer than four bytes for each token it may have, then it is begun anew', () => {
    const task = doing(taskAfter([...WORKING, ...actionDone(0).slice(0, 2)]), 'execute');
    const bytes = conversationBytes(task);
    expect(named(atMost(task, bytes / 4))).toEqual([]);
    expect(named(atMost(task, (bytes - 1) / 4))).toEqual(['begun_anew']);
  });

  it('given one that holds only its beginning, when that is long by itself, then nothing would be gained', () => {
    const task = doing(taskAfter(WORKING), 'execute');
    expect(named(atMost(task, 1))).toEqual([]);
  });
});
