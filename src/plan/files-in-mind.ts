/** Which files a task is about, as far as that can be told without a model: those that are named, and those that the plan names. */
import { divisionOf } from '../state/evolve-planning.ts';
import type { Task } from '../state/task.ts';

const MAX_FILES = 200;
const MAX_TEXT = 100_000;
const WORD = /[\p{L}\p{N}_@.+-][\p{L}\p{N}_@./+-]*/gu;
const AROUND = /^(?:\.\/)+|[.+/-]+$/g;

export function filesInMind(task: Pick<Task, 'request' | 'snapshot' | 'stage' | 'plan' | 'work'>): readonly string[] {
  const { title, body, instruction } = task.request;
  const planned = (divisionOf(task)?.decomposition.subtasks ?? []).flatMap(
    ({ suggested_impl: hint }) => hint?.file_paths ?? [],
  );
  const changed = (task.work?.checkpoint.change?.files ?? []).map(({ path }) => path);
  const named = namedIn([title, instruction ?? '', body].join('\n'), task.snapshot?.files ?? []);
  return [...new Set([...changed, ...planned, ...named])].slice(0, MAX_FILES);
}

/** By their path, or by a name that is no ordinary word. */
export function namedIn(text: string, files: readonly string[]): readonly string[] {
  const words = new Set((text.slice(0, MAX_TEXT).match(WORD) ?? []).map((word) => word.replace(AROUND, '')));
  return files.filter((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return words.has(path) || (name.includes('.') && words.has(name));
  });
}
