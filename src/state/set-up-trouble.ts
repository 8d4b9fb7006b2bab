/** How the set-up of an environment came out: what kept a command from succeeding, and what is done about it (ENV-4). */
import { z } from 'zod';
import { number, type Stored } from './stored-data.ts';
import type { CommandRecord } from './outcome.ts';

export type SetUpTrouble = Stored<typeof SetUpTrouble>;
const SetUpTrouble = z.enum(['network', 'server', 'lock', 'repairable', 'fatal']);

export interface TroubleVerdict extends Stored<typeof TroubleVerdict> {}
export const TroubleVerdict = z.object({
  kind: SetUpTrouble,
  /** `go_on`: the work begins without what is missing. */
  then: z.enum(['again', 'repair', 'go_on']),
  /** Of another try. */
  due_at: number.exactOptional(),
  /** How often other commands may be asked for. */
  most_repairs: number,
});

/** What was tried while a container was prepared. */
export interface Tried {
  /** The newest, until something succeeds. */
  readonly verdict: TroubleVerdict | null;
  /** How often the step in hand was tried again, by kind. */
  readonly again: { readonly [Kind in SetUpTrouble]?: number };
  readonly retries: number;
  readonly repairs: number;
}

export const NOTHING_TRIED: Tried = { verdict: null, again: {}, retries: 0, repairs: 0 };

export interface EnvironmentReport {
  readonly name: string;
  readonly image: string;
  readonly setup: readonly CommandRecord[];
  readonly checks: readonly { readonly command: CommandRecord; readonly expected: string; readonly passed: boolean }[];
  readonly failed: boolean;
  readonly tried: Tried;
  /** Commands of it that failed, and succeeded when the work ran them again. */
  readonly mended: readonly string[];
}
