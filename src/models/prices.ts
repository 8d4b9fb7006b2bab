/** The price of a model, from the operator's settings and our lists, and the cost of a call (MODEL-6). */
import { PRICE_LISTS } from './price-list.ts';
import type { ModelPrice, ModelUsage } from '../ports/model.ts';

/** By model name, as the operator writes it. */
export type OwnPrices = Readonly<Record<string, ModelPrice>>;

const VENDOR = /^(anthropic|openai)\//;
/** Date suffixes as vendors write them, and as a gateway does. */
const DATE = /(?:-20\d\d(?:0[1-9]|1[0-2])[0-3]\d|-20\d\d-(?:0[1-9]|1[0-2])-[0-3]\d|@20\d\d(?:0[1-9]|1[0-2])[0-3]\d)$/;

/**
 * Null if unknown, which is not the same as free. A name is also found without its date suffix, and without the prefix
 * of the vendor that makes the model; any other prefix or suffix may be another offer at another price.
 */
export function priceOfModel(model: string, own: OwnPrices = {}): ModelPrice | null {
  const [, vendor = null] = VENDOR.exec(model) ?? [];
  const bare = model.replace(VENDOR, '');
  const names = [bare, bare.replace(DATE, '')];
  const ours = [model, model.replace(DATE, ''), ...names].find((name) => Object.hasOwn(own, name));
  if (ours !== undefined) return own[ours] ?? null;
  const lists = PRICE_LISTS.filter((list) => vendor === null || list.vendor === vendor);
  for (const name of names)
    for (const { models } of lists) if (Object.hasOwn(models, name)) return models[name] ?? null;
  return null;
}

/** US dollars for the usage of one call. */
export function costOf(price: ModelPrice, usage: ModelUsage): number {
  const promptTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const { longPrompt } = price;
  const rate = longPrompt !== undefined && promptTokens > longPrompt.aboveTokens ? longPrompt : price;
  const micros =
    usage.inputTokens * rate.input +
    usage.outputTokens * rate.output +
    usage.cacheReadTokens * rate.cacheRead +
    usage.cacheWriteTokens * rate.cacheWrite;
  return micros / 1_000_000;
}
