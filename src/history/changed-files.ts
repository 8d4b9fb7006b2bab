/** The files a task changed, from its history; entries of the index of earlier work are added and removed by these. */
import type { HistoryEntry } from '../ports/history.ts';

/** A larger change is about nothing in particular, so only the first files count. */
const MAX_FILES = 100;

/** In the order of saving; later entries only add files. */
export function changedFiles(entries: readonly HistoryEntry[]): readonly string[] {
  const paths = new Set<string>();
  for (const entry of entries.filter(isChange))
    for (const path of pathsIn(entry['change'])) if (paths.size < MAX_FILES) paths.add(path);
  return [...paths];
}

export function isChange(entry: HistoryEntry): boolean {
  return entry.type === 'effect' && entry['name'] === 'checkpoint';
}

/** Without the issue's number; null if a task has no issue. */
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
