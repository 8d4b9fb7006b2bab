/** How finished work is judged: evidence, unfinished work in the diff, what goes back. [ID, what stands there once, instead] */
const EVIDENCE = [
  ['EXEC-6', "if (runs.length === 0) return 'not_run';", 'if (runs.length === 0) return null;'],
  ['EXEC-6', "if (matching.length === 0) return 'other_exit_code';", 'if (matching.length === 0) return null;'],
  ['EXEC-6', "if (exitCode === 0 && runs.at(-1)?.exitCode !== 0) return 'failed_since';", ''],
  ['EXEC-6', "holds(output, lines)) ? null : 'no_such_lines'", 'holds(output, lines)) ? null : null'],
  [
    'EXEC-6',
    '.every((line) => printed.some((one) => one.includes(line)))',
    '.some((line) => printed.some((one) => one.includes(line)))',
  ],
  ['EXEC-6', "if (file === null) return 'no_such_file';", "if (file === null) return 'no_such_quote';"],
  ['EXEC-6', 'spaced(file[start - 1 + at]', 'spaced(file[start + at]'],
  ['EXEC-6', 'quoted.length > 0 && ', ''],
  ['EXEC-6', 'Object.hasOwn(files, plainPath(path))', 'plainPath(path) in files'],
  ['EXEC-6', 'passed.filter((one) => one.id.trim() === id)', 'passed'],
];
const PASSED = [['EXEC-6', 'evidence?.some(({ fault }) => fault === undefined) ?? false', 'evidence !== null']];
const UNSHOWN = [
  ['EXEC-1', 'loops >= settings.maxLoops', 'loops > settings.maxLoops'],
  ['EXEC-6', ' && added.includes(taskId)', ''],
  ['EXEC-6', "status !== 'success' && added.includes(taskId)", 'false'],
  ['EXEC-6', 'unshown.length === 0 || plan === null', 'plan !== null'],
];
const ASSESSMENT = [
  ['REPLAN-2', 'replan_needed || confidence < SURE', 'confidence < SURE'],
  ['REPLAN-2', 'confidence < SURE ||', 'false ||'],
  ['REPLAN-2', 'confidence < SURE', 'confidence <= SURE'],
  ['REPLAN-2', '(plan !== null && isLarge(plan))', 'false'],
  [
    'REPLAN-2',
    'if (judgement === undefined || needsSecondLook',
    'if (judgement === undefined) return conclude(task);\n  if (needsSecondLook',
  ],
];
const CHECKS = [
  ['EXEC-6', "if (verdicts.includes('failed')) return 'failed';", ''],
  ['EXEC-6', "check.runs.length > 1 ? 'flaky' : 'passed'", "'passed'"],
  ['EXEC-6', "check.isExcused ? 'as_on_base' : 'failed'", "'failed'"],
  ['EXEC-6', "verdicts.includes('passed') ? 'passed' : 'unknown'", "'passed'"],
];
const NEXT_CHECK = [
  ['EXEC-6', "if (check.runs.length === 1) return { check: kind, on: 'end', command };", ''],
  ['EXEC-6', '!timedOut && ', ''],
  ['EXEC-6', "if (baseRunOf({ baseRuns }, check) === null) return { check: kind, on: 'base', command };", ''],
];
const LIKEWISE = [
  ['EXEC-6', 'if (end.timed_out || base.timed_out) return false;', ''],
  ['EXEC-6', 'now.lines.size > 0 && ', ''],
  ['EXEC-6', "if (kind === 'test' && !TELLS_OF_FAILURE.test(line)) continue;", ''],
  ['EXEC-6', "(['lines', 'totals'] as const)", "(['totals'] as const)"],
  ['EXEC-6', "(['lines', 'totals'] as const)", "(['lines'] as const)"],
];
const SUBTASKS = [
  ['PLAN-10', "status === 'implemented' && isVerified ? 'verified' : status", 'status'],
  ['PLAN-10', 'criteria.every(({ passed }) => passed === true)', 'true'],
];
const LOOPS = [
  ['EXEC-1', "fact.source === 'verification' || fact.source === 'review'", "fact.source === 'verification'"],
  ['EXEC-1', "(fact.type === 'phase' && fact.name === 'planning') ||", ''],
];
const READY_BY = [
  ['EXEC-6', 'if (checks.length === 0) return hasPassedReview(task);', ''],
  ['EXEC-7', " && (tests === null || tests === 'passed')", ''],
];
const ENDS = [
  ['PLAN-7', 'const isDone = isShown && ', 'const isDone = '],
  ['PLAN-7', 'isDone || hasSucceeded(work, checks)', 'hasSucceeded(work, checks)'],
  ['EXEC-6 PLAN-7', 'isDenied || unshown.length > 0 || work === null', 'isDenied || work === null'],
  ['EXEC-6', 'if (more !== null) return more;', ''],
];
const NEXT = [['EXEC-6', 'assessment === null && hasCriteria(task)', 'false']];
const READY = [['EXEC-6', " && report.assessment !== 'not_had'", '']];
const UNFINISHED = [
  ['EXEC-6', '(text.length > MIN_KNOWN && before.has(text))', 'false'],
  ['EXEC-6', 'const isOfClass = above !== null && OF_CLASS.test(above.text);', 'const isOfClass = false;'],
  [
    'EXEC-6',
    'SKIPPED.test(text) || (isTest && SKIP_OPTION.test(text))',
    'SKIPPED.test(text) || SKIP_OPTION.test(text)',
  ],
  ['EXEC-6', 'testNamed(text) !== null && !kept.has(testNamed(text))', 'testNamed(text) !== null'],
  ['EXEC-6', 'lines.slice(gained.get(path) ?? 0)', 'lines'],
  ['EXEC-6', '.slice(0, MAX_FOUND)', ''],
  [
    'EXEC-6',
    ".filter((path) => TEST_FILE.test(path)).map((path) => found('deleted_test'",
    ".map((path) => found('deleted_test'",
  ],
];
const SETTLES = [
  ['PLAN-7', "isSound && one.by !== 'review'", "one.by !== 'review'"],
  ['PLAN-7', "!points.has(one) && (one.by === 'assessment'", "(one.by === 'assessment'"],
  ['PLAN-7', "(one.by === 'assessment' || (isSound", '(false || (isSound'],
];
const NAMED = ['PLAN-7', 'points.has(one) && isOfJudgement(one) ? { ...one, ...ofWhole(one.text) } : one', 'one'];
const PART = [
  ['EXEC-6', 'SHORT = 120', 'SHORT = 12'],
  ['EXEC-6', 'if (at === 0 || BEGINNING.test(before)) return at;', 'return at;'],
  ['EXEC-6', "end === command.length ? '' : ' …'", "''"],
];
const CHOSEN = [['PLAN-7', 'chosen.size === 0 || chosen.has(text)', 'true']];
const TABLE = [
  ['EXEC-6', 'judged === undefined || judged.description !== description', 'judged === undefined'],
  ['EXEC-6', '(judged.evidence ?? []).filter(({ fault }) => fault === undefined)', '(judged.evidence ?? [])'],
  ['EXEC-6', 'characters: 1_000, lines: 8', 'characters: 1_000, lines: 7'],
  ['EXEC-6', 'atMost(most, shown, words.more)', 'shown.slice(0, most)'],
  ['EXEC-6', 'cellCode(shownBefore.has(part) ? beginning(part) : bothEnds(part))', 'cellCode(part)'],
  ['EXEC-6', 'shownBefore.has(part) ? beginning(part) : ', ''],
  ['GH-7', 'part === command ? ', 'true ? '],
  ['EXEC-6', 'isShownByLines ? namedPart(command, criterion) : command', 'command'],
  ['GH-7', 'MAX_CHARACTERS = 30_000', 'MAX_CHARACTERS = 3_000_000'],
];

const SPANS = [
  ['GH-4', 'MAX_SPAN = 300', 'MAX_SPAN = 301'],
  ['GH-4', 'length === 2 || inside === inside.trim()', 'true'],
  ['GH-4', 'thirdOfWord(line, runs.slice(index, index + 4)) ? index + 2 : next[index]', 'next[index]'],
];
const BLOCKS = [
  ['EXEC-6', 'MAX_PASSED = 800', 'MAX_PASSED = 1_600'],
  ['EXEC-6', '(judged?.evidence ?? []).filter(({ fault }) => fault === undefined)', '(judged?.evidence ?? [])'],
  ['EXEC-6', '[...texts.slice(0, most), `and ${texts.length - most} more`]', 'texts.slice(0, most)'],
  ['EXEC-6', 'one.id === id && one.description === description', 'one.id === id'],
];
const BOTH_ENDS = [['EXEC-6', 'command: bothEnds(given.command)', 'command: short(given.command)']];

const JUDGED = ['test/flow/assessment'];

export const VERIFICATION = [
  { file: 'src/plan/criteria-evidence.ts', tests: ['test/plan/criteria-evidence'], mutants: EVIDENCE },
  { file: 'src/state/assessment.ts', tests: ['test/plan/criteria-evidence'], mutants: PASSED },
  { file: 'src/state/subtask-status.ts', tests: ['test/progress/titles'], mutants: SUBTASKS },
  { file: 'src/state/evolve-verification.ts', tests: ['test/flow/assessment'], mutants: LOOPS },
  { file: 'src/state/checks.ts', tests: ['test/flow/checks', 'test/plan/readiness'], mutants: CHECKS },
  { file: 'src/plan/next-check.ts', tests: ['test/flow/checks'], mutants: NEXT_CHECK },
  { file: 'src/plan/fails-likewise.ts', tests: ['test/flow/checks'], mutants: LIKEWISE },
  { file: 'src/plan/publication.ts', tests: ['test/plan/readiness'], mutants: READY_BY },
  { file: 'src/flow/unshown-criteria.ts', tests: JUDGED, mutants: UNSHOWN },
  { file: 'src/flow/after-assessment.ts', tests: JUDGED, mutants: ASSESSMENT },
  { file: 'src/flow/proceed.ts', tests: JUDGED, mutants: ENDS },
  { file: 'src/flow/next.ts', tests: JUDGED, mutants: NEXT },
  { file: 'src/plan/publication.ts', tests: JUDGED, mutants: READY },
  { file: 'src/plan/unfinished-work.ts', tests: ['test/plan/unfinished-work'], mutants: UNFINISHED },
  { file: 'src/state/evolve-findings.ts', tests: ['test/state/findings'], mutants: [...SETTLES, NAMED] },
  { file: 'src/plan/named-part.ts', tests: ['test/plan/named-part'], mutants: PART },
  {
    file: 'src/comments/phase-line.ts',
    tests: ['test/progress/told-truly'],
    mutants: [
      ['GH-7', 'isDenied(task, report) && !isUnshown(task, report)', 'isDenied(task, report)'],
      ['GH-7', 'isDenied(task, report) && !isUnshown(task, report)', 'false'],
    ],
  },
  { file: 'src/comments/work-report.ts', tests: ['test/state/findings'], mutants: CHOSEN },
  { file: 'src/comments/criteria-table.ts', tests: ['test/progress/unfinished-text'], mutants: TABLE },
  { file: 'src/comments/code-spans.ts', tests: ['test/progress/safe-text'], mutants: SPANS },
  { file: 'src/model-calls/verification-blocks.ts', tests: ['test/context/verification-blocks'], mutants: BLOCKS },
  { file: 'src/effects/ask-assessment.ts', tests: ['test/task/ask-assessment'], mutants: BOTH_ENDS },
];
