/** What a revision changed: new, reworded and dropped subtasks (REPLAN-7). */
import { inline } from './safe-text.ts';
import { atMost, bulleted } from './say.ts';
import type { PlanWords } from './plan-words.ts';
import type { Box } from '../state/replans.ts';

const MOST = 30;
const MAX_CHARACTERS = 120;

export interface BoxChange {
  readonly is: 'added' | 'reworded' | 'dropped';
  readonly id: string;
  readonly title: string;
}

/** In the order of the new plan, then the dropped ones. */
export function boxChanges(before: readonly Box[], after: readonly Box[]): readonly BoxChange[] {
  const was = new Map(before.map((box) => [box.id, box]));
  const ids = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap(({ id, title, description }): readonly BoxChange[] => {
      const old = was.get(id);
      if (old === undefined) return [{ is: 'added', id, title }];
      return old.title === title && old.description === description ? [] : [{ is: 'reworded', id, title }];
    }),
    ...before.flatMap(({ id, title }): readonly BoxChange[] => (ids.has(id) ? [] : [{ is: 'dropped', id, title }])),
  ];
}

/** One by one. */
export function changesText(changes: readonly BoxChange[], title: string, words: PlanWords): string {
  if (changes.length === 0) return `**${title}**: ${words.noBoxChanged}`;
  const entries = changes.map(
    (change) =>
      `${words.changes[change.is]} **${inline(change.id, 80) || '–'}**: ${inline(change.title, MAX_CHARACTERS)}`,
  );
  return bulleted(`**${title}**:`, atMost(MOST, entries, words.more));
}

/** Only their number, if there is no room for more. */
export function changesInShort(changes: readonly BoxChange[], title: string, words: PlanWords): string {
  const counts = (['added', 'reworded', 'dropped'] as const)
    .map((is) => [is, changes.filter((change) => change.is === is).length] as const)
    .filter(([, count]) => count > 0)
    .map(([is, count]) => `${words.changes[is]} ${count}`);
  return `**${title}**: ${counts.length === 0 ? words.noBoxChanged : counts.join(', ')}`;
}
