/**
 * What hostile texts, repositories and models get through no more: work and memory without end, and records of another
 * repository. [ID, what stands there exactly once, what takes its place]
 */
const NAMES = [['PLAN-2', 'withoutMarks(found);', "found.replace(/[.\\-[\\]]+$/, '');"]];

const PLACES = [['PLAN-2', 'new Map(hits.map((hit) => [`${hit.path}:${hit.line}`, hit]))', 'new Map(hits.entries())']];
const COPIES = [
  ['PLAN-2', 'one.of < known.of', 'one.of > known.of'],
  ['PLAN-2', '?.path === one.path);', '?.path !== undefined);'],
  ['PLAN-2', 'uses.set(one.path, turn + 1);', ''],
];

const OBJECTS = [
  ['PLAN-5', ' || running.folder !== folder', ''],
  ['QUAL-1', 'if (!isAnew) return askNow(command, names);', ''],
  ['QUAL-1', 'unused = setTimeout(close, UNUSED_MS).unref();', ''],
  ['QUAL-1', 'running === null || running.isOver()', 'true'],
];

const SHOWN = [
  ['PLAN-2', 'last?.of === of ? last.texts', 'last !== undefined ? last.texts'],
  ['PLAN-2', 'kept.get(repository.gitDirectory)', 'kept.values().next().value'],
];

const NEAR = [
  ['QUAL-1', "path.split('/', DEEPEST + 1)", "path.split('/')"],
  ['QUAL-1', 'path.slice(-LONGEST).toLowerCase()', 'path.toLowerCase()'],
];

const PATIENT = [['PLAN-2', 'ulimit -d 524288 2> /dev/null; ', '']];

const LOOKED_UP = [
  ['PLAN-2', "leftOut.filter(({ why }) => why === 'too_slow').length >= MOST_SLOW", 'false'],
  ['PLAN-2', 'MOST_SLOW = 2', 'MOST_SLOW = 1'],
];

const READ = [
  ['PLAN-2', 'path.length <= LONGEST_PATH && ', ''],
  ['PLAN-2', 'MAX_LINES = 50_000', 'MAX_LINES = 50_001'],
  ['PLAN-2', 'MAX_LINES = 50_000', 'MAX_LINES = 49_999'],
];

const LISTED = [
  ['PLAN-2', 'else if (name !== last) left += 1;', 'else left += 1;'],
  ['PLAN-2', 'MAX_LISTED = 200', 'MAX_LISTED = 201'],
];

const SNAPSHOT = [
  ['PLAN-2', ' && room >= 0) files.push', ') files.push'],
  ['PLAN-2', 'if (fileCount > MAX_FILES) throw tooMany();', ''],
];

const OTHERS = [
  ['PLAN-2', '.filter((entries) => isOfRepository(entries, repositoryId))', ''],
  ['PLAN-2', 'readFirst(first)?.repo.repositoryId === repositoryId', 'readFirst(first) !== null'],
];

const RELAY = [
  ['S6', "        redirect: 'manual',\n", ''],
  [
    'W3',
    'const read = parsePayload(Buffer.from(data));',
    "const read = { kind: 'payload', payload: JSON.parse(data) } as const;",
  ],
  ['I13', 'DELIVERY_ID.test(id)', 'true'],
];

const UNDONE = [
  ['W8', 'AT_ONCE_MS = 60_000', 'AT_ONCE_MS = 71_000'],
  ['W8', 'AT_ONCE_MS = 60_000', 'AT_ONCE_MS = 40_000'],
  ['W8', "if (state === 'closed') return false;", ''],
  ['W8', "reason !== 'unlabeled' || ", ''],
];

export const HOSTILE = [
  { file: 'src/requests/send-to-task.ts', tests: ['test/queue/act-on-delivery'], mutants: UNDONE },
  { file: 'src/intake/webhook-relay.ts', tests: ['test/intake/webhook-relay'], mutants: RELAY },
  {
    file: 'src/net/local-host.ts',
    tests: ['test/setup-page/rules'],
    mutants: [['S6', ".replace(/\\.$/, '')", '']],
  },
  { file: 'src/environments/names-in-text.ts', tests: ['test/plan/names-in-text'], mutants: NAMES },
  { file: 'src/git/object-reader.ts', tests: ['test/git/object-reader'], mutants: OBJECTS },
  { file: 'src/git/shown-pieces.ts', tests: ['test/git/hostile-look'], mutants: SHOWN },
  { file: 'src/git/find-symbols.ts', tests: ['test/git/hostile-look'], mutants: PLACES },
  { file: 'src/git/find-symbols.ts', tests: ['test/git/look-first'], mutants: COPIES },
  {
    file: 'src/git/find-symbols.ts',
    tests: ['test/git/look-first'],
    mutants: [['PLAN-2', ' && !CHANGE_LOG.test(path)', '']],
  },
  {
    file: 'src/git/resolve-names.ts',
    tests: ['test/git/look-first'],
    mutants: [['PLAN-2', '.filter(isOneHome)', '']],
  },
  { file: 'src/git/near-paths.ts', tests: ['test/git/hostile-look'], mutants: NEAR },
  { file: 'src/git/run-git.ts', tests: ['test/git/endless-look'], mutants: PATIENT },
  { file: 'src/git/look-up.ts', tests: ['test/git/endless-look'], mutants: LOOKED_UP },
  { file: 'src/git/read-files.ts', tests: ['test/git/hostile-look'], mutants: READ },
  { file: 'src/git/shown-pieces.ts', tests: ['test/git/hostile-look'], mutants: LISTED },
  { file: 'src/git/read-snapshot.ts', tests: ['test/git/hostile-look', 'test/git/endless-look'], mutants: SNAPSHOT },
  { file: 'src/app/records.ts', tests: ['test/installation/records'], mutants: OTHERS.slice(0, 1) },
  { file: 'src/state/stored.ts', tests: ['test/installation/records'], mutants: OTHERS.slice(1) },
  {
    file: 'src/requests/answer-command.ts',
    tests: ['test/queue/answer-command'],
    mutants: [['GH-5', 'if (!isOfRepository(entries, repo.repositoryId)) continue;', '']],
  },
  {
    file: 'src/requests/issue-text.ts',
    tests: ['test/queue/on-pull-request'],
    mutants: [['P11', ' && request.repo.repositoryId === repo.repositoryId', '']],
  },
  {
    file: 'src/effects/look-at-repository.ts',
    tests: ['test/task/look-at-repository'],
    mutants: [['GH-2', 'one.by === null || steer.has(one.by.id)', 'true']],
  },
  {
    file: 'src/model-calls/said-block.ts',
    tests: ['test/context/said-block'],
    mutants: [['PLAN-2', "mayNotSteer === true ? 'no write access' : ", '']],
  },
];
