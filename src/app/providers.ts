/** The providers of models, with their part of the environment. */
import type { LoadedSettings } from '../config/load.ts';
import type { ServiceOptions } from '../config/service-settings.ts';
import { Fault } from '../errors.ts';
import { createAnthropicModel } from '../models/anthropic.ts';
import type { AttemptReport, ProviderOptions } from '../models/ask-with-retries.ts';
import { createChatModel } from '../models/openai-chat.ts';
import { modelsOf } from '../config/chosen-profile.ts';
import { DEFAULT_MODELS, type PriceSetting } from '../config/model-settings.ts';
import { createModelPool } from '../models/model-pool.ts';
import { priceOfModel, type OwnPrices } from '../models/prices.ts';
import { logAttempt } from './log-model-calls.ts';
import { systemClock as clock } from './system-clock.ts';
import type { Logger } from 'pino';
import type { Candidate, Model, Rates } from '../ports/model.ts';
import { PROVIDER_VARIABLES, type ProviderName } from '../ports/model-provider.ts';

interface ProviderAccess {
  readonly create: (options: ProviderOptions) => Model;
  /** Null if there is no key. */
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
}

export function accessTo(provider: ProviderName, service: ServiceOptions): ProviderAccess {
  switch (provider) {
    case 'anthropic':
      return { create: createAnthropicModel, apiKey: service.anthropicApiKey, baseUrl: service.anthropicBaseUrl };
    case 'openai-chat':
      return { create: createChatModel, apiKey: service.openaiApiKey, baseUrl: service.openaiBaseUrl };
  }
}

const MAX_RETRIES = 3;
const NO_PRICE = 'no price is known of a model, so its calls count nothing in budgets of dollars';
const ADD_PRICE = 'Set its price in models.prices of the settings.';

type Loaded = Pick<LoadedSettings, 'settings' | 'service'>;

/**
 * The models of the profiles behind one interface; without a key for any of the models that tasks may use, nothing
 * starts.
 */
export function openModels(loaded: Loaded, onAttempt: (attempt: AttemptReport) => void, log: Logger): Model {
  const { settings, service } = loaded;
  const told = new Set<string>();
  const own = ownPrices(settings.models.prices);
  function tellOnce(what: string, tell: () => void): void {
    if (!told.has(what)) tell();
    told.add(what);
  }
  const open = ({ tool, model }: Pick<Candidate, 'tool' | 'model'>): Model | string => {
    if (!isProvider(tool)) return 'agent CLIs are not taken in this version: it has no workers that run them';
    const { create, apiKey, baseUrl } = accessTo(tool, service);
    if (apiKey === null) return `${PROVIDER_VARIABLES[tool].key} is not set`;
    const timeoutMs = settings.model.timeout_sec * 1_000;
    const price = priceOfModel(model, own);
    if (price === null) tellOnce(`price of ${model}`, () => log.warn({ model, advice: ADD_PRICE }, NO_PRICE));
    return create({
      apiKey,
      baseUrl: baseUrl ?? undefined,
      model,
      timeoutMs,
      maxRetries: MAX_RETRIES,
      clock,
      ...(price === null ? {} : { price }),
      onAttempt(report) {
        logAttempt(report, log);
        onAttempt(report);
      },
    });
  };
  const { meta: otherwise, ...others } = modelsOf(settings).categories;
  if (otherwise === undefined) throw new Error('A profile without meta passed the schema.');
  const { worker: _notYet, ...asked } = others;
  for (const { candidates } of [otherwise, ...Object.values(asked)])
    if (candidates.every((one) => typeof open(one) === 'string')) throw withoutKey(candidates);
  return createModelPool({
    open,
    otherwise,
    clock,
    onPassedOver({ tool, model, why }, reason) {
      const fields = { tool, model, reason };
      if (why === 'rate_limited') log.warn(fields, 'a model is skipped');
      else tellOnce(`${tool} ${model}`, () => log.info(fields, 'a model is skipped'));
    },
  });
}

export function keyIn(service: ServiceOptions, provider: ProviderName): string | null {
  return accessTo(provider, service).apiKey;
}

/** Whether any configured model has a key. */
export function hasModel({ settings, service }: Loaded): boolean {
  const candidates = modelsOf(settings).categories['meta']?.candidates ?? [];
  return candidates.some(({ tool }) => isProvider(tool) && keyIn(service, tool) !== null);
}

/** The model that is checked at start: the first one with a key. */
export function firstModel({ settings, service }: Loaded): { readonly provider: ProviderName; readonly name: string } {
  const candidates = modelsOf(settings).categories['meta']?.candidates ?? [];
  const apis = candidates.flatMap(({ tool, model }) => (isProvider(tool) ? [{ provider: tool, name: model }] : []));
  const found = apis.find(({ provider }) => accessTo(provider, service).apiKey !== null) ?? apis[0];
  return found ?? { provider: 'anthropic', name: DEFAULT_MODELS.anthropic };
}

function withoutKey(candidates: readonly Pick<Candidate, 'tool'>[]): Fault {
  const apis = [...new Set(candidates.map(({ tool }) => tool).filter(isProvider))];
  const ways = (apis.length > 0 ? apis : (['anthropic'] as const)).map((api) => {
    const { key, address } = PROVIDER_VARIABLES[api];
    return `${key} (and ${address} if the API is reached elsewhere)`;
  });
  const advice = `Set ${ways.join(', or ')}.`;
  return new Fault('model_credentials', 'There is no key for the model.', advice);
}

function ownPrices(prices: Readonly<Record<string, PriceSetting>>): OwnPrices {
  return Object.fromEntries(
    Object.entries(prices).map(([model, { long_prompt: long, ...price }]) => [
      model,
      {
        ...ratesIn(price),
        ...(long === undefined ? {} : { longPrompt: { aboveTokens: long.above_tokens, ...ratesIn(long) } }),
      },
    ]),
  );
}

function ratesIn({ input, output, cache_read = input, cache_write = input }: Omit<PriceSetting, 'long_prompt'>): Rates {
  return { input, output, cacheRead: cache_read, cacheWrite: cache_write };
}

export function isProvider(tool: string): tool is ProviderName {
  return Object.hasOwn(PROVIDER_VARIABLES, tool);
}
