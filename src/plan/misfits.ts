/** Answers none of whose tools can be understood: what is wrong goes back to the model, and not for ever (MODEL-3). Pure. */
import { GIVEN_UP } from './given-up.ts';
import { giveUp } from './work.ts';
import type { Judging, Work } from '../task/work-state.ts';

/** The first, and three with what was wrong before them. */
const MAX_IN_A_ROW = 4;

/** `work` is what a tool's result made of it; `judging` follows when the action is given up. */
export function countMisfit(work: Work, isMisfit: boolean, judging: Judging | null): Work {
  if (!isMisfit && !work.misfits) return work.waitingTools.length > 0 ? { ...work, misfits: { answers: 0, understood: true } } : work;
  const before = work.misfits ?? { answers: 0, understood: false };
  const understood = before.understood || !isMisfit;
  if (work.waitingTools.length > 0) return { ...work, misfits: { ...before, understood } };
  const answers = understood ? 0 : before.answers + 1;
  if (answers < MAX_IN_A_ROW) return { ...work, misfits: answers === 0 ? null : { answers, understood: false } };
  return giveUp({ ...work, misfits: null }, GIVEN_UP.misfits, judging);
}
