/** Counts recorded facts for the task metrics of /metrics (OPS-7). */
import { activityOf } from '../state/select.ts';
import type { Facts, Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { Metrics } from './metrics.ts';

type Counted = Pick<Metrics, 'phaseSeconds' | 'sandboxStart' | 'commands' | 'replans'>;

export function countFacts({ phaseSeconds, sandboxStart, commands, replans }: Counted) {
  return (facts: Facts, before: Task, after: Task): void => {
    const seconds = Math.max(0, after.updatedAt - before.updatedAt) / 1_000;
    phaseSeconds.inc({ phase: activityOf(before) }, seconds);
    for (const fact of facts) {
      // The previous write recorded its start.
      if (fact.type === 'environment' && (fact.name === 'container' || fact.name === 'resumed'))
        sandboxStart.observe(seconds);
      const ranMs = commandMs(fact);
      if (ranMs !== null) commands.observe(ranMs / 1_000);
      const wanted = wantedReplan(fact);
      if (wanted !== null) replans.inc(wanted);
    }
  };
}

function commandMs(fact: Fact): number | null {
  if (fact.type === 'tool') return fact.tool === 'run_command' ? fact.duration_ms : null;
  return (fact.type === 'environment' || fact.type === 'verification') && 'command' in fact
    ? fact.command.duration_ms
    : null;
}

function wantedReplan(fact: Fact): { readonly type: string; readonly verdict: string } | null {
  const isVerdict =
    (fact.type === 'replan_decision' && fact.name === 'decided') ||
    (fact.type === 'phase' && fact.name === 'replan_pending');
  if (!isVerdict || fact.llm_decision?.replan_needed !== true) return null;
  return { type: fact.kind ?? 'unknown', verdict: fact.verdict };
}
