/** Ids for what a patch creates: `task_<n>`, free everywhere, never one that was used before. */
import type { PlanPatch } from './plan-patch.ts';

const ID = /^task_(\d{1,9})$/;

export interface NewIds {
  /** By the index of the operation. */
  readonly byOperation: ReadonlyMap<number, string>;
  readonly byTempId: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

export function newIds(
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
