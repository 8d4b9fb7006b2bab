/**
 * Decisions stay, whatever a later policy decides: stopped tasks are continued by a machine whose policy is changed in
 * its code. They come back as they were, finish the effect in flight, and from then on the changed policy applies.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stamped, TASK_ID } from '../task/task-world.ts';
import { effectIn, namesOf, POLICIES } from './policy-trial-policies.ts';
import { STOP_NAMES, STOPS } from './policy-trial-stops.ts';
import { openWorkshop } from './policy-trial-trees.ts';
import { frozen, started } from './stories.ts';
import { activityOf } from '../../src/state/select.ts';
import type { GoneOn } from './policy-trial-policies.ts';
import type { Stop } from './policy-trial-stops.ts';
import type { Tree, Workshop } from './policy-trial-trees.ts';
import type { Next } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';
import type { HistoryEntry } from '../../src/ports/history.ts';

const POLICY_NAMES = Object.keys(POLICIES);
const EACH_STOP: readonly (readonly [string, Stop])[] = Object.entries(STOPS);

let workshop: Workshop;
let today: Tree;
const changed = new Map<string, Tree>();

beforeAll(async () => {
  workshop = await openWorkshop();
  today = await workshop.tree([]);
  for (const [name, { changes }] of Object.entries(POLICIES)) changed.set(name, await workshop.tree(changes));
});
afterAll(() => workshop.dispose());

describe('a task that was stopped and is gone on with by a machine of another policy', () => {
  it.each(STOP_NAMES)('was stopped where it should be: %s', (name) => {
    const { doing, inFlight, lines }: Stop = STOPS[name];
    const task = reopened(today, lines);
    expect([activityOf(task), task.inFlight?.effect.kind ?? null]).toEqual([doing, inFlight]);
  });

  it.each(POLICY_NAMES)(
    'PLAN-5, EXEC-1: is where it was, and people are shown the same, wherever it stopped. %s',
    (policy) => {
      for (const [stop, { lines }] of EACH_STOP) {
        const [before, now] = [reopened(today, lines), reopened(of(policy), lines)];
        expect([stop, shown(of(policy), now)]).toEqual([stop, shown(today, before)]);
        expect([stop, JSON.stringify(now)]).toEqual([stop, JSON.stringify(before)]);
      }
    },
  );

  it.each(POLICY_NAMES)(
    'EXEC-1: finishes first what is in flight, and waits as long as it would have. %s',
    (policy) => {
      for (const [stop, { doing, inFlight, lines }] of EACH_STOP) {
        const [before, now] = [today, of(policy)].map((tree) => tree.next(reopened(tree, lines))) as [Next, Next];
        if (inFlight !== null) expect([stop, effectIn(now)]).toEqual([stop, inFlight]);
        if (inFlight !== null || doing === 'wait' || doing === 'pause') expect([stop, now]).toEqual([stop, before]);
        expect([stop, dueIn(now)]).toEqual([stop, dueIn(before)]);
      }
    },
  );

  it.each(POLICY_NAMES)('EXEC-1: goes on as it would have where the policy is about something else. %s', (policy) => {
    for (const [stop, { lines, usually }] of EACH_STOP) {
      if (POLICIES[policy]?.trials.some((trial) => trial.stop === stop && trial.happens === 'what usually does'))
        continue;
      const [before, now] = [goneOn(today, lines, usually), goneOn(of(policy), lines, usually)];
      expect([stop, JSON.stringify(now.facts)]).toEqual([stop, JSON.stringify(before.facts)]);
      expect([stop, JSON.stringify(now.task)]).toEqual([stop, JSON.stringify(before.task)]);
    }
  });
});

describe.each(POLICY_NAMES)('%s', (policy) => {
  it.each(POLICIES[policy]?.trials ?? [])(
    'holds for what is decided from then on: $stop',
    ({ stop, happens, told, before, then }) => {
      const { lines, usually }: Stop = STOPS[stop];
      const facts = happens === 'what usually does' ? usually : happens;
      const look = told ?? ((gone: GoneOn) => namesOf(gone.decided));
      expect([goneOn(today, lines, facts), goneOn(of(policy), lines, facts)].map(look)).toEqual([before, then]);
    },
  );

  it.each(POLICIES[policy]?.trials ?? [])(
    'is past itself for whoever comes later, whatever their policy: $stop',
    ({ stop, happens }) => {
      const { lines, usually }: Stop = STOPS[stop];
      const { facts, task } = goneOn(of(policy), lines, happens === 'what usually does' ? usually : happens);
      const later = [...lines, ...written(facts, task.updatedAt, lines.length)];
      for (const tree of [today, ...changed.values()])
        expect(JSON.stringify(reopened(tree, later))).toBe(JSON.stringify(task));
    },
  );
});

describe('the trial itself', () => {
  it('decides something else by each policy', () => {
    for (const [name, { trials }] of Object.entries(POLICIES))
      expect([name, trials.some(({ before, then }) => JSON.stringify(before) !== JSON.stringify(then))]).toEqual([
        name,
        true,
      ]);
  });

  it('does not go on where what it would change is not there, or there twice', async () => {
    await expect(workshop.tree([{ from: 'no such rule', to: '' }])).rejects.toThrow('stands 0 times');
    await expect(workshop.tree([{ from: 'import type { Task }', to: '' }])).rejects.toThrow(/stands \d+ times/);
  });

  it('would notice a past that is decided anew', async () => {
    const anew = await workshop.tree([
      {
        in: 'state/evolve-replanning.ts',
        from: 'const { counts } = replanning;\n  const more = Object',
        to: 'const { counts } = replanning;\n  const more = fact.retries !== null ? { partialReplans: 1 } : Object',
      },
    ]);
    const { lines } = STOPS['judging an action that failed, with the judgement in flight'];
    expect(JSON.stringify(reopened(anew, lines))).not.toBe(JSON.stringify(reopened(today, lines)));
  });
});

function of(policy: string): Tree {
  const tree = changed.get(policy);
  if (tree === undefined) throw new Error(`There is no machine for ${policy}.`);
  return tree;
}

function dueIn(todo: Next): number | null {
  return todo.kind === 'perform' ? todo.notBefore : null;
}

const reopenedBefore = new Map<Tree, Map<readonly string[], Task>>();

/** As a driver finds it; frozen, so that nothing can change it. */
function reopened(tree: Tree, lines: readonly string[]): Task {
  const before = reopenedBefore.get(tree) ?? new Map<readonly string[], Task>();
  reopenedBefore.set(tree, before);
  const known = before.get(lines);
  if (known !== undefined) return known;
  const task = tree.replay(tree.readHistory(lines.map((line) => frozen(JSON.parse(line) as HistoryEntry))));
  if (task === null) throw new Error('There is no task.');
  before.set(lines, frozen(task));
  return task;
}

/** A driver restarts the effect in flight, then something happens, a second later each. */
function goneOn(tree: Tree, lines: readonly string[], happens: readonly Fact[]): GoneOn {
  const stopped = reopened(tree, lines);
  const next = tree.next(stopped);
  const again = stopped.inFlight === null || next.kind === 'ended' ? [] : [started(next.effect, stopped.inFlight.key)];
  const happened = [...again, ...happens].map(frozen);
  const facts: Fact[] = [];
  let task = stopped;
  const now = task.updatedAt + 1_000;
  for (const fact of happened) {
    const followed = tree.follow(task, fact, { task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1', now });
    task = frozen(followed.task);
    facts.push(...followed.facts);
  }
  return {
    stopped,
    task,
    facts,
    decided: facts.filter((fact) => !happened.includes(fact)),
    todo: tree.next(task),
    reopened: next,
  };
}

function written(facts: readonly Fact[], at: number, before: number): readonly string[] {
  return facts.map((fact, index) => JSON.stringify(stamped(fact, before + index + 1, at)));
}

/** Everything that people and the API are shown of it. */
function shown(tree: Tree, task: Task): unknown {
  const { requester } = task.request;
  const { language } = task.settings;
  const context = { taskId: task.id, language, requester };
  const now = task.updatedAt + 60_000;
  return {
    progress: tree.progressComment(task, { now, noteUrl: 'https://planwright.example/tasks/1' }),
    status: tree.statusReply(task, now),
    api: tree.summaryOf(task),
    pause: task.paused === null ? null : tree.pauseReminder(task, task.paused),
    questions: task.questions.map((question) => [
      tree.questionComment(question, {
        ...context,
        timeoutMinutes: question.needsPerson ? null : task.settings.planning.assumeAfterMs / 60_000,
      }),
      tree.reminderComment(question, context),
      tree.explanationComment(question, context),
    ]),
  };
}
