/** GH-2, GH-7: what waits for other issues, and for people to let it through. [ID, what stands there exactly once, what takes its place] */
const BLOCKED = [
  ['GH-2', 'SOONEST_MS = 5 *', 'SOONEST_MS = 4 *'],
  ['GH-2', 'SOONEST_MS = 5 *', 'SOONEST_MS = 6 *'],
  ['GH-2', 'LATEST_MS = 60 *', 'LATEST_MS = 59 *'],
  ['GH-2', 'LATEST_MS = 60 *', 'LATEST_MS = 61 *'],
  ['GH-2', '(now - since) / 8', '(now - since) / 9'],
  ['GH-2', 'lookingAgain(task, asked.due, asked.since)', 'asked.due'],
  ['GH-2', 'asked !== null || !mayBeBlocked(task)', 'asked !== null'],
  ['EXEC-1', 'question.commentId === null', 'false'],
  ['GH-2', "if (asked?.then.is !== 'begin') return [];", 'if (asked === null) return [];'],
  ['GH-2', 'lookAt: task.updatedAt', 'lookAt: task.updatedAt + MINUTE_MS'],
  ['GH-2', "because: 'answered' }]\n    : []", "because: 'answered' }].slice(1)\n    : []"],
];

const MAY_BE_BLOCKED = [['GH-2', "kind === 'dependency' && state === 'answered'", 'false']];

const WAKING = [
  ['GH-2', "stage.is === 'orient'", "stage.is !== 'ended'"],
  ['GH-2', 'catch (error) {', 'catch (error) {\n    throw error;'],
  ['GH-2', '`${deliveryId}-${taskId}`', 'deliveryId'],
];

const TOLD = [
  ['GH-2', "intent.reason !== 'unlabeled'", 'true'],
  ['GH-2', "intent.kind === 'checks_failed' || intent.kind === 'unblocked' ||", "intent.kind === 'checks_failed' ||"],
];

const WATCHED = [
  ['GH-2', 'index % 2 === 0 && added === 1', 'index % 2 === 0'],
  ['GH-2', '.expire(keys.watchers(id), WATCHED_SECONDS)', '.expire(keys.watchers(id), 60)'],
];

const LOOKED = [
  [
    'GH-2',
    'if (open.length > 0 && (await isNew(open))) open = await asked();',
    'if (open.length > 0) await isNew(open);',
  ],
  ['GH-2', 'MAX_BLOCKERS = 20', 'MAX_BLOCKERS = 21'],
];

const HELD = [
  ['GH-7', 'if (reportOf(task) !== null)', 'if (false)'],
  ['GH-7', 'if (isHalted(task)) return [];', ''],
  ['GH-7', "verdict === 'unclear'", 'false'],
  ['GH-7', 'if (held.unseen !== undefined) return null;', ''],
  ['GH-7', "then: { is: 'let_through', digest: held.digest }", "then: { is: 'let_through', digest: '' }"],
];

const SAVED = [['GH-7', 'saved(task, { isHeldBack: true })', 'saved(task)']];

export const BLOCKED_AND_HELD = [
  { file: 'src/flow/blocked.ts', tests: ['test/flow/blocked'], mutants: BLOCKED },
  { file: 'src/state/select.ts', tests: ['test/flow/blocked'], mutants: MAY_BE_BLOCKED },
  { file: 'src/requests/wake-waiting.ts', tests: ['test/queue/wake-waiting'], mutants: WAKING },
  { file: 'src/requests/act-on-delivery.ts', tests: ['test/queue/wake-waiting'], mutants: TOLD },
  { file: 'src/queue/watched-issues.ts', tests: ['test/queue/wake-waiting'], mutants: WATCHED },
  { file: 'src/effects/look-at-repository.ts', tests: ['test/task/look-at-repository'], mutants: LOOKED },
  { file: 'src/flow/held-change.ts', tests: ['test/flow/held-change'], mutants: HELD },
  { file: 'src/state/evolve-report.ts', tests: ['test/flow/budget.test'], mutants: SAVED },
];
