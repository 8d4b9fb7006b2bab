/** From an accepted delivery to its drive, and from a killed worker to another's drive. */
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { DELIVERIES, PREFIX } from '../src/queue/names.ts';
import { createProducer } from '../src/queue/producer.ts';
import { createRedisInbox } from '../src/queue/redis-inbox.ts';
import { createTaskJobs } from '../src/queue/task-jobs.ts';
import { startWorkers } from '../src/queue/workers.ts';
import { actOnDelivery } from '../src/requests/act-on-delivery.ts';
import { type ConnectionPurpose, connectRedis } from '../src/redis/connect-redis.ts';
import { startChild, type Child } from './children.ts';
import { instantGitHub } from './instant-github.ts';
import { atMost, medianOfEach, quantile, row, takeTurns, type Row } from './measure.ts';
import { REQUEST, UNCONFIGURED, UNCOUNTED } from './task-facts.ts';
import type { WorkerInput } from './servers/worker.ts';
import type { Rig } from './rig.ts';
import type { Delivery } from '../src/people/intent.ts';
import type { Task } from '../src/state/task.ts';

const BENCH = 'queue';
const OUR_LOCKS = { lockMs: 5_000, stalledMs: 2_500 };
/** A repository that has sent more than its fair number within a minute. */
const CROWDED = 7;
/** Measured once (facts.md) with BullMQ's own settings; waiting for it in every run would take a minute each. */
const BULLMQ_DEFAULT_TAKEOVER_MS = 57_000;

export async function queueLatency(
  rig: Rig,
  { deliveries, rounds, kills }: { readonly deliveries: number; readonly rounds: number; readonly kills: number },
): Promise<readonly Row[]> {
  const began = await acceptedToDriven(rig, deliveries * rounds);
  const takeovers: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) takeovers.push(await takeover(rig));
  const common = { bench: BENCH, baselineIs: 'BullMQ add -> active' };
  return [
    row({
      ...common,
      what: 'delivery -> drive, median',
      unit: 'ms',
      ours: medianOfEach(rounds, began.ours),
      baseline: medianOfEach(rounds, began.bare),
      target: atMost(3),
      moonshot: 2,
    }),
    row({
      ...common,
      what: '  the same, all of one repository',
      unit: 'ms',
      ours: medianOfEach(rounds, began.crowded),
      baseline: medianOfEach(rounds, began.bare),
    }),
    row({
      ...common,
      what: 'delivery -> drive, p99',
      unit: 'ms',
      ours: [quantile(began.ours, 0.99)],
      baseline: [quantile(began.bare, 0.99)],
    }),
    row({
      ...common,
      what: 'delivery -> drive, p99',
      baselineIs: '50 ms',
      unit: 'ms',
      ours: [quantile(began.ours, 0.99)],
      baseline: [50],
      target: atMost(1),
    }),
    row({
      ...common,
      what: 'worker killed -> driven elsewhere',
      baselineIs: 'BullMQ defaults, 57 s (facts.md)',
      unit: 'ms',
      ours: takeovers,
      baseline: [BULLMQ_DEFAULT_TAKEOVER_MS],
      target: atMost(0.15),
    }),
  ];
}

async function acceptedToDriven(
  rig: Rig,
  number: number,
): Promise<Record<'ours' | 'crowded' | 'bare', readonly number[]>> {
  const { socketPath } = await rig.redis();
  const connect = (purpose: ConnectionPurpose) => {
    const redis = connectRedis(socketPath, purpose, rig.log);
    rig.onClose(() => redis.disconnect());
    return redis;
  };
  const redis = connect('worker');
  const subscriber = connect('subscriber');
  const inbox = await createRedisInbox(redis, subscriber);
  const jobs = createTaskJobs(redis);
  const accepting = connect('accepting');
  await once(accepting, 'ready');
  const producer = createProducer(accepting);
  let onDrive: () => void = () => undefined;
  /** The delivery of the sample. */
  let last = delivery(0);
  const driven = new Set<string>();
  const workers = startWorkers(
    connect('worker'),
    { concurrency: 4, perInstallation: null, perRepository: null, ...OUR_LOCKS },
    {
      redis,
      subscriber,
      inbox,
      jobs,
      log: rig.log,
      actOn: (delivery) =>
        actOnDelivery(delivery, {
          instance: 'bench',
          redis,
          inbox,
          github: instantGitHub,
          log: rig.log,
          settingsOf: async () => UNCONFIGURED,
          history: { read: async () => [], ofIssue: async () => [] },
          redact: (text) => text,
          begin: (beginning) => workers.begin(beginning),
          wake: (taskId) => jobs.wake(taskId),
          isStartComing: (of) => jobs.isStartComing(of),
          hurry: (taskId) => jobs.queue.hurry(taskId),
          announce: async () => undefined,
          actLater: (later, afterMs) => jobs.actLater(later, afterMs),
          ciFixAttempts: 2,
          spending: UNCOUNTED,
        }),
      giveUp: async () => undefined,
      wake: (taskId) => jobs.wake(taskId),
      endUnrecorded: async () => null,
      drive: async (id) => {
        if (driven.has(id)) throw new Error('A task of the bench is driven twice.');
        driven.add(id);
        onDrive();
        return { kind: 'ended', task: endedTask(id, last) };
      },
      ended: async () => undefined,
    },
  );
  rig.onClose(() => workers.close(5_000));

  const bareQueue = new Queue('bare', { connection: redis });
  const bareWorker = new Worker('bare', async () => onDrive(), { connection: connect('worker') });
  bareWorker.on('error', () => undefined);
  rig.onClose(() => bareWorker.close());
  await Promise.all([bareQueue.waitUntilReady(), bareWorker.waitUntilReady()]);

  let issue = 0;
  const oneByOne = async (add: () => Promise<unknown>): Promise<number> => {
    const active = new Promise<number>((resolve) => {
      onDrive = () => resolve(performance.now());
    });
    const began = performance.now();
    await add();
    const ms = (await active) - began;
    await untilQuiet();
    return ms;
  };
  /** Work after a drive does not belong to the next sample, which may be the other alternative's. */
  const untilQuiet = async () => {
    for (;;) {
      const { driven, waiting } = await jobs.queue.status();
      const active = ['bull:bare', `${PREFIX}:${DELIVERIES}`].map((queue) => redis.llen(`${queue}:active`));
      if (driven + waiting + (await Promise.all(active)).reduce((sum, one) => sum + one, 0) === 0) return;
    }
  };
  const ours = (repositoryId?: number) => {
    last = delivery((issue += 1), repositoryId);
    return oneByOne(() => producer.accept(last));
  };
  const samples = await takeTurns(number, {
    ours: () => ours(),
    crowded: () => ours(CROWDED),
    bare: () => oneByOne(() => bareQueue.add('one', last, { removeOnComplete: true })),
  });
  // Including one warm-up of each.
  if (driven.size !== 2 * (number + 1)) throw new Error(`${driven.size} tasks were driven.`);
  return samples;
}

function endedTask(id: string, { intent }: Delivery): Task {
  const request = { ...REQUEST, repo: intent.repo, issue: intent.issue };
  return { id, stage: { is: 'ended', ending: { status: 'completed' } }, request } as unknown as Task;
}

async function takeover(rig: Rig): Promise<number> {
  const { socketPath } = await rig.redis();
  const redis = connectRedis(socketPath, 'worker', rig.log);
  const jobs = createTaskJobs(redis);
  const input: WorkerInput = { socketPath, ...OUR_LOCKS };
  const first = await startChild<unknown>('worker', input);
  const second = await startChild<unknown>('worker', input);
  rig.onClose(() =>
    Promise.all([first.stop(), second.stop()])
      .then(() => jobs.close())
      .finally(() => redis.disconnect()),
  );
  const [one, other] = [beginningIn(first), beginningIn(second)];
  await jobs.wake(randomUUID());
  const holder = await Promise.race([one.then(() => first), other.then(() => second)]);
  const waiting = holder === first ? other : one;
  const killedAt = performance.now();
  holder.process.kill('SIGKILL');
  await waiting;
  return performance.now() - killedAt;
}

async function beginningIn(child: Child<unknown>): Promise<void> {
  await once(child.process, 'message');
}

/** Each in its own repository, unless named: many from one repository within a minute queue behind everything else. */
function delivery(issue: number, repositoryId = 1_000_000 + issue): Delivery {
  const { repo, title, body, author, requester } = REQUEST;
  return {
    deliveryId: randomUUID(),
    event: 'issues',
    receivedAt: new Date().toISOString(),
    intent: {
      kind: 'start',
      repo: { ...repo, repositoryId },
      issue,
      sender: { ...requester, isBot: false },
      occurrence: `label-${issue}-${randomUUID()}`,
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
