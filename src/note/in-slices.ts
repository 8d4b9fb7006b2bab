/** Splits long work into slices, so that other work of the process gets its turn. */
import { setImmediate } from 'node:timers/promises';
import type { GiveWay } from './calls-and-runs.ts';

/** Far below what people, GitHub or Redis notice; one piece of work may exceed it. */
const SLICE_MS = 15;

export function inSlices(now: () => number = () => performance.now()): GiveWay {
  let began = now();
  return async () => {
    if (now() - began < SLICE_MS) return;
    await setImmediate();
    began = now();
  };
}
