/** A re-plan that the model was not sure of (REPLAN-5): confirmed it is made; refused or unanswered, the current plan goes on. */
import { noted } from './facts-of.ts';
import { granted } from './grant.ts';
import { carryOnUnlessSaid } from './learnt.ts';
import { planAgain } from './plan-again.ts';
import { notCarriedOut } from './replan-records.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { Person } from '../ports/github.ts';

interface Confirmation {
  readonly answer: 'yes' | 'no' | 'unanswered';
  readonly by: Person | null;
  /** Said beside the yes or no: one more comment, weighed like any other; a re-plan that it confirms is made with it. */
  readonly remark?: string;
}

export function afterConfirmation(task: Task, replanId: string, { answer, by, remark }: Confirmation): readonly Fact[] {
  const told: readonly Fact[] =
    remark === undefined || by === null ? [] : [{ type: 'control', name: 'comment', by, text: remark }];
  const record = task.replanning.records.find(({ id }) => id === replanId);
  if (answer !== 'yes' || record === undefined || record.kind === null) {
    const why = answer === 'no' ? 'refused_by_person' : 'low_confidence';
    return [...told, ...notCarriedOut(task, replanId, why), ...carryOnUnlessSaid(task, told)];
  }
  const { kind, situation, decision } = record;
  return [
    ...told,
    ...(told.length === 0 || by === null ? [] : noted(`@${by.login} agreed to the re-plan and said: ${remark ?? ''}`)),
    ...granted(task, kind, { replanId, situation }),
    ...planAgain(task, kind, decision),
  ];
}
