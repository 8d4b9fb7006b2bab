/** The waiting tasks of one repository in order; a lower rank goes before others of the installation. */
export type WaitingList = readonly { readonly taskId: string; readonly rank: number }[];

/**
 * The place of a task when an installation's repositories take turns, the best rank first; `lists` begins with the
 * repository whose turn is next. Limits that may delay it are not predicted. Null: it does not wait.
 */
export function placeInLists(lists: readonly WaitingList[], taskId: string): number | null {
  let ring = lists.map((list) => ({ list, at: 0 }));
  for (let place = 1; ; place += 1) {
    const heads = ring.map(({ list, at }) => list[at]?.rank ?? Number.POSITIVE_INFINITY);
    const next = ring[heads.indexOf(Math.min(...heads))];
    const head = next?.list[next.at];
    if (next === undefined || head === undefined) return null;
    if (head.taskId === taskId) return place;
    ring = [...ring.filter((one) => one !== next), { ...next, at: next.at + 1 }];
  }
}
