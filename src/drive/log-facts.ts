/**
 * Logs facts: verdicts that were barely granted, refused or contradictory (REPLAN-1, 5), failed reviews (EXEC-7), and
 * the end of a task.
 */
import { REVISED_FAILS } from '../flow/verification.ts';
import { REVIEWED_PHASE } from '../state/reviews.ts';
import type { Logger } from 'pino';
import type { Fact, Facts, FactNamed, FactOf } from '../state/facts.ts';
import { issueKey } from '../state/request.ts';
import { costIn, tokensOf } from '../state/spending.ts';
import type { At, Task } from '../state/task.ts';

type Decided = FactNamed<'decided' | 'replan_pending'>;
type Review = FactOf<'review'>;
type Unusable = FactNamed<'invalid_answer'>;
type Where = Pick<Task, 'id' | 'traceId'>;

export function logFacts(facts: Facts, task: Where, log: Logger): void {
  for (const [at, fact] of facts.entries()) {
    const cause = facts[at - 1];
    if (cause?.type === 'error' && cause.name === 'invalid_answer') logUnusable(cause, fact, { task, log });
    if (fact.type === 'review') logReview(fact, facts[at + 1], { task, log });
    const isEnding = fact.type === 'phase' && fact.name === 'ending';
    if (isEnding && cause?.type === 'error' && cause.name === 'conversation_refused') {
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

/** An answer that the task continues without, after all allowed repairs (MODEL-3). */
function logUnusable({ problems }: Unusable, fact: Fact, { task, log }: { task: Where; log: Logger }): void {
  const fields = { task: task.id, trace: task.traceId, problems };
  if (fact.type === 'review') {
    const { of, result, how, attempt } = fact;
    log.warn({ ...fields, of, result, how, attempt }, 'no verdict in the review, the task continues without');
  } else if (fact.type === 'reflection') log.warn(fields, 'reflection failed, the work continues');
  else if (fact.type === 'phase' && fact.name === 'judged')
    log.warn(fields, 'unreadable re-plan decision, the plan stays');
  else if (fact.type === 'control' && fact.name === 'comment_weighed')
    log.warn(fields, 'no usable change of the plan for a comment');
  else if (fact.type === 'phase' && fact.name === 'gathering')
    log.warn(fields, 'no usable answer on what else to look at, planning continues');
  else if (fact.type === 'phase' && fact.name === 'summary')
    log.warn(fields, 'no summary by the model, the pull request gets our own text');
  else if (fact.type === 'phase' && fact.name === 'ending' && fact.ending.code !== undefined)
    log.error({ ...fields, code: fact.ending.code }, 'effect failed');
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

/** The lines that EXEC-7 specifies verbatim. */
function logReview(
  { of, result, how, attempt }: Review,
  next: Fact | undefined,
  { task, log }: { task: Where; log: Logger },
): void {
  if (result !== 'FAIL') return;
  const phase = REVIEWED_PHASE[of];
  const fields = { task: task.id, trace: task.traceId, of, result, how, attempt };
  const isMadeAgain = next?.type === 'phase' && next.name === 'reviewing';
  if (isMadeAgain || next?.type === 'review') {
    log.warn(
      fields,
      `the review refused and asked for nothing, ${isMadeAgain ? 'it is made again' : 'it counts as not made'}`,
    );
    return;
  }
  if (attempt <= REVISED_FAILS) {
    log.info(fields, `Phase ${phase}: Starting revise step`);
    return;
  }
  log.error(
    fields,
    `Phase ${phase}: Retry limit exceeded (${REVISED_FAILS}/${REVISED_FAILS}). Marking phase as failed.`,
  );
  log.error(fields, `Skipping subsequent phases due to failed phase: ${phase}`);
}

export function endFields({ id, traceId, request, stage, startedAt, updatedAt, usage }: At<'ended'>) {
  const { ending, pullRequest } = stage;
  const cost = costIn(usage);
  return {
    task: id,
    trace: traceId,
    issue: issueKey(request),
    status: ending.status,
    reason: ending.reason,
    pull: pullRequest?.number ?? null,
    durationMs: updatedAt - startedAt,
    waitedMs: usage.waitedMs,
    modelMs: usage.modelMs,
    commandMs: usage.commandMs,
    modelCalls: usage.modelCalls,
    tokens: tokensOf(usage),
    usd: cost === null ? null : Math.round(cost * 10_000) / 10_000,
    unpricedCalls: usage.unpricedCalls,
    estimatedCalls: usage.estimatedCalls,
  };
}
