/**
 * Connections that the sandbox's network denied, in a sentence of ours before the command's output, so that no command
 * can fake it.
 */
import type { Denied } from '../state/outcome.ts';

interface Command {
  readonly denied?: Denied;
}

/** One sentence, or none. */
export function deniedIn({ denied }: Command): readonly string[] {
  if (denied === undefined) return [];
  const places = denied.to.map(
    ({ host, port, why }) => `${host === '' ? 'a host that is not written as one' : `${host}:${port}`} (${why})`,
  );
  const more = denied.more > 0 ? `, and ${denied.more} more` : '';
  return [`Connections that the sandbox's network denied since the command before: ${places.join(', ')}${more}.`];
}

/** Appended to a sentence of ours, on the same line. */
export function withDenied(sentence: string, command: Command): string {
  return [sentence, ...deniedIn(command)].join(' ');
}
