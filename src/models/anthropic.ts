/** The Anthropic provider (MODEL-1) over the official SDK; the retries of MODEL-3 are done here. */
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import type { Stream } from '@anthropic-ai/sdk/streaming';
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import { messageOf } from '../errors.ts';
import { classifyAnthropic } from './anthropic-failure.ts';
import { askWithRetries, idsIn, leftMs, type Provider, type ProviderOptions } from './ask-with-retries.ts';
import { capabilitiesOf, type Capabilities } from './capabilities.ts';
import { costOf } from './prices.ts';
import { isOfAnswer, leaveOut, requestBody } from './wire.ts';
import { createAccumulator, type Before } from './accumulate.ts';
import { promptTokens } from './count-usage.ts';
import { watchCall, withoutAnswer } from './watch-call.ts';
import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts';

export function createAnthropicModel(options: ProviderOptions): Model {
  const { price } = options;
  const provider = anthropicProvider(options);
  return {
    name: options.model,
    price: (usage) => (price === undefined ? null : costOf(price, usage)),
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
  // The table describes the API itself; a gateway in front of it may be too old for effort.
  let takes = capabilitiesOf(model);

  async function send(request: ModelRequest, signal: AbortSignal): ReturnType<Provider['send']> {
    const tried = takes;
    const body = requestBody(model, request, tried);
    const before = { ids: idsIn(request), promptTokens: promptTokens(request, body) };
    try {
      const answer = await watchCall({ timeoutMs, wholeMs: leftMs(request, clock), signal }, (fetch, watched) =>
        readStream(client.withOptions({ fetch }), { body, before }, watched),
      );
      return request.effort !== undefined && tried.effort ? { ...answer, effort: request.effort } : answer;
    } catch (error) {
      if (!refusesEffort(error, tried)) throw error;
      takes = { ...tried, effort: false };
      const { oddities = [], ...answer } = await send(request, signal);
      return {
        ...answer,
        oddities: [`sent without effort from now on: ${messageOf(error).slice(0, 200)}`, ...oddities],
      };
    }
  }

  return {
    name: 'anthropic',
    send,
    classify: (error) => classifyAnthropic(error, model, clock.now()),
    ownBlocks: { isOfAnswer, leaveOut },
  };
}

function refusesEffort(error: unknown, { effort }: Capabilities): boolean {
  if (!effort || !(error instanceof APIError)) return false;
  return error.status === 400 && /output_config|\beffort\b/.test(error.apiMessage ?? messageOf(error));
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
