/** What a task knows of earlier ones of the same issue, from its first look at the repository on (PLAN-2). */
import { z } from 'zod';
import { Said } from './question.ts';
import { string, strings } from './stored-data.ts';
import { Settled } from './work.ts';

/** Fields of that fact. */
export const EARLIER = {
  /** What they did, in words for the model; '' when there were none. */
  earlier_tasks: string,
  /** What people said in them. */
  earlier_said: z.array(Said).exactOptional(),
  /** What they settled, where this task goes on from their work. */
  earlier_decisions: z.array(Settled).exactOptional(),
  /** What is open of the pull request that this task goes on with. */
  earlier_open: strings.exactOptional(),
} as const;
