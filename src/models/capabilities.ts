/**
 * What each model family accepts and costs (MODEL-2, MODEL-6), from platform.claude.com: migration guides and
 * price list of October 2026. Prices are US dollars per million tokens; a cache write is the five-minute one.
 */
import type { ModelUsage } from '../ports/model.ts';

interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface Capabilities {
  /** Forced tool choice, with the thinking setting we send: none, so that the model takes its default. */
  readonly forcedToolChoice: boolean;
  readonly maxOutputTokens: number;
  readonly price: Price | null;
  /** Prices of prompts above so many tokens, for models that have two bands. */
  readonly longPrompt?: { readonly aboveTokens: number; readonly price: Price };
}

const ADAPTIVE = { forcedToolChoice: false, maxOutputTokens: 128_000 } as const;
const OPTIONAL_THINKING = { forcedToolChoice: true, maxOutputTokens: 128_000 } as const;
const MANUAL = { forcedToolChoice: true, maxOutputTokens: 64_000 } as const;
const OPUS_4 = price(5, 25, 0.5, 6.25);

const FAMILIES = new Map(
  Object.entries<Capabilities>({
    'claude-fable-5': { ...ADAPTIVE, price: price(10, 50, 1, 12.5) },
    'claude-fable-5-1': { ...ADAPTIVE, price: price(10, 50, 0.25, 12.5) },
    'claude-opus-5-5': { ...ADAPTIVE, price: price(4, 20, 0.2, 5) },
    'claude-opus-5': { ...ADAPTIVE, price: OPUS_4 },
    'claude-opus-4-8': { ...OPTIONAL_THINKING, price: OPUS_4 },
    'claude-opus-4-7': { ...OPTIONAL_THINKING, price: OPUS_4 },
    'claude-opus-4-6': { ...MANUAL, price: OPUS_4 },
    'claude-opus-4-5': { ...MANUAL, price: OPUS_4 },
    'claude-sonnet-5-5': { ...ADAPTIVE, price: price(2, 10, 0.1, 2.5) },
    'claude-sonnet-5': { ...ADAPTIVE, price: price(2, 10, 0.2, 2.5) },
    'claude-sonnet-4-6': { ...MANUAL, price: price(3, 15, 0.3, 3.75) },
    'claude-sonnet-4-5': { ...MANUAL, price: price(3, 15, 0.3, 3.75) },
    'claude-haiku-5-5': {
      ...ADAPTIVE,
      price: price(0.1, 0.5, 0.01, 0.125),
      longPrompt: { aboveTokens: 100_000, price: price(0.5, 2.5, 0.05, 0.625) },
    },
    'claude-haiku-4-5': { ...MANUAL, price: price(1, 5, 0.1, 1.25) },
  }),
);

const UNKNOWN: Capabilities = { ...ADAPTIVE, price: null };
/** A dated name such as `claude-sonnet-4-5-20250929` belongs to its family; `claude-sonnet-5-9` belongs to none. */
const DATE_SUFFIX = /-\d{8}$/;

export function capabilitiesOf(model: string): Capabilities {
  return FAMILIES.get(model.replace(DATE_SUFFIX, '')) ?? UNKNOWN;
}

/** US dollars for the usage of one call; 0 when the price is not known. */
export function priceOf(capabilities: Capabilities, usage: ModelUsage): number {
  const promptTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const { longPrompt } = capabilities;
  const rate =
    longPrompt !== undefined && promptTokens > longPrompt.aboveTokens ? longPrompt.price : capabilities.price;
  if (rate === null) return 0;
  const micros =
    usage.inputTokens * rate.input +
    usage.outputTokens * rate.output +
    usage.cacheReadTokens * rate.cacheRead +
    usage.cacheWriteTokens * rate.cacheWrite;
  return micros / 1_000_000;
}

function price(input: number, output: number, cacheRead: number, cacheWrite: number): Price {
  return { input, output, cacheRead, cacheWrite };
}
