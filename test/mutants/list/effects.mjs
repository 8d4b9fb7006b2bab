/** What is done, and what people say meanwhile. [ID, what stands there exactly once, what takes its place] */
const ASK_REFLECTION = [
  ['PLAN-1', 'revision === null ? [] : revisionFaults(revision, task)', '[]'],
  ['PLAN-1', 'problems.length > 0 && revises', 'problems.length > 0'],
  ['PLAN-1', "broke: 'rules', problems, evaluation }", "broke: 'rules', problems }"],
  ['PLAN-6', 'if (!isRefusedCall(error)) throw error;', 'throw error;'],
  ['PLAN-6', 'if (!isRefusedCall(error)) throw error;', ''],
];
const REFLECTION_VIEW = [
  ['PLAN-3', 'depth: settings.planning.reflection.depth', "depth: 'moderate'"],
  ['PLAN-3', 'sinceReflection: work.sinceReflection', 'sinceReflection: 1'],
];

const BROKEN_RULES = [
  ['PLAN-1', 'return sketch === null ? [] : divisionFaults(sketch, task);', 'return [];'],
  ['PLAN-1', ': actionPlanFaults(sketch, task);', ': [];'],
];

const COMMENT_TO_FACTS = [
  ['GH-6', "name: 'edited', comment_id", "name: 'given', comment_id"],
  ['GH-6', 'if (knownAnswer(before, item.commentId) !== null) return [];', ''],
  ['GH-6', 'edit === null ? item.text : saysNow(edit, open[0], task)', 'item.text'],
  ['GH-6', 'if (open.length > 0 && text === null) return [];', ''],
  ['GH-6', "question === undefined || question.kind === 'aside'", 'question === undefined'],
  ['GH-6', 'if (!isNewer(item, former)) return [];', ''],
  ['PLAN-2', 'task.said.every(({ comment }) => comment !== commentId)', 'true'],
  ['GH-6', 'open.filter((question) => !isBefore(commentId, question))', 'open'],
  ['GH-6', 'asked.filter((question) => !isBefore(item.commentId, question))', 'asked'],
  [
    'GH-6',
    'if (text === null) return [copied(item.id, { ...edited, text, question_id: first.id, settles: {}, verdict: null })];',
    'if (text === null) return [];',
  ],
];
const ABOUT_PLAN = [
  [
    'GH-2',
    'item.addressed !== false || isAboutPlan ? instructed(item) : []',
    'item.addressed !== false ? instructed(item) : []',
  ],
];

const READ_INBOX = [
  ['GH-6', "item.kind === 'comment' || item.kind === 'correction'", "item.kind === 'comment'"],
  ['GH-6', '      state = followed.task;\n', ''],
  ['GH-6', 'blocking !== null) return blocking.commentId === null;', 'blocking !== null) return false;'],
];
const READ_INBOX_ORDER = [
  [
    'GH-5',
    "const isSteering = ({ kind }: InboxItem) => (kind === 'control' || kind === 'around' || kind === 'attended') && lastStop < 0;",
    'const isSteering = () => false;',
  ],
  ['GH-5', 'isOver ? index <= lastStop : isReadNow(item)', 'isReadNow(item)'],
  ['GH-2', '(task !== null && !takesComments(task))', 'false'],
];

const ASK_PEOPLE = [
  ['PLAN-6', "question.kind === 'intervention' ? { standing: interventionSummary(task, question) } : {}", '{}'],
];
const BROKEN = [
  ['PLAN-6', "if (troubled.effect.kind === 'complete') throw error;", 'throw error;'],
  ['PLAN-6', "if (troubled.effect.kind === 'complete') throw error;", ''],
  ['PLAN-6', ", ...happened.filter(({ type }) => type === 'usage')", ''],
];
const READ_INBOX_BROKEN = [
  ['PLAN-6', 'if (task === null || isTaskOver(task)) return heard();', 'return heard();'],
  ['PLAN-6', 'moment).facts, read: [] }', 'moment).facts, read: items }'],
];

const asks = (...names) => names.map((name) => `test/questions/${name}`);
const ASKS = asks(
  'asides',
  'beyond-the-limit',
  'confirmations',
  'edited-answers',
  'answers-that-meet',
  'too-many-questions',
);
const task = (...names) => names.map((name) => `test/task/${name}`);

const EVIDENCE = [
  [
    'PLAN-2',
    'if (!isThere(path)) return isPath ? [`${path} is not in the repository.`] : [];',
    'if (!isThere(path)) return [];',
  ],
  ['PLAN-2', 'line > most || line < 1', 'false'],
  ['PLAN-2', 'beginning === plain ? whole : [...whole, ...citedAs(beginning)]', 'whole'],
];

const READ_GOAL = [
  ['PLAN-2', '!problems.some((one) => one.startsWith(INVENTED))', 'problems.length > 0'],
  ['PLAN-2', 'if (faults.length > 0)', 'if (false)'],
  ['PLAN-2', 'places === 0 && !isAskedFor', '!isAskedFor'],
];

const DENIED = ['test/context/denied'];

export const EFFECTS = [
  {
    file: 'src/effects/use-tool.ts',
    tests: DENIED,
    mutants: [
      ['EXEC-2', 'withDenied(how, command)', 'how'],
      ['GH-7', '...(command.denied === undefined ? {} : { denied: command.denied }),', ''],
    ],
  },
  {
    file: 'src/effects/command.ts',
    tests: DENIED,
    mutants: [['EXEC-2', '...(result.denied === undefined ? {} : { denied: result.denied }),', '']],
  },
  {
    file: 'src/state/evolve-denied.ts',
    tests: DENIED,
    mutants: [
      ['GH-7', '.slice(0, MOST)', ''],
      ['GH-7', "fact.name === 'setup' || ", ''],
      ['GH-7', "filter(({ host }) => host !== '')", 'filter(() => true)'],
    ],
  },
  {
    file: 'src/sandbox/denied-list.ts',
    tests: ['test/sandbox/denied-list'],
    mutants: [
      ['EXEC-2', "hostLike.test(asked) ? asked : ''", 'asked'],
      ['EXEC-2', 'known.has(key) || ', ''],
      ['EXEC-2', ' || known.size >= mostCounted', ''],
      ['EXEC-2', 'if (told.length < most) ', ''],
      ['EXEC-2', '      known.clear();\n', ''],
    ],
  },
  {
    file: 'src/sandbox/agent/starter.cjs',
    tests: ['test/sandbox/starter'],
    mutants: [
      ['QUAL-1', 'next < begun + ahead', 'next <= begun + ahead'],
      ['QUAL-1', 'run.error !== null', 'false'],
      ['EXEC-5', '.isFIFO()', '.isFIFO() !== null'],
      ['EXEC-5', "state === 'T' || ", ''],
      ['EXEC-5', 'exited({ isUnknown: true })', 'exited({ exitCode: 0 })'],
      ['EXEC-5', 'void waitFor(pid).then(', 'void Promise.resolve().then('],
    ],
  },
  {
    file: 'src/sandbox/agent/watch.cjs',
    tests: ['test/sandbox/watch'],
    mutants: [['EXEC-2', 'setTimeout(() => setImmediate(look), drainLookMs)', 'setTimeout(() => look(), drainLookMs)']],
  },
  {
    file: 'src/sandbox/agent/starter.pl',
    tests: ['test/sandbox/starter'],
    mutants: [
      ['QUAL-1', '  syscall($call{setsid});\n', ''],
      ['QUAL-1', '  setpriority(0, 0, $niceness);\n', ''],
      ['QUAL-1', '    syscall($call{rt_sigprocmask}, 2, $none, 0, 8);\n', ''],
      ['EXEC-5', "pack('Q', ~0)", "pack('Q', 1 << 16)"],
    ],
  },
  {
    file: 'src/sandbox/agent/processes.cjs',
    tests: ['test/sandbox/starter'],
    mutants: [
      ['QUAL-1', ' || pid === starter', ''],
      ['QUAL-1', "'SIGKILL', round > 0", "'SIGKILL', true"],
    ],
  },
  {
    file: 'src/drive/label-keeper.ts',
    tests: ['test/progress/label-keeper'],
    mutants: [
      ['GH-8', ' || task.retry !== null', ''],
      ['GH-8', '(tried ?? task.label)', 'tried'],
      ['GH-8', 'if (!(await tools.isOurs())) break;', ''],
      ['GH-8', '      told = [];\n', ''],
    ],
  },
  {
    file: 'src/github/labels.ts',
    tests: ['test/github/labels'],
    mutants: [
      ['GH-8', 'if (!unwanted.has(name.toLowerCase())) continue;', 'if (!unwanted.has(name)) continue;'],
      ['GH-8', 'await ensureLabel(api, repo, label);', ''],
      ['GH-8', '|| !/already_exists/.test(error.message)', ''],
    ],
  },
  { file: 'src/effects/check-evidence.ts', tests: task('already-done'), mutants: EVIDENCE },
  { file: 'src/effects/read-planning-answer.ts', tests: task('already-done'), mutants: READ_GOAL },
  { file: 'src/effects/ask-people.ts', tests: task('interventions'), mutants: ASK_PEOPLE },
  { file: 'src/drive/attempt.ts', tests: task('rules-that-break'), mutants: BROKEN },
  { file: 'src/drive/read-inbox.ts', tests: task('rules-that-break'), mutants: READ_INBOX_BROKEN },
  { file: 'src/effects/ask-judgement.ts', tests: task('reflecting', 'closed-decisions'), mutants: ASK_REFLECTION },
  { file: 'src/model-calls/reflection-view.ts', tests: task('reflecting'), mutants: REFLECTION_VIEW },
  { file: 'src/effects/rule-faults.ts', tests: task('broken-rules'), mutants: BROKEN_RULES },
  { file: 'src/drive/comment-to-facts.ts', tests: ASKS, mutants: COMMENT_TO_FACTS },
  { file: 'src/drive/comment-to-facts.ts', tests: task('approving'), mutants: ABOUT_PLAN },
  {
    file: 'src/drive/comment-to-facts.ts',
    tests: ['test/flow/plan-shown.test.ts'],
    mutants: [
      ['P11', ' && isMeantForIt(item, first)', ''],
      ['P11', 'return isExplained(task, first) ? []', 'return false ? []'],
    ],
  },
  {
    file: 'src/requests/answer-command.ts',
    tests: ['test/queue/answer-command.test.ts'],
    mutants: [['P11', 'if (isBefore(comment, asked)) return false;', '']],
  },
  {
    file: 'src/drive/read-inbox.ts',
    tests: [...ASKS, ...task('arrivals', 'arrivals-while-asking')],
    mutants: READ_INBOX,
  },
  {
    file: 'src/drive/read-inbox.ts',
    tests: [...task('arrivals', 'late-comments', 'pausing'), 'test/queue/arrivals'],
    mutants: READ_INBOX_ORDER,
  },
];
