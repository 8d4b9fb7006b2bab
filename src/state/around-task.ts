/** What happens around a task while it works, and nobody says to it (GH-5, GH-7, GH-10). */
import { z } from 'zod';
import { boolean, number, string, type Stored } from './stored-data.ts';

export type Around = Stored<typeof Around>;
export const Around = z.discriminatedUnion('is', [
  z.object({ is: z.literal('branch_deleted'), branch: string }),
  z.object({ is: z.literal('pull_request_closed'), pullRequest: number, branch: string, merged: boolean }),
  /** The repository takes no writes any more. */
  z.object({ is: z.literal('archived') }),
  /** An owner suspended the App; it may go on later. */
  z.object({ is: z.literal('suspended') }),
  z.object({ is: z.literal('restored') }),
  /** The App may not see the repository any more. */
  z.object({ is: z.literal('removed') }),
]);
