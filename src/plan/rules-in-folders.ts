/**
 * The project's rules for single folders (PLAN-2) are shown with the results of the first tool that worked there:
 * as they stand in the base commit, whatever was done to the files since; in a conversation begun anew once more. Pure.
 */
import type { Turn } from '../task/conversation.ts';
import type { TaskIn } from '../task/task.ts';

/** `AGENTS.md` of a folder, not of the whole repository; `.github` holds those for the whole. */
export function nestedRules(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(files).filter((path) => path.includes('/') && !path.startsWith('.github/'));
}

export function withRules(task: TaskIn<'execute'>): TaskIn<'execute'> {
  const { work, snapshot } = task;
  const nested = nestedRules(snapshot.projectRules);
  const last = work.conversation.at(-1);
  if (nested.length === 0 || last?.kind !== 'results' || last.rules !== undefined || work.waitingTools.length > 0) return task;
  const shown = new Set(work.conversation.flatMap((turn) => (turn.kind === 'results' ? (turn.rules ?? []) : [])));
  const touched = touchedIn(work.conversation.at(-2));
  const rules = nested.filter((path) => !shown.has(path) && touched.some((text) => names(text, path.slice(0, path.lastIndexOf('/')))));
  if (rules.length === 0) return task;
  return { ...task, work: { ...work, conversation: [...work.conversation.slice(0, -1), { ...last, rules }] } };
}

/** Every text that tools were given: paths of files, commands that name a folder. */
function touchedIn(turn: Turn | undefined): readonly string[] {
  if (turn?.kind !== 'answer') return [];
  return turn.content.flatMap((block) => (block.type === 'tool_use' ? [JSON.stringify(block.input) ?? ''] : []));
}

/** `packages/api` in `cd packages/api && ls`, and not in `my-packages/api2`. */
function names(text: string, folder: string): boolean {
  for (let at = text.indexOf(folder); at >= 0; at = text.indexOf(folder, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + folder.length] ?? ''];
    if (!/[\w-]/.test(before) && !/[\w.-]/.test(after)) return true;
  }
  return false;
}
