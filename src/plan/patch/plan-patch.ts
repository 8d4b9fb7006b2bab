/**
 * A change of the plan as it was proposed (PLAN-9). In an update an absent list stays as it is and an empty one
 * clears it.
 */
import type { SuggestedImpl } from '../../state/plan.ts';

interface Position {
  readonly index?: number | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

interface Placed {
  readonly parent_id?: string | null | undefined;
  readonly position?: Position | undefined;
}

interface SubtaskFields extends Placed {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly acceptance_criteria?: readonly string[] | undefined;
  readonly dependencies?: readonly string[] | undefined;
  readonly phase_name?: string | undefined;
  readonly milestone?: string | undefined;
  readonly wbs_level?: number | undefined;
  readonly suggested_impl?: SuggestedImpl | undefined;
}

export type PlanOperation =
  | ({ readonly op: 'create'; readonly temp_id?: string | undefined } & SubtaskFields)
  | ({ readonly op: 'update'; readonly task_id: string } & SubtaskFields)
  | { readonly op: 'delete'; readonly task_id: string; readonly cascade: boolean }
  | ({ readonly op: 'move'; readonly task_id: string } & Placed);

export interface PlanPatch {
  readonly understanding: string;
  readonly operations: readonly PlanOperation[];
  readonly questions: readonly { readonly text: string; readonly blocking: boolean }[];
  readonly potential_conflicts: readonly unknown[];
}
