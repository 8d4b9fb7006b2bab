/**
 * The model's judgement of each acceptance criterion after the plan was carried out, with its evidence and whether that
 * evidence was found (EXEC-6, MODEL-2). A criterion passes if the model says so and some evidence holds.
 */
import { z } from 'zod';
import { number, string, strings, type Stored } from './stored-data.ts';

/** Why a piece of evidence does not hold. */
export type EvidenceFault = Stored<typeof EvidenceFault>;
const EvidenceFault = z.enum([
  'not_run',
  'other_exit_code',
  'failed_since',
  'flaky',
  'no_such_lines',
  'no_such_file',
  'no_such_quote',
]);

/** `fault` is absent if the evidence holds. */
export type Evidence = Stored<typeof Evidence>;
const Evidence = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('command'),
    command: string,
    exit_code: number,
    lines: strings,
    fault: EvidenceFault.exactOptional(),
  }),
  z.object({
    is: z.literal('place'),
    path: string,
    start_line: number,
    quote: string,
    fault: EvidenceFault.exactOptional(),
  }),
]);

/** A criterion as it was worded when it was judged. `evidence` is null if the model does not say that it is met. */
export interface CriterionVerdict extends Stored<typeof CriterionVerdict> {}
export const CriterionVerdict = z.object({ id: string, description: string, evidence: z.array(Evidence).nullable() });

/** One verdict per criterion of the plan; `not_had`: the model gave no usable answer. */
export type Assessment = readonly CriterionVerdict[] | 'not_had';

export function isPassed({ evidence }: Pick<CriterionVerdict, 'evidence'>): boolean {
  return evidence?.some(({ fault }) => fault === undefined) ?? false;
}

/** Criteria without evidence; none if nothing was judged. */
export function unshownIn(assessment: Assessment | null): readonly CriterionVerdict[] {
  return assessment === null || assessment === 'not_had' ? [] : assessment.filter((one) => !isPassed(one));
}
