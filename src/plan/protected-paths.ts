/** Paths whose change a person has to approve first (EXEC-8). */
import type { Change } from '../ports/repositories.ts';

/** GitHub accepts changes of these only with the permission `workflows`; it compares the exact name. */
const WORKFLOWS = '.github/workflows/';

export function touchesWorkflows(paths: readonly string[]): boolean {
  return paths.some((path) => path.startsWith(WORKFLOWS));
}

type ChangedFile = Pick<Change['files'][number], 'path' | 'oldPath'>;

/** The changed paths that a pattern protects; both names of a rename count. */
export function protectedPaths(files: readonly ChangedFile[], patterns: readonly string[]): readonly string[] {
  const rules = patterns.map(segments).filter((rule) => rule.length > 0);
  const found = new Set<string>();
  for (const file of files) {
    for (const path of [file.path, file.oldPath]) {
      if (path !== null && rules.some((rule) => isProtected(segments(path), rule))) found.add(path);
    }
  }
  return [...found];
}

/** Ignores case, Unicode composition and invisible characters, as some file systems do. */
function segments(path: string): readonly string[] {
  return (
    path
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .normalize('NFC')
      // Both ways: on a Mac, a long s or a ligature is the same name, and is already lower case.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFC')
      .split('/')
      .filter((part) => part !== '' && part !== '.')
  );
}

function isProtected(path: readonly string[], rule: readonly string[]): boolean {
  return matches(path, rule) || replacesFolder(path, rule);
}

/** A link or submodule named like a protected folder replaces everything in it. */
function replacesFolder(path: readonly string[], rule: readonly string[]): boolean {
  return (
    path.length < rule.length &&
    path.every((part, index) => rule[index] !== '**' && matchesSegment(part, rule[index] ?? ''))
  );
}

/** `**` matches any number of folders. Each row: which prefixes of the rule match the path so far. */
function matches(path: readonly string[], rule: readonly string[]): boolean {
  let reached = [true, ...rule.map((_, index) => rule.slice(0, index + 1).every((part) => part === '**'))];
  for (const part of path) {
    const next: boolean[] = [false];
    for (const [index, wanted] of rule.entries()) {
      const isReached =
        wanted === '**'
          ? reached[index + 1] === true || reached[index] === true || next[index] === true
          : reached[index] === true && matchesSegment(part, wanted);
      next.push(isReached);
    }
    reached = next;
  }
  return reached[rule.length] === true;
}

/** `*` and `?` within one name. Without regular expressions, since patterns come from repositories. */
function matchesSegment(name: string, pattern: string): boolean {
  let at = 0;
  let want = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    if (pattern[want] === '*') {
      star = want;
      starAt = at;
      want += 1;
    } else if (want < pattern.length && (pattern[want] === '?' || pattern[want] === name[at])) {
      at += 1;
      want += 1;
    } else if (star !== -1) {
      starAt += 1;
      at = starAt;
      want = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[want] === '*') want += 1;
  return want === pattern.length;
}
