/**
 * What the network of the sandbox did not let through, as the model is told it: a sentence of ours that stands before
 * whatever the command printed, so that no command can say it.
 */
import type { Denied } from '../state/outcome.ts';

interface Command {
  readonly denied?: Denied;
}

/** A sentence, or none. */
export function deniedIn({ denied }: Command): readonly string[] {
  if (denied === undefined) return [];
  const places = denied.to.map(
    ({ host, port, why }) => `${host === '' ? 'a host that is not written as one' : `${host}:${port}`} (${why})`,
  );
  const more = denied.more > 0 ? `, and ${denied.more} more` : '';
  return [`Connections that the sandbox's network denied since the command before: ${places.join(', ')}${more}.`];
}

/** Behind a sentence of ours, in its line. */
export function withDenied(sentence: string, command: Command): string {
  return [sentence, ...deniedIn(command)].join(' ');
}
