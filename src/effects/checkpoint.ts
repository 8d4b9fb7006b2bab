/**
 * Saves the workspace to the quarantine, inspects the change there, and pushes it to GitHub as a commit of our own.
 * Nothing the sandbox wrote is executed on the host, and none of its own commits leave it.
 */
import { commitMessage } from '../comments/pull-request-text.ts';
import { gateFor } from './hold-protected.ts';
import { authorOf, branchOf } from '../plan/publication.ts';
import { diffOf } from './quarantine.ts';
import { permissionOf } from '../people/permission-of.ts';
import { isLockFile } from '../plan/lock-files.ts';
import { unfinishedIn } from '../plan/unfinished-work.ts';
import { saveWork, TOO_LARGE_TO_SAVE } from './save-work.ts';
import { baseShaOf, isBeingResolved, MERGE } from '../state/base-merges.ts';
import { workWords } from '../comments/work-words.ts';
import { blockingQuestion, containerOf, reportOf } from '../state/select.ts';
import { titleOf } from '../state/subtask-title.ts';
import type { Outcome, Performer, Toolbox } from './performer.ts';
import type { MarkPlace } from '../ports/base-merge.ts';
import type { ChangeRecord, RefusalCause, Unfinished } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';
import type { Change, PushOutcome } from '../ports/repositories.ts';

/** What a history keeps of a change, beside the true number of files. */
const MAX_RECORDED_FILES = 300;
const MAX_RECORDED_PATH = 500;
const MAX_LOCK_FILES = 20;
const MAX_MARKS = 50;
/** The part of a diff that is searched for unfinished work. */
const MAX_DIFF_BYTES = 1024 * 1024;

/** The work was saved when its container was stopped. */
const SAVED_BEFORE = { kind: 'saved', sha: null, durationMs: 0 } as const;

export const checkpoint: Performer<'checkpoint'> = async ({ effect, key, task, tools, signal }) => {
  const { repo, requester } = task.request;
  const { subtask, what } = savedAs(effect.subtask, task);
  const { snapshot } = task;
  if (snapshot === null) throw new TypeError('A checkpoint needs a snapshot.');
  const refused = (cause: RefusalCause, reason: string, paths: readonly string[] = []): readonly Outcome[] => [
    {
      type: 'effect',
      name: 'push_refused',
      subtask,
      cause,
      reason: tools.redact(reason),
      paths: paths.map((path) => tools.redact(path)),
    },
  ];

  const message = commitMessage(what === null ? null : tools.redact(what), task);
  const isReleased = reportOf(task) !== null && containerOf(task) === null;
  const saved = isReleased ? SAVED_BEFORE : await saveWork(task, tools, signal, { key, message });
  if (saved.kind === 'failed') {
    if (TOO_LARGE_TO_SAVE.test(saved.output)) return refused('too_large', TOO_LARGE);
    return refused('not_saved', `The files could not be saved from the sandbox: ${saved.output.slice(-500)}`);
  }
  const reading = await tools.repositories.change(task.id, baseShaOf(task, snapshot), saved.sha);
  if (reading.kind === 'not_saved')
    return refused('not_saved', 'What was saved in the sandbox did not arrive on the host.');
  if (reading.kind === 'too_large') return refused('too_large', TOO_LARGE, reading.places);
  const { change } = reading;
  if (isBeingResolved(task)) {
    const marks = await tools.repositories.conflictMarks(task.id, change.savedSha);
    if (marks.length > 0) return [marksLeft(subtask, marks, tools)];
  }
  const commandMs = saved.durationMs;
  const isEmpty = change.files.length === 0;
  if (isEmpty && !isOnGitHub(task))
    return [{ type: 'effect', name: 'checkpoint', subtask, change: null, command_ms: commandMs }];

  const gate = await gateFor(change, task, tools);
  if (gate.is === 'held') return [{ type: 'effect', name: 'push_held', subtask, held: gate.held }];
  if (gate.is === 'refused') return refused(...refusal(gate.outcome));
  const asked = tools.clock.now();
  const { allowedBots } = task.settings;
  const permission = await permissionOf(requester, repo, { github: tools.github, allowedBots });
  if (permission !== 'admin' && permission !== 'maintain' && permission !== 'write') {
    return refused('no_write_access', `@${requester.login} no longer has write access to this repository.`);
  }
  const token = await tools.github.gitToken(repo, gate.access);
  const pushed = await tools.repositories.push(task.id, repo, {
    branch: branchOf(task),
    savedSha: change.savedSha,
    // A recorded time, so that repeating the checkpoint makes the same commit.
    commit: { author: authorOf({ settings: task.settings, snapshot }), message, at: recordedAt(task) },
    token,
  });
  if (pushed.kind !== 'pushed') return refused(...refusal(pushed));
  const unfinished = isEmpty ? [] : unfinishedIn(await diffOf(task, tools, MAX_DIFF_BYTES));
  return [
    {
      type: 'effect',
      name: 'checkpoint',
      subtask,
      change: isEmpty ? null : changeRecord(change, pushed.sha, unfinished),
      command_ms: commandMs,
      github_ms: tools.clock.now() - asked,
    },
  ];
};

function marksLeft(subtask: string, marks: readonly MarkPlace[], { redact }: Pick<Toolbox, 'redact'>): Outcome {
  const named = marks
    .slice(0, MAX_MARKS)
    .map(({ path, line }) => `${redact(path).slice(0, MAX_RECORDED_PATH)}:${line}`);
  return { type: 'effect', name: 'marks_left', subtask, places: named, place_count: marks.length };
}

/** The subtask's name in the history, and its commit message. */
function savedAs(
  subtask: string | null,
  { plan, settings, snapshot }: Task,
): { readonly subtask: string; readonly what: string | null } {
  if (subtask === null) return { subtask: 'unfinished', what: null };
  if (subtask === MERGE) return { subtask, what: workWords(settings.language).mergeOf(snapshot?.baseBranch ?? '') };
  const planned = plan?.task_decomposition.subtasks.find(({ id }) => id === subtask);
  return { subtask, what: planned === undefined ? subtask : titleOf(planned) };
}

const TOO_LARGE = 'The change is too large to be looked through.';

function refusal(
  outcome: Exclude<PushOutcome, { readonly kind: 'pushed' }>,
): [RefusalCause, string, readonly string[]] {
  switch (outcome.kind) {
    case 'secret':
      return ['secret', 'The change contains what looks like a secret.', outcome.places];
    case 'too_large':
      return ['too_large', TOO_LARGE, outcome.places];
    case 'branch_gone':
      return ['branch_gone', 'The branch was deleted on GitHub.', []];
    case 'rejected':
      return ['rejected', outcome.reason, []];
  }
}

/** A time that stays the same while nothing is done, even if people comment: that of the last effect. */
function recordedAt(task: Task): number {
  return blockingQuestion(task)?.askedAt ?? task.paused?.since ?? task.updatedAt;
}

/**
 * Then a change that was reverted is pushed as well. During a re-plan this applies only if the branch existed before
 * the task.
 */
function isOnGitHub({ stage, work, snapshot }: Task): boolean {
  const wasPushed = stage.is !== 'plan' && (work?.checkpoint.change ?? null) !== null;
  return wasPushed || (snapshot?.branchSha ?? null) !== null;
}

function changeRecord(
  { files, insertions, deletions }: Change,
  sha: string,
  unfinished: readonly Unfinished[],
): ChangeRecord {
  const recorded = files
    .slice(0, MAX_RECORDED_FILES)
    .map(({ path, status }) => ({ path: path.slice(0, MAX_RECORDED_PATH), status }));
  const shown = unfinished.length === 0 ? {} : { unfinished };
  const locks = files.map(({ path }) => path).filter(isLockFile);
  const lockFiles = locks.slice(0, MAX_LOCK_FILES).map((path) => path.slice(0, MAX_RECORDED_PATH));
  const pinned = locks.length === 0 ? {} : { lock_files: lockFiles, lock_file_count: locks.length };
  return { sha, files: recorded, file_count: files.length, insertions, deletions, ...pinned, ...shown };
}
