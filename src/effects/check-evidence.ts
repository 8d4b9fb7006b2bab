/** Checks whether the places given as proof that an issue is already done exist (PLAN-2). */
import type { Task } from '../state/task.ts';
import type { Toolbox } from './performer.ts';

const MOST_WORDS = 200;

interface Cited {
  readonly path: string;
  readonly lines: readonly number[];
  /** Its form leaves no doubt that it is a path. */
  readonly isPath: boolean;
}

/** How the model is told that a place does not exist. */
export const INVENTED = 'error.evidence, not there:';

/** How many of the places exist, and the message about those that do not. */
export async function checkEvidence(
  evidence: readonly string[],
  { id, snapshot }: Pick<Task, 'id' | 'snapshot'>,
  { repositories }: Pick<Toolbox, 'repositories'>,
): Promise<{ readonly places: number; readonly faults: readonly string[] }> {
  const entries = evidence.map(citedIn);
  const paths = [...new Set(entries.flat().map(({ path }) => path))].slice(0, MOST_WORDS);
  if (snapshot === null || paths.length === 0) return { places: 0, faults: [] };
  const commits = [snapshot.baseSha, ...(snapshot.branchSha === null ? [] : [snapshot.branchSha])];
  const lines = await repositories.countLines(id, commits, paths);
  const faults = entries.flatMap((cited) => faultsIn(cited, lines)).map((fault) => `${INVENTED} ${fault}`);
  return { places: Object.values(lines).filter((count) => count !== null).length, faults };
}

function faultsIn(cited: readonly Cited[], counted: Readonly<Record<string, number | null>>): readonly string[] {
  const isThere = (path: string): boolean => (counted[path] ?? null) !== null;
  return cited.flatMap(({ path, lines, isPath }) => {
    if (!isThere(path)) return isPath ? [`${path} is not in the repository.`] : [];
    const most = counted[path] ?? 0;
    return lines
      .filter((line) => line > most || line < 1)
      .map((line) => `${path} has ${most} lines, and no line ${line}.`);
  });
}

/** A line number in any notation; `:12` is what is read. */
const SAID_LINE =
  /(?:,?\s+(?:on |at |in )?lines?\s+|の?\s*)(\d{1,7})(?:\s*[-–~〜]\s*(\d{1,7}))?(?:\s*行目?|(?=\D|$))/gi;

/** Every word may be a path; a word with a folder and an extension, or with a line number, must be one. */
function citedIn(text: string): readonly Cited[] {
  const read = text.replace(SAID_LINE, (said, from: string, to?: string) =>
    /lines?|行/i.test(said) ? `:${from}${to === undefined ? '' : `-${to}`} ` : said,
  );
  return read.split(/[\s,;"'`()<>「」、。]+/).flatMap((word) => {
    const plain = word.replace(/[.:]+$/, '').replace(/^(?:\.?\/)+/, '');
    if (plain.includes('://')) return [];
    const whole = citedAs(plain);
    // In Japanese only the change of script ends a path.
    const beginning = /^[\x21-\x7e]+/.exec(plain)?.[0] ?? plain;
    return beginning === plain ? whole : [...whole, ...citedAs(beginning)];
  });
}

function citedAs(word: string): readonly Cited[] {
  const [, path = '', place] = /^(.*?)(?:(?::|#)(L?\d[\d\-:–L]*))?$/.exec(word.replace(/[.:]+$/, '')) ?? [];
  if (path === '') return [];
  const lines = (place ?? '').split(':')[0]?.match(/\d+/g)?.map(Number) ?? [];
  const hasEnding = /\.[A-Za-z]\w{0,9}$/.test(path);
  return [{ path, lines, isPath: hasEnding && (path.includes('/') || lines.length > 0) }];
}
