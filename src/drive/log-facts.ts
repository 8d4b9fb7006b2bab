/** What was decided and deserves a line in the log: verdicts that were granted only just, refused, or contradict themselves (REPLAN-1, 5), and reviews that fail (EXEC-7). */
import { MAX_REVISES } from '../plan/review-limits.ts';
import { REVIEWED_PHASE } from '../state/reviewed-phase-states.ts';
import type { Logger } from '../log.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

type Decided = Extract<Fact, { readonly name: 'decided' | 'replan_pending' }>;
type Review = Extract<Fact, { readonly type: 'review' }>;
type Where = Pick<Task, 'id' | 'traceId'>;

export function logFacts(facts: readonly Fact[], task: Where, log: Logger): void {
  for (const fact of facts) {
    if (fact.type === 'review') logReview(fact, task, log);
    if ((fact.type === 'replan_decision' && fact.name === 'decided') || (fact.type === 'phase' && fact.name === 'replan_pending'))
      logVerdict(fact, task, log);
  }
}

function logVerdict(fact: Decided, { id, traceId }: Where, log: Logger): void {
  if (fact.llm_decision === null) return;
  const fields = { task: id, trace: traceId, point: fact.phase, kind: fact.kind, confidence: fact.confidence };
  if (fact.contradiction !== null) log.warn({ ...fields, contradiction: fact.contradiction }, 're-plan decision contradicts itself');
  if (fact.override_reason !== null) log.warn({ ...fields, override: fact.override_reason }, 're-plan decision overridden');
  if (fact.warns) log.warn(fields, 're-plan granted on moderate confidence');
}

/** The lines of EXEC-7, word for word. */
function logReview({ of, result, how, attempt }: Review, { id, traceId }: Where, log: Logger): void {
  if (result !== 'FAIL') return;
  const phase = REVIEWED_PHASE[of];
  const fields = { task: id, trace: traceId, of, result, how, attempt };
  if (attempt <= MAX_REVISES) {
    log.info(fields, `Phase ${phase}: Starting revise step`);
    return;
  }
  log.error(fields, `Phase ${phase}: Retry limit exceeded (${MAX_REVISES}/${MAX_REVISES}). Marking phase as failed.`);
  log.error(fields, `Skipping subsequent phases due to failed phase: ${phase}`);
}
