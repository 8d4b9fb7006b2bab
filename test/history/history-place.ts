/** A history folder in the temporary folder, and a readable log. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createJsonlStore } from '../../src/history/jsonl-store.ts';
import type { HistoryStore } from '../../src/ports/history.ts';

export interface HistoryPlace {
  readonly directory: string;
  readonly warnings: readonly Readonly<Record<string, unknown>>[];
  newStore(): HistoryStore;
  file(taskId: string): string;
  dispose(): Promise<void>;
}

export async function makeHistoryPlace(): Promise<HistoryPlace> {
  const root = await mkdtemp(path.join(tmpdir(), 'planwright-history-'));
  const directory = path.join(root, 'planning_history');
  const warnings: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void warnings.push(JSON.parse(line) as Record<string, unknown>) },
  );
  return {
    directory,
    warnings,
    newStore: () => createJsonlStore({ directory, log }),
    file: (taskId) => path.join(directory, `${taskId}.jsonl`),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}
