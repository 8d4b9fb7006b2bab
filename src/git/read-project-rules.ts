/**
 * The files in which a project writes down its rules for agents (PLAN-2). Only regular files of the base commit
 * are read: what a link points to is not what its author was allowed to write.
 */
const IN_ANY_FOLDER: ReadonlySet<string> = new Set(['AGENTS.md', 'CLAUDE.md']);
const AT_TOP = '.github/copilot-instructions.md';
const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'vendor']);

export const MAX_RULES_FILES = 40;
export const MAX_RULES_FILE_BYTES = 100 * 1024;
export const MAX_RULES_BYTES = 500 * 1024;

/** How many folders above a file of rules, those for the whole repository at 0; null when the path is no such file. */
export function rulesFileDepth(path: string): number | null {
  if (path === AT_TOP) return 0;
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return IN_ANY_FOLDER.has(name) && !folders.some((folder) => IGNORED_FOLDERS.has(folder)) ? folders.length : null;
}

/**
 * The text of a file, at most `maxBytes` of it with the cut marked; null when it is no text. `whole` says that
 * `content` is all there is.
 */
export function rulesText(content: Buffer, whole: boolean, maxBytes: number): string | null {
  if (content.includes(0)) return null;
  if (whole && content.length <= maxBytes) return content.toString('utf8');
  const kept = content
    .subarray(0, Math.max(0, maxBytes - CUT.length))
    .toString('utf8')
    .replace(/\uFFFD{1,3}$/, '');
  return kept + CUT;
}

const CUT = '\n[The file is longer; the rest is left out.]';
