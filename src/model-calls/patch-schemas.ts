import { z } from 'zod';
import { ConflictSchema, FewTexts, MaybeText, MaybeTexts, Required, SuggestedImplSchema } from './plan-schemas.ts';

/** The schema of patches (PLAN-9). In an update, an absent list stays and an empty one clears it. */
const PositionSchema = z.object({
  index: z.int().min(0).optional().describe('0 is first.'),
  before: MaybeText.describe('Id of a subtask with the same parent.'),
  after: MaybeText.describe('Likewise.'),
});
const existing = { task_id: z.string().min(1).describe('Id of a subtask that is there.') };
const place = {
  parent_id: z.string().nullable().optional().describe('Null for the top.'),
  position: PositionSchema.optional().describe('One of the three.'),
};
const fields = {
  title: MaybeText.describe('A few words.'),
  description: MaybeText.describe('What will be different afterwards.'),
  acceptance_criteria: MaybeTexts.describe('The whole list.'),
  dependencies: MaybeTexts.describe('The whole list, of ids.'),
  phase_name: MaybeText.describe('Where it is known; the next three likewise.'),
  milestone: MaybeText.describe('Of that phase.'),
  wbs_level: z.int().min(1).max(3).optional().describe('1 concept, 2 design, 3 implementation.'),
  suggested_impl: SuggestedImplSchema.optional().describe('How it may be done.'),
  ...place,
};

export const PlanOperationSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('create'),
    temp_id: MaybeText.describe('temp-1, temp-2, …: by it other operations may name it.'),
    ...fields,
  }),
  z.object({ op: z.literal('update'), ...existing, ...fields }),
  z.object({
    op: z.literal('delete'),
    ...existing,
    cascade: z.boolean().default(false).describe('Its children go, too.'),
  }),
  z.object({ op: z.literal('move'), ...existing, ...place }),
]);

const AmendsSchema = z.object({
  goal: MaybeText.describe('The goal from now on, in one sentence. People read it.'),
  context: MaybeText.describe('The whole context from now on; absent where all of it still holds.'),
  constraints: FewTexts.optional().describe('The whole list from now on.'),
  acceptance_criteria: z
    .array(
      z.union([
        z.string(),
        z.object({
          id: MaybeText.describe('Absent for a new one.'),
          description: z.string().describe('Empty when it no longer holds.'),
        }),
      ]),
    )
    .optional()
    .describe('Those alone that change.'),
  assumptions: FewTexts.optional().describe('Those that no longer hold, in the same words.'),
});

export const PlanPatchSchema = z.object({
  understanding: z.string().describe('What the comment asks for, in one or two sentences.'),
  operations: z
    .array(PlanOperationSchema)
    .default([])
    .describe('Carried out in this order; empty when the comment asks for no change of the plan.'),
  amends: AmendsSchema.optional().describe(
    'What counts in place of what the comment contradicts; absent when it contradicts nothing.',
  ),
  questions: z
    .array(
      z.object({
        text: Required.describe('Answerable in one sentence.'),
        blocking: z.boolean().default(false).describe('True only when the work must not go on without the answer.'),
      }),
    )
    .default([])
    .describe('What you have to know from the person.'),
  potential_conflicts: z.array(ConflictSchema).default([]).describe('What this change may collide with.'),
  reply: MaybeText.describe('What is answered to a comment that asks something; absent when it asks nothing.'),
});
