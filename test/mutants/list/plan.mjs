/** PLAN-1 and PLAN-3: what a plan must keep, and how finely work is divided. [ID, what stands there exactly once, what takes its place] */
const DECOMPOSITION = [
  ['PLAN-1', 'filter((id) => !known.has(id)))]', 'filter(() => false))]'],
  ['PLAN-1', 'repeated(ids).map', '[].map'],
  ['PLAN-1', 'unknownIn((subtask) => subtask.dependencies).map', '[].map'],
  ['PLAN-1', 'findCycles(subtasks).map', '[].map'],
  ['PLAN-1', 'unknownIn(parentOf).map', '[].map'],
  [
    'PLAN-1',
    'findCycles(subtasks.map((subtask) => ({ id: subtask.id, dependencies: parentOf(subtask) }))).map',
    '[].map',
  ],
  ['PLAN-3', 'subtasks.length > maxSubtasks', 'subtasks.length > maxSubtasks + 1'],
  ['PLAN-3', 'subtasks.length > maxSubtasks', 'subtasks.length >= maxSubtasks'],
  ['PLAN-1', "parent === undefined || parent === ''", 'parent === undefined'],
];

const CYCLES = [
  ['PLAN-1', 'cycles.push(shortened(path, place))', 'cycles.length === 0 && cycles.push(shortened(path, place))'],
  ['PLAN-1', 'cycles.push(shortened(path, place))', 'void 0'],
  ['PLAN-1', 'const known = needs.get(id) ?? new Set();', 'const known = new Set();'],
];

const FAULTS = [
  ['PLAN-1', 'MAX_FAULTS = 20', 'MAX_FAULTS = 19'],
  ['PLAN-1', 'MAX_FAULTS = 20', 'MAX_FAULTS = 21'],
  ['PLAN-1', '!seen.has(fault) && seen.add(fault)', 'seen.add(fault)'],
  ['PLAN-1', 'return left === 0 ? told :', 'return true ? told :'],
  ['PLAN-1', 'left === 0 || share >= count', 'left === 0'],
  ['PLAN-1', '.map((fault) => cutText(fault, MAX_FAULT_CHARACTERS))', ''],
];

const TEXTS = [
  ['PLAN-1', 'MAX_ID_CHARACTERS = 100', 'MAX_ID_CHARACTERS = 101'],
  ['PLAN-1', 'MAX_ID_CHARACTERS = 100', 'MAX_ID_CHARACTERS = 99'],
  ['PLAN-1', 'MAX_DESCRIPTION_CHARACTERS = 4_000', 'MAX_DESCRIPTION_CHARACTERS = 4_001'],
  ['PLAN-1', 'MAX_CRITERIA = 200', 'MAX_CRITERIA = 199'],
  ['PLAN-1', 'repeated(criteria.map(({ id }) => id)).map', '[].map'],
  ['PLAN-1', '|| !VISIBLE.test(id)', ''],
  ['PLAN-1', "normalize('NFKC').", ''],
  ['PLAN-1', '.toLowerCase()', ''],
];

const ACTIONS = [
  ['PLAN-1', '    .filter((id) => !known.has(id))', '    .filter(() => false)'],
  ['PLAN-1', "...(acted.has(id) ? ['actions'] : [])", ''],
  ['PLAN-1', 'new Set([...ordered, ...acted])', 'new Set(ordered)'],
  ['PLAN-1', 'repeated(order.filter((id) => known.has(id))).map', '[].map'],
  ['PLAN-1', 'repeated(order.filter((id) => known.has(id)))', 'repeated(order)'],
  ['PLAN-1', 'outOfOrder(order, decomposition, done).map', '[].map'],
  ['PLAN-1', 'missingTools(plan.actions, tools).map', '[].map'],
  ['PLAN-1', 'unavailableTypes(plan.actions).map', '[].map'],
  ['PLAN-1', 'environments.includes(environment.name)', 'true'],
  ['PLAN-1', 'place(id) > place(subtask.id)', 'place(id) < place(subtask.id)'],
  ['PLAN-1', 'known.has(id) && !done.has(id) ? order.length : -1', '-1'],
  ['PLAN-1', ' && !done.has(id) ?', ' ?'],
  ['PLAN-1', "type !== 'tool_call' && type !== 'ask_human'", "type !== 'tool_call'"],
  ['PLAN-1', "type === 'tool_call' && tool !== ''", "tool !== ''"],
  ['PLAN-1', "tool !== '' && !tools.includes(tool)", '!tools.includes(tool)'],
];

const SKETCHED = [
  ['PLAN-1', 'const Names = z.array(Name).catch([]);', "const Names = z.array(Name).catch(['?']);"],
  ['PLAN-1', 'id: Name, description: Text', "id: Name.catch('?'), description: Text"],
  ['PLAN-1', 'name: z.string().optional().catch(undefined)', "name: z.string().optional().catch('?')"],
];

const ORDER = [
  ['PLAN-1', '...afterTheirDependencies(subtasks.filter((subtask) => !named.includes(subtask.id)))', ''],
  ['PLAN-1', '!subtask.dependencies.some((id) => waiting.has(id))', 'true'],
  ['PLAN-1', 'own.length > 0 || !subtasks.some((one) => one.id === id) ? own : [id]', 'own'],
];

const STRATEGY = [
  ['PLAN-3', '; each of its steps names it in `parent_id`', ''],
  ['PLAN-3', '- Leave `dependencies` empty everywhere.', '- Leave nothing empty.'],
  ['PLAN-3', '\n- Leave `reasoning` empty.', ''],
];

const STRATEGY_RULES = [
  ['PLAN-3', 'MAX_LEVELS = 3', 'MAX_LEVELS = 4'],
  ['PLAN-3', 'MAX_LEVELS = 3', 'MAX_LEVELS = 2'],
  ['PLAN-3', 'FEW = 3', 'FEW = 4'],
  ['PLAN-3', 'FEW = 3', 'FEW = 2'],
  ['PLAN-3', ' && !mayBeFlat', ''],
  ['PLAN-3', "strategy === 'hierarchical' && isFlat", 'isFlat'],
  ['PLAN-3', "reasoning: '', subtasks: asList", 'reasoning: division.reasoning, subtasks: asList'],
  ['PLAN-3', '{ ...subtask, dependencies: [] }', 'subtask'],
  ['PLAN-3', 'afterTheirDependencies(subtasks).flatMap((id)', 'subtasks.flatMap(({ id })'],
  ['PLAN-3', ' || needs(whole, id, name)', ''],
  ['PLAN-3', 'subtasks: afterTheirParts(division.subtasks)', 'subtasks: division.subtasks'],
];

const LARGE = [
  ['REPLAN-2', 'MANY_SUBTASKS = 10', 'MANY_SUBTASKS = 11'],
  ['REPLAN-2', 'MANY_SUBTASKS = 10', 'MANY_SUBTASKS = 9'],
  ['REPLAN-2', " || subtasks.some((one) => one.estimated_complexity === 'high')", ''],
  ['PLAN-3', "review.plan === 'auto' && isLarge(plan)", "review.plan === 'auto'"],
  ['PLAN-3', "review.plan === 'auto' && isLarge(plan)", 'review.plan !== false && isLarge(plan)'],
  ['PLAN-3', 'settings.review.plan === true ||', ''],
];
const TOLD_NOT_MADE = [['PLAN-3', "isNotMade(task, 'plan') ? reviewPart(task, 'plan') : '', ", '']];
const TOLD_AT_END = [['PLAN-3', " || isNotMade(task, 'plan') ?", ' ?']];

const CHANGES = [
  ['PLAN-1', "type: 'add_action', details", "type: 'modify_action', details"],
  ['PLAN-1', "type: 'remove_action', details", "type: 'modify_action', details"],
  ['PLAN-1', "type: 'modify_action', details", "type: 'add_action', details"],
  ['PLAN-1', '!earlier.has(key)', 'earlier.has(key)'],
  ['PLAN-1', '!later.has(key)', 'later.has(key)'],
  ['PLAN-1', 'earlier.has(key) && JSON.stringify(earlier.get(key)) !== JSON.stringify(action)', 'earlier.has(key)'],
];

const DESCRIBED = [
  ['PLAN-2', 'MAX_LISTED = 2_000', 'MAX_LISTED = 2_001'],
  ['PLAN-2', 'MAX_LISTED = 2_000', 'MAX_LISTED = 1_999'],
  ['MODEL-6', 'MOST_PATHS = 50', 'MOST_PATHS = 51'],
  ['MODEL-6', 'MOST_PATHS = 50', 'MOST_PATHS = 49'],
  ['PLAN-2', 'MAX_FOLDERS = 120', 'MAX_FOLDERS = 121'],
  ['PLAN-2', 'MAX_FOLDERS = 120', 'MAX_FOLDERS = 119'],
  ['PLAN-2', 'b - a)', 'a - b)'],
  ['PLAN-2', 'folders.size > MAX_FOLDERS ?', 'false ?'],
  ['PLAN-2', '...atTop.slice(0, MAX_LISTED)', '...atTop'],
  ['PLAN-2', 'Math.min(2, parts.length - 1)', 'Math.min(1, parts.length - 1)'],
];

const NESTED_RULES = [
  ['PLAN-2', "path.includes('/') && !path.startsWith('.github/')", "path.includes('/')"],
  ['PLAN-2', "path.includes('/') && !path.startsWith('.github/')", "!path.startsWith('.github/')"],
  ['PLAN-2', '!shown.has(path) &&', ''],
  ['PLAN-2', "touched.some((text) => names(text, path.slice(0, path.lastIndexOf('/'))))", 'true'],
  ['PLAN-2', '!/[\\w-]/.test(before) &&', ''],
];

const READ_RULES = [
  ['PLAN-2', "['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']", "['AGENTS.md', 'GEMINI.md']"],
  ['PLAN-2', "['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']", "['CLAUDE.md', 'GEMINI.md']"],
  ['PLAN-2', "['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']", "['AGENTS.md', 'CLAUDE.md']"],
  ['PLAN-2', "RULES_AT_TOP = '.github/copilot-instructions.md'", "RULES_AT_TOP = 'copilot-instructions.md'"],
  ['PLAN-2', '100 * 1024', '101 * 1024'],
  ['PLAN-2', '100 * 1024', '99 * 1024'],
  ['PLAN-2', '500 * 1024', '501 * 1024'],
  ['PLAN-2', '500 * 1024', '499 * 1024'],
  ['PLAN-2', "if (whole) return content.toString('utf8');", ''],
  ['PLAN-2', 'if (content.includes(0)) return null;', ''],
  ['PLAN-2', "['node_modules', 'vendor']", '[]'],
];

const KEPT = [
  ['PLAN-5', 'if (done.has(planned.taskId)) return false;', ''],
  ['PLAN-5', "status === 'success' || (", "status === 'success' && ("],
  ['PLAN-9', ' && !again.has(taskId)', ''],
  ['PLAN-9', '[taskId, description, planned]', '[taskId, planned]'],
  ['PLAN-9', '[taskId, description, planned]', '[taskId, description]'],
  ['PLAN-5', '?.shift()', '?.at(0)'],
];

const KEPT_DONE = [
  ['REPLAN-7', 'work.actions.flatMap(({ taskId }, at) => (done.has(taskId) ? [at] : []))', '[]'],
  ['REPLAN-7', 'places.filter(({ taskId }) => !done.has(taskId))', 'places'],
  ['EXEC-5', 'kept.filter((at) => at < checkpoint.action).length', 'kept.length'],
];

const LEFT_BEHIND = [
  ['PLAN-9', 'for (const one of seen) for (const before', 'for (const one of [id]) for (const before'],
  ['REPLAN-3', '!actions.some((action) => action.task_id === id)', 'true'],
  ['REPLAN-3', '!actions.some((action) => action.task_id === id)', 'false'],
];
const LEFT_BY_WORK = [
  ['REPLAN-3', ' && !ahead.has(action.taskId)', ''],
  ['REPLAN-3', "action.status !== 'success' && !ahead", '!ahead'],
];
const ACCEPTED = [
  ['REPLAN-3', "kind === 'partial' && stage.is === 'work' && work !== null ? leftBehind(work) : []", '[]'],
  ['REPLAN-3', "kind === 'partial' && stage.is === 'work'", "stage.is === 'work'"],
  ['REPLAN-3', '...leftSo(acceptedIn(task, kind)), ', ''],
];
const KEPT_LEFT = [
  ['REPLAN-3', ', ...stillLeft(left, plan.action_plan)', ''],
  ['PLAN-1', ', ...stillLeft(leftBehind(work), plan.action_plan)', ''],
];
const BEYOND = [
  ['REPLAN-7', 'MAX_ADDED = 10', 'MAX_ADDED = 11'],
  ['REPLAN-7', ".filter((text) => text.trim() !== '').slice(MAX_ADDED)", '.slice(MAX_ADDED)'],
];
const BEYOND_TOLD = [['REPLAN-7', ', ...(beyond.length === 0 ? [] : [leftForLater(beyond)])', '']];
const BEYOND_SHOWN = [['REPLAN-7', 'beyondMost(additional)', '[]']];
const CHECKED_LEFT = [['REPLAN-3', ', ...stillLeft(stage.leftBehind, value.action_plan)', '']];
const LEFT_IN_STATE = [['REPLAN-3', 'left_behind ?? before?.leftBehind ?? []', 'left_behind ?? []']];

const REVISES = [
  ['EXEC-7', 'REVISED_FAILS = 3', 'REVISED_FAILS = 4'],
  ['EXEC-7', 'REVISED_FAILS = 3', 'REVISED_FAILS = 2'],
];

const FEEDBACK = [
  ['MODEL-4', 'if (NOTHING.test(sentence)) return true;', ''],
  ['MODEL-4', 'PRAISE.some((praise) => praise.test(sentence)) && ', ''],
  ['MODEL-4', '!FAULT.test(rest) && ', ''],
  ['MODEL-4', ' && !FAULT_JA.test(rest)', ''],
  ['MODEL-4', "sentence.replace(FAULTLESS, '')", 'sentence'],
  ['MODEL-4', ".replace(VERDICT, '\\n')", ''],
];

const NAMES = [
  ['PLAN-2', 'MAX_FILES = 40', 'MAX_FILES = 41'],
  ['PLAN-2', 'MAX_SYMBOLS = 20', 'MAX_SYMBOLS = 21'],
  ['PLAN-2', '|| OF_OTHERS.test(path) ?', '?'],
  ['PLAN-2', 'ADDRESS.test(before) ? pathOfAddress(written) : written', 'written'],
  ['PLAN-2', 'if (shown !== undefined) return shown;', ''],
  ['PLAN-2', 'if (LOOKS_LIKE_CODE.test(word))', 'if (true)'],
];

export const PLAN = [
  { file: 'src/environments/names-in-text.ts', tests: ['test/plan/names-in-text'], mutants: NAMES },
  { file: 'src/plan/large-plan.ts', tests: ['test/plan/large-plan'], mutants: LARGE },
  { file: 'src/comments/progress-comment.ts', tests: ['test/plan/large-plan'], mutants: TOLD_NOT_MADE },
  { file: 'src/comments/result-comment.ts', tests: ['test/plan/large-plan'], mutants: TOLD_AT_END },
  { file: 'src/plan/strategy-rules.ts', tests: ['test/plan/strategy-rules'], mutants: STRATEGY_RULES },
  { file: 'src/plan/plan-changes.ts', tests: ['test/plan/additional-work'], mutants: BEYOND },
  { file: 'src/flow/plan-again.ts', tests: ['test/plan/additional-work'], mutants: BEYOND_TOLD },
  { file: 'src/comments/notices.ts', tests: ['test/plan/additional-work'], mutants: BEYOND_SHOWN },
  {
    file: 'src/plan/action-order.ts',
    tests: ['test/plan/left-behind', 'test/plan/patch/apply-patch', 'test/plan/strategy-rules'],
    mutants: LEFT_BEHIND,
  },
  { file: 'src/plan/action-order.ts', tests: ['test/plan/left-behind'], mutants: LEFT_BY_WORK },
  { file: 'src/flow/plan-again.ts', tests: ['test/plan/left-behind'], mutants: ACCEPTED },
  { file: 'src/flow/adopt-plan.ts', tests: ['test/plan/left-behind'], mutants: KEPT_LEFT },
  { file: 'src/effects/rule-faults.ts', tests: ['test/plan/left-behind'], mutants: CHECKED_LEFT },
  { file: 'src/state/evolve-planning.ts', tests: ['test/plan/left-behind'], mutants: LEFT_IN_STATE },
  { file: 'src/plan/review-feedback.ts', tests: ['test/plan/review-feedback'], mutants: FEEDBACK },
  { file: 'src/plan/action-order.ts', tests: ['test/plan/kept-actions.test'], mutants: KEPT },
  {
    file: 'src/plan/action-order.ts',
    tests: [
      'test/task/boxes-after-replans',
      'test/plan/kept-actions.test',
      'test/plan/left-behind',
      'test/flow/reviews-and-replans',
    ],
    mutants: KEPT_DONE,
  },
  { file: 'src/flow/verification.ts', tests: ['test/task/review-cycle'], mutants: REVISES },
  { file: 'src/plan/check-decomposition.ts', tests: ['test/plan/check-'], mutants: DECOMPOSITION },
  { file: 'src/plan/check-texts.ts', tests: ['test/plan/check-'], mutants: TEXTS },
  { file: 'src/plan/check-decomposition.ts', tests: ['test/plan/check-'], mutants: CYCLES },
  { file: 'src/plan/faults.ts', tests: ['test/plan/faults', 'test/plan/check-'], mutants: FAULTS },
  { file: 'src/plan/check-action-plan.ts', tests: ['test/plan/check-'], mutants: ACTIONS },
  { file: 'src/model-calls/sketch-answer.ts', tests: ['test/task/broken-rules'], mutants: SKETCHED },
  { file: 'src/plan/action-order.ts', tests: ['test/plan/check-'], mutants: ORDER },
  {
    file: 'src/model-calls/plan-schemas.ts',
    tests: ['test/context/strategy'],
    mutants: [['PLAN-3', 'SubtaskSchema.omit({ parent_id: true })', 'SubtaskSchema']],
  },
  { file: 'prompts/strategies.md', tests: ['test/context/strategy'], mutants: STRATEGY },
  { file: 'src/plan/plan-changes.ts', tests: ['test/plan/changes'], mutants: CHANGES },
  { file: 'src/environments/describe-repository.ts', tests: ['test/plan/detect'], mutants: DESCRIBED },
  { file: 'src/plan/rules-in-folders.ts', tests: ['test/context/begun-anew'], mutants: NESTED_RULES },
  {
    file: 'src/git/fetch-from-github.ts',
    tests: ['test/git/fetch'],
    mutants: [
      ['PLAN-2', 'readSnapshot(repository, startSha)', 'readSnapshot(repository, baseSha)'],
      ['PLAN-2', 'projectRules: rules.projectRules', 'projectRules: tree.projectRules'],
    ],
  },
  { file: 'src/git/read-snapshot.ts', tests: ['test/git/project-rules'], mutants: READ_RULES },
];
