import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { drive } from '../../src/drive/drive.ts';
import { unlessBroken } from '../../src/drive/attempt.ts';
import { follow } from '../../src/flow/follow.ts';
import { summaryOf, taskSummaries } from '../../src/state/task-summary.ts';
import { createJsonlStore } from '../../src/history/jsonl-store.ts';
import { REQUEST, SETTINGS, SNAPSHOT, TASK_ID, taskAfter, UNDISTURBED, usage } from './task-world.ts';
import type { DriveOptions } from '../../src/drive/drive.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';

const BROKEN = 'A task cannot go from here to there.';
const SETTINGS_HERE = { ...SETTINGS, planning: { ...UNDISTURBED, enabled: false } };
const START: InboxItem = { kind: 'start', id: 'start', traceId: 'trace-1', request: REQUEST, settings: SETTINGS_HERE };
/** A rule that looks at what it says breaks its table. */
const UNHEARD: InboxItem = {
  kind: 'comment',
  id: 'unheard',
  addressed: true,
  commentId: 9,
  by: { id: 8, login: 'maintainer' },
  get text(): string {
    throw new Fault('internal', BROKEN, 'Report this.');
  },
};
const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet, debug: quiet };

describe('a rule that breaks (PLAN-6, R17)', () => {
  const directories: string[] = [];
  afterAll(() => {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  });

  /** A task that waits in its inbox, and all that is seen of it. */
  function waiting(environmentFiles: unknown, ...said: readonly InboxItem[]) {
    const directory = mkdtempSync(join(tmpdir(), 'planwright-breaking-'));
    directories.push(directory);
    const history = createJsonlStore({ directory, log: log as never });
    const inbox = [START];
    const told: string[] = [];
    const removed: string[] = [];
    const tools = {
      clock: { now: () => Date.UTC(2026, 4, 1), sleep: async () => undefined },
      log,
      redact: (text: string) => text,
      noteUrl: () => null,
      earlierTasks: async () => ({ told: '', said: [], decisions: [], open: [] }),
      sessions: { release: async () => undefined, acknowledge: quiet },
      sandboxes: { remove: async (id: string) => void removed.push(id) },
      images: { remove: async () => undefined },
      repositories: {
        fetch: async () => ({ kind: 'fetched', snapshot: { ...SNAPSHOT, environmentFiles } }),
        remove: async () => undefined,
      },
      github: {
        issue: async () => {
          inbox.push(...said);
          listener();
          return { state: 'open', labels: ['planwright'] };
        },
        repository: async () => ({ defaultBranch: 'main', archived: false }),
        openBlockers: async () => [],
        gitToken: async () => 'token',
        botUserId: async () => 9,
        showLabel: async () => undefined,
        editComment: async (_repo: unknown, _id: number, body: string) => void told.push(body),
        ensureComment: async (_repo: unknown, _issue: number, _marker: string, body: string) => {
          told.push(body);
          return { id: told.length, url: 'https://github.example/1' };
        },
      },
    } as unknown as Toolbox;
    let listener = quiet;
    const options: DriveOptions = {
      taskId: TASK_ID,
      history,
      tools,
      inbox: {
        read: async () => [...inbox],
        acknowledge: async (_id, ids) =>
          void inbox.splice(0, inbox.length, ...inbox.filter(({ id }) => !ids.includes(id))),
        listen: (_id, onArrival) => {
          listener = onArrival as () => undefined;
          return quiet;
        },
      },
      editor: () => ({ show: quiet, flush: async () => undefined, stop: async () => undefined }),
      shutdown: new AbortController().signal,
      sliceMs: 60_000,
      inboxMs: 1_000,
    };
    const faults = async () =>
      (await history.read(TASK_ID)).filter(({ type, name }) => type === 'error' && name === 'fault');
    return { options, inbox, told, removed, faults };
  }

  it('leaves the task in the lists as it ended, by what was kept with the last append (OPS-8)', async () => {
    const { options } = waiting(null);
    const { history } = options;
    const end = await drive(options);
    const unread = { read: taskSummaries.read, make: () => null };
    expect(end.kind === 'ended' && [summaryOf(end.task)]).toEqual(await history.summaries([TASK_ID], unread));
  });

  it('by what a step told ends the task: people are told, its sandbox goes, and it is not driven for ever', async () => {
    const { options, told, removed, faults } = waiting(null);
    expect(await drive(options)).toMatchObject({
      kind: 'ended',
      task: {
        stage: {
          is: 'ended',
          resultComment: { id: 2 },
          ending: { status: 'failed', reason: 'fault', code: 'internal' },
        },
      },
    });
    expect(await faults()).toMatchObject([{ effect: 'look_at_repository', code: 'internal' }]);
    expect(told).toHaveLength(3);
    expect(removed).toEqual([TASK_ID]);
  });

  it('by what people said does so, too; it is left to the task that follows', async () => {
    const { options, inbox, removed, faults } = waiting(SNAPSHOT.environmentFiles, UNHEARD);
    expect(await drive(options)).toMatchObject({
      kind: 'ended',
      task: { stage: { ending: { reason: 'fault', code: 'internal' } } },
    });
    expect(await faults()).toMatchObject([{ code: 'internal', message: BROKEN }]);
    expect(removed).toEqual([TASK_ID]);
    expect(inbox.map(({ id }) => id)).toEqual(['unheard']);
  });
});

describe('what is recorded in place of what breaks a rule (PLAN-6)', () => {
  const task = taskAfter([]);
  const moment = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now: task.updatedAt };
  const recorded = (kind: EffectKind, happened: readonly Fact[]) => {
    const tools = { clock: { now: () => 0 }, log, redact: (text: string) => text } as unknown as Toolbox;
    return unlessBroken({ task, effect: { kind } as never, tools }, happened, (facts) => {
      const all: Fact[] = [];
      for (const fact of facts) all.push(...follow(task, fact, moment).facts);
      return all;
    });
  };
  const illegal: Fact = { type: 'phase', name: 'verifying' };

  it('is a fault that says which, with the end that follows from it; what was paid stays counted', () => {
    expect(recorded('ask_model', [illegal, usage()])).toMatchObject([
      { type: 'error', name: 'fault', effect: 'ask_model', message: 'A task cannot go from orient to verify (stage).' },
      { type: 'phase', name: 'ending', ending: { reason: 'fault' } },
      { type: 'usage' },
    ]);
  });

  it('is nothing at the last step, which cannot be left out: the error is thrown', () => {
    expect(() => recorded('complete', [illegal])).toThrow('A task cannot go from orient to verify (stage).');
    expect(recorded('complete', [usage()])).toMatchObject([{ type: 'usage' }]);
  });
});
