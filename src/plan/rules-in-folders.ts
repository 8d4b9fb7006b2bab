/**
 * The project's rules for single folders (PLAN-2) are shown with the results of the first tool that worked there, and
 * once more in a restarted conversation: as they are in the base commit, whatever happened to the files since.
 */
import type { Turn } from '../state/work.ts';
import type { Task } from '../state/task.ts';

/** An `AGENTS.md` of a folder rather than of the whole repository; those in `.github` apply to the whole. */
export function nestedRules(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(files).filter((path) => path.includes('/') && !path.startsWith('.github/'));
}

/** Those to be shown with the newest results. */
export function nestedRulesTouched({ work, snapshot }: Pick<Task, 'work' | 'snapshot'>): readonly string[] {
  const nested = nestedRules(snapshot?.projectRules ?? {});
  const conversation = work?.conversation ?? [];
  const last = conversation.at(-1);
  const isHandedOver = work !== null && work.waitingTools.length === 0;
  if (nested.length === 0 || !isHandedOver || last?.kind !== 'results' || last.rules !== undefined) return [];
  const shown = new Set(conversation.flatMap((turn) => (turn.kind === 'results' ? (turn.rules ?? []) : [])));
  const touched = touchedIn(conversation.at(-2));
  return nested.filter(
    (path) => !shown.has(path) && touched.some((text) => names(text, path.slice(0, path.lastIndexOf('/')))),
  );
}

/** Every text given to tools: paths of files, commands that name a folder. */
function touchedIn(turn: Turn | undefined): readonly string[] {
  if (turn?.kind !== 'answer') return [];
  return turn.content.flatMap((block) => (block.type === 'tool_use' ? [JSON.stringify(block.input) ?? ''] : []));
}

/** `packages/api` in `cd packages/api && ls`, but not in `my-packages/api2`. */
function names(text: string, folder: string): boolean {
  for (let at = text.indexOf(folder); at >= 0; at = text.indexOf(folder, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + folder.length] ?? ''];
    if (!/[\w-]/.test(before) && !/[\w.-]/.test(after)) return true;
  }
  return false;
}
