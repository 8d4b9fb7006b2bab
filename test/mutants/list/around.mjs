/** GH-7, GH-10: a base branch that moved, and what else happens around a task. [ID, what stands there exactly once, what takes its place] */
const BASE = [
  ['GH-7', 'MAX_BASE_MOVES = 3', 'MAX_BASE_MOVES = 2'],
  ['GH-7', 'MAX_BASE_MOVES = 3', 'MAX_BASE_MOVES = 4'],
  ['GH-7', 'MAX_MARKS_LEFT = 2', 'MAX_MARKS_LEFT = 1'],
  ['GH-7', 'MAX_MARKS_LEFT = 2', 'MAX_MARKS_LEFT = 3'],
  ['GH-7', 'MAX_PLACES = 20', 'MAX_PLACES = 19'],
  ['GH-7', 'MAX_PLACES = 20', 'MAX_PLACES = 21'],
  ['GH-7', '|| baseMoves.length >= MAX_BASE_MOVES', ''],
  ['GH-7', 'baseMoves.length >= MAX_BASE_MOVES', 'baseMoves.length > MAX_BASE_MOVES'],
  ['GH-7', 'const isBegun = isBaseKnown || ', 'const isBegun = '],
  ['GH-7', 'if (isBegun ||', 'if ('],
  ['GH-7', 'work.checkpoint.change !== null || snapshot', 'snapshot'],
  ['GH-7', ' || snapshot.branchSha !== null', ''],
  ['GH-7', ' || isUnsaved(work);', ';'],
  ['GH-7', '!isOutOfLoops(task) && ', ''],
  ['GH-7', "status === 'success') ?? false", "status !== 'pending') ?? false"],
  ['GH-7', 'keeps_container: false', 'keeps_container: true'],
  [
    'GH-7',
    "stage.is === 'verify' || stage.is === 'work' ? [...back, PREPARING]",
    "stage.is === 'work' ? [...back, PREPARING]",
  ],
  ['GH-7', '? [...back, PREPARING] : []', '? [...back] : []'],
  [
    'GH-7',
    "source: 'verification', changes, updated_plan: updated }, PREPARING]",
    "source: 'verification', changes, updated_plan: updated }]",
  ],
  ['GH-7', 'updated_plan: updated', 'updated_plan: plan'],
  ['GH-7', 'fact.place_count > places.length', 'false'],
  [
    'GH-7',
    '(conflictOf(task)?.marksLeft ?? 0) > MAX_MARKS_LEFT',
    '(conflictOf(task)?.marksLeft ?? 0) >= MAX_MARKS_LEFT',
  ],
  ['GH-7', 'marksLeft ?? 0) > MAX_MARKS_LEFT', 'marksLeft ?? 0) > 1_000'],
  ['GH-7', "name: 'reopened', advice }", "name: 'reopened', advice: [] }"],
];

const MERGES = [
  ['GH-7', "is !== 'left')?.sha", "is === 'merged')?.sha"],
  ['GH-7', "conflictOf(task)?.is === 'open'", 'false'],
  ['GH-7', 'marksLeft: (move.marksLeft ?? 0) + 1', 'marksLeft: 1'],
  ['GH-7', 'toCheckpoint: MERGE }', 'toCheckpoint: null }'],
];

const MERGING = [
  ['GH-7', "if (look.kind === 'current') return [CURRENT];", "if (look.kind === 'current') return [];"],
  ['GH-7', 'since: begunFrom(task, snapshot)', 'since: snapshot.startSha'],
  ['GH-7', "task.request.repo, 'read')", "task.request.repo, 'write')"],
  ['GH-7', 'if (!look.isTaken) {', 'if (true) {'],
  ['GH-7', 'if (!look.isTaken) {', 'if (false) {'],
  ['GH-7', "if (saved.kind === 'failed')", 'if (false)'],
  ['GH-7', 'takesConflicts: effect.takes_conflicts', 'takesConflicts: true'],
  ['GH-7', 'await tools.sessions.release(task.id);', ''],
  ['GH-7', 'await tools.sandboxes.remove(task.id, signal);', ''],
  ['GH-7', "if (merged.kind === 'nothing') return [CURRENT];", "if (merged.kind === 'nothing') return [];"],
  ['GH-7', 'MAX_FILES = 50', 'MAX_FILES = 49'],
  ['GH-7', 'MAX_FILES = 50', 'MAX_FILES = 51'],
  ['GH-7', 'MAX_PATH = 500', 'MAX_PATH = 499'],
  ['GH-7', 'MAX_PATH = 500', 'MAX_PATH = 501'],
  ['GH-7', 'tools.redact(path)', 'path'],
  ['GH-7', 'const count = merged.files.length;', 'const count = files.length;'],
  ['GH-7', 'taken: merged.isTaken', 'taken: true'],
];

const CHECKPOINT = [
  ['GH-7', 'if (isBeingResolved(task)) {', 'if (false) {'],
  ['GH-7', 'if (isBeingResolved(task)) {', 'if (true) {'],
  ['GH-7', 'if (marks.length > 0) return', 'if (marks.length > 1) return'],
  ['GH-7', 'place_count: marks.length', 'place_count: named.length'],
  ['GH-7', 'MAX_MARKS = 50', 'MAX_MARKS = 49'],
  ['GH-7', 'MAX_MARKS = 50', 'MAX_MARKS = 51'],
];

const MARKS = [
  ['GH-7', "MARK = '^(<{7,}|>{7,})( |$)'", "MARK = '^(<{7,})( |$)'"],
  ['GH-7', "MARK = '^(<{7,}|>{7,})( |$)'", "MARK = '^(>{7,})( |$)'"],
  ['GH-7', "MARK = '^(<{7,}|>{7,})( |$)'", "MARK = '^(<{7,}|>{3,})( |$)'"],
  ['GH-7', '[start, unmerged].filter', '[start].filter'],
  ['GH-7', '[start, unmerged].filter', '[unmerged].filter'],
  ['GH-7', 'at += MAX_PATHS', 'at += 2 * MAX_PATHS'],
];

const AROUND = [
  ['GH-7', 'if (isOver(task) || !isOnBranch(task, what.branch)) return [];', 'if (isOver(task)) return [];'],
  [
    'GH-7',
    'if (isOver(task) || !isOnBranch(task, what.branch)) return [];',
    'if (!isOnBranch(task, what.branch)) return [];',
  ],
  ['GH-7', 'isOnBranch(task, what.branch) || task.request', 'task.request'],
  ['GH-7', ' || task.request.pullRequest === what.pullRequest', ''],
  ['GH-7', 'if (isOver(task) || !(isOnBranch', 'if (!(isOnBranch'],
  ['GH-7', "what.merged ? 'pull_request_merged' : 'pull_request_closed'", "'pull_request_closed'"],
  ['GH-7', "what.merged ? 'pull_request_merged' : 'pull_request_closed'", "'pull_request_merged'"],
  ['GH-7', "reason: 'branch_gone'", "reason: 'stopped'"],
  ['GH-10', "withdrawn(task, 'uninstalled')", "withdrawn(task, 'suspended')"],
  ['GH-10', "return isOver(task) ? [] : withdrawn(task, 'uninstalled')", "return withdrawn(task, 'uninstalled')"],
  ['GH-7', "return isOver(task) ? [] : withdrawn(task, 'archived')", "return withdrawn(task, 'archived')"],
  ['GH-10', 'return whenSuspended(task);', 'return [];'],
  ['GH-10', 'before.suspended === null || ', ''],
  ['GH-10', ' || task.paused !== null', ''],
  ['GH-10', 'if (questionOf(task, asked.questionId).commentId === null) return [];', ''],
  ['GH-10', 'at + lateMs', 'at'],
];

const TOLD = [
  ['GH-10', "if (tasks.length === 0) return 'nothing active';", ''],
  ['GH-10', "sent === 0 ? 'not so any more' : 'sent'", "'sent'"],
  ['GH-7', 'if (issue > 0) {', 'if (issue >= 0) {'],
  ['GH-7', 'if (repo.repositoryId > 0)', 'if (false)'],
  ['GH-10', 'request?.repo.installationId === repo.installationId', 'request'],
  ['GH-10', 'if (recorded !== null) return recorded;', ''],
  ['GH-7', '(await github.hasBranch(repo, what.branch)) ? null : what', 'what'],
  ['GH-7', "state === 'open' ? null : what", "state === 'none' ? null : what"],
  ['GH-7', '.archived ? what : null', '? what : null'],
  ['GH-10', "if (error.code === 'github_suspended') return { is: 'suspended' };", ''],
  ['GH-10', "error.code === 'github_not_installed' || ", ''],
  ['GH-10', " || error.code === 'github_gone'", ''],
];

const GIT = [
  ['GH-7', 'minor: 38', 'minor: 37'],
  ['GH-7', 'minor: 38', 'minor: 39'],
  ['GH-7', 'major > SINCE.major || ', ''],
  ['GH-7', 'major === SINCE.major && ', ''],
];

export const AROUND_A_TASK = [
  { file: 'src/flow/base-moves.ts', tests: ['test/flow/base-moves'], mutants: BASE },
  { file: 'src/state/base-merges.ts', tests: ['test/flow/base-moves'], mutants: MERGES },
  { file: 'src/effects/merge-base.ts', tests: ['test/task/merge-base'], mutants: MERGING },
  { file: 'src/effects/checkpoint.ts', tests: ['test/task/merge-base'], mutants: CHECKPOINT },
  { file: 'src/git/conflict-marks.ts', tests: ['test/git/conflict-marks'], mutants: MARKS },
  { file: 'src/flow/around.ts', tests: ['test/flow/around'], mutants: AROUND },
  { file: 'src/requests/act-on-around.ts', tests: ['test/queue/around'], mutants: TOLD },
  { file: 'src/doctor/check-git.ts', tests: ['test/doctor/check-git'], mutants: GIT },
];
