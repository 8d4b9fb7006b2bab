/** What subtasks are called, what is said to go on, and in which language. [ID, what stands there exactly once, what takes its place] */
const TITLES = [
  ['MODEL-2', 'MAX_TITLE = 60', 'MAX_TITLE = 61'],
  ['MODEL-2', 'isVisible(title) ? title : description', 'title || description'],
  ['MODEL-2', 'ended(SENTENCES, most / 5) ?? ', ''],
  ['MODEL-2', 'ended(PARTS, most / 2) ?? ', ''],
  ['MODEL-2', 'while (end > 0 && !', 'while (false && !'],
  ['MODEL-2', '!HIRAGANA.test(word)', 'word !== null'],
  ['MODEL-2', 'isOpenCode ? text.slice', 'false ? text.slice'],
  ['MODEL-2', '.replace(WEAK, ', '.replace(/$^/, '],
  ['MODEL-2', '`${own} — ${description}`', 'description'],
];

const NOW = [
  ['GH-4', 'doing.action(current + 1, actions.length', 'doing.action(current, actions.length'],
  ['GH-4', 'inline(title)', 'title'],
  ['GH-4', "judging === null ? (waitingTools[0]?.name ?? '') : 'judging'", "waitingTools[0]?.name ?? ''"],
  ['GH-4', 'Object.hasOwn(names, name)', 'name in names'],
  ['GH-4', 'titleIn(plan, action.taskId) || titleOf(action)', 'titleOf(action)'],
];

const LANGUAGE = [
  ['GH-9', "isJapanese(own[0] ?? '') || ", ''],
  ['GH-9', 'kana > 0 && han <= kana * MOST_HAN_FOR_ONE_KANA && ', 'kana + han > 0 && '],
  ['GH-9', 'MOST_HAN_FOR_ONE_KANA = 12', 'MOST_HAN_FOR_ONE_KANA = 2'],
  ['GH-9', 'kana + han > countOf(prose, OTHER_WORD)', 'true'],
  ['GH-9', "block.isExcluded(index) ? ' ' : unit", 'unit'],
  ['GH-9', ".replace(NOT_OWN, ' ')", ''],
];

const DECIDED = [
  ['GH-9', "language === 'auto' ? ofIssue : { language }", "{ language: language === 'ja' ? language : 'en' }"],
  ['GH-9', ', followsIssue: true }', ' }'],
];

export const TITLES_AND_LANGUAGE = [
  { file: 'src/state/subtask-title.ts', tests: ['test/state/subtask-title'], mutants: TITLES },
  { file: 'src/comments/now-doing.ts', tests: ['test/progress/titles'], mutants: NOW },
  {
    file: 'src/effects/read-planning-answer.ts',
    tests: ['test/state/subtask-title'],
    mutants: [['MODEL-2', '...reworded({ title, description: subtask.description })', '']],
  },
  {
    file: 'src/comments/safe-text.ts',
    tests: ['test/progress/comments.test'],
    mutants: [['GH-4', 'return shortTitle(forCommits(', 'return shortened(forCommits(']],
  },
  {
    file: 'src/comments/notices.ts',
    tests: ['test/progress/titles'],
    mutants: [['MODEL-2', '${aboutSubtask(record)}', '']],
  },
  { file: 'src/people/issue-language.ts', tests: ['test/people/issue-language'], mutants: LANGUAGE },
  { file: 'src/app/task-settings.ts', tests: ['test/queue/languages'], mutants: DECIDED },
  {
    file: 'src/model-calls/planning-messages.ts',
    tests: ['test/queue/languages'],
    mutants: [['GH-9', "settings.followsIssue === true && settings.language === 'en'", 'false']],
  },
  {
    file: 'src/requests/issue-text.ts',
    tests: ['test/queue/languages'],
    mutants: [
      ['GH-9', "if (intent.kind === 'start') return intent;", ''],
      ['GH-9', '(await recordedText(intent, tools)) ?? ', ''],
    ],
  },
  {
    file: 'src/config/schema.ts',
    tests: ['test/config/schema'],
    mutants: [
      ['GH-2', ".enum(['auto', 'en', 'ja'])\n    .default('auto')", ".enum(['auto', 'en', 'ja'])\n    .default('en')"],
    ],
  },
];
