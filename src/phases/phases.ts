/** The phases in their order. Each is one file of the same shape. */
import { approve } from './approve.ts';
import { decompose } from './decompose.ts';
import { execute } from './execute.ts';
import { orient } from './orient.ts';
import { pause } from './pause.ts';
import { prepare } from './prepare.ts';
import { report } from './report.ts';
import { sequence } from './sequence.ts';
import { understand } from './understand.ts';
import { verify } from './verify.ts';
import { wait } from './wait.ts';
import type { ActivePhase, Phase } from '../task/task.ts';

export const PHASES: { readonly [Name in ActivePhase]: Phase<Name> } = {
  orient,
  understand,
  decompose,
  sequence,
  approve,
  prepare,
  execute,
  verify,
  wait,
  pause,
  report,
};
