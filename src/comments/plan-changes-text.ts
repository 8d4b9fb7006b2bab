/** What a revision changed of the plan before it: subtasks that are new, reworded or dropped (REPLAN-7). */
import { inline } from './safe-text.ts';
import { atMost, bulleted } from './say.ts';
import type { PlanWords } from './plan-words.ts';
import type { Box } from '../state/replans.ts';

const MOST = 30;
const MAX_CHARACTERS = 120;

export interface BoxChange {
  readonly is: 'added' | 'reworded' | 'dropped';
  readonly id: string;
  readonly description: string;
}

/** In the order of the plan that came of it, then what is gone. */
export function changesBetween(before: readonly Box[], after: readonly Box[]): readonly BoxChange[] {
  const was = new Map(before.map(({ id, description }) => [id, description]));
  const ids = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap(({ id, description }): readonly BoxChange[] => {
      const old = was.get(id);
      if (old === description) return [];
      return [{ is: old === undefined ? 'added' : 'reworded', id, description }];
    }),
    ...before.flatMap(({ id, description }): readonly BoxChange[] =>
      ids.has(id) ? [] : [{ is: 'dropped', id, description }],
    ),
  ];
}

/** One by one. */
export function changesText(changes: readonly BoxChange[], title: string, words: PlanWords): string {
  if (changes.length === 0) return `**${title}**: ${words.noBoxChanged}`;
  const entries = changes.map(
    ({ is, id, description }) =>
      `${words.changes[is]} **${inline(id, 80) || '–'}**: ${inline(description, MAX_CHARACTERS)}`,
  );
  return bulleted(`**${title}**:`, atMost(MOST, entries, words.more));
}

/** How many, where there is no room for more. */
export function changesInShort(changes: readonly BoxChange[], title: string, words: PlanWords): string {
  const counts = (['added', 'reworded', 'dropped'] as const)
    .map((is) => [is, changes.filter((change) => change.is === is).length] as const)
    .filter(([, count]) => count > 0)
    .map(([is, count]) => `${words.changes[is]} ${count}`);
  return `**${title}**: ${counts.length === 0 ? words.noBoxChanged : counts.join(', ')}`;
}
