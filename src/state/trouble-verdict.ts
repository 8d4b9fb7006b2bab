/** Why a set-up command failed, and what is done about it (ENV-4). */
import { z } from 'zod';
import { number, type Stored } from './stored-data.ts';
import type { CommandRecord } from './outcome.ts';

export type SetUpTrouble = Stored<typeof SetUpTrouble>;
const SetUpTrouble = z.enum(['network', 'server', 'lock', 'repairable', 'fatal']);

export interface TroubleVerdict extends Stored<typeof TroubleVerdict> {}
export const TroubleVerdict = z.object({
  kind: SetUpTrouble,
  /** `go_on`: the work begins although the set-up is incomplete. */
  then: z.enum(['again', 'repair', 'go_on']),
  /** The time of the retry. */
  due_at: number.exactOptional(),
  /** The limit of repairs by the model. */
  most_repairs: number,
});

/** Retries and repairs while a container is prepared. */
export interface Tried {
  /** The newest verdict, until a step succeeds. */
  readonly verdict: TroubleVerdict | null;
  /** Retries of the current step, by kind. */
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
  /** Set-up commands that failed and later succeeded during the work. */
  readonly mended: readonly string[];
}
