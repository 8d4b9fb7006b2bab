/** MODEL-6: what a repository may spend in a day, and how much more. [ID, what stands there exactly once, what takes its place] */
const DAY = [
  ['MODEL-6', '+ DAY_MS', ''],
  ['MODEL-6', 'if (today.day !== day) return NOTHING_SPENT;', ''],
  ['MODEL-6', 'of(usage) - of(before)', 'of(usage)'],
  ['MODEL-6', 'modelMs + commandMs) / 60_000', 'modelMs + commandMs)'],
  ['MODEL-6', 'Math.max(...amounts)', 'Math.min(...amounts)'],
  ['MODEL-6', 'if (configured === null) continue;', ''],
  ['MODEL-6', 'spent[limit] >= amount', 'spent[limit] > amount'],
  ['MODEL-6', 'Math.max(configured, raised[limit] ?? 0)', 'configured'],
  ['MODEL-6', 'others !== null && others.day === day', 'others !== null'],
  ['MODEL-6', 'isToday ? addedUp(own, others.spent) : own', 'own'],
  ['MODEL-6', 'isToday ? others.raised : {}', '{}'],
  ['MODEL-6', 'return today.day === day ? today : { day', 'return { day'],
  ['MODEL-6', 'before: usage, raised: {}', 'before: today.before, raised: {}'],
];

const MORE = [
  ['MODEL-6', 'amount !== undefined && amount.limit !== limit', 'false'],
  ['MODEL-6', 'amount.more ? current + amount.amount : amount.amount', 'current + amount.amount'],
  ['MODEL-6', 'amount.more ? current + amount.amount : amount.amount', 'amount.amount'],
  ['MODEL-6', 'Math.min(wanted, most)', 'wanted'],
  ['MODEL-6', 'to > current ? to : null', 'to'],
  ['MODEL-6', 'current: budgetOf(task)[limit], step', 'current: step, step'],
  ['MODEL-6', 'Math.max(step, knownOf(day, task).raised[limit] ?? 0)', 'step'],
  ['MODEL-6', 'most: step * (1 + task.settings.budgetExtensions)', 'most: step * task.settings.budgetExtensions'],
  ['MODEL-6', 'more > 0 ?', 'true ?'],
  ['MODEL-6', 'Math.min(step, most - current)', 'step'],
];

const WAITING = [['MODEL-6', "then?.is === 'spend_more_today' ? endOfDay(then.day) : ", '']];
const WAITING_ON = [['MODEL-6', " || asked.then.is === 'spend_more_today'", '']];

const COUNTED = [
  ['MODEL-6', 'taskId !== except', 'true'],
  ['MODEL-6', '(await redis.exists(keys.spendingKnown)) === 0', 'false'],
  ['MODEL-6', '.hsetnx(', '.hset('],
  ['MODEL-6', 'task.today.day !== today', 'false'],
  ['MODEL-6', 'await redis.set(keys.spendingKnown, today);', ''],
];

const TESTS = ['test/flow/daily-budget'];

export const DAILY_BUDGET = [
  { file: 'src/state/day-spending.ts', tests: TESTS, mutants: DAY },
  { file: 'src/flow/more-budget.ts', tests: TESTS, mutants: MORE },
  { file: 'src/flow/waiting.ts', tests: TESTS, mutants: [...WAITING, ...WAITING_ON] },
  { file: 'src/queue/spent-in-repositories.ts', tests: ['test/queue/spent-in-repositories'], mutants: COUNTED },
];
