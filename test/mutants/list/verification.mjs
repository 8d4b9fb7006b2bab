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
  ['EXEC-1', 'export const MAX_LOOPS = 10;', 'export const MAX_LOOPS = 11;'],
  ['EXEC-1', 'loops >= MAX_LOOPS', 'loops > MAX_LOOPS'],
  ['EXEC-6', "if (work.actions.some(({ status }) => status !== 'success')) return null;", ''],
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
const ENDS = [
  ['EXEC-6 PLAN-7', 'isDenied || unshown.length > 0 || work === null', 'isDenied || work === null'],
  ['EXEC-6', 'if (more !== null) return more;', ''],
];
const NEXT = [['EXEC-6', 'task.stage.assessment === null && hasCriteria(task)', 'false']];
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
const CHOSEN = [['PLAN-7', 'chosen.size === 0 || chosen.has(text)', 'true']];
const TABLE = [
  ['EXEC-6', 'judged === undefined || judged.description !== description', 'judged === undefined'],
  ['EXEC-6', '(judged.evidence ?? []).filter(({ fault }) => fault === undefined)', '(judged.evidence ?? [])'],
];

const JUDGED = ['test/flow/assessment'];

export const VERIFICATION = [
  { file: 'src/plan/criteria-evidence.ts', tests: ['test/plan/criteria-evidence'], mutants: EVIDENCE },
  { file: 'src/state/assessment.ts', tests: ['test/plan/criteria-evidence'], mutants: PASSED },
  { file: 'src/flow/unshown-criteria.ts', tests: JUDGED, mutants: UNSHOWN },
  { file: 'src/flow/after-assessment.ts', tests: JUDGED, mutants: ASSESSMENT },
  { file: 'src/flow/proceed.ts', tests: JUDGED, mutants: ENDS },
  { file: 'src/flow/next.ts', tests: JUDGED, mutants: NEXT },
  { file: 'src/plan/publication.ts', tests: JUDGED, mutants: READY },
  { file: 'src/plan/unfinished-work.ts', tests: ['test/plan/unfinished-work'], mutants: UNFINISHED },
  { file: 'src/state/evolve-findings.ts', tests: ['test/state/findings'], mutants: SETTLES },
  { file: 'src/comments/work-report.ts', tests: ['test/state/findings'], mutants: CHOSEN },
  { file: 'src/comments/criteria-table.ts', tests: ['test/progress/unfinished-text'], mutants: TABLE },
];
