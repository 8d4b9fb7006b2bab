/** From what a model answered to a value that fits its schema, or to what the model must be told. */
import { z } from 'zod';
import type { ModelAnswer, ModelMessage, RequestBlock, ToolUseBlock } from '../ports/model.ts';
import { withTidyDecision } from './judgement-schemas.ts';
import { objectsIn } from './json-in-text.ts';
import { ACTION_TOOLS, CALLS, type ActionToolName, type CallValue } from './calls.ts';
import type { CallName } from '../state/outcome.ts';
import type { NoVerdict, UnusableAnswer } from '../state/model-facts.ts';
import type { TooMany } from '../state/plan.ts';

/**
 * A value that fits, or what is wrong with the answer and what of it counts all the same when no better one comes.
 */
export type Reading<Value> = { readonly ok: true; readonly value: Value } | NotRead;
type NotRead = { readonly ok: false } & Unusable;
type Unusable = Pick<UnusableAnswer, 'problems' | 'broke' | 'refused_change' | 'evaluation'> & {
  readonly too_many?: TooMany;
  readonly no_verdict?: NoVerdict;
};

export type ToolCall = {
  [Name in ActionToolName]: { readonly name: Name; readonly input: z.infer<(typeof ACTION_TOOLS)[Name]['schema']> };
}[ActionToolName];

const MAX_PROBLEMS = 20;
const MAX_PROBLEM_CHARACTERS = 300;
const MAX_DEPTH = 100;
const ANSWERS: ReadonlySet<string> = new Set(Object.values(CALLS).map((call) => call.tool.name));

export function readModelAnswer<Name extends CallName>(call: Name, answer: ModelAnswer): Reading<CallValue<Name>> {
  const { tool, schema } = CALLS[call];
  const uses = answer.content.filter((block) => block.type === 'tool_use');
  const use = uses.find((block) => block.name === tool.name);
  if (use !== undefined) return readInput(schema, use.input) as Reading<CallValue<Name>>;
  if (uses[0] !== undefined) return notRead(`There is no tool \`${uses[0].name}\` here. Call \`${tool.name}\`.`);
  return notCalled(call, answer);
}

/** The reminder of the tool, or what else was wrong where none was used. */
export function notCalled(call: CallName, { stopReason }: Pick<ModelAnswer, 'stopReason'>): NotRead {
  return notRead(absence(CALLS[call].tool.name, stopReason));
}

export function usesTool({ content }: Pick<ModelAnswer, 'content'>): boolean {
  return content.some((block) => block.type === 'tool_use');
}

/** It came to its end, and says something without a tool. */
export function isProse(answer: ModelAnswer): boolean {
  return !usesTool(answer) && !BREAKS_OFF.has(answer.stopReason) && wordsOf(answer).trim() !== '';
}

const BREAKS_OFF: ReadonlySet<ModelAnswer['stopReason']> = new Set([
  'refusal',
  'max_tokens',
  'model_context_window_exceeded',
]);

/** All that is said, as one text. */
export function wordsOf({ content }: Pick<ModelAnswer, 'content'>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

const MAX_TEXT_CHARACTERS = 200_000;
const MAX_OBJECTS = 1_000;

/** As if the tool had been called, where its input stands in the text. */
export function handedOver(call: CallName, answer: ModelAnswer): ModelAnswer {
  const { tool, schema } = CALLS[call];
  let left = MAX_OBJECTS;
  for (const input of objectsIn(wordsOf(answer).slice(0, MAX_TEXT_CHARACTERS))) {
    if (parsedBy(schema, input).success)
      return { ...answer, content: [...answer.content, { type: 'tool_use', id: tool.name, name: tool.name, input }] };
    left -= 1;
    if (left === 0) break;
  }
  return answer;
}

/** One call of the action loop. An unknown tool or a wrong input is told to the model as the tool's error. */
export function readToolCall(use: ToolUseBlock): Reading<ToolCall> {
  if (!Object.hasOwn(ACTION_TOOLS, use.name)) {
    return notRead(`There is no tool \`${use.name}\`. The tools are ${Object.keys(ACTION_TOOLS).join(', ')}.`);
  }
  const input = use.name === 'finish_action' ? withTidyDecision(use.input) : use.input;
  if (use.name === 'finish_action' && isOddlySure(input)) return notRead(CONFIDENCE);
  const reading = readInput(ACTION_TOOLS[use.name as ActionToolName].schema, input);
  return reading.ok ? { ok: true, value: { name: use.name, input: reading.value } as ToolCall } : reading;
}

/** Else a wish to re-plan would be lost, or be granted on a guess; any other judgement that cannot be read is none. */
function isOddlySure(input: unknown): boolean {
  const decision = FinishedSchema.safeParse(input).data?.replan_decision;
  return decision !== undefined && (decision.confidence < 0 || decision.confidence > 1);
}

const FinishedSchema = z.object({ replan_decision: z.object({ confidence: z.number() }) });
const CONFIDENCE = 'replan_decision.confidence: Give a number from 0 to 1.';

/**
 * The conversation to send after a wrong answer: the answer as it came, then what was wrong with it. An answer
 * that said nothing the API would take back is left out, and the reminder joins the last question.
 */
export function repairMessages(
  messages: readonly ModelMessage[],
  answer: Pick<ModelAnswer, 'content'>,
  problems: readonly string[],
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
            ? `The input was not accepted:\n${explanation}\nPlease call the tool again with a corrected, complete input.`
            : 'Not looked at: one call is enough.',
      }),
    );
    return [...messages, { role: 'assistant', content: answer.content }, { role: 'user', content: results }];
  }
  const reminder: RequestBlock = { type: 'text', text: `Your answer could not be used:\n${explanation}` };
  if (answer.content.some((block) => block.type === 'text')) {
    return [...messages, { role: 'assistant', content: answer.content }, { role: 'user', content: [reminder] }];
  }
  const last = messages.at(-1);
  return last?.role === 'user'
    ? [...messages.slice(0, -1), { role: 'user', content: [...last.content, reminder] }]
    : [...messages, { role: 'user', content: [reminder] }];
}

/** A question with all that was answered wrongly to it so far. */
export function withRepairs(
  question: readonly RequestBlock[],
  wrongAnswers: readonly (Pick<ModelAnswer, 'content'> & { readonly problems: readonly string[] })[],
): readonly ModelMessage[] {
  const start: readonly ModelMessage[] = [{ role: 'user', content: question }];
  return wrongAnswers.reduce((messages, wrong) => repairMessages(messages, wrong, wrong.problems), start);
}

function absence(toolName: string, stopReason: ModelAnswer['stopReason']): string {
  if (stopReason === 'max_tokens')
    return `The answer was cut off at the output limit before the call of \`${toolName}\` was complete. Answer again, more briefly.`;
  if (stopReason === 'model_context_window_exceeded')
    return `There was no room left for the answer before the call of \`${toolName}\` was complete.`;
  if (stopReason === 'pause_turn') return `Go on, and call \`${toolName}\` exactly once.`;
  if (stopReason === 'refusal')
    return `The model declined to answer. If part of the request can be answered, call \`${toolName}\` with that part.`;
  return `The tool \`${toolName}\` was not called. Give the same answer by calling it exactly once.`;
}

/** Some models write null for what they leave out: where that does not fit, null counts as absent. */
export function parsedBy<Schema extends z.ZodType>(schema: Schema, input: unknown) {
  const first = schema.safeParse(input);
  if (first.success) return first;
  const second = schema.safeParse(withoutNulls(input, MAX_DEPTH));
  return second.success ? second : first;
}

function readInput(schema: z.ZodType, input: unknown): Reading<unknown> {
  if (isUnreadable(input)) return notRead(input.unreadable_input);
  const parsed = parsedBy(schema, input);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { issues } = parsed.error;
  const problems = issues
    .slice(0, MAX_PROBLEMS)
    .map((issue) =>
      `${issue.path.length === 0 ? 'input' : issue.path.join('.')}: ${issue.message}`.slice(0, MAX_PROBLEM_CHARACTERS),
    );
  const left = issues.length - problems.length;
  return notRead(...problems, ...(left === 0 ? [] : [`… and ${left} more like these; look for them too.`]));
}

function notRead(...problems: readonly string[]): NotRead {
  return { ok: false, broke: 'schema', problems };
}

function isUnreadable(input: unknown): input is { readonly unreadable_input: string } {
  return (
    typeof input === 'object' &&
    input !== null &&
    'unreadable_input' in input &&
    typeof input.unreadable_input === 'string'
  );
}

function withoutNulls(value: unknown, depthLeft: number): unknown {
  if (depthLeft === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutNulls(entry, depthLeft - 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== null)
      .map(([key, entry]) => [key, withoutNulls(entry, depthLeft - 1)]),
  );
}
