/**
 * The rules: what follows from what happened, and what comes next. [ID, what stands there exactly once, what takes its place]
 *
 * Not among them, because nothing would be otherwise:
 * - `completedReplans` in `givenUp`: where nothing stands to fall back on, nothing is pending.
 * - the order of `containerNeeded` and `backToWork`, and of `carriedOut` and `conversationTooLong`: they lead to the same, or exclude each other.
 */
const JUDGING = [
  ['PLAN-3', 'const isTime = interval > 0 && ', 'const isTime = '],
  ['PLAN-3', '(task.work?.sinceReflection ?? 0) >= interval', '(task.work?.sinceReflection ?? 0) > interval'],
  ['PLAN-3', '(task.work?.sinceReflection ?? 0) >= interval', '(task.work?.sinceReflection ?? 0) + 1 >= interval'],
  ['PLAN-3', 'enabled && (isTime', '(isTime'],
  ['PLAN-3', 'return enabled && onError;', 'return enabled;'],
  ['PLAN-3', 'return enabled && onError;', 'return onError;'],
  ['PLAN-3', 'return enabled && onError;', 'return false;'],
  ['PLAN-1', "const isBad = status !== 'success'", "const isBad = status === 'failure'"],
  ['PLAN-1', ' || peopleSpoke(task)', ''],
  ['REPLAN-2', 'const decide = isBad && task.settings.planning.replanning.enabled', 'const decide = false'],
  ['PLAN-1', 'const decide = isBad && task.settings.planning.replanning.enabled', 'const decide = isBad'],
  ['PLAN-1', 'judgement === undefined || !replanning.enabled', 'judgement === undefined'],
  ['REPLAN-4', 'cause: issues.length > 0 ? issues : [evaluation]', 'cause: []'],
];

/** A judgement that came with the closing answer (MODEL-2). */
const CLOSING = [
  ['PLAN-1', 'if (isDue(task)) return afterwards(task, judgement);', ''],
  ['PLAN-1', 'return judgement.decision.replan_needed\n', 'return false\n'],
  ['MODEL-2', "...(status === 'success' ? judgedAsGood(task) : []), ", ''],
  ['MODEL-2', 'if (!task.settings.planning.replanning.enabled) return [];', ''],
  ['MODEL-2', 'id: `${task.id}-${task.version}`', 'id: task.id'],
  ['PLAN-1', "return status !== 'success' && looksAtFailures(task)\n", 'return looksAtFailures(task)\n'],
  ['PLAN-1', "return status !== 'success' && looksAtFailures(task)\n", 'return false\n'],
  ['PLAN-6', 'plan_revision_needed: decision.replan_needed', 'plan_revision_needed: false'],
];

const IN_A_ROW = [
  ['PLAN-6', '(work?.failuresInARow ?? 0) >= maxRevisions', '(work?.failuresInARow ?? 0) > maxRevisions'],
  ['PLAN-6', '(work?.failuresInARow ?? 0) >= maxRevisions', '(work?.failuresInARow ?? 0) + 1 >= maxRevisions'],
  ['PLAN-6', 'maxRevisions > 0 && ', ''],
  ['PLAN-6', '? [WAITS, ...asksHow(task, after)]', '? asksHow(task, after)'],
];

const FOLLOWS_REFLECTION = [
  ['PLAN-6', "kind !== 'retry' && ", ''],
  ['PLAN-6', "kind !== 'clarification' && ", ''],
  ['PLAN-6', 'work?.judging?.reflection?.plan_revision_needed === true', 'true'],
];

const JUDGEMENT = [
  ['PLAN-6', '>= task.settings.planning.maxRevisions', '> task.settings.planning.maxRevisions'],
  ['PLAN-6', '>= task.settings.planning.maxRevisions', '>= 3'],
  ['PLAN-6', "verdict.kind !== 'continue' && needsPerson(task, verdict.replan)", 'false'],
  ['PLAN-6', "verdict.kind !== 'continue' && needsPerson", "verdict.kind === 'replan' && needsPerson"],
  ['PLAN-6', "verdict: isForPerson ? 'replan' : verdict.kind", 'verdict: verdict.kind'],
  ['REPLAN-6', 'notAskedYet(task, decision.clarification_questions)', 'decision.clarification_questions'],
  ['PLAN-6', "verdict.kind === 'replan' && !isForPerson", "verdict.kind === 'replan'"],
  ['PLAN-6', "isForPerson ? 'limit_reached' : ", ''],
  ['PLAN-6', "if (verdict === 'replan' && !fact.executed) return", 'if (false) return'],
  ['REPLAN-8', 'isNotHad === true ? [] : overtakenReplans(task, decision)', 'overtakenReplans(task, decision)'],
  ['REPLAN-8', 'isNotHad === true ? [] : overtakenReplans(task, decision)', '[]'],
  ['REPLAN-8', "executed || (verdict.kind === 'confirm' && !isForPerson)", 'executed'],
  ['PLAN-6', "executed || (verdict.kind === 'confirm' && !isForPerson)", "executed || verdict.kind === 'confirm'"],
  ['REPLAN-8', 'plan_after: executed ? null : plan', 'plan_after: plan'],
  [
    'REPLAN-5',
    "verdict.kind === 'continue' ? verdict.wanted : verdict.replan",
    "verdict.kind === 'continue' ? null : verdict.replan",
  ],
  ['REPLAN-5', "...(kind === 'clarification' ? [] : leftOpen(task, decision)),", ''],
  ['REPLAN-4', '...granted(task, kind, { replanId: fact.replan_id, situation: fact.situation }),', ''],
  ['REPLAN-10', 'if (decision === null) return proceed(task);', 'if (decision === null) return [];'],
  ['REPLAN-1', '[...stated(task, decision), ...proceed(task)]', 'proceed(task)'],
  ['REPLAN-5', "fact.override_reason === 'limit_reached' || ", ''],
  ['REPLAN-4', " || fact.override_reason === 'infinite_loop'", ''],
  ['REPLAN-4', "point === 'execution' ? work?.actions[work.current] : undefined", 'undefined'],
  ['REPLAN-4', '...(action.issues.length > 0 ? [] : [action.evaluation])', ''],
  ['REPLAN-4', '...(errorClass === undefined ? {} : { errorClass }), ', ''],
  ['REPLAN-4', ", ...(reason === '' ? {} : { reason }) }", ' }'],
  ['REPLAN-5', 'texts: actions.length > 0 ? actions : [reasoning]', 'texts: actions'],
];

const GRANT = [
  ['PLAN-6', 'is_revision: followsReflection(task, kind)', 'is_revision: false'],
  ['REPLAN-4', "clarification: ['clarifications', 'total']", "clarification: ['total']"],
  ['REPLAN-4', "decomposition: ['redecompositions', 'total']", "decomposition: ['total']"],
  ['REPLAN-4', "actions: ['regenerations', 'total']", "actions: ['total']"],
  ['REPLAN-4', "partial: ['partialReplans', 'total']", "partial: ['total']"],
  ['REPLAN-4', "monitoring: ['monitoringRevisions', 'total']", "monitoring: ['total']"],
  ['REPLAN-4', "goal: ['total']", "goal: ['clarifications', 'redecompositions', 'total']"],
  ['REPLAN-4', "goal: ['total']", 'goal: []'],
  ['REPLAN-4', "retry: ['total']", 'retry: []'],
  ['REPLAN-4', "kind === 'retry' ? (situation.action ?? '') : null", "situation.action ?? ''"],
  ['REPLAN-4', "kind === 'retry' ? (situation.action ?? '') : null", 'null'],
  ['REPLAN-4', 'triggers: triggersOf(kind, situation)', 'triggers: []'],
  ['REPLAN-4', "granted(task, 'clarification', {", "granted(task, 'goal', {"],
];

const ACTIONS = [
  ['PLAN-6', 'if (isWanted && replanning.revisions >= settings.planning.maxRevisions)', 'if (false)'],
  ['PLAN-6', 'isWanted && replanning.revisions >= settings', 'isWanted && replanning.revisions > settings'],
  ['PLAN-6', 'isWanted && replanning.revisions >= settings', 'replanning.revisions >= settings'],
  ['PLAN-6', "return orAsksHow(task, [{ type: 'action', name: 'next' }])", 'return []'],
  ['PLAN-6', "return orAsksHow(task, [{ type: 'action', name: 'next' }])", "return [{ type: 'action', name: 'next' }]"],
  ['PLAN-1', 'if (judging.carried !== undefined) return [carriedVerdict(task, judging.carried)];', ''],
  ['PLAN-6', '...orAsksHow(task, afterClosing(task, fact))', '...afterClosing(task, fact)'],
  ['REPLAN-2', 'if (isWanted && isEnabled) return', 'if (false) return'],
  ['PLAN-6', 'if (isWanted && isEnabled) return', 'if (isWanted) return'],
  ['PLAN-1', 'const isEnabled = settings.planning.replanning.enabled;', 'const isEnabled = false;'],
  ['PLAN-1', 'isWanted ? revision?.updated_action_plan : undefined', 'revision?.updated_action_plan'],
  ['REPLAN-2', 'if (judging.decide) return [];', ''],
  ['REPLAN-8', "which: (record) => record.kind === 'retry',", 'which: () => false,'],
  ['REPLAN-8', "result: fact.status === 'success' ? 'success' : 'failure'", "result: 'success'"],
  ['REPLAN-8', '    ...overtakenReplans(task, null),\n', ''],
];

const GIVING_UP = [
  ['MODEL-3', 'MAX_MISFITS_IN_A_ROW = 4', 'MAX_MISFITS_IN_A_ROW = 5'],
  ['MODEL-3', 'MAX_MISFITS_IN_A_ROW = 4', 'MAX_MISFITS_IN_A_ROW = 3'],
  ['MODEL-3', 'misfits.answers >= MAX_MISFITS_IN_A_ROW', 'misfits.answers > MAX_MISFITS_IN_A_ROW'],
  ['MODEL-3', 'MAX_FRUITLESS_IN_A_ROW = 16', 'MAX_FRUITLESS_IN_A_ROW = 17'],
  ['MODEL-3', 'MAX_FRUITLESS_IN_A_ROW = 16', 'MAX_FRUITLESS_IN_A_ROW = 15'],
];

const ASK_HUMAN = [
  ['REPLAN-5', '!settings.planning.assumes || isNeverAssumed', 'isNeverAssumed'],
  ['REPLAN-5', '...leftUnasked(task, { ...said, context }), ', ''],
  ['REPLAN-5', '!mayAskInWork(replanning.counts, settings.planning.replanning)', 'false'],
];

const LEARNT = [
  ['REPLAN-6', '(by !== null ? !onlyHow : again)', 'again'],
  ['REPLAN-6', '(by !== null ? !onlyHow : again)', 'by !== null'],
  ['PLAN-6', '(by !== null ? !onlyHow : again)', '(by !== null ? true : again)'],
  ['REPLAN-6', 'what.by === null && what.again !== true ?', 'what.by === null ?'],
  ['REPLAN-6', 'by === null && isKnown', 'isKnown'],
  ['REPLAN-6', 'by === null && isKnown', 'false'],
  ['REPLAN-4', "renews ? [{ type: 'phase', name: 'revisions_renewed' }] : []", '[]'],
  ['REPLAN-4', 'what.by !== null && (what.isIntervention === true || what.onlyHow === true)', 'what.by !== null'],
  ['REPLAN-4', 'what.by !== null && (what.isIntervention', '(what.isIntervention'],
  ['REPLAN-4', 'what.isIntervention === true || ', ''],
  ['REPLAN-4', ' || what.onlyHow === true', ''],
];
const LEARNT_AT_WORK = [
  ['EXEC-5', ' && task.work?.waitingTools[0]?.id === then.toolUseId', ''],
  ['GH-3', '?? ({ was_asked: true } as const)', ''],
];
const CARRIED = [
  ['GH-3', 'isUnheard ? [] : proceed(task)', 'proceed(task)'],
  ['GH-3', '(said.length > 0 || !areCommentsWeighed(task))', '(said.length > 0)'],
];

const APPROVAL = [
  ['GH-2', 'if (isAgreed && isSame)', 'if (isAgreed)'],
  ['GH-2', 'if (questionId !== null && isSame)', 'if (questionId !== null)'],
  ['PLAN-9', 'if (changeToTell(task) !== null || !areCommentsWeighed(task))', 'if (false)'],
  ['PLAN-9', 'changeToTell(task) !== null || ', ''],
  ['EXEC-1', 'question.commentId === null ? { ...due, overAt: null } : due', '{ ...due, overAt: null }'],
  ['GH-2', 'explain: !isExplained', 'explain: true'],
  ['GH-2', 'questionId === null ? [] : [', 'true ? [] : ['],
  ['GH-2', "return blocking?.then.is === 'carry_out_plan'", 'return blocking !== null && false'],
  ['OPS-9', "return blocking?.then.is === 'carry_out_plan'", 'return blocking !== null'],
  ['GH-2', 'isChanged ? mayICarryOutChanged : mayICarryOut', 'mayICarryOut'],
  ['GH-2', "context: open.join('\\n')", "context: ''"],
  ['GH-5', ' || task.paused !== null) return [];', ') return [];'],
];

const NEXT_WHEN_PAUSED = [
  ['EXEC-1', 'return !wasSaved && hasUnsavedContainer(task)', 'return hasUnsavedContainer(task)'],
  ['PLAN-5', '!wasSaved && hasUnsavedContainer(task) ?', 'false ?'],
  ['GH-5', ' && task.progressComment !== null;', ';'],
  ['EXEC-5', 'if (task.inFlight !== null) return', 'if (task.inFlight !== null && !pausesNow(task)) return'],
  ['GH-5', '!isOver(task) && task.progressComment', 'task.progressComment'],
];
const NEXT_AT_WORK = [['PLAN-1', "if (work.judging?.reflect) return { kind: 'ask_reflection' };", '']];
const NEXT_COMMENT = [
  ['PLAN-9', "comments.length > work.commentsWeighed ? { kind: 'ask_patch', comment: work.commentsWeighed } : ", ''],
];
const NEXT_REFUSAL = [['GH-3', 'if (refused !== null) return refused;', '']];
const NEXT_ON_PLAN = [['PLAN-9', "return refusalToTell(task) ?? { kind: 'ask_patch'", "return { kind: 'ask_patch'"]];
const NEXT_QUESTION = [
  ['PLAN-9', "if (aside !== null) return { kind: 'post_question', questionId: aside.id };", ''],
  [
    'REPLAN-5',
    "atOnce({ kind: 'explain_question', questionId })",
    "({ effect: { kind: 'explain_question', questionId }, at: firstDue(task, due).at })",
  ],
];
const NEXT_BUDGET = [
  ['EXEC-1', 'isOfBudget && !isSaved && hasUnsavedContainer(task)', 'false'],
  ['EXEC-1', '&& !isSaved && hasUnsavedContainer(task)', '&& !isSaved'],
];
const NEXT_DUE = [
  ['EXEC-1', '(containerOf(task) === null ? null : releaseAt) ?? never', 'releaseAt ?? never'],
  ['EXEC-1', '(containerOf(task) === null ? null : releaseAt) ?? never', 'never'],
  ['EXEC-1', "{ at: remindAt ?? never, effect: { kind: 'remind' } },", ''],
  ['EXEC-1', 'one.at <= first.at', 'one.at >= first.at'],
  ['EXEC-1', "{ at: overAt ?? never, effect: { kind: 'note_time_over' } },", ''],
];

const PLAN_AGAIN_ASKING = [
  ['REPLAN-6', 'isGoal && !isDoubtful ?', 'isGoal ?'],
  [
    'REPLAN-6',
    "({ is: 'judge_again', onTimeOver: 'judge' } as const)",
    "({ is: 'judge_again', onTimeOver: 'go_on' } as const)",
  ],
];
const PLAN_AGAIN = [
  ['REPLAN-3', "return [beginStep('goal', { fallback: 'judged', keepsDone: false })];", 'return dividedAgain(task);'],
  [
    'REPLAN-3',
    "return dividedAgain(task);\n    case 'actions'",
    "return sequencedAgain(task, []);\n    case 'actions'",
  ],
  ['REPLAN-3', "task.stage.is === 'work' ? [{ type: 'action', name: 'again', advice: adviceOf(decision) }] : []", '[]'],
  [
    'REPLAN-7',
    "beginStep('goal', { fallback: 'judged', keepsDone: false })",
    "beginStep('goal', { fallback: 'judged', keepsDone: true })",
  ],
  [
    'REPLAN-7',
    "'division', { fallback: 'judged', keepsDone: false }",
    "'division', { fallback: 'judged', keepsDone: true }",
  ],
  [
    'REPLAN-7',
    "task.stage.is === 'plan' ? task.stage.keepsDone : true",
    "task.stage.is === 'plan' ? task.stage.keepsDone : false",
  ],
  ['REPLAN-7', "task.stage.is === 'plan' ? task.stage.keepsDone : true", 'true'],
  [
    'REPLAN-7',
    "'division', { fallback: 'judged', keepsDone: false }",
    "'division', { fallback: 'judged', keepsDone: task.stage.is === 'plan' && task.stage.keepsDone }",
  ],
];

const OVERTAKEN = [
  ['REPLAN-8', 'isQuestionOnly(record) || (isMadeAnew', '(isMadeAnew'],
  ['REPLAN-8', 'decision?.replan_needed === true', 'false'],
];
const CLOSED = [
  ['REPLAN-8', "...unconfirmed.flatMap(({ id }) => notCarriedOut(task, id, 'low_confidence')),", ''],
  ['REPLAN-8', '.filter(which)', ''],
  ['REPLAN-8', 'plan_before: record.planBefore ?? planOf(task),\n', 'plan_before: planOf(task),\n'],
  ['REPLAN-8', 'duration: task.updatedAt - record.at', 'duration: 0'],
  [
    'REPLAN-8',
    "executed: false, override_reason: why, result: 'skipped'",
    "executed: true, override_reason: null, result: 'skipped'",
  ],
];

const ADOPT = [
  ['REPLAN-7', 'keepsDone ? [...doneSubtasks(task.work)', 'keepsDone ? ['],
  ['REPLAN-7', 'const over = keepsDone ?', 'const over = true ?'],
  ['REPLAN-7', 'records.findLast((record) => record.executed && ', 'records.find((record) => record.executed && '],
];
const APPROVAL_WANTED = [['GH-2', 'request.plansFirst === true ?', 'false ?']];

const UNUSABLE = [
  ['PLAN-1', 'MAX_RULE_REPAIRS = 1', 'MAX_RULE_REPAIRS = 2'],
  ['PLAN-1', 'MAX_RULE_REPAIRS = 1', 'MAX_RULE_REPAIRS = 0'],
  ['PLAN-6', 'MAX_SCHEMA_REPAIRS = 3', 'MAX_SCHEMA_REPAIRS = 4'],
  ['PLAN-6', 'MAX_SCHEMA_REPAIRS = 3', 'MAX_SCHEMA_REPAIRS = 2'],
  ['MODEL-4', 'MAX_VERDICT_REPAIRS = 1', 'MAX_VERDICT_REPAIRS = 2'],
  ['MODEL-4', 'MAX_VERDICT_REPAIRS = 1', 'MAX_VERDICT_REPAIRS = 0'],
  ['MODEL-4', "why ?? 'unfit'", "why ?? 'unclear'"],
  ['MODEL-3', 'MAX_REFUSAL_REPAIRS = 1', 'MAX_REFUSAL_REPAIRS = 2'],
  ['MODEL-3', 'MAX_REFUSAL_REPAIRS = 1', 'MAX_REFUSAL_REPAIRS = 0'],
  ['MODEL-3', 'if (stopped !== undefined)\n    return', 'if (false)\n    return'],
  ['PLAN-6', "broke === 'rules' ? 'impossible_plan' : 'invalid_answers'", "'invalid_answers'"],
  ['PLAN-6', 'tooMany !== undefined', 'false'],
  ['PLAN-6', '.filter((answer) => answer.broke === broke)', ''],
  ['REPLAN-10', "replanFailed(task, fact.problems, fact.stopped ?? 'misfit') ?? givenUp", 'givenUp'],
  ['MODEL-3', "fact.stopped ?? 'misfit'", "'misfit'"],
  ['MODEL-3', "fact.stopped === 'refusal' ? 'declined' : 'unreadable'", "'unreadable'"],
  ['PLAN-6', "fact.broke === 'rules' && draftIn(task, 'division')?.coarser === false", 'false'],
  ['MODEL-3', '.length < MAX_REPAIRS[broke]', '.length <= MAX_REPAIRS[broke]'],
  ['MODEL-3', "{ type: 'phase', name: 'judged', ...judging, decision: null }", ''],
  ['MODEL-3', 'unusableTo(call, before)', '[]'],
  ['PLAN-1', 'findLast((answer) => answer.evaluation !== undefined)', 'findLast(() => false)'],
  ['PLAN-9', 'findLast((answer) => answer.refused_change !== undefined)', 'find(() => false)'],
  [
    'GH-3',
    '[...earlier, fact].findLast((answer) => answer.refused_change',
    '[fact].findLast((answer) => answer.refused_change',
  ],
];

const FAILED_REPLAN = [
  ['REPLAN-10', 'alternativeFailed(replanning)\n    ?', 'false\n    ?'],
  ['REPLAN-10', 'alternativeFailed(replanning)\n    ?', 'true\n    ?'],
  ['REPLAN-10', "settings.planning.assumes ? 'clarification' : 'intervention'", "'intervention'"],
  ['REPLAN-10', "settings.planning.assumes ? 'clarification' : 'intervention'", "'clarification'"],
  ['REPLAN-10', "completedReplans(task, { result: 'failure'", "completedReplans(task, { result: 'success'"],
  [
    'REPLAN-10',
    "    { type: 'phase', name: 'escalation', to: 'model' },\n    { type: 'phase', name: 'restored'",
    "    { type: 'phase', name: 'restored'",
  ],
  ['REPLAN-10', "work.current >= work.actions.length ? 'verification' : 'work'", "'work'"],
  ['REPLAN-10', '(work === null && stage.fallback === null)', 'work === null'],
];

const UNCLEAR = [
  ['PLAN-2', "if (error.type === 'already_done')", 'if (false)'],
  ['PLAN-6', 'if (mayAskPeople(replanning.counts, settings.planning.replanning))', 'if (false)'],
  ['REPLAN-4', 'if (mayAskPeople(replanning.counts, settings.planning.replanning))', 'if (true)'],
  ['PLAN-6', 'needed.length > 0 ? needed : [message]', '[message]'],
  ['PLAN-6', 'needed.length > 0 ? needed : [message]', 'needed'],
  ['REPLAN-5', 'settings.planning.assumes && !replanning.escalated', 'false'],
  ['REPLAN-5', 'settings.planning.assumes && !replanning.escalated', '!replanning.escalated'],
  ['REPLAN-5', 'settings.planning.assumes && !replanning.escalated', 'settings.planning.assumes'],
];
const SIMPLE_MODE = [
  ['PLAN-3', 'if (task.settings.planning.enabled) return [beginStep(', 'if (true) return [beginStep('],
  ['PLAN-3', 'instruction ?? title;', 'title;'],
];

const COMPLETION = [
  ['PLAN-7', "goal_achieved: ending.status === 'succeeded'", 'goal_achieved: true'],
  ['PLAN-7', "goal_achieved: ending.status === 'succeeded'", 'goal_achieved: false'],
  [
    'PLAN-7',
    'tasks_completed: completed,\n    tasks_failed: failed,\n    key',
    'tasks_completed: failed,\n    tasks_failed: failed,\n    key',
  ],
  ['PLAN-7', 'summary && summary.keyOutcomes.length > 0 ? summary.keyOutcomes : evaluations', 'evaluations'],
  [
    'PLAN-7',
    'summary && summary.keyOutcomes.length > 0 ? summary.keyOutcomes : evaluations',
    '(summary?.keyOutcomes ?? [])',
  ],
];
const INTERVENTION = [
  ['PLAN-6', 'goal_achieved: false', 'goal_achieved: true'],
  ['PLAN-6', 'Math.max(replanning.revisions, carriedOut)', 'replanning.revisions'],
  ['PLAN-6', 'Math.max(replanning.revisions, carriedOut)', 'carriedOut'],
  ['PLAN-6', "kind !== 'retry' && kind !== 'clarification'", 'true'],
  ['PLAN-6', '...(replanning.records.at(-1)?.decision.recommended_actions ?? []), ', ''],
  ['PLAN-6', '[...texts, context]', '[context]'],
  ['REPLAN-10', "isWork ? 'work' : 'planning'", "'work'"],
  ['PLAN-6', 'isWork = isAtWork(task)', 'isWork = false'],
];
const REPORT = [['PLAN-7', 'done: true, ', '']];
const ASKED = [
  ['PLAN-6', "status: 'requires_human_intervention'", "status: 'failed'"],
  ['PLAN-6', "return askPeople(task, { kind: 'intervention'", "return askPeople(task, { kind: 'clarification'"],
];

const REVIEW_NEXT = [
  ['PLAN-3', 'isReviewed(task.settings.planning, draft.found) && !draft.reviewing', '!draft.reviewing'],
  ['PLAN-3', 'isReviewed(task.settings.planning, draft.found)', 'task.settings.planning.review.diff'],
];
const ASKED_ABOUT = [
  ['PLAN-9', '(work?.commentsWeighed ?? 0) - 1', '0'],
  ['PLAN-9', ' || by.id === request.requester.id', ''],
];
const BRANCH_NAMED = [
  ['GH-7', 'snapshot.branchSha !== null || work !== null', 'work !== null'],
  ['GH-7', ' || work !== null', ''],
  ['GH-7', ' || namesABranch(request.title)', ''],
  ['GH-7', '(text) => /[a-z]/i.test(text)', '() => true'],
  ['GH-7', 'names.find(namesABranch) ?? ', ''],
  ['GH-7', '[slug, goal.main_objective]', '[slug]'],
  ['GH-7', 'isNameless(task.snapshot?.branch) ?', 'true ?'],
  ['GH-7', 'isNameless(task.snapshot?.branch) ?', 'false ?'],
  ['GH-7', 'snapshot.taken ?? []', '[]'],
];
const NOT_OPENED = [
  ['GH-7', "(step === 'open_pull_request' && code !== 'crashed')", "(step === 'open_pull_request')"],
  ['GH-7', "step === 'find_pull_request' || (step", '(step'],
  ['R16', 'isLeftUnknown(report) && isOpen', 'false && isOpen'],
  ['GH-4', "|| code === 'history_damaged'", ''],
  ['GH-7', "if (reportOf(task)?.ending.reason !== 'finished') return [];", ''],
  ['GH-7', "code === 'pull_request_closed' ? 'stopped' : 'failed'", "'failed'"],
];
const VERIFICATION = [
  ['EXEC-7', "if (isGivenUpOn(task, 'plan'))", 'if (false)'],
  ['EXEC-7', "if (isGivenUpOn(task, 'diff'))", 'if (true)'],
  ['EXEC-7', "if (isGivenUpOn(task, 'diff'))", 'if (false)'],
  ['EXEC-7', "beginStep(keepsDone ? 'actions' : 'division'", "beginStep('actions'"],
  ['EXEC-7', "beginStep(keepsDone ? 'actions' : 'division'", "beginStep('division'"],
  ['EXEC-7', "{ fallback: 'none' }", "{ fallback: 'judged' }"],
  ['EXEC-7', 'failuresSincePass(task, of) > REVISED_FAILS', 'failuresSincePass(task, of) >= REVISED_FAILS'],
  ['EXEC-7', '[reviewed(task, fact), ...led]', 'led'],
  ['EXEC-7', "(['failed', 'review', failures - 1] as const)", "(['failed', 'review', failures] as const)"],
];
const IDLE = [
  ['MODEL-3', "GIVEN_UP[because ?? 'idle']", 'GIVEN_UP.idle'],
  ['MODEL-3', "max_tokens: 'cut_off',", ''],
  ['MODEL-3', "refusal: 'refused',", ''],
  ['MODEL-3', "pause_turn: 'paused',", ''],
  ['MODEL-3', 'fact.cut_tool === undefined ? {} : { tool: fact.cut_tool }', '{}'],
];
const LOOKED_AT_AGAIN = [
  ['MODEL-4', "if (asksForNothing(feedback)) return [lookedAtAgain(task, 'plan')];", ''],
  ['MODEL-4', "if (asksForNothing(reason)) return [lookedAtAgain(task, 'diff')];", ''],
  ['MODEL-4', 'before?.isMadeAgain === true', 'true'],
  ['MODEL-4', 'before?.isMadeAgain === true', 'false'],
];
const CONCLUDE = [
  ['PLAN-3', 'task.settings.planning.review.diff && ', ''],
  ['PLAN-3', 'task.settings.planning.review.diff', 'task.settings.planning.review.plan'],
  ['EXEC-7', " && ending.reason === 'finished'", ''],
];

const WEIGHING = [
  [
    'PLAN-9',
    'fact.questions.filter(({ blocking }) => blocking === isBlocking)',
    'fact.questions.filter(() => isBlocking)',
  ],
  ['PLAN-9', '(blocking.length === 0 ? [] : askedFirst(', '(false ? [] : askedFirst('],
  ['PLAN-9', 'if (mayAskInWork(replanning.counts, settings.planning.replanning))', 'if (true)'],
  ['PLAN-9', 'const aside = beside.length === 0 ? [] : ', 'const aside = true ? [] : '],
  ['PLAN-9', '[...noted(...conflicts), ...aside', '[...aside'],
  ['PLAN-9', 'const after = beside.length === 0 ? 0 : 1;', 'const after = 0;'],
  ['REPLAN-5', '!settings.planning.assumes || isNeverAssumed(texts)', 'false'],
  ['REPLAN-5', 'return leftUnasked(task, { ...asking, ...left });', 'return [];'],
];
const WEIGHING_A_PLAN = [
  ['GH-2', '...fact.questions.map(({ text }) => `Asked about a comment on the plan: ${text}`)', ''],
];

const STANDING_LATE = [
  ['GH-2', 'return !isVerifying(task);', 'return true;'],
  ['GH-2', 'return retry === null && (inFlight', 'return (inFlight'],
  ['GH-2', '!PUBLISHES.has(inFlight.effect.kind)', 'true'],
  ['GH-2', ' || isPublished)', ')'],
  ['GH-5', '!CARRIED_OUT.has(ending.reason)', 'false'],
  ['GH-2', 'pullRequest !== null || ', ''],
  ['GH-2', 'resultComment !== null || ', ''],
  ['GH-2', ' || skipped.length > 0', ''],
  ['GH-2', "'open_pull_request', 'post_result'", "'post_result'"],
  ['GH-2', ", 'post_result'", ''],
  ['GH-2', "(['finished', 'no_change'", "(['no_change'"],
  ['GH-2', "'no_change', ", ''],
  ['GH-2', "'not_achieved', ", ''],
  ['GH-2', ", 'change_not_passed']", ']'],
  ['GH-2', " || (stage.is === 'report' && isSaid(happened));", ';'],
  ['GH-2', "(stage.is === 'verify' && mayContinue(task, happened)) || (stage", '(stage'],
  ['GH-2', "stage.is === 'verify' && mayContinue(task, happened)", "stage.is === 'verify'"],
  ['GH-2', "fact.type === 'answer' || (fact.type === 'control' && fact.name === 'comment')", "fact.type === 'answer'"],
  ['EXEC-6', '{ ...WORKING, keeps_tests: true }', 'WORKING'],
  ['GH-2', '!isLate || areCommentsWeighed(task) || !takesComments(task)', '!isLate || areCommentsWeighed(task)'],
  ['EXEC-6', 'isFinished(work) && areCommentsWeighed(task) && ', 'isFinished(work) && '],
];
const STANDING_REFUSAL = [['GH-3', ' && changeToTell(task) === null', '']];
const STANDING_QUESTION = [['PLAN-9', 'questionToPost(task) === null && ', '']];
const STANDING_PAUSE = [
  ['PLAN-5', '[containerNeeded, backToWork', '[backToWork'],
  ['EXEC-1', 'keeps_container: isLeft', 'keeps_container: true'],
  ['GH-5', "(happened.type === 'answer' && task", '(false && task'],
  ['GH-5', 'task.paused === null ||', 'true ||'],
  ['GH-5', "id === happened.question_id && kind !== 'aside'", 'id === happened.question_id'],
];
const STANDING_RULES = [
  ['GH-2', 'backToWork, approvalRule', 'approvalRule'],
  ['GH-2', 'approvalRule, carriedOut', 'carriedOut'],
  ['EXEC-6', 'carriedOut, conversationTooLong', 'conversationTooLong'],
  ['GH-3', ', superseded];', '];'],
];
const STANDING_SUPERSEDED = [
  ['GH-3', 'isSaid(happened) && plannedEffect', "happened.type === 'answer' && plannedEffect"],
  ['PLAN-5', 'isSaid(happened) && plannedEffect', "happened.type === 'control' && plannedEffect"],
  ['GH-3', 'isSaid(happened) && plannedEffect(before).kind !== plannedEffect(task).kind', 'false'],
  ['PLAN-5', 'isSaid(happened) && plannedEffect(before).kind !== plannedEffect(task).kind', 'isSaid(happened)'],
  ['GH-5', "return task.inFlight?.effect.kind === 'pause';", 'return false;'],
  ['GH-5', "return task.inFlight?.effect.kind === 'pause';", 'return true;'],
];

const WAITING = [
  ['EXEC-1', 'REMIND_AFTER_MS = 7 * DAY_MS', 'REMIND_AFTER_MS = 8 * DAY_MS'],
  ['EXEC-1', 'GIVE_UP_AFTER_MS = 30 * DAY_MS', 'GIVE_UP_AFTER_MS = 31 * DAY_MS'],
  ['EXEC-1', 'DAY_MS = 24 * 3_600_000', 'DAY_MS = 23 * 3_600_000'],
  ['EXEC-1', 'needsPerson ? GIVE_UP_AFTER_MS : settings.planning.assumeAfterMs', 'settings.planning.assumeAfterMs'],
  ['REPLAN-5', 'needsPerson ? GIVE_UP_AFTER_MS : settings.planning.assumeAfterMs', 'GIVE_UP_AFTER_MS'],
  ['EXEC-1', 'remindAt: needsPerson ? now + REMIND_AFTER_MS : null', 'remindAt: null'],
  ['EXEC-1', 'remindAt: needsPerson ? now + REMIND_AFTER_MS : null', 'remindAt: now + REMIND_AFTER_MS'],
  ['EXEC-1', 'releaseAt: now + settings.keepSandboxMs,', 'releaseAt: null,'],
];
const WAITING_AGAIN = [
  ['EXEC-1', 'task.updatedAt + overAt - asked.since', 'overAt'],
  ['EXEC-1', 'asked.isReminded ? null : remindAt', 'remindAt'],
  ['EXEC-1', 'if (question.commentId === null) return [];', ''],
];

const THEN_REPLAN = [
  ['REPLAN-5', "questionId === id && unread === 'no'", 'questionId === id'],
  ['REPLAN-5', "if (verdict === 'unclear' || verdict === null) return", "if (verdict === 'unclear') return"],
  ['REPLAN-5', "{ answer: 'unanswered', by: null }", "{ answer: 'yes', by: null }"],
  ['REPLAN-5', '...(remark === undefined ? {} : { remark })', ''],
  ['REPLAN-5', "closed(question, 'answered'),\n        ...afterConfirmation", '...afterConfirmation'],
  ['REPLAN-6', "closed(question, 'assumed'),\n      ...afterConfirmation", '...afterConfirmation'],
];
const THEN_ASKED = [
  ['GH-6', 'if (!isComplete(question)) return [];', ''],
  ['GH-6', "open.question.kind === 'clarification' && !isComplete(open.question) ? []", 'false ? []'],
  ['GH-6', 'understand_again: { answer: whenComplete,', 'understand_again: { answer: () => [],'],
  ['REPLAN-6', 'whenComplete, silence: assumed },\n  judge_again', 'whenComplete, silence: () => [] },\n  judge_again'],
  ['GH-6', 'judge_again: {\n    answer: whenComplete,', 'judge_again: {\n    answer: () => [],'],
  ['REPLAN-6', "again: open.then.onTimeOver === 'judge'", 'again: false'],
  ['REPLAN-5', "again: open.then.onTimeOver === 'judge'", 'again: true'],
  ['GH-6', 'tool_result: { answer: whenComplete,', 'tool_result: { answer: () => [],'],
  ['REPLAN-5', 'silence: assumed },\n  tell_work', 'silence: () => [] },\n  tell_work'],
  ['PLAN-9', 'open.asked.blocks ? whenComplete(open, said) : toldBesideWork(open, said)', 'whenComplete(open, said)'],
  ['GH-3', 'open.asked.blocks ? whenComplete(open, said) : toldBesideWork(open, said)', 'toldBesideWork(open, said)'],
  ['REPLAN-5', 'silence: assumed,\n  },\n  how_to_go_on', 'silence: () => [],\n  },\n  how_to_go_on'],
  ['PLAN-6', 'notes, onlyHow: true })];', 'notes })];'],
  ['GH-6', 'asked === undefined || fact.text === null', 'asked === undefined'],
  [
    'REPLAN-5',
    "return [{ type: 'answer', name: 'assumed', question_id: id, assumptions }, ...entryOf",
    'return [...entryOf',
  ],
  ['EXEC-1', "if (question.needsPerson) return withdrawn(task, 'unanswered');", ''],
  ['EXEC-1', "if (task.paused !== null) return withdrawn(task, 'not_resumed');", ''],
  [
    'REPLAN-5',
    "`Go on with these assumptions and state them: ${assumptions.join('; ') || 'the most sensible ones'}`,",
    '',
  ],
  ['EXEC-1', 'return asked.blocks ? [waitingFor(', 'return false ? [waitingFor('],
  ['PLAN-9', 'return asked.blocks ? [waitingFor(', 'return true ? [waitingFor('],
];
const THEN_ASIDE = [
  ['PLAN-9', "assumptions }, closed(question, 'assumed')]", 'assumptions }]'],
  ['PLAN-9', 'answers: given', 'answers: question.answers'],
  [
    'PLAN-9',
    "isComplete(question) ? [closed(question, 'answered'), told] : [told]",
    "[closed(question, 'answered'), told]",
  ],
  ['PLAN-9', "isComplete(question) ? [closed(question, 'answered'), told] : [told]", '[told]'],
  ['GH-6', "if (fact.name === 'edited') return [];", ''],
];
const THEN_PLAN = [
  ['GH-2', "if (asked.then.is === 'carry_out_plan' && !asked.blocks) return [];", ''],
  [
    'GH-2',
    "if (verdict !== 'yes') return unclear(task, question);",
    "if (verdict === 'no') return unclear(task, question);",
  ],
  ['GH-2', "...told, { type: 'phase', name: 'approved' }", "{ type: 'phase', name: 'approved' }"],
];
const THEN_BUDGET = [
  ['EXEC-1', "if (verdict === 'no') return [closed(question, 'answered'), ...outOfBudget(task, then.limit)];", ''],
  [
    'EXEC-1',
    "return verdict === 'yes' ? granted(task, question, budgetExtended(task, then.limit, amount)) : [];",
    'return granted(task, question, budgetExtended(task, then.limit, amount));',
  ],
  [
    'EXEC-1',
    "return more === null ? unclear(task, question) : [closed(question, 'answered'), more];",
    "return [closed(question, 'answered')];",
  ],
];

const CONFIRMATION = [
  ['REPLAN-5', 'remark === undefined || by === null ? [] : [', 'true ? [] : ['],
  ['REPLAN-5', 'return [...told, ...granted', 'return [...granted'],
  ['REPLAN-8', "answer === 'no' ? 'refused_by_person' : 'low_confidence'", "'low_confidence'"],
  ['REPLAN-8', '...notCarriedOut(task, replanId, why), ', ''],
  ['REPLAN-5', ', ...proceedUnlessCommented(task, told)];', '];'],
  ['REPLAN-4', '    ...granted(task, kind, { replanId, situation }),\n', ''],
];

const FOLLOW = [
  [
    'EXEC-6',
    'for (const next of decide(now, fact, before ?? now)) apply(next);\n  };\n  apply(happened);',
    'later.push(...decide(now, fact, before ?? now));\n  };\n  const later = [];\n  apply(happened);\n  while (later.length > 0) apply(later.shift());',
  ],
  ['PLAN-5', 'decide(now, fact, before ?? now)', 'decide(now, fact, now)'],
  ['EXEC-6', 'next.length > 0; next =', 'false; next ='],
  ['MODEL-6', 'for (const fact of state === null ? [] : spendingRule(state, happened)) apply(fact);', ''],
  ['EXEC-1', 'if (before !== null) checkMove(before, now);', ''],
  ['EXEC-1', 'if (facts.length > MOST_CONSEQUENCES) throw endless(facts);', ''],
];

/** Each move that is taken out of its table, and nothing looked at. */
const LEGAL_MOVES = [
  ...[
    "plan: 'the repository was looked at',",
    "work: 'planning is disabled: the request itself is the plan',",
    "report: 'stopped, refused, or nothing to work on',",
    "work: 'a plan was accepted, or the previous plan is used again',",
    "verify: 'a re-plan failed after the work was done',",
    "report: 'already done, unclear, no usable plan, or stopped',",
    "verify: 'all actions ended and all comments were considered',",
    "report: 'stopped, refused, out of budget, or container lost too often',",
    "work: 'a comment, a failed review, a base branch that moved, or a lost container',",
    "report: 'verification is over, or the task was stopped',",
    "work: 'a comment arrived before the result was posted',",
    "ended: 'the result is posted and the container removed',",
    "preparing: 'the first container is started'",
    "ready: 'cloned, set up and checked, or restarted',",
    "none: 'removed at the end',",
    "preparing: 'the container was lost, the base branch was merged, or another environment was chosen',",
    "stopped: 'unused for a while, lost while unused, or removed at the end',",
    "preparing: 'restarted or rebuilt for more work'",
    "waiting: 'a blocking question is asked',",
    "beside: 'a question is asked beside the work'",
    "nothing: 'answered, assumed, or the task ended',",
    "beside: 'answered while others stay open, or postponed while a comment is considered',",
    "nothing: 'answered, assumed, replaced, or the task ended',",
    "waiting: 'a blocking question is asked, or waited for again',",
    "pausing: 'somebody asked for a pause'",
    "paused: 'the effect in flight ended',",
    "running: 'somebody resumed before the pause began'",
    "running: 'somebody resumed, or the task ended'",
  ].map((entry) => ['EXEC-1', entry, '']),
  ['EXEC-1', "plan: 'a re-plan was granted',\n    verify", 'verify'],
  ['EXEC-1', "plan: 'a re-plan was granted',\n    work", 'work'],
  ['EXEC-1', 'return from === to || moves', 'return true || moves'],
  [
    'EXEC-1',
    "(const region of ['stage', 'workspace', 'asked', 'paused', 'access', 'model'] as const)",
    "(const region of ['workspace', 'asked', 'paused', 'access', 'model'] as const)",
  ],
  [
    'EXEC-1',
    "(const region of ['stage', 'workspace', 'asked', 'paused', 'access', 'model'] as const)",
    "(const region of ['stage', 'asked', 'paused', 'access', 'model'] as const)",
  ],
];

const WORKSPACE_PAUSED = [['EXEC-5', "isInUse ? [{ type: 'environment', name: 'rewound' }] : []", '[]']];
const WORKSPACE_REPLANNED = [['EXEC-5', " || stage.is === 'plan')", ')']];
const WORKSPACE = [
  ['EXEC-5', 'if (isHalted(task)) return isInUse ?', 'if (isHalted(task)) return isInUse && !isTooOften ?'],
  ['EXEC-5', 'task.workspaceLosses > MAX_WORKSPACE_LOSSES', 'task.workspaceLosses >= MAX_WORKSPACE_LOSSES'],
  ['EXEC-5', '...(isInUse || isReplaced ? [rewound] : []), prepared', 'prepared'],
  ['EXEC-5', '...(isInUse || isReplaced ? [rewound] : []), prepared', '...(isInUse || isReplaced ? [rewound] : [])'],
  ['EXEC-5', "stage.is === 'verify' ? [{ type: 'phase', name: 'working', keeps_tests: false }] : []", '[]'],
  ['ENV-4', 'failures < MAX_CLONES', 'failures <= MAX_CLONES'],
];

const SET_UP = [
  ['ENV-4', 'network: [5_000, 10_000, 20_000]', 'network: [5_000, 10_000]'],
  ['ENV-4', 'network: [5_000, 10_000, 20_000]', 'network: [5_000, 10_000, 10_000]'],
  ['ENV-4', 'server: [10_000, 10_000, 10_000]', 'server: [10_000, 10_000]'],
  ['ENV-4', 'lock: [3_000, 3_000, 3_000, 3_000, 3_000]', 'lock: [3_000, 3_000, 3_000, 3_000]'],
  ['ENV-4', 'MAX_SET_UP_REPAIRS = 3', 'MAX_SET_UP_REPAIRS = 4'],
  ['ENV-4', "kind !== 'fatal' && ", ''],
  ['ENV-4', 'workspace.tried.repairs < MAX_SET_UP_REPAIRS', 'true'],
  ['ENV-2', ' && !isPinned(task)', ''],
  ['ENV-2', 'pinned.setup !== null || pinned.verification !== null', 'pinned.setup !== null'],
  ['ENV-2', 'pinned.setup !== null || pinned.verification !== null', 'pinned.verification !== null'],
];
const SET_UP_NEXT = [
  ['ENV-4', "if (tried.verdict?.then === 'repair') return { kind: 'ask_environment_fix' };", ''],
  ['ENV-4', 'at: triedAgainAt(task)', 'at: null'],
];

const ENDING = [
  ['PLAN-5', '(task.inFlight?.starts ?? 0) <= MAX_STARTS_OF_ONE_EFFECT', 'true'],
  [
    'PLAN-5',
    '(task.inFlight?.starts ?? 0) <= MAX_STARTS_OF_ONE_EFFECT',
    '(task.inFlight?.starts ?? 0) < MAX_STARTS_OF_ONE_EFFECT',
  ],
];
const ENDING_OF_REPORT = [['PLAN-5', "if (effect === 'complete')", 'if (false)']];
const REPORT_AFTER_CRASHES = [['GH-4', " || code === 'crashed'", '']];

const USED_UP_BUDGET = [
  ['EXEC-1', "  'answer',\n", ''],
  ['MODEL-6', '[95, 80]', '[95]'],
  ['MODEL-6', '[95, 80]', '[80]'],
  ['MODEL-6', '[95, 80]', '[80, 95]'],
  ['MODEL-6', "work.conversation.at(-1)?.kind === 'answer'", 'false'],
  ['MODEL-6', 'turn.extension === extension && ', ''],
  ['MODEL-6', 'turn.percent >= percent', 'turn.percent > percent'],
  ['EXEC-1', 'extensions >= settings.budgetExtensions', 'extensions > settings.budgetExtensions'],
  ['EXEC-1', 'isOver(task) || isHalted(task) || ', 'isOver(task) || '],
  ['OPS-9', 'if (approvalIn(task) !== null) return true;', ''],
];

const CONVERSATION_LENGTH = [
  ['MODEL-6', 'MAX_HALVINGS = 3', 'MAX_HALVINGS = 4'],
  ['MODEL-6', 'MAX_HALVINGS = 3', 'MAX_HALVINGS = 2'],
  ['MODEL-6', 'BYTES_PER_TOKEN = 4', 'BYTES_PER_TOKEN = 5'],
  ['MODEL-6', 'conversationBytes(task) <= budgetBytes', 'conversationBytes(task) < budgetBytes'],
  ['MODEL-6', 'isFresh || conversationBytes', 'conversationBytes'],
  ['MODEL-6', 'task.work.tooLong + (isTooLong ? 1 : 0)', 'task.work.tooLong'],
  ['MODEL-6', 'Math.floor(budget / 2)', 'Math.floor(budget)'],
  ['MODEL-6', 'if (!canBegin) return afterFault', 'if (false) return afterFault'],
];

const ESCALATION = [
  ['REPLAN-5', 'if (!replanning.escalated) {', 'if (false) {'],
  ['REPLAN-5', 'if (!replanning.escalated) {', 'if (true) {'],
  ['REPLAN-5', "if (kind === 'clarification' && assumes) return", 'if (false) return'],
  ['REPLAN-5', 'if (replanning.peopleTold) return', 'if (false) return'],
  ['REPLAN-5', "{ type: 'phase', name: 'escalation', to: 'people' },", ''],
  ['REPLAN-5', "kind: assumes ? 'clarification' : 'intervention'", "kind: 'clarification'"],
  ['REPLAN-5', 'texts: [isLoop ? sameAgain : limitUsed, ...open]', 'texts: [isLoop ? sameAgain : limitUsed]'],
  ['REPLAN-4', 'isLoop ? sameAgain : limitUsed', 'limitUsed'],
  ['PLAN-2', 'if (mustBeAnswered(decision, [...asking.texts, ...assumptions]))', 'if (false)'],
  ['REPLAN-5', 'return [...leftUnasked(task, asking), ...proceed(task)]', 'return [...proceed(task)]'],
];

const LEFTOVER = [
  ['REPLAN-1', 'confidence >= settings.planning.replanning.confirmationThreshold', 'true'],
  ['PLAN-2', 'doubtful.length > 0 || mustBeAnswered(decision, questions)', 'false'],
  ['REPLAN-5', '&& mayAskPeople(replanning.counts, settings.planning.replanning)', ''],
  ['REPLAN-4', "...grantedQuestion(task, 'question beside a judgement'),", ''],
  ['REPLAN-1', "isNeeded || type === 'clarification_request' ? notAskedYet", 'true ? notAskedYet'],
  ['REPLAN-1', '!questions.some((question) => question.texts.includes(text))', 'true'],
  ['PLAN-2', 'assumptions.filter((text) => !isNeverAssumed([text]))', 'assumptions'],
];

const PAUSE = [
  ['EXEC-1', 'dueTimes(task, { needsPerson: true })', 'dueTimes(task, { needsPerson: false })'],
  ['EXEC-1', 'if (question.commentId === null) return [];\n  const { overAt,', 'return [];\n  const { overAt,'],
];

const REVISIONS = [
  ['PLAN-6', "...(source === 'reflection' ? [COUNTED] : [])", ''],
  ['PLAN-5', '{ done, again: new Set(again) }', '{ done }'],
  ['PLAN-5', 'const keeping = isNarrow', 'const keeping = true'],
];
const REVISIONS_OF_A_PLAN = [['PLAN-9', 'approvalIn(task) !== null', 'false']];

const task = (...names) => names.map((name) => `test/task/${name}`);
const TESTS = task('reflecting', 'closed-decisions');
const FIRST = task('questions-first', 'confirmed-replans', 'overtaken-replans');
const APPROVES = task('approving');
const PAUSES = task('pausing');
const BOXES = task('boxes-after-replans');
const ENDS = task('wrong-answers', 'interventions', 'unclear-goals');
const REVIEWED = task('review-cycle');
const BUDGET = task('budget-pause', 'budget-while-waiting');
const asks = (...names) => names.map((name) => `test/questions/${name}`);
const LATE = task('late-comments');
const REFUSED = [...task('refused-changes'), 'test/questions/answers-that-meet'];

/** By what it is about: a file that is renamed is renamed here. */
const at = (name) => `src/flow/${name}.ts`;
const FILES = {
  then: at('then'),
  planSteps: at('plan-steps'),
  weighedComments: at('weighed-comments'),
  actions: at('actions'),
  conversationLength: at('conversation-length'),
  usedUpBudget: at('used-up-budget'),
  judging: at('closing-judgement'),
  judgement: at('judgement'),
  standing: at('standing-rules'),
  next: at('next'),
  planAgain: at('plan-again'),
};

const GATHERING = [
  ['PLAN-2', 'MOST_GATHERINGS = 3', 'MOST_GATHERINGS = 2'],
  ['PLAN-2', 'MOST_GATHERINGS = 3', 'MOST_GATHERINGS = 4'],
  ['PLAN-2', 'if (isWhole) return [];', ''],
  ['PLAN-2', 'gathering.isEnough === true || ', ''],
  ['PLAN-2', "near === undefined ? [] : (['paths'] as const)", '[]'],
  ['PLAN-2', "showsAllNamed ? [] : (['named'] as const)", '[]'],
  ['PLAN-2', "namesSomething ? [] : (['nothing_named'] as const)", '[]'],
];

const NEXT_GATHERING = [
  ['PLAN-2', "if (step === 'goal' && gathering?.rounds.some(({ found }) => found === null))", 'if (false)'],
  ['PLAN-2', "if (step === 'goal' && (gathering?.asking ?? null) !== null)", 'if (false)'],
];

const DECIDE_GATHERING = [
  ['PLAN-2', "before.stage.is === 'orient' ? moreToGather(task) : []", '[]'],
  ['PLAN-2', "before.stage.is === 'orient' ? moreToGather(task) : []", 'moreToGather(task)'],
];

export const FLOW = [
  { file: at('gathering'), tests: ['test/flow/gathering'], mutants: GATHERING },
  { file: at('next'), tests: ['test/flow/gathering'], mutants: NEXT_GATHERING },
  { file: at('decide'), tests: ['test/flow/gathering'], mutants: DECIDE_GATHERING },
  { file: at('workspace'), tests: PAUSES, mutants: WORKSPACE_PAUSED },
  {
    file: at('proceed'),
    tests: ['test/flow/last-judgement'],
    mutants: [
      ['PLAN-7', 'isDenied || unshown.length > 0', 'unshown.length > 0'],
      ['PLAN-7', "assessed.result !== 'success'", "assessed.result === 'failure'"],
    ],
  },
  {
    file: at('report'),
    tests: ['test/flow/last-judgement'],
    mutants: [['PLAN-7', "report.ending.reason === 'finished' || isNamed ?", 'isNamed ?']],
  },
  { file: at('workspace'), tests: ['test/task/containers'], mutants: WORKSPACE_REPLANNED },
  { file: at('workspace'), tests: ['test/flow/workspace'], mutants: WORKSPACE },
  { file: at('set-up-trouble'), tests: ['test/flow/set-up-trouble'], mutants: SET_UP },
  { file: at('next'), tests: ['test/flow/set-up-trouble'], mutants: SET_UP_NEXT },
  { file: at('ending'), tests: ['test/flow/ending'], mutants: ENDING },
  { file: at('ending'), tests: ['test/flow/report'], mutants: ENDING_OF_REPORT },
  { file: FILES.usedUpBudget, tests: [...BUDGET, ...APPROVES, 'test/flow/budget.test'], mutants: USED_UP_BUDGET },
  {
    file: FILES.conversationLength,
    tests: ['test/context/refused-conversations', 'test/context/begun-anew', 'test/flow/conversation-length'],
    mutants: CONVERSATION_LENGTH,
  },
  {
    file: at('escalation'),
    tests: [...FIRST, ...asks('beyond-the-limit'), 'test/flow/verdicts', 'test/flow/escalation'],
    mutants: ESCALATION,
  },
  { file: at('leftover-questions'), tests: [...asks('beyond-the-limit'), 'test/flow/escalation'], mutants: LEFTOVER },
  { file: at('waiting'), tests: PAUSES, mutants: PAUSE },
  { file: at('adopt-plan'), tests: [...TESTS, ...task('comments-on-the-plan')], mutants: REVISIONS },
  { file: at('adopt-plan'), tests: ['test/flow/plan-shown'], mutants: REVISIONS_OF_A_PLAN },
  { file: at('legal-moves'), tests: ['test/flow/legal-moves'], mutants: LEGAL_MOVES },
  { file: FILES.judging, tests: [...TESTS, 'test/flow/actions'], mutants: JUDGING },
  { file: FILES.judging, tests: ['test/flow/closing-judgement'], mutants: CLOSING },
  { file: at('failures-in-a-row'), tests: ['test/flow/closing-judgement'], mutants: IN_A_ROW },
  {
    file: FILES.judgement,
    tests: ['test/flow/closing-judgement'],
    mutants: [['PLAN-6', 'return orAsksHow(task, afterRuling(task, fact));', 'return afterRuling(task, fact);']],
  },
  {
    file: at('proceed'),
    tests: ['test/flow/closing-judgement'],
    mutants: [
      ['PLAN-1', 'task.work === null || (task.work.judging?.reflect ?? true) ?', 'task.work?.judging == null ?'],
    ],
  },
  { file: at('replan-facts'), tests: [...TESTS, 'test/flow/actions'], mutants: FOLLOWS_REFLECTION },
  {
    file: FILES.judgement,
    tests: [...TESTS, ...FIRST, ...asks('beyond-the-limit'), 'test/flow/verdicts'],
    mutants: JUDGEMENT,
  },
  {
    file: at('replan-facts'),
    tests: [...TESTS, ...FIRST, 'test/replan/state', 'test/flow/verdicts', 'test/flow/actions'],
    mutants: GRANT,
  },
  { file: FILES.actions, tests: [...TESTS, 'test/flow/actions', 'test/flow/closing-judgement'], mutants: ACTIONS },
  { file: FILES.actions, tests: ['test/plan/misfits', 'test/flow/actions'], mutants: GIVING_UP },
  { file: FILES.actions, tests: ['test/flow/actions'], mutants: IDLE },
  { file: FILES.actions, tests: [...asks('beyond-the-limit'), 'test/flow/actions'], mutants: ASK_HUMAN },
  { file: at('after-question'), tests: [...FIRST, ...TESTS, 'test/flow/learnt', 'test/flow/then'], mutants: LEARNT },
  {
    file: at('after-question'),
    tests: [
      ...asks('beyond-the-limit', 'answers-that-meet'),
      ...FIRST,
      ...task('refused-changes'),
      'test/flow/actions',
    ],
    mutants: LEARNT_AT_WORK,
  },
  { file: at('after-question'), tests: [...asks('answers-that-meet'), 'test/flow/learnt'], mutants: CARRIED },
  { file: at('approval'), tests: [...APPROVES, 'test/flow/plan-shown'], mutants: APPROVAL },
  { file: FILES.next, tests: [...PAUSES, 'test/flow/standing-rules'], mutants: NEXT_WHEN_PAUSED },
  { file: FILES.next, tests: TESTS, mutants: NEXT_AT_WORK },
  { file: FILES.next, tests: [...asks('asides'), ...task('comments-on-the-plan')], mutants: NEXT_COMMENT },
  { file: FILES.next, tests: REFUSED, mutants: NEXT_REFUSAL },
  { file: FILES.next, tests: APPROVES, mutants: NEXT_ON_PLAN },
  { file: FILES.next, tests: asks('asides', 'confirmations'), mutants: NEXT_QUESTION },
  { file: FILES.next, tests: [...BUDGET, ...PAUSES, 'test/flow/budget.test'], mutants: [...NEXT_BUDGET, ...NEXT_DUE] },
  { file: FILES.planAgain, tests: FIRST, mutants: PLAN_AGAIN_ASKING },
  { file: FILES.planAgain, tests: BOXES, mutants: PLAN_AGAIN },
  { file: at('replan-facts'), tests: FIRST, mutants: OVERTAKEN },
  { file: at('replan-facts'), tests: [...FIRST, ...TESTS, 'test/flow/reviews-and-replans'], mutants: CLOSED },
  { file: at('adopt-plan'), tests: BOXES, mutants: ADOPT },
  { file: at('adopt-plan'), tests: APPROVES, mutants: APPROVAL_WANTED },
  {
    file: at('unusable-answers'),
    tests: [
      ...ENDS,
      'test/flow/unusable-answers',
      'test/flow/reviews-and-replans',
      ...task('answers-in-prose', 'repairs', 'reflecting', 'refused-changes'),
    ],
    mutants: UNUSABLE,
  },
  { file: at('escalation'), tests: [...ENDS, 'test/flow/reviews-and-replans'], mutants: FAILED_REPLAN },
  { file: FILES.planSteps, tests: ENDS, mutants: UNCLEAR },
  { file: FILES.planSteps, tests: task('simple-mode'), mutants: SIMPLE_MODE },
  { file: 'src/flow/asked-about.ts', tests: ['test/task/comments-on-the-plan'], mutants: ASKED_ABOUT },
  { file: FILES.planSteps, tests: ['test/flow/branch-named'], mutants: BRANCH_NAMED },
  { file: at('report'), tests: ['test/flow/report'], mutants: NOT_OPENED },
  { file: at('report'), tests: ENDS, mutants: COMPLETION },
  {
    file: 'src/plan/intervention-summary.ts',
    tests: [...ENDS, ...task('replan-before-plan')],
    mutants: INTERVENTION,
  },
  { file: at('report'), tests: ENDS, mutants: REPORT },
  { file: at('report'), tests: ['test/flow/report'], mutants: REPORT_AFTER_CRASHES },
  { file: at('questions'), tests: [...ENDS, ...TESTS], mutants: ASKED },
  { file: at('proceed'), tests: REVIEWED, mutants: REVIEW_NEXT },
  { file: at('verification'), tests: [...REVIEWED, 'test/flow/reviews-and-replans'], mutants: VERIFICATION },
  { file: at('verification'), tests: task('answers-in-prose'), mutants: LOOKED_AT_AGAIN },
  { file: at('proceed'), tests: REVIEWED, mutants: CONCLUDE },
  {
    file: FILES.weighedComments,
    tests: [...asks('asides', 'beyond-the-limit'), ...task('comments-on-the-plan')],
    mutants: WEIGHING,
  },
  { file: FILES.weighedComments, tests: APPROVES, mutants: WEIGHING_A_PLAN },
  { file: FILES.standing, tests: [...LATE, ...task('arrivals'), 'test/flow/standing-rules'], mutants: STANDING_LATE },
  { file: FILES.standing, tests: task('refused-changes'), mutants: STANDING_REFUSAL },
  { file: FILES.standing, tests: asks('asides'), mutants: STANDING_QUESTION },
  {
    file: FILES.standing,
    tests: [...PAUSES, ...asks('asides'), ...task('containers'), 'test/flow/standing-rules'],
    mutants: STANDING_PAUSE,
  },
  {
    file: FILES.standing,
    tests: [...LATE, ...APPROVES, ...PAUSES, ...BUDGET, 'test/flow/standing-rules'],
    mutants: STANDING_RULES,
  },
  {
    file: FILES.standing,
    tests: ['test/flow/conversation-length'],
    mutants: [['MODEL-6', 'conversationTooLong, superseded', 'superseded']],
  },
  {
    file: FILES.standing,
    tests: [...asks('asides', 'answers-that-meet'), 'test/flow/standing-rules'],
    mutants: STANDING_SUPERSEDED,
  },
  { file: at('waiting'), tests: [...PAUSES, ...BUDGET, 'test/flow/then'], mutants: WAITING },
  { file: at('waiting'), tests: [...PAUSES, 'test/flow/then'], mutants: WAITING_AGAIN },
  { file: FILES.then, tests: ['test/flow/then', ...asks('confirmations')], mutants: THEN_REPLAN },
  {
    file: FILES.then,
    tests: asks('too-many-questions'),
    mutants: [
      [
        'REPLAN-6',
        '...noted(...leftOutNote(question)), ...afterAnswers(task, then, { by, answer',
        '...afterAnswers(task, then, { by, answer',
      ],
    ],
  },
  {
    file: FILES.then,
    tests: ['test/flow/then', ...asks('asides', 'answers-that-meet'), ...FIRST],
    mutants: THEN_ASKED,
  },
  { file: FILES.then, tests: ['test/flow/then', ...asks('asides', 'edited-answers')], mutants: THEN_ASIDE },
  { file: FILES.then, tests: ['test/flow/then', 'test/flow/plan-shown', ...APPROVES], mutants: THEN_PLAN },
  { file: FILES.then, tests: ['test/flow/then', ...BUDGET], mutants: THEN_BUDGET },
  {
    file: at('after-question'),
    tests: [...FIRST, ...TESTS, ...asks('confirmations', 'answers-that-meet'), 'test/flow/then'],
    mutants: CONFIRMATION,
  },
  {
    file: at('follow'),
    tests: [
      ...FIRST,
      ...BUDGET,
      ...LATE,
      'test/plan/misfits',
      'test/flow/legal-moves',
      'test/flow/follow',
      'test/flow/budget.test',
    ],
    mutants: FOLLOW,
  },
];
