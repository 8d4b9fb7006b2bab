/**
 * Re-planning, and the questions it asks: [ID, what stands there exactly once, what takes its place]
 *
 * Not among them, because it changes nothing: `level > 3` for a full re-plan, whose own level is 3 anyway.
 */

const DEFAULTS = [
  ['REPLAN-9', "enabled: flag(true, 'Let the", "enabled: flag(false, 'Let the"],
  ['REPLAN-9', 'confidence(0.5', 'confidence(0.51'],
  [
    'REPLAN-9',
    'require_user_confirmation_on_low_confidence: flag(true',
    'require_user_confirmation_on_low_confidence: flag(false',
  ],
  ['REPLAN-9', 'confidence(0.3', 'confidence(0.31'],
  ['REPLAN-9', 'max_clarification_requests: countOrZero(2', 'max_clarification_requests: countOrZero(3'],
  ['REPLAN-9', 'max_questions_in_work: countOrZero(5', 'max_questions_in_work: countOrZero(4'],
  ['REPLAN-9', 'auto_assume_on_no_response: flag(true', 'auto_assume_on_no_response: flag(false'],
  ['REPLAN-9', 'default(30)', 'default(31)'],
  ['REPLAN-9', 'z.number().positive()', 'z.number().nonnegative()'],
  ['REPLAN-9', 'max(35_000)', 'max(36_000)'],
  ['REPLAN-9', 'max(35_000)', 'max(34_999)'],
  ['REPLAN-9', 'max_redecomposition_attempts: countOrZero(3', 'max_redecomposition_attempts: countOrZero(4'],
  ['REPLAN-9', 'max_regeneration_attempts: countOrZero(3', 'max_regeneration_attempts: countOrZero(4'],
  ['REPLAN-9', 'max_action_retries: countOrZero(3', 'max_action_retries: countOrZero(4'],
  ['REPLAN-9', 'max_partial_replans: countOrZero(2', 'max_partial_replans: countOrZero(3'],
  ['REPLAN-9', 'max_plan_revisions: countOrZero(2', 'max_plan_revisions: countOrZero(3'],
  ['REPLAN-9', 'max_total_replans: countOrZero(10', 'max_total_replans: countOrZero(11'],
  ['REPLAN-9', 'max_total_replans: countOrZero(10', 'max_total_replans: count(10'],
  ['REPLAN-9', 'infinite_loop_detection: flag(true', 'infinite_loop_detection: flag(false'],
  ['REPLAN-9', 'same_trigger_max_count: count(2', 'same_trigger_max_count: count(3'],
  ['REPLAN-9', 'same_trigger_max_count: count(2', 'same_trigger_max_count: countOrZero(2'],
];

const POLICY = [
  ['REPLAN-1', 'beginningAt(decision, point) ?? ', ''],
  [
    'REPLAN-1',
    "const isOpen = level === null && (type === null || type === 'full_replan')",
    'const isOpen = level === null',
  ],
  ['REPLAN-1', "(type === null || type === 'full_replan')", "(type === 'full_replan')"],
  [
    'REPLAN-1',
    'isOpen && begins !== undefined && begins >= (LEVEL_OF_PHASE[point] ?? 0)',
    'isOpen && begins !== undefined',
  ],
  ['REPLAN-5', 'SURE = 0.8', 'SURE = 0.79'],
  ['REPLAN-5', 'SURE = 0.8', 'SURE = 0.81'],
  [
    'REPLAN-5',
    'override: null, wanted: null, contradiction: null',
    "override: 'disabled', wanted: null, contradiction: null",
  ],
  ['REPLAN-8', "isAsking(decision) ? 'limit_reached' : 'unreadable'", 'null'],
  ['REPLAN-8', "isAsking(decision) ? 'limit_reached' : 'unreadable'", "'unreadable'"],
  ['REPLAN-9', "if (!limits.enabled) return go('disabled');", ''],
  [
    'REPLAN-5',
    'confidence >= Math.min(SURE, limits.minConfidence)',
    'confidence > Math.min(SURE, limits.minConfidence)',
  ],
  ['REPLAN-5', 'Math.min(SURE, limits.minConfidence)', 'limits.minConfidence'],
  ['REPLAN-5', 'Math.min(SURE, limits.minConfidence)', 'SURE'],
  ['REPLAN-5', '!trusted && limits.confirmsLowConfidence', 'limits.confirmsLowConfidence'],
  ['REPLAN-5', 'limits.confirmsLowConfidence && ', ''],
  ['REPLAN-5', 'confidence >= limits.confirmationThreshold', 'confidence > limits.confirmationThreshold'],
  ['REPLAN-5', '&& confidence >= limits.confirmationThreshold', ''],
  ['REPLAN-5', "if (!trusted && !askable && !isForPersonAlone(decision)) return go('low_confidence');", ''],
  ['PLAN-2', '&& !isForPersonAlone(decision)', ''],
  ['REPLAN-4', "if (isLimited(kind, situation, counts, limits)) return go('limit_reached');", ''],
  ['REPLAN-4', "if (isLoop(kind, situation, counts, limits)) return go('infinite_loop');", ''],
  ['REPLAN-5', "if (askable && kind !== 'clarification') return", 'if (false) return'],
  ['REPLAN-5', "askable && kind !== 'clarification'", 'askable'],
  ['REPLAN-1', "asksFirst(decision, counts, limits) ? 'clarification' : wanted", 'wanted'],
  ['REPLAN-1', " || type === 'clarification_request'", ''],
  ['REPLAN-1', "type !== 'none' && asks", 'asks'],
  ['REPLAN-1', 'asks && questions.length > 0', 'asks'],
  ['REPLAN-4', 'isAsking(decision) && mayAskPeople(counts, limits)', 'isAsking(decision)'],
  ['REPLAN-4', 'isForPersonAlone(decision) || (isAsking', '(isAsking'],
  ['PLAN-2', ' && mustBeAnswered(decision, decision.clarification_questions)', ''],
  ['REPLAN-5', 'warns: confidence < SURE', 'warns: confidence <= SURE'],
  ['REPLAN-5', 'warns: confidence < SURE', 'warns: false'],
  ['REPLAN-8', 'override, wanted: kind', 'override, wanted: null'],
  ['REPLAN-4', 'counts.total >= limits.total', 'counts.total > limits.total'],
  ['REPLAN-4', 'counts.total >= limits.total || ', ''],
  ['REPLAN-4', 'own.used >= own.limit', 'own.used > own.limit'],
  ['REPLAN-4', ' || (own !== null && own.used >= own.limit)', ''],
  ['REPLAN-4', 'limits.detectsLoops && ', ''],
  ['REPLAN-4', '>= limits.sameTrigger', '> limits.sameTrigger'],
  [
    'REPLAN-3',
    "['retry', 'partial', 'actions', 'decomposition', 'goal']",
    "['partial', 'retry', 'actions', 'decomposition', 'goal']",
  ],
  [
    'REPLAN-3',
    "['retry', 'partial', 'actions', 'decomposition', 'goal']",
    "['retry', 'partial', 'actions', 'goal', 'decomposition']",
  ],
  [
    'REPLAN-3',
    "['retry', 'partial', 'actions', 'decomposition', 'goal']",
    "['retry', 'partial', 'decomposition', 'actions', 'goal']",
  ],
  ['REPLAN-3', 'retry: 1', 'retry: 2'],
  ['REPLAN-3', 'partial_replan: 2', 'partial_replan: 3'],
  ['REPLAN-3', 'action_regeneration: 3', 'action_regeneration: 4'],
  ['REPLAN-3', 'full_replan: 3', 'full_replan: 4'],
  ['REPLAN-3', 'task_redecomposition: 4', 'task_redecomposition: 5'],
  ['REPLAN-3', 'goal_revision: 5', 'goal_revision: 4'],
  ['REPLAN-5', 'if (!isNeeded) return { kind: null, contradiction: null };', ''],
  ['REPLAN-1', "if (type === 'none') return { kind: null, contradiction: 'replan_needed with type none' };", ''],
  ['REPLAN-1', "contradiction: 'replan_needed with type none'", 'contradiction: null'],
  ['REPLAN-1', "decision.clarification_needed && point === 'goal_understanding'", 'decision.clarification_needed'],
  ['REPLAN-1', "decision.clarification_needed && point === 'goal_understanding'", 'false'],
  ['REPLAN-3', "point === 'execution' ? ofLevel(level ?? meant) : ofType(type, point)", 'ofType(type, point)'],
  [
    'REPLAN-3',
    "point === 'execution' ? ofLevel(level ?? meant) : ofType(type, point)",
    'ofLevel(level ?? meant) ?? ofType(type, point)',
  ],
  ['REPLAN-3', 'level ?? meant', 'meant ?? level'],
  ['REPLAN-3', 'level ?? meant', 'level'],
  ['REPLAN-3', 'kind === null ? `type ${type} with level ${level} at ${point}` : contradiction', 'contradiction'],
  ['REPLAN-3', 'meant === level || ', ''],
  ['REPLAN-3', 'level === null || type', 'type'],
  ['REPLAN-3', ' type === null ||', ''],
  ['REPLAN-1', "meant === null ? point !== 'execution' : ", ''],
  ['REPLAN-1', "meant === null ? point !== 'execution' : ", 'meant === null ? true : '],
  ['REPLAN-3', " || (type === 'full_replan' && level >= 3)", ''],
  ['REPLAN-3', "(type === 'full_replan' && level >= 3)", '(level >= 3)'],
  ['REPLAN-3', 'level >= 3)', 'level >= 2)'],
  ['REPLAN-3', 'isSame ? null : `type ${type} with level ${level}`', 'null'],
  ['REPLAN-3', 'BY_LEVEL[level - 1]', 'BY_LEVEL[level]'],
  ['REPLAN-1', "point === 'goal_understanding' ? 'clarification' : null", "'clarification'"],
  ['REPLAN-1', "return 'goal';", "return point === 'goal_understanding' ? 'goal' : null;"],
  ['REPLAN-1', "point === 'goal_understanding' ? null : 'decomposition'", "'decomposition'"],
  [
    'REPLAN-1',
    "point === 'goal_understanding' ? null : 'decomposition'",
    "point === 'task_decomposition' ? 'decomposition' : null",
  ],
  [
    'REPLAN-1',
    "point === 'action_sequence' || point === 'reflection' ? 'actions'",
    "point === 'action_sequence' ? 'actions'",
  ],
  [
    'REPLAN-1',
    "point === 'action_sequence' || point === 'reflection' ? 'actions'",
    "point === 'reflection' ? 'actions'",
  ],
  ['REPLAN-1', "? 'actions' : null", "? 'actions' : 'actions'"],
  ['REPLAN-1', "return point === 'reflection' ? 'monitoring' : null;", "return 'monitoring';"],
  ['REPLAN-1', "case 'plan_revision':\n", "case 'plan_revision': return null;\n"],
  ['REPLAN-1', "case 'partial_replan':\n", "case 'partial_replan': return null;\n"],
  ['REPLAN-1', "case 'retry':\n", "case 'retry': return 'monitoring';\n"],
];

const COUNTS_OF_WORK = [
  ['REPLAN-4', 'counts.questionsInWork < limits.questionsInWork', 'counts.clarifications < limits.questionsInWork'],
  ['REPLAN-4', 'counts.questionsInWork < limits.questionsInWork', 'counts.questionsInWork < limits.clarifications'],
];

const COUNTS = [
  [
    'REPLAN-4',
    'used: counts.clarifications, limit: limits.clarifications',
    'used: counts.total, limit: limits.clarifications',
  ],
  ['REPLAN-4', 'limit: limits.clarifications', 'limit: limits.total'],
  ['REPLAN-4', 'used: counts.redecompositions', 'used: counts.clarifications'],
  ['REPLAN-4', 'limit: limits.redecompositions', 'limit: limits.total'],
  ['REPLAN-4', 'used: counts.regenerations', 'used: counts.redecompositions'],
  ['REPLAN-4', 'limit: limits.regenerations', 'limit: limits.total'],
  ['REPLAN-4', 'used: counts.partialReplans', 'used: counts.regenerations'],
  ['REPLAN-4', 'limit: limits.partialReplans', 'limit: limits.total'],
  ['REPLAN-4', 'used: counts.monitoringRevisions', 'used: counts.partialReplans'],
  ['REPLAN-4', 'limit: limits.monitoringRevisions', 'limit: limits.total'],
  ['REPLAN-4', 'limit: limits.actionRetries', 'limit: limits.total'],
  ['REPLAN-4', "countOf(counts.retries, situation.action ?? '')", "countOf(counts.retries, '')"],
  [
    'REPLAN-4',
    "case 'goal':\n      return null;",
    "case 'goal':\n      return { used: counts.clarifications, limit: 0 };",
  ],
  ['REPLAN-4', "[point, kind, subtask ?? '', cause]", "[kind, subtask ?? '', cause]"],
  ['REPLAN-4', "[point, kind, subtask ?? '', cause]", "[point, subtask ?? '', cause]"],
  ['REPLAN-4', "[point, kind, subtask ?? '', cause]", '[point, kind, cause]'],
  ['REPLAN-4', "[point, kind, subtask ?? '', cause]", "[point, kind, subtask ?? '']"],
  ['REPLAN-4', "if (kind === 'retry') return [];", ''],
  ['REPLAN-4', 'errorClass === undefined ? [] : [', 'true ? [] : ['],
  ['REPLAN-4', 'reason === undefined ? [] : [', 'true ? [] : ['],
];

const CAUSE = [
  ['REPLAN-4', 'MAX_CAUSE_CHARACTERS = 160', 'MAX_CAUSE_CHARACTERS = 161'],
  ['REPLAN-4', 'MAX_CAUSE_CHARACTERS = 160', 'MAX_CAUSE_CHARACTERS = 159'],
  ['REPLAN-4', 'MAX_READ_CHARACTERS = 4_000', 'MAX_READ_CHARACTERS = 5_000'],
  ['REPLAN-4', ".join(' ').slice(0, MAX_READ_CHARACTERS)", ".join(' ')"],
  ['REPLAN-4', '.toLowerCase()', ''],
  ['REPLAN-4', ".normalize('NFKC')", ''],
  ['REPLAN-4', '.replace(/["\'`', '.replace(/[`'],
  ['REPLAN-4', '“”「」]/g', '“”]/g'],
  ['REPLAN-4', ".replace(/(?:[\\w.-]{0,100}\\/){1,40}[\\w.-]{0,100}/g, '…')", ''],
  ['REPLAN-4', '\\b0x[0-9a-f]+\\b|', ''],
  ['REPLAN-4', '|\\b[0-9a-f]{7,64}\\b', ''],
  ['REPLAN-4', '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b|', ''],
  ['REPLAN-4', ".replace(/\\d+(?:[.:,]\\d+)*/g, '0')", ''],
  ['REPLAN-4', '\\d+(?:[.:,]\\d+)*', '\\d+'],
  ['REPLAN-4', ".replace(/[\\s…]+/g, ' ')", ''],
  ['REPLAN-4', '.trim()', ''],
  ['REPLAN-4', '.toWellFormed()', ''],
  ['REPLAN-4', "texts.join(' ')", "(texts[0] ?? '')"],
];

const READING = [
  ['REPLAN-9', 'planning.enabled && replanning.enabled', 'planning.enabled'],
  ['REPLAN-9', 'minConfidence: replanning.llm_decision.min_confidence_threshold', 'minConfidence: 0.5'],
  ['REPLAN-5', 'replanning.llm_decision.require_user_confirmation_on_low_confidence', 'true'],
  [
    'REPLAN-9',
    'confirmationThreshold: replanning.llm_decision.user_confirmation_threshold',
    'confirmationThreshold: 0.3',
  ],
  ['REPLAN-9', 'replanning.goal_understanding.max_clarification_requests', '2'],
  ['REPLAN-9', 'replanning.goal_understanding.max_questions_in_work', '5'],
  ['REPLAN-9', 'replanning.task_decomposition.max_redecomposition_attempts', '3'],
  ['REPLAN-9', 'replanning.action_sequence.max_regeneration_attempts', '3'],
  ['REPLAN-9', 'replanning.execution.max_action_retries', '3'],
  ['REPLAN-9', 'replanning.execution.max_partial_replans', '2'],
  ['REPLAN-9', 'replanning.reflection.max_plan_revisions', 'planning.revision.max_revisions'],
  ['REPLAN-9', 'replanning.reflection.max_plan_revisions', '2'],
  ['REPLAN-9', 'replanning.global.max_total_replans', '10'],
  ['REPLAN-9', 'replanning.global.infinite_loop_detection', 'true'],
  ['REPLAN-9', 'replanning.global.same_trigger_max_count', '2'],
];

const HEARD = [
  ['GH-6', 'at > known ||', 'at >= known ||'],
  ['GH-6', '(at === known && edit.text !== said.text)', 'false'],
  ['GH-6', 'at > known || (at === known', 'true || (at === known'],
  ['GH-6', 'const shown = withoutInvisible(text).text;', 'const shown = text;'],
];

const NEVER_ASSUMED = [
  ['PLAN-2', 'URL_WITH_PASSWORD.test(written)', 'false'],
  ['PLAN-2', "latinWords(text, ' ')", 'latinWords(text)'],
  ['PLAN-2', 'const isOther = ', 'const isOther = true || '],
  ['PLAN-2', 'return !isOther && ', 'return '],
  ['PLAN-2', ".concat('(?:e?s)?')", ''],
  ['REPLAN-1', 'isSaidSo === true || ', ''],
];

const CONFIRMATION = [
  ['REPLAN-5', 'meaningOf(phrase) !== null || OBJECTS', 'OBJECTS'],
  ['REPLAN-5', '|| OBJECTS[verdict].test(phrase)', ''],
  ['REPLAN-5', 'OBJECTS[verdict]', 'OBJECTS.yes'],
  ['REPLAN-5', 'OBJECTS[verdict]', 'OBJECTS.no'],
  ['REPLAN-5', "PUTS_OFF.test([message, ...more].join('\\n'))", 'false'],
  ['REPLAN-5', '[message, ...more]', 'more'],
  ['REPLAN-5', '[message, ...more]', '[message]'],
  ['REPLAN-5', '|(?:です|ます|せん)か$', ''],
  ['REPLAN-5', 'more.length === 0 && prose.length === lines.length ? null : ownText(lines)', 'null'],
  ['REPLAN-5', '&& prose.length === lines.length', ''],
  ['REPLAN-5', "message.replace(APART, ',$&,')", 'message'],
  ['REPLAN-5', '${POLITE}, ${GO_ON}`, yes', '${POLITE}`, yes'],
  ['REPLAN-5', 'yes: `${YES}, ${GO_ON}`', 'yes: YES'],
  ['GH-6', ".replace(BEFORE, '')", ''],
];

const OWN_LINES = [
  ['GH-6', "opening !== null && opening[1] === undefined ? 'code' : 'own'", "'own'"],
  ['GH-6', "opening !== null && opening[1] === undefined ? 'code' : 'own'", "opening !== null ? 'code' : 'own'"],
  ['GH-6', '?.startsWith(fence) === true', ' !== undefined'],
  ['GH-6', ".replace(INTRODUCTION, '')", ''],
  ['GH-6', "kind === 'quoted' ? [] : [text]", '[text]'],
];

const NUMBERS = [
  ['GH-6', 'count < 2 || ', ''],
  ['GH-6', 'number < 1 || number > count', 'number < 1'],
  ['GH-6', 'number < 1 || number > count', 'number > count'],
  ['GH-6', 'isDoubtful: tight !== undefined', 'isDoubtful: false'],
  ['GH-6', '!isDirect && marks.some', 'marks.some'],
  ['GH-6', 'new Set(numbers).size < numbers.length || ', ''],
  ['GH-6', 'later.length === 0 ? text : line.trim()', 'text'],
  ['GH-6', 'number > (numbers.at(-1) ?? 0)', 'true'],
  ['GH-6', '|^\\\\S{1,30}${BLANK})', ')'],
  ['GH-6', 'は(?!い(?!いえ))', 'は'],
];

const NAMED = [
  ['PLAN-9', '(named.length === 1 ? named[0] : questions[0]) ?? null', 'questions[0] ?? null'],
  ['GH-6', 'answers[index] === undefined', 'true'],
  ['GH-6', '`${rest}\\n${first[1]}`.trim()', 'first[1]'],
  ['GH-6', "found.size > 0 && rest === '' ? {} : null", 'null'],
  ['GH-6', "found.size > 0 && rest === '' ? {} : null", 'found.size > 0 ? {} : null'],
  ['GH-6', 'if (begun >= 0) return { named: [begun], text };', ''],
  ['GH-6', "return whole >= 0 ? { named: [whole], text: '' } : null;", 'return null;'],
  ['GH-6', 'repeated(marks[at]?.text ?? text, questions) ?? marks[at]', 'marks[at] ?? repeated(text, questions)'],
  ['GH-6', "words.replace(/^[0-9]{1,2}/, '')", 'words'],
  ['GH-6', "question === words.replace(/^[0-9]{1,2}/, '')", 'false'],
  ['GH-6', 'words.includes(question)', 'false'],
  ['GH-6', 'question.includes(words)', 'false'],
  ['GH-6', 'words.length >= 4 && ', ''],
];

const TAKES_WORD = [
  ['GH-5', "(word === 'approve' && asksForYes(question))", "word === 'approve'"],
  ['GH-5', "waiting?.questionId === question.id && waiting.then.is === 'how_to_go_on'", 'true'],
  ['GH-5', "retry: ['confirmation', 'dependency']", "retry: ['confirmation', 'dependency', 'budget']"],
  ['GH-5', 'open.every((text) =>', 'open.some((text) =>'],
];

const ASSUMED = [['REPLAN-6', 'isOver(task) ? words.hadAssumed : words.assumed', 'words.assumed']];

const TESTS = ['test/questions/'];
const RULES = ['test/replan/'];

export const REPLANNING = [
  { file: 'src/people/answers/interpret-comment.ts', tests: TESTS, mutants: HEARD },
  {
    file: 'src/people/answers/interpret-comment.ts',
    tests: ['test/task/budget-pause'],
    mutants: [['OPS-9', "to === 'approval' && verdict === 'yes' ?", "verdict === 'yes' ?"]],
  },
  { file: 'src/replan/never-assumed.ts', tests: TESTS, mutants: NEVER_ASSUMED },
  { file: 'src/people/answers/read-confirmation.ts', tests: TESTS, mutants: CONFIRMATION },
  { file: 'src/people/answers/own-lines.ts', tests: TESTS, mutants: OWN_LINES },
  { file: 'src/people/answers/read-answers.ts', tests: TESTS, mutants: NUMBERS },
  { file: 'src/people/answers/read-answers.ts', tests: TESTS, mutants: NAMED },
  { file: 'src/people/can-answer-by-command.ts', tests: TESTS, mutants: TAKES_WORD },
  { file: 'src/comments/open-questions.ts', tests: TESTS, mutants: ASSUMED },
  { file: 'src/app/task-settings.ts', tests: RULES, mutants: READING },
  { file: 'src/config/planning-settings.ts', tests: RULES, mutants: DEFAULTS },
  { file: 'src/replan/policy.ts', tests: RULES, mutants: POLICY },
  { file: 'src/replan/counts.ts', tests: RULES, mutants: COUNTS },
  { file: 'src/replan/counts.ts', tests: RULES, mutants: CAUSE },
  { file: 'src/replan/counts.ts', tests: ['test/flow/actions'], mutants: COUNTS_OF_WORK },
];
