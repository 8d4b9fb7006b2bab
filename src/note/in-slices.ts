/** Long work in slices: whoever else the process serves has a turn between them. */
import { setImmediate } from 'node:timers/promises';
import type { GiveWay } from './calls-and-runs.ts';

/** Far below what people, GitHub or Redis notice; a piece of work may make it as much longer as it takes itself. */
const SLICE_MS = 15;

export function inSlices(now: () => number = () => performance.now()): GiveWay {
  let began = now();
  return async () => {
    if (now() - began < SLICE_MS) return;
    await setImmediate();
    began = now();
  };
}
