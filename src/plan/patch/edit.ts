/** A patch while it is applied: a copy of the plan's tree, ids of new subtasks, and the problems and changes so far. */
import type { Amends } from './amend.ts';
import { operationWithFinalIds } from './final-ids.ts';
import { treeOf, type Tree } from './tree.ts';
import type { AcceptanceCriterion, Plan, SuggestedImpl } from '../../state/plan.ts';

export type Operation<Op extends PlanOperation['op']> = Extract<PlanOperation, { op: Op }>;

export interface PatchContext {
  /** Finished subtasks; no operation changes them. */
  readonly doneIds: ReadonlySet<string>;
  /** Ids of earlier plans, which are not reused. */
  readonly usedIds?: Iterable<string>;
  readonly maxSubtasks?: number;
}

export interface Edit {
  readonly tree: Tree;
  readonly ids: NewIds;
  readonly operations: PlanPatch['operations'];
  readonly doneIds: ReadonlySet<string>;
  /** Subtasks still to be created: an operation may name what a later one creates. */
  readonly pending: Map<string, Operation<'create'>>;
  readonly placing: Set<string>;
  readonly removed: Set<string>;
  criteria: readonly AcceptanceCriterion[];
  /** The order of work follows the tree only if the patch gives something a place. */
  reorders: boolean;
  /** Subtasks that the patch puts at a place among their siblings. */
  readonly positioned: Set<string>;
  /** Subtasks that the patch puts under another one, to be done before it ends; by parent. */
  readonly parts: Map<string, readonly string[]>;
  readonly changes: string[];
  readonly problems: string[];
}

export function beginEdit(
  plan: Plan,
  patch: Pick<PlanPatch, 'operations'>,
  { doneIds, usedIds = [] }: PatchContext,
): Edit {
  const existing = new Set(plan.task_decomposition.subtasks.map((subtask) => subtask.id));
  const ids = newIds(patch, existing, [...doneIds, ...usedIds]);
  const operations = patch.operations.map((operation) => operationWithFinalIds(operation, ids.byTempId));
  const pending = new Map(
    operations.flatMap((operation, index) => {
      const id = ids.byOperation.get(index);
      return operation.op === 'create' && id !== undefined ? [[id, operation] as const] : [];
    }),
  );
  return {
    tree: treeOf(plan.task_decomposition.subtasks),
    ids,
    operations,
    doneIds,
    pending,
    placing: new Set(),
    removed: new Set(),
    criteria: plan.acceptance_criteria,
    reorders: false,
    positioned: new Set(),
    parts: new Map(),
    changes: [],
    problems: [...ids.problems],
  };
}

const NUMBER = /\.AC-(\d{1,9})$/;

/** Replaces the subtask's own criteria; unchanged ones keep their ids, new ones get ids of the subtask (PLAN-10). */
export function setCriteria(edit: Edit, taskId: string, texts: readonly string[]): void {
  const own = edit.criteria.filter((criterion) => criterion.task_id === taskId);
  const wanted = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
  let number = Math.max(0, ...own.map(({ id }) => Number(NUMBER.exec(id)?.[1] ?? 0)));
  const next = wanted.map(
    (description) =>
      own.find((one) => one.description === description) ?? {
        id: `${taskId}.AC-${(number += 1)}`,
        description,
        task_id: taskId,
      },
  );
  edit.criteria = [...edit.criteria.filter((criterion) => criterion.task_id !== taskId), ...next];
}

const ID = /^task_(\d{1,9})$/;

interface NewIds {
  /** By the index of the operation. */
  readonly byOperation: ReadonlyMap<number, string>;
  readonly byTempId: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

function newIds(
  { operations }: Pick<PlanPatch, 'operations'>,
  existing: ReadonlySet<string>,
  used: Iterable<string>,
): NewIds {
  const temps = operations.flatMap((operation) =>
    operation.op === 'create' && operation.temp_id ? [operation.temp_id] : [],
  );
  const taken = new Set([...existing, ...used, ...temps]);
  const byOperation = new Map<number, string>();
  const byTempId = new Map<string, string>();
  const problems: string[] = [];
  let number = Math.max(0, ...[...taken].map((id) => Number(ID.exec(id)?.[1] ?? 0)));
  operations.forEach((operation, index) => {
    if (operation.op !== 'create') return;
    number += 1;
    const id = `task_${number}`;
    byOperation.set(index, id);
    if (!operation.temp_id) return;
    if (existing.has(operation.temp_id))
      problems.push(`The temp_id "${operation.temp_id}" is the id of a subtask already; choose another.`);
    if (byTempId.has(operation.temp_id))
      problems.push(`The temp_id "${operation.temp_id}" is used more than once; give each new subtask its own.`);
    byTempId.set(operation.temp_id, id);
  });
  return { byOperation, byTempId, problems };
}

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

type PlanOperation =
  | ({ readonly op: 'create'; readonly temp_id?: string | undefined } & SubtaskFields)
  | ({ readonly op: 'update'; readonly task_id: string } & SubtaskFields)
  | { readonly op: 'delete'; readonly task_id: string; readonly cascade: boolean }
  | ({ readonly op: 'move'; readonly task_id: string } & Placed);

export interface PlanPatch {
  readonly understanding: string;
  readonly operations: readonly PlanOperation[];
  readonly questions: readonly { readonly text: string; readonly blocking: boolean }[];
  readonly amends?: Amends | undefined;
  readonly potential_conflicts: readonly unknown[];
  readonly reply?: string | undefined;
}
