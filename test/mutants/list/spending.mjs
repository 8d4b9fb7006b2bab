/** MODEL-6: prices, and what was spent; MODEL-5: effort; MODEL-3: the time of a question. [ID, what stands there exactly once, what takes its place] */
const PRICES = [
  ['MODEL-6', 'if (ours !== undefined) return own[ours] ?? null;', ''],
  ['MODEL-6', 'vendor === null || list.vendor === vendor', 'true'],
  ['MODEL-6', "[bare, bare.replace(DATE, '')]", '[bare]'],
  ['MODEL-6', "[bare, bare.replace(DATE, '')]", "[bare.replace(DATE, '')]"],
  ['MODEL-6', "[model, model.replace(DATE, ''), ...names]", 'names'],
  ['MODEL-6', "[model, model.replace(DATE, ''), ...names]", '[model, ...names]'],
  ['MODEL-6', '/^(anthropic|openai)\\//', '/^([a-z/]+)\\//'],
  ['MODEL-6', 'promptTokens > longPrompt.aboveTokens', 'promptTokens >= longPrompt.aboveTokens'],
  ['MODEL-6', 'usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens', 'usage.inputTokens'],
  ['MODEL-6', 'usage.cacheReadTokens * rate.cacheRead', '0'],
  ['MODEL-6', 'usage.cacheWriteTokens * rate.cacheWrite', '0'],
];

const SPENT = [
  ['MODEL-6', 'unpricedCalls + 1', 'unpricedCalls'],
  ['MODEL-6', 'known.includes(model) ? known : [...known, model]', '[...known, model]'],
  ['MODEL-6', 'fact.chosen?.model ?? fact.model', 'fact.model'],
  ['MODEL-6', 'phase === undefined ? phases : ', ''],
  ['MODEL-6', 'parts[part] ?? NOTHING_USED', 'NOTHING_USED'],
];

const TOLD = [
  ['MODEL-6', 'if (unpricedCalls === 0) return', 'if (true) return'],
  [
    'MODEL-6',
    'usd > 0 ? words.costPartlyKnown(known, named) : words.costUnknown(named)',
    'words.costPartlyKnown(known, named)',
  ],
  ['MODEL-6', 'usd > 0 ? words.costPartlyKnown(known, named) : words.costUnknown(named)', 'words.costUnknown(named)'],
  ['MODEL-6', 'MAX_NAMED_MODELS = 3', 'MAX_NAMED_MODELS = 4'],
];

const ADDED_UP = [
  ['MODEL-6', 'sum.usd === null && part.usd === null ? null : ', ''],
  ['MODEL-6', 'one < other ? 1 : -1', 'one < other ? -1 : 1'],
];

const EFFORT = [
  ['MODEL-5', 'unusableTo(call, task).length > 0', 'false'],
  ['MODEL-5', 'if (isPlannedAgain(task)) return', 'if (false) return'],
  ['MODEL-5', "call !== 'next_step' && call !== 'reflection'", "call !== 'next_step'"],
  ['MODEL-5', "brief.isRetry ? 'high' : ", ''],
  ['MODEL-5', "executed && kind !== 'clarification'", "kind !== 'clarification'"],
  ['MODEL-5', "executed && kind !== 'clarification'", 'executed'],
  ['MODEL-5', "if (brief === null) return 'medium';", "if (brief === null) return 'high';"],
];

const TIME = [
  ['MODEL-3', '15 * 60_000', '16 * 60_000'],
  ['MODEL-3', '(askedSince ?? updatedAt)', 'updatedAt'],
  ['MODEL-3', "effect !== 'ask_next_step'", 'true'],
  ['MODEL-3', "return fact.name === 'invalid_answer'", 'return false'],
  ['MODEL-3', 'if (!ends) return askedSince;', ''],
  ['MODEL-3', "if (fact.type === 'control' && fact.name === 'suspended') return null;", ''],
];

const QUESTION = ['test/task/time-of-a-question'];

export const SPENDING = [
  { file: 'src/models/prices.ts', tests: ['test/models/prices'], mutants: PRICES },
  {
    file: 'src/models/price-list.ts',
    tests: ['test/models/prices'],
    mutants: [['MODEL-6', 'cacheWrite: number = input', 'cacheWrite: number = 0']],
  },
  {
    file: 'src/models/model-pool.ts',
    tests: ['test/models/model-pool'],
    mutants: [['MODEL-6', "typeof model === 'string' ? null", "typeof model === 'string' ? 0"]],
  },
  {
    file: 'src/state/evolve-spending.ts',
    tests: ['test/api/repository-spending', 'test/progress/unpriced'],
    mutants: SPENT,
  },
  {
    file: 'src/state/spending.ts',
    tests: ['test/progress/unpriced'],
    mutants: [
      ['MODEL-6', 'unpricedCalls > 0 && unpricedCalls === modelCalls', 'unpricedCalls > 0'],
      ['MODEL-6', 'unpricedCalls > 0 && unpricedCalls === modelCalls', 'unpricedCalls === modelCalls'],
    ],
  },
  { file: 'src/comments/work-report.ts', tests: ['test/progress/unpriced'], mutants: TOLD },
  {
    file: 'src/comments/progress-comment.ts',
    tests: ['test/progress/unpriced', 'test/progress/budget-line'],
    mutants: [
      ['MODEL-6', "limit === 'usd' && usage.unpricedCalls > 0", 'false'],
      ['MODEL-6', "limit === 'usd' && usage.unpricedCalls > 0", 'usage.unpricedCalls > 0'],
    ],
  },
  {
    file: 'src/app/providers.ts',
    tests: ['test/config/model-prices'],
    mutants: [
      ['MODEL-6', 'cache_read = input, cache_write = input', 'cache_read = 0, cache_write = input'],
      ['MODEL-6', 'cache_read = input, cache_write = input', 'cache_read = input, cache_write = 0'],
      ['MODEL-6', 'priceOfModel(model, own)', 'priceOfModel(model)'],
      ['MODEL-6', 'if (!told.has(what)) tell();', 'tell();'],
    ],
  },
  { file: 'src/api/repository-spending.ts', tests: ['test/api/repository-spending'], mutants: ADDED_UP },
  {
    file: 'src/api/metrics.ts',
    tests: ['test/api/metrics'],
    mutants: [['MODEL-6', 'answer.chosen?.model ?? answer.model', 'answer.model']],
  },
  {
    file: 'src/people/budget-in-words.ts',
    tests: ['test/people/amount-in-words'],
    mutants: [
      ['MODEL-6', '? 60 : 1', '? 1 : 1'],
      ['MODEL-6', '万: 10_000', '万: 1_000'],
      ['MODEL-6', "answer.normalize('NFKC')", 'answer'],
      ['MODEL-6', '[more, added, another]', '[more]'],
    ],
  },
  { file: 'src/model-calls/effort.ts', tests: ['test/context/effort'], mutants: EFFORT },
  {
    file: 'src/models/wire.ts',
    tests: ['test/models/effort'],
    mutants: [['MODEL-5', 'request.effort !== undefined && capabilities.effort', 'request.effort !== undefined']],
  },
  {
    file: 'src/models/capabilities.ts',
    tests: ['test/models/effort'],
    mutants: [
      ['MODEL-5', "'claude-sonnet-4-5': WITHOUT_EFFORT", "'claude-sonnet-4-5': MANUAL"],
      ['MODEL-2', '{ ...ADAPTIVE, effort: false }', 'ADAPTIVE'],
    ],
  },
  {
    file: 'src/models/openai-wire.ts',
    tests: ['test/models/effort'],
    mutants: [
      ['MODEL-5', "tools.length === 0 || effortWithTools === 'refused'", 'tools.length === 0'],
      ['MODEL-5', "effortWithTools === 'none' ? 'none' : (effort ?? null)", 'effort ?? null'],
    ],
  },
  {
    file: 'src/models/anthropic.ts',
    tests: ['test/models/effort'],
    mutants: [
      ['MODEL-5', 'request.effort !== undefined && tried.effort ?', 'request.effort !== undefined ?'],
      ['MODEL-5', 'if (!refusesEffort(error, tried)) throw error;', 'throw error;'],
    ],
  },
  { file: 'src/state/asked-since.ts', tests: QUESTION, mutants: TIME },
  {
    file: 'src/flow/unusable-answers.ts',
    tests: QUESTION,
    mutants: [
      ['MODEL-3', 'askingLeftMs(task, task.updatedAt) > 0 && ', ''],
      ['MODEL-3', 'askingLeftMs(task, task.updatedAt) > 0', 'askingLeftMs(task, task.updatedAt) > 1'],
    ],
  },
  {
    file: 'src/model-calls/ask-structured.ts',
    tests: QUESTION,
    mutants: [
      ['MODEL-3', 'isAnswered && error instanceof RetryLater && isOver()', 'error instanceof RetryLater && isOver()'],
      ['MODEL-3', 'isAnswered && error instanceof RetryLater && isOver()', 'isAnswered && error instanceof RetryLater'],
      ['MODEL-3', 'if (isOver()) throw', 'if (false) throw'],
      ['MODEL-3', 'until: began + askingLeftMs(task, began)', 'until: began'],
    ],
  },
  {
    file: 'src/models/ask-with-retries.ts',
    tests: QUESTION,
    mutants: [
      ['MODEL-3', 'options.clock.now() + waitMs >= (request', 'options.clock.now() + waitMs > (request'],
      ['MODEL-3', 'options.clock.now() + waitMs >= (request', 'options.clock.now() >= (request'],
    ],
  },
  {
    file: 'src/model-calls/prompt-digest.ts',
    tests: ['test/prompts/prompt-hash'],
    mutants: [
      ['PLAN-4', 'sha256(system), ', ''],
      ['PLAN-4', 'digestOf(tools), ', ''],
    ],
  },
];
