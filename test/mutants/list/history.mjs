/** PLAN-4: the record of a task and its index. [ID, what stands there exactly once, what takes its place] */
const SCAN = [
  ['PLAN-4', 'if (end + 1 < text.length || isTorn) return damaged', 'if (false) return damaged'],
  ['PLAN-4', 'if (end + 1 < text.length || isTorn) return damaged', 'if (isTorn) return damaged'],
  ['PLAN-4', 'if (end + 1 < text.length || isTorn) return damaged', 'if (end + 1 < text.length) return damaged'],
  ['PLAN-4', 'if (first > nextSeq) return damaged', 'if (false) return damaged'],
  ['PLAN-4', 'won: first === nextSeq', 'won: true'],
  ['PLAN-4', 'won: first === nextSeq', 'won: first >= nextSeq - 1'],
  ['PLAN-4', 'if (entry.seq < last) continue;', ''],
  ['PLAN-4', 'nextSeq = last + 1;', 'nextSeq += 1;'],
  ['PLAN-4', 'isUtf8(body) ? 0 : firstLineThatIsNotText(body)', '0'],
  ['PLAN-4', 'batch === null ? body.length : bytesBefore(text, batch.start)', 'body.length'],
  ['PLAN-4', 'bytesBefore(text, batch?.start ?? start)', 'bytesBefore(text, start)'],
  ['PLAN-4', 'Buffer.byteLength(text.slice(0, index))', 'index'],
  ['PLAN-4', "batch.writer !== entry['w'] || ", ''],
  ['PLAN-4', '(seq as number) > 0 && ', ''],
  ['PLAN-4', 'line += 1;\n    const entry', 'const entry'],
];

const FILE = [
  [
    'PLAN-4',
    "last?.type === 'completion' && last.status !== 'requires_human_intervention'",
    "last?.type === 'completion'",
  ],
  [
    'PLAN-4',
    "last?.type === 'completion' && last.status !== 'requires_human_intervention'",
    "entries.some((entry) => entry.type === 'completion')",
  ],
  ['PLAN-4', 'if (found.damage === null) return found;', 'return found;'],
  ['PLAN-4', 'Line ${found.damage.line} of', 'A line of'],
  ['PLAN-4', 'if (isTaskId(taskId)) return;', 'return;'],
];

/** What every log does, held for files and for Redis. */
const TURNS = [
  ['PLAN-4', 'const first = before.count + 1;', 'const first = before.count;'],
  ['PLAN-4', 'if (stopped !== null) throw stopped;', ''],
  [
    'PLAN-4',
    'const mine = turn.then(() => takeTurn(newEntries, at, summarise));',
    'const mine = takeTurn(newEntries, at, summarise);',
  ],
];

/** What a driver holds of a record that grows. */
const HELD = [['QUAL-1', 'entry.seq === 1 || entry === last || isChange(entry)', 'true']];

const LOG = [
  ['PLAN-4', "if (!areOurs) throw new Fenced('Another driver has written to the history of this task.');", ''],
  [
    'PLAN-4',
    "if (now.nlink === 0) throw new Fenced('The history of this task was replaced or removed by another process.');",
    '',
  ],
  ['PLAN-4', 'if (now.size === size + bytes.length)', 'if (true)'],
  ['PLAN-4', 'if (begins || goesOn) await index.markOpen', 'if (goesOn) await index.markOpen'],
  ['PLAN-4', 'if (begins || goesOn) await index.markOpen', 'if (begins) await index.markOpen'],
  ['PLAN-4', 'if (begins && first) await index.addTask', 'if (false && first) await index.addTask'],
];

const TEXTS = [
  ['PLAN-4', 'JSON.stringify({ ...given, ...entry, ...given })', 'JSON.stringify({ ...given, ...entry })'],
  ['PLAN-4', 'issue: identity.issue,', 'issue: null,'],
  ['PLAN-4', 'trace_id: identity.traceId,', "trace_id: '',"],
  ['PLAN-4', 'seq: first + position,', 'seq: first,'],
];

const STORE = [
  ['PLAN-4', 'if (wholeBytes < bytes.length || (await isInRepair(file))) {', 'if (await isInRepair(file)) {'],
  ['PLAN-4', ' || (await isInRepair(file))', ''],
  ['PLAN-4', "log.warn(about, 'History ended in an unfinished write, which was dropped');", ''],
  ['PLAN-4', 'if (entries[0] !== undefined) await index.addTask({ ...entries[0], task_uuid: identity.taskId });', ''],
  [
    'PLAN-4',
    'if (entries.length > 0) await (hasEnded(entries) ? index.markEnded(identity.taskId) : index.markOpen(identity.taskId));',
    '',
  ],
  ['PLAN-4', 'marked.filter((_, position) => checked[position])', 'marked'],
  ['PLAN-4', 'if (entries === null) return true;', 'if (entries === null) return false;'],
  ['PLAN-4', 'await rebuildIndex(directory, log);', ''],
  ['PLAN-4', 'isTaskId(taskId) ? (', 'true ? ('],
];

const INDEX = [
  ['PLAN-4', 'issue === null ? [day] : [day, issueFolder(root, issue)]', '[day]'],
  ['PLAN-4', "`${String(Date.parse(timestamp)).padStart(13, '0')}-${taskId}`", 'taskId'],
  [
    'PLAN-4',
    'for (const day of (await names(recentFolder)).toReversed())',
    'for (const day of await names(recentFolder))',
  ],
  ['PLAN-4', '(await names(path.join(recentFolder, day))).toReversed()', 'await names(path.join(recentFolder, day))'],
  ['PLAN-4', 'tasks.slice(0, Math.max(0, limit))', 'tasks'],
  ['PLAN-4', 'return found.toSorted()', 'return found.toSorted().toReversed()'],
  ['PLAN-4', 'days.map((day) =>', 'days.slice(0, 0).map((day) =>'],
  ['PLAN-4', '(day) => day <= lastDay', '(day) => day < lastDay'],
  ['OPS-8', 'await remove(summaryFile(root, first.task_uuid));', ''],
];

/** What lists show of a task, with its record. */
const SUMMARIES = [
  ['OPS-8', 'is === null || found?.of !== is ? null', 'is === null || found === null ? null'],
  ['OPS-8', 'if (newest !== undefined && newest.of === is) return', 'if (newest === null) return'],
  ['OPS-8', '`${size} ${mtimeMs}`', '`${size}`'],
  ['OPS-8', 'ftruncateSync(file, bytes.length);', ''],
  ['OPS-8', 'file.keep(state, () => made.kept);', ''],
];

const SUMMARIES_IN_REDIS = [
  ['OPS-8', "if ARGV[7] ~= '' then redis.call('hset', summaries, task, ARGV[7]) end", ''],
  ['OPS-8', 'found !== null && found.of === lengths[at]', 'found !== null'],
  ['OPS-8', "then redis.call('hset', KEYS[2], ARGV[2], ARGV[3]) end`", 'then return 0 end`'],
];

const KEPT = [
  ['OPS-8', 'SUMMARY_FORMAT = 2', 'SUMMARY_FORMAT = 0'],
  ['OPS-8', 'format === SUMMARY_FORMAT ? summary : null', 'summary'],
];

const RECORDED = [['OPS-8', 'return () => task && keptSummary(task);', 'return () => null;']];

const LATEST = [
  ['PLAN-4', 'entries.findLast((entry) =>', 'entries.find((entry) =>'],
  ['PLAN-4', "entry.type === 'plan' || entry.type === 'revision'", "entry.type === 'plan'"],
  ['PLAN-4', "entry.type === 'plan' || entry.type === 'revision'", "entry.type === 'revision'"],
];

/** What is set aside, held for files and for Redis. */
const ENDED = [
  ['PLAN-4', 'hasEnded(entries) && ', ''],
  ['PLAN-4', 'Date.parse(entries.at(-1)?.timestamp', 'Date.parse(entries[0]?.timestamp'],
];

const RETENTION = [
  ['PLAN-4', '(await stat(file)).mtimeMs >= archivedBefore', 'false'],
  ['PLAN-4', 'await utimes(archived(taskId), now, now);', ''],
  ['PLAN-4', 'await index.removeTask(entries);\n    return true;', 'return true;'],
];

const RETAIN = [
  ['PLAN-4', 'retention.archive(days * DAY_MS)', 'retention.archive((days + 1) * DAY_MS)'],
  ['PLAN-4', 'retention.archive(days * DAY_MS)', 'retention.archive((days - 1) * DAY_MS)'],
  ['PLAN-4', 'retention.deleteArchived(DAY_MS)', 'retention.deleteArchived(2 * DAY_MS)'],
  ['PLAN-4', '.filter((id) => !unfinished.has(id))', ''],
];

const STREAM = [
  ['PLAN-4', 'if (id !== idOf(seq)) return broken(', 'if (false) return broken('],
  ['PLAN-4', 'if (entry === null) return broken(', 'if (entry === null) continue; if (false) return broken('],
  ['PLAN-4', 'if (entry.seq !== seq) return broken(', 'if (false) return broken('],
  ['PLAN-4', '`Entry ${id} of ${key} in Redis', '`An entry in Redis'],
  ['PLAN-4', 'if (seen > 0 && page.shift()?.[0] !== idOf(seen)) return NOTHING;', 'if (seen > 0) page.shift();'],
  ['PLAN-4', 'if (page.length < PAGE) return', 'if (page.length <= PAGE) return'],
];

const SCRIPTS = [
  ['PLAN-4', "if writerOf(first) == writer then return 'stored' end", ''],
  ['PLAN-4', "if redis.call('xlen', stream) ~= first - 1 then return 'overtaken' end", ''],
  ['PLAN-4', "if first > 1 and writerOf(first - 1) ~= before then return 'overtaken' end", ''],
  ['PLAN-4', "redis.call('zadd', recent, began, task)", ''],
  ['PLAN-4', "if issue then redis.call('zadd', issue, began, task) end", ''],
  ['PLAN-4', "redis.call(ended == '1' and 'srem' or 'sadd', open, task)", "redis.call('sadd', open, task)"],
  ['PLAN-4', 'hasEnded(stored) ? 1 : 0', 'hasEnded(stored) ? 0 : 1'],
  ['PLAN-4', "if redis.call('xlen', stream) ~= length then return 0 end", ''],
  ['PLAN-4', "redis.call('zrem', recent, task)", ''],
  ['PLAN-4', "for at = 7, #KEYS do redis.call('zrem', KEYS[at], task) end", ''],
  ['PLAN-4', "redis.call('hdel', summaries, task)\n", ''],
  ['PLAN-4', "redis.call('zadd', archived, now, task)", ''],
];

const REDIS_LOG = [
  ['PLAN-4', "if (outcome === 'overtaken') throw new Fenced(", 'if (false) throw new Fenced('],
  ['PLAN-4', '    lastWriter = writer;\n', ''],
  ['PLAN-4', 'let lastWriter = found.writer;', "let lastWriter = '';"],
  ['PLAN-4', 'if (isRefusal(error)) throw error;\n      return appendBatch(redis, batch);', 'throw error;'],
];

const REDIS_STORE = [
  [
    'PLAN-4',
    "limit < 1 ? [] : redis.zrange(historyKeys.recent, '0', String(limit - 1), 'REV')",
    "redis.zrange(historyKeys.recent, '0', String(limit - 1), 'REV')",
  ],
  ['PLAN-4', "String(limit - 1), 'REV')", 'String(limit - 1))'],
  ['PLAN-4', 'redis.smembers(historyKeys.open)', "redis.zrange(historyKeys.recent, '0', '-1')"],
];

const REDIS_RETENTION = [
  ['PLAN-4', 'await redis.unlink(historyKeys.archive(taskId));', ''],
  ['PLAN-4', "historyKeys.archived, '-inf', `(${archivedBefore}`", "historyKeys.archived, '-inf', '+inf'"],
];

const INSTALLATION = [
  ['PLAN-4', "(storage === 'redis' || found.instance === instance)", 'true'],
  ['PLAN-4', "(storage === 'redis' || found.instance === instance)", 'found.instance === instance'],
  ['PLAN-4', "if (storage === 'jsonl' && !isOwnRedis) throw recordsInRedis();", ''],
  ['PLAN-4', 'if (unfinished > 0) throw unfinishedElsewhere(found.storage, unfinished);', ''],
  ['PLAN-4', 'if (found.storage === storage && !isOwnRedis) throw otherFolder(claim);', ''],
];

const RECORDS = [
  ['PLAN-3 PLAN-4', "if (storage_type === 'redis') {", 'if (false) {'],
  ['PLAN-3 PLAN-4', 'join(service.dataDir, directory)', "join(service.dataDir, 'planning_history')"],
];

const CHECK = [['PLAN-4', 'if (keepsHistory)', 'if (false)']];

const TESTS = ['test/history/jsonl-store'];
const REDIS_TESTS = ['test/history/redis-store', 'test/history/redis-retention'];
const SCAN_TESTS = [...TESTS, 'test/history/scan'];

export const HISTORY = [
  { file: 'src/history/scan.ts', tests: SCAN_TESTS, mutants: SCAN },
  { file: 'src/history/task-file.ts', tests: TESTS, mutants: FILE },
  { file: 'src/history/jsonl-store.ts', tests: TESTS, mutants: LOG },
  { file: 'src/history/history-log.ts', tests: TESTS, mutants: [...TURNS, ...TEXTS] },
  { file: 'src/history/history-log.ts', tests: ['test/history/history-log.test.ts'], mutants: HELD },
  { file: 'src/history/redis-records.ts', tests: REDIS_TESTS, mutants: STREAM },
  { file: 'src/history/redis-records.ts', tests: REDIS_TESTS, mutants: SCRIPTS },
  { file: 'src/history/redis-store.ts', tests: REDIS_TESTS, mutants: [...REDIS_LOG, ...REDIS_STORE] },
  { file: 'src/history/redis-store.ts', tests: REDIS_TESTS, mutants: REDIS_RETENTION },
  { file: 'src/history/kept-summaries.ts', tests: TESTS, mutants: SUMMARIES },
  { file: 'src/history/redis-records.ts', tests: REDIS_TESTS, mutants: SUMMARIES_IN_REDIS },
  { file: 'src/state/task-summary.ts', tests: ['test/api/task-summary'], mutants: KEPT },
  { file: 'src/drive/task-record.ts', tests: ['test/task/rules-that-break'], mutants: RECORDED },
  { file: 'src/app/join-installation.ts', tests: ['test/installation/join-installation'], mutants: INSTALLATION },
  { file: 'src/app/records.ts', tests: ['test/installation/records'], mutants: RECORDS },
  { file: 'src/redis/check-redis.ts', tests: ['test/redis/check'], mutants: CHECK },
  { file: 'src/history/jsonl-store.ts', tests: TESTS, mutants: STORE },
  { file: 'src/history/history-index.ts', tests: [...TESTS, 'test/history/retention'], mutants: INDEX },
  { file: 'src/ports/history.ts', tests: TESTS, mutants: LATEST },
  { file: 'src/history/retention.ts', tests: ['test/history/retention'], mutants: [...ENDED, ...RETENTION] },
  { file: 'src/app/retain.ts', tests: ['test/history/retention', 'test/history/redis-retention'], mutants: RETAIN },
];
