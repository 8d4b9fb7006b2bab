/** Asks the model whether the plan will do (REPLAN-1, 2). */
import { readDecision } from '../model-calls/read-decision.ts';
import { decisionQuestion } from '../model-calls/decision-messages.ts';
import { RetryLater } from '../errors.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import { decisionView } from './decision-view.ts';
import type { Performer } from './performer.ts';

/** Outages that a judgement is worth waiting for. */
const PATIENCE = 2;

export const askDecision: Performer<'ask_decision'> = async (performing) => {
  const { effect, key, task, tools } = performing;
  const judging = { replan_id: key, point: effect.point };
  const judged = { type: 'phase', name: 'judged', ...judging } as const;
  const question = decisionQuestion(decisionView(task, effect.point), tools);
  try {
    return await structuredFacts({ call: 'replan_decision', question, read: readDecision }, performing, {
      of: (decision) => [{ ...judged, decision }],
      judging,
    });
  } catch (error) {
    // A judgement that cannot be had is none: the plan goes on (REPLAN-10). A wrong key stops the next call anyway.
    const isLost = error instanceof RetryLater && (task.retry?.attempt ?? 0) >= PATIENCE;
    if (!isRefusedCall(error) && !isLost) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      're-plan decision refused by the model, the plan goes on',
    );
    return [{ ...judged, decision: null, not_had: true }];
  }
};
