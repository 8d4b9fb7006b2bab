/** What people are shown of plan and phases. [ID, what stands there exactly once, what takes its place] */
const CHECKLIST = [
  ['REPLAN-7', "box.state === 'running' ? {", 'false ? {'],
  ['REPLAN-7', "(box.state === 'running' ? { ...box, state: begun } : box)", 'box'],
  ['REPLAN-7', 'boxes.filter(({ id }) => !added.has(id))', 'boxes'],
  ['REPLAN-7', 'boxes.filter(({ id }) => added.has(id))', '[]'],
  ['REPLAN-7', 'number: replanning.versions.length + 1', 'number: 1'],
  ['REPLAN-7', 'replanning.currentSince ?? startedAt', 'startedAt'],
  ['REPLAN-7', 'reason: replanning.reason,', 'reason: null,'],
  ['REPLAN-7', 'previous: replanning.previous,', 'previous: null,'],
  ['REPLAN-7', 'earlier: replanning.versions,', 'earlier: [],'],
  ['REPLAN-7', 'if (view.number <= 1)', 'if (view.number <= 2)'],
  ['PLAN-1', 'if (view.number <= 1)', 'if (view.number <= 0)'],
  ['REPLAN-7', 'revision = view.number - 1', 'revision = view.number'],
  ['REPLAN-7', 'words.revisions(revision)', 'words.revisions(view.number)'],
  ['REPLAN-7', 'words.currentPlan(view.number, at)', 'words.currentPlan(revision, at)'],
  ['PLAN-1', 'Math.floor((100 * done)', 'Math.round((100 * done)'],
  ['PLAN-1', 'counts([...view.boxes, ...view.additional])', 'counts(view.boxes)'],
  ['REPLAN-7', 'MAX_CHARACTERS = 40_000', 'MAX_CHARACTERS = 50_000'],
];

const HISTORY = [
  ['REPLAN-7', "state === 'done' ? 'x' : ' '", "' '"],
  ['REPLAN-7', "state === 'done' ? 'x' : ' '", "'x'"],
  ['REPLAN-7', "failed: ' ❌'", "failed: ''"],
  ['REPLAN-7', "running: ' 🔄'", "running: ''"],
  ['REPLAN-7', '    .toReversed();\n  const changed', ';\n  const changed'],
  ['REPLAN-7', 'showsBoxes ? changesText : changesInShort', 'showsBoxes ? changesInShort : changesInShort'],
  ['REPLAN-7', 'boxChanges(before, boxes)', 'boxChanges(boxes, boxes)'],
  ['REPLAN-7', 'number === 1 ? words.firstPlan(at) : ', ''],
  ['REPLAN-7', 'words.revision(number - 1, at)', 'words.revision(number, at)'],
  ['REPLAN-7', 'oldestFirst[at - 1]', 'oldestFirst[at]'],
  ['REPLAN-7', "box.state === 'done').length", "box.state !== 'open').length"],
  ['REPLAN-7', '...(left > 0 ?', '...(false ?'],
  ['REPLAN-7', '`**${words.revisionReason}**: ${inline(reason, 400)}`', "''"],
];

const CHANGES = [
  ['REPLAN-7', 'old.title === title && old.description === description ? []', 'false ? []'],
  ['REPLAN-7', "is: 'added', id", "is: 'reworded', id"],
  ['REPLAN-7', 'ids.has(id) ? [] : ', ''],
];

const EMPHASIS = [
  ['GH-4', 'length !== length) continue;\n', 'length !== length) break;\n'],
  ['GH-4', '(waiting[length] ?? 0) > 0 && mayEnd(text, run)', '(waiting[length] ?? 0) > 0'],
  ['GH-4', '} else if (mayBegin(text, run)) {', '} else {'],
  ['GH-4', "LETTER.test(before) && !LETTER.test(after) ? BREAK : ''", "''"],
  ['GH-4', '&& !EXTENSION.test(after)', ''],
  ['GH-4', 'if (index % 2 === 1) return [];', ''],
];

const PROSE = [
  ['GH-4', "text.replace(BOX, '')", 'text'],
  ['GH-4', "line.trim() === '' || RULE.test(line)", "line.trim() === ''"],
  ['GH-4', 'text.length >= marks.length && ', ''],
  ['GH-4', "(marks.startsWith('`') && after.includes('`'))", 'false'],
  ['GH-4', 'LANGUAGES.has(language) ? language : undefined', 'language'],
  ['GH-4', "'### ', text, maxCharacters", "'# ', text, maxCharacters"],
  ['GH-4', "if (headings === 'kept') return", 'return'],
  ['GH-4', "' '.repeat(top.indent + top.width)", "''"],
];

const TABLE = [
  ['GH-4', 'marks.length !== columns', 'false'],
  ['GH-4', "replace(/(?<!\\\\)\\|/g, '\\\\|')", "replace(/(?<!\\\\)\\|/g, '|')"],
];

const PLAN_EN = [
  ['REPLAN-7', '📋 Execution Plan (Revised #${revision})', '📋 Execution Plan (Revision ${revision})'],
  ['REPLAN-7', "'Revision Reason'", "'Reason'"],
  ['REPLAN-7', "'Previous Progress'", "'Progress before'"],
  ['REPLAN-7', "'New Plan:'", "'Plan:'"],
  ['REPLAN-7', '${done}/${all} (${percent}%) complete', '${percent}% complete'],
  ['REPLAN-7', 'Revision: #${revision} at ${time}', 'Revision: #${revision}'],
  ['REPLAN-7', "*Plan Revisions: ${counted(count, 'time')}*", '*Revisions: ${count}*'],
  ['REPLAN-7', '*Current Plan: #${number} (started at ${time})*', '*Current Plan: #${number}*'],
  ['REPLAN-7', '📜 Previous Plan History', 'Previous Plan History'],
  ['REPLAN-7', "'🔄 Plan Revision Decided by AI'", "'🔄 Plan Revision'"],
  ['REPLAN-7', "'Issues Found'", "'Issues'"],
  ['REPLAN-7', "'Recommended Actions'", "'Actions'"],
];

const QUESTIONS_EN = [
  ['REPLAN-6', '❓ Clarification Needed (AI Decision)', '❓ Clarification Needed'],
  ['REPLAN-6', "I've analyzed the task and need some clarification to proceed effectively:", 'I have a question:'],
  ['REPLAN-6', "'I will proceed with the following assumptions:'", "'I will assume:'"],
  ['REPLAN-6', "en: 'Please reply to this comment with your answers.',", "en: '',"],
  ['REPLAN-6', "ifNoResponse: { en: 'If no response'", "ifNoResponse: { en: 'Otherwise'"],
];

const PLAN_JA = [
  ['REPLAN-7', '📋 実行計画 (改訂 #${revision})', '📋 実行計画'],
  ['REPLAN-7', "'改訂の理由'", "'理由'"],
  ['REPLAN-7', "'改訂前の進捗'", "'進捗'"],
  ['REPLAN-7', '進捗: ${done}/${all} (${percent}%) 完了', '進捗: ${percent}%'],
  ['REPLAN-7', '*計画の改訂: ${count} 回*', '*改訂: ${count} 回*'],
  ['REPLAN-7', '*現在の計画: #${number} (${time} 開始)*', '*現在の計画: #${number}*'],
];

const NOTICES = [
  ['REPLAN-7', 'decision.replan_needed || kind !== null', 'true'],
  ['REPLAN-7', '    .toReversed();', ';'],
  ['REPLAN-7', "executed && decision.reasoning !== ''", "decision.reasoning !== ''"],
  ['REPLAN-7', 'record.revision > 0 ? words.asRevision(record.revision) : ', ''],
  ['REPLAN-7', 'MAX_FULL = 10', 'MAX_FULL = 11'],
  ['REPLAN-7', 'MAX_FULL = 10', 'MAX_FULL = 9'],
  ['REPLAN-7', 'Math.floor(Math.round(decision.confidence * 1e6) / 1e4)', 'Math.round(decision.confidence * 100)'],
  ['REPLAN-7', 'Math.floor(Math.round(decision.confidence * 1e6) / 1e4)', 'Math.floor(decision.confidence * 100)'],
  ['REPLAN-7', 'if (!executed) return outcomes.waiting;', ''],
  ['REPLAN-7', 'if (override !== null) return outcomes.overridden(overrides[override]);', ''],
  ['REPLAN-7', 'list(words.issues, issues, words),', ''],
  ['REPLAN-7', 'list(words.recommended, actions, words),', ''],
  ['REPLAN-7', '`*${timeText(record.at)}*`,', ''],
];

const PHASE_LINE = [
  ['PLAN-1', "  'environment_setup',\n  'execution',", "  'execution',\n  'environment_setup',"],
  ['PLAN-1', "  'reflection',\n  'verification',", "  'verification',\n  'reflection',"],
  ['PLAN-1', "orient: 'pre_planning'", "orient: 'planning'"],
  ['PLAN-1', "prepare: 'environment_setup'", "prepare: 'execution'"],
  ['PLAN-1', 'SHOWN_AS[underlying(task)]', 'SHOWN_AS[activityOf(task)]'],
  ['PLAN-1', "isReflecting(task) ? 'reflection' : SHOWN_AS[underlying(task)]", 'SHOWN_AS[underlying(task)]'],
  ['PLAN-3', "if (phase === 'planning' && isUnplanned) return 'skipped';", ''],
  ['PLAN-1', "if (phase === 'reflection') return work !== null && work.reflections > 0 ? 'done' : 'skipped';", ''],
  ['PLAN-1', "if (ending.status === 'succeeded' || ending.reason === 'no_pull_request') return 'complete';", ''],
];

/** What is told as it is by then. */
const SET_UP_TOLD = [
  ['GH-7', "if (!isLeft) return 'mended';", ''],
  ['GH-7', "if (report === null) return 'goesOn';", "return 'goesOn';"],
  ['GH-7', "testsIn(report.checks) === 'passed' ? 'workedWithout' : 'wentOn'", "'wentOn'"],
];

const MENDED = [
  ['GH-7', ' || !hasFailed(failed)', ''],
  ['GH-7', ' || exit !== 0 || ', ' || '],
  ['GH-7', 'isElsewhere || ', ''],
];

const ASSUMED_TOLD = [
  ['REPLAN-6', '!(index in answers) && ', ''],
  ['REPLAN-6', "!answered.some((text) => sayTheSame(text, texts[index] ?? ''))", 'true'],
  ['REPLAN-6', '&& !answered.some((one) => sayTheSame(one, text))', ''],
  ['REPLAN-6', '!since.some((one) => sayTheSame(one.text, text))', 'true'],
  ['REPLAN-6', "since.some(({ kind }) => kind === 'comment')", 'false'],
  ['REPLAN-6', ' || isPartlyAnswered(question)', ''],
  ['REPLAN-6', 'if (task.said[at]?.isReplaced === true) return [];', ''],
];

const TRULY = ['test/progress/told-truly', 'test/progress/test-totals'];
const TESTS = ['test/progress/replan-checklist', 'test/task/boxes-after-replans'];
const NOTICE_TESTS = ['test/progress/replan-notices', 'test/progress/replan-question-comment'];

/** What the end of a task and a pause say, and say once. */
const ENDINGS = [
  ['GH-4', "includes('{retry}') ? howToAskElse(botSlug)", 'length > 0 ? howToAskAgain(botSlug)'],
  ['GH-4', "report.pullRequest === null ? '' : words.andDraft", 'words.andDraft'],
  ['GH-4', "reason === 'budget' && !hasSaved(task)", 'false'],
  ['GH-4', '.filter((reason) => reason !== told || reason.length > MAX_REASON)', ''],
];
const ENDING_TESTS = ['test/progress/comments'];

export const PROGRESS = [
  { file: 'src/comments/ending-text.ts', tests: ENDING_TESTS, mutants: ENDINGS },
  {
    file: 'src/comments/progress-comment.ts',
    tests: ENDING_TESTS,
    mutants: [['GH-4', 'isOver || saysHowToGoOn(task) ?', 'isOver ?']],
  },
  {
    file: 'src/requests/answer-command.ts',
    tests: ['test/queue/answer-command'],
    mutants: [['GH-5', "=== null ? 'never_worked' : 'idle';", "=== null ? 'idle' : 'idle';"]],
  },
  {
    file: 'src/requests/send-to-task.ts',
    tests: ['test/queue/act-on-delivery'],
    mutants: [['GH-5', "intent.kind === 'stop' && (await tools.isStartComing(intent))", 'false']],
  },
  {
    file: 'src/queue/coming.ts',
    tests: ['test/queue/act-on-delivery'],
    mutants: [
      ['GH-5', "intent.kind === 'start' ? startsOn(intent) : ''", "''"],
      ['GH-5', "intent.kind === 'start' ? startsOn(intent) : ''", 'startsOn(intent)'],
      ['GH-5', "'wait', 'prioritized', 'active', 'delayed'", "'wait'"],
      ['GH-5', ", 'delayed'", ''],
      ['GH-5', "'active', ", ''],
    ],
  },
  { file: 'src/comments/checklist.ts', tests: TESTS, mutants: CHECKLIST },
  { file: 'src/comments/plan-history.ts', tests: TESTS, mutants: HISTORY },
  { file: 'src/comments/plan-changes-text.ts', tests: TESTS, mutants: CHANGES },
  { file: 'src/comments/emphasis.ts', tests: ['test/progress/emphasis'], mutants: EMPHASIS },
  { file: 'src/comments/model-prose.ts', tests: ['test/progress/prose'], mutants: PROSE },
  { file: 'src/comments/model-table.ts', tests: ['test/progress/prose'], mutants: TABLE },
  { file: 'src/comments/work-report.ts', tests: TRULY, mutants: SET_UP_TOLD },
  { file: 'src/state/evolve-workspace.ts', tests: TRULY, mutants: MENDED },
  { file: 'src/comments/open-questions.ts', tests: TRULY, mutants: ASSUMED_TOLD },
  {
    file: 'src/comments/test-totals.ts',
    tests: ['test/progress/test-totals'],
    mutants: [['GH-7', 'slice(-LAST_LINES)', 'slice(0, 1)']],
  },
  { file: 'src/comments/plan-words.ts', tests: [...TESTS, ...NOTICE_TESTS], mutants: [...PLAN_EN, ...PLAN_JA] },
  { file: 'src/comments/question-words.ts', tests: NOTICE_TESTS, mutants: QUESTIONS_EN },
  { file: 'src/comments/notices.ts', tests: NOTICE_TESTS, mutants: NOTICES },
  { file: 'src/comments/phase-line.ts', tests: ['test/progress/phase-line'], mutants: PHASE_LINE },
];
