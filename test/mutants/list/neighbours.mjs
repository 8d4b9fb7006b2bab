/**
 * PLAN-2 and MODEL-2: what else goes on in the repository, what was settled on the way, and that the model is told ours in
 * English. [ID, what stands there exactly once, what takes its place]
 */
const LOOK = [
  ['PLAN-2', 'MAX_TASKS = 200', 'MAX_TASKS = 201'],
  ['PLAN-2', 'MAX_TASKS = 200', 'MAX_TASKS = 199'],
  ['PLAN-2', 'MAX_FILES = 20', 'MAX_FILES = 21'],
  ['PLAN-2', 'MAX_TITLE = 200', 'MAX_TITLE = 300'],
  ['PLAN-2', 'rankOf(left) - rankOf(right) ||', ''],
  ['PLAN-2', "if (doing === 'orient') return 2;", ''],
  ['PLAN-2', '.filter((pull) => pull.issue !== issue)', ''],
  ['PLAN-2', 'return nothing;', 'throw error;'],
  ['PLAN-2', 'tools.redact(earlier)', 'earlier'],
];

const FILES = [
  [
    'PLAN-2',
    '...changedAndPlanned(task), ...gathered])].slice(0, MAX_FILES);\n}\n\n/** Everything',
    '...gathered])];\n}\n\n/** Everything',
  ],
  ['PLAN-2', ' || gathering.first.isWhole', ''],
  ['PLAN-2', "if (piece.is === 'lines') return [piece.path];", ''],
  ['PLAN-2', "piece.is === 'hits' ? piece.hits.map(({ path }) => path) : []", '[]'],
  ['PLAN-2', '[first, ...rounds.map(({ found }) => found)]', '[first]'],
];

const EARLIER = [
  ['PLAN-2', 'MAX_TASKS = 3', 'MAX_TASKS = 4'],
  ['PLAN-2', 'MAX_TASKS = 3', 'MAX_TASKS = 2'],
  ['PLAN-2', '2_000 * WEIGHT_OF_TOKEN', '2_100 * WEIGHT_OF_TOKEN'],
  ['PLAN-2', 'story?.repositoryId === repositoryId', 'story !== null'],
  ['PLAN-2', 'changed.filter((path) => wanted.has(path))', 'changed'],
  ['PLAN-2', "...listed('Decisions', decisions),", ''],
  ['PLAN-2', "...listed('Remaining risks', risks),", ''],
];

const READ = [
  ['PLAN-2', '.filter(({ issue }) => issue !== about.issue)', ''],
  ['PLAN-2', "else if (task.stage.is !== 'ended')", 'else'],
  ['PLAN-2', '.filter((id) => !ofIssue.has(id))', ''],
];

const PULLS = [
  ['PLAN-2', "pull.user?.type === 'Bot' &&", ''],
  ['PLAN-2', 'pull.user.login === bot &&', ''],
  ['PLAN-2', '&& pull.head.repo?.id === repo.repositoryId', ''],
  ['PLAN-2', 'isOurs && issue !== null', 'isOurs'],
  ['PLAN-2', 'MAX_PULLS = 20', 'MAX_PULLS = 21'],
  ['PLAN-2', 'MAX_PAGES = 2', 'MAX_PAGES = 3'],
];

const INDEX = [
  ['PLAN-2', "entry['name'] === 'checkpoint'", 'false'],
  ['PLAN-2', "issue.slice(0, issue.lastIndexOf('#'))", 'issue'],
];

const LEARNT = [
  ['MODEL-2', '...decisions.filter(({ text }) => !again.has(text)),', '...decisions,'],
  ['MODEL-2', "(fact.decisions ?? []).filter((text) => text.trim() !== '')", 'fact.decisions'],
  ['PLAN-2', 'return fact.potential_conflicts ?? [];', 'return conflicts;'],
  ['PLAN-2', '[...new Set([...conflicts, ...fact.potential_conflicts])]', 'conflicts'],
];

const TOLD = ['test/context/decisions'];
const ENGLISH = ['test/flow/english-to-model'];

export const NEIGHBOURS = [
  { file: 'src/effects/look-at-neighbours.ts', tests: ['test/task/look-at-neighbours'], mutants: LOOK },
  { file: 'src/plan/files-in-mind.ts', tests: ['test/task/look-at-neighbours'], mutants: FILES },
  { file: 'src/model-calls/earlier-work.ts', tests: ['test/context/earlier-work'], mutants: EARLIER },
  { file: 'src/app/read-neighbours.ts', tests: ['test/queue/active-issues'], mutants: READ },
  {
    file: 'src/queue/active-issues.ts',
    tests: ['test/queue/active-issues'],
    mutants: [['PLAN-2', 'held.repositoryId === repositoryId', 'true']],
  },
  { file: 'src/github/open-pull-requests.ts', tests: ['test/github/open-pull-requests'], mutants: PULLS },
  { file: 'src/history/changed-files.ts', tests: ['test/history/jsonl-store'], mutants: INDEX },
  {
    file: 'src/history/history-index.ts',
    tests: ['test/history/retention'],
    mutants: [['PLAN-4', '[...fileFolders(root, entries), ...foldersOf(first)]', 'foldersOf(first)']],
  },
  {
    file: 'src/history/jsonl-store.ts',
    tests: ['test/history/jsonl-store'],
    mutants: [
      ['PLAN-2', 'await index.addChange([...landmarks, ...stored]);', ''],
      ['PLAN-4', 'await index.addChange(entries); await index.markEnded(taskId);', 'await index.markEnded(taskId);'],
    ],
  },
  {
    file: 'src/history/redis-records.ts',
    tests: ['test/history/redis-store', 'test/history/redis-retention'],
    mutants: [
      ['PLAN-2', "for at = 6, #KEYS do redis.call('zadd', KEYS[at], began, task) end", ''],
      ['PLAN-2', '(landmarks[0] ?? first)?.timestamp', 'first?.timestamp'],
    ],
  },
  { file: 'src/state/evolve-learnt.ts', tests: [...TOLD, 'test/progress/learnt'], mutants: LEARNT },
  {
    file: 'src/state/evolve-planning.ts',
    tests: ['test/task/look-at-neighbours'],
    mutants: [['PLAN-2', "fact.step === 'goal' || stage.is !== 'plan' ? null : task.neighbours", 'task.neighbours']],
  },
  {
    file: 'src/flow/next.ts',
    tests: ['test/task/look-at-neighbours'],
    mutants: [['PLAN-2', 'return neighbours === null ?', 'return false ?']],
  },
  {
    file: 'src/state/evolve-work.ts',
    tests: TOLD,
    mutants: [['MODEL-2', 'nextAction(work, task)', 'nextAction(work, { ...task, decisions: [] })']],
  },
  {
    file: 'src/state/lay-out.ts',
    tests: TOLD,
    mutants: [
      ['MODEL-2', 'enter(turned, staying.length, now)', 'enter(turned, staying.length, { ...now, decisions: [] })'],
    ],
  },
  {
    file: 'src/effects/use-tool.ts',
    tests: ['test/task/tool-results'],
    mutants: [
      ['MODEL-2', 'MAX_DECISIONS = 20', 'MAX_DECISIONS = 21'],
      ['MODEL-2', '.map((text) => tools.redact(text))', ''],
    ],
  },
  {
    file: 'src/flow/questions.ts',
    tests: ENGLISH,
    mutants: [['PLAN-2', 'english === undefined ? {}', 'true ? {}']],
  },
  {
    file: 'src/state/replans.ts',
    tests: ENGLISH,
    mutants: [['PLAN-2', 'return english;', 'return replacedBecause;']],
  },
  {
    file: 'src/state/evolve-replanning.ts',
    tests: ENGLISH,
    mutants: [['PLAN-2', 'english === undefined ? {}', 'true ? {}']],
  },
  {
    file: 'src/state/evolve-work.ts',
    tests: ENGLISH,
    mutants: [['PLAN-2', "versions.map(whyReplaced).at(-1) ?? ''", "versions[0]?.replacedBecause ?? ''"]],
  },
  {
    file: 'src/model-calls/patch-messages.ts',
    tests: ENGLISH,
    mutants: [
      ['PLAN-2', 'oneLine(whyReplaced(version), 400)', 'oneLine(version.replacedBecause, 400)'],
      ['PLAN-2', "result !== 'NOT_MADE'", 'true'],
    ],
  },
  {
    file: 'src/state/question.ts',
    tests: ENGLISH,
    mutants: [
      ['PLAN-2', 'return question.english ?? question;', 'return question;'],
      ['PLAN-2', 'english?.texts ?? question.texts', 'question.texts'],
    ],
  },
  {
    file: 'src/flow/then.ts',
    tests: ENGLISH,
    mutants: [
      ['PLAN-2', 'const { texts, assumptions } = toldModel(question);', 'const { texts, assumptions } = question;'],
    ],
  },
  {
    file: 'src/model-calls/review-messages.ts',
    tests: ENGLISH,
    mutants: [['MODEL-7', "&& review.result !== 'NOT_MADE'", '']],
  },
];
