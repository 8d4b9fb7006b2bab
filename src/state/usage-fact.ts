/** What a model call used and which model it went to, as recorded (MODEL-5, MODEL-6). */
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
  /** Null if the model's price is unknown. */
  usd: number.nullable(),
  duration_ms: number,
  attempts: number,
  /** If there were several candidates: the chosen one, and those that were skipped. */
  chosen: z
    .object({
      category: string,
      tool: string,
      model: string,
      passed_over: z.array(z.object({ tool: string, model: string, why: z.enum(['unavailable', 'rate_limited']) })),
    })
    .exactOptional(),
  /** The phase of the task. */
  phase: Activity.exactOptional(),
  /** The requested effort; absent if the model takes none (MODEL-5). */
  effort: z.enum(['low', 'medium', 'high']).exactOptional(),
  /**
   * What was sent, as hash and inputs (PLAN-4, MODEL-7): its SHA-256, the hash of the prompts, and the history record
   * up to which it was rendered.
   */
  prompt: z.object({ sha256: string, prompts: string, after: number }).exactOptional(),
  /** Some of the tokens are estimates. */
  estimated: trueOrAbsent,
  /** What the repository's other tasks had spent by then, if there is a daily budget. */
  others: DayOfOthers.exactOptional(),
});
