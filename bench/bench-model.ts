import { systemClock as clock } from '../src/app/system-clock.ts';
import { createAnthropicModel } from '../src/models/anthropic.ts';
import type { Model } from '../src/ports/model.ts';

/** The product's own client of the stand-in at this address. */
export function benchModel(baseUrl: string): Model {
  return createAnthropicModel({
    apiKey: 'sk-ant-bench',
    baseUrl,
    model: 'claude-sonnet-5-5',
    timeoutMs: 60_000,
    maxRetries: 0,
    clock,
  });
}
