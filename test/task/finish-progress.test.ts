import { describe, expect, it } from '@jest/globals';
import { finishProgress } from '../../src/effects/report-back.ts';
import { taskIn } from '../progress/cases.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { Task } from '../../src/state/task.ts';

const LEFT_BY_A_CRASH = 7;

/** The comments that were edited, and how often one was looked for. */
async function finished(progressComment: Task['progressComment'], isGone = false) {
  const edited: number[] = [];
  let looks = 0;
  const tools = {
    clock: { now: () => Date.UTC(2026, 0, 1) },
    noteUrl: () => null,
    redact: (text: string) => text,
    github: {
      ensureComment: async () => {
        looks += 1;
        return { id: LEFT_BY_A_CRASH, url: 'u' };
      },
      editComment: async (_repo: unknown, id: number) => {
        edited.push(id);
        return isGone ? 'gone' : 'edited';
      },
    },
  } as unknown as Toolbox;
  const facts = await finishProgress({
    effect: { kind: 'finish_progress' },
    key: 'k',
    task: { ...taskIn('report'), progressComment },
    tools,
    signal: new AbortController().signal,
  });
  expect(facts).toEqual([{ type: 'effect', name: 'progress_finished' }]);
  return { edited, looks };
}

describe('the end of a progress comment (GH-4)', () => {
  it('is written into it, and into a new one where it was deleted', async () => {
    expect(await finished({ id: 3, url: 'u' })).toEqual({ edited: [3], looks: 0 });
    expect(await finished({ id: 3, url: 'u' }, true)).toEqual({ edited: [3], looks: 1 });
  });

  it('is written into one that a crash kept out of the record', async () => {
    expect(await finished(null)).toEqual({ edited: [LEFT_BY_A_CRASH], looks: 1 });
  });
});
