/**
 * What facts make of the task, and the door for what was stored. [ID, what stands there exactly once, what takes its place]
 *
 * Not among them, because nothing would be otherwise:
 * - that a `replan_decision` ends no effect: what it follows from has ended it.
 * - `toolCount` of tests that stand, and `keeps_tests`: another plan, a lost or another container takes them away as well.
 * - `work !== null` in `standingOf`: where there is work, it is gone on with, whatever stands.
 * - `isAgreed` in `shownAgain`: what is agreed to and the same is begun.
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
    'return task.paused === null ? task : { ...task, paused: { ...task.paused, due: { overAt, remindAt, releaseAt } } };',
    'return task;',
  ],
  ['GH-5', 'return resumed({ ...task, pausing: null });', 'return resumed(task);'],
];
const CONTROLS_BUDGET = [
  ['EXEC-1', 'extensions: task.extensions + 1', 'extensions: task.extensions'],
  ['EXEC-1', "...(stage.is === 'verify' ? { stage: { ...stage, tests: null } } : {})", ''],
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
  ['PLAN-6', '      return goOn(work);', '      return work;'],
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
const SPOKEN = [['PLAN-1', '(work?.commentsReflected ?? 0)', '0']];

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
  ['OPS-9', "blocks || then.is === 'tell_work' || !isResting(task)", 'true'],
  ['PLAN-9', "blocks || then.is === 'tell_work' || !isResting(task)", 'blocks || !isResting(task)'],
];
const SHOWN = [['GH-2', "stage.is === 'work' && !stage.begun ? null : work", 'work']];

const PLANNING_TESTS = [
  ['EXEC-6', 'passed !== null && passed.toolCount === work?.toolCount ? passed.tests : null', 'null'],
  ['EXEC-6', 'tests !== null && tests.exit_code === 0 && ', 'tests !== null && '],
];
const PLANNING_RESTORED = [
  ['REPLAN-10', 'const judging = { reflect: false, decide: true', 'const judging = { reflect: false, decide: false'],
  ['REPLAN-10', '{ kept: before?.standing ?? null, judged: standingOf(task), none: null }[standing]', 'null'],
  ['REPLAN-10', 'stage.draft.found === null ? stage.standing : stage.draft', 'stage.draft'],
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

const LAY_OUT_APPROVAL = [['PLAN-9', 'work?.commentsWeighed ?? 0', '0']];
const LAY_OUT = [
  ['REPLAN-7', 'const entered = enter(turned, staying.length);', 'const entered = enter(turned, 0);'],
  [
    'REPLAN-7',
    "const told: Turn = { kind: 'replanned', reason, plan };",
    "const told: Turn = { kind: 'replanned', reason: '', plan };",
  ],
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
  ['PLAN-5', 'commentsShown: conversation.flatMap(commentsIn).length', 'commentsShown: work.commentsShown'],
];

const REVIEWS = [['EXEC-7', 'isPassed ? verdicts.slice(0, -1) : verdicts', 'verdicts']];

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
    'questions: [...task.questions, { ...question, ...some({ leftOut })',
    'questions: task.questions, was: [{ ...question, ...some({ leftOut })',
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
  ['EXEC-1', 'since: task.updatedAt,\n    due: { overAt', 'due: { overAt'],
  ['EXEC-1', 'due: { overAt, remindAt, releaseAt },', ''],
  ['EXEC-1', 'const over = { ...waitedFor(task, id), asked', 'const over = { ...task, asked'],
];
const QUESTIONS_ON_PLAN = [
  ['GH-2', 'questionId, isChanged: false, isAgreed: false, open: []', 'questionId, isChanged: false, open: []'],
  ['PLAN-9', 'questionId, isChanged: false, isAgreed: false, open: []', 'questionId, isAgreed: false, open: []'],
  ['GH-2', 'questionId, isChanged: false, isAgreed: false, open: []', 'questionId, isChanged: false, isAgreed: false'],
  ['GH-2', 'withAsked(waitedFor(task, id), id, { blocks: false })', 'waitedFor(task, id)'],
  ['GH-2', "isAgreed: verdict === 'yes'", 'isAgreed: false'],
  ['GH-2', "isAgreed: verdict === 'yes'", 'isAgreed: true'],
  ['EXEC-1', '...(isAgain ? { isReminded: false, ...again } : {}),', '...(isAgain ? again : {}),'],
  ['GH-2', "fact.explain ? ('to_explain' as const) : ('explained' as const)", "('explained' as const)"],
];

const WORKSPACE_PAUSED = [
  ['EXEC-5', "(!isResting(task) && stage.is !== 'report')", "stage.is !== 'report'"],
  ['EXEC-5', "(!isResting(task) && stage.is !== 'report')", '!isResting(task)'],
  ['EXEC-5', 'work: work && rewound(work, fact.cause)', 'work'],
];

/** A required field that becomes optional, and an entry that does not begin with its request. */
const optional = (field, type) => ['PLAN-4', `${field}: ${type}`, `${field}: ${type}.exactOptional()`];
const DOOR_DECIDED = [
  optional('keeps_tests', 'z.boolean()'),
  optional('saved', 'z.number()'),
  optional('ended_in', 'Activity'),
  optional('blocks', 'z.boolean()'),
  optional('replaces', 'z.string().nullable()'),
  optional('is_revision', 'z.boolean()'),
  optional('needs_person', 'z.boolean()'),
  optional('over_at', 'z.number().nullable()'),
  optional('onSilence', "z.enum(['judge', 'go_on'])"),
  optional('toolUseId', 'z.string()'),
  ['PLAN-4', 'limit: BudgetLimit })', 'limit: BudgetLimit.exactOptional() })'],
  ['PLAN-4', 'superseded: z.object({ key: z.string() })', 'superseded: z.object({})'],
  ['PLAN-4', 'replan_pending: Verdict.extend({ result: z.null() })', 'replan_pending: Verdict'],
];
const DOOR_OUTCOMES = [
  optional('key', 'z.string()'),
  ['PLAN-4', '.superRefine(checkAbout)', ''],
  optional('settings', 'StoredSettings'),
  optional('passed', 'z.boolean()'),
  optional('due_at', 'z.number()'),
  optional('verdict', "z.enum(['yes', 'no', 'unclear']).nullable()"),
];
const DOOR_ANSWERS = [
  optional('tool_use_id: z.string(), question', 'z.string()'),
  optional('exit_code', 'z.number().nullable()'),
  optional('broke', "z.enum(['schema', 'rules'])"),
  optional('source', "z.enum(['replan', 'reflection', 'comment', 'review'])"),
  optional('result', "z.enum(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS', 'NOT_MADE'])"),
  ['PLAN-4', 'blocking: z.boolean() })', 'blocking: z.boolean().exactOptional() })'],
];
const DOOR = [
  ['PLAN-4', "if (typeof fact === 'string') throw damaged(entry, fact);", ''],
  ['PLAN-4', "if (typeof fact === 'string') break;", "if (typeof fact === 'string') continue;"],
  ['PLAN-4', "(isMisplaced(current) ? 'a history begins with what was asked for' : null)", 'null'],
  ['PLAN-4', 'if (before !== undefined) return before;', ''],
];
const DOOR_REQUEST = [
  optional('deliveryId', 'z.string()'),
  optional('outageMs', 'z.number()'),
  optional('sameTrigger', 'z.number()'),
];
const DOOR_INBOX = [
  ['PLAN-4', 'on: z.object({ pullRequest: z.number(), isReview: z.boolean() }).exactOptional()', 'on: z.unknown()'],
  ['PLAN-4', 'at: z.string(),', 'at: z.string().exactOptional(),'],
  ['PLAN-4', "word: z.enum(['stop', 'pause', 'resume'])", 'word: z.string()'],
];
const DOOR_ENVELOPE = [
  ['PLAN-4', 'seq: z.number(),', 'seq: z.number().exactOptional(),'],
  ['PLAN-4', ".refine((text) => !Number.isNaN(Date.parse(text)), 'expected a time')", ''],
  ['PLAN-4', 'task_uuid: z.string(),', ''],
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

export const STATE = [
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
  { file: at('replanning'), tests: ['test/replan/state', 'test/replan/policy.test', ...FIRST], mutants: COUNTS },
  { file: at('select'), tests: ['test/replan/state'], mutants: NOTES },
  { file: at('select'), tests: ['test/task/reflecting', 'test/flow/actions'], mutants: SPOKEN },
  { file: at('select'), tests: [...asks('asides'), 'test/state/questions-heard'], mutants: HEARD },
  { file: at('select'), tests: [...APPROVES, 'test/flow/plan-shown'], mutants: SHOWN },
  { file: at('evolve-planning'), tests: LATE, mutants: PLANNING_TESTS },
  {
    file: at('evolve-planning'),
    tests: [...ENDS, 'test/flow/reviews-and-replans'],
    mutants: [...PLANNING_RESTORED, ...PLANNING_UNUSABLE],
  },
  { file: at('evolve-planning'), tests: [...APPROVES, 'test/flow/plan-shown'], mutants: PLANNING_APPROVAL },
  { file: at('evolve-planning'), tests: REVIEWED, mutants: PLANNING_REVIEWED },
  { file: at('lay-out'), tests: APPROVES, mutants: LAY_OUT_APPROVAL },
  { file: at('lay-out'), tests: [...BOXED, 'test/flow/reviews-and-replans'], mutants: LAY_OUT },
  { file: at('work-moves'), tests: FIRST, mutants: MOVES_RETRY },
  {
    file: at('work-moves'),
    tests: ENDS,
    mutants: [['PLAN-7', "status === 'failure' || status === 'partial'", "status === 'failure'"]],
  },
  { file: at('work-moves'), tests: [...BOXED, ...TESTS], mutants: MOVES },
  { file: at('work-moves'), tests: ['test/plan/work.test'], mutants: GOING_ON },
  { file: at('reviews'), tests: REVIEWED, mutants: REVIEWS },
  { file: at('boxes'), tests: ['test/progress/replan-checklist', ...BOXED], mutants: BOXES },
  { file: at('evolve-questions'), tests: [...ASKS, 'test/flow/then'], mutants: QUESTIONS },
  { file: at('evolve-questions'), tests: [...PAUSES, ...BUDGET], mutants: QUESTIONS_WAITED },
  { file: at('evolve-questions'), tests: [...APPROVES, 'test/flow/plan-shown'], mutants: QUESTIONS_ON_PLAN },
  { file: at('evolve-workspace'), tests: [...PAUSES, ...BUDGET, 'test/flow/workspace'], mutants: WORKSPACE_PAUSED },
  { file: at('stored-decided'), tests: STORED, mutants: DOOR_DECIDED },
  { file: at('stored-outcomes'), tests: STORED, mutants: DOOR_OUTCOMES },
  { file: at('stored-answers'), tests: STORED, mutants: DOOR_ANSWERS },
  { file: at('stored'), tests: STORED, mutants: DOOR },
  { file: at('stored-request'), tests: STORED, mutants: DOOR_REQUEST },
  { file: at('stored-inbox'), tests: STORED, mutants: DOOR_INBOX },
  { file: at('stored-facts'), tests: STORED, mutants: DOOR_ENVELOPE },
];
