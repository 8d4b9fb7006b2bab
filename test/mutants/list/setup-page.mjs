/** GH-1: who opens the set-up page, what is taken from its form, and which credentials count. [ID, what stands there exactly once, what takes its place] */
const RULES = ['test/setup-page/rules.test.ts'];

/** @type {readonly { readonly file: string, readonly tests: readonly string[], readonly mutants: readonly (readonly string[])[] }[]} */
export const SETUP_PAGE = [
  {
    file: 'src/setup-page/one-time-links.ts',
    tests: RULES,
    mutants: [
      ['GH-1', '60 * 60_000', '61 * 60_000'],
      ['GH-1', 'MOST_WRONG = 10', 'MOST_WRONG = 11'],
      ['GH-1', 'MOST_WRONG = 10', 'MOST_WRONG = 9'],
      ['GH-1', 'at - time < WRONG_WITHIN_MS', 'at - time <= WRONG_WITHIN_MS'],
      ['GH-1', 'at < expiresAt', 'at <= expiresAt'],
      ['GH-1', 'wrong = [...wrong, at];', ''],
    ],
  },
  {
    file: 'src/setup-page/under-way.ts',
    tests: RULES,
    mutants: [
      ['GH-1', 'MOST = 50', 'MOST = 49'],
      ['GH-1', 'MOST = 50', 'MOST = 51'],
      ['GH-1', '>= LINK_LIFE_MS', '> LINK_LIFE_MS'],
    ],
  },
  {
    file: 'src/setup-page/check-request.ts',
    tests: RULES,
    mutants: [
      ['W10', "mode === 'navigate' && ", ''],
      ['W10', " && destination === 'document'", ''],
      ['W10', 'isOurHost(host, bases) && mode', 'mode'],
      ['W10', "site !== 'same-origin' || ", ''],
      ['W10', 'origin === undefined || ', 'origin !== undefined || '],
      ['W10', '(?::\\d{1,5})?$/i', '/i'],
      ['GH-1', ' && quality > 0', ''],
      ['GH-1', 'right.quality - left.quality', 'left.quality - right.quality'],
    ],
  },
  {
    file: 'src/setup-page/read-choice.ts',
    tests: RULES,
    mutants: [
      ['GH-1', 'LONGEST_NAME = 34', 'LONGEST_NAME = 35'],
      ['GH-1', 'LONGEST_NAME = 34', 'LONGEST_NAME = 33'],
      ['GH-1', 'if (!isPublicGitHub) return null;', ''],
      ['GH-1', 'isRelayed = offersRelay && ', 'isRelayed = '],
      ['GH-1', "url.username === '' && ", ''],
      ['GH-1', " || url.pathname === '/new'", ''],
    ],
  },
  {
    file: 'src/setup-page/given-app.ts',
    tests: RULES,
    mutants: [
      ['GH-1', 'if (id || key) return', 'if (id && key) return'],
      ['GH-1', ', ...PREVIOUS]', ']'],
      ['GH-1', 'if (app.githubUrl !== githubUrl)', 'if (githubUrl === null)'],
      ['GH-1', 'warnings: secret ? [mixed(app, file)] : []', 'warnings: []'],
    ],
  },
  {
    file: 'src/setup-page/setup-door.ts',
    tests: ['test/setup-page/setup-door.test.ts'],
    mutants: [
      ['GH-1', "kind === 'admitted' || kind === 'expired' || ", ''],
      ['GH-1', " || underWay.find(query.get('state') ?? '') !== null", ''],
      ['GH-1', 'if (form.has(SHOWN_IN))', 'if (form.has(PATH))'],
      ['W10', 'request.routeOptions.url?.startsWith(PATH)', 'request.url.startsWith(PATH)'],
      ['GH-1', 'after === null ? NOT_SET_UP : STARTING', 'NOT_SET_UP'],
    ],
  },
  {
    file: 'src/setup-page/read-choice.ts',
    tests: ['test/setup-page/setup-door.test.ts'],
    mutants: [['GH-1', '(isLocalUrl(githubUrl) ? near : null)', 'near']],
  },
];
