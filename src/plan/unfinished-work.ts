/**
 * Finds signs of unfinished work in a diff (EXEC-6), for the model and people to judge. Moved lines do not count.
 * Linear time: each line is cut, and each pattern is searched in it once.
 */
import { TEST_FILE } from '../ports/repository-look.ts';
import type { Unfinished, UnfinishedKind } from '../state/outcome.ts';
import { readDiff, type DiffLine } from './diff-lines.ts';

const MAX_FOUND = 40;
const MAX_LINE = 400;
const MAX_TEXT = 160;
const MIN_KNOWN = 8;

const PYTHON = /\.py$/i;

const LEFT_TO_DO = /\b(?:TO(?:DO)|FIX(?:ME)|X{3})\b/;
const NOT_IMPLEMENTED =
  /\braise\s+NotImplemented|\bnew\s+NotImplemented\w*|\b(?:todo|unimplemented)!\s*\(|\b(?:throw|raise|panic|abort|fail)\b.{0,60}['"`](?:not (?:yet )?implemented|unimplemented|todo)\b/i;
const SKIPPED =
  /\b(?:it|test|describe|suite|context)\.(?:skip|todo)\b|(?:^|\s)(?:xit|xtest|xdescribe|xcontext)\s*\(|\bpytest\.(?:mark\.)?(?:skip|xfail)|@(?:unittest\.)?skip\b|@(?:unittest\.)?skip(?:If|Unless)\b|\bself\.skipTest\s*\(|\bt\.Skip(?:f|Now)?\s*\(|^\s*@(?:Disabled|Ignore)\b|^\s*#\[ignore\b/;
/** Only in test files; elsewhere these are ordinary names. */
const SKIP_OPTION = /\bskip:\s*(?:true|['"`])/;
const ONLY_OPTION = /\bonly:\s*true\b/;
const FOCUSED = /\b(?:it|test|describe|suite|context)\.only\b|(?:^|\s)(?:fit|fdescribe|fcontext)\s*\(\s*['"`]/;
const BARE_PASS = /^\s*pass\s*(?:#.*)?$|^\s*(?:def|async def)\b.*:\s*pass\s*(?:#.*)?$/;
const ELLIPSIS = /^\s*\.\.\.\s*(?:#.*)?$|^\s*(?:def|async def)\b.*:\s*\.\.\.\s*(?:#.*)?$/;
const EMPTY_BODY =
  /(?:\bfunction\b.*|^\s*(?:async\s+|static\s+|public\s+|private\s+|protected\s+)*[\w#$]+\s*\(.*)\{\s*\}\s*[;,]?\s*$|=>\s*\{\s*\}\s*;?\s*$|\bcatch\b.{0,80}\{\s*\}\s*$/;
const OPENS_BODY = /(?:\)|=>)\s*\{\s*$/;
const CLOSES_BODY = /^\s*\}\s*[;,)]*\s*$/;
const OF_CLASS = /^\s*class\b/;

const TEST_DEFINED =
  /^\s*(?:it|test|describe|specify)(?:\.\w+)*\s*\(\s*(['"`].{1,200}?['"`])|^\s*(?:async\s+)?def\s+(test\w*)|^\s*func\s+(Test\w*)|^\s*(?:it|test|describe)\s+(['"].{1,200}?['"])\s+do\b|^\s*public\s+void\s+(test\w*)/;
const ASSERTS =
  /\bassert|\bexpect\s*\(|\bshould\b|\bt\.(?:Error|Fatal|is|true|false|same|equal|deepEqual)\w*\s*\(|\brequire\.\w+\s*\(t\b/;

interface Side {
  readonly lines: readonly DiffLine[];
  readonly texts: ReadonlySet<string>;
}

export function unfinishedIn(diff: string): readonly Unfinished[] {
  const { lines, deleted } = readDiff(diff);
  const cut = lines.map((one) => ({ ...one, text: one.text.slice(0, MAX_LINE) }));
  const added = sideOf(cut, 'added');
  const removed = sideOf(cut, 'removed');
  return [
    ...deleted.filter((path) => TEST_FILE.test(path)).map((path) => found('deleted_test', { path, line: 1, text: '' })),
    ...deletedTests(removed, added, new Set(deleted)),
    ...weakenedTests(removed, added, new Set(deleted)),
    ...leftInside(cut, removed.texts),
  ].slice(0, MAX_FOUND);
}

function sideOf(lines: readonly DiffLine[], is: DiffLine['is']): Side {
  const own = lines.filter((one) => one.is === is);
  return { lines: own, texts: new Set(own.map(({ text }) => text.trim())) };
}

function found(kind: UnfinishedKind, { path, line, text }: Pick<DiffLine, 'path' | 'line' | 'text'>): Unfinished {
  return { kind, path, line, text: text.trim().slice(0, MAX_TEXT).toWellFormed() };
}

/** A test that exists elsewhere now was moved. */
function deletedTests(removed: Side, added: Side, deleted: ReadonlySet<string>): readonly Unfinished[] {
  const kept = new Set(added.lines.map(({ text }) => testNamed(text)));
  return removed.lines
    .filter(({ path, text }) => !deleted.has(path) && testNamed(text) !== null && !kept.has(testNamed(text)))
    .map((line) => found('deleted_test', line));
}

function testNamed(text: string): string | null {
  const match = TEST_DEFINED.exec(text);
  return match === null ? null : (match.slice(1).find((name) => name !== undefined) ?? null);
}

/** Fewer assertions than before in a test file that still exists. */
function weakenedTests(removed: Side, added: Side, deleted: ReadonlySet<string>): readonly Unfinished[] {
  const gained = new Map<string, number>();
  for (const { path, text } of added.lines) {
    if (ASSERTS.test(text) && !removed.texts.has(text.trim())) gained.set(path, (gained.get(path) ?? 0) + 1);
  }
  const lost = new Map<string, DiffLine[]>();
  for (const line of removed.lines) {
    const isGone = ASSERTS.test(line.text) && !added.texts.has(line.text.trim()) && testNamed(line.text) === null;
    if (!isGone || !TEST_FILE.test(line.path) || deleted.has(line.path)) continue;
    const own = lost.get(line.path);
    if (own === undefined) lost.set(line.path, [line]);
    else own.push(line);
  }
  return [...lost].flatMap(([path, lines]) =>
    lines.slice(gained.get(path) ?? 0).map((line) => found('weakened_test', line)),
  );
}

function leftInside(lines: readonly DiffLine[], before: ReadonlySet<string>): readonly Unfinished[] {
  return lines.flatMap((line, at) => {
    if (line.is !== 'added') return [];
    const kind = kindOf(line, shownBefore(lines, at));
    const text = line.text.trim();
    // The line existed elsewhere before, and is long enough to be recognised.
    return kind === null || (text.length > MIN_KNOWN && before.has(text)) ? [] : [found(kind, line)];
  });
}

/** The preceding line in the final file. */
function shownBefore(lines: readonly DiffLine[], at: number): DiffLine | null {
  for (let index = at - 1; index >= 0 && lines[index]?.path === lines[at]?.path; index -= 1) {
    const line = lines[index];
    if (line !== undefined && line.is !== 'removed') return line;
  }
  return null;
}

function kindOf({ path, text }: DiffLine, above: DiffLine | null): UnfinishedKind | null {
  const isTest = TEST_FILE.test(path);
  if (SKIPPED.test(text) || (isTest && SKIP_OPTION.test(text))) return 'skipped_test';
  if (FOCUSED.test(text) || (isTest && ONLY_OPTION.test(text))) return 'focused_test';
  if (NOT_IMPLEMENTED.test(text)) return 'not_implemented';
  if (LEFT_TO_DO.test(text)) return 'todo';
  const isOfClass = above !== null && OF_CLASS.test(above.text);
  if (PYTHON.test(path) && !isOfClass && (BARE_PASS.test(text) || ELLIPSIS.test(text))) return 'empty_body';
  const isEmpty = CLOSES_BODY.test(text) && above !== null && above.is === 'added' && OPENS_BODY.test(above.text);
  return isEmpty || EMPTY_BODY.test(text) ? 'empty_body' : null;
}
