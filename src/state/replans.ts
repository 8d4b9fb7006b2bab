/** What a task remembers of its re-planning (REPLAN-4, 7, 8): decisions, counts, and replaced plans. */
import { z } from 'zod';
import { DecisionPoint, type ReplanDecision } from './judgements.ts';
import { string, type Stored } from './stored-data.ts';
import { titleOf } from './subtask-title.ts';
import type { Plan } from './plan.ts';

/** What a granted decision does, whichever words asked for it. */
export type ReplanKind = Stored<typeof ReplanKind>;
export const ReplanKind = z.enum([
  /** Ask the people on the issue. */
  'clarification',
  /** Understand the goal again (level 5). */
  'goal',
  /** Decompose the task again (level 4). */
  'decomposition',
  /** Plan all actions again (level 3). */
  'actions',
  /** Plan the actions from the failed one on again (level 2). */
  'partial',
  /** Repeat the same action (level 1). */
  'retry',
  /** More actions after the plan was carried out. */
  'monitoring',
]);

export type OverrideReason = Stored<typeof OverrideReason>;
export const OverrideReason = z.enum([
  'limit_reached',
  'loops_used',
  'low_confidence',
  'infinite_loop',
  'refused_by_person',
  'disabled',
  'unreadable',
]);

/** The situation that a decision is about. */
export interface Situation extends Stored<typeof Situation> {}
export const Situation = z.object({
  point: DecisionPoint,
  /** The current subtask during execution, else null. */
  subtask: string.nullable(),
  /** The current action during execution, else null; retries count per action. */
  action: string.nullable(),
  /** What went wrong, normalised for comparison: without numbers, paths, times and quotes. */
  cause: string,
  /** The model's class of the error (transient, persistent, fatal), if given. */
  errorClass: string.exactOptional(),
  /** Why the model wants to re-plan, normalised too. */
  reason: string.exactOptional(),
});

export interface ReplanRecord {
  readonly id: string;
  readonly point: DecisionPoint;
  readonly decision: ReplanDecision;
  /** The answer's own judgement before the second look. */
  readonly firstLook?: ReplanDecision;
  readonly kind: ReplanKind | null;
  readonly situation: Situation;
  readonly executed: boolean;
  readonly override: OverrideReason | null;
  readonly at: number;
  /** The plan that was judged, if there was one; a plan that never started is stored nowhere else. */
  readonly planBefore?: Plan;
  readonly result: 'pending' | 'success' | 'failure' | 'skipped';
}

export type ReplanCountName = Stored<typeof ReplanCountName>;
export const ReplanCountName = z.enum([
  'clarifications',
  'redecompositions',
  'regenerations',
  'partialReplans',
  'monitoringRevisions',
  'total',
]);

/** How often a task has re-planned. */
export interface ReplanCounts extends Readonly<Record<ReplanCountName, number>> {
  /** Questions from the work and about comments; these are no re-plans (REPLAN-4). */
  readonly questionsInWork: number;
  /** By action. */
  readonly retries: Readonly<Record<string, number>>;
  /** By trigger: the same phase, kind, subtask, and cause, error class or reason. */
  readonly triggers: Readonly<Record<string, number>>;
}

/** A subtask as people see it (REPLAN-7). */
export interface Box {
  readonly id: string;
  readonly title: string;
  /** The whole text, to detect rewording. */
  readonly description: string;
  /** It was being worked on when people were asked (`paused`), or when the task ended (`stopped`). */
  readonly state: 'open' | 'running' | 'paused' | 'stopped' | 'done' | 'failed' | 'partial';
}

/** A plan as it was when another one replaced it. */
export interface PlanVersion {
  /** 1 is the first plan. */
  readonly number: number;
  readonly startedAt: number;
  readonly boxes: readonly Box[];
  /** Why the next one replaced it. */
  readonly replacedBecause: string;
  /** The English version for the model, if `replacedBecause` is in our words in another language. */
  readonly english?: string;
  readonly replacedAt: number;
}

/** In the language of the model. */
export function whyReplaced({ replacedBecause, english = replacedBecause }: PlanVersion): string {
  return english;
}

export interface Replanning {
  readonly counts: ReplanCounts;
  readonly records: readonly ReplanRecord[];
  /** Notes for the model's next planning call: reasons, answers, limits. */
  readonly notes: readonly string[];
  readonly versions: readonly PlanVersion[];
  readonly currentSince: number | null;
  readonly reason: string | null;
  readonly previous: { readonly done: number; readonly all: number } | null;
  /** The model was asked for an alternative since the last granted re-plan. */
  readonly escalated: boolean;
  /** People were told once that the limits are used up. */
  readonly peopleTold: boolean;
  /** Revisions caused by reflections. */
  readonly revisions: number;
}

export const NOTHING_REPLANNED: Replanning = {
  counts: {
    clarifications: 0,
    redecompositions: 0,
    regenerations: 0,
    partialReplans: 0,
    monitoringRevisions: 0,
    total: 0,
    questionsInWork: 0,
    retries: {},
    triggers: {},
  },
  records: [],
  notes: [],
  versions: [],
  currentSince: null,
  reason: null,
  previous: null,
  escalated: false,
  peopleTold: false,
  revisions: 0,
};

/**
 * A question about an existing plan leads to no new plan by itself. A question at the goal decides everything that
 * follows.
 */
export function isQuestionOnly({ kind, point }: Pick<ReplanRecord, 'kind' | 'point'>): boolean {
  return kind === 'clarification' && point !== 'goal_understanding';
}

/** Granted re-plans without an outcome yet. */
export function pendingReplans({ records }: Pick<Replanning, 'records'>): readonly ReplanRecord[] {
  return records.filter((record) => record.executed && record.result === 'pending');
}

/** Keys come from models, and may be "constructor" or the like. */
export function countOf(counts: Readonly<Record<string, number>>, key: string): number {
  return Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0;
}

/** The part of the work that the checkboxes show. */
interface Acted {
  readonly actions: readonly { readonly taskId: string; readonly status: string }[];
}

export function boxesOf(plan: Plan, work: Acted | null): readonly Box[] {
  return plan.task_decomposition.subtasks.map(
    (subtask): Box => ({
      id: subtask.id,
      title: titleOf(subtask),
      description: subtask.description,
      state: stateOf(work, subtask.id),
    }),
  );
}

function stateOf(work: Acted | null, id: string): Box['state'] {
  const states = (work?.actions ?? []).filter((action) => action.taskId === id).map((action) => action.status);
  if (states.length > 0 && states.every((state) => state === 'success')) return 'done';
  if (states.includes('running')) return 'running';
  if (states.includes('failure')) return 'failed';
  return states.includes('partial') ? 'partial' : 'open';
}
