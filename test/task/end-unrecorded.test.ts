import { describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { progressMarker } from '../../src/ports/comment-marker.ts';
import { endUnrecorded } from '../../src/drive/end-without-history.ts';
import { REQUEST, SETTINGS, TASK_ID } from './task-world.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { DriveOptions } from '../../src/drive/drive.ts';

const FULL = new Fault('history_failed', 'The disk is full.', 'Free some space.');
const START = {
  kind: 'start',
  id: 'd-1',
  traceId: 'trace',
  request: { ...REQUEST },
  settings: { ...SETTINGS, language: 'ja' },
} as unknown as InboxItem;

const PROGRESS = progressMarker(TASK_ID);

/** A task of whose record nothing can be read, and what is left of it in the world. */
function lost(waiting: readonly InboxItem[], left: readonly unknown[] = []) {
  const told: string[] = [];
  const removed: string[] = [];
  const edited: (readonly [number, string])[] = [];
  const quiet = () => undefined;
  const options = {
    taskId: TASK_ID,
    history: { readUndamaged: async () => left },
    inbox: { read: async () => waiting },
    editor: () => ({ show: quiet, flush: async () => undefined, stop: async () => undefined }),
    shutdown: new AbortController().signal,
    sliceMs: 60_000,
    inboxMs: 1_000,
    tools: {
      clock: { now: () => Date.UTC(2026, 0, 1), sleep: async () => undefined },
      log: { info: quiet, warn: quiet, error: quiet },
      redact: (text: string) => text,
      noteUrl: () => null,
      sessions: { release: async () => undefined, acknowledge: quiet },
      sandboxes: { remove: async (id: string) => void removed.push(`sandbox ${id}`) },
      repositories: { remove: async (id: string) => void removed.push(`repository ${id}`) },
      images: { remove: async (id: string) => void removed.push(`images ${id}`) },
      github: {
        showLabel: async () => undefined,
        ensureComment: async (_repo: unknown, _issue: number, marker: string, body: string) => {
          if (marker === PROGRESS) return { id: 7, url: 'https://github.example/7' };
          told.push(body);
          return { id: 1, url: 'https://github.example/1' };
        },
        editComment: async (_repo: unknown, id: number, body: string) => void edited.push([id, body]),
      },
    },
  } as unknown as DriveOptions;
  return { options, told, removed, edited };
}

describe('a task of whose record nothing is left (PLAN-6 level 4, GH-4)', () => {
  it('is told as failed, in the language of the issue, where only its request is known: not a line could be written', async () => {
    const { options, told, removed } = lost([START]);
    const end = await endUnrecorded(options, FULL);
    expect(end).toMatchObject({
      request: { issue: REQUEST.issue },
      stage: { is: 'ended', ending: { status: 'failed' } },
    });
    expect(told).toEqual([expect.stringContaining('このタスクの記録を読み書きできませんでした。')]);
    expect(removed).toContain(`sandbox ${TASK_ID}`);
    // Once told, only who holds what is asked for.
    expect(await endUnrecorded(options, null)).toMatchObject({ request: { issue: REQUEST.issue } });
    expect(told).toHaveLength(1);
  });

  it('ends the progress comment that the damaged line named: found by its marker, it does not stay at work (GH-4)', async () => {
    const request = {
      type: 'task',
      seq: 1,
      timestamp: '2026-01-01T00:00:00.000Z',
      task_uuid: TASK_ID,
      issue: 'octo/shop#12',
      trace_id: 'trace',
      request: REQUEST,
      settings: SETTINGS,
    };
    const { options, told, edited } = lost([], [request]);
    await endUnrecorded(options, new Fault('history_damaged', 'Line 3 is damaged.', 'Mend it.'));
    expect(told).toEqual([expect.stringContaining('The record of this task is damaged.')]);
    expect(edited).toEqual([[7, expect.stringContaining('**❌ Failed**')]]);
  });

  it('lets go of its sandbox and of all else on this machine where not even that is known', async () => {
    const { options, told, removed } = lost([]);
    expect(await endUnrecorded(options, new Fault('history_damaged', 'Line 1 is damaged.', 'Mend it.'))).toBe(
      'unknown',
    );
    expect(told).toEqual([]);
    expect(removed).toEqual([`sandbox ${TASK_ID}`, `repository ${TASK_ID}`, `images ${TASK_ID}`]);
  });
});
