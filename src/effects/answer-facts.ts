/** The outcome of a model call as facts: its answer, or that the answer was unusable, and what was paid. */
import { Fault } from '../errors.ts';
import { CATEGORIES } from '../model-calls/asked-of.ts';
import { askStructured, OUT_OF_TIME, type Asking, type StructuredCall } from '../model-calls/ask-structured.ts';
import { underlying, unusableTo } from '../state/select.ts';
import type { Prompts } from '../model-calls/catalogue.ts';
import type { CallName } from '../state/outcome.ts';
import type { ModelFact } from '../state/facts.ts';
import type { Logger } from 'pino';
import type { Model, ModelAnswer } from '../ports/model.ts';
import type { Task } from '../state/task.ts';
import type { Outcome } from './performer.ts';

type Usage = Extract<ModelFact, { readonly type: 'usage' }>;
type Unusable = Extract<ModelFact, { readonly name: 'invalid_answer' }>;

export interface AnswerFacts<Value> {
  readonly of: (value: Value) => readonly Outcome[];
  readonly judging?: NonNullable<Unusable['judging']>;
}

export async function structuredFacts<Value>(
  asked: StructuredCall<Value>,
  asking: Asking & Called,
  { of, ...about }: AnswerFacts<Value>,
): Promise<readonly Outcome[]> {
  const { call } = asked;
  const answered = await askStructured(asked, asking);
  if (answered === OUT_OF_TIME) return [outOfTime(call, asking.task)];
  const { reading, answer, durationMs, prompt } = answered;
  const usage = usageFact(answer, { call, durationMs, prompt }, asking);
  if (reading.ok) return [...of(reading.value), usage];
  const { ok: _, ...unusable } = reading;
  const stopped = STOPPED.find((reason) => reason === answer.stopReason);
  const how = { ...unusable, ...about, ...(stopped === undefined ? {} : { stopped }), content: answer.content };
  return [{ type: 'error', name: 'invalid_answer', call, ...how }, usage];
}

/** The time for the call and its repairs is over: its last, unusable answer is the outcome. */
function outOfTime(call: CallName, task: Task): Outcome {
  const last = unusableTo(call, task).at(-1);
  if (last === undefined) throw new TypeError('Time is over for a question that was not answered before.');
  return { type: 'error', name: 'invalid_answer', ...last, out_of_time: true };
}

const STOPPED = ['max_tokens', 'refusal', 'model_context_window_exceeded'] as const satisfies readonly NonNullable<
  Unusable['stopped']
>[];

interface Called {
  readonly task: Task;
  readonly tools: { readonly model: Model; readonly log: Logger; readonly prompts: Prompts };
}

/** As people and budgets count it. Oddities of the answer are for the log. */
export function usageFact(
  answer: ModelAnswer,
  { call, durationMs, prompt }: { readonly call: Usage['call']; readonly durationMs: number; readonly prompt: string },
  { task, tools: { model, log, prompts } }: Called,
): Usage {
  const { usage, oddities } = answer;
  if (oddities !== undefined)
    log.warn({ task: task.id, trace: task.traceId, call, oddities }, "the model's API did what it should not");
  return {
    type: 'usage',
    call,
    model: answer.model,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    usd: model.price(usage, answer.chosen),
    duration_ms: durationMs,
    attempts: answer.attempts,
    phase: underlying(task),
    ...(answer.effort === undefined ? {} : { effort: answer.effort }),
    prompt: { sha256: prompt, prompts: prompts.digest, after: task.version },
    ...chosenIn(answer, call),
    ...(usage.isEstimated === true ? { estimated: true } : {}),
  };
}

function chosenIn({ chosen }: ModelAnswer, call: Usage['call']): Pick<Usage, 'chosen'> {
  if (chosen === undefined) return {};
  const { tool, model, passedOver } = chosen;
  return { chosen: { category: CATEGORIES[call], tool, model, passed_over: [...passedOver] } };
}

/** The model's API refused this call and would refuse it again. */
export function isRefusedCall(error: unknown): error is Fault {
  return error instanceof Fault && error.code === 'model_refused';
}
