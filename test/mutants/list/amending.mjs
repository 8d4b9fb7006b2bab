/** PLAN-9: comments that contradict the plan, or ask something. [ID, what stands there exactly once, what takes its place] */
const AMEND = [
  ['PLAN-9', "goal.trim() === '' ? before.main_objective : goal.trim()", 'goal.trim()'],
  ['PLAN-9', "goal.trim() === '' ? before.main_objective : goal.trim()", 'before.main_objective'],
  ['PLAN-9', 'constraints.length === 0 ? before.constraints : texts(constraints)', 'texts(constraints)'],
  ['PLAN-9', 'if (isOnlyMore)', 'if (true)'],
  ['PLAN-9', 'if (isOnlyMore)', 'if (false)'],
  ['PLAN-9', 'objective === before.main_objective ? before.context : context.trim()', 'before.context'],
  ['PLAN-9', 'objective === before.main_objective ? before.context : context.trim()', 'context.trim()'],
  ['PLAN-9', "context.trim() === '' && objective", 'objective'],
  ['PLAN-9', 'let next = 1 +', 'let next = 0 +'],
  ['PLAN-9', "wanted.some((one) => typeof one !== 'string')", 'false'],
  ['PLAN-9', "wanted.some((one) => typeof one !== 'string')", "entries.some(({ id }) => id !== '')"],
  ['PLAN-9', "kept.filter(({ description }) => description !== '')", 'kept'],
  ['PLAN-9', '.filter((text) => !isThere(text))', ''],
  ['PLAN-9', 'same === undefined ? gone.shift() : undefined', 'undefined'],
  ['PLAN-9', 'known.filter(({ task_id: owner }) => owner !== undefined)', '[]'],
  ['PLAN-9', '.filter((id) => !known.some((one) => one.id === id))', '.filter(() => false)'],
  ['PLAN-9', 'change.before !== change.after', 'true'],
  ['PLAN-2', 'LEAST_LETTERS = 5', 'LEAST_LETTERS = 0'],
  ['PLAN-2', 'LEAST_LETTERS = 5', 'LEAST_LETTERS = 6'],
  ['PLAN-2', '.toLowerCase()', ''],
];

const IDS = [
  ['PLAN-9', 'if (!LIKE_AN_ID.test(temporary)) return shown;', ''],
  ['PLAN-9', '(?<![A-Za-z0-9_-])', ''],
  ['PLAN-9', '(?!-?[A-Za-z0-9_])', ''],
  ['PLAN-9', '{ title: named(title) }', '{ title }'],
  ['PLAN-9', '{ description: named(description) }', '{ description }'],
  ['PLAN-9', '{ acceptance_criteria: criteria.map(named) }', '{ acceptance_criteria: criteria }'],
  ['PLAN-9', 'constraints: constraints?.map(named)', 'constraints'],
];

const ASKING = [
  ['PLAN-9', 'named(patch.understanding)', 'patch.understanding'],
  ['PLAN-9', 'text: named(one.text)', 'text: one.text'],
  ['PLAN-9', 'named(conflictText(one))', 'conflictText(one)'],
  ['PLAN-9', "named(patch.reply ?? '')", "patch.reply ?? ''"],
  ['PLAN-9', 'redact(patch.reply.slice(0, 4 * MAX_REPLY_CHARACTERS))', 'patch.reply'],
  ['PLAN-9', 'withFinalIds(patch.understanding, titlesOf(patch))', 'patch.understanding'],
  ['PLAN-9', '...amendments.map(amendmentLine)', ''],
  ['PLAN-2', '...overruled(assumedIn(task), amends.assumptions ?? [])', ''],
  ['PLAN-2', 'said.slice(0, Math.max(0, own))', 'said'],
];

const WEIGHED = [
  ['PLAN-9', 'task.work?.commentsWeighed ?? 0) - 1', 'task.work?.commentsWeighed ?? 0)'],
  ['PLAN-9', "then: { is: 'tell_work', about }, ...asking", "then: { is: 'tell_work' }, ...asking"],
  ['PLAN-9', "then = { is: 'tell_work', about } as const", "then = { is: 'tell_work' } as const"],
];

const task = (...names) => names.map((name) => `test/task/${name}`);
const AMENDS = ['test/plan/patch/amend', 'test/plan/patch/final-ids', ...task('comments-that-contradict')];
const REPLIES = task('replies-to-comments', 'comments-that-contradict');

export const AMENDING = [
  { file: 'src/plan/patch/amend.ts', tests: AMENDS, mutants: AMEND },
  { file: 'src/plan/patch/final-ids.ts', tests: AMENDS, mutants: IDS },
  { file: 'src/effects/ask-patch.ts', tests: AMENDS, mutants: ASKING },
  { file: 'src/flow/weighed-comments.ts', tests: ['test/flow/then', 'test/questions/asides'], mutants: WEIGHED },
  {
    file: 'src/flow/then.ts',
    tests: ['test/flow/then', 'test/questions/asides'],
    mutants: [['PLAN-9', 'text, answer, ...aboutComment(then) }', 'text, answer }']],
  },
  {
    file: 'src/flow/after-question.ts',
    tests: ['test/flow/then'],
    mutants: [['PLAN-9', 'aboutComment(then) ?? ', '']],
  },
  {
    file: 'src/flow/next.ts',
    tests: REPLIES,
    mutants: [['PLAN-9', 'if (reply !== null) return atOnce', 'if (false) return atOnce']],
  },
  {
    file: 'src/state/evolve-controls.ts',
    tests: REPLIES,
    mutants: [
      ['GH-2', ' || reply !== undefined', ''],
      ['PLAN-9', 'reply === undefined ? {} : {', 'true ? {} : {'],
    ],
  },
  {
    file: 'src/state/select.ts',
    tests: REPLIES,
    mutants: [['PLAN-9', 'replies.find(({ isPosted }) => !isPosted)', 'replies.find(() => true)']],
  },
  {
    file: 'src/state/evolve-report.ts',
    tests: REPLIES,
    mutants: [['PLAN-9', 'reply.comment === fact.comment ?', 'false ?']],
  },
  {
    file: 'src/state/evolve-shared.ts',
    tests: ['test/flow/then'],
    mutants: [['PLAN-9', 'fact.about === undefined ? {} : { about: fact.about }', '{}']],
  },
  {
    file: 'src/state/evolve-said.ts',
    tests: AMENDS,
    mutants: [
      ['PLAN-2', 'texts.includes(one.text)', 'false'],
      ['PLAN-2', "left === '' ? { ...one, isReplaced: true } : { ...one, gone: all }", '{ ...one, gone: all }'],
      ['PLAN-2', 'if (gone.length === 0) return one;', 'return one;'],
    ],
  },
  {
    file: 'src/model-calls/said-block.ts',
    tests: AMENDS,
    mutants: [['PLAN-2', "isReplaced === true ? REPLACED : ''", "''"]],
  },
  {
    file: 'src/model-calls/patch-messages.ts',
    tests: ['test/context/judgement-messages'],
    mutants: [
      ['PLAN-9', 'if (about === undefined) return own;', 'return own;'],
      ['PLAN-9', 'criteria: criteriaText(plan.acceptance_criteria, room(8_000))', "criteria: ''"],
      ['PLAN-9', 'actions: actionsText(orderedActions(plan), room(16_000))', "actions: ''"],
      ['PLAN-9', 'history: historyText(task, room)', "history: ''"],
      ['PLAN-9', 'change: changeSoFar(task, diff, room)', "change: ''"],
    ],
  },
  {
    file: 'src/comments/amended-text.ts',
    tests: AMENDS,
    mutants: [
      ['PLAN-9', 'amended.filter((one) => holds(one, plan))', 'amended'],
      ['PLAN-9', 'one.after === description', 'true'],
      ['PLAN-9', "after === '' ? !goal.constraints.includes(before) : ", ''],
      ['PLAN-9', "?? '') === after", "?? '') !== after"],
      ['GH-7', "found.before === '' ? added : mark", 'mark'],
    ],
  },
  {
    file: 'src/comments/criteria-table.ts',
    tests: AMENDS,
    mutants: [['PLAN-9', '${amendedMark(one, task)}', '']],
  },
  {
    file: 'src/comments/answer-comment.ts',
    tests: REPLIES,
    mutants: [
      ['QUAL-2.3', '`${taskId}-comment-${comment + 1}`', '`comment-${comment + 1}`'],
      ['GH-4', 'prose(reply.text, MAX_ANSWER)', 'reply.text'],
    ],
  },
];
