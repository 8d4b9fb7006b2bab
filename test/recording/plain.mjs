/**
 * Removes from texts what differs from run to run. Known values get their name; others are numbered in order of
 * occurrence.
 */

/** In this order, since a part of an earlier match no longer exists. */
const KINDS = [
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['tool', /\btoolu_\w+/g],
  ['time', /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/g],
  ['date', /\b20\d\d-\d\d-\d\d\b/g],
  ['hex', /\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}|[0-9a-f]{24})\b/g],
  // Containers and commits in short form; a number or word alone does not count.
  ['hex', /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12}\b/g],
  ['id', /\b100\d{4}\b/g],
  ['port', /(?<=(?:127\.0\.0\.1|localhost):)\d{4,5}\b/g],
  ['temporary', /(?<=\/tmp\/)[\w.-]+/g],
  // How long the test runners of node and Python took.
  ['ms', /(?<=\()\d+(?:\.\d+)?(?=ms\))/g],
  ['ms', /(?<=\bin )\d+\.\d+(?=s\b)/g],
  ['ms', /(?<=duration_ms:? )\d+(?:\.\d+)?/g],
];
/** For these, equality depends on the clock. */
const UNNUMBERED = new Set(['time', 'date', 'ms', 'port']);
const COMMIT = /^[0-9a-f]{40}$/;

/**
 * A function for one value that normalises each string in it. Numbers restart with each value, since otherwise one more
 * text in a story would renumber everything after it.
 */
export function plainBy(names) {
  const known = [...names.keys()].toSorted((one, other) => other.length - one.length);
  const commits = new Map(known.filter((value) => COMMIT.test(value)).map((sha) => [sha.slice(0, 7), sha]));
  const patterns = known
    .filter((value) => !COMMIT.test(value))
    .map((value) => bounded(value.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)));
  const anyKnown = new RegExp(patterns.join('|') || '(?!)', 'g');
  const named = (text) =>
    text
      .replace(anyKnown, (value) => names.get(value) ?? value)
      .replace(/\b[0-9a-f]{7,40}\b/g, (value) => {
        const sha = commits.get(value.slice(0, 7));
        return sha?.startsWith(value) === true ? names.get(sha) : value;
      });
  return (value) => {
    const seen = new Map();
    return mapped(value, (text) =>
      KINDS.reduce((plain, [kind, pattern]) => numbered(plain, kind, pattern, seen), named(text)),
    );
  };
}

function numbered(text, kind, pattern, seen) {
  return text.replace(pattern, (value) => {
    if (UNNUMBERED.has(kind)) return `<${kind}>`;
    const turns = seen.get(kind) ?? [];
    if (!turns.includes(value)) seen.set(kind, [...turns, value]);
    return `<${kind}:${(seen.get(kind) ?? []).indexOf(value) + 1}>`;
  });
}

function mapped(value, change) {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    // The stand-in signs thinking over everything before it.
    Object.entries(value).map(([key, one]) => [key, key === 'signature' ? '<signature>' : mapped(one, change)]),
  );
}

/** To the end of its line, also if the text is a JSON string. */
const FIGURES = /⏱️(?:(?!\\n)[^"\n])*/g;
const DURATION = /\d+ ?(?:s|min|h|秒|分|時間)(?: \d+ ?(?:s|min|秒|分))*(?![\p{L}\d])/gu;

/**
 * The line with time, tokens and money, separate from the text around it, since it may differ where the text does not.
 */
export function withoutFigures(text) {
  const figures = (text.match(FIGURES) ?? []).map((line) => line.replace(DURATION, '<duration>'));
  return { text: text.replace(FIGURES, '⏱️ <figures>'), figures };
}

function bounded(pattern) {
  return /^\w/.test(pattern) ? String.raw`(?<!\w)${pattern}(?!\w)` : pattern;
}
