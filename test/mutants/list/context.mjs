/** What the model is told: earlier tasks, the depth of a reflection. [ID, what stands there exactly once, what takes its place] */
const EARLIER = [
  ['PLAN-2', '90 * 24', '91 * 24'],
  ['PLAN-2', '90 * 24', '89 * 24'],
  ['PLAN-2', 'MAX_TASKS = 3', 'MAX_TASKS = 4'],
  ['PLAN-2', 'MAX_TASKS = 3', 'MAX_TASKS = 2'],
  ['PLAN-2', 'MAX_WEIGHT = 8_000 *', 'MAX_WEIGHT = 8_200 *'],
  ['PLAN-2', 'MAX_WEIGHT = 8_000 *', 'MAX_WEIGHT = 7_800 *'],
  ['PLAN-2', 'right.startedAt - left.startedAt', 'left.startedAt - right.startedAt'],
  ['PLAN-2', '.filter((story) => story.endedAt >= now - MAX_AGE_MS)', ''],
];

const WEIGHT = [['PLAN-2', '? 1 : WEIGHT_OF_TOKEN', '? 1 : 1']];
const WITHIN = [['PLAN-2', 'if (weight > maxWeight)', 'if (false)']];

const STORY = [
  ['PLAN-2', '[...missing, ...openFindings(task).map(({ text }) => text)]', 'missing'],
  ['PLAN-1', 'results.length > 0 ? ', 'true ? '],
  ['PLAN-1', "if (results.includes('failure')) return 'failed';", ''],
  ['REPLAN-7', 'reading.results = new Map();', ''],
  ['REPLAN-7', '[...reading.results].filter(([id]) => done.has(id))', '[]'],
  ['REPLAN-7', 'revisions: story.revisions + 1', 'revisions: story.revisions'],
];

/** What was done on an earlier plan, for whoever makes or judges the next. */
const SO_FAR = [
  ['REPLAN-2', "stage.is !== 'plan' || work === null", "stage.is !== 'plan' || work !== null"],
  ['REPLAN-2', 'stage.keepsDone ? ', 'false ? '],
  ['REPLAN-2', '!isOver(task_id)', 'true'],
];

/** What a later task takes over from an earlier one that it goes on from. */
const TAKEN_OVER = [
  ['PLAN-2', 'fetched.snapshot.startSha === fetched.snapshot.branchSha ?', 'true ?'],
  ['PLAN-2', ' || request.pullRequest === undefined', ''],
];

const REFLECTION = [
  ['PLAN-3', "case 'deep':\n      return finished.length;", "case 'deep':\n      return Math.min(finished.length, 1);"],
  ['PLAN-3', 'Math.min(finished.length, Math.max(1, sinceReflection))', 'finished.length'],
  ['PLAN-3', 'Math.min(finished.length, Math.max(1, sinceReflection))', '1'],
  ['PLAN-3', 'Math.min(finished.length, 1)', 'finished.length'],
  ['PLAN-1', '`reflection-parts/${view.afterwards}`', "'reflection-parts/may_revise'"],
  ['PLAN-1', '`reflection-parts/${view.afterwards}`', "'reflection-parts/decided_next'"],
];

const PLANNING = [
  ['PLAN-3', '`strategies/${strategy}`', "'strategies/simple'"],
  ['PLAN-3', '`levels/${level}`', "'levels/detailed'"],
  ['PLAN-3', 'String(settings.maxSubtasks)', "'100'"],
];

const SUBTASK_FACTS = [
  ['PLAN-1', '`complexity ${subtask.estimated_complexity}`', "''"],
  ['PLAN-1', "...known('needs', tools.join(', ')),", ''],
  ['PLAN-1', "...known('phase', phase),", ''],
  ['PLAN-1', '...suggested(subtask.suggested_impl),', ''],
];
const FITS = [
  ['MODEL-6', 'if (size <= maxBytes) return question;', 'return question;'],
  ['MODEL-6', 'Math.max(0, maxBytes - ours)', 'maxBytes'],
  ['MODEL-3', 'MAX_HALVINGS = 3', 'MAX_HALVINGS = 2'],
  ['MODEL-3', 'MAX_HALVINGS = 3', 'MAX_HALVINGS = 4'],
];

/** What is said to the model is so, and what it is asked for can be answered. */
const ASKED = [
  {
    file: 'src/model-calls/surroundings.ts',
    tests: ['test/prompts/what-is-so'],
    mutants: [
      ['MODEL-2', "network.mode === 'allowlist'", 'true'],
      ['MODEL-2', "network.hosts.map((host) => `, ${host}`).join('')", "''"],
      ['MODEL-2', 'ownImages.includes(name) ? undefined : ', ''],
      ['MODEL-2', "sandbox/${known ?? 'unknown'}", 'sandbox/unknown'],
      ['REPLAN-5', 'String(Math.min(SURE, minConfidence))', 'String(minConfidence)'],
      ['REPLAN-5', 'return confirmsLowConfidence\n', 'return true\n'],
    ],
  },
  {
    file: 'src/app/task-settings.ts',
    tests: ['test/prompts/what-is-so'],
    mutants: [
      ['MODEL-2', '!isBuiltIn(name, image)', 'false'],
      ['MODEL-2', 'hosts: settings.sandbox.network.allow', 'hosts: []'],
    ],
  },
  {
    file: 'src/model-calls/action-parts.ts',
    tests: ['test/prompts/what-is-so'],
    mutants: [
      ['MODEL-7', "boundedText('action', words.join('\\n'), { nonce, maxBytes: MAX_BYTES })", "words.join('\\n')"],
    ],
  },
  {
    file: 'src/model-calls/offered-schema.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [
      ['MODEL-2', " || (isNode(property) && property['isAsked'] === true)", ''],
      ['MODEL-2', 'default: _default, ', ''],
      ['REPLAN-1', "node['isAsked'] === true ? withoutNull(node) : node", 'node'],
      ['REPLAN-1', "node['isAsked'] === true ? withoutNull(node) : node", 'withoutNull(node)'],
      ['MODEL-2', 'maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER', 'maximum !== undefined'],
    ],
  },
  {
    file: 'src/model-calls/asked-decisions.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [
      ['REPLAN-1', 'ReplanTypeSchema.extract(types)', 'ReplanTypeSchema'],
      ['REPLAN-1', '  error_classification: true,\n', ''],
      ['REPLAN-1', "['none', 'plan_revision']", "['none', 'plan_revision', 'partial_replan']"],
    ],
  },
  {
    file: 'src/effects/ask-judgement.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [
      ['REPLAN-1', 'DECISION_TOOLS[effect.point]', "DECISION_TOOLS['reflection']"],
      ['PLAN-1', "view.afterwards === 'may_revise' ?", 'true ?'],
    ],
  },
  {
    file: 'src/model-calls/said-block.ts',
    tests: ['test/context/said-block'],
    mutants: [
      ['PLAN-2', 'ASKED = 2_000', 'ASKED = 200'],
      ['PLAN-2', 'asked: one.asked === one.text ? text : ', 'asked: '],
    ],
  },
  {
    file: 'src/model-calls/said-block.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [['PLAN-1', "isNew(one) ? NEW : ''", "''"]],
  },
  {
    file: 'src/model-calls/reflection-messages.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [['PLAN-1', '!view.said.some((one) => isIn(seen, one))', 'true']],
  },
  {
    file: 'src/effects/ask-next-step.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [
      [
        'REPLAN-9',
        'replanning.enabled ? actionTools : actionToolsWithoutReplans',
        'replanning.enabled ? actionTools : actionTools',
      ],
    ],
  },
  {
    file: 'src/model-calls/decision-messages.ts',
    tests: ['test/context/findings-everywhere'],
    mutants: [['MODEL-6', "room(7_500), 'results')", 'room(8_000))']],
  },
  {
    file: 'src/model-calls/review-messages.ts',
    tests: ['test/context/findings-everywhere'],
    mutants: [['MODEL-6', '{ ...action, issues: [] }', 'action']],
  },
  {
    file: 'src/model-calls/reflection-view.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [['PLAN-1', "work.judging?.carried === undefined ? 'decided_next' : 'decided'", "'decided_next'"]],
  },
  {
    file: 'src/state/select.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [['PLAN-1', 'work?.commentsReflected ?? 0', 'work?.commentsReflected ?? work?.commentsShown ?? 0']],
  },
  {
    file: 'src/model-calls/decision-history.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [['REPLAN-2', "task_decomposition: ['decomposition']", "task_decomposition: ['partial']"]],
  },
  {
    file: 'src/model-calls/work-blocks.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [['REPLAN-2', ' has to print ${oneLine(output, 200)}', '']],
  },
  {
    file: 'src/model-calls/planning-messages.ts',
    tests: ['test/prompts/what-is-asked'],
    mutants: [['PLAN-1', 'notes.length === 0 ? block : ', 'true ? block : ']],
  },
];

const CATALOGUE = [
  ['MODEL-7', 'if (!declared.includes(name))', 'if (false)'],
  ['MODEL-7', 'if (found.has(name))', 'if (false)'],
  ['MODEL-7', 'const missing = declared.filter((name) => !found.has(name));', 'const missing = [];'],
  ['MODEL-7', '.split(/^## /m).slice(1)', '.split(/^## /m)'],
  [
    'MODEL-7',
    'checkPlaceholders(name as PromptName, name === file ?',
    'if (name === file) checkPlaceholders(name, name === file ?',
  ],
];

export const CONTEXT = [
  { file: 'src/model-calls/catalogue.ts', tests: ['test/prompts/catalogue'], mutants: CATALOGUE },
  {
    file: 'src/model-calls/ask-structured.ts',
    tests: ['test/calls/not-called'],
    mutants: [['MODEL-3', 'reading.ok || reading.problems.length > 0', 'reading']],
  },
  { file: 'src/model-calls/subtask-facts.ts', tests: ['test/context/subtask-facts'], mutants: SUBTASK_FACTS },
  { file: 'src/model-calls/fit-question.ts', tests: ['test/calls/fit-question'], mutants: FITS },
  {
    file: 'src/model-calls/ask-structured.ts',
    tests: ['test/calls/fit-question'],
    mutants: [
      ['MODEL-3', ' || !error.tooLong', ''],
      ['MODEL-3', 'halvings = shortened', 'halvings = 0'],
      ['MODEL-3', 'stopped !== FULL', 'true'],
    ],
  },
  {
    file: 'src/state/lay-out.ts',
    tests: ['test/context/subtask-facts'],
    mutants: [['PLAN-1', 'one.task_id === id', 'false']],
  },
  {
    file: 'src/model-calls/plan-schemas.ts',
    tests: ['test/calls/calls'],
    mutants: [
      [
        'PLAN-1',
        '.refine(({ length }) => length > 0, `${NOT_EMPTY}: say by',
        '.refine(() => true, `${NOT_EMPTY}: say by',
      ],
      ['PLAN-1', "texts.some((text) => text.trim() !== '')", 'true'],
    ],
  },
  {
    file: 'src/comments/open-questions.ts',
    tests: ['test/progress/while-asking'],
    mutants: [['GH-5', 'from > 0 && left >= (open[from - 1]?.length ?? 0)', 'from > 0']],
  },
  { file: 'src/model-calls/earlier-tasks.ts', tests: ['test/context/earlier-tasks'], mutants: EARLIER },
  { file: 'src/ports/token-weight.ts', tests: ['test/context/earlier-tasks'], mutants: WEIGHT },
  { file: 'src/model-calls/bounded.ts', tests: ['test/context/earlier-tasks'], mutants: WITHIN },
  { file: 'src/model-calls/work-so-far.ts', tests: ['test/context/work-so-far'], mutants: SO_FAR },
  { file: 'src/effects/look-at-repository.ts', tests: ['test/task/look-at-repository'], mutants: TAKEN_OVER },
  {
    file: 'src/plan/action-order.ts',
    tests: ['test/plan/left-behind'],
    mutants: [['PLAN-10', 'const isLeftOut = (id: string) => done.has(id)', 'const isLeftOut = (id: string) => false']],
  },
  { file: 'src/model-calls/task-story.ts', tests: ['test/context/earlier-tasks'], mutants: STORY },
  { file: 'src/model-calls/reflection-messages.ts', tests: ['test/task/reflecting'], mutants: REFLECTION },
  { file: 'src/model-calls/planning-messages.ts', tests: ['test/context/strategy'], mutants: PLANNING },
  ...ASKED,
  {
    file: 'src/model-calls/standing-block.ts',
    tests: ['test/context/standing'],
    mutants: [
      ['MODEL-6', '.filter((part) => !told.includes(part))', ''],
      ['MODEL-6', 'before !== null && isTold(brief, before)', 'false'],
      ['MODEL-6', 'const isDue = (number - 1) % MAX_AHEAD === 0;', 'const isDue = false;'],
      ['MODEL-6', 'isDeepStrictEqual(standing.ahead.slice(0, then.length), then)', 'true'],
    ],
  },
];
