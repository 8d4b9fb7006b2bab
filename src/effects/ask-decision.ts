/** Asks the model whether the plan will do, and grants or refuses what it wants (REPLAN-1 to 5, 8, 10). */
import { decisionQuestion } from '../context/decision-messages.ts';
import { systemPrompt } from '../context/planning-messages.ts';
import { CALLS } from '../calls/calls.ts';
import { readDecision } from '../calls/read-decision.ts';
import { Fault, RetryLater } from '../errors.ts';
import { overtakenReplans } from './completed-replans.ts';
import { decisionFact } from './decision-fact.ts';
import { decisionView } from './decision-view.ts';
import { usageFact } from './usage.ts';
import { toRecord } from '../task/replan-fact.ts';
import type { Performer } from './perform.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from './toolbox.ts';

/** Outages that a judgement is worth waiting for. */
const PATIENCE = 2;

export const askDecision: Performer<'ask_decision'> = async ({ effect, key, task, tools, signal }) => {
  const began = tools.clock.now();
  try {
    const answer = await tools.model.ask(
      {
        system: systemPrompt('system', task, tools),
        messages: [{ role: 'user', content: [{ type: 'text', text: decisionQuestion(decisionView(task, effect.point), tools) }] }],
        tools: [CALLS.replan_decision.tool],
        answerWithTool: true,
        maxTokens: tools.maxOutputTokens,
      },
      signal,
    );
    const { decision, problems } = readDecision(answer);
    const now = tools.clock.now();
    const usage = usageFact('replan_decision', answer, tools.model, now - began);
    const overtaken = overtakenReplans(task, now, decision);
    if (decision !== null) {
      const fact = decisionFact(task, effect.point, { id: key, decision });
      logVerdict(fact, task, tools);
      return [...overtaken, toRecord(fact), usage];
    }
    tools.log.warn({ task: task.id, trace: task.traceId, problems }, 'unreadable re-plan decision, the plan goes on');
    return [...overtaken, unreadable(task, effect.point, key), usage];
  } catch (error) {
    // A judgement that cannot be had is none: the plan goes on (REPLAN-10). A wrong key stops the next call anyway.
    const isRefused = error instanceof Fault && error.code === 'model_refused';
    const isLost = error instanceof RetryLater && (task.retry?.attempt ?? 0) >= PATIENCE;
    if (!isRefused && !isLost) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 're-plan decision refused by the model, the plan goes on');
    return [unreadable(task, effect.point, key)];
  }
};

function unreadable(task: Parameters<typeof decisionFact>[0], point: Parameters<typeof decisionFact>[1], id: string): Fact {
  return decisionFact(task, point, { id, decision: null });
}

/** What was granted only just, refused, or contradicts itself leaves a line (REPLAN-1, 5). */
export function logVerdict(fact: ReturnType<typeof decisionFact>, task: Task, { log }: Pick<Toolbox, 'log'>): void {
  const fields = { task: task.id, trace: task.traceId, point: fact.phase, kind: fact.kind, confidence: fact.confidence };
  if (fact.contradiction !== null) log.warn({ ...fields, contradiction: fact.contradiction }, 're-plan decision contradicts itself');
  if (fact.override_reason !== null) log.warn({ ...fields, override: fact.override_reason }, 're-plan decision overridden');
  if (fact.warns) log.warn(fields, 're-plan granted on moderate confidence');
}
