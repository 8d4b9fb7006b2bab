/** Asks the model for the next step of the current action. */
import { actionMessages } from '../model-calls/action-messages.ts';
import { systemPrompt } from '../model-calls/planning-messages.ts';
import { actionTools, actionToolsWithoutReplans } from '../model-calls/calls.ts';
import { askedOf } from '../model-calls/asked-of.ts';
import { promptDigest } from '../model-calls/prompt-digest.ts';
import { ConversationRefused } from '../errors.ts';
import { at } from '../state/select.ts';
import { usageFact } from './answer-facts.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { Performer } from './performer.ts';

/** Each tool call is an effect with its own record; further calls are refused together. */
const MAX_TOOLS_OF_ONE_ANSWER = 64;

const NO_ROOM = {
  message: 'The conversation left no room for an answer in the context window of the model.',
  advice: 'Choose a model with a larger context, or shorten the issue and its comments, then start the task again.',
};

export const askNextStep: Performer<'ask_next_step'> = async ({ task, tools, signal }) => {
  const working = at(task, 'work');
  const began = tools.clock.now();
  const request = {
    system: systemPrompt('act-system', task, tools),
    messages: actionMessages(working, tools),
    tools: task.settings.planning.replanning.enabled ? actionTools : actionToolsWithoutReplans,
    answerWithTool: false,
    maxTokens: tools.maxOutputTokens,
    ...askedOf('next_step', task),
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
  const durationMs = tools.clock.now() - began;
  const prompt = promptDigest(request);
  const usage = usageFact(answer, { call: 'next_step', durationMs, prompt }, { task, tools });
  const { content, stopReason, cutTool } = answer;
  const asked = content.filter((block) => block.type === 'tool_use').length;
  if (stopReason === 'model_context_window_exceeded' && asked === 0)
    return [{ type: 'error', name: 'conversation_refused', too_long: true, ...NO_ROOM }, usage];
  const limit = asked > MAX_TOOLS_OF_ONE_ANSWER ? { tools_run: MAX_TOOLS_OF_ONE_ANSWER } : {};
  const cut = cutTool === undefined ? {} : { cut_tool: cutTool };
  const { current: action } = working.work;
  return [{ type: 'action', name: 'answer', action, content, stop_reason: stopReason, ...limit, ...cut }, usage];
};
