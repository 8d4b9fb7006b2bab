/**
 * Checks which protected paths a saved change touches (GH-7). It is pushed if a person approved exactly this change,
 * and otherwise shown to people. Paths, modes and contents, before and after, are all compared.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Fault } from '../errors.ts';
import { asShown } from '../comments/held-change-text.ts';
import { protectedPaths, touchesWorkflows } from '../plan/protected-paths.ts';
import type { GitAccess } from '../ports/github.ts';
import type { Change, PathsShown, Touched } from '../ports/repositories.ts';
import type { HeldChange } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from './performer.ts';

type Gate =
  | { readonly is: 'open'; readonly access: Exclude<GitAccess, 'read'> }
  | { readonly is: 'held'; readonly held: HeldChange }
  | { readonly is: 'refused'; readonly outcome: Exclude<PathsShown, { readonly kind: 'shown' }> };

/** Paths compared with the patterns before other work on the event loop gets its turn. */
const STEP_FILES = 500;
const MAX_NAMED = 100;
const MAX_NAMED_PATH = 500;
/** More than people are shown; invisible characters take more room when they are shown. */
const MAX_DIFF_BYTES = 64 * 1024;

export async function gateFor(change: Change, task: Task, tools: Toolbox): Promise<Gate> {
  const touched = await guarded(change, task.settings.protectedPaths);
  if (touched.length === 0) return { is: 'open', access: 'write' };
  const paths = touched.map(({ path }) => path);
  const needsWorkflows = touchesWorkflows(paths);
  const isRefused = needsWorkflows && !(await mayPushWorkflows(task, tools));
  const digest = digestOf(touched);
  if (!isRefused && task.letThrough.some((one) => one.digest === digest))
    return { is: 'open', access: needsWorkflows ? 'write_workflows' : 'write' };
  const shown = await tools.repositories.showPaths(task.id, change.savedSha, paths, MAX_DIFF_BYTES);
  if (shown.kind !== 'shown') return { is: 'refused', outcome: shown };
  const masked = tools.redact(shown.diff);
  const { text, isWhole } = asShown(masked);
  const unseen = !shown.isText ? 'not_text' : !shown.isWhole || !isWhole ? 'too_large' : null;
  const why = unseen ?? (masked === shown.diff ? null : 'masked');
  const held: HeldChange = {
    digest,
    paths: paths.slice(0, MAX_NAMED).map((path) => tools.redact(path).slice(0, MAX_NAMED_PATH)),
    pathCount: paths.length,
    diff: text,
    ...(why === null ? {} : { unseen: why }),
    ...(isRefused ? { needsWorkflows: true } : {}),
  };
  return { is: 'held', held };
}

/** Identifies exactly this change of these paths. */
export function digestOf(touched: readonly Touched[]): string {
  const lines = touched.map(({ path, versions }) => JSON.stringify([path, versions])).toSorted();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** A submodule brings in code that nobody has reviewed; `.gitmodules` is protected as well. */
async function guarded({ touched }: Change, patterns: readonly string[]): Promise<readonly Touched[]> {
  const found: Touched[] = [];
  for (let at = 0; at < touched.length; at += STEP_FILES) {
    const some = touched.slice(at, at + STEP_FILES);
    const isProtected = new Set(
      protectedPaths(
        some.map(({ path }) => ({ path, oldPath: null })),
        patterns,
      ),
    );
    found.push(...some.filter(({ path, isSubmodule }) => isSubmodule || isProtected.has(path)));
    await setImmediate();
  }
  return found;
}

/** GitHub grants no token more permissions than the installation has. */
async function mayPushWorkflows({ request: { repo } }: Task, { github }: Toolbox): Promise<boolean> {
  try {
    await github.gitToken(repo, 'write_workflows');
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_refused') return false;
    throw error;
  }
}
