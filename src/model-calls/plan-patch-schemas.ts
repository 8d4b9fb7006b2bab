/** Changing the plan by talking (PLAN-9). In an update an absent list stays as it is and an empty one clears it. */
import { z } from 'zod';
import { Conflict, Required, SuggestedImpl } from './plan-schemas.ts';

const Position = z.object({
  index: z.int().min(0).optional(),
  before: z.string().optional(),
  after: z.string().optional(),
});

const fields = {
  title: z.string().optional(),
  description: z.string().optional(),
  acceptance_criteria: z.array(z.string()).optional(),
  dependencies: z.array(z.string()).optional(),
  phase_name: z.string().optional(),
  milestone: z.string().optional(),
  wbs_level: z.int().min(1).max(3).optional(),
  suggested_impl: SuggestedImpl.optional(),
  parent_id: z.string().nullable().optional(),
  position: Position.optional(),
};

export const PlanOperation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('create'), temp_id: z.string().optional(), ...fields }),
  z.object({ op: z.literal('update'), task_id: z.string().min(1), ...fields }),
  z.object({ op: z.literal('delete'), task_id: z.string().min(1), cascade: z.boolean().default(false) }),
  z.object({
    op: z.literal('move'),
    task_id: z.string().min(1),
    parent_id: z.string().nullable().optional(),
    position: Position.optional(),
  }),
]);

export const PlanPatch = z.object({
  understanding: z.string(),
  operations: z.array(PlanOperation).default([]),
  questions: z.array(z.object({ text: Required, blocking: z.boolean().default(false) })).default([]),
  potential_conflicts: z.array(Conflict).default([]),
});
