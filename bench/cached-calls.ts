/** The cost of each call of a task with the API's prompt cache, in the order of the calls (MODEL-6). */
import { requestBody } from '../src/models/wire.ts';
import { capabilitiesOf } from '../src/models/capabilities.ts';
import { costOf, priceOfModel } from '../src/models/prices.ts';
import { actionTools } from '../src/model-calls/calls.ts';
import { createPromptCache } from '../standins/anthropic/usage.ts';
import { carriedOut, NAMED } from './carried-out.ts';
import type { Carried } from './carried-out.ts';
import type { ModelUsage } from '../src/ports/model.ts';
import type { Json } from '../standins/anthropic/script.ts';

const MODEL = 'claude-sonnet-5-5';
/** An answer and its tool together: the cache expires after five minutes. */
const MS_PER_CALL = 30_000;
const FILES = 900;

/** `judging`: the calls between and after the actions. */
type Part = 'planning' | 'work' | 'judging';

export interface CachedCall {
  readonly part: Part;
  /** The tool of a structured call. */
  readonly tool: string;
  /** Read from the cache, written to it, and neither; together everything that was sent. */
  readonly read: number;
  readonly written: number;
  readonly plain: number;
  /** US dollars for the input. */
  readonly price: number;
  /** For the input without cache marks. */
  readonly unmarkedPrice: number;
}

/** The repository has 900 files, and the issue names three of them. */
export async function cachedCalls(
  work: Pick<Carried, 'actions' | 'steps' | 'fails' | 'settings' | 'judgesApart'>,
): Promise<readonly CachedCall[]> {
  let calls: readonly CachedCall[] = [];
  const cache = createPromptCache(() => calls.length * MS_PER_CALL);
  await carriedOut({
    ...work,
    files: [...NAMED, ...Array.from({ length: FILES - NAMED.length }, (_, at) => pathOf(at))],
    body: `A cart of 100 with a 10 % discount costs 110; it should cost 90. See ${NAMED.join(', ')}.`,
    onAsk(request) {
      const body = JSON.parse(Buffer.from(requestBody(MODEL, request, capabilitiesOf(MODEL))).toString()) as Json;
      const usage = cache.use(body);
      const [read, written] = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
      const plain = usage.input_tokens;
      const priced = (inputTokens: number, cacheReadTokens: number, cacheWriteTokens: number) =>
        dollarsFor(MODEL, { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens: 0 });
      const isWork = request.tools === actionTools;
      const before = calls.some(({ part }) => part === 'work') ? 'judging' : 'planning';
      calls = [
        ...calls,
        {
          part: isWork ? 'work' : before,
          tool: isWork ? 'work' : (request.tools[0]?.name ?? ''),
          read,
          written,
          plain,
          price: priced(plain, read, written),
          unmarkedPrice: priced(plain + read + written, 0, 0),
        },
      ];
    },
  });
  return calls;
}

/** By the price list. */
export function dollarsFor(model: string, usage: ModelUsage): number {
  const price = priceOfModel(model);
  if (price === null) throw new Error(`${model} has no price.`);
  return costOf(price, usage);
}

function pathOf(at: number): string {
  return `src/module-${at % 30}/part-${Math.floor(at / 30)}.ts`;
}
