/** The tasks whose comments are stored in `rendered/`: issue 13, point 9. */
import { mistakesText } from '../../src/requests/configuration-words.ts';
import { checksAnswer } from '../../src/requests/failing-checks-words.ts';
import { asShown } from '../../src/comments/held-change-text.ts';
import { parseConfig } from '../../src/repository-config/parse-config.ts';
import { actionDone, after, assessedAs, command, PAUSED, saved, subtask } from '../task/task-world.ts';
import { revised } from './rendered-replans.ts';
import * as tell from './rendered-tasks.ts';
import type { CheckKind } from '../../src/state/checks.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { FailedChecks } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';
import type { Language } from './cases.ts';

const by = { id: 8, login: 'maintainer' };
const ran = (check: CheckKind, exit: number, output: string, on: 'end' | 'base' = 'end'): Fact => ({
  type: 'verification',
  name: 'checked',
  check,
  on,
  command: command({ test: 'npm test', build: 'npm run build', lint: 'npm run lint' }[check], exit, output),
});
const tests = (exit: number, output: string): Fact => ({
  type: 'verification',
  name: 'tests',
  command: command('npm test', exit, output),
});
const FAILS = 'not ok 3 - 2.665\n  expected: 2.67\n  actual: 2.66\n# tests 42\n# pass 41\n# fail 1';
const HOSTILE =
  '@everyone Closes #1 </details><img src=x onerror=alert(1)> [click](https://evil.example) | a | b | ```` /deploy';
const DENIED = {
  to: [
    { host: 'registry.example.com', port: 443, why: '' },
    { host: '93.184.216.34', port: 22, why: '' },
  ],
  more: 0,
};
const PLACE = {
  is: 'place' as const,
  path: 'src/price.js',
  start_line: 3,
  quote: 'return Math.round(cents) / 100; // | half up',
};
const LONG = Array.from({ length: 24 }, (_, index) =>
  subtask(`task_${index + 1}`, [], `Step ${index + 1} of a long way`),
);
const HUGE = Array.from(
  { length: 900 },
  (_, index) => `not ok ${index + 1} - ${'a very long name of a case '.repeat(8)}`,
).join('\n');

/** Failing tests prove nothing; the code does. */
function readFrom(plan: Plan): Fact {
  const assessed = assessedAs(plan);
  return { ...assessed, criteria: assessed.criteria.map((one) => ({ ...one, evidence: [PLACE] })) };
}

function held(language: Language, more: object = {}): Task {
  const diff = [
    'diff --git a/.github/workflows/ci.yml b/.github/workflows/ci.yml',
    '@@ -8,3 +8,4 @@ jobs:',
    '       - run: npm ci',
    '-      - run: npm test',
    '+      - run: npm test -- --coverage',
    '+      - run: npm run lint\u202E',
  ].join('\n');
  const change = {
    digest: 'one',
    paths: ['.github/workflows/ci.yml'],
    pathCount: 1,
    diff: asShown(diff).text,
    ...more,
  };
  return after(tell.atWork(language), ...actionDone(1).slice(1), {
    type: 'effect',
    name: 'push_held',
    subtask: 'task_2',
    held: change,
  });
}

function checks(attempt = 1): FailedChecks {
  const failed = [
    { name: 'test (node 22)', conclusion: 'failure', url: 'https://github.com/octo/shop/runs/7', report: '' },
    { name: 'lint', conclusion: 'timed_out', url: null, report: '' },
  ];
  return { attempt, of: 3, failed, outside: ['docs'] };
}

function hostile(language: Language): Task {
  const criteria = [{ id: 'AC-1', description: HOSTILE }];
  const plan = tell.planIn(language, { acceptance_criteria: criteria }, [subtask('task_1', [], HOSTILE)]);
  const output = `${HOSTILE}\n${HOSTILE}`;
  const runs = [tests(1, output), ran('test', 1, output), ran('test', 0, '', 'base')];
  return tell.living(language, [...tell.worked(plan), ...runs, readFrom(plan)]);
}

function long(language: Language): Task {
  const plan = tell.planIn(language, {}, LONG);
  const facts = tell.worked(plan).map((fact): Fact => (fact.type === 'tool' ? { ...fact, denied: DENIED } : fact));
  return tell.living(language, [...facts, tell.PASSED, assessedAs(plan), tell.TOLD[language].summary]);
}

function beside(language: Language): Task {
  const plan = tell.planIn(language, { build_command: 'npm run build', lint_command: 'npm run lint' });
  return tell.living(language, [
    ...tell.worked(plan),
    tests(1, FAILS),
    ran('test', 0, '# tests 42\n# pass 42\n# fail 0'),
    ran('build', 0, 'built in 3s'),
    ran('lint', 1, 'src/old.js:3 unused'),
    ran('lint', 1, 'src/old.js:3 unused'),
    ran('lint', 1, 'src/old.js:3 unused', 'base'),
    readFrom(plan),
    tell.TOLD[language].summary,
  ]);
}

function failed(language: Language, output = FAILS): Task {
  const plan = tell.planIn(language);
  const rerun = [ran('test', 1, output), ran('test', 0, '', 'base')];
  return tell.living(language, [...tell.worked(plan), tests(1, output), ...rerun, readFrom(plan)]);
}

function blocked(language: Language): Task {
  const url = 'https://github.com/octo/shop/issues/';
  const blockers = [
    { number: 3, title: 'Move prices to whole cents', url: `${url}3` },
    { number: 9, title: HOSTILE, url: `${url}9` },
  ];
  const start = tell.preparedFor(tell.planIn(language)).slice(0, 1);
  return tell.living(language, [...start, { type: 'environment', name: 'blocked', blockers }]);
}

const MISTAKEN = 'budgt: { usd: 5 }\nlanguage: français\nnetwork:\n  allow: [evil.example]\ndraft: 5\n';
const MAY = {
  environments: ['base'],
  images: [],
  hosts: [],
  networkMode: 'allowlist' as const,
  bots: [],
  profiles: [],
};

const LIMIT_REACHED: Fact = {
  type: 'error',
  name: 'retry_later',
  effect: 'ask_next_step',
  message: 'The model API answered 429',
  of: 'model_limit',
  due_at: Date.parse('2026-01-06T20:30:00Z'),
};

export const CASES: Readonly<Record<string, (language: Language) => tell.Comments>> = {
  short: (language) => ({ 'at work': tell.progress(tell.atWork(language)), ...tell.over(tell.verified(language)) }),
  long: (language) => tell.over(long(language)),
  'hundred-subtasks': (language) => ({
    'progress comment': tell.progress(
      tell.living(language, [
        ...tell.preparedFor(
          tell.planIn(
            language,
            {},
            Array.from({ length: 100 }, (_, index) => subtask(`task_${index + 1}`)),
          ),
        ),
        ...actionDone(0),
        saved('task_1'),
      ]),
    ),
  }),
  failed: (language) => tell.over(failed(language)),
  stopped: (language) => tell.over(tell.stoppedBy(tell.atWork(language), 'maintainer')),
  waiting: (language) => {
    const task = tell.asked(language);
    const waiting = tell.waitingFor(task);
    return { question: tell.question(task), 'progress comment': tell.progress(waiting), status: tell.status(waiting) };
  },
  paused: (language) => ({ 'progress comment': tell.progress(after(tell.atWork(language), ...PAUSED)) }),
  replanned: (language) => ({ 'progress comment': tell.progress(revised(language)) }),
  'huge-output': (language) => ({ result: tell.over(failed(language, HUGE))['result'] ?? '' }),
  hostile: (language) => tell.over(hostile(language)),
  'protected-paths': (language) => {
    const task = held(language);
    return {
      question: tell.question(task),
      'question without the permission': tell.question(held(language, { needsWorkflows: true })),
      'progress comment': tell.progress(tell.waitingFor(task)),
    };
  },
  queued: (language) => {
    const task = tell.living(language, tell.preparedFor(tell.planIn(language)).slice(0, 1));
    return {
      'in its place': tell.progress(task, { place: 3, isServicePaused: false }),
      'while the operator pauses the service': tell.progress(task, { place: 3, isServicePaused: true }),
    };
  },
  checks: (language) => tell.over(beside(language)),
  configuration: (language) => {
    const { mistakes } = parseConfig({ text: MISTAKEN, bytes: MISTAKEN.length }, MAY);
    return {
      reply: mistakesText(
        [{ repository: 'octo/shop', isPrivate: false, isHidden: false, mistakes }],
        language,
        'planwright',
      ),
    };
  },
  'failing-checks': (language) => {
    const given = { checks: checks(), issue: 12, slug: 'planwright', requester: by.login };
    return {
      'on the pull request': checksAnswer('begun', language, given),
      'where the base fails too': checksAnswer('outside', language, given),
      'after three attempts': checksAnswer('used_up', language, given),
      'without write access': checksAnswer('no_access', language, given),
      'progress comment': tell.progress(
        tell.atWork(language, { trigger: 'checks', checks: checks(), pullRequest: 13 }),
      ),
    };
  },
  limited: (language) => {
    const task = after(tell.atWork(language, { profile: { name: 'fast', by: 'words' } }), LIMIT_REACHED);
    const models = { profile: 'fast', categories: {} };
    return { 'progress comment': tell.progress({ ...task, settings: { ...task.settings, models } }) };
  },
  blocked: (language) => {
    const task = blocked(language);
    return { question: tell.question(task), 'progress comment': tell.progress(tell.waitingFor(task)) };
  },
};
