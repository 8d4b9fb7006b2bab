/** Changes around a running task that nobody says to it (GH-5, GH-7, GH-10). */
import { z } from 'zod';
import { boolean, number, string, type Stored } from './stored-data.ts';

export type Around = Stored<typeof Around>;
export const Around = z.discriminatedUnion('is', [
  z.object({ is: z.literal('branch_deleted'), branch: string }),
  z.object({ is: z.literal('pull_request_closed'), pullRequest: number, branch: string, merged: boolean }),
  /** The repository no longer accepts writes. */
  z.object({ is: z.literal('archived') }),
  /** An owner suspended the App; the task may continue later. */
  z.object({ is: z.literal('suspended') }),
  z.object({ is: z.literal('restored') }),
  /** The App no longer has access to the repository. */
  z.object({ is: z.literal('removed') }),
]);
