/**
 * What a task remembers of its re-planning (REPLAN-4, 7, 8): decisions, counts, and plans as they stood when
 * another took their place.
 */
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
  /** Understand the goal anew (level 5). */
  'goal',
  /** Divide the work anew (level 4). */
  'decomposition',
  /** Plan all actions anew (level 3). */
  'actions',
  /** Plan the actions from the failed one on anew (level 2). */
  'partial',
  /** The same action again (level 1). */
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

/** The moment a decision is about. */
export interface Situation extends Stored<typeof Situation> {}
export const Situation = z.object({
  point: DecisionPoint,
  /** The subtask in hand during execution, else null. */
  subtask: string.nullable(),
  /** The action in hand during execution, else null: retries count per action. */
  action: string.nullable(),
  /** What went wrong, made comparable: numbers, paths, times and quotes left out. */
  cause: string,
  /** What the model calls the trouble (transient, persistent, fatal), where it does. */
  errorClass: string.exactOptional(),
  /** Why it wants to re-plan, made comparable too. */
  reason: string.exactOptional(),
});

export interface ReplanRecord {
  readonly id: string;
  readonly point: DecisionPoint;
  readonly decision: ReplanDecision;
  /** What the answer said of itself before that. */
  readonly firstLook?: ReplanDecision;
  readonly kind: ReplanKind | null;
  readonly situation: Situation;
  readonly executed: boolean;
  readonly override: OverrideReason | null;
  readonly at: number;
  /** The plan that was judged, if there was one yet: one that was never begun is known nowhere else. */
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
  /** Questions of the work and about comments: no re-plans (REPLAN-4). */
  readonly questionsInWork: number;
  /** By action. */
  readonly retries: Readonly<Record<string, number>>;
  /** By trigger: the same phase, kind, subtask, and cause, class of error or reason. */
  readonly triggers: Readonly<Record<string, number>>;
}

/** A subtask as people see it (REPLAN-7). */
export interface Box {
  readonly id: string;
  readonly title: string;
  /** Whole, to see whether it was reworded. */
  readonly description: string;
  /** It was being worked on when people were asked (`paused`), or when the task ended (`stopped`). */
  readonly state: 'open' | 'running' | 'paused' | 'stopped' | 'done' | 'failed' | 'partial';
}

/** A plan as it stood when another took its place. */
export interface PlanVersion {
  /** 1 is the first plan. */
  readonly number: number;
  readonly startedAt: number;
  readonly boxes: readonly Box[];
  /** Why the next one replaced it. */
  readonly replacedBecause: string;
  readonly replacedAt: number;
}
export interface Replanning {
  readonly counts: ReplanCounts;
  readonly records: readonly ReplanRecord[];
  /** What the model is told with its next planning question: reasons, answers, limits. */
  readonly notes: readonly string[];
  readonly versions: readonly PlanVersion[];
  readonly currentSince: number | null;
  readonly reason: string | null;
  readonly previous: { readonly done: number; readonly all: number } | null;
  /** The model was asked for an alternative since it last got what it wanted. */
  readonly escalated: boolean;
  /** People were told once that the limits are used up. */
  readonly peopleTold: boolean;
  /** Revisions that reflections led to. */
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
 * A question about a plan that is there: by itself it leads to no other one. At the goal, all that follows comes
 * of the answer.
 */
export function isQuestionOnly({ kind, point }: Pick<ReplanRecord, 'kind' | 'point'>): boolean {
  return kind === 'clarification' && point !== 'goal_understanding';
}

/** Granted, and what came of it is not known yet. */
export function pendingReplans({ records }: Pick<Replanning, 'records'>): readonly ReplanRecord[] {
  return records.filter((record) => record.executed && record.result === 'pending');
}

/** Keys come from models: one called "constructor" has no count of its own yet. */
export function countOf(counts: Readonly<Record<string, number>>, key: string): number {
  return Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0;
}

/** Of the work, as much as its boxes show. */
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
