/** One model call as people and budgets count it. */
import type { ModelFact } from '../state/model-facts.ts';
import type { Model, ModelAnswer } from '../ports/model.ts';

type Usage = Extract<ModelFact, { readonly type: 'usage' }>;

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
