/** What a phase does with what happened: reflections, revisions, re-plans, endings. [ID, what stands there exactly once, what takes its place] */
const JUDGING = [
  ['PLAN-3', 'reflection.interval > 0 && ', ''],
  ['PLAN-3', 'task.work.sinceReflection + 1 >= reflection.interval', 'task.work.sinceReflection + 1 > reflection.interval'],
  ['PLAN-3', 'task.work.sinceReflection + 1 >= reflection.interval', 'task.work.sinceReflection + 2 >= reflection.interval'],
  ['PLAN-3', 'reflection.enabled && (isDue', '(isDue'],
  ['PLAN-3', '(isBad && reflection.onError)', 'isBad'],
  ['PLAN-3', '(isBad && reflection.onError)', 'false'],
  ['PLAN-1', "status !== 'success'", "status === 'failure'"],
  ['PLAN-1', ' || peopleSpoke(task)', ''],
  ['PLAN-1', '(task.work.commentsReflected ?? 0)', '0'],
  ['PLAN-1', '!judged && ', ''],
  ['REPLAN-2', 'judged || (isBad && replanning.enabled)', 'judged'],
  ['REPLAN-2', 'judged || (isBad && replanning.enabled)', 'isBad && replanning.enabled'],
  ['PLAN-1', 'judged || (isBad && replanning.enabled)', 'judged || isBad'],
  ['PLAN-6', "kind !== 'retry' && ", ''],
  ['PLAN-6', 'task.work.judging?.reflection?.plan_revision_needed === true', 'true'],
  ['PLAN-6', '>= task.settings.planning.maxRevisions', '> task.settings.planning.maxRevisions'],
  ['PLAN-6', '>= task.settings.planning.maxRevisions', '>= 3'],
];

const EXECUTE = [
  ['PLAN-1', "if (work.judging?.reflect && work.judging.reflection === null) return { kind: 'ask_reflection' };", ''],
  ['PLAN-6', 'if (isWanted && task.replanning.revisions >= settings.planning.maxRevisions)', 'if (false)'],
  ['PLAN-6', 'isWanted && task.replanning.revisions >= settings', 'isWanted && task.replanning.revisions > settings'],
  ['PLAN-6', 'isWanted && task.replanning.revisions >= settings', 'task.replanning.revisions >= settings'],
  ['PLAN-6', 'return { ...task, work: goOn(seen) };', 'return { ...task, work: seen };'],
  ['PLAN-3', 'sinceReflection: 0, reflections: work.reflections + 1', 'reflections: work.reflections + 1'],
  ['PLAN-1', 'reflections: work.reflections + 1', 'reflections: work.reflections'],
  ['REPLAN-2', 'work.judging.decide || (isWanted && enabled)', 'work.judging.decide'],
  ['PLAN-6', 'work.judging.decide || (isWanted && enabled)', 'work.judging.decide || isWanted'],
  ['PLAN-6', "fact.source === 'reflection' ? 1 : 0", '0'],
  ['PLAN-1', 'const commentsReflected = task.comments.length', 'const commentsReflected = 0'],
];

const ASK_REFLECTION = [
  ['PLAN-1', 'const isAllowed = !replanning.enabled && ', 'const isAllowed = '],
  ['PLAN-3', 'task.replanning.revisions < maxRevisions', 'task.replanning.revisions <= maxRevisions'],
  ['PLAN-3', 'task.replanning.revisions < maxRevisions', 'true'],
  ['PLAN-1', '!isNeeded || ', ''],
  ['PLAN-1', 'revision === null ? [] : problemsOf(revision, task)', '[]'],
  ['PLAN-6', "!(error instanceof Fault) || error.code !== 'model_refused'", 'true'],
  ['PLAN-6', "!(error instanceof Fault) || error.code !== 'model_refused'", 'false'],
  ['PLAN-6', 'if (!reading.ok) return [failed(reading.problems), usage];', "if (!reading.ok) throw new Fault('model_refused', '', '');"],
  ['PLAN-3', 'depth: settings.planning.reflection.depth', "depth: 'moderate'"],
  ['PLAN-3', 'sinceReflection: work.sinceReflection', 'sinceReflection: 1'],
];

const AFTER_DECISION = [
  ['PLAN-6', "if (fact.verdict === 'replan' && !fact.executed) return stepIn(task, decision);", ''],
  ['PLAN-6', '(followsReflection(task, kind) ? 1 : 0)', '0'],
  [
    'PLAN-6',
    "kind: 'intervention',\n    texts: [ownQuestions(task.settings.language).revisedTooOften]",
    "kind: 'clarification',\n    texts: [ownQuestions(task.settings.language).revisedTooOften]",
  ],
];

const WAIT = [['PLAN-6', 'escalated: false, revisions: 0 }', 'escalated: false }']];
const ANSWERED = [
  ['REPLAN-6', '(by !== null ? !onlyHow : again)', 'again'],
  ['REPLAN-6', '(by !== null ? !onlyHow : again)', 'by !== null'],
  ['PLAN-6', '(by !== null ? !onlyHow : again)', '(by !== null ? true : again)'],
  ['REPLAN-6', 'what.by === null && what.again !== true ?', 'what.by === null ?'],
];
const PAUSE = [
  ['EXEC-1', 'return !wasSaved && containerOf(held) !== null', 'return containerOf(held) !== null'],
  ['PLAN-5', 'containerOf(held) !== null && isUnsaved(workOf(held))', 'false'],
  ['PLAN-5', "if (back.phase !== 'wait') return sheltered(back);", "if (back.phase !== 'wait') return back;"],
  ['EXEC-1', 'task.updatedAt + back.until - back.since', 'back.until'],
  ['EXEC-1', 'since: task.updatedAt, until', 'until'],
  ['EXEC-5', "fact.name === 'workspace_lost' ? holding", 'false ? holding'],
  ['GH-6', 'return { ...task, ...commonOf(led), back: led };', 'return { ...task, ...commonOf(led) };'],
];
const ABOUT_PLAN = [
  ['GH-2', 'if (task.request.plansFirst !== true)', 'if (true)'],
  ['GH-2', 'if (isAgreed && !isChanged && open.length === 0)', 'if (isAgreed)'],
  ['GH-2', 'questionId !== null && !isChanged && open.length === 0', 'questionId !== null'],
  ['PLAN-9', 'if (!isHeardOut(task)) return task;', ''],
  ['PLAN-9', 'changeToTell(task) === null && ', ''],
  ['EXEC-1', 'isPosted ? since + GIVE_UP_AFTER_MS : null', 'null'],
  ['GH-2', "task.isExplained === true ? 'explained' : 'to_explain'", "'to_explain'"],
  ['PLAN-9', '...NOTHING_PREPARED, earlierWork: begun }', '...NOTHING_PREPARED, earlierWork: null }'],
  ['GH-2', 'const { isChanged: _, isAgreed: __, open: ___, ...shown } = task;', 'const { isChanged: _, open: ___, ...shown } = task;'],
];
const APPROVE = [
  ['PLAN-9', 'commentsWeighed: begun.commentsWeighed };', 'commentsWeighed: 0 };'],
  ['PLAN-9', 'return { ...task, plan, begun: work, replanning, isChanged: true };', 'return { ...task, plan, begun: work, replanning };'],
  ['PLAN-9', '{ ...withRefused(counted, { comment, understanding, refused }), isExplained: true }', 'counted'],
  ['GH-2', '{ open: [...(task.open ?? []), ...asked] }', '{}'],
];
const PAUSING = [
  ['GH-5', ' || progressComment === null', ''],
  ['EXEC-5', 'return inFlight === null || inFlight.effect !== effect.kind;', 'return true;'],
  ['EXEC-5', 'return inFlight === null || inFlight.effect !== effect.kind;', 'return inFlight === null;'],
];
const PAUSED = [
  ['EXEC-1', "(before.phase !== 'wait' && before.phase !== 'pause')", "before.phase !== 'wait'"],
  [
    'GH-5',
    "case 'paused':\n      return { ...task, inFlight: null, retry: null };",
    "case 'paused':\n      return { ...task, inFlight: null };",
  ],
];
const QUESTIONS = [
  ['REPLAN-6', 'isDoubtful ? task : {', 'false ? task : {'],
  ['REPLAN-6', 'comments.length === 0 ? task.work : heard', 'task.work'],
  ['REPLAN-6', 'assumed === undefined ? [] : [assumed]', '[]'],
];
const OVERTAKEN = [
  ['REPLAN-8', 'isQuestionOnly(record) || (isMadeAnew', '(isMadeAnew'],
  ['REPLAN-8', 'decision?.replan_needed === true', 'false'],
];

const DECISION_FACT = [
  ['PLAN-6', "verdict.kind !== 'continue' && needsPerson(task, verdict.replan)", 'false'],
  ['PLAN-6', "verdict.kind !== 'continue' && needsPerson", "verdict.kind === 'replan' && needsPerson"],
  ['PLAN-6', "verdict: isForPerson ? 'replan' : verdict.kind", 'verdict: verdict.kind'],
  ['REPLAN-6', 'unheard(task, decision.clarification_questions)', 'decision.clarification_questions'],
  ['PLAN-6', "verdict.kind === 'replan' && !isForPerson", "verdict.kind === 'replan'"],
  ['PLAN-6', "isForPerson ? 'limit_reached' : ", ''],
];

const PLAN_AGAIN = [
  ['REPLAN-3', "case 'goal':\n      return toUnderstand(task);", "case 'goal':\n      return toDecompose(task);"],
  ['REPLAN-3', "case 'decomposition':\n      return toDecompose(task);", "case 'decomposition':\n      return toSequence(task, []);"],
  ['REPLAN-3', "task.phase === 'execute' ? retried(task, decision) : task", 'task'],
  ['REPLAN-7', "moveTo(task, 'understand', { ...lookedFrom(task, false)", "moveTo(task, 'understand', { ...lookedFrom(task, true)"],
  ['REPLAN-7', "moveTo(task, 'decompose', { ...lookedFrom(task, false)", "moveTo(task, 'decompose', { ...lookedFrom(task, true)"],
  ['REPLAN-7', '...lookedFrom(task, true),', '...lookedFrom(task, false),'],
  ['REPLAN-7', 'task.carried.keepsDone && keepsDone', 'keepsDone'],
  ['REPLAN-7', 'task.carried.keepsDone && keepsDone', 'task.carried.keepsDone'],
];

const ADOPT = [
  ['REPLAN-7', 'carried.keepsDone ? doneSubtasks(carried.work) : new Set<string>()', 'new Set<string>()'],
  ['REPLAN-7', 'carried.keepsDone ? doneSubtasks(carried.work) : new Set<string>()', 'doneSubtasks(carried.work)'],
  ['REPLAN-7', 'records.findLast((record) => record.executed && ', 'records.find((record) => record.executed && '],
  ['REPLAN-7', 'number: state.versions.length + 1', 'number: 1'],
  ['REPLAN-7', 'startedAt: state.currentSince ?? by.at', 'startedAt: by.at'],
  ['REPLAN-7', 'replacedBecause: by.reason', "replacedBecause: ''"],
  ['REPLAN-7', '[...state.versions, version]', '[version]'],
  ['REPLAN-7', 'currentSince: by.at', 'currentSince: 0'],
  ['REPLAN-7', 'reason: by.reason,\n    previous', "reason: '',\n    previous"],
  ['REPLAN-7', "boxes.filter((box) => box.state === 'done').length, all", 'boxes.length, all'],
  ['REPLAN-7', 'all: boxes.length', 'all: 0'],
  ['REPLAN-7', '    notes: [],\n', ''],
];

const WORK = [
  ['REPLAN-7', '[...done].flatMap((id) => work.actions.filter((action) => action.taskId === id))', '[]'],
  ['REPLAN-7', 'planned.filter((action) => !done.has(action.taskId))', 'planned'],
  ['REPLAN-7', 'const entered = enter(turned, kept.length);', 'const entered = enter(turned, 0);'],
  ['REPLAN-7', "work.actions.filter((action) => action.status !== 'success')", '[]'],
  ['PLAN-3', 'sinceReflection: work.sinceReflection + 1', 'sinceReflection: work.sinceReflection'],
];

const KEPT = [
  ['PLAN-5', 'if (done.has(action.taskId)) return false;', ''],
  ['PLAN-5', "status === 'success' || (", "status === 'success' && ("],
  ['PLAN-9', ' && !again.has(taskId)', ''],
  ['PLAN-9', '[taskId, description, planned]', '[taskId, planned]'],
  ['PLAN-9', '[taskId, description, planned]', '[taskId, description]'],
  ['PLAN-5', '?.shift()', '?.at(0)'],
];

const WRONG_ANSWER = [
  ['PLAN-1', 'MAX_RULE_REPAIRS = 1', 'MAX_RULE_REPAIRS = 2'],
  ['PLAN-1', 'MAX_RULE_REPAIRS = 1', 'MAX_RULE_REPAIRS = 0'],
  ['PLAN-6', 'MAX_SCHEMA_REPAIRS = 3', 'MAX_SCHEMA_REPAIRS = 4'],
  ['PLAN-6', 'MAX_SCHEMA_REPAIRS = 3', 'MAX_SCHEMA_REPAIRS = 2'],
  ['PLAN-6', "fact.broke === 'rules' ? 'impossible_plan' : 'invalid_answers'", "'invalid_answers'"],
  ['PLAN-6', 'fact.too_many === undefined', 'true'],
  ['PLAN-6', '.filter((answer) => answer.broke === broke)', ''],
  ['REPLAN-10', 'replanFailed(task, fact.problems, fact) ??\n    endWith', 'endWith'],
  ['REPLAN-10', 'if (!alternativeFailed(replanning)) return restored;', 'return restored;'],
  ['REPLAN-10', 'if (!alternativeFailed(replanning)) return restored;', ''],
  ['REPLAN-10', "settings.planning.assumes ? 'clarification' : 'intervention'", "'intervention'"],
  ['REPLAN-10', "settings.planning.assumes ? 'clarification' : 'intervention'", "'clarification'"],
  ['REPLAN-10', "resolved(state, record.id, 'failure')", "resolved(state, record.id, 'success')"],
  [
    'REPLAN-10',
    'decide: true, reflection: null, revision: null };\n  return',
    'decide: false, reflection: null, revision: null };\n  return',
  ],
];

const UNDERSTAND = [
  ['PLAN-2', "if (fact.error.type === 'already_done')", 'if (false)'],
  ['PLAN-6', 'if (mayAskPeople(replanning.counts, planning.replanning))', 'if (false)'],
  ['REPLAN-4', 'if (mayAskPeople(replanning.counts, planning.replanning))', 'if (true)'],
  ['PLAN-6', 'error.clarification_needed.length > 0 ? error.clarification_needed : [error.message]', '[error.message]'],
  ['PLAN-6', 'error.clarification_needed.length > 0 ? error.clarification_needed : [error.message]', 'error.clarification_needed'],
  ['REPLAN-5', 'return !planning.assumes || replanning.escalated;', 'return true;'],
  ['REPLAN-5', 'return !planning.assumes || replanning.escalated;', 'return replanning.escalated;'],
  ['REPLAN-5', 'return !planning.assumes || replanning.escalated;', 'return !planning.assumes;'],
];

const COMPLETION = [
  ['PLAN-7', "ending.status === 'succeeded' && failed + open === 0", "ending.status === 'succeeded'"],
  ['PLAN-7', "ending.status === 'succeeded' && failed + open === 0", 'failed + open === 0'],
  [
    'PLAN-7',
    'tasks_completed: completed,\n    tasks_failed: failed,\n    key',
    'tasks_completed: failed,\n    tasks_failed: failed,\n    key',
  ],
  ['PLAN-7', 'summary && summary.keyOutcomes.length > 0 ? summary.keyOutcomes : evaluations', 'evaluations'],
  ['PLAN-7', 'summary && summary.keyOutcomes.length > 0 ? summary.keyOutcomes : evaluations', '(summary?.keyOutcomes ?? [])'],
  ['PLAN-7', "status === 'failure' || status === 'partial'", "status === 'failure'"],
  ['PLAN-7', 'done: true, ', ''],
  ['PLAN-6', "status: 'requires_human_intervention'", "status: 'failed'"],
  ['PLAN-6', 'goal_achieved: false', 'goal_achieved: true'],
  ['PLAN-6', 'Math.max(replanning.revisions, carriedOut)', 'replanning.revisions'],
  ['PLAN-6', 'Math.max(replanning.revisions, carriedOut)', 'carriedOut'],
  ['PLAN-6', "kind !== 'retry' && kind !== 'clarification'", 'true'],
  ['PLAN-6', '...(replanning.records.at(-1)?.decision.recommended_actions ?? []), ', ''],
  ['PLAN-6', '[...question.texts, question.context]', '[question.context]'],
];

/** Nothing twice after a crash. */
const STARTED = [
  ['PLAN-5', 'starts: again ? task.inFlight.starts + 1 : 1', 'starts: 1'],
  ['PLAN-5', 'paidTwice ? {', 'false ? {'],
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

const REVIEW = [
  ['PLAN-3', 'task.settings.planning.review.plan', 'true'],
  ['PLAN-3', 'task.settings.planning.review.plan', 'task.settings.planning.review.diff'],
  ['EXEC-7', "if (isGivenUpOn(task, 'plan'))", 'if (false)'],
  ['EXEC-7', "if (!isGivenUpOn(task, 'diff')) return task;", ''],
  ['EXEC-7', 'review_suggestions: fact.feedback', 'review_suggestions: undefined'],
  ['EXEC-7', "moveTo(task, 'decompose', anew)", "moveTo(task, 'sequence', { ...anew, decomposition, criteria })"],
];

const CONCLUDE = [
  ['PLAN-3', 'task.settings.planning.review.diff && ', ''],
  ['PLAN-3', 'task.settings.planning.review.diff', 'task.settings.planning.review.plan'],
  ['EXEC-7', " && ending.reason === 'finished'", ''],
];

const REVIEWS = [
  ['EXEC-7', 'MAX_REVISES = 3', 'MAX_REVISES = 4'],
  ['EXEC-7', 'MAX_REVISES = 3', 'MAX_REVISES = 2'],
  ['EXEC-7', 'failuresSincePass(task, of) > MAX_REVISES', 'failuresSincePass(task, of) >= MAX_REVISES'],
  ['EXEC-7', 'isPassed ? verdicts.slice(0, -1) : verdicts', 'verdicts'],
];

const TESTS = ['test/task/reflecting', 'test/task/closed-decisions'];
const FIRST = ['test/task/questions-first', 'test/task/confirmed-replans', 'test/task/overtaken-replans'];
const APPROVES = ['test/task/approving'];
const PAUSES = ['test/task/pausing'];
const REVIEWED = ['test/task/review-cycle'];
const BOXES = ['test/task/boxes-after-replans'];
const ENDS = ['test/task/wrong-answers', 'test/task/interventions', 'test/task/unclear-goals'];

export const PHASES = [
  { file: 'src/phases/between/judging.ts', tests: TESTS, mutants: JUDGING },
  { file: 'src/phases/execute.ts', tests: TESTS, mutants: EXECUTE },
  { file: 'src/task/perform/ask-reflection.ts', tests: TESTS, mutants: ASK_REFLECTION },
  { file: 'src/phases/between/after-decision.ts', tests: TESTS, mutants: AFTER_DECISION },
  { file: 'src/phases/between/after-wait.ts', tests: TESTS, mutants: WAIT },
  { file: 'src/phases/between/after-wait.ts', tests: FIRST, mutants: ANSWERED },
  { file: 'src/phases/between/about-plan.ts', tests: APPROVES, mutants: ABOUT_PLAN },
  { file: 'src/phases/approve.ts', tests: APPROVES, mutants: APPROVE },
  { file: 'src/phases/pause.ts', tests: PAUSES, mutants: PAUSE },
  { file: 'src/task/next.ts', tests: PAUSES, mutants: PAUSING },
  { file: 'src/task/settle.ts', tests: PAUSES, mutants: PAUSED },
  { file: 'src/phases/between/plan-again.ts', tests: FIRST, mutants: QUESTIONS },
  { file: 'src/task/perform/completed-replans.ts', tests: FIRST, mutants: OVERTAKEN },
  { file: 'src/task/perform/decision-fact.ts', tests: [...TESTS, ...FIRST], mutants: DECISION_FACT },
  { file: 'src/phases/between/plan-again.ts', tests: BOXES, mutants: PLAN_AGAIN },
  { file: 'src/phases/between/adopt-plan.ts', tests: BOXES, mutants: ADOPT },
  { file: 'src/plan/work.ts', tests: [...BOXES, ...TESTS], mutants: WORK },
  { file: 'src/phases/between/wrong-answer.ts', tests: ENDS, mutants: WRONG_ANSWER },
  { file: 'src/phases/understand.ts', tests: ENDS, mutants: UNDERSTAND },
  { file: 'src/task/perform/completion.ts', tests: ENDS, mutants: COMPLETION },
  { file: 'src/task/settle.ts', tests: ['test/task/settle.test'], mutants: STARTED },
  { file: 'src/plan/work.ts', tests: ['test/plan/work.test'], mutants: GOING_ON },
  { file: 'src/phases/between/review.ts', tests: REVIEWED, mutants: REVIEW },
  { file: 'src/phases/between/conclude.ts', tests: REVIEWED, mutants: CONCLUDE },
  { file: 'src/task/reviews.ts', tests: REVIEWED, mutants: REVIEWS },
  { file: 'src/plan/kept-actions.ts', tests: ['test/plan/kept-actions.test'], mutants: KEPT },
];
