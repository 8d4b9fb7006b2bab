/**
 * Where the time of a task went, from its recorded facts alone. Time that is not recorded as the model's, a command's
 * or GitHub's counts as Planwright's own, so its share is never understated.
 */
import type { EffectKind } from '../src/state/effect.ts';
import type { Recorded } from '../src/state/facts.ts';

export interface TimeSpent {
  readonly totalMs: number;
  readonly modelMs: number;
  readonly commandMs: number;
  readonly githubMs: number;
  /** Steps interrupted by an outage, and the waits after them. */
  readonly waitingMs: number;
  /** Everything else. */
  readonly ownMs: number;
  /** Part of that: starting and removing the container. */
  readonly sandboxMs: number;
}

/** Steps that only talk to GitHub; our own work in them takes a millisecond or two. */
const GITHUB_STEPS: ReadonlySet<EffectKind> = new Set([
  'create_progress_comment',
  'open_pull_request',
  'find_pull_request',
  'post_result',
  'finish_progress',
]);
const SANDBOX_STEPS: ReadonlySet<EffectKind> = new Set(['start_sandbox', 'remove_sandbox']);

export function timeSpent(entries: readonly Recorded[], askedAt: number): TimeSpent {
  let [modelMs, commandMs, githubMs, waitingMs, sandboxMs] = [0, 0, 0, 0, 0];
  let inHand: { readonly effect: EffectKind; readonly since: number } | null = null;
  let brokeOffAt: number | null = null;
  for (const fact of entries) {
    const at = Date.parse(fact.timestamp);
    if (fact.type === 'effect' && fact.name === 'started') {
      if (brokeOffAt !== null) waitingMs += at - brokeOffAt;
      brokeOffAt = null;
      inHand = { effect: fact.effect, since: at };
      continue;
    }
    modelMs += fact.type === 'usage' ? fact.duration_ms : 0;
    commandMs += commandTime(fact);
    githubMs += 'github_ms' in fact ? (fact.github_ms ?? 0) : 0;
    if (inHand === null || fact.type === 'control' || fact.type === 'usage') continue;
    const took = at - inHand.since;
    if (fact.type === 'error' && fact.name === 'retry_later') {
      waitingMs += took;
      brokeOffAt = at;
    } else if (GITHUB_STEPS.has(inHand.effect)) githubMs += took;
    else if (SANDBOX_STEPS.has(inHand.effect)) sandboxMs += took;
    inHand = null;
  }
  const totalMs = Date.parse(entries.at(-1)?.timestamp ?? '') - askedAt;
  const ownMs = totalMs - modelMs - commandMs - githubMs - waitingMs;
  return { totalMs, modelMs, commandMs, githubMs, waitingMs, ownMs, sandboxMs };
}

/** The file tools are our own work, so their time is not subtracted. */
function commandTime(fact: Recorded): number {
  switch (fact.type) {
    case 'tool':
      return fact.tool === 'run_command' ? fact.duration_ms : 0;
    case 'verification':
    case 'environment':
      return 'command' in fact ? fact.command.duration_ms : 0;
    case 'effect':
      return fact.name === 'checkpoint' ? (fact.command_ms ?? 0) : 0;
    default:
      return 0;
  }
}
