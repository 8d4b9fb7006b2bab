/**
 * Answers none of whose tools can be understood go back to the model with what is wrong, and not for ever (MODEL-3); nor
 * do answers whose tools are understood and never work. Either way the action is given up, and judged like any other. Pure.
 */
import { GIVEN_UP } from './given-up.ts';
import { giveUp } from './work.ts';
import type { Judging, Work } from '../task/work-state.ts';

/** The first, and three with what was wrong before them. */
const MAX_IN_A_ROW = 4;
/** Looking for a file under a dozen wrong names is work; after that it is not. */
const MAX_FRUITLESS = 16;

export interface ToolEnd {
  readonly isMisfit: boolean;
  /** It did what it is for: a command that ran, whatever it exited with, did. */
  readonly worked: boolean;
}

/** `work` is what a tool's result made of it; `judging` follows when the action is given up. */
export function countMisfit(work: Work, { isMisfit, worked }: ToolEnd, judging: Judging | null): Work {
  const isLast = work.waitingTools.length === 0;
  if (worked && isLast && !work.misfits) return work;
  const before = work.misfits ?? { answers: 0, understood: false };
  const understood = before.understood || !isMisfit;
  const hasWorked = before.worked === true || worked;
  if (!isLast) return { ...work, misfits: { ...before, understood, worked: hasWorked } };
  const answers = understood ? 0 : before.answers + 1;
  const fruitless = hasWorked ? 0 : (before.fruitless ?? 0) + 1;
  if (answers >= MAX_IN_A_ROW) return giveUp({ ...work, misfits: null }, GIVEN_UP.misfits, judging);
  if (fruitless >= MAX_FRUITLESS) return giveUp({ ...work, misfits: null }, GIVEN_UP.fruitless, judging);
  return { ...work, misfits: fruitless === 0 ? null : { answers, understood: false, fruitless } };
}
