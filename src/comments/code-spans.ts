/**
 * Finds the code spans in one line of a model's text. GitHub pairs a literal backtick with the next one, as in "$`" and
 * `x`, and would show the words between them as code. So a span must begin and end next to its content, unless it has
 * two backticks on either side. Three are a fence that lost its lines.
 */
export const MAX_SPAN = 300;

interface Run {
  readonly at: number;
  readonly length: number;
}

/** Every other part is a span with its backticks. Linear time. */
export function withSpansApart(line: string): readonly string[] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: marks, index }) => ({ at: index, length: marks.length }));
  /** The next run of the same length. */
  const next: (number | undefined)[] = [];
  const last = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const { length } = runs[index] ?? { length: 0 };
    next[index] = last.get(length);
    last.set(length, index);
  }
  const parts: string[] = [];
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const to = thirdOfWord(line, runs.slice(index, index + 4)) ? index + 2 : next[index];
    const [begin, end] = [runs[index], to === undefined ? undefined : runs[to]];
    if (begin === undefined || to === undefined || end === undefined) continue;
    if (!isSpan(line.slice(begin.at + begin.length, Math.min(end.at, begin.at + begin.length + MAX_SPAN + 1)), begin))
      continue;
    parts.push(line.slice(from, begin.at), line.slice(begin.at, end.at + end.length));
    from = end.at + end.length;
    index = to;
  }
  return [...parts, line.slice(from)];
}

function isSpan(inside: string, { length }: Pick<Run, 'length'>): boolean {
  if (length > 2 || inside.length > MAX_SPAN || inside.trim() === '') return false;
  return length === 2 || inside === inside.trim();
}

/** As in `[$`]`: the middle one of such a word counts. */
function thirdOfWord(line: string, runs: readonly Run[]): boolean {
  const [first, second, third, fourth] = runs;
  if (first === undefined || second === undefined || third === undefined) return false;
  if ([first, second, third].some(({ length }) => length !== 1) || third.at - first.at > MAX_SPAN) return false;
  const word = line.slice(first.at, (fourth?.at ?? line.length) + 1);
  return /^`[^\s`]+`[^\s`]*`[.,;:)\]"']*(?:\s|$)/.test(word) && !/[^\s(["']/.test(line[first.at - 1] ?? ' ');
}

export function insideSpan(span: string): string {
  return span.replace(/^`+|`+$/g, '');
}
