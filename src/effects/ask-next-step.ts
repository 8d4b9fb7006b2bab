/** Asks the model what to do next in the action in hand. */
import { actionMessages } from '../model-calls/action-messages.ts';
import { systemPrompt } from '../model-calls/planning-messages.ts';
import { actionTools } from '../model-calls/calls.ts';
import { ConversationRefused } from '../errors.ts';
import { at } from '../state/select.ts';
import { usageFact } from './answer-facts.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { Performer } from './performer.ts';

/** Each is an effect of its own with its record; what is asked for beyond is refused in one go. */
const MAX_TOOLS_OF_ONE_ANSWER = 64;

export const askNextStep: Performer<'ask_next_step'> = async ({ task, tools, signal }) => {
  const working = at(task, 'work');
  const began = tools.clock.now();
  const request = {
    system: systemPrompt('act-system', task, tools),
    messages: actionMessages(working, tools),
    tools: actionTools,
    answerWithTool: false,
    maxTokens: tools.maxOutputTokens,
  };
  let answer: ModelAnswer;
  try {
    answer = await tools.model.ask(request, signal);
  } catch (error) {
    if (!(error instanceof ConversationRefused)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'conversation refused');
    const { tooLong, message, advice } = error;
    return [
      {
        type: 'error',
        name: 'conversation_refused',
        too_long: tooLong,
        message: tools.redact(message),
        advice: tools.redact(advice),
      },
    ];
  }
  const usage = usageFact('next_step', answer, tools.model, tools.clock.now() - began);
  const { content, stopReason } = answer;
  const asked = content.filter((block) => block.type === 'tool_use').length;
  const limit = asked > MAX_TOOLS_OF_ONE_ANSWER ? { tools_run: MAX_TOOLS_OF_ONE_ANSWER } : {};
  return [
    { type: 'action', name: 'answer', action: working.work.current, content, stop_reason: stopReason, ...limit },
    usage,
  ];
};
