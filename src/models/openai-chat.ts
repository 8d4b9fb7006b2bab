/** The provider `openai-chat` (MODEL-1): any server of the chat completions API, over the official SDK. */
import OpenAI from 'openai';
import type { Stream } from 'openai/streaming';
import { Fault, messageOf } from '../errors.ts';
import type { Before } from './accumulate.ts';
import { askWithRetries, idsIn, leftMs, type Provider, type ProviderOptions } from './ask-with-retries.ts';
import { promptTokens } from './count-usage.ts';
import { gatherChunks } from './gather-chunks.ts';
import { chatCapabilitiesOf } from './openai-capabilities.ts';
import { classifyChat, sentDifferently } from './openai-failure.ts';
import { chatBody, effortSent, type SentAs } from './openai-wire.ts';
import { costOf } from './prices.ts';
import { watchCall, withoutAnswer } from './watch-call.ts';
import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts';

export function createChatModel(options: ProviderOptions): Model {
  const { images } = chatCapabilitiesOf(options.model);
  const provider = chatProvider(options);
  return {
    name: options.model,
    price: (usage) => (options.price === undefined ? null : costOf(options.price, usage)),
    async ask(request, signal) {
      // The caller continues without images, and says so.
      if (!images && showsPictures(request))
        throw new Fault(
          'model_refused',
          `The model ${options.model} is not known to take pictures.`,
          'Choose a model that takes pictures to have them looked at.',
        );
      return askWithRetries(options, provider, request, signal);
    },
  };
}

function chatProvider({ apiKey, baseUrl, model, timeoutMs, clock }: ProviderOptions): Provider {
  // Null, so that nothing from the environment is sent that the operator did not set here.
  const client = new OpenAI({
    apiKey,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  // The table covers official models; what other servers refuse is learnt from their first refusals.
  let sentAs: SentAs = { ...chatCapabilitiesOf(model), streamOptions: true };

  async function send(request: ModelRequest, signal: AbortSignal): ReturnType<Provider['send']> {
    const tried = sentAs;
    const body = chatBody(model, request, tried);
    const before = { ids: idsIn(request), promptTokens: promptTokens(request, body) };
    try {
      const answer = await watchCall({ timeoutMs, wholeMs: leftMs(request, clock), signal }, (fetch, watched) =>
        readChunks(client.withOptions({ fetch }), { body, before }, watched),
      );
      const effort = effortSent(request, tried);
      return effort === null || effort === 'none' ? answer : { ...answer, effort };
    } catch (error) {
      const otherwise = sentDifferently(error, tried);
      if (otherwise === null) throw error;
      sentAs = otherwise;
      const { oddities = [], ...answer } = await send(request, signal);
      return { ...answer, oddities: [`sent differently from now on: ${messageOf(error).slice(0, 200)}`, ...oddities] };
    }
  }

  return {
    name: 'openai-chat',
    send,
    classify: (error) => classifyChat(error, model, clock.now()),
    ownBlocks: { isOfAnswer: () => false, leaveOut: () => false },
  };
}

function showsPictures({ messages }: ModelRequest): boolean {
  return messages.some(({ content }) => content.some(({ type }) => type === 'image'));
}

interface Sent {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly before: Before;
}

async function readChunks(
  client: OpenAI,
  { body, before }: Sent,
  signal: AbortSignal,
): Promise<Omit<ModelAnswer, 'attempts'>> {
  const gathered = gatherChunks(before);
  const { data: stream, response } = await client
    .post<Stream<unknown>>('/chat/completions', {
      body,
      headers: { 'content-type': 'application/json' },
      stream: true,
      signal,
    })
    .withResponse();
  let events = 0;
  for await (const chunk of stream) {
    gathered.add(chunk);
    events += 1;
  }
  const answer = gathered.finish();
  if (answer === null) throw withoutAnswer({ events, response, url: client.baseURL });
  return answer;
}
