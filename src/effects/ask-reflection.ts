/** A reflection on the last action or the last few (PLAN-1.5). One that fails is logged, and the work goes on (PLAN-6). */
import { CALLS } from '../model-calls/calls.ts';
import { readAnswer } from '../model-calls/read-model-answer.ts';
import { systemPrompt } from '../model-calls/planning-messages.ts';
import { reflectionQuestion } from '../model-calls/reflection-messages.ts';
import { Fault } from '../errors.ts';
import { at } from '../state/select.ts';
import { reflectionView } from './reflection-view.ts';
import { revisionFaults } from './rule-faults.ts';
import { usageFact } from './usage-fact.ts';
import type { Outcome, Performer } from './performer.ts';

export const askReflection: Performer<'ask_reflection'> = async ({ task, tools, signal }) => {
  const working = at(task, 'work');
  const began = tools.clock.now();
  try {
    const view = reflectionView(working);
    const answer = await tools.model.ask(
      {
        system: systemPrompt('system', task, tools),
        messages: [{ role: 'user', content: [{ type: 'text', text: reflectionQuestion(view, tools) }] }],
        tools: [CALLS.reflection.tool],
        answerWithTool: true,
        maxTokens: tools.maxOutputTokens,
      },
      signal,
    );
    const usage = usageFact('reflection', answer, tools.model, tools.clock.now() - began);
    const reading = readAnswer('reflection', answer);
    if (!reading.ok) return [failed(reading.problems), usage];
    const { reflection, plan_revision: revision = null } = reading.value;
    const problems = revision === null ? [] : revisionFaults(revision, working);
    const usable = problems.length > 0 ? null : revision;
    return [{ type: 'reflection', name: 'model', evaluation: reflection, plan_revision: usable, problems }, usage];
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'model_refused') throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'reflection failed, the work goes on');
    return [failed([error.message])];
  }
};

function failed(problems: readonly string[]): Outcome {
  return { type: 'reflection', name: 'model', evaluation: null, plan_revision: null, problems };
}
