/** GH-2, GH-3, GH-7, GH-10: what GitHub grants and refuses. [ID, what stands there exactly once, what takes its place] */
const PULLS = [
  ['GH-7', "needs: 'draft_state',", ''],
  ['GH-9', "{ needs: 'team_review' }", '{}'],
  ['GH-7', "error.code === 'github_refused') return error.message;", 'false) return error.message;'],
  ['GH-7', '!HAS_NO_DRAFTS.test(error.message)', 'true'],
  ['R10', '!(error instanceof Fault) || !HAS_NO_DRAFTS.test(error.message)', '!(error instanceof Fault)'],
  ['GH-7', 'isDraftWanted && !isDraft ?', 'isDraftWanted ?'],
  ['GH-7', 'isDraftWanted && !isDraft ?', '!isDraft ?'],
  ['GH-7', 'refusal === null ? draft.draft : isDraft', 'draft.draft'],
  ['GH-7', 'refusal ??= ', 'refusal = '],
];
const DRAFTS = [
  ['GH-7', "return isDraft ? words.isStill : '';", "return '';"],
  ['GH-7', 'isDraft ? words.is(why) : words.isNot(why)', 'words.is(why)'],
  ['GH-7', "stage.ending.reason === 'budget' ? reasons.unfinished : ''", "''"],
];
const REDELIVERY = [
  ['GH-10', 'if (attempts.every(({ isRepetition }) => isRepetition))', 'if (false)'],
  ['GH-10', 'isOfContent(statusCode)).length > 1', 'isOfContent(statusCode)).length > 0'],
  ['GH-10', 'statusCode === 400 || statusCode === 413', 'statusCode >= 400 && statusCode < 500'],
  ['GH-10', 'statusCode === 400 || ', ''],
  ['GH-10', ' || statusCode === 413', ''],
];
const EXPLAINED = [
  ['GH-3', 'MOST_EXPLAINED = 5', 'MOST_EXPLAINED = 4'],
  ['GH-3', 'MOST_EXPLAINED = 5', 'MOST_EXPLAINED = 6'],
  ['GH-3', '`${issue} ${why}`', '`${issue}`'],
  ['GH-3', '`${issue} ${why}`', 'why'],
  ['GH-3', 'trigger == ARGV[2] and 1 or 0', '0'],
  ['GH-3', 'if count == 0 then', 'if true then'],
];

export const ON_GITHUB = [
  { file: 'src/github/pull-requests.ts', tests: ['test/github/pull-requests'], mutants: PULLS },
  { file: 'src/comments/draft-text.ts', tests: ['test/progress/draft-text'], mutants: DRAFTS },
  { file: 'src/queue/redelivery.ts', tests: ['test/queue/missed', 'test/queue/redelivery'], mutants: REDELIVERY },
  { file: 'src/requests/explained-refusals.ts', tests: ['test/queue/act-on-delivery'], mutants: EXPLAINED },
  {
    file: 'src/people/permission-of.ts',
    tests: ['test/queue/as-configured', 'test/task/read-comments'],
    mutants: [['GH-2', "allowedBots.includes(person.id) ? 'write' : ", '']],
  },
  {
    file: 'src/requests/admission.ts',
    tests: ['test/queue/as-configured'],
    mutants: [
      ['GH-2', 'sender.isBot ? (await settingsOf(repo)).allowedBots : []', '(await settingsOf(repo)).allowedBots'],
    ],
  },
  {
    file: 'src/requests/on-failing-checks.ts',
    tests: ['test/queue/failing-checks'],
    mutants: [['GH-2', 'isBot: allowedBots.includes(requester.id)', 'isBot: false']],
  },
];
