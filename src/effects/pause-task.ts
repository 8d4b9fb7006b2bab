/** A pause takes effect between two steps: it is recorded where the work stands (GH-5). */
import type { Performer } from './performer.ts';

export const pauseTask: Performer<'pause'> = async ({ task: { pausing } }) =>
  pausing === null ? [] : [{ type: 'control', name: 'paused', by: pausing.by }];
