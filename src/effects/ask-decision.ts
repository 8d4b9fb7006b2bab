/** Asks the model whether the plan will do (REPLAN-1, 2). */
import { CALLS } from '../model-calls/calls.ts';
import { readDecision } from '../model-calls/read-decision.ts';
import { decisionQuestion } from '../model-calls/decision-messages.ts';
import { systemPrompt } from '../model-calls/planning-messages.ts';
import { Fault, RetryLater } from '../errors.ts';
import { decisionView } from './decision-view.ts';
import { usageFact } from './usage-fact.ts';
import type { Performer } from './performer.ts';

/** Outages that a judgement is worth waiting for. */
const PATIENCE = 2;

export const askDecision: Performer<'ask_decision'> = async ({ effect, key, task, tools, signal }) => {
  const { point } = effect;
  const judged = { type: 'phase', name: 'judged', replan_id: key, point } as const;
  const began = tools.clock.now();
  try {
    const answer = await tools.model.ask(
      {
        system: systemPrompt('system', task, tools),
        messages: [
          { role: 'user', content: [{ type: 'text', text: decisionQuestion(decisionView(task, point), tools) }] },
        ],
        tools: [CALLS.replan_decision.tool],
        answerWithTool: true,
        maxTokens: tools.maxOutputTokens,
      },
      signal,
    );
    const usage = usageFact('replan_decision', answer, tools.model, tools.clock.now() - began);
    const { decision, problems } = readDecision(answer);
    if (decision === null)
      tools.log.warn({ task: task.id, trace: task.traceId, problems }, 'unreadable re-plan decision, the plan goes on');
    return [{ ...judged, decision }, usage];
  } catch (error) {
    // A judgement that cannot be had is none: the plan goes on (REPLAN-10). A wrong key stops the next call anyway.
    const isRefused = error instanceof Fault && error.code === 'model_refused';
    const isLost = error instanceof RetryLater && (task.retry?.attempt ?? 0) >= PATIENCE;
    if (!isRefused && !isLost) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      're-plan decision refused by the model, the plan goes on',
    );
    return [{ ...judged, decision: null, not_had: true }];
  }
};
