import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrivals } from '../../src/drive/read-inbox.ts';
import { pauseDueAt } from '../../src/phases/pause.ts';
import { dueAt } from '../../src/phases/wait.ts';
import { next } from '../../src/task/next.ts';
import { MAX_STARTS_OF_ONE_EFFECT, replay, settle } from '../../src/task/settle.ts';
import { isLegal } from '../../src/task/transition.ts';
import { limitsOf } from '../replan/situations.ts';
import { chanceFrom, outcomeOf } from './chance.ts';
import { BEGAN, kindOf, recorded, stamped } from './task-world.ts';
import { failuresSincePass, MAX_REVISES } from '../../src/state/reviews.ts';
import type { Chance } from './chance.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { PlanningSettings, TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLANNING: PlanningSettings = {
  enabled: true,
  strategy: 'chain_of_thought',
  level: 'detailed',
  reflection: { enabled: true, onError: true, interval: 3, depth: 'moderate' },
  maxRevisions: 3,
  review: { plan: false, diff: false },
  replanning: limitsOf(),
  assumes: true,
  assumeAfterMs: 1_800_000,
};

const settingsBy = fc
  .record({
    enabled: fc.constantFrom(true, true, true, false),
    reflects: fc.boolean(),
    assumes: fc.boolean(),
    interval: fc.constantFrom(0, 1, 3),
    maxRevisions: fc.constantFrom(0, 1, 3),
    total: fc.constantFrom(0, 3, 10, 10, 10),
    modelCalls: fc.constantFrom(30, 400),
    extensions: fc.constantFrom(0, 2),
    review: fc.constantFrom({ plan: false, diff: false }, { plan: true, diff: true }, { plan: false, diff: true }),
  })
  .map(
    ({ enabled, reflects, assumes, interval, maxRevisions, total, modelCalls, extensions, review }): Partial<TaskSettings> => ({
      outageMs: 60_000_000,
      budgetExtensions: extensions,
      budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls },
      planning: {
        ...PLANNING,
        assumes,
        maxRevisions,
        review,
        reflection: { ...PLANNING.reflection, enabled: reflects, interval },
        replanning: { ...PLANNING.replanning, enabled, total },
      },
    }),
  );

const SAID = ['yes', 'no', 'Use the second one.', '1. the first', '2) the other\n', 'Also mind the tests.', '> Which?\n\nThis one.'];

/** Everything a driver does, in the same order, with people who talk, losses, outages and crashes. */
function lived(
  chance: Chance,
  settings: Partial<TaskSettings>,
  check: (before: Task, task: Task) => void,
): { readonly history: readonly Recorded[]; readonly task: Task } {
  const request = {
    ...(chance.is(50) ? { askedAt: '2026-05-01T11:59:00Z' } : {}),
    ...(chance.is(30) ? { plansFirst: true as const } : {}),
  };
  const history: Recorded[] = [...recorded([], { settings, request })];
  let task = frozen(replay(history)) as Task;
  let now = BEGAN;
  // A task that meets no trouble comes further.
  const troublePercent = chance.one([0, 0, 1, 4]);
  const take = (fact: Fact): void => {
    const stored = frozen(stamped(structuredClone(fact), task.version + 1, now));
    const before = task;
    task = frozen(settle(before, stored));
    history.push(stored);
    check(before, task);
  };
  for (let step = 0; step < 6_000; step += 1) {
    now += 1_000;
    const todo = next(task);
    if (todo.kind === 'ended') return { history, task };
    const by = { id: 8, login: 'maintainer' };
    if (chance.is(task.phase === 'pause' ? 30 : 1)) {
      const word = chance.one(['pause', 'resume'] as const);
      const item: InboxItem = { kind: 'control', id: `c${step}`, word, by, reason: '' };
      for (const fact of arrivals.facts([item], history, task)) take(fact);
      continue;
    }
    if (chance.is(task.phase === 'wait' ? 40 : task.phase === 'pause' ? 20 : 3)) {
      const spoken = history.flatMap((fact) => (fact.type === 'answer' && fact.name !== 'assumed' ? (fact.comment_id ?? []) : []));
      const item: InboxItem = chance.is(25)
        ? {
            kind: 'correction',
            id: `i${step}`,
            commentId: chance.one([...spoken, step]),
            at: new Date(now).toISOString(),
            by,
            text: chance.one([...SAID, null]),
          }
        : { kind: 'comment', id: `i${step}`, addressed: chance.is(50), commentId: task.version, by, text: chance.one(SAID) };
      if (arrivals.due([item], task).length > 0) for (const fact of arrivals.facts([item], history, task)) take(fact);
      continue;
    }
    now = Math.max(now, todo.notBefore ?? 0);
    const key = `${task.id}-${task.version + 1}`;
    const starts = chance.is(troublePercent) ? chance.one([2, 2, 3, 3, MAX_STARTS_OF_ONE_EFFECT + 1]) : 1;
    for (let start = 0; start < starts && next(task).kind === 'perform' && kindOf(task) === todo.effect.kind; start += 1)
      take({ type: 'effect', name: 'started', effect: todo.effect.kind, key });
    if (next(task).kind === 'ended' || kindOf(task) !== todo.effect.kind) continue;
    for (const fact of outcomeOf(todo.effect, task, chance, troublePercent)) take(fact);
  }
  throw new Error(`The task does not end; it is in ${task.phase}.`);
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

function withinLimits({ replanning: { counts, revisions, notes }, settings: { planning }, reviews = [] }: Task): void {
  const { replanning: limits } = planning;
  expect(counts.total).toBeLessThanOrEqual(limits.total);
  expect(counts.clarifications).toBeLessThanOrEqual(limits.clarifications);
  expect(counts.redecompositions).toBeLessThanOrEqual(limits.redecompositions);
  expect(counts.regenerations).toBeLessThanOrEqual(limits.regenerations);
  expect(counts.partialReplans).toBeLessThanOrEqual(limits.partialReplans);
  expect(counts.monitoringRevisions).toBeLessThanOrEqual(limits.monitoringRevisions);
  for (const used of Object.values(counts.retries)) expect(used).toBeLessThanOrEqual(limits.actionRetries);
  // A question of the model's own is no trigger that goes in circles.
  for (const [trigger, used] of Object.entries(counts.triggers)) {
    if (/ \| (?:question of the model|question about a comment|question beside a judgement|unclear goal)$/.test(trigger)) continue;
    expect(used).toBeLessThanOrEqual(limits.sameTrigger);
  }
  expect(revisions).toBeLessThanOrEqual(planning.maxRevisions + 1);
  expect(notes.length).toBeLessThanOrEqual(20);
  for (const kind of ['plan', 'diff'] as const) {
    expect(failuresSincePass({ reviews }, kind)).toBeLessThanOrEqual(MAX_REVISES + 1);
    expect(planning.review[kind] || reviews.every(({ of }) => of !== kind)).toBe(true);
  }
}

function isInOrder(before: Task, task: Task): void {
  expect(task.version).toBe(before.version + 1);
  if (task.phase !== before.phase)
    expect([before.phase, task.phase, isLegal(before.phase, task.phase)]).toEqual([before.phase, task.phase, true]);
  withinLimits(task);
  // Nothing is carried out that was not approved.
  if (task.request.plansFirst === true && task.phase === 'prepare' && before.phase !== 'prepare')
    expect(task.questions.some(({ kind, state }) => kind === 'approval' && state === 'answered') || 'isAgreed' in before).toBe(true);
  if (task.phase === 'pause') {
    expect(Number.isFinite(pauseDueAt(task))).toBe(true);
    expect(task.pausing).toBeUndefined();
  }
  if (task.phase !== 'wait') return;
  expect(['question', 'confirmation', 'intervention', 'budget', 'plan_approval']).toContain(task.reason);
  expect(task.extensions ?? 0).toBeLessThanOrEqual(task.settings.budgetExtensions ?? 0);
  const question = task.questions.find((one) => one.id === task.questionId);
  expect(question?.texts.length).toBeGreaterThan(0);
  if (question?.commentId !== null) expect(Number.isFinite(dueAt(task))).toBe(true);
}

describe('a task that re-plans, asks, reflects and is talked to', () => {
  it('never makes an illegal transition, never goes beyond a limit, and always comes to its end or waits for a named reason (REPLAN-4, PLAN-6, EXEC-1)', () => {
    const reasons = new Set<string>();
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), settingsBy, (numbers, settings) => {
        const { task } = lived(chanceFrom(numbers), settings, (before, after) => {
          isInOrder(before, after);
          if (after.phase === 'wait') seen.add(after.reason);
          if (before.phase !== after.phase) seen.add(`${before.phase} → ${after.phase}`);
        });
        if (task.phase === 'ended') reasons.add(task.ending.reason);
        expect(task.inFlight).toBeNull();
      }),
      { numRuns: 350 },
    );
    // What comes so often that its absence would mean it cannot happen any more.
    for (const reason of ['finished', 'not_achieved', 'plan_not_passed', 'withdrawn', 'fault']) expect(reasons).toContain(reason);
    for (const way of [
      'question',
      'confirmation',
      'budget',
      'execute → sequence',
      'verify → execute',
      'sequence → execute',
      'wait → execute',
      'wait → prepare',
      'wait → understand',
      'execute → pause',
      'pause → execute',
      'pause → prepare',
      'wait → pause',
      'pause → wait',
      'plan_approval',
      'wait → approve',
      'approve → wait',
    ])
      expect(seen).toContain(way);
  });

  it('is the same from each prefix of its history, read back from text as after a crash (PLAN-5)', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), settingsBy, (numbers, settings) => {
        const states = new Map<number, Task>();
        const { history } = lived(chanceFrom(numbers), settings, (_, task) => {
          states.set(task.version, task);
        });
        const stored = JSON.parse(JSON.stringify(history)) as readonly Recorded[];
        for (let length = 2; length <= stored.length; length += Math.max(1, Math.floor(stored.length / 12))) {
          expect(JSON.stringify(replay(stored.slice(0, length)))).toBe(JSON.stringify(states.get(length)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('ticks only boxes of its plan, and goes on with an action of its plan (REPLAN-7)', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), settingsBy, (numbers, settings) => {
        lived(chanceFrom(numbers), settings, (_, task) => {
          if (task.phase !== 'execute') return;
          const ids = new Set(task.plan.task_decomposition.subtasks.map(({ id }) => id));
          const { work } = task;
          expect(work.actions.filter((action, at) => at >= work.current && !ids.has(action.taskId))).toEqual([]);
          expect(work.current).toBeLessThanOrEqual(work.actions.length);
          expect(work.actions.filter((action) => action.status === 'running').length).toBeLessThanOrEqual(1);
        });
      }),
      { numRuns: 150 },
    );
  });
});
