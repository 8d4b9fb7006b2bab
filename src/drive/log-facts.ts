/** What was decided and deserves a line in the log: verdicts that were granted only just, refused, or contradict themselves (REPLAN-1, 5), and reviews that fail (EXEC-7). */
import { MAX_REVISES } from '../plan/review-limits.ts';
import { REVIEWED_PHASE } from '../state/reviewed-phase-states.ts';
import type { Logger } from 'pino';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

type Decided = Extract<Fact, { readonly name: 'decided' | 'replan_pending' }>;
type Review = Extract<Fact, { readonly type: 'review' }>;
type Where = Pick<Task, 'id' | 'traceId'>;

export function logFacts(facts: readonly Fact[], task: Where, log: Logger): void {
  for (const [at, fact] of facts.entries()) {
    const cause = facts[at - 1];
    if (fact.type === 'review') {
      if (cause?.type === 'error' && cause.name === 'invalid_answer')
        logUnreadable(fact, cause.problems, { task, log });
      logReview(fact, task, log);
    }
    if (
      fact.type === 'phase' &&
      fact.name === 'ending' &&
      cause?.type === 'error' &&
      cause.name === 'conversation_refused'
    ) {
      const { message: reason, advice } = cause;
      log.error(
        { task: task.id, trace: task.traceId, effect: 'ask_next_step', code: fact.ending.code, reason, advice },
        'effect failed',
      );
    }
    if (
      (fact.type === 'replan_decision' && fact.name === 'decided') ||
      (fact.type === 'phase' && fact.name === 'replan_pending')
    )
      logVerdict(fact, task, log);
  }
}

/** Asked for as often as any other call (MODEL-4). */
function logUnreadable(
  { of, result, how, attempt }: Review,
  problems: readonly string[],
  { task, log }: { task: Where; log: Logger },
): void {
  const fields = { task: task.id, trace: task.traceId };
  log.warn({ ...fields, of, problems }, 'the review cannot be read');
  log.warn({ ...fields, of, result, how, attempt }, `fallback verdict ${result}, no marker`);
}

function logVerdict(fact: Decided, { id, traceId }: Where, log: Logger): void {
  if (fact.llm_decision === null) return;
  const fields = { task: id, trace: traceId, point: fact.phase, kind: fact.kind, confidence: fact.confidence };
  if (fact.contradiction !== null)
    log.warn({ ...fields, contradiction: fact.contradiction }, 're-plan decision contradicts itself');
  if (fact.override_reason !== null)
    log.warn({ ...fields, override: fact.override_reason }, 're-plan decision overridden');
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
