/**
 * What facts make of the task, and the door for what was stored. [ID, what stands there exactly once, what takes its place]
 *
 * Not among them, because nothing would be otherwise:
 * - that a `replan_decision` ends no effect: what it follows from has ended it.
 * - `toolCount` of tests that stand, and `keeps_tests`: another plan, a lost or another container takes them away as well.
 * - `isAgreed` in `AS_SHOWN`, where a question is waited for again: what is agreed to and the same is begun.
 */
const CONTROLS = [['PLAN-9', 'commentsWeighed: comment + 1', 'commentsWeighed: comment']];
const CONTROLS_REFUSED = [
  ['GH-3', 'refused !== undefined && (approval !== null || comments[comment]?.wasAsked !== true)', 'false'],
  ['GH-3', '(approval !== null || comments[comment]?.wasAsked !== true)', 'true'],
];
const CONTROLS_APPROVAL = [
  [
    'PLAN-9',
    '(approval !== null || comments[comment]?.wasAsked !== true)',
    '(comments[comment]?.wasAsked !== true && approval === null)',
  ],
  ['PLAN-9', 'approval.isExplained || refused !== undefined', 'approval.isExplained'],
  ['GH-2', 'open: [...approval.open, ...questions.map(({ text }) => text)]', 'open: approval.open'],
];
const CONTROLS_PAUSED = [
  ['EXEC-1', 'withWaited(task, since - task.paused.since)', 'task'],
  ['EXEC-1', 'withWaited(task, task.updatedAt - asked.since) : task', 'task : task'],
  ['EXEC-1', 'asked?.blocks === true && task.paused === null', 'asked?.blocks === true'],
  [
    'GH-5',
    "task.paused !== null || task.stage.is === 'report' ? task : { ...task, pausing: { by: fact.by } }",
    '({ ...task, pausing: { by: fact.by } })',
  ],
  [
    'EXEC-1',
    'return task.paused === null ? task : { ...task, paused: { ...task.paused, due: fact.due } };',
    'return task;',
  ],
  ['GH-5', 'return resumed({ ...task, pausing: null });', 'return resumed(task);'],
];
const CONTROLS_BUDGET = [
  ['EXEC-1', 'extensions: task.extensions + 1', 'extensions: task.extensions'],
  ['EXEC-1', "...(stage.is === 'verify' ? { stage: { ...stage, checks: [] } } : {})", '...{}'],
];

const SHARED_PAUSED = [
  ['GH-5', "fact.name === 'paused' || fact.name === 'comment_weighed'", "fact.name === 'comment_weighed'"],
  ['EXEC-5', " || (fact.name === 'resume' && task.paused !== null)", ''],
];
const SHARED_STARTED = [
  ['PLAN-5', 'starts: isAgain ? (task.inFlight?.starts ?? 0) + 1 : 1', 'starts: 1'],
  ['PLAN-5', 'usage: isPaidTwice ?', 'usage: false ?'],
  ['PLAN-5', 'isAgain && CALLS_OF_MODEL.has(fact.effect)', 'isAgain'],
];
const SHARED_EFFECT = [
  [
    'GH-3',
    "if (fact.name === 'superseded') return { ...known, inFlight: null };",
    "if (fact.name === 'superseded') return known;",
  ],
  [
    'EXEC-1',
    "if (fact.name === 'superseded') return { ...known, inFlight: null };",
    "if (fact.name === 'superseded') return { ...known, inFlight: null, retry: null };",
  ],
  [
    'PLAN-5',
    "return !task.asked.some(({ questionId, blocks, then }) => questionId === fact.question_id && !blocks && then.is === 'tell_work');",
    'return true;',
  ],
  [
    'GH-6',
    "return !task.asked.some(({ questionId, blocks, then }) => questionId === fact.question_id && !blocks && then.is === 'tell_work');",
    'return false;',
  ],
];

const WORK = [
  ['PLAN-6', '      return nextAction(work, task);', '      return work;'],
  ['PLAN-3', '    sinceReflection: 0,\n', ''],
  ['PLAN-1', 'reflections: work.reflections + 1', 'reflections: work.reflections'],
  ['PLAN-1', 'commentsReflected: comments.length', 'commentsReflected: 0'],
];

const REPLANNING_REVISIONS = [
  ['PLAN-6', '(fact.is_revision ? 1 : 0)', '0'],
  ['PLAN-6', 'escalated: false, revisions: 0 }', 'escalated: false }'],
];
const REPLANNING_PLANS = [
  ['REPLAN-7', 'number: replanning.versions.length + 1', 'number: 1'],
  ['REPLAN-7', 'startedAt: replanning.currentSince ?? at', 'startedAt: at'],
  ['REPLAN-7', 'replacedBecause: reason', "replacedBecause: ''"],
  ['REPLAN-7', '[...replanning.versions, version]', '[version]'],
  ['REPLAN-7', 'currentSince: at,\n    reason', 'currentSince: 0,\n    reason'],
  ['REPLAN-7', '    reason,\n    previous', "    reason: '',\n    previous"],
  ['REPLAN-7', "boxes.filter((box) => box.state === 'done').length, all", 'boxes.length, all'],
  ['REPLAN-7', 'all: boxes.length', 'all: 0'],
  ['REPLAN-7', '    notes: [],\n', ''],
];
const REPLANNING_COUNTS = [
  ['REPLAN-4', 'counts[name] + 1', 'counts[name]'],
  ['REPLAN-4', 'countOf(counts.retries, fact.retries) + 1', 'countOf(counts.retries, fact.retries)'],
  ['REPLAN-4', 'countOf(counts.retries, fact.retries) + 1', '1'],
  ['REPLAN-4', 'countOf(counts.triggers, trigger) + 1', '1'],
  ['REPLAN-4', '{ ...counts.triggers, ...triggers }', 'triggers'],
  ['REPLAN-4', '{ ...counts.retries, [fact.retries]', '{ [fact.retries]'],
  ['REPLAN-8', '[...replanning.notes, ...fact.notes]', '[...fact.notes]'],
  ['REPLAN-8', '[...replanning.records, record]', '[record]'],
  ['REPLAN-4', 'escalated: false, revisions: replanning', 'revisions: replanning'],
  ['REPLAN-4', '    counts: { ...counts, ...more, retries, triggers: { ...counts.triggers, ...triggers } },\n', ''],
  ['REPLAN-8', 'record.id === id ?', 'true ?'],
];
const REPLANNING_RECORDS = [
  [
    'REPLAN-8',
    'if (decision === null || !decision.replan_needed) return replanning;',
    'if (decision === null) return replanning;',
  ],
  ['REPLAN-8', 'withRecord(before, fact.replan_id, { executed: true })', 'before'],
  ['REPLAN-8', 'executed ? { result } : { result, override }', '{ result }'],
  ['REPLAN-8', '...(fact.plan_before === null ? {} : { planBefore: fact.plan_before }),', ''],
];

const COUNTS = [
  ['REPLAN-4', 'Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0', '(counts[key] ?? 0)'],
  ['REPLAN-4', 'clarifications: 0,', 'clarifications: 1,'],
  ['REPLAN-4', 'total: 0,', 'total: 1,'],
  ['REPLAN-8', "record.result === 'pending'", "record.result !== 'pending'"],
];
const SPOKEN = [
  ['PLAN-1', '(work?.commentsReflected ?? 0)', '(0)'],
  ['PLAN-9', 'comments.slice(0, work?.commentsWeighed ?? 0)', 'comments'],
];

const NOTES = [
  ['REPLAN-8', 'MAX_NOTES = 20', 'MAX_NOTES = 21'],
  ['REPLAN-8', 'MAX_NOTES = 20', 'MAX_NOTES = 19'],
  ['REPLAN-8', '.slice(-MAX_NOTES)', '.slice(0, MAX_NOTES)'],
];
const HEARD = [
  ['PLAN-9', '\n    .filter(({ commentId }) => commentId !== null);', ';'],
  ['PLAN-9', 'open.has(id) && commentId === null', 'open.has(id)'],
  ['GH-6', 'rank(one) - rank(other) || other', 'other'],
  ['PLAN-9', ' || other.questionId - one.questionId', ''],
  ['PLAN-9', 'other.questionId - one.questionId', 'one.questionId - other.questionId'],
  ['GH-2', "blocks ? 0 : then.is === 'carry_out_plan' ? 1 : 2", "blocks ? 0 : then.is === 'carry_out_plan' ? 2 : 1"],
  ['GH-6', "blocks ? 0 : then.is === 'carry_out_plan' ? 1 : 2", "blocks ? 2 : then.is === 'carry_out_plan' ? 1 : 0"],
  ['OPS-9', "blocks || then.is === 'tell_work' || !isHalted(task)", 'true'],
  ['PLAN-9', "blocks || then.is === 'tell_work' || !isHalted(task)", 'blocks || !isHalted(task)'],
];
const SHOWN = [['GH-2', "stage.is === 'work' && !stage.begun ? null : work", 'work']];

const PLANNING_TESTS = [
  ['EXEC-6', 'stands ? passed.checks : []', '[]'],
  ['EXEC-6', " && overallOf(checks) === 'passed'", ''],
];
const PLANNING_RESTORED = [
  [
    'REPLAN-10',
    'const JUDGED_AGAIN = { reflect: false, decide: true',
    'const JUDGED_AGAIN = { reflect: false, decide: false',
  ],
  ['REPLAN-10', '{ kept, judged, none: null }[fallback]', 'null'],
  ['REPLAN-10', 'before === null || before.draft.found === null ? kept : before.draft', 'before?.draft ?? null'],
];
const PLANNING_APPROVAL = [
  ['PLAN-9', '{ ...stage.approval, isChanged: true }', 'stage.approval'],
  ['GH-2', 'stage: { ...stage, begun: true, approval: null }', 'stage: { ...stage, approval: null }'],
];
const PLANNING_REVIEWED = [['EXEC-7', '{ ...made, review_suggestions: fact.suggestions }', 'made']];
const PLANNING_UNUSABLE = [['PLAN-6', '{ ...draft, coarser: true }', 'draft']];
const SHARED_UNUSABLE = [
  ['PLAN-6', "'coarser',", ''],
  ['MODEL-3', 'OUTCOMES_OF_MODEL.has(fact.name) || QUESTION_BEGINS.has(fact.name)', 'QUESTION_BEGINS.has(fact.name)'],
  ['MODEL-3', "'ending',", ''],
  ['GH-3', 'refused_change === undefined ? {} : { refused_change }', '{}'],
];

/** What settles what was found on the way (`state/findings.ts`). */
const FINDINGS = [
  ['PLAN-7', 'isBad || hasFailed(task, subtask) ? findings : doneAgain(findings, subtask)', 'findings'],
  ['PLAN-7', 'isBad || hasFailed(task, subtask) ?', 'isBad ?'],
  ['PLAN-7', '(task.findings, isCutAway(task))', '(task.findings, () => false)'],
  ['PLAN-7', 'one.subtask === subtask && one.isTakenUp', 'one.subtask === subtask'],
  ['PLAN-7', 'return taken(findings, (one) => one.subtask === subtask);', 'return findings;'],
  ['PLAN-7', '(!wanted.has(subtask) ||', '(false ||'],
  ['PLAN-7', '(!isTakenUp && !kept.has(subtask))', 'false'],
  ['PLAN-7', "stage.is === 'work' && !isQuestion ? taken(findings, isOfExecution) : findings", 'findings'],
  ['PLAN-7', 'isOfExecution(one) && one.isTakenUp &&', 'isOfExecution(one) &&'],
  ['PLAN-7', 'const texts = [...issues, ...more];', 'const texts = issues;'],
  ['PLAN-7', "(about === point || (isLast && about !== 'execution'))", 'about === point'],
  ['PLAN-7', "(about === point || (isLast && about !== 'execution'))", "isLast && about !== 'execution'"],
  ['PLAN-7', "if (result === 'NOT_MADE') return findings;", ''],
  ['PLAN-7', "by === 'review' && about === of", "by === 'review'"],
  ['PLAN-7', "if (one.text.trim() === '' || known.has(one.text)) continue;", "if (one.text.trim() === '') continue;"],
];

const LAY_OUT_APPROVAL = [['PLAN-9', 'work?.commentsWeighed ?? 0', '0']];
const LAY_OUT = [
  ['REPLAN-7', 'const entered = enter(turned, staying.length,', 'const entered = enter(turned, 0,'],
  ['REPLAN-7', "kind: 'replanned', reason: english, plan,", "kind: 'replanned', reason: '', plan,"],
];

const MOVES_RETRY = [['REPLAN-6', 'untold.length === 0 ? work :', 'true ? work :']];
const MOVES = [
  ['REPLAN-7', "work.actions.filter((action) => action.status !== 'success')", '[]'],
  ['PLAN-3', 'sinceReflection: work.sinceReflection + 1', 'sinceReflection: work.sinceReflection'],
];
const GOING_ON = [
  ['PLAN-5', 'if (done?.id !== result.tool_use_id) return work;', ''],
  ['PLAN-5', 'if (!work.waitingTools.some((tool) => tool.id === finish.tool_use_id)) return work;', ''],
  ['PLAN-5', 'index < checkpoint.action\n', 'index <= checkpoint.action\n'],
  ['PLAN-5', 'work.conversation.slice(0, checkpoint.conversationLength)', 'work.conversation'],
  ['PLAN-5', 'current: checkpoint.action,', 'current: work.current,'],
  ['PLAN-5', 'toolCount: checkpoint.toolCount,', 'toolCount: work.toolCount,'],
  ['PLAN-5', "kind: 'workspace_rebuilt', said,", "kind: 'workspace_rebuilt', said: [],"],
];

const REVIEWS = [['EXEC-7', 'isPassed ? verdicts.slice(0, -1) : verdicts', 'verdicts']];
const MADE_AGAIN = [
  [
    'MODEL-4',
    '}: Reviewing, of: Reviewed): number {\n  const verdicts = reviews.filter((review) => review.of === of && review.isMadeAgain !== true)',
    '}: Reviewing, of: Reviewed): number {\n  const verdicts = reviews.filter((review) => review.of === of)',
  ],
];
const SHARED_AGAIN = [['MODEL-4', "fact.name === 'reviewing' && fact.again === true", 'false']];
const SHARED_ESTIMATED = [['MODEL-3', 'fact.estimated === true ? 1 : 0', '0']];
const CUT_TOOL = [
  ['MODEL-3', '...(cut === undefined ? {} : { cut })', ''],
  ['MODEL-3', 'answer?.cut === undefined ? {} : { cut: answer.cut }', '{}'],
];

const BOXES = [
  ['REPLAN-7', "states.every((state) => state === 'success')", "states.some((state) => state === 'success')"],
  ['REPLAN-7', "if (states.includes('running')) return 'running';", ''],
  ['REPLAN-7', "if (states.includes('failure')) return 'failed';", ''],
  ['REPLAN-7', "states.includes('partial') ? 'partial' : 'open'", "'open'"],
];

const QUESTIONS = [
  ['PLAN-9', 'asked: task.asked.filter(({ questionId }) => questionId !== id) };', 'asked: task.asked };'],
  ['GH-6', "fact.name !== 'edited' || answer.comment !== fact.comment_id", 'true'],
  ['GH-6', "fact.name !== 'edited' || answer.comment", 'answer.comment'],
  [
    'REPLAN-5',
    'return { ...task, questions: [...task.questions, whole] };',
    "return state === 'open' ? { ...task, questions: [...task.questions, whole] } : task;",
  ],
  ['GH-6', "if (open.then.is === 'tell_work' && !open.blocks && fact.name === 'edited') return task;", ''],
  ['REPLAN-5', "|| fact.verdict === 'unclear') return task;", ') return task;'],
  [
    'REPLAN-5',
    "case 'unclear':\n      return withAsked(task, fact.question_id, { unread: 'to_explain' });",
    "case 'unclear':\n      return task;",
  ],
  ['REPLAN-6', "because === 'replaced' ? over : withQuestion(over, id, () => ({ state: because }))", 'over'],
];
const QUESTIONS_WAITED = [
  ['EXEC-1', 'since: task.updatedAt, due }', 'due }'],
  ['EXEC-1', 'since: task.updatedAt, due }', 'since: task.updatedAt }'],
  ['EXEC-1', 'const over = { ...waitedFor(task, id), asked', 'const over = { ...task, asked'],
];
const QUESTIONS_ON_PLAN = [
  ['GH-2', 'AS_SHOWN = { isChanged: false, isAgreed: false, open: [] }', 'AS_SHOWN = { isChanged: false, open: [] }'],
  ['PLAN-9', 'AS_SHOWN = { isChanged: false, isAgreed: false, open: [] }', 'AS_SHOWN = { isAgreed: false, open: [] }'],
  [
    'GH-2',
    'AS_SHOWN = { isChanged: false, isAgreed: false, open: [] }',
    'AS_SHOWN = { isChanged: false, isAgreed: false }',
  ],
  ['GH-2', 'withAsked(waitedFor(task, id), id, { blocks: false })', 'waitedFor(task, id)'],
  ['GH-2', "isAgreed: verdict === 'yes'", 'isAgreed: false'],
  ['GH-2', "isAgreed: verdict === 'yes'", 'isAgreed: true'],
  ['EXEC-1', '{ isReminded: false, unread }', '{ unread }'],
  ['GH-2', "explain ? 'to_explain' : 'explained'", "'explained'"],
];

const WORKSPACE_PAUSED = [
  ['EXEC-5', "(!isHalted(task) && stage.is !== 'report')", "stage.is !== 'report'"],
  ['EXEC-5', "(!isHalted(task) && stage.is !== 'report')", '!isHalted(task)'],
  ['EXEC-5', 'work: work && rewound(work, task, fact.cause)', 'work'],
];

const SET_UP = [
  ['ENV-4', '...(isDone ? { again: {} } : {})', ''],
  ['ENV-4', 'setup: checks.length > 0 ? setup : setup.slice(0, -1)', 'setup'],
  ['ENV-4', 'repairs: tried.repairs + 1', 'repairs: tried.repairs'],
  ['ENV-4', '...tried, verdict: null, repairs', '...tried, verdict: null, again: {}, repairs'],
];

/** A required field that becomes optional, and an entry that does not begin with its request. */
const optional = (field, type) => ['PLAN-4', `${field}: ${type}`, `${field}: ${type}.exactOptional()`];
const DOOR_DECIDED = [
  optional('keeps_tests', 'boolean'),
  optional('saved', 'number'),
  optional('ended_in', 'Activity'),
  optional('blocks', 'boolean'),
  optional('replaces', 'string.nullable()'),
  optional('is_revision', 'boolean'),
  ['PLAN-4', 'superseded: z.object({ key: string })', 'superseded: z.object({})'],
  ['PLAN-4', 'replan_pending: Verdict.extend({ result: z.null() })', 'replan_pending: Verdict'],
];
const DOOR_QUESTION = [
  optional('needsPerson', 'boolean'),
  optional('overAt', 'number.nullable()'),
  optional('onTimeOver', "z.enum(['judge', 'go_on'])"),
  optional('toolUseId', 'string'),
  ['PLAN-4', 'limit: BudgetLimit })', 'limit: BudgetLimit.exactOptional() })'],
];
const DOOR_EFFECTS = [
  optional('key', 'string'),
  ['PLAN-4', '.superRefine(checkAbout)', ''],
  optional('passed', 'boolean'),
  optional('due_at', 'number'),
];
const DOOR_MODEL = [
  optional('tool_use_id: string, question', 'string'),
  optional('exit_code', 'number.nullable()'),
  optional('broke', "z.enum(['schema', 'rules', 'verdict'])"),
  optional('source', "z.enum(['replan', 'reflection', 'comment', 'review', 'verification'])"),
  optional('result', "z.enum(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS', 'NOT_MADE'])"),
  ['PLAN-4', 'blocking: boolean })', 'blocking: boolean.exactOptional() })'],
];
const DOOR = [
  ['PLAN-4', "if (typeof fact === 'string') throw damaged(entry, fact);", ''],
  ['PLAN-4', "if (typeof fact === 'string') break;", "if (typeof fact === 'string') continue;"],
  ['PLAN-4', "(isMisplaced(entry) ? 'a history begins with what was asked for' : null)", 'null'],
  ['PLAN-4', 'if (before !== undefined) return before;', ''],
];
const DOOR_REQUEST = [
  optional('deliveryId', 'string'),
  optional('outageMs', 'number'),
  optional('sameTrigger', 'number'),
];
const DOOR_INBOX = [
  ['PLAN-4', 'on: z.object({ pullRequest: number, isReview: boolean }).exactOptional()', 'on: z.unknown()'],
  ['PLAN-4', 'at: string,', 'at: string.exactOptional(),'],
  ['PLAN-4', "word: z.enum(['stop', 'pause', 'resume'])", 'word: string'],
];
const DOOR_FACTS = [
  ['PLAN-4', 'seq: number,', 'seq: number.exactOptional(),'],
  ['PLAN-4', ".refine((time) => !Number.isNaN(Date.parse(time)), 'expected a time')", ''],
  ['PLAN-4', 'task_uuid: string,', ''],
  optional('settings', 'TaskSettings'),
  optional('verdict', "z.enum(['yes', 'no', 'unclear']).nullable()"),
];

const task = (...names) => names.map((name) => `test/task/${name}`);
const TESTS = task('reflecting', 'closed-decisions');
const FIRST = task('questions-first', 'confirmed-replans', 'overtaken-replans');
const APPROVES = task('approving');
const PAUSES = task('pausing');
const BOXED = task('boxes-after-replans');
const ENDS = task('wrong-answers', 'interventions', 'unclear-goals');
const REVIEWED = task('review-cycle');
const BUDGET = task('budget-pause', 'budget-while-waiting');
const asks = (...names) => names.map((name) => `test/questions/${name}`);
const ASKS = asks(
  'asides',
  'beyond-the-limit',
  'confirmations',
  'edited-answers',
  'answers-that-meet',
  'too-many-questions',
);
const LATE = task('late-comments');
const REFUSED = [...task('refused-changes'), 'test/questions/answers-that-meet'];
const STORED = ['test/state/stored'];

const at = (name) => `src/state/${name}.ts`;

const GATHERING = [
  ['PLAN-2', '...(isNothing ? [] : [{ wanted, found: null }])', '{ wanted, found: null }'],
  ['PLAN-2', '...(enough === true ? { isEnough: true } : {})', ''],
  ['PLAN-2', 'asking: null, rounds', 'rounds'],
  ['PLAN-2', 'round.found === null ? { ...round, found } : round', 'round'],
];

export const STATE = [
  { file: at('evolve-gathering'), tests: ['test/flow/gathering'], mutants: GATHERING },
  { file: at('evolve-controls'), tests: [...asks('asides'), ...task('comments-on-the-plan')], mutants: CONTROLS },
  { file: at('evolve-controls'), tests: REFUSED, mutants: CONTROLS_REFUSED },
  { file: at('evolve-controls'), tests: APPROVES, mutants: CONTROLS_APPROVAL },
  {
    file: at('evolve-controls'),
    tests: [...PAUSES, ...BUDGET, 'test/flow/then'],
    mutants: [...CONTROLS_PAUSED, ...CONTROLS_BUDGET],
  },
  { file: at('evolve-shared'), tests: [...PAUSES, 'test/flow/standing-rules'], mutants: SHARED_PAUSED },
  { file: at('evolve-shared'), tests: ['test/flow/ending'], mutants: SHARED_STARTED },
  {
    file: at('evolve-shared'),
    tests: [
      'test/task/wrong-answers',
      'test/task/repairs',
      'test/task/refused-changes',
      'test/task/replan-before-plan',
    ],
    mutants: SHARED_UNUSABLE,
  },
  {
    file: at('evolve-shared'),
    tests: [...asks('asides', 'confirmations'), ...LATE, 'test/flow/standing-rules'],
    mutants: SHARED_EFFECT,
  },
  { file: at('evolve-work'), tests: TESTS, mutants: WORK },
  { file: at('evolve-replanning'), tests: TESTS, mutants: REPLANNING_REVISIONS },
  { file: at('evolve-replanning'), tests: BOXED, mutants: REPLANNING_PLANS },
  {
    file: at('evolve-replanning'),
    tests: ['test/replan/state', 'test/replan/policy.test', ...TESTS, ...FIRST],
    mutants: REPLANNING_COUNTS,
  },
  {
    file: at('evolve-replanning'),
    tests: [...FIRST, ...TESTS, 'test/flow/reviews-and-replans'],
    mutants: REPLANNING_RECORDS,
  },
  { file: at('replans'), tests: ['test/replan/state', 'test/replan/policy.test', ...FIRST], mutants: COUNTS },
  { file: at('select'), tests: ['test/replan/state'], mutants: NOTES },
  {
    file: at('select'),
    tests: ['test/task/reflecting', 'test/flow/actions', 'test/task/closed-decisions'],
    mutants: SPOKEN,
  },
  { file: at('select'), tests: [...asks('asides'), 'test/state/questions-heard'], mutants: HEARD },
  { file: at('select'), tests: [...APPROVES, 'test/flow/plan-shown'], mutants: SHOWN },
  { file: at('evolve-verification'), tests: LATE, mutants: PLANNING_TESTS },
  {
    file: at('evolve-planning'),
    tests: [...ENDS, 'test/flow/reviews-and-replans'],
    mutants: [...PLANNING_RESTORED, ...PLANNING_UNUSABLE],
  },
  { file: at('evolve-planning'), tests: [...APPROVES, 'test/flow/plan-shown'], mutants: PLANNING_APPROVAL },
  {
    file: at('evolve-planning'),
    tests: ['test/task/containers'],
    mutants: [
      ['EXEC-5', 'isUnderWay(work) ? work : { ...work, judging: JUDGED_AGAIN }', '{ ...work, judging: JUDGED_AGAIN }'],
    ],
  },
  {
    file: at('evolve-said'),
    tests: ['test/context/said-everywhere'],
    mutants: [
      ['PLAN-2', "fact.name === 'comment' && fact.answer === undefined", "fact.name === 'comment'"],
      ['PLAN-2', "|| fact.verdict === 'unclear'", ''],
      ['PLAN-2', '[...task.said, assumedOf(task, fact)]', 'task.said'],
      ['PLAN-2', "if (fact.name === 'comment_edited') return edited(task.said, fact);", ''],
      ['PLAN-2', 'Date.parse(first.editedAt ?? editedAt) > Date.parse(editedAt)', 'false'],
    ],
  },
  {
    file: at('evolve-said'),
    tests: ['test/context/earlier-tasks', 'test/flow/then'],
    mutants: [
      ['PLAN-2', '[...(fact.earlier_said ?? []), ...task.said]', 'task.said'],
      ['PLAN-2', 'told.texts.filter((_, index) => !(index in (question?.answers ?? {})))', 'told.texts'],
    ],
  },
  {
    file: at('evolve-replanning'),
    tests: ['test/flow/actions'],
    mutants: [['REPLAN-4', 'questionsInWork: counts.questionsInWork + 1', 'questionsInWork: 1']],
  },
  {
    file: at('untold'),
    tests: ['test/context/said-everywhere'],
    mutants: [
      ['PLAN-2', "one.kind !== 'answer' || !fact.text.includes(one.text)", 'true'],
      ['PLAN-2', 'isToldByTool(task, fact) ? [] : ', ''],
      ['PLAN-2', 'turn.comments.some((seen) => isSame(saidIn(seen)));\n      default', 'false;\n      default'],
      ['PLAN-2', '(turn.brief.said ?? []).some(isSame)', 'false'],
      [
        'PLAN-2',
        "case 'workspace_rebuilt':\n        return turn.said.some(isSame)",
        "case 'workspace_rebuilt':\n        return false",
      ],
      ['PLAN-2', 'isDeepStrictEqual(other, one)', 'other.text === one.text'],
      ['PLAN-2', 'one.editedAt !== undefined && ', 'false && '],
      ['PLAN-2', 'commentsShown: comments.length, untold: []', 'untold: []'],
      ['PLAN-2', 'commentsShown: comments.length, untold: []', 'commentsShown: comments.length'],
    ],
  },
  { file: at('evolve-findings'), tests: ['test/state/findings'], mutants: FINDINGS },
  {
    file: at('work-moves'),
    tests: ['test/flow/closing-judgement'],
    mutants: [
      ['PLAN-6', 'endedBadly(result) ? work.failuresInARow + 1 : 0', 'work.failuresInARow + 1'],
      ['PLAN-6', 'Math.max(0, work.failuresInARow - takenBack)', 'work.failuresInARow'],
    ],
  },
  {
    file: at('evolve-planning'),
    tests: ['test/flow/closing-judgement'],
    mutants: [['PLAN-6', 'failuresInARow: 0', '']],
  },
  { file: at('evolve-planning'), tests: REVIEWED, mutants: PLANNING_REVIEWED },
  { file: at('lay-out'), tests: APPROVES, mutants: LAY_OUT_APPROVAL },
  { file: at('lay-out'), tests: [...BOXED, 'test/flow/reviews-and-replans'], mutants: LAY_OUT },
  { file: at('work-moves'), tests: FIRST, mutants: MOVES_RETRY },
  {
    file: at('action-brief'),
    tests: ENDS,
    mutants: [['PLAN-7', "status === 'failure' || status === 'partial'", "status === 'failure'"]],
  },
  { file: at('work-moves'), tests: [...BOXED, ...TESTS], mutants: MOVES },
  { file: at('work-moves'), tests: ['test/plan/work.test'], mutants: GOING_ON },
  { file: at('reviews'), tests: REVIEWED, mutants: REVIEWS },
  { file: at('reviews'), tests: task('answers-in-prose'), mutants: MADE_AGAIN },
  { file: at('evolve-shared'), tests: task('answers-in-prose'), mutants: SHARED_AGAIN },
  { file: at('evolve-spending'), tests: ['test/flow/ending'], mutants: SHARED_ESTIMATED },
  { file: at('work-moves'), tests: ['test/flow/actions'], mutants: CUT_TOOL },
  { file: at('replans'), tests: ['test/progress/replan-checklist', ...BOXED], mutants: BOXES },
  { file: at('evolve-questions'), tests: [...ASKS, 'test/flow/then'], mutants: QUESTIONS },
  { file: at('evolve-questions'), tests: [...PAUSES, ...BUDGET], mutants: QUESTIONS_WAITED },
  { file: at('evolve-questions'), tests: [...APPROVES, 'test/flow/plan-shown'], mutants: QUESTIONS_ON_PLAN },
  { file: at('evolve-workspace'), tests: [...PAUSES, ...BUDGET, 'test/flow/workspace'], mutants: WORKSPACE_PAUSED },
  { file: at('evolve-workspace'), tests: ['test/flow/set-up-trouble'], mutants: SET_UP },
  { file: at('decided-facts'), tests: STORED, mutants: DOOR_DECIDED },
  { file: at('question'), tests: STORED, mutants: DOOR_QUESTION },
  { file: at('facts'), tests: STORED, mutants: DOOR_EFFECTS },
  { file: at('model-facts'), tests: STORED, mutants: DOOR_MODEL },
  { file: at('stored'), tests: STORED, mutants: DOOR },
  { file: at('request'), tests: STORED, mutants: DOOR_REQUEST },
  { file: at('inbox-item'), tests: STORED, mutants: DOOR_INBOX },
  { file: at('facts'), tests: STORED, mutants: DOOR_FACTS },
];
