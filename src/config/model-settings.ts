/** The settings below `model` and `models`: how calls are made, and by which models (MODEL-5). */
import { z } from 'zod';
import { mayNameProfile } from '../ports/model-provider.ts';
import { count, flag, seconds, section, text } from './setting-fields.ts';

/** Agent CLIs are known by name, but not accepted until there are workers that run them. */
const TOOLS = ['anthropic', 'openai-chat', 'codex-cli', 'claude-code', 'gemini-cli'] as const;
const ModelName = z.string().min(1).max(200);

const Candidate = z.strictObject({
  tool: z.enum(TOOLS),
  model: ModelName,
  weight: z.number().positive().default(1),
});
const Category = z.strictObject({
  strategy: z.enum(['weighted']).default('weighted'),
  candidates: z.array(Candidate).min(1).max(20),
  fallback_on_rate_limit: z.boolean().default(true),
  cooldown_sec: z.number().positive().max(86_400).default(120),
});
export type Category = z.infer<typeof Category>;

const Profile = z.strictObject({
  name: text(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, 'the name of a profile').refine(
    mayNameProfile,
    'a name that no label of Planwright has: not `plan`, `working`, `waiting`, `paused`, `done`, `failed` or `stopped`',
  ),
  categories: z.strictObject({
    meta: Category,
    plan: Category.optional(),
    task: Category.optional(),
    execution: Category.optional(),
    worker: Category.optional(),
  }),
});
export type Profile = z.infer<typeof Profile>;

/** The model of each API if only the provider is named. */
export const DEFAULT_MODELS = { anthropic: 'claude-sonnet-5-5', 'openai-chat': 'gpt-5.2' } as const;

function weighted(...candidates: readonly (readonly [(typeof TOOLS)[number], string, number])[]): Category {
  return {
    strategy: 'weighted',
    candidates: candidates.map(([tool, model, weight]) => ({ tool, model, weight })),
    fallback_on_rate_limit: true,
    cooldown_sec: 120,
  };
}

const BUILT_IN: Profile[] = [
  {
    name: 'balanced',
    categories: {
      meta: weighted(
        ['anthropic', DEFAULT_MODELS.anthropic, 40],
        ['codex-cli', 'gpt-5.2', 30],
        ['gemini-cli', 'gemini-3-pro-preview', 20],
        ['openai-chat', DEFAULT_MODELS['openai-chat'], 10],
      ),
      worker: weighted(
        ['codex-cli', 'gpt-5.2-codex', 60],
        ['claude-code', 'claude-haiku-5-5', 25],
        ['gemini-cli', 'gemini-3-flash-preview', 15],
      ),
    },
  },
  {
    name: 'fast',
    categories: {
      meta: weighted(
        ['anthropic', 'claude-haiku-5-5', 40],
        ['codex-cli', 'gpt-5-mini', 30],
        ['gemini-cli', 'gemini-3-flash-preview', 20],
        ['openai-chat', 'gpt-5-mini', 10],
      ),
      worker: weighted(['codex-cli', 'gpt-5.2-codex', 60], ['gemini-cli', 'gemini-3-flash-preview', 40]),
    },
  },
];

const perMillion = z.number().min(0).max(1_000_000);
const RatesSection = {
  input: perMillion.describe('Input.'),
  output: perMillion.describe('Output.'),
  cache_read: perMillion.optional().describe('Input read from the cache; the default is the price of `input`.'),
  cache_write: perMillion.optional().describe('Input written to the cache; the default is the price of `input`.'),
};
const PriceSection = z.strictObject({
  ...RatesSection,
  long_prompt: z
    .strictObject({
      above_tokens: z.int().min(1).describe('The length in tokens above which these prices apply.'),
      ...RatesSection,
    })
    .optional()
    .describe('Prices of all tokens if the prompt is longer.'),
});
export type PriceSetting = z.infer<typeof PriceSection>;

export const ModelsSection = section(
  'Which models are used. A profile has categories: `meta` (the goal, judgements, reviews), `task` (the decomposition), `plan` (the actions, changes ' +
    'of the plan), `execution` (the work) and `worker`; a missing one is like `meta`. Each has `candidates` with `tool` ' +
    '(`anthropic`, `openai-chat`; `codex-cli`, `claude-code` and `gemini-cli` are skipped in this version, and the log says so), `model` and `weight`. A task ' +
    'stays with one of them. The next one is used if its key is missing and, unless `fallback_on_rate_limit` is false, during a rate limit ' +
    '(at least `cooldown_sec`).',
  {
    active_profile: z
      .string()
      .min(1)
      .max(63)
      .nullable()
      .default(null)
      .describe('The profile of tasks that name no other; null is the first one.'),
    profiles: z
      .array(Profile)
      .min(1)
      .max(50)
      .default(BUILT_IN)
      .describe(
        'The profiles, each with a `name` and its `categories`. Repositories may choose among them (`models.profile`), and so may people, ' +
          'by a label (`planwright:fast`) or in words (`@planwright with fast: …`).',
      ),
    prices: z
      .record(ModelName, PriceSection)
      .default({})
      .meta({
        description:
          'Prices of models, in US dollars per million tokens, by model name; they replace or add to the built-in prices. ' +
          'Budgets in dollars do not count models without a price, and people are told so.',
        expects: 'names of models, each with its prices below it',
      }),
    force: section('One model for everything, instead of the profiles.', {
      enabled: flag(false, 'Use only this model.'),
      tool: z.enum(['anthropic', 'openai-chat']).default('anthropic').describe('The API that serves it.'),
      model: ModelName.default(DEFAULT_MODELS.anthropic).describe('The model, as its provider calls it.'),
    }),
  },
);

const MOVED = 'Moved to `models.force`; if it is set, that model is still used for everything.';

export const ModelSection = section('Calls of the language model.', {
  provider: z.enum(['anthropic', 'openai-chat']).nullable().default(null).describe(MOVED),
  name: ModelName.nullable().default(null).describe(MOVED),
  timeout_sec: seconds(60, 'Seconds without an answer after which a call is aborted and retried.'),
  max_output_tokens: count(16_000, 'The maximum length of an answer, in tokens.'),
});
