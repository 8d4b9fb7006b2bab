/**
 * What a call of the model comes to, as facts: what it answered, or that this could not be used; and what was paid
 * for it.
 */
import { Fault } from '../errors.ts';
import { askStructured, type Asking, type StructuredCall } from '../model-calls/ask-structured.ts';
import type { ModelFact } from '../state/facts.ts';
import type { Model, ModelAnswer } from '../ports/model.ts';
import type { Outcome } from './performer.ts';

type Usage = Extract<ModelFact, { readonly type: 'usage' }>;
type Unusable = Extract<ModelFact, { readonly name: 'invalid_answer' }>;

export interface AnswerFacts<Value> {
  readonly of: (value: Value) => readonly Outcome[];
  readonly judging?: NonNullable<Unusable['judging']>;
}

export async function structuredFacts<Value>(
  asked: StructuredCall<Value>,
  asking: Asking,
  { of, ...about }: AnswerFacts<Value>,
): Promise<readonly Outcome[]> {
  const { call } = asked;
  const { reading, answer, durationMs } = await askStructured(asked, asking);
  const usage = usageFact(call, answer, asking.tools.model, durationMs);
  if (reading.ok) return [...of(reading.value), usage];
  const { ok: _, ...unusable } = reading;
  return [{ type: 'error', name: 'invalid_answer', call, ...unusable, ...about, content: answer.content }, usage];
}

/** As people and budgets count it. */
export function usageFact(call: Usage['call'], answer: ModelAnswer, model: Model, durationMs: number): Usage {
  const { usage } = answer;
  return {
    type: 'usage',
    call,
    model: answer.model,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    usd: model.price(usage),
    duration_ms: durationMs,
    attempts: answer.attempts,
  };
}

/** The API of the model refused this very call: asked again it would refuse it again. */
export function isRefusedCall(error: unknown): error is Fault {
  return error instanceof Fault && error.code === 'model_refused';
}
