import { describe, expect, it } from '@jest/globals';
import { weightOf } from '../../src/ports/token-weight.ts';
import { earlierWork } from '../../src/model-calls/earlier-work.ts';
import { actionDone, change, prepared, recorded } from '../task/task-world.ts';
import { plan } from './views.ts';
import type { HistoryEntry } from '../../src/ports/history.ts';
import type { Fact } from '../../src/state/facts.ts';

const NOW = Date.parse('2026-06-30T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const ABOUT = { repositoryId: 1, files: ['src/a.js', 'src/b.js'] };

interface Told {
  readonly decisions?: readonly string[];
  readonly risks?: readonly string[];
  readonly repositoryId?: number;
  readonly goal?: string;
}

/** Of an issue `daysAgo`. */
function history(daysAgo: number, { decisions = [], risks = [], repositoryId = 1, goal = 'Round.' }: Told = {}) {
  const files = [
    { path: 'src/a.js', status: 'M' },
    { path: 'docs/other.md', status: 'M' },
  ];
  const facts: readonly Fact[] = [
    ...prepared(plan(goal)),
    ...actionDone(0, 'success', risks).map((fact) =>
      fact.type === 'action' && fact.name === 'finished' ? { ...fact, decisions: [...decisions] } : fact,
    ),
    { type: 'effect', name: 'checkpoint', subtask: 'task_1', change: { ...change(), files }, command_ms: 1 },
    // As the model is asked to name them.
    { type: 'phase', name: 'summary', title: 'T', body: 'B', key_outcomes: [], remaining_risks: risks.map(() => 'P1') },
    {
      type: 'completion',
      phase: 'completion',
      done: true,
      status: 'succeeded',
      reason: 'finished',
      summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: [] },
    },
  ];
  const repo = { installationId: 1, repositoryId, owner: 'acme', name: 'shop' };
  return recorded(facts, { request: { repo } }).map(
    (entry, index): HistoryEntry => ({
      ...entry,
      timestamp: new Date(NOW - daysAgo * DAY + index * 1_000).toISOString(),
      issue: `acme/shop#${daysAgo}`,
    }),
  );
}

describe('what earlier tasks of the repository did to the same files (PLAN-2)', () => {
  it('is told by goal, decisions and remaining risks, with the files that they have in common', () => {
    const text = earlierWork(
      [history(3, { decisions: ['Tokens live 15 minutes'], risks: ['Nobody tested Safari'] })],
      ABOUT,
    );
    expect(text.split('\n')).toEqual([
      'Task of issue #3, ended on 2026-06-27 as succeeded',
      'Goal: Round.',
      'Changed: src/a.js',
      'Decisions:',
      '- Tokens live 15 minutes',
      'Remaining risks:',
      '- Nobody tested Safari',
    ]);
  });

  it('is told of the three newest', () => {
    const text = earlierWork([history(9), history(1), history(4), history(2)], ABOUT);
    expect(text.match(/issue #\d+/g)).toEqual(['issue #1', 'issue #2', 'issue #4']);
  });

  it('takes 2,000 tokens at most', () => {
    const long = { goal: 'g'.repeat(5_000), decisions: Array.from({ length: 50 }, () => '決'.repeat(900)) };
    const weight = weightOf(earlierWork([history(1, long), history(2, long), history(3, long)], ABOUT));
    expect(weight).toBeLessThanOrEqual(8_000);
    expect(weight).toBeGreaterThan(7_000);
  });

  it('is told of this repository alone, also where another one had its name', () => {
    expect(earlierWork([history(1, { repositoryId: 2 }), []], ABOUT)).toBe('');
  });
});
