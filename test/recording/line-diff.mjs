/** The difference between two texts for people: the differing lines with some context. */

const AROUND = 2;
const AT_MOST = 60;
/** Above this, comparing each line with each takes too long. */
const MOST_CELLS = 4_000_000;

export function lineDiff(before, after) {
  const [one, other] = [before, after].map((text) => text.replaceAll(String.raw`\n`, '\n').split('\n'));
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const middle = changes(one.slice(start, one.length - end), other.slice(start, other.length - end));
  const lines = [
    ...one.slice(Math.max(0, start - AROUND), start).map((line) => `  ${line}`),
    ...middle,
    ...one.slice(one.length - end, one.length - end + AROUND).map((line) => `  ${line}`),
  ];
  return lines.length <= AT_MOST ? lines : [...lines.slice(0, AT_MOST), `… and ${lines.length - AT_MOST} more lines`];
}

function changes(one, other) {
  if (one.length * other.length > MOST_CELLS)
    return [...one.map((line) => `- ${line}`), ...other.map((line) => `+ ${line}`)];
  const common = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1));
  for (let at = one.length - 1; at >= 0; at -= 1)
    for (let to = other.length - 1; to >= 0; to -= 1)
      common[at][to] =
        one[at] === other[to] ? common[at + 1][to + 1] + 1 : Math.max(common[at + 1][to], common[at][to + 1]);
  const lines = [];
  let [at, to] = [0, 0];
  while (at < one.length || to < other.length) {
    if (at < one.length && one[at] === other[to]) {
      lines.push(`  ${one[at]}`);
      at += 1;
      to += 1;
    } else if (at < one.length && (to >= other.length || common[at + 1][to] >= common[at][to + 1])) {
      lines.push(`- ${one[at]}`);
      at += 1;
    } else {
      lines.push(`+ ${other[to]}`);
      to += 1;
    }
  }
  return lines;
}
