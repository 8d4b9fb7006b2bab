/**
 * Counts a stream's tokens for budgets and bills (MODEL-3, MODEL-6): values that are no token numbers are ignored,
 * missing ones are estimated and marked. A prompt of zero tokens counts as missing, too.
 */
import type { ModelRequest, ModelUsage } from '../ports/model.ts';

const PROMPT = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const;
type Figure = (typeof PROMPT)[number] | 'output_tokens';

const BYTES_PER_TOKEN = 4;
/** An image is charged by its size, not its bytes: about as much as one that just needs no scaling. */
const IMAGE_TOKENS = 1_600;
const MAX_QUOTED = 60;

export interface UsageCount {
  /** Usage reported before the answer does not include the output yet. */
  begin(usage: unknown): void;
  /** Usage reported at the end is the total. */
  end(usage: unknown): void;
  finish(bytes: Sent): { readonly usage: ModelUsage; readonly oddities: readonly string[] };
}

/** Request and answer. */
interface Sent {
  readonly promptTokens: number;
  readonly outputBytes: number;
}

export function createUsageCount(): UsageCount {
  const counted = new Map<Figure, number>();
  const refused = new Map<Figure, unknown>();

  function add(usage: unknown, figures: readonly Figure[]): void {
    const told = typeof usage === 'object' && usage !== null ? (usage as { readonly [figure: string]: unknown }) : {};
    for (const figure of figures) {
      const value = told[figure] ?? null;
      if (value === null) continue;
      if (Number.isSafeInteger(value) && Number(value) >= 0) counted.set(figure, Number(value));
      else refused.set(figure, value);
    }
  }

  return {
    begin: (usage) => add(usage, PROMPT),
    end: (usage) => add(usage, [...PROMPT, 'output_tokens']),
    finish({ promptTokens, outputBytes }) {
      const of = (figure: Figure): number => counted.get(figure) ?? 0;
      const [input, cacheReadTokens, cacheWriteTokens] = PROMPT.map(of) as [number, number, number];
      const isRefused = (figure: Figure): boolean => refused.has(figure) && !counted.has(figure);
      const isPromptTold =
        counted.has('input_tokens') && input + cacheReadTokens + cacheWriteTokens > 0 && !PROMPT.some(isRefused);
      const isOutputTold = counted.has('output_tokens') && (of('output_tokens') > 0 || outputBytes === 0);
      const usage: ModelUsage = {
        inputTokens: isPromptTold ? input : Math.max(input, promptTokens - cacheReadTokens - cacheWriteTokens),
        outputTokens: isOutputTold ? of('output_tokens') : Math.max(1, Math.ceil(outputBytes / BYTES_PER_TOKEN)),
        cacheReadTokens,
        cacheWriteTokens,
        ...(isPromptTold && isOutputTold ? {} : { isEstimated: true }),
      };
      return {
        usage,
        oddities: [
          ...[...refused].map(([figure, value]) => `usage.${figure} was ${quoted(value)}, which is not counted`),
          ...(isPromptTold ? [] : ['usage did not tell the tokens of the prompt, which are estimated']),
          ...(isOutputTold ? [] : ['usage did not tell the tokens of the answer, which are estimated']),
        ],
      };
    },
  };
}

function quoted(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, MAX_QUOTED);
}

/** The estimated size of a prompt, if the API does not report it. */
export function promptTokens({ messages }: Pick<ModelRequest, 'messages'>, body: Uint8Array): number {
  const images = messages.flatMap(({ content }) => content.filter((block) => block.type === 'image'));
  const text = images.reduce((bytes, { data }) => bytes - data.length, body.byteLength);
  return Math.ceil(text / BYTES_PER_TOKEN) + images.length * IMAGE_TOKENS;
}
