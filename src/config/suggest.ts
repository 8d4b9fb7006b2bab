/** The candidate that was most likely meant, or null when none is near enough to be worth naming. */
export function nearest(written: string, candidates: readonly string[]): string | null {
  const wanted = plain(written);
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `maxSubtasks`, `max-subtasks` and `MAX_SUBTASKS` all mean `max_subtasks`. */
function plain(key: string): string {
  return key
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[_.\s-]/g, '');
}

/** Insertions, deletions, substitutions, and neighbours swapped. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? left.length;
}
