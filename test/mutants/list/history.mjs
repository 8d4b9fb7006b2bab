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
  ['PLAN-4', "last?.type === 'completion' && last.status !== 'requires_human_intervention'", "last?.type === 'completion'"],
  [
    'PLAN-4',
    "last?.type === 'completion' && last.status !== 'requires_human_intervention'",
    "entries.some((entry) => entry.type === 'completion')",
  ],
  ['PLAN-4', 'if (found.damage === null) return found;', 'return found;'],
  ['PLAN-4', 'Line ${found.damage.line} of', 'A line of'],
  ['PLAN-4', 'if (!isTaskId(taskId)) {', 'if (false) {'],
];

const LOG = [
  ['PLAN-4', 'const first = entries.length + 1;', 'const first = entries.length;'],
  ['PLAN-4', 'JSON.stringify({ ...given, ...entry, ...given })', 'JSON.stringify({ ...given, ...entry })'],
  ['PLAN-4', 'if (stopped !== null) throw stopped;', ''],
  ['PLAN-4', "if (!areOurs) throw new Fenced('Another driver has written to the history of this task.');", ''],
  ['PLAN-4', "if (now.nlink === 0) throw new Fenced('The history of this task was replaced or removed by another process.');", ''],
  ['PLAN-4', 'if (now.size === size + bytes.length)', 'if (true)'],
  ['PLAN-4', 'const mine = turn.then(() => takeTurn(newEntries));', 'const mine = takeTurn(newEntries);'],
  ['PLAN-4', 'if (begins || goesOn) await index.markOpen', 'if (goesOn) await index.markOpen'],
  ['PLAN-4', 'if (begins || goesOn) await index.markOpen', 'if (begins) await index.markOpen'],
  ['PLAN-4', 'if (begins) await index.addTask', 'if (false) await index.addTask'],
  ['PLAN-4', 'issue: identity.issue,', 'issue: null,'],
  ['PLAN-4', 'trace_id: identity.traceId,', "trace_id: '',"],
];

const STORE = [
  ['PLAN-4', 'if (wholeBytes < bytes.length) {', 'if (false) {'],
  ['PLAN-4', "log.warn(about, 'History ended in mid-write; the unfinished end was dropped');", ''],
  ['PLAN-4', 'if (entries[0] !== undefined) await index.addTask({ ...entries[0], task_uuid: identity.taskId });', ''],
  ['PLAN-4', 'if (entries.length > 0) await (hasEnded(entries) ? index.markEnded(identity.taskId) : index.markOpen(identity.taskId));', ''],
  ['PLAN-4', 'marked.filter((_, position) => checked[position])', 'marked'],
  ['PLAN-4', 'if (!(await isEnded(file))) return true;', ''],
  ['PLAN-4', 'await rebuildIndex(directory, log);', ''],
  ['PLAN-4', 'isTaskId(taskId) ? (', 'true ? ('],
];

const INDEX = [
  ['PLAN-4', 'if (first.issue !== null) await touch(issueFolder(root, first.issue), name);', ''],
  ['PLAN-4', ".padStart(13, '0')}-${first.task_uuid}`;\n      await touch", '}-${first.task_uuid}`.slice(-36);\n      await touch'],
  ['PLAN-4', 'for (const day of (await names(recentFolder)).toReversed())', 'for (const day of await names(recentFolder))'],
  ['PLAN-4', '(await names(path.join(recentFolder, day))).toReversed()', 'await names(path.join(recentFolder, day))'],
  ['PLAN-4', 'tasks.slice(0, Math.max(0, limit))', 'tasks'],
  ['PLAN-4', '(await readdir(folder)).toSorted()', '(await readdir(folder)).toSorted().toReversed()'],
  ['PLAN-4', 'days.map((day) =>', 'days.slice(0, 0).map((day) =>'],
  ['PLAN-4', '(day) => day <= lastDay', '(day) => day < lastDay'],
];

const LATEST = [
  ['PLAN-4', 'entries.findLast((entry) =>', 'entries.find((entry) =>'],
  ['PLAN-4', "entry.type === 'plan' || entry.type === 'revision'", "entry.type === 'plan'"],
  ['PLAN-4', "entry.type === 'plan' || entry.type === 'revision'", "entry.type === 'revision'"],
];

const RETENTION = [
  ['PLAN-4', '!hasEnded(entries) || ', ''],
  ['PLAN-4', 'Date.parse(last.timestamp) < endedBefore', 'Date.parse(first.timestamp) < endedBefore'],
  ['PLAN-4', '(await stat(file)).mtimeMs >= archivedBefore', 'false'],
  ['PLAN-4', 'await utimes(archived(taskId), now, now);', ''],
  ['PLAN-4', '    await index.removeTask(first);\n    return true;', '    return true;'],
];

const RETAIN = [
  ['PLAN-4', 'retention.archive(days * DAY_MS)', 'retention.archive((days + 1) * DAY_MS)'],
  ['PLAN-4', 'retention.archive(days * DAY_MS)', 'retention.archive((days - 1) * DAY_MS)'],
  ['PLAN-4', 'retention.deleteArchived(DAY_MS)', 'retention.deleteArchived(2 * DAY_MS)'],
];

const TESTS = ['test/history/jsonl-store'];
const SCAN_TESTS = [...TESTS, 'test/history/scan'];

export const HISTORY = [
  { file: 'src/history/scan.ts', tests: SCAN_TESTS, mutants: SCAN },
  { file: 'src/history/task-file.ts', tests: TESTS, mutants: FILE },
  { file: 'src/history/jsonl-log.ts', tests: TESTS, mutants: LOG },
  { file: 'src/history/jsonl-store.ts', tests: TESTS, mutants: STORE },
  { file: 'src/history/history-index.ts', tests: [...TESTS, 'test/history/retention'], mutants: INDEX },
  { file: 'src/ports/history.ts', tests: TESTS, mutants: LATEST },
  { file: 'src/history/retention.ts', tests: ['test/history/retention'], mutants: RETENTION },
  { file: 'src/retain.ts', tests: ['test/history/retention'], mutants: RETAIN },
];
