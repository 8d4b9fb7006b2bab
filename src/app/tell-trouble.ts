/** Error output of a command on this machine: one clear line and advice, more with `--verbose`; and its exit code. */
import { inspect } from 'node:util';
import { Fault, messageOf, RetryLater } from '../errors.ts';
import { EXIT } from './tell-local-end.ts';

interface Told {
  readonly stderr: { write(text: string): unknown };
  readonly isVerbose: boolean;
}

export function tellTrouble(error: unknown, { stderr, isVerbose }: Told): number {
  stderr.write(`planwright: ${messageOf(error)}\n${adviceFor(error)}\n`);
  if (isVerbose) stderr.write(`${inspect(error)}\n`);
  const isWrongUse = error instanceof Fault && (error.code === 'configuration' || error.code === 'model_credentials');
  return isWrongUse ? EXIT.wrongUse : EXIT.failed;
}

function adviceFor(error: unknown): string {
  if (error instanceof Fault) return error.advice;
  if (error instanceof RetryLater) return 'Try again, the same command goes on.';
  return 'This is a mistake in Planwright. What was done is kept; --verbose shows where it happened.';
}
