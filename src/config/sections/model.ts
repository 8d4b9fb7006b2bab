import { z } from 'zod';
import { count, seconds } from './fields.ts';

export const model = z
  .strictObject({
    provider: z.enum(['anthropic']).default('anthropic').describe('Who serves the model.'),
    name: z.string().min(1).max(200).default('claude-sonnet-5-5').describe('The model, as its provider calls it.'),
    timeout_sec: seconds(60, 'Seconds until a call that has not answered is given up and tried again.'),
    max_output_tokens: count(16_000, 'The longest answer asked for, in tokens.'),
  })
  .prefault({})
  .describe('The language model.');
