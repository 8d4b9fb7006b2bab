/** GH-2: failing checks of our own pull requests. [ID, what stands there exactly once, what takes its place] */
const DOOR = [
  ['GH-2', 'ciFixAttempts === 0', 'false'],
  ['GH-2', 'holder !== null && holder !== taskId', 'false'],
  ['GH-2', 'work === null || !work.isOurs', 'work === null'],
  ['GH-2', 'if (work.wasEndedByPeople)', 'if (false)'],
  ['GH-2', 'pull.headSha !== intent.sha', 'false'],
  ['GH-2', 'failed.length === 0', 'false'],
  ['GH-2', 'MAX_WAIT_MS = 60 *', 'MAX_WAIT_MS = 62 *'],
  ['GH-2', 'MAX_WAIT_MS = 60 *', 'MAX_WAIT_MS = 58 *'],
  ['GH-2', 'LONGEST_WAIT_MS = 6 *', 'LONGEST_WAIT_MS = 5 *'],
  ['GH-2', 'LONGEST_WAIT_MS = 6 *', 'LONGEST_WAIT_MS = 7 *'],
  ['GH-2', "state === 'closed' ||", ''],
  ['GH-2', 'app === check.app &&', ''],
  ['GH-2', 'if (inside.length === 0)', 'if (false)'],
  ['GH-2', 'if (attempt > of)', 'if (attempt >= of)'],
  ['GH-2', 'if (attempt > of)', 'if (false)'],
  ['P9', 'if (!(await isAdmitted(wished, tools)))', 'if (false)'],
];

const WORK = [
  ['GH-2', "trigger !== 'checks'", 'true'],
  ['GH-2', "'withdrawn', ", ''],
  ['GH-2', "'budget', ", ''],
];

const EXCERPT = [
  ['GH-2', 'MAX_LINES = 300', 'MAX_LINES = 301'],
  ['GH-2', 'MAX_LINE = 500', 'MAX_LINE = 499'],
  ['GH-2', 'FIRST_LINES = 60', 'FIRST_LINES = 61'],
  ['GH-2', 'AFTER = 3', 'AFTER = 4'],
  ['GH-2', ".replace(TIME, '')", ''],
];

const OURS = [
  ['I5', 'suite.head_branch === branch', 'true'],
  ['I5', 'number === pull && ', ''],
  ['I5', 'runs: runs.filter(isOfPull)', 'runs'],
  ['I5', 'suites: suites.filter(isOfPull)', 'suites'],
  ['I5', 'runs: runs.filter(({ check_suite: suite }) => !ids.has(suite?.id ?? 0))', 'runs'],
];
const FORKS = [['I5', ' && head?.id !== repo.repositoryId', '']];

const LOG = [['W3', 'if (all > maxBytes) return TOO_LARGE;', 'if (all > maxBytes) return null;']];

export const FAILING_CHECKS = [
  { file: 'src/github/read-commit-checks.ts', tests: ['test/github/checks'], mutants: OURS },
  { file: 'src/github/suites-of-forks.ts', tests: ['test/github/checks'], mutants: FORKS },
  { file: 'src/github/fetch-log.ts', tests: ['test/github/checks'], mutants: LOG },
  { file: 'src/requests/on-failing-checks.ts', tests: ['test/queue/failing-checks'], mutants: DOOR },
  { file: 'src/requests/checked-work.ts', tests: ['test/queue/failing-checks'], mutants: WORK },
  { file: 'src/requests/log-excerpt.ts', tests: ['test/intake/log-excerpt'], mutants: EXCERPT },
];
