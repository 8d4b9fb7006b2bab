import { describe, expect, it } from '@jest/globals';
import { drive } from '../../src/drive/drive.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { BEGAN, planOf, prepared, recorded, subtask, TASK_ID } from './task-world.ts';
import type { DriveOptions } from '../../src/drive/drive.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { HistoryEntry } from '../../src/ports/history.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';

const quiet = () => undefined;
const SAID: InboxItem = {
  kind: 'comment',
  id: 'said',
  addressed: true,
  commentId: 9,
  by: { id: 8, login: 'maintainer' },
  text: 'Mind the commas.',
};

/** What the model is asked after somebody said something during its first call, on a clock that stands still. */
async function requestsOf(): Promise<readonly string[]> {
  const inbox: InboxItem[] = [];
  const requests: string[] = [];
  const shutdown = new AbortController();
  let listener = quiet;
  const entries = recorded(prepared(planOf([subtask('a')]))) as unknown as HistoryEntry[];
  const ask = async (request: ModelRequest) => {
    requests.push(JSON.stringify(request.messages));
    if (requests.length > 1) {
      shutdown.abort();
      throw new Error('It is enough.');
    }
    inbox.push(SAID);
    listener();
    const content = [{ type: 'tool_use', id: 'u', name: 'read_file', input: { path: 'a' } }];
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    return { model: 'test', content, stopReason: 'tool_use', usage, attempts: 1 };
  };
  const sandbox = { file: async () => ({ ok: true, text: 'It holds 41.' }) };
  const tools = {
    clock: { now: () => BEGAN + 60_000, sleep: async () => undefined },
    log: { info: quiet, warn: quiet, error: quiet, debug: quiet },
    redact: (text: string) => text,
    nonceOf: () => '0123456789abcdef0123456789abcdef',
    prompts: await loadPrompts(),
    maxOutputTokens: 1_000,
    images: { load: async () => null },
    model: { name: 'test', price: () => 0, ask },
    sessions: {
      release: async () => undefined,
      acknowledge: quiet,
      using: async (_which: unknown, use: (one: unknown) => unknown) => use(sandbox),
    },
  } as unknown as Toolbox;
  const log = {
    takeFound: () => entries,
    append: async (added: readonly object[], at: number) => {
      const stored = added.map((one, index) => ({
        ...one,
        seq: entries.length + index + 1,
        timestamp: new Date(at).toISOString(),
        task_uuid: TASK_ID,
        issue: 'octo/shop#12',
        trace_id: 'trace-1',
      })) as unknown as HistoryEntry[];
      entries.push(...stored);
      return stored;
    },
    isCurrent: async () => true,
    close: async () => undefined,
  };
  const options = {
    taskId: TASK_ID,
    history: { open: async () => log, read: async () => entries },
    tools,
    inbox: {
      read: async () => [...inbox],
      acknowledge: async () => void inbox.splice(0),
      listen: (_id: string, onArrival: () => undefined) => {
        listener = onArrival;
        return quiet;
      },
    },
    editor: () => ({ show: quiet, flush: async () => undefined, stop: async () => undefined }),
    shutdown: shutdown.signal,
    sliceMs: 60_000,
    inboxMs: 1_000,
  } as unknown as DriveOptions;
  await drive(options);
  return requests;
}

describe('a comment that comes while the model is asked (R9, EXEC-1)', () => {
  it('is shown with the very next call', async () => {
    const [first, second] = await requestsOf();
    expect(first).not.toContain('Mind the commas.');
    expect(second).toContain('Mind the commas.');
  });
});
