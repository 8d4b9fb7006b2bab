/** OPS-3: what is asked for on somebody's own machine. [ID, what stands there exactly once, what takes its place] */
const TASK_YAML = [
  ['OPS-3', '{0,63}$/', '{0,64}$/'],
  ['OPS-3', '/^[A-Za-z0-9][A-Za-z0-9._-]', '/^[A-Za-z0-9._-][A-Za-z0-9._-]'],
  ['OPS-3', "!path.startsWith('/') &&", ''],
  ['OPS-3', "!path.split('/').includes('..') &&", ''],
  ['OPS-3', "repo: text.min(1).default('.')", "repo: text.min(1).default('')"],
  ['OPS-3', 'max(3).default(0)', 'max(3).default(1)'],
  ['OPS-3', "default('codex-cli')", "default('gemini-cli')"],
  ['OPS-3', 'default(1_800)', 'default(300)'],
  ['OPS-3', '(path === undefined) !== (own === undefined)', 'path !== undefined || own !== undefined'],
  ['OPS-3', 'min(1).max(100).default(10)', 'min(1).max(100).default(5)'],
  ['OPS-3', 'min(1).max(100).default(10)', 'min(0).max(100).default(10)'],
  ['OPS-3', 'min(1).max(100).default(10)', 'min(1).max(101).default(10)'],
];

const READING = [
  ['OPS-3', 'if (meant !== null) return', 'if (false) return'],
  ['OPS-3', 'Buffer.byteLength(source) > MAX_YAML_BYTES', 'false'],
  ['OPS-3', "source.trim() === ''", 'false'],
  ['OPS-3', 'if (broken.length > 0)', 'if (false)'],
];

const WRITING = [
  ['GT-1', "repo: '.',", "repo: '',"],
  ['GT-1', 'new Set([...own, ...criteria.map(criterionLine)])', 'new Set(criteria.map(criterionLine))'],
  ['GT-1', 'if (found === null)', 'if (true)'],
  ['GT-1', 'listed.length === 0', 'true'],
  ['GT-1', 'max_loops: maxLoops', 'max_loops: 10'],
];

const ISSUES = [
  ['OPS-3', 'read(number)?.tasks.length === 0', 'true'],
  ['OPS-3', 'z.string().refine(isTaskId)', 'z.string()'],
  ['OPS-3', '...(taskId === null ? [] : [taskId])', ''],
  ['OPS-3', '[title, body, ...', '[title, ...'],
  ['OPS-3', '?? number * COMMENTS_OF_ONE', '?? 0'],
  ['OPS-3', "if (codeOf(error) !== 'EEXIST') throw error;", 'throw error;'],
  ['OPS-3', 'turn = mine.catch(() => undefined);', ''],
];

const INBOX = [
  ['OPS-3', 'if (waiting.some(({ id }) => id === item.id)) return;', ''],
  ['OPS-3', '|| isUnread', ''],
  ['OPS-3', 'isUnread = false;\n      return waiting;', 'return waiting;'],
];

const SCREEN = [
  ['OPS-3', "(env['NO_COLOR'] ?? '') === '' &&", ''],
  ['OPS-3', "env['TERM'] !== 'dumb'", 'true'],
  ['OPS-3', 'if (text === last) return;', ''],
  ['OPS-3', 'if (!isLive) return;', ''],
];

const SPOKEN = [
  ['OPS-3', "saying.isDriven ? { do: 'order', word: 'stop' } : { do: 'end' }", "{ do: 'order', word: 'stop' }"],
  ['OPS-3', "if (text.trim() === '') return", 'if (false) return'],
  ['OPS-3', "if (what === 'stop' || what === 'pause') return", 'if (false) return'],
  ['OPS-3', "if (what !== 'retry')", 'if (false)'],
  [
    'OPS-3',
    'return isDriven ? refuse(`${ending}; its result is being written.`',
    'return false ? refuse(`${ending}; its result is being written.`',
  ],
  ['OPS-3', "if (isPaused(task)) return { do: 'nothing', said: 'It is paused already.' };", ''],
  ['OPS-3', "if (isDriven) return { do: 'order', word: 'pause' };", "return { do: 'order', word: 'pause' };"],
  ['OPS-3', "if (!isDriven) return { do: 'go_on' };", ''],
  ['OPS-3', "if (isPaused(task)) return { do: 'order', word: 'resume' };", ''],
  ['GH-5', "takes(task, question, 'resume') ? ", 'true ? '],
  ['GH-5', "takes(task, question, 'retry'))", 'false)'],
  ['GH-5', 'isAnswerWord(word) && takes(task, question, word))', 'isAnswerWord(word))'],
  ['GH-5', 'if (word !== null) return isOrder(word)', 'if (false) return isOrder(word)'],
  ['OPS-3', "saying.what === 'answer' && question === undefined", 'false'],
  ['OPS-3', 'task.paused !== null || task.pausing !== null', 'task.paused !== null'],
];

const TOOLING = [
  [
    'MODEL-5',
    "const isForced = force.enabled && force.tool !== '' && force.model !== '';",
    'const isForced = force.enabled;',
  ],
  ['MODEL-5', 'const isForced = force.enabled &&', 'const isForced ='],
  ['MODEL-5', 'isForced ? undefined : worker', 'undefined'],
  ['MODEL-5', 'activeProfile === undefined ? profiles[0] :', 'activeProfile === undefined ? profiles[1] :'],
  ['MODEL-5', "usable['meta'] ?? Object.values(usable)[0]", "usable['meta']"],
  ['MODEL-5', 'weight: z.number().positive().default(1)', 'weight: z.number().positive().default(2)'],
  ['MODEL-5', 'max(86_400).default(120)', 'max(86_400).default(60)'],
  ['MODEL-5', 'fallbackOnRateLimit: z.boolean().default(true)', 'fallbackOnRateLimit: z.boolean().default(false)'],
];

const CHOSEN = [
  ['MODEL-5', 'if (metaModel !== null) return', 'if (false) return'],
  ['MODEL-5', 'if (tooling !== undefined) return', 'if (model === undefined && tooling !== undefined) return'],
  ['MODEL-5', '|| !hasModel(loaded)', ''],
  ['MODEL-5', "model.startsWith('claude') ? 'anthropic' : 'openai-chat'", "'anthropic'"],
  ['MODEL-5', 'keyIn(loaded.service, tool) !== null;', 'true;'],
];

const MAILBOX = [
  ['OPS-3', 'last = Math.max(now(), last + 1);', 'last = now();'],
  ['OPS-3', 'name === `${read.data.id}.json`', 'true'],
  ['OPS-3', '.filter((name) => LETTER.test(name))', ''],
];

const HEARING = [
  ['OPS-3', 'if (seen.has(message.id)) continue;', ''],
  ['OPS-3', "if (message.kind === 'said') mailbox.taken", 'mailbox.taken'],
  [
    'OPS-3',
    'const stopWatching = mailbox.watch(taskId, () => void look().catch(() => undefined));',
    'const stopWatching = () => undefined;',
  ],
];

const ATTENDED = [['REPLAN-6', 'question.commentId === null || staysWithPerson ||', 'question.commentId === null ||']];

const ATTENDED_STATE = [
  ['REPLAN-6', "one.kind === 'clarification' && one.neverAssumed !== true", "one.kind === 'clarification'"],
  ['REPLAN-6', "one.kind === 'clarification' && one.neverAssumed !== true", 'one.neverAssumed !== true'],
  ['REPLAN-6', '{ ...one, needsPerson: !assumes }', 'one'],
];

const QUIET = [
  ['G1', "'core.hooksPath=/dev/null',", ''],
  ['G1', "'core.alternateRefsCommand=true',", ''],
  ['G1', "'receive.denyCurrentBranch=refuse', ", ''],
  ['G1', '(?:clean|smudge|process|required)', '(?:smudge)'],
  ['G1', 'if (!isOnThisMachine(host)) return [];', 'return [];'],
];

/** Never one by which more than their own would be signalled or removed: they run on a machine with others. */
const PROCESSES = [
  ['EXEC-1', 'clock.now() - stoppedAt >= keepStoppedMs', 'true'],
  ['EXEC-1', 'if (!isOver && (await isAlive(taskId))) continue;', 'if (await isAlive(taskId)) continue;'],
];
const PLACES = [['OPS-3', '/^planwright-sandbox-[A-Za-z0-9]{6}$/', '/./']];
const OWN = [['EXEC-2', 'descends(entry, all) || isMarked(pid)', 'descends(entry, all)']];
const REFUSED = [
  ['EXEC-2', "path[0] === 'sandbox' && path.length <= 2 && valueAt(given, path) === 'process'", 'false'],
  ['EXEC-2', "valueAt(given, path) === 'process'", 'true'],
];

const OWN_FOLDER = [
  ['OPS-3', 'isNamed || readdirSync(folder).every((entry) => UNFINISHED.test(entry))', 'isNamed'],
  ['OPS-3', 'UNFINISHED.test(entry)', 'false'],
  ['OPS-3', 'if (isNamed && name !== null) know(name);', ''],
  ['OPS-3', 'name !== null && existsSync(join(known, name))', 'name !== null'],
  ['OPS-3', 'NAME.test(name) ? name : null', 'name'],
];

const TESTS = ['test/config/task-yaml', 'test/local', 'test/cli'];

export const LOCAL = [
  { file: 'src/config/task-yaml-schema.ts', tests: TESTS, mutants: TASK_YAML },
  { file: 'src/config/read-task-yaml.ts', tests: TESTS, mutants: READING },
  { file: 'src/config/write-task-yaml.ts', tests: TESTS, mutants: WRITING },
  { file: 'src/local/local-issues.ts', tests: TESTS, mutants: ISSUES },
  { file: 'src/local/local-inbox.ts', tests: TESTS, mutants: INBOX },
  { file: 'src/cli/live-screen.ts', tests: TESTS, mutants: SCREEN },
  { file: 'src/people/spoken-to-task.ts', tests: ['test/people/spoken-to-task'], mutants: SPOKEN },
  { file: 'src/config/task-tooling.ts', tests: ['test/config/task-tooling'], mutants: TOOLING },
  { file: 'src/app/own-folder.ts', tests: ['test/local/own-folder'], mutants: OWN_FOLDER },
  { file: 'src/app/local-models.ts', tests: ['test/local/local-models'], mutants: CHOSEN },
  { file: 'src/local/local-mailbox.ts', tests: ['test/local/local-mailbox'], mutants: MAILBOX },
  { file: 'src/local/hear-others.ts', tests: ['test/local/local-mailbox'], mutants: HEARING },
  { file: 'src/flow/waiting.ts', tests: ['test/flow/attended'], mutants: ATTENDED },
  { file: 'src/state/evolve-controls.ts', tests: ['test/flow/attended'], mutants: ATTENDED_STATE },
  { file: 'src/sandbox/process-sandboxes.ts', tests: ['test/sandbox/processes'], mutants: PROCESSES },
  { file: 'src/sandbox/process-places.ts', tests: ['test/sandbox/processes'], mutants: PLACES },
  { file: 'src/sandbox/agent/own-processes.cjs', tests: ['test/sandbox/processes'], mutants: OWN },
  { file: 'src/config/mistakes.ts', tests: ['test/config/load'], mutants: REFUSED },
  { file: 'src/git/quiet-git.ts', tests: ['test/git/local-checkout'], mutants: QUIET },
  {
    file: 'src/git/find-links.ts',
    tests: ['test/git/local-checkout'],
    mutants: [
      ['OPS-3', 'if (odd !== null) return odd;', ''],
      ['OPS-3', ' || closed.includes(path)', ''],
    ],
  },
  {
    file: 'src/git/local-checkout.ts',
    tests: ['test/git/local-checkout'],
    mutants: [['OPS-3', ' || (await isLink(file))', '']],
  },
];
