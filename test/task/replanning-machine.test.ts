import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dueItems, inboxToFacts } from '../../src/drive/read-inbox.ts';
import { MAX_STARTS_OF_ONE_EFFECT } from '../../src/flow/ending.ts';
import { follow, step } from '../../src/flow/follow.ts';
import { isLegal, regionsOf, REGIONS } from '../../src/flow/legal-moves.ts';
import { next } from '../../src/flow/next.ts';
import { evolve, replay } from '../../src/state/evolve.ts';
import { activityOf, blockingIn, blockingQuestion, isOver, notesTold } from '../../src/state/select.ts';
import { readHistory } from '../../src/state/stored.ts';
import { REVISED_FAILS } from '../../src/flow/verification.ts';
import { failuresSincePass } from '../../src/state/reviews.ts';
import { limitsOf } from '../replan/situations.ts';
import { chanceFrom, outcomeOf } from './chance.ts';
import { begun, BEGAN, SETTINGS, stamped, TASK_ID } from './task-world.ts';
import { runs } from '../long.ts';
import type { Chance } from './chance.ts';
import type { Moment } from '../../src/flow/follow.ts';
import type { RegionStates } from '../../src/flow/legal-moves.ts';
import type { Effect, EffectKind } from '../../src/state/effect.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
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
    plans: fc.constantFrom(true, true, true, true, true, true, true, false),
    enabled: fc.constantFrom(true, true, true, false),
    reflects: fc.boolean(),
    assumes: fc.boolean(),
    interval: fc.constantFrom(0, 1, 3),
    maxRevisions: fc.constantFrom(0, 1, 3),
    total: fc.constantFrom(0, 3, 10, 10, 10),
    modelCalls: fc.constantFrom(30, 400),
    extensions: fc.constantFrom(0, 2),
    review: fc.constantFrom({ plan: false, diff: false }, { plan: true, diff: true }, { plan: false, diff: true }),
    conversationTokens: fc.constantFrom(SETTINGS.conversationTokens, 500),
  })
  .map(
    ({
      plans,
      enabled,
      reflects,
      assumes,
      interval,
      maxRevisions,
      total,
      modelCalls,
      extensions,
      review,
      conversationTokens,
    }) =>
      ({
        outageMs: 60_000_000,
        budgetExtensions: extensions,
        budget: { tokens: 1e9, usd: 1e9, minutes: 1e9, modelCalls },
        conversationTokens,
        planning: {
          ...PLANNING,
          enabled: plans,
          assumes,
          maxRevisions,
          review,
          reflection: { ...PLANNING.reflection, enabled: reflects, interval },
          replanning: { ...PLANNING.replanning, enabled, total },
        },
      }) satisfies Partial<TaskSettings>,
  );

const SAID = [
  'yes',
  'no',
  'Use the second one.',
  '1. the first',
  '2) the other\n',
  'Also mind the tests.',
  '> Which?\n\nThis one.',
];
const IDENTITY = { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1' };
const MOST_OF_ONE_HAPPENING = 64;

/** One fact, with the task before and after it; and, after each happening, the task that all of it led to. */
interface Watching {
  readonly fact?: (before: Task, fact: Fact, after: Task) => void;
  readonly happening?: (after: Task, history: readonly Recorded[]) => void;
}

interface Life {
  readonly history: readonly Recorded[];
  readonly task: Task;
}

/** Everything a driver does, in the same order, with people who talk, losses, outages and crashes. */
function lived(chance: Chance, settings: Partial<TaskSettings>, watching: Watching): Life {
  const request = {
    ...(chance.is(50) ? { askedAt: '2026-05-01T11:59:00Z' } : {}),
    ...(chance.is(30) ? { plansFirst: true as const } : {}),
  };
  const start = begun({ settings, request });
  const history: Recorded[] = start.facts.map((fact, at) => stamped(fact, at + 1, BEGAN));
  let task = frozen(start.task);
  let now = BEGAN;
  // A task that meets no trouble comes further.
  const troublePercent = chance.one([0, 0, 1, 4]);
  const moment = (): Moment => ({ ...IDENTITY, now });
  /** Looked at fact by fact, and then as a whole. */
  const record = (facts: readonly Fact[], after: Task): void => {
    for (const fact of facts) {
      const then = frozen(step(task, fact, moment()));
      history.push(frozen(stamped(fact, then.version, now)));
      watching.fact?.(task, fact, then);
      task = then;
    }
    assert.equal(after.version, task.version);
    task = frozen(after);
    watching.happening?.(task, history);
  };
  const take = (happened: Fact): void => {
    const { facts, task: after } = follow(task, frozen(structuredClone(happened)), moment());
    assert.ok(facts.length <= MOST_OF_ONE_HAPPENING);
    record(facts, after);
  };
  const hear = (item: InboxItem): void => {
    if (dueItems([item], task).length === 0) return;
    const { facts, task: after } = inboxToFacts([item], { history, task, moment: moment() });
    if (after !== null) record(facts, after);
  };
  const begin = (effect: Effect, key: string): void => {
    const { kind, ...about } = effect;
    take({
      type: 'effect',
      name: 'started',
      effect: kind,
      ...(Object.keys(about).length === 0 ? {} : { with: about }),
      key,
    });
  };
  const keyNow = () => `${task.id}-${task.version + 1}`;
  for (let turn = 0; turn < 6_000; turn += 1) {
    now += 1_000;
    if (next(task).kind === 'ended') return { history, task };
    const by = { id: 8, login: 'maintainer' };
    if (chance.is(task.paused !== null ? 30 : task.pausing !== null ? 20 : 1)) {
      hear({ kind: 'control', id: `c${turn}`, word: chance.one(['pause', 'resume'] as const), by, reason: '' });
      continue;
    }
    if (chance.is(task.paused !== null ? 20 : blockingIn(task) !== null ? 40 : isNearItsEnd(task) ? 10 : 3)) {
      hear(saying(chance, { history, task, turn, now }));
      continue;
    }
    const todo = next(task);
    if (todo.kind === 'ended') continue;
    const { effect } = todo;
    now = Math.max(now, todo.notBefore ?? 0);
    // Begun in the write before, or now; what a crash interrupted is begun again under its key.
    const wasBegun = task.inFlight !== null;
    const key = task.inFlight?.key ?? keyNow();
    const starts = chance.is(troublePercent) ? chance.one([2, 2, 3, 3, MAX_STARTS_OF_ONE_EFFECT + 1]) : 1;
    const before = task;
    for (let start = wasBegun ? 1 : 0; start < starts && (start === 0 || task.inFlight?.key === key); start += 1)
      begin(effect, key);
    if (task.inFlight?.key !== key) continue;
    const outcome = outcomeOf(effect, wasBegun ? task : before, chance, troublePercent);
    // A step without an outcome would be begun again at once, for ever.
    assert.ok(outcome.length > 0, effect.kind);
    for (const fact of outcome) take(fact);
    const following = next(task);
    if (following.kind === 'perform' && following.notBefore === null && task.inFlight === null && chance.is(50))
      begin(following.effect, keyNow());
  }
  throw new Error(`The task does not end; it is in ${activityOf(task)}.`);
}

function isNearItsEnd({ stage }: Task): boolean {
  return stage.is === 'verify' || stage.is === 'report';
}

function saying(
  chance: Chance,
  {
    history,
    task,
    turn,
    now,
  }: { readonly history: readonly Recorded[]; readonly task: Task; readonly turn: number; readonly now: number },
): InboxItem {
  const by = { id: 8, login: 'maintainer' };
  const spoken = history.flatMap((fact) =>
    fact.type === 'answer' && fact.name !== 'assumed' ? (fact.comment_id ?? []) : [],
  );
  if (!chance.is(25))
    return {
      kind: 'comment',
      id: `i${turn}`,
      addressed: chance.is(50),
      commentId: task.version,
      by,
      text: chance.one(SAID),
    };
  return {
    kind: 'correction',
    id: `i${turn}`,
    commentId: chance.one([...spoken, turn]),
    at: new Date(now).toISOString(),
    by,
    text: chance.one([...SAID, null]),
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** What a task did more often than it may. */
function beyondLimits(task: Task): readonly string[] {
  const { replanning, settings, reviews, extensions } = task;
  const { counts, revisions } = replanning;
  const { planning } = settings;
  const { replanning: limits } = planning;
  // A question of the model's own is no trigger that goes in circles.
  const isOwn = /\| (?:question of the model|question about a comment|question beside a judgement|unclear goal)$/;
  const triggers = Object.entries(counts.triggers).filter(([trigger]) => !isOwn.test(trigger));
  const used: readonly (readonly [string, number, number])[] = [
    ...(['redecompositions', 'regenerations', 'partialReplans', 'monitoringRevisions'] as const).map(
      (name) => [name, counts[name], limits[name]] as const,
    ),
    ...Object.values(counts.retries).map((retries) => ['retries', retries, limits.actionRetries] as const),
    ...triggers.map(([trigger, times]) => [trigger, times, limits.sameTrigger] as const),
    ['revisions', revisions, planning.maxRevisions + 1],
    ['notes', notesTold(task).length, 20],
    ['extensions', extensions, settings.budgetExtensions],
    ...(['plan', 'diff'] as const).flatMap(
      (kind) =>
        [
          [`refused: ${kind}`, failuresSincePass({ reviews }, kind), REVISED_FAILS + 1],
          [`reviewed: ${kind}`, reviews.filter(({ of }) => of === kind).length, planning.review[kind] ? Infinity : 0],
        ] as const,
    ),
  ];
  return used.filter(([, times, most]) => times > most).map(([what, times, most]) => `${what}: ${times} of ${most}`);
}

/** Nothing is granted beyond a limit but a question of the model's own that only a person can settle. */
function isGrantedWithin(before: Task, fact: Fact): void {
  const { counts } = before.replanning;
  const limits = before.settings.planning.replanning;
  const isModels = (triggers: readonly string[]) =>
    triggers.some((trigger) => trigger.endsWith(' | question of the model'));
  if (fact.type === 'phase' && fact.name === 'replan_granted' && !isModels(fact.triggers))
    for (const name of fact.counts) assert.ok(counts[name] < limits[name], name);
  if (fact.type !== 'question' || fact.name !== 'asked' || fact.then.is !== 'tool_result') return;
  if (counts.total > limits.total || counts.clarifications > limits.clarifications)
    expect(fact.question.needsPerson).toBe(true);
}

/** Decisions of a task that is over of which nobody knows what came of them, or why nothing did (REPLAN-8). */
function withoutReason({ replanning }: Task): readonly string[] {
  return replanning.records
    .filter(({ result, executed, override }) => result === 'pending' || (!executed && override === null))
    .map(({ id, kind, result }) => `${id}: ${kind} ${result}`);
}

const REGION_NAMES = Object.keys(REGIONS) as readonly (keyof RegionStates)[];

/** The moves that one fact made: each region has a table of its own. */
function movesBetween(before: Task, after: Task): readonly string[] {
  const [from, to] = [regionsOf(before), regionsOf(after)];
  return REGION_NAMES.flatMap((region) => {
    if (from[region] === to[region]) return [];
    const move = `${region}: ${from[region]} → ${to[region]}`;
    assert.ok(isLegal(region, from[region], to[region]), move);
    return [move];
  });
}

const ALL_MOVES = REGION_NAMES.flatMap((region) =>
  Object.entries(REGIONS[region]).flatMap(([from, moves]) =>
    Object.keys(moves).map((to) => `${region}: ${from} → ${to}`),
  ),
);

/** What carries a plan out. */
const CARRIES_OUT: ReadonlySet<EffectKind> = new Set([
  'start_sandbox',
  'clone',
  'run_setup',
  'ask_next_step',
  'use_tool',
  'run_tests',
]);

/** A plan is approved as it was shown, with nothing about it left to say. */
function isApprovedAsShown({ stage, questions }: Task, fact: Fact): void {
  if (fact.type !== 'phase' || fact.name !== 'approved') return;
  const approval = stage.is === 'work' ? stage.approval : null;
  const question = questions.find(({ id }) => id === approval?.questionId);
  expect(question?.kind).toBe('approval');
  expect(approval?.isAgreed === true || question?.state === 'answered').toBe(true);
  expect([approval?.isChanged, approval?.open]).toEqual([false, []]);
}

/** Nothing is carried out that was not approved. */
function isCarriedOutWhenApproved(task: Task, history: readonly Recorded[]): void {
  const todo = next(task);
  if (task.request.plansFirst !== true || todo.kind !== 'perform' || !CARRIES_OUT.has(todo.effect.kind)) return;
  expect(history.some((fact) => fact.type === 'phase' && fact.name === 'approved')).toBe(true);
}

function isFinite(time: number | null | undefined): boolean {
  return typeof time === 'number' && Number.isFinite(time);
}

/** Whoever is waited for, the task goes on by itself at some time. */
function isDueAtLast(task: Task): void {
  const todo = next(task);
  if (todo.kind === 'perform' && todo.notBefore !== null) assert.ok(isFinite(todo.notBefore));
  if (isOver(task)) return assert.deepEqual([task.paused, blockingIn(task)], [null, null]);
  if (task.paused !== null) {
    assert.ok(isFinite(task.paused.due.overAt));
    assert.equal(task.pausing, null);
  }
  const question = blockingQuestion(task);
  if (question === null) return;
  assert.notEqual(question.kind, 'aside');
  assert.ok(question.texts.length > 0);
  assert.equal(question.state, 'open');
  if (question.commentId !== null) assert.ok(isFinite(blockingIn(task)?.due.overAt));
}

describe('a task that re-plans, asks, reflects and is talked to', () => {
  it('never makes a move that is not in the table of its region, never goes beyond a limit, and always comes to its end or waits for a named reason until a time that comes (REPLAN-4, REPLAN-8, PLAN-6, EXEC-1)', () => {
    const reasons = new Set<string>();
    const seen = new Set<string>();
    const waits = new Set<string>();
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), settingsBy, (numbers, settings) => {
        const { task } = lived(chanceFrom(numbers), settings, {
          fact: (before, fact, after) => {
            assert.equal(after.version, before.version + 1);
            for (const move of movesBetween(before, after)) seen.add(move);
            assert.ok(after.asked.filter(({ blocks }) => blocks).length <= 1);
            assert.deepEqual(beyondLimits(after), []);
            isGrantedWithin(before, fact);
            isApprovedAsShown(before, fact);
          },
          happening: (after, history) => {
            isDueAtLast(after);
            isCarriedOutWhenApproved(after, history);
            waits.add(blockingQuestion(after)?.kind ?? '');
          },
        });
        if (task.stage.is === 'ended') reasons.add(task.stage.ending.reason);
        expect(task.inFlight).toBeNull();
        expect(withoutReason(task)).toEqual([]);
      }),
      { numRuns: 350 },
    );
    // What comes so often that its absence would mean it cannot happen any more.
    for (const reason of ['finished', 'not_achieved', 'plan_not_passed', 'withdrawn', 'fault'])
      expect(reasons).toContain(reason);
    for (const kind of ['clarification', 'confirmation', 'intervention', 'budget', 'approval'])
      expect(waits).toContain(kind);
    // Nobody takes the App away in these lives: test/flow/around does.
    expect(ALL_MOVES.filter((move) => !seen.has(move) && !move.startsWith('access: '))).toEqual([]);
  });

  it('is the same from each prefix of its history, read back from text as after a crash, and every fact of it passes the door (PLAN-5)', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), settingsBy, (numbers, settings) => {
        const states = new Map<number, string>();
        const { history } = lived(chanceFrom(numbers), settings, {
          happening: (task) => {
            states.set(task.version, JSON.stringify(task));
          },
        });
        const stored = readHistory(JSON.parse(JSON.stringify(history)));
        let task: Task | null = null;
        for (const fact of stored) {
          task = evolve(task, fact);
          const known = states.get(task.version);
          if (known !== undefined) assert.equal(JSON.stringify(task), known);
        }
        for (let length = 2; length <= stored.length; length += Math.max(1, Math.floor(stored.length / 12)))
          expect(JSON.stringify(replay(stored.slice(0, length)))).toBe(
            states.get(length) ?? JSON.stringify(replay(history.slice(0, length))),
          );
      }),
      { numRuns: runs(40, 10) },
    );
  });

  it('ticks only boxes of its plan, and goes on with an action of its plan (REPLAN-7)', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99_999)), settingsBy, (numbers, settings) => {
        lived(chanceFrom(numbers), settings, {
          fact: (_, __, task) => {
            const { plan, work } = task;
            if (activityOf(task) !== 'execute' || plan === null || work === null) return;
            const ids = new Set(plan.task_decomposition.subtasks.map(({ id }) => id));
            assert.deepEqual(
              work.actions.filter((action, at) => at >= work.current && !ids.has(action.taskId)),
              [],
            );
            assert.ok(work.current <= work.actions.length);
            assert.ok(work.actions.filter((action) => action.status === 'running').length <= 1);
          },
        });
      }),
      { numRuns: runs(150, 30) },
    );
  });
});
