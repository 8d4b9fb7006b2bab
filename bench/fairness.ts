/**
 * Two worker processes under load: many issues over 20 repositories of 5 installations, one of which sends all of its
 * own first. Measures the shares, the longest gaps, and the pace of writes to GitHub.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createProducer } from '../src/queue/producer.ts';
import { connectRedis } from '../src/redis/connect-redis.ts';
import { startChild } from './children.ts';
import { atLeast, atMost, row, type Row } from './measure.ts';
import { REQUEST } from './task-facts.ts';
import type { FairInput, Told } from './servers/fair-worker.ts';
import type { Rig } from './rig.ts';
import type { Delivery } from '../src/people/intent.ts';

const BENCH = 'fairness';
const INSTALLATIONS = 5;
const REPOSITORIES_OF_EACH = 4;
const PROCESSES = 2;
const SLOTS = 4;
const SLICE_MS = 250;
const SLICES = 2;

type Slice = Extract<Told, { readonly told: 'slice' }>;

export async function fairness(rig: Rig, { issues }: { readonly issues: number }): Promise<readonly Row[]> {
  const { socketPath } = await rig.redis();
  const accepting = connectRedis(socketPath, 'accepting', rig.log);
  rig.onClose(() => accepting.disconnect());
  await once(accepting, 'ready');
  const producer = createProducer(accepting);
  const input: FairInput = { socketPath, slots: SLOTS, sliceMs: SLICE_MS, slices: SLICES };
  const children = await Promise.all(Array.from({ length: PROCESSES }, () => startChild('fair-worker', input)));
  rig.onClose(async () => {
    await Promise.all(children.map((child) => child.stop()));
  });
  const slices: Slice[] = [];
  const writes: Extract<Told, { readonly told: 'write' }>[] = [];
  const begun = new Map<number, number>();
  const over = new Promise<void>((resolve) => {
    for (const child of children)
      child.process.on('message', (told: Told) => {
        if (told.told === 'slice') slices.push(told);
        else if (told.told === 'write') writes.push(told);
        else begun.set(told.installation, Math.min(told.at, begun.get(told.installation) ?? told.at));
        if (slices.length >= issues * SLICES && writes.length >= issues) resolve();
      });
  });
  const each = issues / INSTALLATIONS;
  for (let installation = 1; installation <= INSTALLATIONS; installation += 1) {
    await Promise.all(
      Array.from({ length: each }, (_, issue) =>
        producer.accept(delivery(installation, 1 + (issue % REPOSITORIES_OF_EACH), installation * 1_000 + issue)),
      ),
    );
  }
  await over;
  return rows(slices, writes, begun);
}

function rows(
  slices: readonly Slice[],
  writes: readonly { installation: number; at: number }[],
  begun: ReadonlyMap<number, number>,
): readonly Row[] {
  const installations = groups(slices, ({ installation }) => installation);
  const repositories = groups(slices, ({ repository }) => repository);
  // While all of them have work: until the first one is done.
  const from = Math.max(...[...installations.values()].map((of) => Math.min(...of.map((slice) => slice.from))));
  const to = Math.min(...[...installations.values()].map((of) => Math.max(...of.map((slice) => slice.to))));
  const shares = [...installations.values()].map(
    (of) => of.filter((slice) => slice.from >= from && slice.to <= to).length,
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  const toFirst = [...installations].map(
    ([id, of]) => Math.min(...of.map((slice) => slice.from)) - (begun.get(id) ?? 0),
  );
  const often = [...groups(writes, ({ installation }) => installation).values()].map((of) => of.map(({ at }) => at));
  const common = { bench: BENCH, unit: '' };
  return [
    row({
      ...common,
      what: 'least share of the slices of an installation',
      baselineIs: 'a fifth',
      ours: [Math.min(...shares) / all],
      baseline: [1 / INSTALLATIONS],
      target: atLeast(0.8),
    }),
    row({
      ...common,
      what: 'most of them',
      baselineIs: 'a fifth',
      ours: [Math.max(...shares) / all],
      baseline: [1 / INSTALLATIONS],
      target: atMost(1.2),
    }),
    row({
      ...common,
      what: 'longest wait of an installation for its first slice, once it has a task',
      unit: 'ms',
      baselineIs: 'one slice',
      ours: [Math.max(...toFirst)],
      baseline: [SLICE_MS],
      target: atMost(1),
    }),
    row({
      ...common,
      what: 'longest wait of an installation that has no slot',
      unit: 'ms',
      baselineIs: 'one slice',
      ours: [Math.max(...[...installations.values()].map(longestGap))],
      baseline: [SLICE_MS],
      target: atMost(1),
    }),
    row({
      ...common,
      what: 'longest wait of a repository that has no slot',
      unit: 'ms',
      baselineIs: 'one slice of each of the others, by 8 slots',
      ours: [Math.max(...[...repositories.values()].map(longestGap))],
      baseline: [((repositories.size - 1) / (PROCESSES * SLOTS)) * SLICE_MS],
      target: atMost(2),
    }),
    row({
      ...common,
      what: 'turns of others while an installation has no slot, most',
      baselineIs: 'one in every slot',
      ours: [turnsOfOthers(slices, installations)],
      baseline: [PROCESSES * SLOTS],
      target: atMost(1),
    }),
    row({
      ...common,
      what: 'turns of others while a repository has no slot, most',
      baselineIs: 'one of each',
      ours: [turnsOfOthers(slices, repositories)],
      baseline: [repositories.size - 1],
      target: atMost(1),
    }),
    row({
      ...common,
      what: 'writes to an installation within a second, most',
      baselineIs: '3 at once',
      ours: [Math.max(...often.map((times) => most(times, 1_000)))],
      baseline: [3],
      target: atMost(1),
    }),
    row({
      ...common,
      what: 'writes to an installation within 30 seconds, most',
      baselineIs: 'one a second, and 2 more at once',
      ours: [Math.max(...often.map((times) => most(times, 30_000)))],
      baseline: [32],
      target: atMost(1),
    }),
  ];
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => number): ReadonlyMap<number, readonly Item[]> {
  const found = new Map<number, Item[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The times between its first slice and its last in which nothing of it was driven. */
function gaps(slices: readonly Slice[]): readonly Gap[] {
  const found: Gap[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const { from, to } of slices.toSorted((one, other) => one.from - other.from)) {
    if (from > until) found.push({ from: until, to: from });
    until = until === Number.POSITIVE_INFINITY ? to : Math.max(until, to);
  }
  return found;
}

function longestGap(slices: readonly Slice[]): number {
  return Math.max(0, ...gaps(slices).map(({ from, to }) => to - from));
}

/** However slow the machine is. */
function turnsOfOthers(all: readonly Slice[], own: ReadonlyMap<number, readonly Slice[]>): number {
  const ofGaps = [...own.values()].flatMap((slices) =>
    gaps(slices).map(({ from, to }) => all.filter((one) => one.from > from && one.from < to).length),
  );
  return Math.max(0, ...ofGaps);
}

/** The clocks of processes differ by a few milliseconds, which are subtracted. */
function most(times: readonly number[], withinMs: number): number {
  const ordered = times.toSorted((one, other) => one - other);
  return Math.max(...ordered.map((at) => ordered.filter((one) => one >= at && one < at + withinMs - 50).length));
}

function delivery(installation: number, repository: number, issue: number): Delivery {
  const { repo, title, body, author, requester } = REQUEST;
  return {
    deliveryId: randomUUID(),
    event: 'issues',
    receivedAt: new Date().toISOString(),
    intent: {
      kind: 'start',
      repo: { ...repo, installationId: installation, repositoryId: installation * 100 + repository },
      issue,
      sender: { ...requester, isBot: false },
      occurrence: `label-${randomUUID()}`,
      trigger: 'label',
      target: { kind: 'issue', issue },
      title,
      body,
      author,
      instruction: null,
      isPrivate: false,
    },
  };
}
