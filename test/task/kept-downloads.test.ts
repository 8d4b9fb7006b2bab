/** Whose downloads a task begins with, and when its own are kept (ENV-6). */
import { describe, expect, it } from '@jest/globals';
import { keepDownloads, useDownloads } from '../../src/effects/kept-downloads.ts';
import { WorkspaceLost } from '../../src/effects/sandbox-sessions.ts';
import { planOf, prepared, SNAPSHOT, subtask, taskAfter } from './task-world.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { DownloadsKey } from '../../src/ports/downloads.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const BASE = SNAPSHOT.baseSha;
const CONTAINER = { type: 'environment', name: 'container', container_id: 'c1', image: 'planwright-node' } as const;
const UNUSED = { ...CONTAINER, is_unused: true } as const;

interface Given {
  readonly setup?: readonly string[];
  readonly container?: Fact;
  readonly sha?: string;
  readonly more?: readonly Fact[];
}

/** With a container, and after the clone into it. */
function tasks({ setup = ['npm ci', 'npm run build'], container = UNUSED, sha = BASE, more = [] }: Given = {}) {
  const plan = planOf([subtask('a')]);
  const facts = prepared({
    ...plan,
    selected_environment: { ...plan.selected_environment, setup_commands: setup, verification: [] },
  });
  const before = [...facts.slice(0, 5), container];
  const cloned = { ...(facts[6] as Fact), sha } as Fact;
  return { before: taskAfter(before), after: taskAfter([...before, cloned, ...more]) };
}

interface Ports {
  readonly ids?: (path: string, sha: string) => string | null;
  readonly outcome?: 'restored' | 'nothing' | 'broken';
  readonly emptied?: number;
}

function portsOf({ ids = (path, sha) => `${path} at ${sha}`, outcome = 'restored', emptied = 0 }: Ports = {}) {
  const restored: DownloadsKey[] = [];
  const kept: DownloadsKey[] = [];
  const ran: string[] = [];
  const result = { exitCode: emptied, signal: null, stdout: '', stderr: '', timedOut: false, durationMs: 1 };
  const tools = {
    clock: { now: () => 0 },
    redact: (text: string) => text,
    sessions: {
      using: async (_which: unknown, work: (sandbox: unknown) => Promise<unknown>) =>
        work({ run: async ({ command }: { command: string }) => ran.push(command) && result }),
    },
    repositories: {
      idsOf: async (_task: string, sha: string, paths: readonly string[]) => paths.map((path) => ids(path, sha)),
    },
    downloads: {
      restore: async (_task: string, key: DownloadsKey) => restored.push(key) && outcome,
      keep: async (_task: string, key: DownloadsKey) => void kept.push(key),
    },
  } as unknown as Toolbox;
  return { tools, restored, kept, ran };
}

const never = new AbortController().signal;

function use(task: Task, tools: Toolbox, sha: string | null = BASE): Promise<boolean> {
  return useDownloads({ effect: { kind: 'clone' }, key: 'k', task, tools, signal: never }, sha);
}

function keep(task: Task, tools: Toolbox, index = 0): Promise<void> {
  return keepDownloads({ effect: { kind: 'run_setup', index }, key: 'k', task, tools, signal: never });
}

describe('downloads of earlier tasks (ENV-6)', () => {
  it('are used in an unused container, and kept there after the last install of the base branch', async () => {
    const { tools, restored, kept } = portsOf();
    const { before, after } = tasks();
    expect(await use(before, tools)).toBe(true);
    await keep(after, tools);
    expect(kept).toEqual(restored);
    expect(kept).toHaveLength(1);
    await keep(after, tools, 1);
    expect(kept).toHaveLength(1);
  });

  it.each<readonly [string, Given]>([
    ['in a container that was used before', { container: CONTAINER }],
    ['of another commit than the base, such as earlier work on a branch', { sha: 'e'.repeat(40) }],
    ['after commands that the model chose', { setup: ['echo hello', 'npm ci'] }],
    [
      'after commands that the model corrected',
      {
        more: [
          { type: 'environment', name: 'set_up_trouble', kind: 'repairable', then: 'repair', most_repairs: 3 },
          { type: 'environment', name: 'set_up_corrected', setup_commands: ['npm ci'], verification: [] },
        ],
      },
    ],
  ])('are not kept %s', async (_why, given) => {
    const { tools, kept } = portsOf();
    await keep(tasks(given).after, tools);
    expect(kept).toEqual([]);
  });

  it('are not used in a used container, nor without an install or its files', async () => {
    const { tools, restored } = portsOf();
    expect(await use(tasks({ container: CONTAINER }).before, tools)).toBe(false);
    expect(await use(tasks({ setup: ['make'] }).before, tools)).toBe(false);
    expect(await use(tasks().before, tools, null)).toBe(false);
    const without = portsOf({ ids: () => null });
    expect(await use(tasks().before, without.tools)).toBe(false);
    expect([...restored, ...without.restored]).toEqual([]);
  });

  it('are of the same commands, files and repository', async () => {
    const { tools, restored } = portsOf();
    await use(tasks().before, tools);
    await use(tasks({ setup: ['npm ci', 'make'] }).before, tools);
    await use(tasks({ setup: ['npm ci --no-audit'] }).before, tools);
    await use(tasks().before, tools, 'f'.repeat(40));
    const { before } = tasks();
    const { request } = before;
    await use({ ...before, request: { ...request, repo: { ...request.repo, name: 'other' } } }, tools);
    const digests = restored.map(({ digest }) => digest);
    expect(digests[1]).toBe(digests[0]);
    expect(new Set(digests).size).toBe(4);
    expect(new Set(restored.map(({ repositoryId }) => repositoryId))).toEqual(new Set([request.repo.repositoryId]));
  });

  it('leave an empty home folder if only a part of them arrived, or a new container', async () => {
    const { tools, ran } = portsOf({ outcome: 'broken' });
    expect(await use(tasks().before, tools)).toBe(false);
    expect(ran).toEqual([expect.stringContaining('find "$HOME" -mindepth 1 -delete')]);
    await expect(use(tasks().before, portsOf({ outcome: 'broken', emptied: 1 }).tools)).rejects.toThrow(WorkspaceLost);
  });
});
