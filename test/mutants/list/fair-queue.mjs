/**
 * OPS-5, GH-2, GH-3, GH-5 and GH-10: what a delivery comes to, whose turn it is, which place that makes, and how often is
 * written. [ID, what stands there exactly once, what takes its place]
 */
const TURNS = ['test/queue/fair-queue.test.ts'];
const PACE = ['test/redis/write-pace.test.ts'];

export const QUEUE_AND_PACE = [
  {
    file: 'src/queue/take-next.ts',
    tests: TURNS,
    mutants: [
      ['OPS-5', 'slots < 4 and slots', 'slots < 3 and slots'],
      ['OPS-5', 'slots < 4 and slots', 'slots < 5 and slots'],
      ['OPS-5', "(t.begun == '1' or not isPaused)", 'not isPaused'],
      ['OPS-5', "(t.begun == '1' or not isPaused)", 'true'],
      ['OPS-5', '(ofInstallation[installation] or 0) < mostOfInstallation', 'true'],
      ['OPS-5', '(ofRepository[repository] or 0) < mostOfRepository', 'true'],
      ['OPS-5', 't.class < bestTask.class', 'false'],
      ['OPS-5', 'held.untilMs < now', 'false'],
      ['OPS-5', 'held.token == token', 'false'],
    ],
  },
  {
    file: 'src/queue/fair-queue-scripts.ts',
    tests: TURNS,
    mutants: [
      ['OPS-5', "if ARGV[3] == '1' then t.begun = '1' end\n", ''],
      ['OPS-5', "  redis.call('hdel', P .. 'held', id)\n  isChanged = true", "  redis.call('hdel', P .. 'held', id)"],
    ],
  },
  {
    file: 'src/queue/task-runner.ts',
    tests: ['test/queue/begin-here', 'test/queue/task-runner'],
    mutants: [
      ['OPS-5', 'if (!isSlotFree()) return', 'if (isClosing) return'],
      ['OPS-5', 'isClosing ? undefined : slot', 'undefined'],
      ['OPS-5', 'taken !== null && look()', 'undefined'],
      ['OPS-5', 'if (!isForced) await Promise.all(inUse);', ''],
      ['OPS-5', "subscriber.on('ready', listen);", ''],
    ],
  },
  { file: 'src/queue/ready-lists.ts', tests: TURNS, mutants: [['OPS-5', 'or (t.seq - CLASS)', 'or t.seq']] },
  {
    file: 'src/queue/begin-script.ts',
    tests: TURNS,
    mutants: [
      ['QUAL-2', 'if holder ~= task then return { holder } end', 'return { holder }'],
      ['QUAL-2', 'if holder ~= task then return { holder } end', ''],
    ],
  },
  {
    file: 'src/queue/unended.ts',
    tests: ['test/queue/unended'],
    mutants: [
      ['QUAL-2', "redis.call('hset', KEYS[1], 'together', 1)", ''],
      ['QUAL-2', "if (starts === 'first') {", 'if (false) {'],
    ],
  },
  {
    file: 'src/queue/workers.ts',
    tests: ['test/queue/unended'],
    mutants: [['QUAL-2', 'job.attemptsStarted - job.attemptsMade > 1', 'false']],
  },
  {
    file: 'src/requests/act-on-delivery.ts',
    tests: ['test/queue/act-on-delivery'],
    mutants: [
      ['GH-2', 'OF_OTHER_LABELS.includes(what)', 'false'],
      ['GH-5', 'what === NOTHING_TO_STOP', 'false'],
    ],
  },
  {
    file: 'src/queue/workers.ts',
    tests: ['test/queue/crowding'],
    mutants: [['OPS-5', 'PATIENCE_MS = 1_000', 'PATIENCE_MS = 10_000']],
  },
  {
    file: 'src/queue/place-in-queue.ts',
    tests: TURNS,
    mutants: [
      ['GH-3', 'let place = 1;', 'let place = 0;'],
      [
        'GH-3',
        '[...ring.filter((one) => one !== next), { ...next, at: next.at + 1 }]',
        'ring.map((one) => (one === next ? { ...next, at: next.at + 1 } : one))',
      ],
    ],
  },
  {
    file: 'src/redis/redis-write-pace.ts',
    tests: PACE,
    mutants: [
      ['GH-10', 'WRITES_AN_HOUR = 400', 'WRITES_AN_HOUR = 401'],
      ['GH-10', 'WRITES_AT_ONCE = 3', 'WRITES_AT_ONCE = 4'],
      ['GH-10', 'WRITES_AT_ONCE = 3', 'WRITES_AT_ONCE = 2'],
      ['GH-10', 'PLACES_AT_ONCE = 30', 'PLACES_AT_ONCE = 60'],
      ['GH-10', 'rank * 1e14 + now', 'now'],
      ['GH-10', 'math.max(quiet, math.max(nextAt, now)', 'math.max(0, math.max(nextAt, now)'],
    ],
  },
  {
    file: 'src/github/write-turns.ts',
    tests: PACE,
    mutants: [
      ['GH-10', 'const ALONE_MS = 9_000;', 'const ALONE_MS = 3_000;'],
      ['GH-10', ' || (isNowOrNever && waitMs > 0)', ''],
      ['GH-10', 'waitMs > patienceMs(LONGEST_WAIT_MS)', 'false'],
      ['GH-10', 'now - known.lookedAt < QUIET_KNOWN_MS', 'true'],
    ],
  },
];
