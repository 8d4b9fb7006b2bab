/** What a call of the model used and whom it went to, as it is recorded (MODEL-5, MODEL-6). */
import { z } from 'zod';
import { DayOfOthers } from './day-spending.ts';
import { Activity, CallName } from './outcome.ts';
import { number, string, trueOrAbsent } from './stored-data.ts';

export const Usage = z.object({
  call: z.enum([...CallName.options, 'next_step']),
  model: string,
  input_tokens: number,
  output_tokens: number,
  cache_read_tokens: number,
  cache_write_tokens: number,
  /** Null: the price of the model is not known. */
  usd: number.nullable(),
  duration_ms: number,
  attempts: number,
  /** Where there were several to choose from: who it was, and who was not asked although it was their turn. */
  chosen: z
    .object({
      category: string,
      tool: string,
      model: string,
      passed_over: z.array(z.object({ tool: string, model: string, why: z.enum(['unavailable', 'rate_limited']) })),
    })
    .exactOptional(),
  /** In which phase of the task it was asked. */
  phase: Activity.exactOptional(),
  /** How much the model was told to think; absent where it takes nothing of the kind (MODEL-5). */
  effort: z.enum(['low', 'medium', 'high']).exactOptional(),
  /**
   * What was sent, as hash and inputs (PLAN-4, MODEL-7): the SHA-256 of it, that of the prompts it was rendered with, and up to
   * which record of the history it was rendered from.
   */
  prompt: z.object({ sha256: string, prompts: string, after: number }).exactOptional(),
  /** Some of the tokens were not told. */
  estimated: trueOrAbsent,
  /** What the other tasks of the repository spent by then, where a day has a budget. */
  others: DayOfOthers.exactOptional(),
});
