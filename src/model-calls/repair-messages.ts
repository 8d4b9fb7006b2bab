/** How the model is told that its answer was unusable: what was wrong, and the conversation to send again. */
import { CALLS } from './calls.ts';
import type { Prompts } from './catalogue.ts';
import type { CallName } from '../state/outcome.ts';
import type { ModelAnswer, ModelMessage, RequestBlock } from '../ports/model.ts';

const ANSWERS: ReadonlySet<string> = new Set(Object.values(CALLS).map((call) => call.tool.name));

/**
 * The conversation after a wrong answer: the answer as it was, then what was wrong. An answer that the API would not
 * accept back is left out, and the reminder joins the last question.
 */
export function repairMessages(
  messages: readonly ModelMessage[],
  answer: Pick<ModelAnswer, 'content'>,
  problems: readonly string[],
  prompts: Prompts,
): readonly ModelMessage[] {
  const uses = answer.content.filter((block) => block.type === 'tool_use');
  const explanation = problems.map((problem) => `- ${problem}`).join('\n');
  if (uses.length > 0) {
    const read = uses.find((use) => ANSWERS.has(use.name)) ?? uses[0];
    const results = uses.map(
      (use): RequestBlock => ({
        type: 'tool_result',
        tool_use_id: use.id,
        is_error: true,
        content:
          use === read
            ? prompts.render('unusable-answers/wrong_input', { problems: explanation })
            : prompts.render('unusable-answers/second_call', {}),
      }),
    );
    return [...messages, { role: 'assistant', content: answer.content }, { role: 'user', content: results }];
  }
  const text = prompts.render('unusable-answers/without_tool', { problems: explanation });
  const reminder: RequestBlock = { type: 'text', text };
  if (answer.content.some((block) => block.type === 'text')) {
    return [...messages, { role: 'assistant', content: answer.content }, { role: 'user', content: [reminder] }];
  }
  const last = messages.at(-1);
  return last?.role === 'user'
    ? [...messages.slice(0, -1), { role: 'user', content: [...last.content, reminder] }]
    : [...messages, { role: 'user', content: [reminder] }];
}

/** A question with all its earlier wrong answers. */
export function withRepairs(
  question: readonly RequestBlock[],
  wrongAnswers: readonly (Pick<ModelAnswer, 'content'> & { readonly problems: readonly string[] })[],
  prompts: Prompts,
): readonly ModelMessage[] {
  const start: readonly ModelMessage[] = [{ role: 'user', content: question }];
  return wrongAnswers.reduce((messages, wrong) => repairMessages(messages, wrong, wrong.problems, prompts), start);
}

/** The reminder to use the tool, or what else was wrong. */
export function notCalledText(
  call: CallName,
  { stopReason }: Pick<ModelAnswer, 'stopReason'>,
  prompts: Prompts,
): string {
  return prompts.render(`unusable-answers/${whyNotCalled(stopReason)}`, { tool: CALLS[call].tool.name });
}

function whyNotCalled(stopReason: ModelAnswer['stopReason']) {
  switch (stopReason) {
    case 'max_tokens':
      return 'cut_off';
    case 'model_context_window_exceeded':
      return 'no_room';
    case 'pause_turn':
      return 'paused';
    case 'refusal':
      return 'refused';
    default:
      return 'not_called';
  }
}
