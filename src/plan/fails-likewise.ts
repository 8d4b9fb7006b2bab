/**
 * Whether a command that fails at the end fails in the same way on the base commit (EXEC-6): same exit code, and no
 * failure in its output that is not reported there. Then the change is not to blame.
 */
import type { CheckKind } from '../state/checks.ts';
import type { CommandRecord } from '../state/outcome.ts';

type Run = Pick<CommandRecord, 'exit_code' | 'timed_out' | 'output'>;

export function failsLikewise(kind: CheckKind, end: Run, base: Run): boolean {
  if (base.exit_code === 0 || end.exit_code !== base.exit_code) return false;
  // A command that timed out did not say what is wrong.
  if (end.timed_out || base.timed_out) return false;
  const now = told(kind, end.output);
  // Without a reported failure there is nothing to compare.
  return now.lines.size > 0 && isWithin(now, told(kind, base.output));
}

interface Told {
  /** How often each line occurs, with numbers left out. */
  readonly lines: ReadonlyMap<string, number>;
  /** The largest reported number of failures, errors and the like, by name. */
  readonly totals: ReadonlyMap<string, number>;
}

/** In test output, passing lines are reported too. */
const TELLS_OF_FAILURE = /fail|error|assert|panic|exception|not ok|[✗✕✖×]/i;
/** Not a position such as `a.js:3:10 error`. */
const TOTAL =
  /(?<![\w.:,-])(\d+)\s+(fail|error|problem|warning|offense|issue)|\b(fail|error|problem|warning)\w*\s*[:=]\s*(\d+)/gi;
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[0-?]*[ -/]*[@-~]/g;
/** The base commit is checked out beside the project. */
const FOLDER = /\/workspace\/(?:\.planwright\/base|project)\b/g;

function told(kind: CheckKind, output: string): Told {
  const lines = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const line of output.replace(COLOURS, '').replace(FOLDER, '').split('\n')) {
    if (kind === 'test' && !TELLS_OF_FAILURE.test(line)) continue;
    for (const [, before, named = '', name = named, after] of line.matchAll(TOTAL)) {
      const what = name.toLowerCase();
      totals.set(what, Math.max(totals.get(what) ?? 0, Number(before ?? after)));
    }
    const plain = line
      .replace(/\b(failure|error|problem|warning|offense|issue)s\b/gi, '$1')
      .replace(/\d+(?:[.:,]\d+)*/g, '0')
      .replace(/\b0(?:ms|s)\b/g, '0')
      .replace(/\s+/g, ' ')
      .trim();
    if (plain !== '') lines.set(plain, (lines.get(plain) ?? 0) + 1);
  }
  return { lines, totals };
}

function isWithin(end: Told, base: Told): boolean {
  return (['lines', 'totals'] as const).every((which) =>
    [...end[which]].every(([what, count]) => count <= (base[which].get(what) ?? 0)),
  );
}
