/** The Anthropic provider (MODEL-1) over the official SDK, with the retries of MODEL-3 done here. */
import Anthropic from '@anthropic-ai/sdk';
import type { Stream } from '@anthropic-ai/sdk/streaming';
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import { classifyAnthropic } from './anthropic-failure.ts';
import { askWithRetries, idsIn, type Provider, type ProviderOptions } from './ask-with-retries.ts';
import { capabilitiesOf, priceOf } from './capabilities.ts';
import { isOfAnswer, leaveOut, requestBody } from './wire.ts';
import { createAccumulator, type Before } from './accumulate.ts';
import { promptTokens } from './count-usage.ts';
import { watchCall, withoutAnswer } from './watch-call.ts';
import type { Model, ModelAnswer } from '../ports/model.ts';

export function createAnthropicModel(options: ProviderOptions): Model {
  const capabilities = capabilitiesOf(options.model);
  const provider = anthropicProvider(options);
  return {
    name: options.model,
    price: (usage) => priceOf(capabilities, usage),
    ask: (request, signal) => askWithRetries(options, provider, request, signal),
  };
}

function anthropicProvider({ apiKey, baseUrl, model, timeoutMs, clock }: ProviderOptions): Provider {
  const client = new Anthropic({
    apiKey,
    maxRetries: 0,
    logLevel: 'off',
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  return {
    name: 'anthropic',
    send(request, signal) {
      const body = requestBody(model, request, capabilitiesOf(model));
      const before = { ids: idsIn(request), promptTokens: promptTokens(request, body) };
      return watchCall({ timeoutMs, signal }, (fetch, watched) =>
        readStream(client.withOptions({ fetch }), { body, before }, watched),
      );
    },
    classify: (error) => classifyAnthropic(error, model, clock.now()),
    ownBlocks: { isOfAnswer, leaveOut },
  };
}

interface Sent {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly before: Before;
}

async function readStream(
  client: Anthropic,
  { body, before }: Sent,
  signal: AbortSignal,
): Promise<Omit<ModelAnswer, 'attempts'>> {
  const accumulator = createAccumulator(before);
  const { data: stream, response } = await client
    .post<Stream<RawMessageStreamEvent>>('/v1/messages', {
      body,
      headers: { 'content-type': 'application/json' },
      stream: true,
      signal,
    })
    .withResponse();
  let events = 0;
  for await (const event of stream) {
    accumulator.add(event);
    events += 1;
  }
  const answer = accumulator.finish();
  if (answer === null) throw withoutAnswer({ events, response, url: client.baseURL });
  return answer;
}
