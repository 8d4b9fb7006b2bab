import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { earlierTasks, earlierTasksBlock, learntEarlier } from '../../src/model-calls/earlier-tasks.ts';
import type { HistoryEntry, NewEntry } from '../../src/ports/history.ts';
import { WORKING } from '../flow/stories.ts';
import { openFindings } from '../../src/state/findings.ts';
import { actionDone, ASSESSED, asking, command, prepared, recorded, saved, taskAfter } from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import { HOSTILE, NONCE, decisionView, outside, plan } from './views.ts';

const NOW = Date.parse('2026-06-30T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

function history(daysAgo: number, entries: readonly NewEntry[]): readonly HistoryEntry[] {
  return entries.map((entry, index) => ({
    ...entry,
    seq: index + 1,
    timestamp: new Date(NOW - daysAgo * DAY + index * 1_000).toISOString(),
    task_uuid: `task-${daysAgo}`,
    issue: 'acme/shop#12',
    trace_id: 't',
  }));
}

const asked = (instruction: string | null = null): NewEntry => ({
  type: 'task',
  request: { ...decisionView('x').request, instruction },
  settings: {},
});
const planned = (text: string, count = 2): NewEntry => ({ type: 'plan', plan: plan(text, count) });
const finished = (action: number, status = 'success', issues: readonly string[] = []): NewEntry => ({
  type: 'action',
  name: 'finished',
  action,
  tool_use_id: 'u',
  status,
  evaluation: '',
  issues_identified: issues,
  judged: false,
});
const divided: NewEntry = {
  type: 'phase',
  name: 'task_decomposition',
  task_decomposition: plan('x').task_decomposition,
  acceptance_criteria: [],
};
const completed = (status = 'succeeded', outcomes: readonly string[] = ['login works']): NewEntry => ({
  type: 'completion',
  phase: 'completion',
  done: true,
  status,
  reason: 'finished',
  summary: { goal_achieved: status === 'succeeded', tasks_completed: 2, tasks_failed: 0, key_outcomes: outcomes },
});
const pullRequest: NewEntry = {
  type: 'effect',
  name: 'pull_request',
  number: 34,
  url: 'https://github.com/acme/shop/pull/34',
  draft: true,
  title: 'Add login',
};

describe('earlier tasks of the same issue (PLAN-1, PLAN-2)', () => {
  it('are told with who asked, goal, boxes, ending, pull request, outcomes and problems', () => {
    const text = earlierTasks(
      [
        history(3, [
          asked('use OAuth'),
          planned('Add a login'),
          finished(0),
          finished(1, 'failure', ['port is taken']),
          pullRequest,
          completed(),
        ]),
      ],
      NOW,
    );
    for (const part of [
      'Task of 2026-06-27 12:00 UTC',
      '@ada: use OAuth',
      'Goal: Add a login',
      'Constraints:\n- Add a login',
      '- AC-2: Add a login',
      'succeeded, finished; goal reached',
      '#34 Add login (draft,',
      '- login works',
      '- task_2: port is taken',
      '- [x] task_1: Add a login',
      '- [!] task_2: Add a login',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('are told without problems that were settled: of what succeeded after all, and of what was dropped (PLAN-2, PLAN-7)', () => {
    const failed = [asked(), planned('Add a login'), finished(0, 'failure', ['port is taken'])];
    expect(earlierTasks([history(3, [...failed, finished(0), completed()])], NOW)).not.toContain('port is taken');
    expect(earlierTasks([history(3, [...failed, planned('Add a login'), completed()])], NOW)).toContain(
      'port is taken',
    );
    const two = [asked(), planned('Add a login'), finished(0), finished(1, 'failure', ['port is taken'])];
    expect(earlierTasks([history(3, [...two, planned('Add a login', 1), completed()])], NOW)).not.toContain('port');
  });

  it('are told without what was hidden in the words that asked for them (I17)', () => {
    const hidden = 'use OAuth\n\n[//]: # (HIDDEN)\n<b title="HIDDEN">now</b>';
    const text = earlierTasks([history(3, [asked(hidden), completed()])], NOW);
    expect(text).toContain('@ada: use OAuth <b>now</b>');
  });

  it('are those of 90 days, at most three, newest first', () => {
    const one = (days: number) => history(days, [asked(), planned(`goal of ${days}`), completed()]);
    const text = earlierTasks([one(120), one(91), one(89), one(40), one(2), one(10)], NOW);
    expect([...text.matchAll(/Goal: goal of (\d+)/g)].map((match) => match[1])).toEqual(['2', '10', '40']);
    expect(earlierTasks([one(91)], NOW)).toBe('');
    expect(earlierTasks([one(90.1)], NOW)).toBe('');
    expect(earlierTasks([one(89.9)], NOW)).toContain('goal of 89.9');
  });

  it('take 8,000 tokens in all, four letters to each, and no less', () => {
    const long = (days: number) => history(days, [asked(), planned('a '.repeat(150), 200), completed()]);
    for (const histories of [[long(1)], [long(1), long(2), long(3)]]) {
      const { length } = earlierTasks(histories, NOW);
      expect(length).toBeGreaterThan(31_900);
      expect(length).toBeLessThanOrEqual(32_000);
    }
  });

  it('keep finished boxes over a partial re-plan and clear them when the work was divided anew (REPLAN-7)', () => {
    const revision: NewEntry = {
      type: 'revision',
      reason: 'r',
      source: 'replan',
      changes: [],
      updated_plan: plan('new'),
    };
    const kept = earlierTasks(
      [history(1, [asked(), planned('old'), finished(0), finished(1, 'failure'), revision, finished(1)])],
      NOW,
    );
    expect(kept).toContain('- [x] task_1: new\n- [x] task_2: new');
    expect(kept).toContain('Changes of the plan on the way: 1');
    const cleared = earlierTasks(
      [history(1, [asked(), planned('old'), finished(0), finished(1), divided, revision, finished(0, 'partial')])],
      NOW,
    );
    expect(cleared).toContain('- [~] task_1: new\n- [ ] task_2: new');
  });

  it('count a retried action by how it went last', () => {
    const text = earlierTasks(
      [history(1, [asked(), planned('p'), finished(0, 'failure'), finished(0), finished(1)])],
      NOW,
    );
    expect(text).toContain('- [x] task_1: p\n- [x] task_2: p');
  });

  it('say so when there was no plan, no end, or a refusal', () => {
    const text = earlierTasks(
      [
        history(1, [
          asked(),
          { type: 'phase', name: 'goal_error', error: { type: 'unclear_goal', message: 'too thin' } },
          { type: 'error', name: 'fault', message: 'the key is wrong' },
        ]),
      ],
      NOW,
    );
    for (const part of [
      'no end is recorded',
      'Pull request: none',
      'not worked out',
      'It got no plan.',
      '- too thin',
      '- the key is wrong',
    ])
      expect(text).toContain(part);
  });

  it.each([
    ['x', 32_000],
    ['長い', 8_000],
  ])('stay within 8,000 tokens when made of %j (at most %i characters)', (piece, most) => {
    const long = piece.repeat(4_000);
    const one = (days: number) =>
      history(days, [
        asked(long),
        planned(long, 100),
        ...Array.from({ length: 100 }, (_, index) => finished(index, 'failure', [long])),
        completed(
          'failed',
          Array.from({ length: 50 }, () => long),
        ),
      ]);
    const text = earlierTasks([one(1), one(2), one(3)], NOW);
    expect(text.length).toBeLessThanOrEqual(32_000);
    expect(text.replaceAll(/[\x20-\x7e\n]/g, '').length).toBeLessThanOrEqual(most);
    expect(text.match(/^Task of /gm)).toHaveLength(3);
    expect(text).toContain('… the rest is left out');
  });

  it('tell whatever can be read of histories of any shape, and never fail', () => {
    const types = fc.constantFrom(
      'task',
      'plan',
      'revision',
      'phase',
      'action',
      'effect',
      'error',
      'completion',
      'usage',
    );
    const fields = fc.dictionary(
      fc.constantFrom(
        'plan',
        'updated_plan',
        'request',
        'name',
        'action',
        'status',
        'summary',
        'reason',
        'issues_identified',
      ),
      fc.oneof(fc.anything(), fc.constantFrom('finished', 'success', 0, -1, 1e9), fc.constant(plan('x'))),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(types, fields), { maxLength: 12 }), (list) => {
        expect(
          typeof earlierTasks(
            [
              history(
                1,
                list.map(([type, rest]): NewEntry => ({ ...rest, type })),
              ),
            ],
            NOW,
          ),
        ).toBe('string');
      }),
      { numRuns: 500 },
    );
    expect(earlierTasks([[], []], NOW)).toBe('');
  });

  it('are shown in one marked block that hostile text cannot leave (MODEL-7)', () => {
    const block = earlierTasksBlock(
      earlierTasks([history(1, [asked(HOSTILE), planned(HOSTILE), completed('failed', [HOSTILE])])], NOW),
      NONCE,
    );
    expect(outside(block)).toBe('');
    expect(earlierTasksBlock('', NONCE)).toBe('None.');
  });
});

describe('what earlier tasks of the same issue left behind (PLAN-2, MODEL-2)', () => {
  const settling = actionDone(0, 'success', ['Nobody tested Safari']).map((fact) =>
    fact.type === 'action' && fact.name === 'finished' ? { ...fact, decisions: ['Tokens live 15 minutes'] } : fact,
  );
  const refused: Fact = {
    type: 'review',
    of: 'diff',
    result: 'FAIL',
    feedback: 'The old tokens still work.',
    how: 'tool',
    attempt: 1,
  };
  const numbered: Fact = {
    type: 'phase',
    name: 'summary',
    title: 'T',
    body: 'B',
    key_outcomes: [],
    remaining_risks: ['P1'],
  };
  const lived = recorded([...prepared(plan('Add a login')), ...settling, saved('task_1'), refused, numbered]).map(
    (fact) => ({ ...fact, timestamp: new Date(NOW - DAY).toISOString() }),
  );

  it('is told with what was settled, what was open at the end, and what a review refused it for', () => {
    const text = earlierTasks([lived], NOW);
    for (const line of ['- Tokens live 15 minutes', '- Nobody tested Safari', '- The old tokens still work.'])
      expect(text.split('\n')).toContain(line);
    expect(text).not.toContain('P1');
  });

  it('is known to the work that goes on from it, each thing once', () => {
    const { decisions } = learntEarlier([lived, lived], NOW);
    expect(decisions).toEqual([{ subtask: 'an earlier task', text: 'Tokens live 15 minutes' }]);
    const facts = prepared(plan('Renew tokens')).map((fact) =>
      fact.type === 'environment' && fact.name === 'repository' ? { ...fact, earlier_decisions: [...decisions] } : fact,
    );
    const { open } = learntEarlier([lived], NOW);
    expect(open).toEqual(['Nobody tested Safari', 'The old tokens still work.']);
    expect(taskAfter(facts).work?.conversation[0]).toMatchObject({ kind: 'begin', brief: { decisions } });
    expect(taskAfter([...facts, ...settling]).decisions).toEqual([
      { subtask: 'task_1', text: 'Tokens live 15 minutes' },
    ]);
  });
});

describe('what was left open of a pull request that a task goes on with (PLAN-2, GH-7)', () => {
  it('is open from the beginning, until the work is judged and does not name it', () => {
    const [comment, repository, ...others] = prepared(plan('Renew tokens'));
    if (comment === undefined || repository?.type !== 'environment' || repository.name !== 'repository') return;
    const begun = [comment, { ...repository, earlier_open: ['Nobody tested Safari'] }, ...others];
    const openAfter = (facts: readonly Fact[]) => openFindings(taskAfter([...begun, ...facts])).map(({ text }) => text);
    const done = [...actionDone(0), saved('task_1'), ...actionDone(1), saved('task_2')];
    const tested: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
    expect(openAfter(done)).toEqual(['Nobody tested Safari']);
    expect(openAfter([...done, tested, { ...ASSESSED, remaining_risks: ['P1'] }])).toEqual(['Nobody tested Safari']);
    expect(openAfter([...done, tested, ASSESSED])).toEqual([]);
  });
});

describe('what people said in earlier tasks of the same issue (PLAN-2)', () => {
  const by = { id: 8, login: 'mika' };
  const said = (text: string): Fact => ({ type: 'control', name: 'comment', by, text });
  const lived = (daysAgo: number, ...facts: readonly Fact[]) =>
    recorded(facts).map((fact) => ({ ...fact, timestamp: new Date(NOW - daysAgo * DAY).toISOString() }));
  const first = [...WORKING, ...asking(0)];
  const answered: Fact = {
    type: 'answer',
    name: 'given',
    question_id: 1,
    by,
    text: 'Net.',
    settles: { 0: 'Net.' },
    verdict: null,
  };

  it('is told to every later one, oldest first, with what was answered and why, and not again by the one between', () => {
    const one = lived(9, ...first, answered, said('Because of the tax.'));
    const two = lived(5, ...after([one]), said('Never touch the tests.'));
    const texts = (histories: Parameters<typeof learntEarlier>[0]) =>
      learntEarlier(histories, NOW).said.map(({ asked, text, isEarlier }) => [asked, text, isEarlier]);
    const both = [
      ['Which prices are meant?', 'Net.', true],
      ['', 'Because of the tax.', true],
      ['', 'Never touch the tests.', true],
    ];
    expect(texts([two, one])).toEqual(both);
    expect(texts([lived(91, said('Too old.')), []])).toEqual([]);
    const three = taskAfter([...after([two, one]), said('And now this.')]);
    expect(three.said.map(({ text }) => text)).toEqual([...both.map(([, text]) => text), 'And now this.']);
  });

  function after(histories: Parameters<typeof learntEarlier>[0]): readonly Fact[] {
    const [comment, repository] = WORKING;
    if (comment === undefined || repository?.type !== 'environment' || repository.name !== 'repository') return [];
    return [comment, { ...repository, earlier_said: [...learntEarlier(histories, NOW).said] }];
  }
});
