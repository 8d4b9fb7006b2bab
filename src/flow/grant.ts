/** What a granted re-plan, or a question, counts for (REPLAN-4). */
import { triggersOf } from '../replan/counts.ts';
import { followsReflection } from './when-to-judge.ts';
import type { Fact } from '../state/facts.ts';
import type { ReplanCountName, ReplanKind, Situation } from '../state/replanning.ts';
import type { Task } from '../state/task.ts';

const COUNTS_AS: { readonly [Kind in ReplanKind]: readonly ReplanCountName[] } = {
  clarification: ['clarifications', 'total'],
  decomposition: ['redecompositions', 'total'],
  actions: ['regenerations', 'total'],
  partial: ['partialReplans', 'total'],
  monitoring: ['monitoringRevisions', 'total'],
  retry: ['total'],
  goal: ['total'],
};

interface Granting {
  readonly replanId: string | null;
  readonly situation: Situation;
}

export function granted(task: Task, kind: ReplanKind, { replanId, situation }: Granting): readonly Fact[] {
  return [
    {
      type: 'phase',
      name: 'replan_granted',
      replan_id: replanId,
      counts: COUNTS_AS[kind],
      retries: kind === 'retry' ? (situation.action ?? '') : null,
      triggers: triggersOf(kind, situation),
      is_revision: followsReflection(task, kind),
    },
  ];
}

/** A question that no judgement asked for. */
export function grantedQuestion(situation: Situation): readonly Fact[] {
  return [
    {
      type: 'phase',
      name: 'replan_granted',
      replan_id: null,
      counts: COUNTS_AS.clarification,
      retries: null,
      triggers: triggersOf('clarification', situation),
      is_revision: false,
    },
  ];
}
