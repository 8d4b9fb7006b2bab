/** What else goes on in the repository, as it was when the plan was begun (PLAN-2): bounded where it is read. */
import { z } from 'zod';
import { Activity } from './outcome.ts';
import { boolean, number, string, strings, type Stored } from './stored-data.ts';

export interface NeighbourTask extends Stored<typeof NeighbourTask> {}
const NeighbourTask = z.object({ issue: number, title: string, doing: Activity, files: strings });

export interface NeighbourPull extends Stored<typeof NeighbourPull> {}
const NeighbourPull = z.object({ number, title: string, draft: boolean, files: strings });

export interface Neighbours extends Stored<typeof Neighbours> {}
export const Neighbours = z.object({
  /** Those at work come first. */
  tasks: z.array(NeighbourTask),
  pull_requests: z.array(NeighbourPull),
  /** There are more of either than are told of. */
  more: boolean,
  /** What earlier tasks of the repository did to the files that this one is about, in words; '' when there were none. */
  earlier: string,
});
