/** Calls of planning that judge themselves, and what is sent with each: [ID, what stands there once, what takes its place] */

const OWN = [
  ['REPLAN-2', 'if (!planning.replanning.enabled) return proceed(task);', ''],
  ['REPLAN-2', 'return isEnough ? [judgedAs(POINT[draft.step], carried)] : [];', 'return [];'],
  ['REPLAN-2', 'return isNeeded || confidence', 'return confidence'],
  ['REPLAN-2', ' || confidence < SURE', ''],
  ['REPLAN-2', 'confidence < SURE', 'confidence <= SURE'],
  ['REPLAN-2', ' || isOfMuch(draft)', ''],
  ['PLAN-3', 'isReviewed ? !carried.decision.replan_needed :', 'isReviewed ? true :'],
  ['PLAN-3', 'isReviewed ? !carried.decision.replan_needed :', ''],
  ['PLAN-3', 'return isReviewed ? proceed(task) : [];', 'return [];'],
  ['REPLAN-2', 'return isReviewed ? proceed(task) : [];', 'return proceed(task);'],
];

const LOOKED_AT_AGAIN = [
  ['REPLAN-10', 'if (decision === null && first !== undefined)', 'if (false)'],
  ['REPLAN-8', 'carried?.replan_id === id ? undefined : carried', 'carried'],
  ['REPLAN-8', 'firstLook === undefined ? {} : { first_look: firstLook }', '{}'],
];

export const OWN_JUDGEMENT = [
  {
    file: 'src/flow/own-judgement.ts',
    tests: ['test/flow/own-judgement', 'test/plan/large-plan'],
    mutants: OWN,
  },
  { file: 'src/flow/judgement.ts', tests: ['test/flow/own-judgement'], mutants: LOOKED_AT_AGAIN },
  {
    file: 'src/flow/replan-facts.ts',
    tests: ['test/flow/own-judgement'],
    mutants: [['REPLAN-8', 'record.firstLook === undefined ? {} : { first_look: record.firstLook }', '{}']],
  },
  {
    file: 'src/state/evolve-planning.ts',
    tests: ['test/flow/own-judgement'],
    mutants: [
      ['REPLAN-2', ': drafted(task, withoutCarried);', ': task;'],
      ['REPLAN-2', 'return carried === undefined ? {} : { carried };', 'return {};'],
    ],
  },
  {
    file: 'src/model-calls/asked-to-judge.ts',
    tests: ['test/context/own-judgement'],
    mutants: [
      ['REPLAN-2', "if (!limits.enabled) return prompts.render('own-judgement/not_asked_for', {});", ''],
      ['REPLAN-2', "boundedText('first judgement', text, room)", 'text'],
      ['REPLAN-2', "if (decision === null) return '';", "if (decision !== null) return '';"],
    ],
  },
  {
    file: 'src/model-calls/plan-told.ts',
    tests: ['test/context/own-judgement'],
    mutants: [
      ['MODEL-6', 'isDeepStrictEqual(plan.goal_understanding, goalTold)', 'false'],
      ['MODEL-6', 'isDeepStrictEqual(plan.goal_understanding, goalTold)', 'goalTold !== null'],
      ['MODEL-6', "if (turn.kind === 'anew') last = null;", ''],
      ['MODEL-6', "if (turn.kind === 'replanned') last = turn.plan.goal_understanding;", ''],
    ],
  },
  {
    file: 'src/model-calls/own-decision.ts',
    tests: ['test/context/own-judgement'],
    mutants: [['REPLAN-1', '.catch(undefined)', '']],
  },
  {
    file: 'src/effects/gather.ts',
    tests: ['test/context/prompt-cache'],
    mutants: [
      ['MODEL-6', ' - addedForNobody(task)', ''],
      ['MODEL-6', 'gathering?.asking?.callsLeft === 1 && isShown', 'isShown'],
    ],
  },
  {
    file: 'src/models/wire.ts',
    tests: ['test/context/prompt-cache'],
    mutants: [
      ['MODEL-6', '...(isMarked && index === tools.length - 1', '...(index === tools.length - 1'],
      ['MODEL-6', 'const last = isMarked ? texts.length - 1 : -1;', 'const last = texts.length - 1;'],
    ],
  },
  {
    file: 'src/git/first-look.ts',
    tests: ['test/git/look-first'],
    mutants: [
      ['PLAN-2', 'const whole = !leadsIntoIt && ', 'const whole = '],
      ['PLAN-2', '.filter(({ path }) => !shown.includes(path))', ''],
      ['PLAN-2', 'leads && onShelf.has(path)', 'onShelf.has(path)'],
      ['PLAN-2', 'TEST_FILE.test(path) && lines > 2 * NAMED_TESTS', 'false'],
      ['PLAN-2', 'TEST_FILE.test(path) && lines > 2 * NAMED_TESTS', 'TEST_FILE.test(path)'],
      ['PLAN-2', 'NEWEST_ENTRIES = 40', 'NEWEST_ENTRIES = 300'],
      ['PLAN-2', 'CHANGE_LOG.test(path) ? NEWEST_ENTRIES : Infinity', 'Infinity'],
      ['PLAN-2', 'if (BUILT.test(path)) return HEAD_OF_BUILT;', ''],
      ['PLAN-2', 'HEAD_OF_BUILT = 10', 'HEAD_OF_BUILT = 11'],
      ['PLAN-2', 'from === 1 ? Math.min(named.to, mostOf(path)) : named.to', 'Math.min(named.to, mostOf(path))'],
    ],
  },
  {
    file: 'src/environments/names-in-text.ts',
    tests: ['test/plan/names-in-text'],
    mutants: [['PLAN-2', ' || OF_A_LANGUAGE.test(symbol)', '']],
  },
  {
    file: 'src/git/resolve-names.ts',
    tests: ['test/plan/names-in-text'],
    mutants: [
      ['PLAN-2', 'moduleMeantBy(path, modules.get(nameOf(path)) ?? [])', '[]'],
      ['PLAN-2', 'sharedEnd(folderOf(path), folderOf(written)) > 0', 'true'],
    ],
  },
  {
    file: 'src/model-calls/surroundings.ts',
    tests: ['test/prompts/what-is-so'],
    mutants: [['MODEL-2', 'files === undefined || patterns.length <= FEW_PATTERNS', 'files === undefined']],
  },
  {
    file: 'src/model-calls/blocks.ts',
    tests: ['test/context/messages'],
    mutants: [['ENV-1', '!above.has(path)', 'true']],
  },
  {
    file: 'src/model-calls/catalogue.ts',
    tests: ['test/prompts/catalogue'],
    mutants: [
      ['MODEL-7', 'LEFT_OUT.has(key) && EMPTY.has', 'EMPTY.has'],
      ['MODEL-7', "LEFT_OUT.has(key) && EMPTY.has(given[key] ?? '')", 'LEFT_OUT.has(key)'],
    ],
  },
  {
    file: 'src/plan/criteria-evidence.ts',
    tests: ['test/plan/criteria-evidence'],
    mutants: [
      ['EXEC-6', 'commands[Number(named) - 1]', 'commands[Number(named)]'],
      ['EXEC-6', 'faultOfCommand({ ...given, command }, commands)', 'faultOfCommand(given, commands)'],
    ],
  },
  {
    file: 'src/model-calls/verification-blocks.ts',
    tests: ['test/context/verification-blocks'],
    mutants: [
      ['EXEC-6', 'run.exit_code === 0 ? Math.min(each, MAX_PASSED) : each', 'each'],
      ['EXEC-6', 'again === undefined ? (isPassed ? MAX_PASSED : MAX_OUTPUT) : MAX_EARLIER', 'MAX_OUTPUT'],
      ['EXEC-6', '(isPassed ? MAX_PASSED : MAX_OUTPUT)', 'MAX_OUTPUT'],
      ['EXEC-6', 'again === undefined && !isPassed && size <= MAX_WHOLE ? size : least', 'least'],
      ['EXEC-6', ' && size <= MAX_WHOLE ? size', ' ? size'],
      ['EXEC-6', "again?.output === output && printed !== ''", 'false'],
      ['EXEC-6', 'oneCommand(one.command, 160)', 'oneLine(one.command, 160)'],
    ],
  },
  {
    file: 'src/comments/learnt-text.ts',
    tests: ['test/progress/told-truly'],
    mutants: [['GH-7', '.filter((text) => !assumed.some((one) => sayTheSame(one, inline(text, MAX_STATEMENT))))', '']],
  },
  {
    file: 'src/comments/pull-request-text.ts',
    tests: ['test/progress/told-truly'],
    mutants: [['GH-7', "isDenied(task, stage) ? 'Part of' : 'Closes'", "'Closes'"]],
  },
  {
    file: 'src/comments/criteria-table.ts',
    tests: ['test/progress/unfinished-text'],
    mutants: [['EXEC-6', ".replaceAll(/\\\\(?=\\|)/g, '$&\\u200B')", '']],
  },
];
