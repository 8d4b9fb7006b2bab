/**
 * The prices of models (MODEL-6), each list with its source and date. US dollars per million tokens, standard tier. A
 * cache write is the five-minute one, and costs nothing beyond the input if a vendor has no price for it. Operators
 * replace and add prices in their settings (`models.prices`); a model in neither has no price. Anthropic's list is from
 * its page. OpenAI's page could not be read: its lists are from copies of it, and from lists that name it as their
 * source and agree with each other. `gpt-5.6-sol` has its list price, not its temporary one.
 */
import type { ModelPrice, Rates } from '../ports/model.ts';

export interface PriceList {
  /** The prefix with which a gateway may name these models. */
  readonly vendor: 'anthropic' | 'openai';
  readonly source: string;
  /** When the newest price was confirmed. */
  readonly asOf: string;
  readonly models: Readonly<Record<string, ModelPrice>>;
}

const OPUS_4 = rates(5, 25, 0.5, 6.25);
const SONNET_4 = rates(3, 15, 0.3, 3.75);

export const PRICE_LISTS: readonly PriceList[] = [
  {
    vendor: 'anthropic',
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-10-10',
    models: {
      'claude-fable-5': rates(10, 50, 1, 12.5),
      'claude-fable-5-1': rates(10, 50, 0.25, 12.5),
      'claude-opus-5-5': rates(4, 20, 0.2, 5),
      'claude-opus-5': OPUS_4,
      'claude-opus-4-8': OPUS_4,
      'claude-opus-4-7': OPUS_4,
      'claude-opus-4-6': OPUS_4,
      'claude-opus-4-5': OPUS_4,
      'claude-sonnet-5-5': rates(2, 10, 0.1, 2.5),
      'claude-sonnet-5': rates(2, 10, 0.2, 2.5),
      'claude-sonnet-4-6': SONNET_4,
      'claude-sonnet-4-5': SONNET_4,
      'claude-haiku-5-5': above(100_000, rates(0.1, 0.5, 0.01, 0.125), rates(0.5, 2.5, 0.05, 0.625)),
      'claude-haiku-4-5': rates(1, 5, 0.1, 1.25),
    },
  },
  {
    vendor: 'openai',
    source: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-10-16',
    models: {
      'gpt-5.6': above(272_000, rates(5, 30, 0.5), rates(10, 45, 1)),
      'gpt-5.6-sol': above(272_000, rates(5, 30, 0.5), rates(10, 45, 1)),
      'gpt-5.6-terra': above(272_000, rates(2, 12, 0.2), rates(4, 18, 0.4)),
      'gpt-5.6-luna': above(272_000, rates(0.2, 1.2, 0.02), rates(0.4, 1.8, 0.04)),
      'gpt-5.4': above(272_000, rates(2.5, 15, 0.25), rates(5, 22.5, 0.5)),
      'gpt-5.4-mini': rates(0.75, 4.5, 0.075),
      'gpt-5.2': rates(1.75, 14, 0.175),
      'gpt-5.1': rates(1.25, 10, 0.125),
      'gpt-5': rates(1.25, 10, 0.125),
      'gpt-5-mini': rates(0.25, 2, 0.025),
      'gpt-5-nano': rates(0.05, 0.4, 0.005),
    },
  },
  {
    vendor: 'openai',
    source: 'https://platform.openai.com/docs/pricing',
    asOf: '2025-11-24',
    models: {
      'gpt-4.1': rates(2, 8, 0.5),
      'gpt-4.1-mini': rates(0.4, 1.6, 0.1),
      'gpt-4.1-nano': rates(0.1, 0.4, 0.025),
      'gpt-4o': rates(2.5, 10, 1.25),
      'gpt-4o-2024-05-13': rates(5, 15, 5),
      'gpt-4o-mini': rates(0.15, 0.6, 0.075),
      o3: rates(2, 8, 0.5),
      'o4-mini': rates(1.1, 4.4, 0.275),
      'o3-mini': rates(1.1, 4.4, 0.55),
    },
  },
];

function rates(input: number, output: number, cacheRead: number, cacheWrite: number = input): Rates {
  return { input, output, cacheRead, cacheWrite };
}

/** All tokens of longer prompts cost more. */
function above(aboveTokens: number, price: Rates, long: Rates): ModelPrice {
  return { ...price, longPrompt: { aboveTokens, ...long } };
}
