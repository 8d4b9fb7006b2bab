/** MODEL-5: until when a provider answers nothing, and how a task waits for that. [ID, what stands there exactly once, what takes its place] */
const READ = [
  ['MODEL-5', 'LONGEST_MS = 31 * DAY_MS', 'LONGEST_MS = 310 * DAY_MS'],
  ['MODEL-5', '!(at > nowMs)', 'false'],
  ['MODEL-5', 'LIMIT_IN_WORDS.test(said) && untilReset', 'untilReset'],
  ['MODEL-5', 'if (!LIMIT_IN_WORDS.test(said)) return null;', ''],
  ['MODEL-5', '|| !RESET_IN_WORDS.test(said)', ''],
  ['MODEL-5', 'usedUp.length > 0 ? usedUp : resets', 'resets'],
  ['MODEL-5', 'Math.max(...counted)', 'Math.min(...counted)'],
  ['MODEL-5', 'seconds > 1e9', 'false'],
  ['MODEL-5', "typeof seconds === 'number'", 'false'],
  ['MODEL-5', 'seconds > 1e11', 'false'],
  ['MODEL-5', 'deeper === 0', 'true'],
  ['MODEL-5', 'deeper === 0', 'false'],
  ['MODEL-5', 'behindBar !== undefined', 'false'],
];

const WAITED_FOR = [
  ['MODEL-5', 'now - limited.first > GIVE_UP_AFTER_MS', 'false'],
  [
    'MODEL-5',
    'overAt, remindAt: null, releaseAt: now + settings.keepSandboxMs',
    'overAt, remindAt: null, releaseAt: null',
  ],
];

export const LIMITED = [
  { file: 'src/models/limit-reset.ts', tests: ['test/models/limit-reset'], mutants: READ },
  { file: 'src/flow/waiting.ts', tests: ['test/flow/limited'], mutants: WAITED_FOR },
  {
    file: 'src/flow/ending.ts',
    tests: ['test/flow/limited'],
    mutants: [
      ['MODEL-5', "code === 'model_limit' && !isOfReport", 'false'],
      ['MODEL-5', "code !== 'model_limit' && isShort", 'isShort'],
    ],
  },
  {
    file: 'src/flow/standing-rules.ts',
    tests: ['test/flow/limited'],
    mutants: [['MODEL-5', ' || isLimited(task)) return false;', ') return false;']],
  },
  {
    file: 'src/state/evolve-controls.ts',
    tests: ['test/flow/limited'],
    mutants: [
      ['MODEL-5', 'paused: null, limited: limitedAnew(task)', 'paused: null'],
      [
        'MODEL-5',
        "case 'limit_over':\n      return { ...waitedInAll(task),",
        "case 'limit_over':\n      return { ...task,",
      ],
      ['MODEL-5', 'before.attempt + 1', 'before.attempt'],
    ],
  },
  {
    file: 'src/models/ask-with-retries.ts',
    tests: ['test/models/limit-reset', 'test/models/model-pool'],
    mutants: [['MODEL-5', "isTold ? 'model_limit' : failure.of", 'failure.of']],
  },
  {
    file: 'src/models/model-pool.ts',
    tests: ['test/models/model-pool'],
    mutants: [
      ['MODEL-5', 'one.until - other.until', 'other.until - one.until'],
      ['MODEL-5', '{ until, of: error.of }', "{ until, of: 'model' }"],
    ],
  },
];
