/**
 * A base branch that moved (GH-7) is merged before verification. After a merge everything is verified in a container
 * made from the merge. A conflict is additional work, which is done when no conflict marks are left.
 */
import { changesBetween, withConflicts } from '../plan/plan-changes.ts';
import { ownQuestions, reasonInOwnWords } from '../plan/own-words.ts';
import { conflictOf } from '../state/base-merges.ts';
import type { Effect } from '../state/effect.ts';
import type { Fact, FactNamed, Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import { isUnsaved } from '../state/work-moves.ts';
import { endWith } from './ending.ts';
import { notAchieved } from './proceed.ts';
import { isOutOfLoops } from './unshown-criteria.ts';

/** If conflict marks are left, the subtask is repeated this often; then the conflict is left to people. */
export const MAX_MARKS_LEFT = 2;
const MAX_PLACES = 20;

/** A base branch that keeps moving is ignored after this many merges. */
export const MAX_BASE_MOVES = 3;

/** Null if the state of the base is known, or there would be nothing to merge into it. */
export function nextOnBase(task: Task): Effect | null {
  const { stage, work, snapshot, baseMoves } = task;
  if (stage.is !== 'verify' || work === null || snapshot === null) return null;
  const { isBaseKnown, checks, assessment, assessed, reviewing } = stage;
  const isBegun = isBaseKnown || checks.length > 0 || assessment !== null || assessed !== null || reviewing;
  if (isBegun || baseMoves.length >= MAX_BASE_MOVES) return null;
  const isOffered = work.checkpoint.change !== null || snapshot.branchSha !== null || isUnsaved(work);
  return isOffered ? { kind: 'merge_base', takes_conflicts: mayResolve(task) } : null;
}

/** If an action has failed, more work cannot make the whole succeed. */
function mayResolve(task: Task): boolean {
  return !isOutOfLoops(task) && (task.work?.actions.every(({ status }) => status === 'success') ?? false);
}

/** The container was removed already; its content is in the merge. */
const PREPARING: Fact = { type: 'environment', name: 'preparing', keeps_container: false, replaces: null };

export function afterMerge({ stage }: Task): Facts {
  const back: Facts = stage.is === 'verify' ? [{ type: 'phase', name: 'working', keeps_tests: false }] : [];
  return stage.is === 'verify' || stage.is === 'work' ? [...back, PREPARING] : [];
}

export function afterConflicts(task: Task, fact: FactNamed<'base_conflicts'>): Facts {
  const { plan, snapshot, settings, stage } = task;
  if (plan === null || snapshot === null || stage.is !== 'verify') return [];
  const branch = snapshot.baseBranch;
  const updated = withConflicts(plan, { branch, files: fact.files }, ownQuestions(settings.language).resolveConflicts);
  const why = reasonInOwnWords(settings.language, ({ baseConflicts }) => baseConflicts(branch, fact.file_count));
  const changes = changesBetween(plan, updated);
  return [{ type: 'revision', ...why, source: 'verification', changes, updated_plan: updated }, PREPARING];
}

/** Files with conflict marks are never pushed; people get what was saved before. */
export function afterMarksLeft(task: Task, fact: FactNamed<'marks_left'>): Facts {
  const { snapshot, settings } = task;
  const branch = snapshot?.baseBranch ?? '';
  const places = fact.places.slice(0, MAX_PLACES);
  const named = fact.place_count > places.length ? [...places, '…'] : places;
  if ((conflictOf(task)?.marksLeft ?? 0) > MAX_MARKS_LEFT) {
    const { marksLeft } = ownQuestions(settings.language);
    return endWith(task, notAchieved([marksLeft(branch, named.join(', '))]));
  }
  const advice = [
    `This was not saved: the conflict with ${branch} is not resolved. These lines still hold marks of it: ${named.join(', ')}.`,
    'Make each of these files right, so that no line begins with <<<<<<< or >>>>>>> (nor is the ======= between them left), then hand in again.',
  ];
  return [{ type: 'action', name: 'reopened', advice }];
}
