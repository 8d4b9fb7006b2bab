/**
 * The order of test files, longest first, so that none of them is still running when everything else is done. jest uses
 * times of an earlier run, which a fresh checkout lacks. An approximate order is enough; unlisted files come later.
 */
const LONGEST = [
  'flows/two-workers.test.ts',
  'flows/crash.test.ts',
  'flows/local-run.test.ts',
  'flows/golden.test.ts',
  'flows/waiting-crash.test.ts',
  'flows/follow-up-crash.test.ts',
  'flows/questions.test.ts',
  'flows/budget.test.ts',
  'flows/daily-budget.test.ts',
  'flows/replan-crash.test.ts',
  'flows/lost-record.test.ts',
  'flows/planning.test.ts',
  'flows/small-task.test.ts',
  'flows/two-machines.test.ts',
  'flows/outgoing.test.ts',
  'flows/confidence.test.ts',
  'demo/demo.test.ts',
  'demo/set-up.test.ts',
  'flows/reflection.test.ts',
  'git/save-work.test.ts',
  'flows/base-crash.test.ts',
  'flows/around.test.ts',
  'flows/workspace.test.ts',
  'flows/comments.test.ts',
  'flows/review-cycle.test.ts',
  'queue/unrecorded.test.ts',
  'queue/end-states.test.ts',
  'git/change-and-push.test.ts',
  'git/serve.test.ts',
  'git/restore.test.ts',
  'git/endless-look.test.ts',
  'git/hostile-change.test.ts',
  'flows/',
  'git/',
  'sandbox/',
  'history/',
  'context/judgement-messages.test.ts',
  'standins/',
  'github/standin.test.ts',
];

/** @param {{ readonly path: string }} test */
function rankOf({ path }) {
  const place = path.slice(path.lastIndexOf('/test/') + '/test/'.length);
  const rank = LONGEST.findIndex((start) => place.startsWith(start));
  return rank === -1 ? LONGEST.length : rank;
}

// oxlint-disable-next-line import/no-default-export -- jest asks for it
export default class LongestFirst {
  /** @param {readonly { readonly path: string }[]} tests */
  sort(tests) {
    return tests.toSorted((one, other) => rankOf(one) - rankOf(other) || (one.path < other.path ? -1 : 1));
  }

  /** Nothing is remembered. */
  cacheResults() {}
}
