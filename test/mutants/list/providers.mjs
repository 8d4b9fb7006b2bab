/** MODEL-1, 2, 3: what is sent to the other provider, and what is made of its answers. [ID, what stands there exactly once, what takes its place] */
const SENT = [
  [
    'MODEL-2',
    "outputLimit: 'max_completion_tokens',\n  maxOutputTokens: 128_000",
    "outputLimit: 'max_tokens',\n  maxOutputTokens: 128_000",
  ],
  ['MODEL-2', "...REASONING, effortWithTools: 'none' }", '...REASONING }'],
  ['MODEL-2', 'maxOutputTokens: 32_768', 'maxOutputTokens: 128_000'],
  [
    'MODEL-2',
    "forcedToolChoice: false,\n  outputLimit: 'max_tokens'",
    "forcedToolChoice: true,\n  outputLimit: 'max_tokens'",
  ],
  ['MODEL-2', 'model.replace(DATE', 'model.replace(/$^/'],
];

const GATHERED = [
  ['MODEL-3', "stopped === 'end_turn' && hasCall", 'false'],
  ['MODEL-3', 'isNamed && same.id !== id', 'false'],
  ['MODEL-3', "open.name.join('') !== name", 'true'],
  ['MODEL-3', 'if (finished === null) return null;', ''],
  ['MODEL-3', 'mayBeCut && !isWholeInput(json)', 'false'],
  ['MODEL-3', "['content_filter', 'refusal'],", ''],
  ['MODEL-6', 'Number(prompt) - Number(cached)', 'prompt'],
  ['MODEL-6', '&& Number(cached) <= Number(prompt)', ''],
];

const REFUSED = [
  ['MODEL-2', "sent.streamOptions && said.includes('stream_options')", 'false'],
  ['MODEL-2', "sent.forcedToolChoice && said.includes('tool_choice')", 'false'],
  ['MODEL-3', "error.code === 'context_length_exceeded'", 'false'],
  ['MODEL-3', "of: 'model_address'", "of: 'model'"],
];

const POOL = [
  ['MODEL-5', 'Math.max(error.afterMs ?? 0, group.cooldownMs)', 'group.cooldownMs'],
  ['MODEL-5', 'Math.max(error.afterMs ?? 0, group.cooldownMs)', '(error.afterMs ?? 0)'],
  ['MODEL-5', 'hasOther = group.fallback &&', 'hasOther ='],
  ['MODEL-5', 'isCooling = group.fallback &&', 'isCooling ='],
  ['MODEL-5', '!error.isLimit ||', ''],
  ['MODEL-5', 'if (!hasOther) throw error;', ''],
  ['MODEL-5', '> clock.now();', '< 0;'],
  ['MODEL-5', 'first.until - clock.now()', '0'],
  ['MODEL-5', 'cooling.length === 0', 'false'],
];

const CHOICE = [
  ['MODEL-5', 'at -= candidate.weight;', 'at -= 1;'],
  ['MODEL-5', ' && one.model === other.model', ''],
  ['MODEL-5', 'fractionOf(seed) * total', '0'],
];

const CHOSEN = [
  ['MODEL-5', 'if (force.enabled) return', 'if (false) return'],
  ['MODEL-5', 'asked ?? models.active_profile', 'models.active_profile'],
  ['MODEL-5', 'name ?? DEFAULT_MODELS[tool]', 'name ?? DEFAULT_MODELS.anthropic'],
  ['MODEL-5', 'fallback: false, cooldownMs: 0', 'fallback: true, cooldownMs: 0'],
];

export const PROVIDERS = [
  { file: 'src/models/model-pool.ts', tests: ['test/models/model-pool'], mutants: POOL },
  { file: 'src/models/choose-candidate.ts', tests: ['test/models/model-pool'], mutants: CHOICE },
  { file: 'src/config/chosen-profile.ts', tests: ['test/config/profiles'], mutants: CHOSEN },
  {
    file: 'src/config/model-settings.ts',
    tests: ['test/config/profiles', 'test/models/model-pool'],
    mutants: [
      [
        'MODEL-5',
        'cooldown_sec: z.number().positive().max(86_400).default(120)',
        'cooldown_sec: z.number().positive().max(86_400).default(60)',
      ],
      [
        'MODEL-5',
        'fallback_on_rate_limit: z.boolean().default(true)',
        'fallback_on_rate_limit: z.boolean().default(false)',
      ],
      ['MODEL-5', "['codex-cli', 'gpt-5.2', 30]", "['codex-cli', 'gpt-5.2', 20]"],
    ],
  },
  { file: 'src/models/openai-capabilities.ts', tests: ['test/models/openai-chat'], mutants: SENT },
  {
    file: 'src/models/gather-chunks.ts',
    tests: ['test/models/openai-chat', 'test/models/providers'],
    mutants: GATHERED,
  },
  { file: 'src/models/openai-failure.ts', tests: ['test/models/openai-chat'], mutants: REFUSED },
  {
    file: 'src/models/openai-wire.ts',
    tests: ['test/models/openai-chat', 'test/models/providers'],
    mutants: [
      ['MODEL-2', 'id.length <= MAX_ID', 'true'],
      ['MODEL-2', 'return [...results, { role', 'return [{ role'],
    ],
  },
  {
    file: 'src/models/ask-with-retries.ts',
    tests: ['test/models/providers'],
    mutants: [
      ['MODEL-3', 'FIRST_WAIT_MS = 1000', 'FIRST_WAIT_MS = 500'],
      ['MODEL-3', 'LONGEST_WAIT_MS = 60_000', 'LONGEST_WAIT_MS = 6_000_000'],
      ['MODEL-3', 'attempt > maxRetries', 'attempt >= maxRetries'],
    ],
  },
];
