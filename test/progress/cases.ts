/** Tasks in every state in which people see them. */
import {
  actionDone,
  asking,
  command,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  after,
  assessedAs,
} from '../task/task-world.ts';
import { isDraftWanted } from '../../src/plan/publication.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskRequest } from '../../src/state/request.ts';
import type { Activity, EndReason, Ending, TroubleCode } from '../../src/state/outcome.ts';
import type { At, Task } from '../../src/state/task.ts';

export type Language = 'en' | 'ja';

export interface Case {
  readonly language?: Language;
  readonly plan?: Plan;
  readonly request?: Partial<TaskRequest>;
}

export const PLAN: Plan = planOf([
  subtask('task_1', [], 'Find where prices are rounded'),
  subtask('task_2', ['task_1'], 'Round half up in `src/price.js`'),
  subtask('task_3', ['task_2'], 'Add a test for 2.675'),
]);

export const END_REASONS: readonly EndReason[] = [
  'finished',
  'already_done',
  'no_change',
  'no_pull_request',
  'not_achieved',
  'plan_not_passed',
  'change_not_passed',
  'unclear_goal',
  'stopped',
  'withdrawn',
  'empty_repository',
  'unavailable_repository',
  'invalid_answers',
  'impossible_plan',
  'too_many_subtasks',
  'budget',
  'secret',
  'too_large',
  'branch_gone',
  'push_refused',
  'fault',
  'outage',
  'sandbox_lost',
  'sandbox_failed',
  'no_access',
  'no_model_access',
];

export const PHASES: readonly Activity[] = [
  'orient',
  'understand',
  'decompose',
  'sequence',
  'approve',
  'prepare',
  'execute',
  'verify',
  'wait',
  'pause',
  'report',
  'ended',
];

function optionsOf({ language = 'en', request = {} }: Case) {
  return { settings: { language }, request, stepMs: 7_000 };
}

/** Everything up to the tests. */
export function workOn(
  plan: Plan,
  status: 'success' | 'failure' = 'success',
  issues: readonly string[] = [],
): readonly Fact[] {
  const { subtasks } = plan.task_decomposition;
  return [
    ...prepared(plan),
    ...subtasks.flatMap(({ id }, index) => [
      ...actionDone(index, index === subtasks.length - 1 ? status : 'success', issues),
      saved(id, index + 1),
    ]),
  ];
}

const SAID: Fact = {
  type: 'control',
  name: 'comment',
  by: { id: 8, login: 'maintainer' },
  text: 'Leave out the second.',
};

export function taskIn(activity: Activity, given: Case = {}): Task {
  const plan = given.plan ?? PLAN;
  const start = prepared(plan);
  const facts: { readonly [Name in Activity]: readonly Fact[] } = {
    orient: [],
    understand: start.slice(0, 2),
    decompose: start.slice(0, 3),
    sequence: start.slice(0, 4),
    approve: [
      ...start.slice(0, 5),
      { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] },
      SAID,
    ],
    prepare: start.slice(0, 7),
    execute: [
      ...start,
      ...actionDone(0),
      ...(plan.task_decomposition.subtasks.length > 1
        ? [saved(plan.task_decomposition.subtasks[0]?.id ?? ''), ...actionDone(1).slice(0, 1)]
        : []),
    ],
    verify: workOn(plan),
    wait: [...start, ...asking(0)],
    pause: [
      ...start,
      ...actionDone(0),
      { type: 'control', name: 'pause', by: 'maintainer' },
      { type: 'control', name: 'paused', by: 'maintainer' },
    ],
    report: [
      ...workOn(plan),
      { type: 'verification', name: 'tests', command: command(plan.test_command ?? '', 0, '# pass 12\n# fail 0') },
      assessedAs(plan),
    ],
    ended: [],
  };
  if (activity === 'ended') return reported(reportOf('finished', given), true);
  return taskAfter(
    facts[activity],
    optionsOf(activity === 'approve' ? { ...given, request: { ...given.request, plansFirst: true } } : given),
  );
}

export function reportOf(
  reason: EndReason,
  given: Case & {
    readonly detail?: string;
    readonly list?: readonly string[];
    readonly code?: TroubleCode;
    readonly from?: Activity;
  } = {},
): At<'report'> {
  if (reason === 'finished') return doing(taskIn('report', given), 'report');
  if (reason === 'no_pull_request') return doing(after(reportOf('finished', given), NOT_OPENED), 'report');
  const plan = given.plan ?? PLAN;
  if (reason === 'not_achieved') {
    return doing(
      taskAfter(
        [
          ...workOn(plan, 'failure', ['2.665 is still wrong.']),
          { type: 'verification', name: 'tests', command: command('npm test', 1, 'not ok 3 - 2.665\n# fail 1') },
          assessedAs(plan),
        ],
        optionsOf(given),
      ),
      'report',
    );
  }
  const from = given.from ?? FROM[reason] ?? 'execute';
  const stopped = doing(
    after(taskIn(from, given), { type: 'control', name: 'stop', by: 'maintainer', reason: 'asked' }),
    'report',
  );
  const code = given.code ?? CODES[reason];
  const ending: Ending = {
    status:
      reason === 'already_done' || reason === 'no_change'
        ? 'succeeded'
        : reason === 'stopped' || reason === 'withdrawn'
          ? 'stopped'
          : 'failed',
    reason,
    detail: given.detail ?? DETAILS[reason] ?? '',
    list: given.list ?? LISTS[reason] ?? [],
    ...(reason === 'too_many_subtasks' ? { tooMany: { subtasks: 101, most: 100 } } : {}),
    ...(code === undefined ? {} : { code }),
  };
  const work =
    reason === 'no_change' && stopped.work
      ? { ...stopped.work, checkpoint: { ...stopped.work.checkpoint, change: null } }
      : stopped.work;
  const of = ({ plan_not_passed: 'plan', change_not_passed: 'diff' } as const)[reason as 'plan_not_passed'];
  const reviews =
    of === undefined ? {} : { reviews: [{ of, result: 'FAIL', feedback: REVIEW[given.language ?? 'en'] } as const] };
  return { ...stopped, ...reviews, work, stage: { ...stopped.stage, ending, savedAtEnd: true } };
}

/** With its pull request if one is to be expected, and its result. */
export function reported(task: At<'report'>, ended = false): Task {
  const pull: Fact = {
    type: 'effect',
    name: 'pull_request',
    number: 13,
    url: 'https://github.example/octo/shop/pull/13',
    draft: isDraftWanted(task, task.stage),
    title: 'Round prices half up',
  };
  const told = after(
    task,
    ...(task.work?.checkpoint.change &&
    ['finished', 'not_achieved', 'change_not_passed', 'budget'].includes(task.stage.ending.reason)
      ? [pull]
      : []),
    { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' },
  );
  if (!ended) return told;
  return after(
    told,
    { type: 'effect', name: 'progress_finished' },
    { type: 'effect', name: 'sandbox_removed' },
    { type: 'effect', name: 'reported' },
  );
}

const NOT_OPENED: Fact = {
  type: 'effect',
  name: 'left_out',
  step: 'open_pull_request',
  reason: 'Opening the pull request was refused by GitHub (422): Validation Failed.',
  code: 'github_refused',
};
const REVIEW: { readonly [Name in Language]: string } = {
  en: 'Nothing shows that 2.665 is right.\n\n- Add a test for it.',
  ja: '2.665 が正しいことを示すものがありません。\n\n- テストを加えてください。',
};

const FROM: { readonly [Reason in EndReason]?: Activity } = {
  already_done: 'understand',
  unclear_goal: 'understand',
  empty_repository: 'orient',
  unavailable_repository: 'orient',
  invalid_answers: 'decompose',
  impossible_plan: 'sequence',
  too_many_subtasks: 'decompose',
  sandbox_failed: 'prepare',
  no_model_access: 'understand',
  no_change: 'verify',
  plan_not_passed: 'sequence',
  change_not_passed: 'report',
};
const DETAILS: { readonly [Reason in EndReason]?: string } = {
  already_done: 'Prices are rounded half up since commit 4f2c.',
  unclear_goal: 'It is not said which prices are meant.',
  withdrawn: 'closed',
  stopped: 'maintainer',
  budget: 'tokens',
  empty_repository: 'main',
  secret: 'The change contains what looks like a secret.',
  too_large: 'The change is too large to be looked through.',
  branch_gone: 'The branch was deleted on GitHub.',
  push_refused: 'remote: error: GH013: Repository rule violations found for refs/heads/planwright/12.',
  fault: 'The model refused the request. Look at the model in use.',
  outage: 'The model is overloaded (529).',
  sandbox_failed: 'fatal: unable to access the repository: Connection refused',
  impossible_plan: 'task_decomposition',
  sandbox_lost: '4',
};
const CODES: { readonly [Reason in EndReason]?: TroubleCode } = {
  secret: 'secret',
  too_large: 'too_large',
  branch_gone: 'branch_gone',
  push_refused: 'rejected',
  no_access: 'no_write_access',
  fault: 'model_refused',
  outage: 'model',
};
const LISTS: { readonly [Reason in EndReason]?: readonly string[] } = {
  already_done: ['src/price.js:3 rounds half up'],
  unclear_goal: ['Which prices are meant: those of the shop or those of the cart?', 'What is 2.675 to become?'],
  secret: ['src/config.js:3 (AWS access key)'],
  too_large: ['data/dump.bin (25 MB)'],
  impossible_plan: ['The dependencies form a cycle: task_1 → task_2 → task_1.'],
};
