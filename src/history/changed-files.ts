/** Which files a task changed, out of its history: what the index of earlier work is made of, and taken out by. */
import type { HistoryEntry } from '../ports/history.ts';

/** Of a larger change the first: it is about anything and nothing. */
const MAX_FILES = 100;

/** Of all that it saved, in their order: what comes later only adds to it. */
export function changedFiles(entries: readonly HistoryEntry[]): readonly string[] {
  const paths = new Set<string>();
  for (const entry of entries.filter(isChange))
    for (const path of pathsIn(entry['change'])) if (paths.size < MAX_FILES) paths.add(path);
  return [...paths];
}

export function isChange(entry: HistoryEntry): boolean {
  return entry.type === 'effect' && entry['name'] === 'checkpoint';
}

/** Without its number; null where a task has no issue. */
export function repositoryOf(issue: string | null): string | null {
  return issue === null || !issue.includes('#') ? null : issue.slice(0, issue.lastIndexOf('#'));
}

function pathsIn(change: unknown): readonly string[] {
  const files = isRecord(change) ? change['files'] : null;
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: unknown) => (isRecord(file) && typeof file['path'] === 'string' ? [file['path']] : []));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
