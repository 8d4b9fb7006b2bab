/** What a task remembers of its re-planning, and how each step changes it. Pure. */
import { counted, NO_REPLANS } from './counts.ts';
import type { ReplanKind, ReplanRecord, Situation } from './decision.ts';
import type { Replanning } from '../task/task.ts';

export const NOTHING_REPLANNED: Replanning = {
  counts: NO_REPLANS,
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

/** The notes of many re-plans would grow without end; the newest matter. */
const MAX_NOTES = 20;

export function noted(state: Replanning, ...notes: readonly string[]): Replanning {
  return { ...state, notes: [...state.notes, ...notes].slice(-MAX_NOTES) };
}

export function recorded(state: Replanning, record: ReplanRecord): Replanning {
  return { ...state, records: [...state.records, record] };
}

export function granted(state: Replanning, kind: ReplanKind, situation: Situation): Replanning {
  return { ...state, counts: counted(state.counts, kind, situation), escalated: false };
}

export function resolved(state: Replanning, id: string, result: 'success' | 'failure' | 'skipped'): Replanning {
  return { ...state, records: state.records.map((record) => (record.id === id ? { ...record, result } : record)) };
}

/** A question about a plan that is there: by itself it leads to no other one. At the goal, all that follows comes of the answer. */
export function isQuestionOnly({ kind, point }: Pick<ReplanRecord, 'kind' | 'point'>): boolean {
  return kind === 'clarification' && point !== 'goal_understanding';
}

export function pending(state: Replanning): readonly ReplanRecord[] {
  return state.records.filter((record) => record.executed && record.result === 'pending');
}
