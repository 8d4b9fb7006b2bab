/** Other work in the repository when the plan was begun (PLAN-2); bounded when it is read. */
import { z } from 'zod';
import { Activity } from './outcome.ts';
import { boolean, number, string, strings, type Stored } from './stored-data.ts';

export interface NeighbourTask extends Stored<typeof NeighbourTask> {}
const NeighbourTask = z.object({ issue: number, title: string, doing: Activity, files: strings });

export interface NeighbourPull extends Stored<typeof NeighbourPull> {}
const NeighbourPull = z.object({ number, title: string, draft: boolean, files: strings });

export interface Neighbours extends Stored<typeof Neighbours> {}
export const Neighbours = z.object({
  /** Running tasks come first. */
  tasks: z.array(NeighbourTask),
  pull_requests: z.array(NeighbourPull),
  /** There are more than are listed. */
  more: boolean,
  /** What earlier tasks did to the files this one is about, as text; '' if there were none. */
  earlier: string,
});
