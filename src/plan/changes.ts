/** What a later plan changed, for the record (PLAN-1.5). */
import type { Plan } from '../state/plan.ts';

export interface PlanChange {
  readonly type: 'add_action' | 'remove_action' | 'modify_action';
  readonly details: string;
}

export function changesBetween(before: Plan, after: Plan): readonly PlanChange[] {
  const name = (action: Plan['action_plan']['actions'][number]) => `${action.task_id}: ${action.purpose}`;
  const earlier = new Map(before.action_plan.actions.map((action) => [name(action), action]));
  const later = new Map(after.action_plan.actions.map((action) => [name(action), action]));
  return [
    ...[...later.keys()]
      .filter((key) => !earlier.has(key))
      .map((details): PlanChange => ({ type: 'add_action', details })),
    ...[...earlier.keys()]
      .filter((key) => !later.has(key))
      .map((details): PlanChange => ({ type: 'remove_action', details })),
    ...[...later]
      .filter(([key, action]) => earlier.has(key) && JSON.stringify(earlier.get(key)) !== JSON.stringify(action))
      .map(([details]): PlanChange => ({ type: 'modify_action', details })),
  ];
}
