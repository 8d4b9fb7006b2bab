import { z } from 'zod';
import { count, minutes } from './fields.ts';

export const budget = z
  .strictObject({
    tokens: count(20_000_000, 'Tokens: input (cached too, which is most of it) and output.'),
    usd: z.number().positive().default(20).describe('Money, in US dollars, as far as the price of the model is known.'),
    minutes: minutes(240, 'Wall clock time in minutes, waiting for people not counted.'),
    model_calls: count(1000, 'Calls to the model.'),
  })
  .prefault({})
  .describe(
    'What one task may spend. Near the limit the model is told; at the limit the task saves what it has, pauses and asks.',
  );

export const budgetExtensions = z
  .int()
  .min(0)
  .default(3)
  .describe(
    'How often people with write access may let a task spend its budget once more. 0: it ends at the limit, with a draft pull request.',
  );

export const dailyBudget = z
  .strictObject({
    tokens: z.int().min(1).nullable().default(null).describe('Tokens a day; null is no limit.'),
    usd: z.number().positive().nullable().default(null).describe('US dollars a day; null is no limit.'),
    minutes: z.number().positive().nullable().default(null).describe('Minutes of work a day; null is no limit.'),
    model_calls: z.int().min(1).nullable().default(null).describe('Calls to the model a day; null is no limit.'),
  })
  .prefault({})
  .describe('What all tasks of one repository together may spend in a day.');
