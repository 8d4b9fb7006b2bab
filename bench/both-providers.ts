/**
 * What a task of 200 actions sends to either provider, each request as on the wire: the tokens of both, the savings of
 * their caches, and the longest request. Neither provider's format may cost more than the other's.
 */
import { capabilitiesOf } from '../src/models/capabilities.ts';
import { chatCapabilitiesOf } from '../src/models/openai-capabilities.ts';
import { chatBody } from '../src/models/openai-wire.ts';
import { requestBody } from '../src/models/wire.ts';
import type { ModelRequest } from '../src/ports/model.ts';
import type { Json } from '../standins/anthropic/script.ts';
import { createPromptCache } from '../standins/anthropic/usage.ts';
import { createAutomaticCache } from '../standins/openai/automatic-cache.ts';
import { carriedOut } from './carried-out.ts';
import { atMost, row } from './measure.ts';
import type { Row } from './measure.ts';

const BENCH = 'both-providers';
const [MODEL, CHAT_MODEL] = ['claude-sonnet-5-5', 'gpt-5.2'];

interface Counted {
  sent: number;
  /** What the cache does not save. */
  fresh: number;
  largest: number;
}

export async function bothProviders({ actions }: { readonly actions: number }): Promise<readonly Row[]> {
  const [anthropic, chat] = [counted(), counted()];
  const [marked, automatic] = [createPromptCache(), createAutomaticCache()];
  const sentAs = { ...chatCapabilitiesOf(CHAT_MODEL), streamOptions: true };
  await carriedOut({
    actions,
    steps: 1,
    onAsk(request: ModelRequest) {
      const ofAnthropic = marked.use(parsed(requestBody(MODEL, request, capabilitiesOf(MODEL))));
      const { input_tokens: plain, cache_read_input_tokens: read, cache_creation_input_tokens: written } = ofAnthropic;
      add(anthropic, plain + read + written, read);
      const ofChat = automatic.use(parsed(chatBody(CHAT_MODEL, request, sentAs)));
      add(chat, ofChat.prompt, ofChat.cached);
    },
  });
  const what = (name: string) => `${name}, a task of ${actions} actions`;
  const both = (name: string, of: keyof Counted) =>
    row({
      bench: BENCH,
      what: what(`${name} with openai-chat`),
      baselineIs: 'with anthropic',
      unit: 'tokens',
      ours: [chat[of]],
      baseline: [anthropic[of]],
      ...(of === 'fresh' ? {} : { target: atMost(1.1) }),
    });
  return [both('tokens sent', 'sent'), both('  that no cache spares', 'fresh'), both('  largest request', 'largest')];
}

function counted(): Counted {
  return { sent: 0, fresh: 0, largest: 0 };
}

function add(to: Counted, tokens: number, spared: number): void {
  to.sent += tokens;
  to.fresh += tokens - spared;
  to.largest = Math.max(to.largest, tokens);
}

function parsed(body: Uint8Array): Json {
  return JSON.parse(Buffer.from(body).toString()) as Json;
}
