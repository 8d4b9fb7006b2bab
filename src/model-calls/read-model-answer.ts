/** Turns a model's answer into a value that fits its schema, or into what the model must be told. */
import { z } from 'zod';
import type { ModelAnswer, ToolUseBlock } from '../ports/model.ts';
import { withTidyDecision } from './tidy-decision.ts';
import { objectsIn } from './json-in-text.ts';
import { ACTION_TOOLS, CALLS, type ActionToolName, type CallValue } from './calls.ts';
import type { CallName } from '../state/outcome.ts';
import type { NoVerdict, UnusableAnswer } from '../state/model-facts.ts';
import type { TooMany } from '../state/plan.ts';

/** The value, or what is wrong with the answer and what of it counts if no better one comes. */
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

export function readModelAnswer<Name extends CallName>(call: Name, answer: ModelAnswer): Reading<CallValue<Name>> {
  const { tool, schema } = CALLS[call];
  const uses = answer.content.filter((block) => block.type === 'tool_use');
  const use = uses.find((block) => block.name === tool.name);
  if (use !== undefined) return readInput(schema, use.input) as Reading<CallValue<Name>>;
  return uses[0] === undefined
    ? NOT_CALLED
    : notRead(`There is no tool \`${uses[0].name}\` here. Call \`${tool.name}\`.`);
}

/** No tool was used; `askStructured` explains this in the words of the prompts. */
export const NOT_CALLED: NotRead = { ok: false, broke: 'schema', problems: [] };

export function usesTool({ content }: Pick<ModelAnswer, 'content'>): boolean {
  return content.some((block) => block.type === 'tool_use');
}

/** The answer is complete, and has text instead of a tool call. */
export function isProse(answer: ModelAnswer): boolean {
  return !usesTool(answer) && !BREAKS_OFF.has(answer.stopReason) && wordsOf(answer).trim() !== '';
}

const BREAKS_OFF: ReadonlySet<ModelAnswer['stopReason']> = new Set([
  'refusal',
  'max_tokens',
  'model_context_window_exceeded',
]);

/** All text of the answer. */
export function wordsOf({ content }: Pick<ModelAnswer, 'content'>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

const MAX_TEXT_CHARACTERS = 200_000;
const MAX_OBJECTS = 1_000;

/** As if the tool had been called, if its input is in the text. */
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

/** One tool call of the action loop. An unknown tool or a wrong input becomes the tool's error for the model. */
export function readToolCall(use: ToolUseBlock): Reading<ToolCall> {
  if (!Object.hasOwn(ACTION_TOOLS, use.name)) {
    return notRead(`There is no tool \`${use.name}\`. The tools are ${Object.keys(ACTION_TOOLS).join(', ')}.`);
  }
  const input = use.name === 'finish_action' ? withTidyDecision(use.input) : use.input;
  if (use.name === 'finish_action' && isOddlySure(input)) return notRead(CONFIDENCE);
  const reading = readInput(ACTION_TOOLS[use.name as ActionToolName].schema, input);
  return reading.ok ? { ok: true, value: { name: use.name, input: reading.value } as ToolCall } : reading;
}

/**
 * Such a confidence must be repaired: otherwise a re-plan would be lost, or granted on a guess. Any other unreadable
 * judgement counts as none.
 */
function isOddlySure(input: unknown): boolean {
  const decision = FinishedSchema.safeParse(input).data?.replan_decision;
  return decision !== undefined && (decision.confidence < 0 || decision.confidence > 1);
}

const FinishedSchema = z.object({ replan_decision: z.object({ confidence: z.number() }) });
const CONFIDENCE = 'replan_decision.confidence: Give a number from 0 to 1.';

/** Some models write null for absent fields: if null does not fit, it counts as absent. */
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
