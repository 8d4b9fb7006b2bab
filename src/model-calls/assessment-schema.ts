/** The answer that judges finished work criterion by criterion, each with evidence (EXEC-6, MODEL-2). */
import { z } from 'zod';
import { ASKED_DECISIONS } from './asked-decisions.ts';
import { ReplanDecisionSchema } from './judgement-schemas.ts';
import { Text, Texts } from './plan-schemas.ts';

const EvidenceSchema = z.union([
  z.object({
    command: z
      .string()
      .min(1)
      .describe('A command that ran in this task: its number (`C3`), or exactly as it was run.'),
    exit_code: z.int().describe('What it ended with.'),
    lines: Texts.describe('Lines of its output that show it, as they were printed.'),
  }),
  z.object({
    path: z.string().min(1).describe('Of a file of the project.'),
    start_line: z.int().min(1).describe('The line on which the quote begins.'),
    quote: z.string().min(1).describe('What stands there, exactly.'),
  }),
]);

const PLAN = 'Whether more has to be planned for the goal.';

export const CompletionAssessmentSchema = z.object({
  summary: Text.describe('What is there now, in two or three sentences.'),
  details: z
    .object({
      passed_criteria: z
        .array(
          z.object({
            id: z.string().describe('Of the criterion.'),
            evidence: z.array(EvidenceSchema).default([]).describe('What shows it.'),
          }),
        )
        .default([])
        .describe('One that is left out is not met.'),
      remaining_risks: Texts.describe('What is open at the end.'),
    })
    .prefault({})
    .describe('Criterion by criterion.'),
  all_criteria_satisfied: z.boolean().describe('True only when each criterion is met.'),
  replan_decision: ReplanDecisionSchema.optional().catch(undefined).describe(PLAN),
});

/** Reading a decision accepts more (`read-decision.ts`). */
export const AskedAssessmentSchema = CompletionAssessmentSchema.extend({
  replan_decision: ASKED_DECISIONS.reflection.optional().describe(PLAN),
});
