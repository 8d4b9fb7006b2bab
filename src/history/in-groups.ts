const GROUP_SIZE = 32;

/** Like Promise.all over a map, in the same order, with a bounded number of open files. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += GROUP_SIZE) {
    results.push(...(await Promise.all(items.slice(start, start + GROUP_SIZE).map(act))));
  }
  return results;
}
